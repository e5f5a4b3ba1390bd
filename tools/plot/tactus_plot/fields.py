"""What can be shown in colour: fields of the frames and what follows from them, with unit and
name; which values are nothing but rounding; which range the colours take."""

from dataclasses import dataclass

import numpy as np

from .units import prefix_for, with_unit
from .words import PlotError, quoted, unknown

STRESS = {"xx": 0, "yy": 1, "zz": 2, "xy": 3, "yz": 4, "xz": 5}
VECTORS = {
    "velocity": ("speed", "m/s"),
    "displacement": ("displacement", "m"),
    "contact_force": ("contact force", "N"),
}


def von_mises(stress):
    """Of rows XX YY ZZ XY YZ XZ."""
    xx, yy, zz, xy, yz, xz = stress.T
    return np.sqrt(
        ((xx - yy) ** 2 + (yy - zz) ** 2 + (zz - xx) ** 2) / 2 + 3 * (xy**2 + yz**2 + xz**2)
    )


def principal(stress):
    """The three principal stresses of each row, ascending."""
    matrices = stress[:, [0, 3, 5, 3, 1, 4, 5, 4, 2]].reshape(-1, 3, 3)
    return np.linalg.eigvalsh(matrices)


@dataclass
class Field:
    name: str
    label: str
    unit: str
    of: str  # the field of the frame it comes from
    signed: bool  # colours on both sides of zero
    on_points: bool
    take: object  # from the array of the frame to one number each

    def array(self, frame):
        data = frame.point_data if self.on_points else frame.cell_data
        if self.of not in data:
            known = ", ".join(sorted({**frame.cell_data, **frame.point_data}))
            raise PlotError(f"{quoted(frame.path)} has no field {quoted(self.of)}; it has {known}")
        return data[self.of].astype(float)

    def values(self, frame):
        return self.take(self.array(frame))

    def drawn(self, frame, smooth):
        """(values, on points): of triangles, or of points where the field is there or is to be
        smooth. A smooth field has at each node the mean of its triangles by area; nodes belong to
        one body."""
        values = self.values(frame)
        if self.on_points or not smooth:
            return values, self.on_points
        areas, corners = np.repeat(frame.areas(), 3), frame.triangles.ravel()
        total = np.bincount(corners, areas, len(frame.points))
        sums = np.bincount(corners, areas * np.repeat(values, 3), len(frame.points))
        return sums / np.where(total > 0, total, 1), True

    def parent_size(self, frame):
        """The largest size of the whole quantity: what a component of it is small beside."""
        values = np.abs(self.array(frame))
        return values[np.isfinite(values)].max(initial=0)


def known_fields():
    fields = [
        Field("von_mises", "von Mises stress", "Pa", "stress", False, False, von_mises),
        Field(
            "pressure", "pressure", "Pa", "stress", True, False, lambda s: -s[:, :3].mean(axis=1)
        ),
        Field(
            "stress_max",
            "largest principal stress",
            "Pa",
            "stress",
            True,
            False,
            lambda s: principal(s)[:, 2],
        ),
        Field(
            "stress_min",
            "smallest principal stress",
            "Pa",
            "stress",
            True,
            False,
            lambda s: principal(s)[:, 0],
        ),
    ]
    for ending, k in STRESS.items():
        fields.append(
            Field(
                f"stress_{ending}",
                f"Cauchy stress {ending}",
                "Pa",
                "stress",
                True,
                False,
                lambda s, k=k: s[:, k],
            )
        )
    for name, (label, unit) in VECTORS.items():
        fields.append(
            Field(name, label, unit, name, False, True, lambda v: np.linalg.norm(v, axis=1))
        )
        for k, axis in enumerate("xyz"):
            fields.append(
                Field(
                    f"{name}_{axis}",
                    f"{name.replace('_', ' ')} {axis}",
                    unit,
                    name,
                    True,
                    True,
                    lambda v, k=k: v[:, k],
                )
            )
    for name, label, unit in (
        ("contact_pressure", "contact pressure", "Pa"),
        ("contact_shear", "shear of contact", "Pa"),
        ("contact_state", "0 open, 1 sticks, 2 slips", ""),
        ("zone", "rigid impact zone", ""),
    ):
        fields.append(Field(name, label, unit, name, False, True, lambda values: values))
    return {field.name: field for field in fields}


