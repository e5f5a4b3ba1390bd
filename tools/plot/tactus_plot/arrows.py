"""Arrows of velocities and of contact forces: where there is one, how long it is, and its key."""

import numpy as np

from . import style, trajectories
from .run_folder import find_bodies
from .units import round_length, with_unit
from .words import PlotError, quoted


class Arrows:
    """Arrows of vectors, with one scale in all panels: of a field at nodes, or of the mean contact
    force on each body. Where nodes are dense, some of them have arrows of velocity; contact forces
    have all of theirs."""

    LABELS = {
        "velocity": ("velocity", "m/s"),
        "contact_force": ("contact force", "N"),
        "mean_force": ("mean contact force", "N"),
    }

    def __init__(self, field, left_out, clipped):
        self.field, self.left_out, self.clipped, self.greatest = field, left_out, clipped, 0.0

    def without(self, run, frame):
        """Bodies that have no arrows. Forces on an obstacle of few cells would stand far from
        where they act."""
        bodies = set(find_bodies(frame.names, self.left_out))
        if self.field != "velocity":
            types = [run.type_of_body(name) for name in frame.names]
            bodies |= {body for body, kind in enumerate(types) if kind == "obstacle"}
        return bodies

    def of(self, run, time, frame):
        """(places, vectors) of all that act."""
        if self.field == "mean_force":
            return self.of_bodies(run, time, frame)
        if self.field not in frame.point_data:
            raise PlotError(f"{quoted(frame.path)} has no field {quoted(self.field)}")
        vectors, owners = frame.on_picture(frame.point_data[self.field]), frame.body_of_points()
        wanted = (owners >= 0) & np.any(vectors != 0, axis=1)
        wanted &= ~np.isin(owners, list(self.without(run, frame)))
        if self.field == "velocity" and hasattr(self, "inches_per_metre"):
            wanted &= np.isin(np.arange(len(owners)), self.lattice(frame))
        return frame.xy[wanted], vectors[wanted]

    def of_bodies(self, run, time, frame):
        """Impulses of contacts.csv since the frame before, over that time, at centres of mass."""
        before = max((t for t, _ in run.frames() if t < time), default=time)
        impulses = run.impulses(before, time)
        places, vectors = [], []
        for body, name in enumerate(frame.names):
            nodes, parts = trajectories.weights(frame, body)
            if name in impulses and len(nodes) and body not in self.without(run, frame):
                places.append(parts @ frame.xy[nodes])
                vectors.append(frame.on_picture(impulses[name][None])[0] / (time - before))
        return np.array(places).reshape(-1, 2), np.array(vectors).reshape(-1, 2)

    def look(self, run, time, frame, view=None):
        """Finds the longest arrow; those outside of the view do not count."""
        at, vectors = self.of(run, time, frame)
        if view:
            vectors = vectors[np.all((at >= view[:2]) & (at <= view[2:]), axis=1)]
        self.greatest = max(self.greatest, np.linalg.norm(vectors, axis=1).max(initial=0))

    def fit(self, plan, length):
        self.inches_per_metre = plan.inches_per_metre
        part = 0.12 if self.field == "velocity" else 0.18
        self.longest = length or part * min(plan.panel_width, plan.panel_height, 4.0)

    def lattice(self, frame):
        """Nodes that are nearest to the points of a regular lattice in the box round each body at
        the start, about 0.1 inches apart: the same nodes at all times."""
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

    def draw(self, axes, run, time, frame):
        at, vectors = self.of(run, time, frame)
        long = np.linalg.norm(vectors, axis=1) > 0.02 * self.greatest
        if long.any():
            axes.quiver(
                *at[long].T,
                *vectors[long].T,
                color=style.ARROWS[self.field],
                zorder=4,
                clip_on=self.clipped,
                angles="xy",
                scale_units="inches",
                scale=self.greatest / self.longest,
                units="inches",
                width=0.011,
                headwidth=3.8,
                headlength=4.6,
                headaxislength=4.2,
            )

    def key(self):
        """(length in inches, text) of the arrow in the strip; None: there are no arrows."""
        if self.greatest <= 0:
            return None
        name, unit = self.LABELS[self.field]
        value = round_length(self.greatest)
        return value / self.greatest * self.longest, f"{name} {with_unit(value, unit)}"
