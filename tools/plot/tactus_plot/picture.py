"""`tactus plot`: one picture of one or several runs, of frames or of curves."""

import numpy as np

from . import scene, style, trajectories
from .curves import draw_curves
from .frames import Frame, see_from
from .panels import Painter, view_of
from .run_folder import Run, load, nearest, spread
from .words import clean, note


def paths_of(frames, wanted, until):
    """For each time of `until`: (paths [frames, things, 2], bodies). All frames up to the last
    are read."""
    last = max(until)
    before = [(time, path) for time, path in frames if time <= last]
    first = Frame(before[0][1])
    things = trajectories.followed(first, wanted)
    where = trajectories.positions((Frame(path) for _, path in before), things)
    times = np.array([time for time, _ in before])
    return [(where[times <= time], [body for _, body, _, _ in things]) for time in until]


def note_times_beyond(run, frames, wanted):
    """Says which of the times that were asked for lie outside of the run."""
    first, last = frames[0][0], frames[-1][0]
    beyond = [f"{time:g}" for time in wanted or () if not first <= time <= last * (1 + 1e-9)]
    if beyond:
        note(
            f"{run.name}: no frames at {', '.join(beyond)} s, they are of {first:g} to {last:g} s; "
            "the nearest is shown"
        )


def draw_panels(runs, options):
    rows = []
    for run in runs:
        frames = run.frames()
        note_times_beyond(run, frames, options.times)
        wanted = nearest(frames, options.times) if options.times else spread(frames, options.panels)
        paths = paths_of(frames, options.paths, [t for t, _ in wanted]) if options.paths else None
        rows.append((run, load(wanted), paths))
    import matplotlib.pyplot as plt

    style.set_style()
    several = len(runs) > 1
    most = max(len(shown) for _, shown, _ in rows)
    columns = most if several else min(options.columns or most, most)
    everything = [one for _, shown, _ in rows for one in shown]
    painter = Painter(options)
    painter.look([(run, shown) for run, shown, _ in rows])
    for arrows in painter.arrows:
        if arrows.greatest <= 0:
            note(f"no arrows: in these frames there is no {arrows.LABELS[arrows.field][0]}")
    plan = painter.lay_out(
        view_of((frame for _, frame in everything), options, painter.ground),
        len(rows) * columns if several else most, columns, several
    )
    figure = plt.figure(figsize=(plan.width, plan.height))
    for row, (run, shown, paths) in enumerate(rows):
        for k, (time, frame) in enumerate(shown):
            axes = painter.panel(figure, row * columns + k, run, time, frame, paths and paths[k])
            if several and k == 0:
                axes.text(
                    0,
                    1 + 0.05 / plan.panel_height,
                    clean(run.name),
                    transform=axes.transAxes,
                    ha="left",
                    va="bottom",
                    fontsize=9,
                    fontweight="bold",
                )
    painter.strip(figure)
    if options.title:
        figure.text(
            0.5, 1 - 0.06 / plan.height, clean(options.title), ha="center", va="top", fontsize=11
        )
    return figure


def plot(options):
    """Draws and writes the picture. @returns its path."""
    see_from(options.direction)
    runs = [Run(given) for given in options.runs]
    out = options.out or runs[0].path / "plot.png"
    style.check_ending(out, style.FORMATS)
    style.check_folder(out)
    box = None
    if options.scene:
        figure, box = scene.picture(runs[0], options)
    else:
        figure = draw_curves(runs, options) if options.curves else draw_panels(runs, options)
    style.save(figure, out, options.dpi, box)
    return out
