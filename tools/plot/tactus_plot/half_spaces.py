"""Half-spaces: obstacles that fill all behind a plane. In the plane they are lines, hatched on the filled side; in
space patches of their planes round the bodies, which never hide one."""

import numpy as np

from . import style
from .words import clean

NEAR = 3.0  # a half-space farther from the bodies than this, of their extent, does not enlarge a view
ROOM = 0.15  # by which a patch stands out beyond the bodies, of their extent
STROKE, SPACING = 0.09, 0.08  # of the hatching [inches]
EDGE = "#9aa3ad"


class Ground:
    """The half-spaces of the frames of a picture, and the box round all bodies, which their patches fit."""

    def __init__(self):
        self.low, self.high, self.is_space = np.full(3, np.inf), np.full(3, -np.inf), False
        self.seen = set()  # (normal, point) of all frames

    def look(self, frame):
        points = frame.body_points()
        if len(points):
            self.low = np.minimum(self.low, points.min(axis=0))
            self.high = np.maximum(self.high, points.max(axis=0))
        self.is_space |= frame.is_space
        self.seen |= {(tuple(normal), tuple(point)) for _, normal, point in frame.half_spaces}

    def box(self):
        """(middle, extent) of the bodies; without any, of the points of the half-spaces."""
        low, high = self.low, self.high
        if not np.all(low <= high):
            points = np.array([point for _, point in self.seen]).reshape(-1, 3)
            low, high = (points.min(axis=0), points.max(axis=0)) if len(points) else (low * 0, low * 0)
        extent = np.max(high - low)
        return (low + high) / 2, extent if extent > 0 else 1.0

    def foot(self, normal, point):
        """The point of a plane that is nearest to the middle of the bodies, and whether it is near."""
        middle, extent = self.box()
        away = (middle - point) @ normal
        reach = 0.5 * (self.high - self.low) @ np.abs(normal) if np.all(self.low <= self.high) else 0
        return middle - away * normal, abs(away) - reach <= NEAR * extent

    def patch(self, normal, point, others):
        """Corners of the part of a plane in space that lies below the bodies, outside of other half-spaces."""
        foot, is_near = self.foot(normal, point)
        if not is_near:
            return np.zeros((0, 3))
        _, extent = self.box()
        one = np.eye(3)[np.argmin(np.abs(normal))]
        one = one - (one @ normal) * normal
        one /= np.linalg.norm(one)
        two = np.cross(normal, one)
        half = 0.5 * np.maximum(self.high - self.low, 0) if np.all(self.low <= self.high) else np.ones(3) / 2
        a, b = (half @ np.abs(axis) + ROOM * extent for axis in (one, two))
        corners = [foot - a * one - b * two, foot + a * one - b * two, foot + a * one + b * two, foot - a * one + b * two]
        for other, at in others:
            corners = cut(corners, other, at)
        return np.array(corners).reshape(-1, 3)

    def marks(self, flat):
        """Places that a view of everything holds, on the picture [n, 2]."""
        places = []
        for normal, point in self.seen:
            normal, point = np.array(normal), np.array(point)
            if self.is_space:
                others = [(np.array(n), np.array(p)) for n, p in self.seen if n != tuple(normal)]
                places += list(self.patch(normal, point, others))
            elif (found := self.foot(normal, point))[1]:
                places += [found[0], found[0] - 0.04 * self.box()[1] * normal]
        return flat(np.array(places).reshape(-1, 3))


def cut(corners, normal, point):
    """The part of a convex polygon that lies on the free side of a half-space."""
    heights, kept = [(corner - point) @ normal for corner in corners], []
    for k, (corner, height) in enumerate(zip(corners, heights)):
        if (height < 0) != (heights[k - 1] < 0):
            part = height / (height - heights[k - 1])
            kept.append(corner + part * (corners[k - 1] - corner))
        if height >= 0:
            kept.append(corner)
    return kept


def draw(axes, frame, ground, plan, names):
    for k, (body, normal, point) in enumerate(frame.half_spaces):
        others = [(n, p) for j, (_, n, p) in enumerate(frame.half_spaces) if j != k]
        if frame.is_space:
            at = draw_patch(axes, frame, ground.patch(normal, point, others), normal)
        else:
            at = draw_line(axes, normal[:2], point[:2], others, plan)
        if names and at is not None and body < len(frame.names):
            write_name(axes, at, frame.names[body])


def draw_patch(axes, frame, corners, normal):
    """Filled where the viewer is on its free side: it lies behind all bodies then. From behind its edges only.
    @returns where its name stands"""
    from matplotlib.patches import Polygon

    if len(corners) < 3:
        return None
    flat = frame.view.flat(corners)
    faces = normal @ frame.view.towards > 0
    axes.add_patch(
        Polygon(
            flat,
            closed=True,
            facecolor=style.PLAIN if faces else "none",
            edgecolor=EDGE,
            linewidth=0.7,
            linestyle="-" if faces else "--",
            zorder=0.5,
        )
    )
    lowest = flat[np.argmin(flat[:, 1])]
    return lowest + 0.12 * (flat.mean(axis=0) - lowest)


def part_in_view(normal, point, others, view):
    """Both ends of the line within the view and outside of other half-spaces; None: there is nothing."""
    along = np.array([normal[1], -normal[0]])
    walls = [((1, 0), (view[0], 0)), ((-1, 0), (view[2], 0)), ((0, 1), (0, view[1])), ((0, -1), (0, view[3]))]
    first, last = -np.inf, np.inf
    for wall, at in [*walls, *((n[:2], p[:2]) for n, p in others)]:
        rate, height = along @ np.array(wall), (point - np.array(at)) @ np.array(wall)
        if rate > 1e-12:
            first = max(first, -height / rate)
        elif rate < -1e-12:
            last = min(last, -height / rate)
        elif height < 0:
            return None
    return (point + first * along, point + last * along) if first < last else None


def draw_line(axes, normal, point, others, plan):
    from matplotlib.collections import LineCollection

    ends = part_in_view(normal, point, others, plan.view)
    if ends is None:
        return None
    a, b = ends
    length = np.linalg.norm(b - a)
    along = (b - a) / length
    stroke, spacing = STROKE / plan.inches_per_metre, SPACING / plan.inches_per_metre
    starts = a + np.arange(0.5 * spacing, length, spacing)[:, None] * along
    hatching = np.stack([starts, starts - stroke * (normal + along) / np.sqrt(2)], axis=1)
    axes.add_collection(LineCollection(hatching, colors=EDGE, linewidths=0.6, zorder=0.5))
    axes.add_collection(LineCollection([ends], colors=style.INK, linewidths=1.0, zorder=0.6, capstyle="butt"))
    return a + 0.1 * (b - a)


def write_name(axes, at, name):
    import matplotlib.patheffects as effects

    axes.text(
        *at,
        clean(name),
        ha="center",
        va="center",
        fontsize=7.5,
        zorder=6,
        clip_on=True,
        path_effects=[effects.withStroke(linewidth=2, foreground="white")],
    )
