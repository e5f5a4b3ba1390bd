"""What stands in one panel: bodies, fields in their colours, meshes, particles, paths and names."""

import numpy as np

from . import style, trajectories
from .words import PlotError, clean, unknown

# Of more elements SVG and PDF have an image, as large files of shapes open slowly.
MOST_SHAPES = 5000


def draw_field(axes, frame, scale, colour_map, smooth, has_stress):
    """Triangles in the colours of a field; bodies without it, in plain grey."""
    from matplotlib.collections import PolyCollection

    if not len(frame.triangles):
        return
    mine = has_stress if scale.field.of == "stress" else has_values(frame, scale.field)
    if frame.is_space:
        return draw_field_in_space(axes, frame, scale, colour_map, smooth, mine)
    corners = frame.xy[frame.triangles]
    if scale.words or not mine.all():
        rest = np.ones(len(mine), bool) if scale.words else ~mine
        axes.add_collection(
            PolyCollection(
                corners[rest],
                facecolors=style.PLAIN,
                edgecolors="face",
                linewidths=0.3,
                rasterized=rest.sum() > MOST_SHAPES,
            )
        )
    if scale.words or not mine.any():
        return
    norm, cmap = colours_of(scale, colour_map)
    values, on_points = scale.field.drawn(frame, smooth)
    values = values / scale.factor
    if on_points:
        axes.tripcolor(
            *frame.xy.T,
            values,
            triangles=frame.triangles[mine],
            shading="gouraud",
            norm=norm,
            cmap=cmap,
            rasterized=True,
        )
        return
    faces = PolyCollection(corners[mine], closed=True, edgecolors="face", linewidths=0.3)
    faces.set(array=values[mine], norm=norm, cmap=cmap, rasterized=mine.sum() > MOST_SHAPES)
    axes.add_collection(faces)


def draw_field_in_space(axes, frame, scale, colour_map, smooth, mine):
    """All facets at once, the farthest first, whether they have the field or not."""
    colours = np.array(style.body_colours([-1] * len(mine)))
    if scale.words or not mine.any():
        return draw_surface(axes, frame, colours)
    norm, cmap = colours_of(scale, colour_map)
    values, on_points = scale.field.drawn(frame, smooth)
    if on_points:
        colours = np.repeat(colours[:, None], 3, axis=1)
        values = values[frame.triangles]
    colours[mine] = cmap(norm(values / scale.factor))[mine]
    (draw_interpolated if on_points else draw_surface)(axes, frame, colours)


def draw_interpolated(axes, frame, colours):
    """Facets of bodies in space with a colour at each corner [facets, 3, 4], as bright as they are."""
    from matplotlib.collections import TriMesh
    from matplotlib.tri import Triangulation

    colours = np.array(colours)
    colours[:, :, :3] *= frame.shade[:, None, None]
    corners = np.arange(3 * len(colours)).reshape(-1, 3)  # each facet has its own
    mesh = TriMesh(Triangulation(*frame.xy[frame.triangles].reshape(-1, 2).T, corners))
    mesh.set(facecolor=colours.reshape(-1, 4), rasterized=True)
    axes.add_collection(mesh)


def draw_surface(axes, frame, colours):
    """Facets of bodies in space in these colours, as bright as they are."""
    from matplotlib.collections import PolyCollection

    colours = np.array(colours)
    colours[:, :3] *= frame.shade[:, None]
    axes.add_collection(
        PolyCollection(
            frame.xy[frame.triangles],
            facecolors=colours,
            edgecolors="face",
            linewidths=0.3,
            rasterized=len(colours) > MOST_SHAPES,
        )
    )


def has_values(frame, field):
    """Which triangles have the field: what a material remembers is no number in bodies of others."""
    if field.on_points:
        return np.ones(len(frame.triangles), bool)
    values = field.array(frame).reshape(len(frame.triangles), -1)
    return np.isfinite(values).all(axis=1)


def colours_of(scale, name):
    import matplotlib

    name = name or ("RdBu_r" if scale.low < 0 < scale.high else "YlOrRd")
    if name not in matplotlib.colormaps:
        raise PlotError(
            "--map: " + unknown("colour map of matplotlib", name, list(matplotlib.colormaps))
        )
    cmap = matplotlib.colormaps[name]
    return matplotlib.colors.Normalize(scale.low / scale.factor, scale.high / scale.factor), cmap


