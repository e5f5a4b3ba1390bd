"""Histories as curves: columns of history.csv and other tables, contact forces, where bodies are;
one axis per unit, several runs over each other."""

import re
from collections import Counter
from dataclasses import dataclass

import numpy as np

from . import style, trajectories
from .filters import Filter
from .frames import Frame
from .run_folder import Table
from .units import PREFIXED, prefix_for, unit_of_column, with_unit
from .words import PlotError, clean, note, quoted, unknown

ENERGIES = [
    "kinetic_energy_J",
    "strain_energy_J",
    "external_energy_J",
    "contact_stored_energy_J",
    "dissipated_energy_J",
    "total_energy_J",
]
WINDOWS, MOST_PAIRS = 200, 6
GROUPS = {
    "energies": "all energies that are not zero",
    "contact_forces": "between each two bodies",
    "support_forces": "of each support",
}
OF_BODIES = {
    "x": ("position x", "m"),
    "y": ("position y", "m"),
    "z": ("position z", "m"),
    "path": ("distance from the start", "m"),
}
# Columns of energy that every row has since the one before; impulses end with their unit.
SINCE_THE_ROW_BEFORE = {
    "contact_energy_J",
    "contact_gain_J",
    "integration_gain_J",
    "step_change_J",
    "friction_dissipation_J",
    "normal_energy_loss_J",
}


@dataclass
class Series:
    times: np.ndarray
    values: np.ndarray
    label: str
    unit: str
    kind: str = ""  # what the axis is called, where labels say only of which pair or body
    how: str = ""  # mean over which time, or filtered by what
    file: str = ""  # the table of a column


