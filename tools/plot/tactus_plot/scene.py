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
    plan = painter.lay_out(view_of([frame], options, painter.ground), 1, 1)
    legend = Legend()
    figure = plt.figure(figsize=(plan.width, plan.height))
    axes = painter.panel(figure, 0, run, time, frame)
    axes.texts[-1].set_text("before the first step")
    size = min(plan.view[2] - plan.view[0], plan.view[3] - plan.view[1])
    room = LEAST_LABELLED / plan.inches_per_metre if len(frame.names) <= FEW_BODIES else np.inf
    draw_groups(axes, marks, frame, room, legend)
    draw_supports(axes, marks, frame, legend)
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


def facets_of(mark, frame):
    """Facets of a group [n, dim, 3]; in space those that face the viewer."""
    facets = np.array(mark["facets"], float).reshape(-1, 3 if frame.is_space else 2, 3)
    if not frame.is_space:
        return facets
    normal = np.cross(facets[:, 1] - facets[:, 0], facets[:, 2] - facets[:, 0])
    return facets[normal @ frame.view.towards > 0]


def draw_groups(axes, marks, frame, room, legend):
    """Groups of the boundary that the scene names in colour: edges as thick lines, facets as areas that let the body
    be seen; others by their names alone, where they are at least as long as `room` [m]."""
    from matplotlib.collections import LineCollection, PolyCollection

    number = 0
    for group in marks.get("groups", []):
        facets = frame.on_picture(facets_of(group, frame).reshape(-1, 3))
        facets = facets.reshape(-1, 3 if frame.is_space else 2, 2)
        if group["named"] and group["facets"]:
            colour = GROUPS[number % len(GROUPS)]
            number += 1
            if frame.is_space:
                shown = PolyCollection(facets, facecolors=colour, alpha=0.5, linewidths=0, zorder=2.5)
            else:
                shown = LineCollection(facets, colors=colour, linewidths=2.2, zorder=4, capstyle="round")
            axes.add_collection(shown)
            line = axes.plot([], [], color=colour, linewidth=2.2)[0]
            hidden = "" if len(facets) else ", on the far side"
            legend.add(line, f"group {group['body']}/{group['name']}{hidden}")
        else:
            colour = "#5d636d"
        if len(facets) and (group["named"] or np.ptp(facets.reshape(-1, 2), axis=0).max() >= room):
            label(axes, facets, group["name"], colour)


def label(axes, facets, name, colour):
    """The name of a group inside of the body, beside the middle one of its edges; in space on it."""
    import matplotlib.patheffects as effects

    if facets.shape[1] == 3:
        at, away, angle = facets[len(facets) // 2].mean(axis=0), np.zeros(2), 0.0
    else:
        a, b = facets[len(facets) // 2]
        along = (b - a) / max(np.linalg.norm(b - a), 1e-300)
        at, away = (a + b) / 2, 7 * np.array([-along[1], along[0]])  # bodies are on the left of their edges
        angle = (math.degrees(math.atan2(along[1], along[0])) + 90) % 180 - 90
    axes.annotate(
        clean(name),
        at,
        xytext=away,
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


def draw_supports(axes, marks, frame, legend):
    for support in marks.get("supports", []):
        points = np.array(support["points"], float).reshape(-1, 3)
        if not len(points):
            continue
        if not support["group"]:  # a whole body, in its middle
            points = points.mean(axis=0, keepdims=True)
        whole = set(support["fix"]) >= set("xyz" if frame.is_space else "xy")
        marker = {"marker": "s" if whole else "^", "markersize": 4.2 if whole else 5}
        where = f"{support['body']}/{support['group']}" if support["group"] else support["body"]
        artist = axes.plot(
            *frame.on_picture(points).T, linestyle="none", color=SUPPORT, markeredgecolor="white", markeredgewidth=0.4, zorder=5, **marker
        )[0]
        words = f"support of {where}: {' and '.join(support['fix'])} held"
        way = np.array(support["way"], float).reshape(-1, 4)
        if len(way) and np.abs(way).max() > 0:
            words = f"support of {where}: moved" + draw_way(axes, frame, points.mean(axis=0), way, support)
        legend.add(artist, words)


def draw_way(axes, frame, centre, way, support):
    """The path of the middle of a support up to the end of the run. @returns words about it"""
    angles, axis = way[:, 3], np.array(support["axis"], float)
    arm = centre - np.array(support["about"], float) if support["about"] else np.zeros(3)
    cos, sin = np.cos(angles)[:, None], np.sin(angles)[:, None]
    turned = cos * arm + sin * np.cross(axis, arm) + (1 - cos) * (axis @ arm) * axis
    path = frame.on_picture(centre - arm + turned + way[:, :3])
    axes.plot(*path.T, "--", color=SUPPORT, linewidth=1.1, zorder=5)
    moving = np.flatnonzero(np.any(path != path[-1], axis=1))
    if len(moving):
        axes.annotate("", path[-1], path[moving[-1]], zorder=5, arrowprops={"arrowstyle": "-|>", "color": SUPPORT, "linewidth": 1.1})
    shift, turn = np.linalg.norm(way[-1, :3]), angles[-1]
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
            vectors, at = normals(facets_of(load, frame), math.copysign(1, load["pressure"]))
            at = frame.on_picture(at)
            words = f"pressure{where}, {with_unit(abs(load['pressure']), 'Pa')}{later}"
        else:
            at = places_of(load, frame)
            vector = np.array(load["vector"], float)
            unit = {"gravity": "m/s²", "traction": "Pa", "force": "N"}[load["type"]]
            words = f"{load['type']}{where}, {with_unit(np.linalg.norm(vector), unit)}{later}"
            vectors = np.tile(vector / max(np.linalg.norm(vector), 1e-300), (len(at), 1))
        if len(at):
            part = LONGEST / 2 if load["type"] == "pressure" else LONGEST
            arrows(axes, at, frame.on_picture(vectors), part * size, pointing=load["type"] in ("pressure", "force", "traction"))
            legend.add(axes.plot([], [], color=LOAD, marker=">", markersize=4, linewidth=1.2)[0], words)


def places_of(load, frame):
    """Where the arrows of a load stand on the picture [n, 2]."""
    if load["type"] == "gravity":
        seen = frame.body_points()
        seen = frame.on_picture(seen if len(seen) else frame.points)
        (x0, _), (x1, y1) = seen.min(axis=0), seen.max(axis=0)
        return np.array([[x0 + 0.04 * (x1 - x0), y1]])
    if load["type"] == "traction":
        return frame.on_picture(thinned(facets_of(load, frame).mean(axis=1)))
    points = frame.on_picture(np.array(load["points"], float).reshape(-1, 3))
    return points.mean(axis=0, keepdims=True) if len(points) else points


def normals(facets, sign):
    """Against the outward normal of facets, in their middles."""
    if facets.shape[1] == 3:
        inwards = -np.cross(facets[:, 1] - facets[:, 0], facets[:, 2] - facets[:, 0])
    else:  # edges have their body on the left
        along = facets[:, 1] - facets[:, 0]
        inwards = np.column_stack([-along[:, 1], along[:, 0], 0 * along[:, 0]])
    inwards *= sign / np.maximum(np.linalg.norm(inwards, axis=1, keepdims=True), 1e-300)
    middles = facets.mean(axis=1)
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