def of_cells(frame, of_bodies):
    """What holds for bodies, for each triangle; True where a file names no bodies."""
    bodies = frame.cell_data["body"]
    known = np.array(of_bodies + [True])
    return known[np.clip(bodies, 0, len(of_bodies))]


def draw_bodies(axes, frame, coloured):
    """Each body in its colour; obstacles are grey."""
    from matplotlib.collections import PolyCollection

    if len(frame.triangles):
        colours = np.array(style.body_colours(frame.cell_data["body"]))
        colours[~coloured] = style.body_colours([-1])[0]
        if frame.is_space:
            return draw_surface(axes, frame, colours)
        axes.add_collection(
            PolyCollection(
                frame.xy[frame.triangles],
                facecolors=colours,
                edgecolors="face",
                linewidths=0.3,
                rasterized=len(colours) > MOST_SHAPES,
            )
        )


def draw_mesh(axes, frame, plan, wanted, deformable):
    """Outlines of bodies, and edges of elements where these are at least 5 points (1/14 inch)
    long in each body. Bodies that do not deform have none: their elements mean nothing.
    deformable: of each triangle."""
    from matplotlib.collections import LineCollection, PolyCollection

    if not len(frame.triangles):
        return
    corners = frame.xy[frame.triangles]
    points = 72 * plan.inches_per_metre * np.linalg.norm(corners[:, 0] - corners[:, 1], axis=1)
    medians = [
        np.median(points[deformable & (frame.cell_data["body"] == body)])
        for body in np.unique(frame.cell_data["body"][deformable])
    ]
    large = wanted == "on" or (wanted == "auto" and min(medians, default=0) >= 5)
    meshed = deformable & large & frame.is_in_front()
    if meshed.any():
        axes.add_collection(
            PolyCollection(
                corners[meshed],
                facecolors="none",
                edgecolors=style.MESH,
                linewidths=min(0.35, 0.03 * np.median(points[meshed])),
                zorder=2,
            )
        )
    width = min(0.8, max(0.4, 0.2 * np.median(points)))
    axes.add_collection(
        LineCollection(
            [frame.xy[line] for line in frame.outlines()],
            colors=style.INK,
            capstyle="round",
            joinstyle="round",
            linewidths=width,
            zorder=3,
        )
    )


def draw_particles(axes, frame):
    if len(frame.particles):
        axes.scatter(
            *frame.xy[frame.particles].T,
            s=12,
            linewidths=0.5,
            edgecolors=style.INK,
            zorder=3.5,
            c=style.body_colours(frame.particle_data["body"]),
        )


def draw_paths(axes, paths, bodies, size):
    """Lines of trajectories up to now, hollow where they begin, full where they are."""
    for path, body in zip(np.swapaxes(paths, 0, 1), bodies):
        colour = style.LINES[body % len(style.LINES)]
        if trajectories.moves(path, size):
            axes.plot(*path.T, "-", color=colour, linewidth=1.1, zorder=5, solid_joinstyle="round")
            axes.plot(
                *path[0],
                "o",
                color=colour,
                markerfacecolor="white",
                markersize=3,
                zorder=5,
                markeredgewidth=0.8,
            )
            axes.plot(*path[-1], "o", color=colour, markersize=3, zorder=5.1)


def draw_names(axes, frame, plan):
    """The name of each body at its centre, as large as fits into it."""
    import matplotlib.patheffects as effects

    for body, name in enumerate(frame.names):
        nodes, parts = trajectories.weights(frame, body)
        if not len(nodes):
            continue
        width = 72 * plan.inches_per_metre * np.ptp(frame.xy[nodes, 0])
        size = np.clip(width / (0.62 * max(1, len(name))), 4, 7.5)
        axes.text(
            *(parts @ frame.xy[nodes]),
            clean(name),
            ha="center",
            va="center",
            fontsize=size,
            zorder=6,
            clip_on=True,
            path_effects=[effects.withStroke(linewidth=2, foreground="white")],
        )
