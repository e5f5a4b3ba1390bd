"""Colours, fonts and the writing of pictures, the same for panels, curves and movies."""

import glob
import io
import os
from pathlib import Path

import matplotlib
import numpy as np

from .words import PlotError, one_of, quoted

matplotlib.use("Agg")

# Okabe and Ito's palette, lightened for areas: told apart by colour-blind readers and in grey.
COLOURS = ["#7fb2dd", "#f2b872", "#8fcfb0", "#e0a3c0", "#f0e08a", "#a9d6ef", "#e59a75", "#b9b9b9"]
# The same palette as it is, for lines.
LINES = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a7a7a", "#000000"]
INK, MESH, PLAIN = "#26313d", "#26313d99", "#dde1e6"
ARROWS = {"velocity": "#1b4f9c", "contact_force": "#b5179e", "mean_force": "#6a1b1b"}
FORMATS = (".png", ".svg", ".pdf")


def set_style():
    # Names of bodies and runs are shown as they are: "$" is no formula.
    matplotlib.rcParams.update(
        {
            "font.family": "sans-serif",
            "font.size": 9,
            "text.color": INK,
            "axes.edgecolor": INK,
            "axes.labelcolor": INK,
            "xtick.color": INK,
            "ytick.color": INK,
            "axes.linewidth": 0.7,
            "svg.hashsalt": "tactus",
            "svg.fonttype": "none",
            "pdf.fonttype": 42,
            "text.parse_math": False,
            "axes.formatter.useoffset": False,
            "axes.unicode_minus": True,
        }
    )


def label_decades(axis):
    """Labels of a logarithmic axis as plain text, 10⁻³, for set_style() leaves formulas as they are."""
    from matplotlib.ticker import LogFormatterSciNotation

    class Decades(LogFormatterSciNotation):
        def __call__(self, x, pos=None):
            if not super().__call__(x, pos):
                return ""
            power = round(np.log10(abs(x)))
            if not np.isclose(abs(x), 10.0**power, rtol=1e-9):
                return f"{x:g}"
            sign = "−" if x < 0 else ""
            return sign + "10" + str(power).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))

    axis.set_major_formatter(Decades())
    axis.set_minor_formatter(Decades())


def body_colours(bodies):
    """-1: of none, grey."""
    from matplotlib.colors import to_rgba

    return [to_rgba(PLAIN if b < 0 else COLOURS[int(b) % len(COLOURS)]) for b in bodies]


def check_ending(path, endings):
    if Path(path).suffix.lower() not in endings:
        raise PlotError(
            f"--out {quoted(path)}: the ending tells what is written: {one_of(endings)}"
        )


def is_running(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:  # somebody else's
        return True
    return True


def file_beside(path):
    """Where a file is written that takes the place of `path` in the end. Those that were left by processes that
    were killed are removed."""
    name = f".{path.name}."
    for left in path.parent.glob(f"{glob.escape(name)}*"):
        process = left.name[len(name) :]
        if process.isdecimal() and not is_running(int(process)):
            left.unlink(missing_ok=True)
    return path.with_name(f"{name}{os.getpid()}")


def write_whole(path, content):
    """Replaces the file in one go: an error leaves what was there."""
    path = Path(path).resolve()  # what a link leads to is replaced, and not the link
    try:
        beside = file_beside(path)
    except OSError as error:
        raise PlotError(f"cannot write {quoted(path)}: {error.strerror}") from error
    try:
        beside.write_bytes(content)
        os.replace(beside, path)
    except OSError as error:
        beside.unlink(missing_ok=True) if beside.parent.is_dir() else None
        raise PlotError(f"cannot write {quoted(path)}: {error.strerror}") from error


def save(figure, path, dpi, box=None):
    """No date in the file: the same run gives the same picture. `box`: the part that is written, in inches, if it is
    not the figure."""
    kind = Path(path).suffix.lower()[1:]
    metadata = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(kind)
    content = io.BytesIO()
    figure.savefig(content, format=kind, dpi=dpi, metadata=metadata, bbox_inches=box)
    write_whole(path, content.getvalue())


def check_folder(path):
    """Says so before a long time of drawing where the file could not be written."""
    if Path(path).exists() and not Path(path).is_file():
        raise PlotError(f"cannot write {quoted(path)}: it is no file that could be replaced")
    folder = Path(path).resolve().parent
    if not folder.is_dir():
        raise PlotError(f"cannot write {quoted(path)}: there is no folder {quoted(folder)}")
    try:
        trial = file_beside(Path(path).resolve())
        trial.touch()
        trial.unlink()
    except OSError as error:
        raise PlotError(
            f"cannot write {quoted(path)}: the folder {quoted(folder)} cannot be written to: {error.strerror}"
        ) from error