def thinned(times, values, most=4000):
    """The lowest and the highest value of each of most/2 ranges: the curve looks the same."""
    if len(times) <= most:
        return times, values
    keep = []
    for part in np.array_split(np.arange(len(times)), most // 2):
        filled = np.nan_to_num(values[part])
        keep += sorted({part[np.argmin(filled)], part[np.argmax(filled)]})
    return times[keep], values[keep]


class Histories:
    """The tables of one run, each read once. Mean forces are taken over parts of the time from
    start to end [s]; None: of the whole run. `through`: a Filter that all curves pass, or None."""

    def __init__(self, run, start=None, end=None, through=None):
        self.run, self.tables, self.through = run, {}, through
        self.start, self.end = start or 0.0, np.inf if end is None else end

    def table(self, name):
        if name not in self.tables:
            self.tables[name] = Table(self.run.path / name)
        return self.tables[name]

    def find(self, wanted):
        """The series of one word of --curves."""
        if wanted == "energies":
            there = self.table("history.csv").names  # what dissipates has a column where it is
            found = [self.column("history.csv", name) for name in ENERGIES if name in there]
            return [s for s in found if np.any(s.values != 0) or s.label == "total energy"]
        if wanted == "contact_forces":
            return self.forces("contacts.csv", ("body_a", "body_b"), " on ", "contact force")
        if wanted == "support_forces":
            return self.forces("supports.csv", ("body", "group"), ", ", "support force")
        file, colon, column = wanted.partition(":")
        if colon and file.endswith(".csv"):
            return [self.column(file, column)]
        for file in ("history.csv", "probes.csv"):
            if (self.run.path / file).exists() and wanted in self.table(file).names:
                return [self.column(file, wanted)]
        body, dot, what = wanted.rpartition(".")
        if dot and what in OF_BODIES:
            return self.motion(body, what)
        raise PlotError(
            f"{quoted(self.run.path)}: "
            + unknown("column", wanted, self.known())
            + "; a body's place is BODY.x, BODY.y, BODY.z or BODY.path, another table FILE.csv:COLUMN"
        )

    def known(self):
        there = [f for f in ("history.csv", "probes.csv") if (self.run.path / f).exists()]
        return [
            *GROUPS,
            *(
                name
                for file in there
                for name in self.table(file).names
                if name not in ("step", "time_s")
            ),
        ]

    def column(self, file, name):
        table = self.table(file)
        values = table.numbers(name)
        if np.isnan(values).all():
            raise PlotError(f"{quoted(table.path)}: column {quoted(name)} holds no numbers")
        label, unit = unit_of_column(name)
        times = table.numbers("time_s")
        if self.through and (unit == "N s" or name in SINCE_THE_ROW_BEFORE):
            times, values = self.filtered_rates(file, name, times, values)
            label = label.replace("impulse", "force") if unit == "N s" else f"rate of {label}"
            unit = "N" if unit == "N s" else "W"
        elif self.through and is_mean(name):
            times, values = self.filtered_means(times, values[1:])
        elif self.through:
            told = ~np.isnan(values)  # between rows that hold a number lines are straight
            times = times[told]
            values = self.through.applied(times, values[told])
        return Series(times, values, label, unit, how=self.how(), file=file)

    def filtered_rates(self, file, name, times, values):
        """What is summed since the row before, over this time: curves do not depend on how often rows are written."""
        if len(times) > 1 and np.diff(times).min() <= 0:
            raise PlotError(
                f"{quoted(self.run.path / file)}: --filter takes one value at a time, and {quoted(name)} has several, of "
                "different bodies; take contact_forces or support_forces"
            )
        ends = self.table("history.csv").numbers("time_s")
        sums = np.zeros(len(ends))
        np.add.at(sums, np.searchsorted(ends, times * (1 - 1e-12)).clip(max=len(ends) - 1), values)
        return self.filtered_means(ends, sums[1:] / np.diff(ends))

    def filtered_means(self, ends, means):
        """(times, values) of means between each two of the times `ends`."""
        return ends[1:], self.through.applied(ends, np.append(means[:1], means), means=True)[1:]

    def forces(self, file, names, between, what):
        """Forces from impulses: |sum of impulses| over time in each of 200 equal parts of the run, or in each row
        of the history where there are fewer, or where the forces are filtered."""
        table, ends = self.table_of_impulses(file), self.table("history.csv").numbers("time_s")
        ends = ends[(self.start <= ends) & (ends <= self.end)]
        if len(ends) < 2:
            raise PlotError(
                f"{quoted(self.run.path / 'history.csv')} has too few rows: a mean force is taken "
                "over the time between two"
            )
        if len(ends) > WINDOWS + 1 and not self.through:
            ends = ends[np.linspace(0, len(ends) - 1, WINDOWS + 1).round().astype(int)]
        times = table.numbers("time_s")
        impulse = table.impulses()
        window = np.searchsorted(ends, times * (1 - 1e-12)) - 1
        owners = list(zip(*(table.text(name) for name in names)))
        found = []
        rounding = self.rounding()
        for owner in dict.fromkeys(owners):
            if names[0] == "body_a" and owner[0] == owner[1]:
                continue  # forces of a body on itself cancel
            mine = np.array([o == owner for o in owners]) & (window >= 0) & (window < len(ends) - 1)
            sums = np.array(
                [np.bincount(window[mine], of, len(ends) - 1) for of in impulse[mine].T]
            )
            if np.abs(sums).max(initial=0) <= rounding:
                sums = np.zeros_like(sums)
            forces, at = sums / np.diff(ends), (ends[1:] + ends[:-1]) / 2
            if self.through:
                at = ends[1:]
                forces = [self.filtered_means(ends, f)[1] for f in forces]
            mean = np.linalg.norm(forces, axis=0)
            shown = owner if names[0] == "body" else owner[::-1]
            label = between.join(clean(part) for part in shown if part)
            found.append(Series(at, mean, label, "N", what, self.over(ends)))
        found.sort(key=lambda series: -series.values.sum())
        if len(found) > MOST_PAIRS:
            note(f"{self.run.path}: the {MOST_PAIRS} largest of {len(found)} {what}s are drawn")
        return found[:MOST_PAIRS]

    def over(self, ends):
        """What forces are: filtered, or means over a time."""
        if self.through:
            return self.through.name
        return f"mean over {with_unit(float(np.median(np.diff(ends))), 's')}"

    def rounding(self):
        """Impulses up to this size are rounding errors beside the largest of the run [N s]."""
        largest = 0.0
        for file in ("contacts.csv", "supports.csv"):
            if (self.run.path / file).exists():
                table = Table(self.run.path / file, may_be_empty=True)
                largest = max(largest, np.nanmax(np.abs(table.impulses()), initial=0))
        return 1e-9 * largest

    def table_of_impulses(self, file):
        try:
            return self.table(file)
        except PlotError as error:
            raise PlotError(f"{error}; without such rows nothing has touched") from None

    def motion(self, body, what):
        frames = self.run.frames()
        first = Frame(frames[0][1])
        if what == "z" and not first.is_space:
            raise PlotError(f"{quoted(self.run.path)} is a run in the plane: {quoted(body)} has no z")
        things = trajectories.followed(first, [body])
        if not things:
            raise PlotError(
                f"{quoted(body)} has no points in the frames of {quoted(self.run.path)}"
            )
        where = trajectories.places((Frame(path) for _, path in frames), things)
        times = np.array([time for time, _ in frames])
        label, unit = OF_BODIES[what]
        if what == "path":
            values = np.linalg.norm(where - where[0], axis=2)
        else:
            values = where[:, :, "xyz".index(what)]
        if self.through:
            values = np.column_stack([self.through.applied(times, column) for column in values.T])
        return [
            Series(times, values[:, k], f"{label} of {clean(thing[0])}", unit, how=self.how())
            for k, thing in enumerate(things)
        ]

    def how(self):
        return self.through.name if self.through else ""


def is_mean(column):
    """Whether a column has means over the time since the row before: forces of probes."""
    return re.search(r"\.force_[xyz]_N$", column) is not None


def tell_apart(all_of):
    """Curves of one run that would have the same name have that of their table, too."""
    names = Counter((number, series.label) for number, series in all_of)
    for number, series in all_of:
        if series.file and names[number, series.label] > 1:
            series.label += f" ({series.file})"


def gather(runs, options):
    """[((unit, kind), [(run number, Series)])] in the order of first curves: an axis each."""
    by_unit = {}
    through = Filter(options.filter) if options.filter else None
    for number, run in enumerate(runs):
        histories = Histories(run, options.start, options.end, through)
        for wanted in options.curves:
            for series in histories.find(wanted):
                all_of = by_unit.setdefault((series.unit, series.kind), [])
                told = [(n, other.label, other.file) for n, other in all_of]
                if (number, series.label, series.file) not in told:
                    all_of.append((number, series))
    if not by_unit:
        raise PlotError("there is nothing to draw as curves")
    for all_of in by_unit.values():
        tell_apart(all_of)
    return list(by_unit.items())


def draw_curves(runs, options):
    import matplotlib.pyplot as plt

    style.set_style()
    groups = gather(runs, options)
    height = max(1.9, min(2.8, 0.33 * options.width))
    figure, grid = plt.subplots(
        len(groups),
        1,
        figsize=(options.width, height * len(groups) + 0.3),
        sharex=True,
        squeeze=False,
        layout="constrained",
    )
    last = max(series.times[-1] for _, all_of in groups for _, series in all_of)
    per_second, second = prefix_for(last, "s")
    for axes, ((unit, _), all_of) in zip(grid[:, 0], groups):
        draw_group(axes, unit, all_of, runs, options, per_second)
        axes.set_xlim(
            (options.start or 0) / per_second,
            (last if options.end is None else options.end) / per_second,
        )
    figure.align_ylabels(grid[:, 0])
    grid[-1, 0].set_xlabel(f"time [{second}]")
    if options.title:
        figure.suptitle(clean(options.title), fontsize=11)
    return figure


def draw_group(axes, unit, all_of, runs, options, per_second):
    largest = max(np.nanmax(np.abs(series.values)) for _, series in all_of)
    factor, unit = prefix_for(largest, unit) if unit in PREFIXED else (1.0, unit)
    labels = list(dict.fromkeys(series.label for _, series in all_of))
    several, styles = len(runs) > 1, ["-", "--", ":", "-."]
    for number, series in all_of:
        times, values = thinned(series.times, series.values)
        place = labels.index(series.label)
        colour, dash = (number, 0) if len(labels) == 1 else (place, number)
        label = (
            clean(runs[number].name)
            if several and len(labels) == 1
            else f"{series.label}, {clean(runs[number].name)}"
            if several
            else series.label
        )
        marks = "o" if len(times) <= 40 else None
        axes.plot(
            times / per_second,
            values / factor,
            styles[(dash + colour // len(style.LINES)) % len(styles)],
            color=style.LINES[colour % len(style.LINES)],
            linewidth=1.3,
            marker=marks,
            markersize=3,
            # matplotlib leaves names that begin with "_" out of the legend
            label=" " + label if label.startswith("_") else label,
        )
    name = labels[0] if len(labels) == 1 else common_words(labels)
    name = ", ".join(filter(None, (all_of[0][1].kind, name))) or "value"
    how = " or ".join(dict.fromkeys(series.how for _, series in all_of if series.how))
    axes.set_ylabel((f"{name} [{unit}]" if unit else name) + (f"\n{how}" if how else ""))
    if len(all_of) > 1:
        axes.legend(frameon=False, fontsize=8, loc="upper left", bbox_to_anchor=(1.0, 1.02))
    if options.log:
        axes.set_yscale("log")
        style.label_decades(axes.yaxis)
    axes.margins(y=0.06)
    axes.grid(True, linewidth=0.4, color="#c9ced4")
    axes.spines[["top", "right"]].set_visible(False)


def common_words(labels):
    """ "energy" of "kinetic energy" and "total energy"."""
    shared = set.intersection(*(set(label.split()) for label in labels))
    words = [word for word in labels[0].split() if word in shared]
    while words and words[-1] in ("of", "on"):
        words.pop()
    while words and words[0] in ("of", "on"):
        words.pop(0)
    return " ".join(words)
