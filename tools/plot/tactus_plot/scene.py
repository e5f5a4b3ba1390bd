"""A scene before it is run: bodies with their names, groups, supports, loads and initial velocities."""

import math

import numpy as np

from . import style
from .arrows import Arrows
from .frames import Frame
from .panels import Painter, view_of
from .run_folder import read_json
from .units import short, with_unit
from .words import clean

SUPPORT, LOAD, GROUPS = "#0b6e4f", "#b5179e", style.LINES
LONGEST = 0.12  # arrows of loads, of the smaller side of the view
FEW_BODIES, LEAST_LABELLED = 12, 0.9  # of so many bodies, and of so many inches, groups that nothing names are told


def picture(run, options):
    import matplotlib.pyplot as plt

    style.set_style()
    time, path = run.frames()[0]
    frame, marks = Frame(path), read_json(run.path / "scene.json")
    options.names, options.margin = True, max(options.margin, 0.12)
    painter = Painter(options)
    painter.arrows = [Arrows("velocity", options.no_arrows_on, bool(options.view))]
    painter.look([(run, [(time, frame)])])
    painter.arrows = [arrows for arrows in painter.arrows if arrows.greatest > 0]
    plan = painter.lay_out(view_of([(time, frame)], options), 1, 1)
    legend = Legend()
    figure = plt.figure(figsize=(plan.width, plan.height))
    axes = painter.panel(figure, 0, run, time, frame)
    axes.texts[-1].set_text("before the first step")
    size = min(plan.view[2] - plan.view[0], plan.view[3] - plan.view[1])
    room = LEAST_LABELLED / plan.inches_per_metre if len(frame.names) <= FEW_BODIES else np.inf
    draw_groups(axes, marks, room, legend)
    draw_supports(axes, marks, legend)
    draw_loads(axes, marks, frame, size, legend)
    painter.strip(figure)
    legend.draw(figure)
    title = figure.suptitle(clean(options.title or marks.get("name", "")), fontsize=11, y=1.0, va="bottom")
    return figure, box_round(figure, [title, *figure.legends])


def box_round(figure, artists):
    """The figure and what stands above and below it, in inches."""
    from matplotlib.transforms import Bbox

    renderer = figure.canvas.get_renderer()
    boxes = [figure.bbox, *(artist.get_window_extent(renderer) for artist in artists)]
    whole = Bbox.union(boxes).transformed(figure.dpi_scale_trans.inverted())
    return whole.padded(0.06)


class Legend:
    """Entries of a legend below the picture, each once."""

    def __init__(self):
        self.entries = {}

    def add(self, artist, words):
        self.entries.setdefault(words, artist)

    def draw(self, figure):
        if self.entries:
            figure.legend(
                list(self.entries.values()),
                [clean(words) for words in self.entries],
                loc="upper center",
                bbox_to_anchor=(0.5, 0.0),
                ncols=2,
                frameon=False,
                fontsize=8,
            )


def draw_groups(axes, marks, room, legend):
    """Groups of boundary edges that the scene names as thick lines; others by their names alone, where they are at
    least as long as `room` [m]."""
    from matplotlib.collections import LineCollection

    number = 0
    for group in marks.get("groups", []):
        if not group["edges"]:
            continue
        edges = np.array(group["edges"])
        if group["named"]:
            colour = GROUPS[number % len(GROUPS)]
            number += 1
            axes.add_collection(
                LineCollection(edges, colors=colour, linewidths=2.2, zorder=4, capstyle="round")
            )
            line = axes.plot([], [], color=colour, linewidth=2.2)[0]
            legend.add(line, f"group {group['body']}/{group['name']}")
        else:
            colour = "#5d636d"
        if group["named"] or np.ptp(edges.reshape(-1, 2), axis=0).max() >= room:
            label(axes, edges, group["name"], colour)


