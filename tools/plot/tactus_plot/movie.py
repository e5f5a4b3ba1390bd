"""`tactus movie`: the frames of a run as GIF, or as MP4 through ffmpeg."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np

from . import style, trajectories
from .frames import Frame, see_from
from .panels import Painter, view_of
from .run_folder import Run, spread
from .words import PlotError, clean, quoted


def chosen(frames, options):
    """Frames from --start to --end, at most --most of them, evenly."""
    first, last = options.start or 0.0, np.inf if options.end is None else options.end
    inside = [one for one in frames if first <= one[0] <= last]
    if not inside:
        raise PlotError(
            f"there is no frame from {first:g} s to {last:g} s; frames are there from "
            f"{frames[0][0]:g} s to {frames[-1][0]:g} s"
        )
    return inside if len(inside) <= options.most else spread(inside, options.most)


def pictures(run, wanted, options, painter):
    """Pixels [height, width, 3] of one frame after the other, all of the same size: even numbers,
    which MP4 wants."""
    import matplotlib.pyplot as plt
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    plan, paths = painter.plan, None
    if options.paths:
        things = trajectories.followed(Frame(wanted[0][1]), options.paths)
        where = trajectories.positions((Frame(path) for _, path in wanted), things)
        paths = [(where[: k + 1], [body for _, body, _, _ in things]) for k in range(len(wanted))]
    for k, (time, path) in enumerate(wanted):
        figure = plt.figure(figsize=(plan.width, plan.height), dpi=options.dpi)
        painter.panel(figure, 0, run, time, Frame(path), paths and paths[k])
        painter.strip(figure)
        if options.title:
            figure.text(
                0.5,
                1 - 0.06 / plan.height,
                clean(options.title),
                ha="center",
                va="top",
                fontsize=11,
            )
        canvas = FigureCanvasAgg(figure)
        canvas.draw()
        pixels = np.asarray(canvas.buffer_rgba())[:, :, :3]
        plt.close(figure)
        yield pixels[: len(pixels) // 2 * 2, : pixels.shape[1] // 2 * 2].copy()


def palette_of(stills, wanted):
    """256 colours for all frames, so that nothing flickers: those that are wanted as they are, and
    what is between them in the first, the middle and the last frame."""
    from PIL import Image

    sample = np.concatenate([np.asarray(stills[k]) for k in (0, len(stills) // 2, -1)])
    rest = Image.fromarray(sample).quantize(256 - len(wanted), method=Image.Quantize.MEDIANCUT)
    rest = np.array(rest.getpalette()).reshape(-1, 3)[: 256 - len(wanted)]
    # A colour that is nearly white would be taken for white.
    near = np.abs(rest[:, None] - np.array(wanted)[None]).max(axis=2).min(axis=1) < 12
    palette = Image.new("P", (1, 1))
    colours = [*np.array(wanted).ravel().tolist(), *rest[~near].ravel().tolist()]
    palette.putpalette(colours + (768 - len(colours)) * [0])
    return palette


def write_gif(out, stills, options, painter):
    import io
    from PIL import Image

    stills = [Image.fromarray(pixels) for pixels in stills]
    palette = palette_of(stills, painter.colours())
    stills = [still.quantize(palette=palette, dither=Image.Dither.NONE) for still in stills]
    content = io.BytesIO()
    stills[0].save(
        content,
        format="GIF",
        save_all=True,
        append_images=stills[1:],
        loop=0,
        optimize=False,
        duration=max(20, round(1000 / options.fps)),
    )
    style.write_whole(out, content.getvalue())


def write_mp4(out, stills, options, painter):
    program = shutil.which("ffmpeg")
    if not program:
        raise PlotError(
            "MP4 is written by ffmpeg, which is not installed: `./dev setup --movie` installs it "
            "(Debian: apt install ffmpeg); GIF needs nothing more"
        )
    out = Path(out).resolve()  # what a link leads to is replaced, and not the link
    beside = style.file_beside(out)
    first = next(stills)
    command = [
        program,
        "-loglevel",
        "error",
        "-y",
        "-f",
        "rawvideo",
        "-pix_fmt",
        "rgb24",
        "-s",
        f"{first.shape[1]}x{first.shape[0]}",
        "-r",
        str(options.fps),
        "-i",
        "-",
        "-c:v",
        "libx264",
        "-pix_fmt",
        "yuv420p",
        "-crf",
        "18",
        "-movflags",
        "+faststart",
        "-f",
        "mp4",
        os.path.abspath(beside),
    ]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as ffmpeg:
        try:
            ffmpeg.stdin.write(first.tobytes())
            for still in stills:
                ffmpeg.stdin.write(still.tobytes())
            ffmpeg.stdin.close()
        except BrokenPipeError:
            pass
        said = ffmpeg.stderr.read().decode("utf-8", "replace").strip()
    if ffmpeg.returncode != 0:
        beside.unlink(missing_ok=True)
        reason = said.splitlines()[-1] if said else "it gave no reason"
        raise PlotError(f"ffmpeg could not write {quoted(out)}: {reason}")
    os.replace(beside, out)


def with_progress(stills, count, to):
    """The same pictures; where `to` is a terminal, it shows how many there are so far."""
    for k, still in enumerate(stills, 1):
        if to.isatty():
            print(f"\r{k} of {count} pictures", end="\n" if k == count else "", file=to, flush=True)
        yield still


def movie(options):
    """Draws and writes the movie. @returns its path."""
    see_from(options.direction)
    run = Run(options.runs[0])
    out = options.out or run.path / "movie.gif"
    style.check_ending(out, (".gif", ".mp4"))
    style.check_folder(out)
    wanted = chosen(run.frames(), options)
    style.set_style()
    painter = Painter(options)
    painter.look((run, [(time, Frame(path))]) for time, path in wanted)
    frames = (Frame(path) for _, path in wanted)
    painter.lay_out(view_of(frames, options, painter.ground), 1, 1)
    stills = with_progress(pictures(run, wanted, options, painter), len(wanted), sys.stderr)
    (write_gif if Path(out).suffix.lower() == ".gif" else write_mp4)(out, stills, options, painter)
    return out
