"""Frames as panels: bodies in colours or a field in its colours, the mesh in thin lines where its cells are
large enough, arrows, trajectories, and below them time, scale bar, colour bar and keys."""

import numpy as np

from . import layout, style, trajectories
from .fields import Range, find_field
from .run_folder import find_bodies
from .units import round_length, scale_bar, time_label, with_unit
from .words import PlotError, clean, note, quoted, unknown


def bodies_of(frame, wanted):
    """Which points belong to these bodies."""
    return np.isin(frame.body_of_points(), find_bodies(frame.names, wanted))


def view_of(shown, options):
    """What is seen: --view, or a box round the bodies of --fit in all frames, or round everything."""
    if options.view:
        return tuple(options.view)
    points = [f.xy[bodies_of(f, options.fit)] if options.fit else f.xy for _, f in shown]
    points = np.concatenate(points)
    if not len(points):
        raise PlotError("the frames have no points")
    return layout.box_round(points, options.margin)


class Arrows:
    """Arrows of a vector field at nodes, with one scale in all panels. Where nodes are dense, some of them
    have arrows of velocity; contact forces have all of theirs."""

    LABELS = {"velocity": ("velocity", "m/s"), "contact_force": ("contact force", "N")}

    def __init__(self, field, left_out, clipped):
        self.field, self.left_out, self.clipped, self.greatest = field, left_out, clipped, 0.0

    def acting(self, run, frame):
        """(vectors of all nodes, numbers of the nodes whose arrows are wanted)."""
        if self.field not in frame.point_data:
            raise PlotError(f"{quoted(frame.path)} has no field {quoted(self.field)}")
        vectors, owners = frame.point_data[self.field][:, :2], frame.body_of_points()
        wanted = (owners >= 0) & np.any(vectors != 0, axis=1)
        if self.left_out:
            wanted &= ~np.isin(owners, find_bodies(frame.names, self.left_out))
        if self.field == "contact_force":  # an obstacle of few cells shows them far from the contact
            still = [b for b, name in enumerate(frame.names) if run.type_of_body(name) == "obstacle"]
            wanted &= ~np.isin(owners, still)
        return vectors, np.flatnonzero(wanted)

    def look(self, run, frame, view=None):
        """Finds the longest arrow; those outside of the view do not count."""
        vectors, nodes = self.acting(run, frame)
        if view:
            nodes = nodes[np.all((frame.xy[nodes] >= view[:2]) & (frame.xy[nodes] <= view[2:]), axis=1)]
        self.greatest = max(self.greatest, np.linalg.norm(vectors[nodes], axis=1).max(initial=0))

    def fit(self, plan, length):
        self.inches_per_metre = plan.inches_per_metre
        part = 0.12 if self.field == "velocity" else 0.18
        self.longest = length or part * min(plan.panel_width, plan.panel_height, 4.0)

    def lattice(self, frame):
        """Nodes that are nearest to the points of a regular lattice in the box round each body at the
        start, about 0.1 inches apart: the same nodes at all times."""
        start, owners, chosen = frame.start, frame.body_of_points(), []
        for body in range(owners.max(initial=-1) + 1):
            nodes = np.flatnonzero(owners == body)
            if not len(nodes):
                continue
            low, high = start[nodes].min(axis=0), start[nodes].max(axis=0)
            counts = np.clip((high - low) * self.inches_per_metre / 0.1, 1, 200).astype(int)
            step = np.where(high > low, (high - low) / counts, 1)
            cells = np.round((start[nodes] - low) / step).astype(int)
            away = np.linalg.norm(start[nodes] - low - cells * step, axis=1)
            order = np.argsort(away, kind="stable")
            chosen.append(nodes[order][np.unique(cells[order], axis=0, return_index=True)[1]])
        return np.concatenate(chosen) if chosen else np.zeros(0, int)

    def draw(self, axes, run, frame):
        vectors, nodes = self.acting(run, frame)
        nodes = nodes[np.linalg.norm(vectors[nodes], axis=1) > 0.02 * self.greatest]
        if self.field == "velocity" and len(nodes):
            nodes = nodes[np.isin(nodes, self.lattice(frame))]
        if len(nodes):
            axes.quiver(*frame.xy[nodes].T, *vectors[nodes].T, color=style.ARROWS[self.field], zorder=4,
                        clip_on=self.clipped, angles="xy", scale_units="inches", scale=self.greatest / self.longest,
                        units="inches", width=0.011, headwidth=3.8, headlength=4.6, headaxislength=4.2)

    def key(self):
        """(length in inches, text) of the arrow in the strip; None: there are no arrows."""
        if self.greatest <= 0:
            return None
        name, unit = self.LABELS[self.field]
        value = round_length(self.greatest)
        return value / self.greatest * self.longest, f"{name} {with_unit(value, unit)}"


