#!/usr/bin/env python3
"""Pictures of benchmark results: plot.py RESULT.json... [--out FOLDER], a PNG beside each or in FOLDER."""
import argparse
import json
import pathlib

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

# Colours that people who do not see all of them tell apart (Okabe and Ito).
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#999999", "#000000"]


def finish(figure, axes, title):
    for axis in axes:
        axis.grid(True, which="major", alpha=0.3)
    figure.suptitle(title)
    figure.tight_layout()


def lines(axis, rows, x, columns, scale=1.0):
    for colour, column in zip(COLOURS, columns):
        points = [(r[x], r[column] * scale) for r in rows if r.get(column) is not None]
        if points:
            axis.loglog(*zip(*points), "o-", color=colour, label=column, ms=4)
    axis.set_xlabel(x)


def detection(tables):
    rows = tables["detection"]
    scenes = list(dict.fromkeys(r["scene"] for r in rows))
    figure, axes = plt.subplots(2, 3, figsize=(13, 8), sharex=True, squeeze=False)
    columns = [c for c in rows[0] if c not in ("scene", "boxes", "pairs")]
    for axis, scene in zip(axes.flat, scenes):
        lines(axis, [r for r in rows if r["scene"] == scene], "boxes", columns)
        axis.set_title(scene)
        axis.set_ylabel("seconds")
    axes[0, 0].legend(fontsize=8)
    finish(figure, axes.flat, "Detection: from boxes to pairs")
    return figure


def projection(tables):
    rows = tables["projection"]
    figure, axes = plt.subplots(1, 2, figsize=(10, 4.5), sharey=True)
    for axis, scene in zip(axes, ("chain", "random")):
        lines(axis, [r for r in rows if r["scene"] == scene], "rows", ["local_sqp", "ipopt"])
        axis.set_title(scene)
        axis.set_ylabel("microseconds per step")
    axes[0].legend()
    finish(figure, axes, "Projection on the admissible set")
    return figure


def phases(axis, rows, label):
    parts = ["elements_us", "detection_us", "solver_us", "rest_us"]
    for colour, part in zip(COLOURS, parts):
        axis.loglog([r["number"] for r in rows], [r[part] for r in rows], "o-", color=colour, ms=4,
                    label=part[:-3])
    axis.loglog([r["number"] for r in rows], [r["step_us"] for r in rows], "k--", label="step")
    axis.set_xlabel(label)
    axis.set_ylabel("microseconds per step")


def bars(axis, rows):
    bottom = [0.0] * len(rows)
    parts = ["elements_us", "detection_us", "solver_us", "rest_us"]
    for colour, part in zip(COLOURS, parts):
        height = [r[part] / r["elements_us"] for r in rows]
        axis.bar(range(len(rows)), height, bottom=bottom, color=colour, label=part[:-3])
        bottom = [a + b for a, b in zip(bottom, height)]
    axis.set_xticks(range(len(rows)), [r["scene"].replace(", ", "\n") for r in rows], fontsize=7)
    axis.set_ylabel("time over that of the element loop")


def runs(tables):
    figure, axes = plt.subplots(2, 3, figsize=(14, 8.5))
    groups = [("four squares", tables["elements"], "elements"),
              ("struck pack", [r for r in tables["bodies"] if r["scene"].startswith("struck")], "bodies"),
              ("falling rows", [r for r in tables["bodies"] if r["scene"].startswith("falling")], "bodies")]
    for axis, (title, rows, label) in zip(axes[0], groups):
        phases(axis, [r for r in rows if r["threads"] == 1], label)
        axis.set_title(title + ", 1 thread")
    axes[0, 0].legend(fontsize=8)
    for threads in (1, 2):
        for colour, (title, rows, label) in zip(COLOURS, groups):
            mine = [r for r in rows if r["threads"] == threads]
            axes[1, 0].loglog([r["number"] for r in mine], [r["step_us"] / r["number"] for r in mine],
                              "o-" if threads == 1 else "s--", color=colour, ms=4,
                              label=f"{title}, {threads} thread{'s' * (threads > 1)}")
    axes[1, 0].set_xlabel("elements or bodies")
    axes[1, 0].set_ylabel("microseconds per step and element or body")
    axes[1, 0].legend(fontsize=7)
    bars(axes[1, 1], tables["ratios"])
    axes[1, 1].set_title("scenes of the paper")
    bars(axes[1, 2], tables["self contact"])
    axes[1, 2].set_title("self contact off and on")
    axes[1, 2].set_ylim(top=1.2 * axes[1, 2].get_ylim()[1])  # room for the legend
    axes[1, 2].legend(fontsize=8, ncol=2)
    finish(figure, axes.flat, "Whole runs")
    return figure