def label(axes, edges, name, colour):
    """The name of a group inside of the body, beside the middle one of its edges."""
    import matplotlib.patheffects as effects

    a, b = edges[len(edges) // 2]
    along = (b - a) / max(np.linalg.norm(b - a), 1e-300)
    inwards = np.array([-along[1], along[0]])  # bodies are on the left of their edges
    angle = math.degrees(math.atan2(along[1], along[0]))
    angle = (angle + 90) % 180 - 90
    axes.annotate(
        clean(name),
        (a + b) / 2,
        xytext=7 * inwards,
        textcoords="offset points",
        rotation=angle,
        ha="center",
        va="center",
        fontsize=6.5,
        style="italic",
        color=colour,
        zorder=6,
        clip_on=True,
        path_effects=[effects.withStroke(linewidth=1.8, foreground="white")],
    )


def draw_supports(axes, marks, legend):
    for support in marks.get("supports", []):
        points = np.array(support["points"]).reshape(-1, 2)
        if not len(points):
            continue
        if not support["group"]:  # a whole body, in its middle
            points = points.mean(axis=0, keepdims=True)
        whole = set(support["fix"]) >= {"x", "y"}
        marker = {"marker": "s" if whole else "^", "markersize": 4.2 if whole else 5}
        where = f"{support['body']}/{support['group']}" if support["group"] else support["body"]
        artist = axes.plot(
            *points.T, linestyle="none", color=SUPPORT, markeredgecolor="white", markeredgewidth=0.4, zorder=5, **marker
        )[0]
        words = f"support of {where}: {' and '.join(support['fix'])} held"
        way = np.array(support["way"]).reshape(-1, 3)
        if len(way) and np.abs(way).max() > 0:
            words = f"support of {where}: moved" + draw_way(axes, points.mean(axis=0), way, support["about"])
        legend.add(artist, words)


def draw_way(axes, centre, way, about):
    """The path of the middle of a support up to the end of the run. @returns words about it"""
    angles = way[:, 2]
    arm = centre - np.array(about) if about else np.zeros(2)
    turned = np.column_stack(
        [
            np.cos(angles) * arm[0] - np.sin(angles) * arm[1],
            np.sin(angles) * arm[0] + np.cos(angles) * arm[1],
        ]
    )
    path = centre - arm + turned + way[:, :2]
    axes.plot(*path.T, "--", color=SUPPORT, linewidth=1.1, zorder=5)
    moving = np.flatnonzero(np.any(path != path[-1], axis=1))
    if len(moving):
        axes.annotate("", path[-1], path[moving[-1]], zorder=5, arrowprops={"arrowstyle": "-|>", "color": SUPPORT, "linewidth": 1.1})
    shift, turn = np.linalg.norm(way[-1, :2]), angles[-1]
    parts = [f" by {with_unit(shift, 'm')}"] if shift > 0 else []
    parts += [f" by {short(turn)} rad"] if turn != 0 else []
    return " and".join(parts) or " and back"


def draw_loads(axes, marks, frame, size, legend):
    """Arrows of loads: of one length for each load, with its size in the legend."""
    for load in marks.get("loads", []):
        later = "" if load["constant"] else ", over time"
        where = f" on {load['body']}" + (f"/{load['group']}" if load["group"] else "") if load["body"] else ""
        if load["type"] == "damping":
            legend.add(axes.plot([], [], alpha=0)[0], f"damping{where}, {short(load['rate'])} 1/s{later}")
            continue
        if load["type"] == "pressure":
            vectors, at = normals(load["edges"], math.copysign(1, load["pressure"]))
            words = f"pressure{where}, {with_unit(abs(load['pressure']), 'Pa')}{later}"
        else:
            at = places_of(load, frame)
            vector = np.array(load["vector"][:2], float)
            unit = {"gravity": "m/s²", "traction": "Pa", "force": "N"}[load["type"]]
            words = f"{load['type']}{where}, {with_unit(np.linalg.norm(vector), unit)}{later}"
            vectors = np.tile(vector / max(np.linalg.norm(vector), 1e-300), (len(at), 1))
        if len(at):
            part = LONGEST / 2 if load["type"] == "pressure" else LONGEST
            arrows(axes, at, vectors, part * size, pointing=load["type"] in ("pressure", "force", "traction"))
            legend.add(axes.plot([], [], color=LOAD, marker=">", markersize=4, linewidth=1.2)[0], words)


def places_of(load, frame):
    if load["type"] == "gravity":
        x0, y0 = frame.xy.min(axis=0)
        x1, y1 = frame.xy.max(axis=0)
        return np.array([[x0 + 0.04 * (x1 - x0), y1]])
    if load["type"] == "traction":
        return thinned(np.array(load["edges"]).reshape(-1, 2, 2).mean(axis=1))
    points = np.array(load["points"]).reshape(-1, 2)
    return points.mean(axis=0, keepdims=True) if len(points) else points


def normals(edges, sign):
    """Against the outward normal of edges that have their body on the left, in their middles."""
    edges = np.array(edges).reshape(-1, 2, 2)
    along = edges[:, 1] - edges[:, 0]
    along = along / np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-300)
    inwards = sign * np.column_stack([-along[:, 1], along[:, 0]])
    middles = edges.mean(axis=1)
    keep = np.linspace(0, len(middles) - 1, min(len(middles), 40)).round().astype(int) if len(middles) else []
    return inwards[keep], middles[keep]


def thinned(points, most=40):
    if len(points) <= most:
        return points
    return points[np.linspace(0, len(points) - 1, most).round().astype(int)]


def arrows(axes, at, vectors, length, pointing):
    """Arrows of one length that end at the places, or begin there."""
    from_, to = (at - length * vectors, at) if pointing else (at, at + length * vectors)
    axes.quiver(
        *from_.T, *(to - from_).T, color=LOAD, angles="xy", scale_units="xy", scale=1, width=0.0028, zorder=5, clip_on=False
    )