def corner_values(frame, field, smooth):
    """(values, on points): of triangles, or of points where the field is there or is to be smooth. A smooth
    field has at each node the mean of its triangles by area; nodes belong to one body."""
    values = field.values(frame)
    if field.on_points or not smooth:
        return values, field.on_points
    areas, corners = np.repeat(frame.areas(), 3), frame.triangles.ravel()
    total = np.bincount(corners, areas, len(frame.points))
    sums = np.bincount(corners, areas * np.repeat(values, 3), len(frame.points))
    return sums / np.where(total > 0, total, 1), True


def draw_field(axes, frame, scale, colour_map, smooth, has_stress):
    """Triangles in the colours of a field; bodies without it, in plain grey."""
    from matplotlib.collections import PolyCollection
    if not len(frame.triangles):
        return
    mine = has_stress if scale.field.of == "stress" else np.ones(len(frame.triangles), bool)
    corners = frame.xy[frame.triangles]
    if scale.words or not mine.all():
        rest = np.ones(len(mine), bool) if scale.words else ~mine
        axes.add_collection(PolyCollection(corners[rest], facecolors=style.PLAIN, edgecolors="face",
                                           linewidths=0.3))
    if scale.words or not mine.any():
        return
    norm, cmap = colours_of(scale, colour_map)
    values, on_points = corner_values(frame, scale.field, smooth)
    values = values / scale.factor
    if on_points:
        axes.tripcolor(*frame.xy.T, values, triangles=frame.triangles[mine], shading="gouraud", norm=norm,
                       cmap=cmap, rasterized=True)
        return
    faces = PolyCollection(corners[mine], closed=True, edgecolors="face", linewidths=0.3)
    faces.set(array=values[mine], norm=norm, cmap=cmap)
    axes.add_collection(faces)


def colours_of(scale, name):
    import matplotlib
    name = name or ("RdBu_r" if scale.low < 0 < scale.high else "YlOrRd")
    if name not in matplotlib.colormaps:
        raise PlotError("--map: " + unknown("colour map of matplotlib", name, list(matplotlib.colormaps)))
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
        axes.add_collection(PolyCollection(frame.xy[frame.triangles], facecolors=colours,
                                           edgecolors="face", linewidths=0.3))


def draw_mesh(axes, frame, plan, wanted, deformable):
    """Outlines of bodies, and edges of elements where these are at least 3.5 points (1/20 inch) long in each
    body. Bodies that do not deform have none: their elements mean nothing. deformable: of each triangle."""
    from matplotlib.collections import LineCollection, PolyCollection
    if not len(frame.triangles):
        return
    corners = frame.xy[frame.triangles]
    points = 72 * plan.inches_per_metre * np.linalg.norm(corners[:, 0] - corners[:, 1], axis=1)
    medians = [np.median(points[deformable & (frame.cell_data["body"] == body)])
               for body in np.unique(frame.cell_data["body"][deformable])]
    large = wanted == "on" or (wanted == "auto" and min(medians, default=0) >= 3.5)
    meshed = deformable & large
    if meshed.any():
        axes.add_collection(PolyCollection(corners[meshed], facecolors="none", edgecolors=style.MESH,
                                           linewidths=min(0.35, 0.03 * np.median(points[meshed])), zorder=2))
    width = min(0.8, max(0.4, 0.2 * np.median(points)))
    axes.add_collection(LineCollection([frame.xy[line] for line in frame.outlines()], colors=style.INK,
                                       capstyle="round", joinstyle="round", linewidths=width, zorder=3))


def draw_particles(axes, frame):
    if len(frame.particles):
        axes.scatter(*frame.xy[frame.particles].T, s=12, linewidths=0.5, edgecolors=style.INK, zorder=3.5,
                     c=style.body_colours(frame.particle_data["body"]))


def draw_paths(axes, paths, bodies, size):
    """Lines of trajectories up to now, hollow where they begin, full where they are."""
    for path, body in zip(np.swapaxes(paths, 0, 1), bodies):
        colour = style.LINES[body % len(style.LINES)]
        if trajectories.moves(path, size):
            axes.plot(*path.T, "-", color=colour, linewidth=1.1, zorder=5, solid_joinstyle="round")
            axes.plot(*path[0], "o", color=colour, markerfacecolor="white", markersize=3, zorder=5,
                      markeredgewidth=0.8)
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
        axes.text(*(parts @ frame.xy[nodes]), clean(name), ha="center", va="center", fontsize=size,
                  zorder=6, clip_on=True, path_effects=[effects.withStroke(linewidth=2, foreground="white")])