def find_field(name, frame):
    """The field of this name; what a frame has beside the known ones can be shown, too."""
    known = known_fields()
    if name in known:
        return known[name]
    for on_points, data in ((True, frame.point_data), (False, frame.cell_data)):
        if name in data and name not in ("stress", "body", "position_from_origin"):
            there = data[name][np.isfinite(data[name])]
            signed = data[name].ndim == 1 and there.min(initial=0) < 0
            return Field(
                name,
                name.replace("_", " "),
                frame.units.get(name, ""),
                name,
                bool(signed),
                on_points,
                lambda v: v if v.ndim == 1 else np.linalg.norm(v, axis=1),
            )
    raise PlotError(unknown("field", name, ["body", *known]))


def rounding(field, frames, modulus):
    """Values up to this size are rounding errors. 1e-10 of the whole quantity; of stresses
    also what rounding of positions makes of the modulus; of velocities and displacements what is
    small beside the scene. frames: [(time, Frame)]."""
    frame = frames[0][1]
    size = np.ptp(frame.xy, axis=0).max(initial=0) if len(frame.points) else 0
    limit = 1e-10 * max(field.parent_size(f) for _, f in frames)
    if field.of == "stress" and len(frame.triangles):
        ends = frame.start_points()[frame.triangles]
        edge = np.linalg.norm(ends[:, 0] - ends[:, 1], axis=1).min()
        limit = max(limit, 1e-14 * modulus * max(1, size / max(edge, 1e-300)))
    elif field.of == "displacement":
        limit = max(limit, 1e-14 * (size + np.abs(frame.points).max(initial=0)))
    elif field.of == "velocity" and frames[-1][0] > 0:
        limit = max(limit, 1e-13 * size / frames[-1][0])
    return limit


@dataclass
class Scale:
    """How values become colours: those in `unit` are value / factor, from low to high; `words` in
    place of colours where there is nothing to tell apart. `above`: some values lie above high."""

    field: Field
    low: float
    high: float
    factor: float
    unit: str
    above: bool = False
    below: bool = False
    words: str = ""
    greatest: float = 0.0

    def label(self):
        name = self.field.label + (f" [{self.unit}]" if self.unit else "")
        return name + (
            f"; largest {with_unit(self.greatest, self.field.unit)}" if self.above else ""
        )


class Range:
    """Collects values of one frame after the other, and makes a Scale of them. The few largest
    values (the ends of cracks and corners) do not take all colours: above twice what 99.5 % stay
    below they have one."""

    def __init__(self, field, smooth=False):
        self.field, self.smooth, self.limit = field, smooth, 0.0
        self.low, self.high, self.quantiles = np.inf, -np.inf, [0.0]

    def add(self, frames, modulus, view=None):
        """Values outside of the view (x0, y0, x1, y1) do not count."""
        self.limit = max(self.limit, rounding(self.field, frames, modulus))
        for _, frame in frames:
            values, on_points = self.field.drawn(frame, self.smooth)
            seen = np.isfinite(values)
            if view:
                at = frame.xy if on_points else frame.xy[frame.triangles].mean(axis=1)
                seen &= np.all((at >= view[:2]) & (at <= view[2:]), axis=1)
            values = values[seen]
            if values.size:
                self.low, self.high = min(self.low, values.min()), max(self.high, values.max())
                self.quantiles.append(np.quantile(np.abs(values), 0.995))

    def scale(self, given=None):
        field = self.field
        if self.high < self.low:
            return Scale(field, 0, 1, 1.0, field.unit, words=f"{field.label}: no values")
        largest = max(abs(self.low), abs(self.high))
        if given is not None:
            factor, unit = prefix_for(max(map(abs, given)), field.unit)
            return Scale(
                field,
                *given,
                factor,
                unit,
                self.high > given[1],
                self.low < given[0],
                greatest=self.high,
            )
        if largest <= self.limit:
            words = f"{field.label}: zero" + (" up to rounding" if largest > 0 else "")
            return Scale(field, -1, 1, 1.0, field.unit, words=words)
        if self.high - self.low <= self.limit:
            words = f"{field.label}: {with_unit(self.high, field.unit)} everywhere"
            return Scale(
                field, self.low - largest, self.low + largest, 1.0, field.unit, words=words
            )
        bound = largest
        if 0 < max(self.quantiles) < largest / 2:
            bound = max(self.quantiles)
        factor, unit = prefix_for(bound, field.unit)
        if field.signed and self.low < -self.limit:
            return Scale(
                field,
                -bound,
                bound,
                factor,
                unit,
                self.high > bound,
                self.low < -bound,
                greatest=largest,
            )
        low = 0.0 if self.low < 0.5 * bound else self.low
        return Scale(field, low, bound, factor, unit, self.high > bound, greatest=largest)
