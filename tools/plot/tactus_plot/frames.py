"""Frames of a run, as Tactus writes them: the list frames.pvd, and VTU files with raw appended
data."""

import re
import xml.etree.ElementTree as xml
import zlib
from pathlib import Path

import numpy as np

from .files import opened
from .projection import Curtain, Projection, surface_of
from .words import PlotError, quoted

TRIANGLE, TETRAHEDRON, VERTEX = 5, 10, 1  # VTK's cell types
TYPES = {"Float64": "f8", "Float32": "f4", "Int64": "i8", "Int32": "i4", "UInt8": "u1"}


def list_frames(folder):
    """[(time, path)] by frames.pvd. A list that is cut off counts as far as it goes."""
    path = Path(folder) / "frames.pvd"
    try:
        with opened(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
    except OSError as error:
        raise PlotError(f"cannot read {quoted(path)}: {error.strerror}") from error
    frames = []
    for entry in re.findall(r"<DataSet\b[^<>]*/>", text):
        time, file = (re.search(rf'\b{key}="([^"]*)"', entry) for key in ("timestep", "file"))
        try:
            frames.append((float(time[1]), path.parent / file[1]))
        except (TypeError, ValueError):
            raise PlotError(f"{quoted(path)} is no list of frames: {quoted(entry)}") from None
    if not frames:
        raise PlotError(f"{quoted(path)} lists no frames")
    return frames


class Frame:
    """One VTU file: points [n, 3], triangles [m, 3], particles [k]; fields of points, of
    triangles and of particles by name; the names of bodies; units of what materials remember.
    Of bodies in space the triangles are those facets of the boundary that face the viewer, from the
    farthest to the nearest, and each has the values of its tetrahedron. Half-spaces are
    [(body, outward unit normal [3], a point of the plane [3])], and their points no particles."""

    view = Projection()  # how scenes in space are seen

    def __init__(self, path):
        self.path = path
        try:
            with opened(path, "rb") as file:
                content = file.read()
        except OSError as error:
            raise PlotError(f"cannot read {quoted(path)}: {error.strerror}") from error
        mark = re.search(rb'<AppendedData encoding="raw">\s*_', content)
        if not mark or b"<!DOCTYPE" in content[: mark.start()]:
            raise PlotError(f"{quoted(path)} is no frame of Tactus: it has no raw appended data")
        self.block = content[mark.end() :]
        head = content[: mark.start()].decode("utf-8", "replace")
        named = re.findall(r"<!-- body (\d+): (.*?) ?-->", head)
        self.names = [name for _, name in sorted((int(n), name) for n, name in named)]
        # What materials remember, with its unit: "plastic_strain [1]: meaning".
        remembered = re.findall(r"<!-- field (\w+) \[(.*?)\]: .*? ?-->", head)
        self.units = {name: "" if unit == "1" else unit for name, unit in remembered}
        planes = re.findall(r"<!-- half_space (\d+): (.*?) ?-->", head)
        self.normals = {int(body): normal for body, normal in planes}
        # Names stand in comments: whatever bytes they have, the rest is read without them.
        head = re.sub(r"<!--.*?-->", "", head, flags=re.DOTALL)
        try:
            self.read(xml.fromstring(re.sub(r"^<\?xml[^>]*\?>", "", head) + "</VTKFile>"))
        except (
            xml.ParseError,
            zlib.error,
            KeyError,
            TypeError,
            ValueError,
            IndexError,
            AttributeError,
        ) as error:
            raise PlotError(f"{quoted(path)} is damaged ({error})") from error
        del self.block

    def read(self, root):
        self.order = "<" if root.get("byte_order") == "LittleEndian" else ">"
        self.header = np.dtype(
            self.order + {"UInt64": "u8", "UInt32": "u4"}[root.get("header_type")]
        )
        if root.get("compressor") not in (None, "vtkZLibDataCompressor"):
            raise PlotError(f"{quoted(self.path)} is compressed in another way than frames are")
        self.is_compressed = root.get("compressor") is not None
        piece = root.find("UnstructuredGrid/Piece")
        self.points = self.arrays(piece.find("Points"))["Points"]
        if not np.isfinite(self.points).all():
            raise ValueError("a position is no finite number")
        self.point_data = self.arrays(piece.find("PointData"))
        cells = self.arrays(piece.find("Cells"))
        kinds = cells["types"]
        if not set(np.unique(kinds)) <= {TRIANGLE, TETRAHEDRON, VERTEX}:
            raise PlotError(f"{quoted(self.path)} has cells that are none of Tactus")
        start = np.concatenate([[0], cells["offsets"][:-1]]).astype(int)[: len(kinds)]
        is_element = kinds != VERTEX
        self.is_space = bool((kinds == TETRAHEDRON).any() or np.any(self.points[:, 2]))
        corners = 4 if (kinds == TETRAHEDRON).any() else 3
        self.elements = cells["connectivity"][start[is_element][:, None] + np.arange(corners)]
        self.particles = cells["connectivity"][start[~is_element]]
        if len(kinds) and not 0 <= cells["connectivity"].min() <= cells["connectivity"].max() < len(
            self.points
        ):
            raise ValueError("a cell has a point that is not there")
        self.cell_data, self.particle_data = {}, {}
        for name, values in self.arrays(piece.find("CellData")).items():
            self.cell_data[name] = values[is_element]
            self.particle_data[name] = values[~is_element]
        if "body" not in self.cell_data:
            raise ValueError("cells have no body")
        self.element_body = self.cell_data["body"]
        self.take_half_spaces()
        self.triangles = self.elements
        if corners == 4:
            self.see_surface(*surface_of(self.elements))
        self.is_boundary = corners == 3 and "node" in self.point_data
        if self.is_boundary:  # its facets are the cells
            self.is_space = True
            self.see_surface(self.elements, np.arange(len(self.elements)))
        if any(len(values) != len(self.points) for values in self.point_data.values()):
            raise ValueError("a field has not one value per point")

    def take_half_spaces(self):
        self.half_spaces, body_of = [], self.particle_data["body"]
        for body, text in self.normals.items():
            normal = np.array([float(number) for number in text.split()])
            if normal.shape != (3,) or not abs(np.linalg.norm(normal) - 1) < 1e-6:
                raise ValueError("a half-space has no normal")
            here = self.particles[body_of == body]
            self.half_spaces += [(body, normal, self.points[point]) for point in here]
            self.is_space |= bool(normal[2])
        alone = ~np.isin(body_of, list(self.normals))
        self.particles = self.particles[alone]
        self.particle_data = {name: values[alone] for name, values in self.particle_data.items()}

    def arrays(self, section):
        result = {}
        for array in section.iter("DataArray"):
            data = self.bytes_at(int(array.get("offset")))
            values = np.frombuffer(data, np.dtype(self.order + TYPES[array.get("type")]))
            if values.dtype.kind == "f":
                values = values.astype("f8", copy=False)
            components = int(array.get("NumberOfComponents", 1))
            result[array.get("Name")] = values.reshape(-1, components) if components > 1 else values
        return result

    def bytes_at(self, at):
        """The bytes of the array that begins there. Where zlib compressed it these stand before its
        blocks: their number, the size of each, that of a shorter one at the end, or 0, and the
        compressed sizes."""
        size, *_ = self.words(at, 1)
        if not self.is_compressed:
            return self.piece(at + self.header.itemsize, size)
        blocks, each, last = self.words(at, 3)
        sizes = self.words(at + 3 * self.header.itemsize, blocks)
        at += (3 + blocks) * self.header.itemsize
        parts = []
        for size in sizes:
            reader = zlib.decompressobj()
            parts.append(reader.decompress(self.piece(at, size), each + 1))
            if not reader.eof:  # only at its end zlib compares the sum of what it gave
                raise ValueError("a block is longer than is told, or cut off")
            at += size
        data = b"".join(parts)
        if len(data) != (blocks if last == 0 else blocks - 1) * each + last:
            raise ValueError("a block has another size than is told")
        return data

    def words(self, at, count):
        return np.frombuffer(self.piece(at, count * self.header.itemsize), self.header).tolist()

    def piece(self, at, size):
        if at + size > len(self.block):
            raise PlotError(f"{quoted(self.path)} is cut short")
        return self.block[at : at + size]

    def see_surface(self, facets, owners):
        """Takes the visible facets for the triangles, and says how bright each of them is."""
        seen, self.shade = self.view.visible(self.points, facets)
        self.triangles = facets[seen]
        self.all_facets, self.is_seen = facets, np.isin(np.arange(len(facets)), seen)
        self.cell_data = {name: values[owners[seen]] for name, values in self.cell_data.items()}

    def on_picture(self, vectors):
        """Vectors [n, 3] as the picture shows them, [n, 2]."""
        return self.view.flat(vectors) if self.is_space else vectors[:, :2]

    @property
    def xy(self):
        return self.on_picture(self.points)

    @property
    def start(self):
        """Positions at the start [n, 2]."""
        moved = self.point_data.get("displacement")
        return self.xy if moved is None else self.on_picture(self.points - moved)

    def start_points(self):
        """Positions at the start [n, 3]."""
        moved = self.point_data.get("displacement")
        return self.points if moved is None else self.points - moved

    def body_points(self):
        """Positions of all points but those of half-spaces [n, 3]."""
        return self.points[self.body_of_points() >= 0]

    def body_of_points(self):
        """The body of each point; -1: of none."""
        bodies = np.full(len(self.points), -1)
        bodies[self.particles] = self.particle_data["body"]
        bodies[self.elements] = self.element_body[:, None]
        return bodies

    def boundary(self):
        """Edges that belong to one triangle only, [edges, 2]. In space also those at which the
        surface turns."""
        if self.is_space:
            return self.view.outline(self.points, self.all_facets, self.is_seen)
        edges = self.triangles[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2)
        _, first, count = np.unique(
            np.sort(edges, axis=1), axis=0, return_index=True, return_counts=True
        )
        return edges[first[count == 1]]

    def is_in_front(self):
        """Which triangles nothing hides."""
        if not self.is_space or not len(self.triangles):
            return np.ones(len(self.triangles), bool)
        return self.curtain().shows(self.points[self.triangles].mean(axis=1))

    def curtain(self):
        return Curtain(self.view, self.points, self.triangles)

    def outlines(self):
        """The boundary as lines through points; where more than two edges meet a line ends."""
        edges = self.boundary()
        if self.is_space:
            middles = self.points[edges].mean(axis=1)
            return edges[self.curtain().shows(middles)].tolist() if len(edges) else []
        following = {}
        for a, b in edges.tolist():
            following.setdefault(a, []).append(b)
        lines = []
        for start in list(following):
            while following[start]:
                line = [start]
                while following.get(line[-1]):
                    line.append(following[line[-1]].pop())
                lines.append(line)
        return lines

    def areas(self):
        """Area of each triangle at the start."""
        a, b, c = (self.start_points()[self.triangles[:, k]] for k in range(3))
        return np.linalg.norm(np.cross(b - a, c - a), axis=1) / 2

    def sizes(self):
        """Area or volume of each element at the start."""
        if self.elements.shape[1] == 3:
            return self.areas()
        a, b, c, d = (self.start_points()[self.elements[:, k]] for k in range(4))
        return abs(np.einsum("ij,ij->i", np.cross(b - a, c - a), d - a)) / 6


def see_from(direction):
    """Where scenes in space are seen from: (azimuth, elevation) in degrees; None: as usual."""
    Frame.view = Projection(*direction) if direction else Projection()
