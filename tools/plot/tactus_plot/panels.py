"""Frames as panels of one scale, and below them scale bar, colour bar and keys of arrows."""

import numpy as np

from . import drawing, half_spaces, layout, style
from .arrows import Arrows
from .fields import Range, find_field
from .run_folder import find_bodies
from .units import scale_bar, time_label
from .words import PlotError, note


def bodies_of(frame, wanted):
    """Which points belong to these bodies."""
    return np.isin(frame.body_of_points(), find_bodies(frame.names, wanted))


def view_of(frames, options, ground):
    """What is seen: --view, or a box round the bodies of --fit in all frames, or round
    everything. frames: iterable of Frame."""
    if options.view:
        return tuple(options.view)
    corners, frame = [np.zeros((0, 2))], None
    for frame in frames:
        points = frame.xy[bodies_of(frame, options.fit) if options.fit else frame.body_of_points() >= 0]
        if len(points):
            corners += [points.min(axis=0, keepdims=True), points.max(axis=0, keepdims=True)]
    if frame is not None and not options.fit:
        corners.append(ground.marks(frame.on_picture))
    corners = np.concatenate(corners)
    if not len(corners):
        raise PlotError("the frames have no points")
    return layout.box_round(corners, options.margin)


class Painter:
    """What is the same for every panel of a picture, and every frame of a movie: view, colours,
    arrows."""

    def __init__(self, options):
        self.options, self.scale, self.plan, self.last = options, None, None, 0.0
        self.ground = half_spaces.Ground()
        self.arrows = [
            Arrows(name, options.no_arrows_on, bool(options.view)) for name in options.arrows
        ]

    def look(self, groups):
        """Finds the ranges of colours and arrows. groups: iterable of (run, [(time, Frame)])."""
        values, in_space = None, False
        for run, frames in groups:
            if self.options.colour != "body":
                values = values or Range(
                    find_field(self.options.colour, frames[0][1]), self.options.smooth
                )
                values.add(frames, run.modulus(), self.options.view)
            for time, frame in frames:
                in_space |= frame.is_space
                self.ground.look(frame)
                for arrows in self.arrows:
                    arrows.look(run, time, frame, self.options.view)
            self.last = max(self.last, frames[-1][0])
        if self.options.direction and not in_space:
            raise PlotError("--view takes X0 Y0 X1 Y1 here: AZIMUTH and ELEVATION are for bodies in space")
        if values:
            self.scale = values.scale(self.options.range)
            if self.scale.words:
                note(f"{self.scale.words}; it is drawn in one colour")

    def lay_out(self, view, panels, columns, row_names=False):
        has_bar = self.scale is not None and not self.scale.words
        has_strip = has_bar or self.scale is not None or self.options.scale_bar or bool(self.arrows)
        self.plan = layout.Layout(
            view,
            panels,
            columns,
            self.options.width,
            has_bar,
            has_strip,
            row_names,
            bool(self.options.title),
            sum(arrows.greatest > 0 for arrows in self.arrows),
        )
        for arrows in self.arrows:
            arrows.fit(self.plan, self.options.arrow_length)
        return self.plan

    def panel(self, figure, k, run, time, frame, paths=None):
        axes = figure.add_axes(self.plan.panel(k))
        axes.set_axis_off()
        x0, y0, x1, y1 = self.plan.view
        types = [run.type_of_body(name) for name in frame.names]
        deformable = drawing.of_cells(frame, [kind in (None, "deformable") for kind in types])
        half_spaces.draw(axes, frame, self.ground, self.plan, self.options.names)
        if self.scale is None:
            drawing.draw_bodies(
                axes, frame, drawing.of_cells(frame, [kind != "obstacle" for kind in types])
            )
        else:
            drawing.draw_field(
                axes, frame, self.scale, self.options.map, self.options.smooth, deformable
            )
        drawing.draw_mesh(axes, frame, self.plan, self.options.mesh, deformable)
        drawing.draw_particles(axes, frame)
        for arrows in self.arrows:
            arrows.draw(axes, run, time, frame)
        if paths is not None:
            drawing.draw_paths(axes, *paths, max(x1 - x0, y1 - y0))
        if self.options.view:  # what lies outside is cut off: a frame says so
            axes.plot(
                [0, 1, 1, 0, 0],
                [0, 0, 1, 1, 0],
                color="#9aa3ad",
                linewidth=0.6,
                zorder=7,
                transform=axes.transAxes,
                clip_on=False,
            )
        if self.options.names:
            drawing.draw_names(axes, frame, self.plan)
        axes.set(xlim=(x0, x1), ylim=(y0, y1))
        axes.text(
            0.5,
            -0.04 / self.plan.panel_height,
            time_label(time, self.last),
            transform=axes.transAxes,
            ha="center",
            va="top",
            fontsize=9,
        )
        return axes

    def colours(self):
        """White, ink, and 64 colours of the field or those of bodies: (red, green, blue) to 255."""
        from matplotlib.colors import to_rgb

        found = [to_rgb(name) for name in ("white", style.INK, style.PLAIN, *style.COLOURS)]
        if self.scale is not None and not self.scale.words:
            _, cmap = drawing.colours_of(self.scale, self.options.map)
            found += [cmap(k / 63)[:3] for k in range(64)]
        return [tuple(round(255 * part) for part in colour) for colour in found]

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
            axes.plot(
                [left + 0.05, left + 0.05, end, end],
                [top, top + 0.08, top + 0.08, top],
                color=style.INK,
                linewidth=1.0,
                solid_capstyle="butt",
                solid_joinstyle="miter",
            )
            axes.text((left + 0.05 + end) / 2, top + 0.12, text, ha="center", va="top", fontsize=8)
        keys = [key for key in (arrows.key() for arrows in self.arrows) if key]
        right = left + plan.used_width()
        for row, (length, text) in enumerate(keys):
            y = top + 0.04 + layout.KEY * row
            axes.annotate(
                "",
                (right, y),
                (right - length, y),
                arrowprops={
                    "arrowstyle": "-|>",
                    "color": style.ARROWS[self.arrows[row].field],
                    "linewidth": 1.2,
                    "mutation_scale": 6,
                    "shrinkA": 0,
                    "shrinkB": 0,
                },
            )
            axes.text(right - length - 0.06, y, text, ha="right", va="center", fontsize=8)
        if self.scale is not None:
            self.draw_bar(figure, axes, top)

    def draw_bar(self, figure, axes, top):
        import matplotlib

        plan, scale = self.plan, self.scale
        if scale.words:
            axes.text(
                plan.width / 2, top + 0.12, scale.words, ha="center", va="center", fontsize=8.5
            )
            return
        width = min(3.6, 0.4 * plan.used_width())
        place = figure.add_axes(plan.box((plan.width - width) / 2, top, width, 0.1))
        norm, cmap = drawing.colours_of(scale, self.options.map)
        extend = {(0, 0): "neither", (1, 0): "max", (0, 1): "min", (1, 1): "both"}
        bar = figure.colorbar(
            matplotlib.cm.ScalarMappable(norm, cmap),
            cax=place,
            orientation="horizontal",
            extend=extend[int(scale.above), int(scale.below)],
        )
        bar.ax.tick_params(labelsize=8, length=2.5, pad=2)
        bar.ax.xaxis.set_major_locator(matplotlib.ticker.MaxNLocator(5 if width > 1.5 else 3))
        bar.outline.set_linewidth(0.6)
        bar.set_label(scale.label(), fontsize=8.5, labelpad=2)
