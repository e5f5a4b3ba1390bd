#!/usr/bin/python3
"""Draws frames of a plane run as panels: bodies in colours, the mesh in thin lines; with --paths where
particles are over time.

  tools/picture.py runs/four_squares -o four_squares.png
  tools/picture.py runs/four_squares -t 0 6e-5 6.2e-4 1.48e-3 -o four_squares.svg
  tools/picture.py runs/pool -t 0 5e-3 --colour von_mises --columns 2 -o pool.png
  tools/picture.py runs/tower --forces --no-mesh -o tower.png
  tools/picture.py runs/two_particles --paths -o two_particles.png

Reads frames.pvd and the frames it lists; needs numpy and matplotlib only (Debian: python3-numpy,
python3-matplotlib). A time stands for the frame nearest to it.
"""

import argparse
import math
import re
import sys
import xml.etree.ElementTree as xml
from pathlib import Path

import numpy as np

TRIANGLE, VERTEX = 5, 1  # VTK's cell types
TYPES = {"Float64": "f8", "Float32": "f4", "Int64": "i8", "Int32": "i4", "UInt8": "u1"}

# Okabe and Ito's palette, lightened: told apart by colour-blind readers and in grey.
COLOURS = ["#7fb2dd", "#f2b872", "#8fcfb0", "#e0a3c0", "#f0e08a", "#a9d6ef", "#e59a75", "#b9b9b9"]
INK, MESH = "#26313d", "#26313d99"
LABELS = {"von_mises": "von Mises stress [Pa]", "velocity": "speed [m/s]",
          "displacement": "displacement [m]", "contact_force": "contact force [N]"}


class PictureError(Exception):
    """A sentence for the person at the keyboard."""


# ---------------------------------------------------------------------------------------- frames


def list_frames(run):
    """[(time, path)] of a run folder or a .pvd file."""
    path = Path(run)
    if path.is_dir():
        path = path / "frames.pvd"
    if not path.is_file():
        raise PictureError(f"'{path}' is not there: give the folder of a run that has frames")
    try:
        sets = xml.parse(path).getroot().iter("DataSet")
        frames = [(float(s.get("timestep")), path.parent / s.get("file")) for s in sets]
    except (xml.ParseError, TypeError, ValueError) as error:
        raise PictureError(f"'{path}' is no list of frames: {error}") from error
    if not frames:
        raise PictureError(f"'{path}' lists no frames")
    return frames