def grouped(title, groups, series, label, size, log=False, **ticks):
    """A picture of bars: for each name in `groups` a bar per entry of `series`, {label: [a number or None]}."""
    figure, axis = plt.subplots(figsize=size)
    width = 0.8 / len(series)
    for k, (colour, (name, values)) in enumerate(zip(COLOURS, series.items())):
        axis.bar([i + (k - (len(series) - 1) / 2) * width for i in range(len(groups))],
                 [value or 0 for value in values], width, color=colour, label=name)
    axis.set_xticks(range(len(groups)), groups, **ticks)
    if log:  # bars have no zero to begin at: they begin at a third of the lowest
        axis.set_yscale("log")
        axis.set_ylim(bottom=min(v for values in series.values() for v in values if v) / 3)
    axis.set_ylabel(label)
    axis.legend(fontsize=8, frameon=False, loc="upper left", bbox_to_anchor=(1, 1))
    finish(figure, [axis], title)
    return figure


def columns_of(rows, names, ending=""):
    return {name.removesuffix(ending): [r[name] for r in rows] for name in names}


def element_loop(tables):
    rows = tables["element loop"]
    columns = ["tactus", "hand_written", "hand_written_std_log", "arithmetic"]
    return grouped("Element loop, one thread", [r["name"] for r in rows], columns_of(rows, columns),
                   "nanoseconds per element", (8, 4.5), fontsize=8)


def contact_laws(tables):
    rows = tables["contact laws"]
    laws = list(dict.fromkeys(r["law"] for r in rows))
    times = {(r["law"], r["contacts"], r["dim"]): r["ns"] for r in rows}
    kinds = list(dict.fromkeys((r["contacts"], r["dim"]) for r in rows))
    series = {f"{n}, {dim}D": [times.get((law, n, dim)) for law in laws] for n, dim in kinds}
    return grouped("Contact laws, one thread", laws, series, "nanoseconds per contact", (9, 4), True, fontsize=8)


def friction(tables):
    rows = tables["problems"]
    return grouped("Friction contact problems, one thread", [r["problem"] for r in rows],
                   columns_of(rows, ["tactus ms", "siconos ms"], " ms"), "milliseconds to resv <= 1e-8", (9, 4.5),
                   True, fontsize=7, rotation=20)


def pile(tables):
    rows = tables["disks"]
    return grouped("Sweeps of Gauss-Seidel, one thread", [f"{r['disks']} disks" for r in rows],
                   columns_of(rows, ["sweep ns", "by hand ns"], " ns"), "nanoseconds per contact and sweep", (6, 4))


def box2d(tables):
    rows = tables["piles"]
    scenes = list(dict.fromkeys(r["scene"] for r in rows))
    programs = list(dict.fromkeys(r["program"] for r in rows))
    series = {p: [next(r["ms"] for r in rows if (r["scene"], r["program"]) == (s, p)) for s in scenes] for p in programs}
    return grouped("Piles poured into a box", [s.replace(" and ", "\nand ") for s in scenes], series,
                   "milliseconds per step", (9, 4), True, fontsize=8)


def study(tables):
    rows = tables["speed-up"]
    series = {"study": [r["speed-up"] for r in rows], "arithmetic": [r["arithmetic"] for r in rows]}
    return grouped("A study of laws, solvers and cases on two cores", [f"round {r['round']}" for r in rows], series,
                   "times as fast with two at a time", (7, 4))


def scale(tables):
    figure, axes = plt.subplots(1, 2, figsize=(10, 4.5))
    for axis, scene in zip(axes, ("plane", "space")):
        mine = [r for r in tables["scale"] if r["scene"] == scene]
        for threads in (1, 2):
            rows = [r for r in mine if r["threads"] == threads]
            axis.loglog([r["bodies"] for r in rows], [r["step_us"] / r["bodies"] for r in rows], "o-", ms=4,
                        color=COLOURS[threads - 1], label=f"{threads} thread{'s' * (threads > 1)}")
        axis.set_xlabel("bodies")
        axis.set_ylabel("microseconds per step and body")
        axis.set_title(scene)
        axis.legend()
    finish(figure, axes, "Many bodies, all of them in contact")
    return figure


def linear(tables):
    rows = tables["linear"]
    names = [f"{r['scene']} {r['unknowns']}\n{r['crossing']:g} cells" for r in rows]
    return grouped("Linear systems of implicit steps, one thread", names, columns_of(rows, ["factor", "iterate"]),
                   "seconds", (11, 4.5), True, fontsize=6)


def calculix(tables):
    rows = [r for r in tables["bars"] if r["speed"] is not None]
    names = [r["program"].replace(", ", "\n") for r in rows]
    return grouped("Two steel bars, one thread", names, columns_of(rows, ["seconds"]), "s", (7, 4))


PLOTS = {"contact_laws": contact_laws, "detection": detection, "projection": projection, "runs": runs,
         "element_loop": element_loop, "friction": friction, "pile": pile, "study": study, "box2d": box2d,
         "linear": linear, "calculix": calculix, "scale": scale}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", nargs="+", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path)
    arguments = parser.parse_args()
    for path in arguments.results:
        result = json.loads(path.read_text())
        tables, name = result["tables"], result["benchmark"]
        target = (arguments.out or path.parent) / f"{name}.png"
        PLOTS[name](tables).savefig(target, dpi=110)
        print(target)


if __name__ == "__main__":
    main()
