"""Frames of a run, as Tactus writes them: the list frames.pvd, and VTU files with raw appended
data."""

import re
import xml.etree.ElementTree as xml
from pathlib import Path

import numpy as np

from .words import PlotError, quoted

TRIANGLE, VERTEX = 5, 1  # VTK's cell types
TYPES = {"Float64": "f8", "Float32": "f4", "Int64": "i8", "Int32": "i4", "UInt8": "u1"}


def list_frames(folder):
    """[(time, path)] by frames.pvd. A list that is cut off counts as far as it goes."""
    path = Path(folder) / "frames.pvd"
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
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
    triangles and of particles by name; the names of bodies; units of what materials remember."""

    def __init__(self, path):
        self.path = path
        try:
            content = Path(path).read_bytes()
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
        # Names stand in comments: whatever bytes they have, the rest is read without them.
        head = re.sub(r"<!--.*?-->", "", head, flags=re.DOTALL)
        try:
            self.read(xml.fromstring(re.sub(r"^<\?xml[^>]*\?>", "", head) + "</VTKFile>"))
        except (
            xml.ParseError,
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
        piece = root.find("UnstructuredGrid/Piece")
        self.points = self.arrays(piece.find("Points"))["Points"]
        if not np.isfinite(self.points).all():
            raise ValueError("a position is no finite number")
        self.point_data = self.arrays(piece.find("PointData"))
        cells = self.arrays(piece.find("Cells"))
        kinds = cells["types"]
        if not set(np.unique(kinds)) <= {TRIANGLE, VERTEX}:
            raise PlotError(f"{quoted(self.path)} is not plane; open frames.pvd in ParaView")
        start = np.concatenate([[0], cells["offsets"][:-1]]).astype(int)[: len(kinds)]
        is_triangle = kinds == TRIANGLE
        self.triangles = cells["connectivity"][start[is_triangle][:, None] + np.arange(3)]
        self.particles = cells["connectivity"][start[~is_triangle]]
        if len(kinds) and not 0 <= cells["connectivity"].min() <= cells["connectivity"].max() < len(
            self.points
        ):
            raise ValueError("a cell has a point that is not there")
        self.cell_data, self.particle_data = {}, {}
        for name, values in self.arrays(piece.find("CellData")).items():
            self.cell_data[name] = values[is_triangle]
            self.particle_data[name] = values[~is_triangle]
        if "body" not in self.cell_data:
            raise ValueError("cells have no body")
        if any(len(values) != len(self.points) for values in self.point_data.values()):
            raise ValueError("a field has not one value per point")

    def arrays(self, section):
        result = {}
        for array in section.iter("DataArray"):
            at = int(array.get("offset"))
            size = int(np.frombuffer(self.block, self.header, 1, at)[0])
            kind = np.dtype(self.order + TYPES[array.get("type")])
            if at + self.header.itemsize + size > len(self.block):
                raise PlotError(f"{quoted(self.path)} is cut short")
            values = np.frombuffer(
                self.block, kind, size // kind.itemsize, at + self.header.itemsize
            )
            components = int(array.get("NumberOfComponents", 1))
            result[array.get("Name")] = values.reshape(-1, components) if components > 1 else values
        return result

    @property
    def xy(self):
        return self.points[:, :2]

    @property
    def start(self):
        """Positions at the start [n, 2]."""
        moved = self.point_data.get("displacement")
        return self.xy if moved is None else self.xy - moved[:, :2]

    def body_of_points(self):
        """The body of each point; -1: of none."""
        bodies = np.full(len(self.points), -1)
        bodies[self.particles] = self.particle_data["body"]
        bodies[self.triangles] = self.cell_data["body"][:, None]
        return bodies

    def boundary(self):
        """Edges that belong to one triangle only, [edges, 2]."""
        edges = self.triangles[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2)
        _, first, count = np.unique(
            np.sort(edges, axis=1), axis=0, return_index=True, return_counts=True
        )
        return edges[first[count == 1]]

    def outlines(self):
        """The boundary as lines through points; where more than two edges meet a line ends."""
        edges = self.boundary()
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
        a, b, c = (self.start[self.triangles[:, k]] for k in range(3))
        return abs((b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]) / 2