class Frame:
    """One VTU file with raw appended data: points [n, 3], triangles [m, 3], particles [k] and the
    fields of points and of triangles by name."""

    def __init__(self, path):
        try:
            content = Path(path).read_bytes()
        except OSError as error:
            raise PictureError(f"cannot read '{path}': {error.strerror}") from error
        mark = re.search(rb'<AppendedData encoding="raw">\s*_', content)
        if not mark:
            raise PictureError(f"'{path}' is no frame of Tactus: it has no raw appended data")
        self.path, self.block = path, content[mark.end():]
        root = xml.fromstring(content[: mark.start()] + b"</VTKFile>")
        order = "<" if root.get("byte_order") == "LittleEndian" else ">"
        self.header = np.dtype(order + {"UInt64": "u8", "UInt32": "u4"}[root.get("header_type")])
        self.order = order
        piece = root.find("UnstructuredGrid/Piece")
        self.points = self.arrays(piece.find("Points"))["Points"]
        self.point_data = self.arrays(piece.find("PointData"))
        cells = self.arrays(piece.find("Cells"))
        kinds = cells["types"]
        if not set(np.unique(kinds)) <= {TRIANGLE, VERTEX}:
            raise PictureError(f"'{path}' is not plane: open frames.pvd in ParaView")
        start = np.concatenate([[0], cells["offsets"][:-1]]).astype(int)
        is_triangle = kinds == TRIANGLE
        self.triangles = cells["connectivity"][start[is_triangle][:, None] + np.arange(3)]
        self.particles = cells["connectivity"][start[~is_triangle]]
        self.cell_data, self.particle_data = {}, {}
        for name, values in self.arrays(piece.find("CellData")).items():
            self.cell_data[name] = values[is_triangle]
            self.particle_data[name] = values[~is_triangle]

    def arrays(self, section):
        result = {}
        for array in section.iter("DataArray"):
            at = int(array.get("offset"))
            size = int(np.frombuffer(self.block, self.header, 1, at)[0])
            kind = np.dtype(self.order + TYPES[array.get("type")])
            if at + self.header.itemsize + size > len(self.block):
                raise PictureError(f"'{self.path}' is cut short")
            values = np.frombuffer(self.block, kind, size // kind.itemsize, at + self.header.itemsize)
            components = int(array.get("NumberOfComponents", 1))
            result[array.get("Name")] = values.reshape(-1, components) if components > 1 else values
        return result

    def boundary(self):
        """Edges that belong to one triangle only, [edges, 2]."""
        edges = self.triangles[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2)
        _, first, count = np.unique(np.sort(edges, axis=1), axis=0, return_index=True,
                                    return_counts=True)
        return edges[first[count == 1]]


def nearest(frames, times):
    """The frames nearest to the times, in order."""
    known = np.array([time for time, _ in frames])
    return [frames[int(np.argmin(np.abs(known - t)))] for t in times]


def spread(frames, count):
    """Times of `count` frames from the first to the last, evenly."""
    first, last = frames[0][0], frames[-1][0]
    return [first] if count == 1 else list(np.linspace(first, last, count))


# --------------------------------------------------------------------------------------- drawing


def time_label(time):
    """Time in the unit that fits: '62 µs'."""
    if time == 0:
        return "t = 0"
    exponent = min(0, max(-12, 3 * math.floor(math.log10(abs(time) * (1 + 1e-9)) / 3)))
    unit = {0: "s", -3: "ms", -6: "µs", -9: "ns", -12: "ps"}[exponent]
    return f"t = {time / 10.0 ** exponent:.3g} {unit}"


def scalars(frame, name):
    """One number a triangle: a cell field, or the mean of a point field (its length)."""
    if name in frame.cell_data:
        values = frame.cell_data[name]
    elif name in frame.point_data:
        values = frame.point_data[name][frame.triangles].mean(axis=1)
    else:
        known = ", ".join(sorted({**frame.cell_data, **frame.point_data}))
        raise PictureError(f"'{frame.path}' has no field '{name}': it has {known}")
    return values if values.ndim == 1 else np.linalg.norm(values, axis=1)


def body_colours(bodies):
    from matplotlib.colors import to_rgba
    return np.array([to_rgba(COLOURS[b % len(COLOURS)]) for b in bodies]).reshape(-1, 4)


def limits_of(shown):
    """Box round all frames, with a margin."""
    points = np.concatenate([frame.points[:, :2] for _, frame in shown])
    low, high = points.min(axis=0), points.max(axis=0)
    margin = 0.03 * max(high - low)
    return [low[0] - margin, low[1] - margin, high[0] + margin, high[1] + margin]


def draw_panel(axes, frame, options, norm, scale):
    """One frame. `scale`: points (1/72 inch) a metre, so that lines thin out with the mesh."""
    from matplotlib.collections import LineCollection, PolyCollection
    xy = frame.points[:, :2]
    mesh = PolyCollection(xy[frame.triangles], closed=True)
    if norm is None:
        mesh.set_facecolor(body_colours(frame.cell_data["body"]))
    else:
        mesh.set(array=scalars(frame, options.colour), norm=norm, cmap=options.map)
    side = np.median(np.linalg.norm(xy[frame.triangles[:, 0]] - xy[frame.triangles[:, 1]], axis=1)) \
        if len(frame.triangles) else 0
    width = 0 if options.no_mesh else min(0.35, 0.05 * side * scale)
    mesh.set(edgecolor=MESH if width > 0 else "face", linewidth=max(width, 0.05))
    axes.add_collection(mesh)
    axes.add_collection(LineCollection(xy[frame.boundary()], colors=INK, linewidths=0.8,
                                       capstyle="round"))
    if len(frame.particles):
        at = xy[frame.particles]
        axes.scatter(at[:, 0], at[:, 1], s=9, linewidths=0.5, edgecolors=INK, zorder=3,
                     c=body_colours(frame.particle_data["body"]))
    if options.forces and "contact_force" in frame.point_data:
        force = frame.point_data["contact_force"][:, :2]
        size = np.linalg.norm(force, axis=1)
        acting = size > 1e-3 * size.max(initial=0)
        for body in options.no_forces_on:  # an obstacle of one cell shows them far from the contact
            acting[frame.triangles[frame.cell_data["body"] == body]] = False
        if acting.any():
            axes.quiver(*xy[acting].T, *force[acting].T, color="#c0392b", width=0.004, zorder=4)
    return mesh


def draw(shown, options):
    """Figure with a panel a frame. shown: [(time, Frame)]."""
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    plt.rcParams.update({"font.family": "sans-serif", "font.size": 9, "text.color": INK,
                         "svg.hashsalt": "tactus", "svg.fonttype": "none"})
    x0, y0, x1, y1 = options.view or limits_of(shown)
    columns = min(options.columns or len(shown), len(shown))
    rows = math.ceil(len(shown) / columns)
    panel = options.width / columns
    height = panel * (y1 - y0) / (x1 - x0)
    figure, grid = plt.subplots(rows, columns, figsize=(options.width, rows * (height + 0.3)),
                                squeeze=False, layout="constrained")
    norm = None
    if options.colour != "body":
        values = np.concatenate([scalars(frame, options.colour) for _, frame in shown])
        norm = matplotlib.colors.Normalize(*(options.range or (values.min(), values.max())))
    for axes in grid.flat:
        axes.set_axis_off()
    for axes, (time, frame) in zip(grid.flat, shown):
        mesh = draw_panel(axes, frame, options, norm, 72 * panel / (x1 - x0))
        axes.set(xlim=(x0, x1), ylim=(y0, y1), aspect="equal")
        axes.set_title(time_label(time), y=-0.02, va="top", fontsize=9)
    if norm is not None:
        figure.colorbar(mesh, ax=grid, shrink=0.7, aspect=30,
                        label=LABELS.get(options.colour, options.colour.replace("_", " ")))
    return figure


def draw_paths(frames, options):
    """Figure of x against time, a line a particle. frames: [(time, Frame)], all of them."""
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    times = np.array([time for time, _ in frames])
    x = np.array([frame.points[frame.particles, 0] for _, frame in frames])  # [frames, particles]
    bodies = frames[0][1].particle_data["body"]
    if x.shape[1] == 0:
        raise PictureError(f"'{frames[0][1].path}' has no particles: --paths draws those")
    plt.rcParams.update({"font.family": "sans-serif", "font.size": 9, "text.color": INK})
    figure, axes = plt.subplots(figsize=(options.width, 0.45 * options.width),
                                layout="constrained")
    for k, colour in enumerate(body_colours(bodies)):
        axes.plot(times, x[:, k], "o-", color=colour, markeredgecolor=INK, markeredgewidth=0.5,
                  markersize=4, linewidth=2, label=f"particle {k + 1}")
    axes.set(xlabel="t [s]", ylabel="x [m]", xlim=(times[0], times[-1]))
    axes.spines[["top", "right"]].set_visible(False)
    if x.shape[1] <= len(COLOURS):
        axes.legend(frameon=False)
    return figure


def parse(arguments):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("run", help="folder of a run, or its frames.pvd")
    add("-o", "--out", required=True, help="picture to write: .png, .svg or .pdf")
    add("-t", "--times", type=float, nargs="+", metavar="S", help="times of the panels [s]")
    add("-n", "--panels", type=int, default=4, help="without --times: as many, evenly (4)")
    add("--columns", type=int, help="panels in a row (all)")
    add("--colour", default="body", metavar="FIELD",
        help="body (default) or a field: von_mises, velocity, displacement, ...")
    add("--range", type=float, nargs=2, metavar=("LOW", "HIGH"), help="of the field's colours")
    add("--map", default="YlOrRd", help="matplotlib's colour map of a field (YlOrRd)")
    add("--view", type=float, nargs=4, metavar=("X0", "Y0", "X1", "Y1"), help="what is seen [m]")
    add("--width", type=float, default=10, help="of the picture [inch] (10)")
    add("--dpi", type=int, default=200, help="of a .png (200)")
    add("--no-mesh", action="store_true", help="outlines only")
    add("--forces", action="store_true", help="contact forces as arrows")
    add("--no-forces-on", type=int, nargs="+", default=[], metavar="BODY",
        help="with --forces: none on these, counted from 0")
    add("--paths", action="store_true", help="x of each particle against time, instead of panels")
    options = parser.parse_args(arguments)
    if options.panels < 1 or (options.columns or 1) < 1 or options.width <= 0:
        parser.error("--panels, --columns and --width are at least 1")
    return options


def main(arguments=None):
    options = parse(arguments)
    try:
        frames = list_frames(options.run)
        wanted = frames if options.paths else \
            nearest(frames, options.times or spread(frames, options.panels))
        shown = [(time, Frame(path)) for time, path in wanted]
        figure = draw_paths(shown, options) if options.paths else draw(shown, options)
        # No date in the file: the same run gives the same picture.
        metadata = {"Date": None} if options.out.endswith(".svg") else None
        figure.savefig(options.out, dpi=options.dpi, metadata=metadata)
    except (PictureError, OSError, ValueError) as error:
        print(f"picture.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