class Painter:
    """What is the same for every panel of a picture, and every frame of a movie: view, colours, arrows."""

    def __init__(self, options):
        self.options, self.scale, self.plan, self.last = options, None, None, 0.0
        self.arrows = [Arrows(name, options.no_arrows_on, bool(options.view)) for name in options.arrows]

    def look(self, groups):
        """Finds the ranges of colours and arrows. groups: iterable of (run, [(time, Frame)])."""
        values = None
        for run, frames in groups:
            if self.options.colour != "body":
                values = values or Range(find_field(self.options.colour, frames[0][1]))
                values.add(frames, run.modulus(), self.options.view)
            for _, frame in frames:
                for arrows in self.arrows:
                    arrows.look(run, frame, self.options.view)
            self.last = max(self.last, frames[-1][0])
        if values:
            self.scale = values.scale(self.options.range)
            if self.scale.words:
                note(f"{self.scale.words}; it is drawn in one colour")

    def lay_out(self, view, panels, columns, row_names=False):
        has_bar = self.scale is not None and not self.scale.words
        has_strip = has_bar or self.scale is not None or self.options.scale_bar or bool(self.arrows)
        self.plan = layout.Layout(view, panels, columns, self.options.width, has_bar, has_strip, row_names,
                                  bool(self.options.title))
        for arrows in self.arrows:
            arrows.fit(self.plan, self.options.arrow_length)
        return self.plan

    def panel(self, figure, k, run, time, frame, paths=None):
        axes = figure.add_axes(self.plan.panel(k))
        axes.set_axis_off()
        x0, y0, x1, y1 = self.plan.view
        types = [run.type_of_body(name) for name in frame.names]
        deformable = of_cells(frame, [kind in (None, "deformable") for kind in types])
        if self.scale is None:
            draw_bodies(axes, frame, of_cells(frame, [kind != "obstacle" for kind in types]))
        else:
            draw_field(axes, frame, self.scale, self.options.map, self.options.smooth, deformable)
        draw_mesh(axes, frame, self.plan, self.options.mesh, deformable)
        draw_particles(axes, frame)
        for arrows in self.arrows:
            arrows.draw(axes, run, frame)
        if paths is not None:
            draw_paths(axes, *paths, max(x1 - x0, y1 - y0))
        if self.options.view:  # what lies outside is cut off: a frame says so
            axes.plot([0, 1, 1, 0, 0], [0, 0, 1, 1, 0], color="#9aa3ad", linewidth=0.6, zorder=7,
                      transform=axes.transAxes, clip_on=False)
        if self.options.names:
            draw_names(axes, frame, self.plan)
        axes.set(xlim=(x0, x1), ylim=(y0, y1))
        axes.text(0.5, -0.04 / self.plan.panel_height, time_label(time, self.last), transform=axes.transAxes,
                  ha="center", va="top", fontsize=9)
        return axes

    def strip(self, figure):
        """Scale bar on the left, colour bar in the middle, keys of arrows on the right."""
        plan, top = self.plan, self.plan.strip_top() + 0.06
        left = (plan.width - plan.used_width()) / 2
        axes = figure.add_axes((0, 0, 1, 1), zorder=10)
        axes.set(xlim=(0, plan.width), ylim=(plan.height, 0))
        axes.set_axis_off()
        axes.patch.set_visible(False)
        if self.options.scale_bar:
            length, text = scale_bar(min(plan.view[2] - plan.view[0], 4.4 / plan.inches_per_metre))
            end = left + 0.05 + length * plan.inches_per_metre
            axes.plot([left + 0.05, left + 0.05, end, end], [top, top + 0.08, top + 0.08, top],
                      color=style.INK, linewidth=1.0, solid_capstyle="butt", solid_joinstyle="miter")
            axes.text((left + 0.05 + end) / 2, top + 0.12, text, ha="center", va="top", fontsize=8)
        keys = [key for key in (arrows.key() for arrows in self.arrows) if key]
        right = left + plan.used_width()
        for row, (length, text) in enumerate(keys):
            y = top + 0.04 + 0.17 * row
            axes.annotate("", (right, y), (right - length, y), arrowprops={
                "arrowstyle": "-|>", "color": style.ARROWS[self.arrows[row].field], "linewidth": 1.2,
                "mutation_scale": 6, "shrinkA": 0, "shrinkB": 0})
            axes.text(right - length - 0.06, y, text, ha="right", va="center", fontsize=8)
        if self.scale is not None:
            self.draw_bar(figure, axes, top)

    def draw_bar(self, figure, axes, top):
        import matplotlib
        plan, scale = self.plan, self.scale
        if scale.words:
            axes.text(plan.width / 2, top + 0.12, scale.words, ha="center", va="center", fontsize=8.5)
            return
        width = min(3.6, 0.4 * plan.used_width())
        place = figure.add_axes(plan.box((plan.width - width) / 2, top, width, 0.1))
        norm, cmap = colours_of(scale, self.options.map)
        extend = {(0, 0): "neither", (1, 0): "max", (0, 1): "min", (1, 1): "both"}
        bar = figure.colorbar(matplotlib.cm.ScalarMappable(norm, cmap), cax=place, orientation="horizontal",
                              extend=extend[int(scale.above), int(scale.below)])
        bar.ax.tick_params(labelsize=8, length=2.5, pad=2)
        bar.ax.xaxis.set_major_locator(matplotlib.ticker.MaxNLocator(5 if width > 1.5 else 3))
        bar.outline.set_linewidth(0.6)
        bar.set_label(scale.label(), fontsize=8.5, labelpad=2)
