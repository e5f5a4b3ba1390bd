"""The folder of a run: its frames, tables and JSON files, whole or as an interrupted run has left
them."""

import csv
import difflib
import json
from pathlib import Path

import numpy as np

from .files import opened
from .frames import Frame, list_frames
from .words import PlotError, note, one_of, quoted, unknown


def read_json(path):
    """What the file holds, or {} where it is missing or damaged: pictures do without. One that cannot be read
    is an error, because it may be read at the next time."""
    try:
        with opened(path, encoding="utf-8", errors="replace") as file:
            content = json.loads(file.read())
    except (FileNotFoundError, ValueError, RecursionError):
        return {}
    except OSError as error:
        raise PlotError(f"cannot read {quoted(path)}: {error.strerror}") from error
    return content if isinstance(content, dict) else {}


class Run:
    """What a run has left behind. Nothing is read before it is asked for."""

    def __init__(self, given):
        self.path = Path(given)
        if self.path.name == "frames.pvd":
            self.path = self.path.parent
        self.name = self.path.resolve().name
        self.listed = self.contacts = None
        if not self.path.is_dir():
            raise PlotError(self.missing(given))
        self.summary, self.resolved = (
            read_json(self.path / f"{n}.json") for n in ("summary", "resolved")
        )
        if not any((self.path / n).exists() for n in ("frames.pvd", "history.csv")):
            raise PlotError(self.no_run())
        self.say_how_it_ended()

    def missing(self, given):
        if self.path.exists():
            return f"{quoted(given)} is a file; give the folder of a run"
        try:
            beside = [p.name for p in self.path.parent.iterdir() if p.is_dir()]
        except OSError:
            beside = []
        near = difflib.get_close_matches(self.path.name, beside, 1, 0.6)
        asks = (
            f"; did you mean {quoted(self.path.parent / near[0])}?"
            if near
            else "; give the folder of a run, which `tactus run` writes (runs/NAME)"
        )
        return f"there is no folder {quoted(given)}{asks}"

    def no_run(self):
        if (self.path / "results.json").exists():
            return f"{quoted(self.path)} is a study's folder; give those of its runs, in cells/"
        return (
            f"{quoted(self.path)} is not the folder of a run: it has neither frames.pvd nor "
            "history.csv"
        )

    def say_how_it_ended(self):
        status = self.summary.get("status")
        if status is None:
            note(
                f"{self.path} has no summary.json: the run is still going on or was killed; "
                "what it has written so far is shown"
            )
        elif status != "completed":
            note(f"{self.path}: the run did not come to its end ({status}); what it has is shown")

    def frames(self):
        if self.listed is None:
            if not (self.path / "frames.pvd").exists():
                raise PlotError(
                    f"{quoted(self.path)} has no frames.pvd, so there is nothing to draw; "
                    "--curves needs history.csv only"
                )
            self.listed = list_frames(self.path)
        return self.listed

    def impulses(self, after, until):
        """{name of a body: impulse of contacts.csv on it [2], in space [3]} in the time after < t <= until.
        Names are as frames write them."""
        if self.contacts is None:
            table = Table(self.path / "contacts.csv", may_be_empty=True)
            self.contacts = (
                table.numbers("time_s"),
                table.impulses(),
                [[name.replace("--", "- -") for name in table.text(f"body_{k}")] for k in "ab"],
            )
        times, impulses, names = self.contacts
        found = {}
        for row in np.flatnonzero((times > after) & (times <= until)):
            for name, sign in zip((names[0][row], names[1][row]), (1, -1)):
                found[name] = found.get(name, 0) + sign * impulses[row]
        return found

    def type_of_body(self, name):
        """ "deformable", "rigid", "obstacle" or "particles", by resolved.json; None: not known."""
        bodies = self.resolved.get("bodies")
        for body in bodies if isinstance(bodies, list) else []:
            if not isinstance(body, dict):
                continue
            stem, _, number = name.rpartition("_")
            if body.get("name") == name or (
                "array" in body and number.isdigit() and body.get("name") == stem
            ):
                return body.get("type", "deformable")
        return None

    def modulus(self):
        """The largest of young, lambda and mu of any material [Pa]; 0: not known."""
        found = [0.0]

        def walk(value):
            for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
                if isinstance(inner, (dict, list)):
                    walk(inner)
                elif key in ("young", "lambda", "mu") and isinstance(inner, (int, float)):
                    found.append(float(inner))

        bodies = self.resolved.get("bodies")
        walk(bodies if isinstance(bodies, list) else [])
        return max(found)


class Table:
    """A CSV file by column. A last row that is cut off does not count; cells without a number are
    NaN."""

    def __init__(self, path, may_be_empty=False):
        self.path = path
        try:
            with opened(path, encoding="utf-8", errors="surrogateescape", newline="") as file:
                rows = csv.reader(file)
                self.names = next(rows, [])
                self.rows = [row for row in rows if len(row) == len(self.names)]
        except FileNotFoundError:
            there = one_of(sorted(p.name for p in path.parent.glob("*.csv"))) or "none"
            raise PlotError(
                f"there is no table {quoted(path)}; tables of this run: {there}"
            ) from None
        except OSError as error:
            raise PlotError(f"cannot read {quoted(path)}: {error.strerror}") from error
        except csv.Error as error:
            raise PlotError(f"{quoted(path)} is no table: {error}") from error
        if not self.rows and not may_be_empty:
            raise PlotError(f"{quoted(path)} has no rows")

    def text(self, name):
        if name not in self.names:
            raise PlotError(f"{quoted(self.path)}: {unknown('column', name, self.names)}")
        at = self.names.index(name)
        return [row[at] for row in self.rows]

    def impulses(self):
        """[rows, 2], in space [rows, 3]."""
        axes = "xyz" if "impulse_z_N_s" in self.names else "xy"
        return np.column_stack([self.numbers(f"impulse_{axis}_N_s") for axis in axes])

    def numbers(self, name):
        def number(cell):
            try:
                return float(cell)
            except ValueError:
                return np.nan

        return np.array([number(cell) for cell in self.text(name)])


def nearest(frames, times):
    """The frames nearest to the times, in order."""
    known = np.array([time for time, _ in frames])
    return [frames[int(np.argmin(np.abs(known - t)))] for t in times]


def spread(frames, count):
    """Up to `count` frames from the first to the last, evenly in time and each once."""
    times = [frames[-1][0]] if count == 1 else np.linspace(frames[0][0], frames[-1][0], count)
    return list(dict.fromkeys(nearest(frames, times)))


def load(frames):
    return [(time, Frame(path)) for time, path in frames]


def find_bodies(names, wanted):
    """Positions of bodies that are given by name, by number, by the name of an array, or as
    "all"."""
    found = []
    for one in wanted:
        copies = [
            k
            for k, name in enumerate(names)
            if name.rpartition("_")[0] == one and name.rpartition("_")[2].isdigit()
        ]
        if one == "all":
            found += range(len(names))
        elif one in names:
            found.append(names.index(one))
        elif one.isdigit() and int(one) < len(names):
            found.append(int(one))
        elif copies:
            found += copies
        else:
            raise PlotError(unknown("body", one, names) + "; \"all\" is all of them")
    return list(dict.fromkeys(found))
