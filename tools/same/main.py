#!/usr/bin/env python3
"""Runs scenes with two programs and compares what they leave behind to the bit: what `./dev check same` calls.

    main.py FIRST SECOND --scenes NAME=FOLDER... --out FOLDER    two builds, each a folder with bin/tactus in it
    main.py FIRST SECOND --folders                               two folders of runs that are there already

It ends with 1 if anything differs that may not. Results are kept for a pair of programs and are used again as
long as neither a program nor a scene changes.
"""
import argparse
import concurrent.futures
import fnmatch
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

from results import LEFT_OUT, Difference, Rules, compare_runs

# The whole takes about ten minutes on two cores, so that long configurations end early.
CUT = {
    "gallery/card_house": ["/time/end=0.4"],
    "gallery/card_house_falling": ["/time/end=0.6"],
    "gallery/gears": ["/time/end=3e-3"],
    "gallery/jenga": ["/time/end=0.8"],
    "gallery/poured_pile": ["/time/end=0.35"],
    "gallery/ring_on_blocks": ["/time/end=0.6"],
    "paper/packed_squares_8x8": ["/time/end=1.5e-3"],
    "paper/particle_in_box": ["/time/end=15"],
    "paper/pool": ["/time/end=3e-3"],
    "validation/masonry_arch": ["/time/end=0.4"],
    "validation/masonry_arch_falling": ["/time/end=0.5"],
}
FEWER_CELLS = {"studies/random_ensemble": ('"to": 1000, "count": 1000', '"to": 20, "count": 20')}
TIME_LIMIT = 300  # s, of a run: what hangs is told


def arguments(words):
    parser = argparse.ArgumentParser(prog="./dev check same", add_help=False)
    parser.add_argument("first", type=pathlib.Path)
    parser.add_argument("second", type=pathlib.Path)
    parser.add_argument("--folders", action="store_true")
    parser.add_argument("--scenes", nargs="*", default=[], metavar="NAME=FOLDER")
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("--only", action="append", default=[], metavar="PATTERN")
    parser.add_argument("--rounding", action="append", default=[], metavar="PATTERN")
    parser.add_argument("--differs", action="append", default=[], metavar="PATTERN")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    return parser.parse_args(words)


# ---- Scenes and runs


class Scene:
    """A configuration, or a study, whose cells are compared one by one."""

    def __init__(self, name, file):
        self.name, self.file = name, file
        self.text = file.read_text()
        self.study = '"axes"' in self.text
        self.sets = CUT.get(name, [])
        if self.study:  # elsewhere, without repeats for the clock
            self.text = re.sub(r'("base"\s*:\s*")', rf"\1{file.resolve().parent}/", self.text)
            self.text = re.sub(r'("repeat"\s*:\s*)\d+', r"\g<1>0", self.text)
            self.text = self.text.replace(*FEWER_CELLS.get(name, ("", "")))
        self.digest = hashlib.sha256("\n".join([self.text, *self.sets]).encode()).hexdigest()


def scenes_of(folders, only):
    scenes = []
    for entry in folders:
        name, _, folder = entry.partition("=")
        for file in sorted(pathlib.Path(folder).glob("*.json"), key=lambda f: (len(f.name), f.name)):
            scene = f"{name}/{file.stem}"
            if not only or any(fnmatch.fnmatch(scene, pattern) for pattern in only):
                scenes.append(Scene(scene, file))
    return scenes


class Program:
    """A build, and a folder for its runs that belongs to its bytes."""

    def __init__(self, build, out):
        self.path = build.resolve() / "bin/tactus"
        if not self.path.exists():
            sys.exit(f"there is no program {self.path}")
        digest = hashlib.sha256()
        for file in [self.path, *sorted((build / "lib/tactus/plugins").glob("*.so"))]:
            digest.update(file.read_bytes())
        self.runs = out / digest.hexdigest()[:16]
        self.runs.mkdir(parents=True, exist_ok=True)

    def run(self, scene):
        """The folder of the run, and the exit code."""
        folder = self.runs / scene.name
        note = folder.parent / f"{folder.name}.done"
        if note.exists():
            done = json.loads(note.read_text())
            if done["scene"] == scene.digest:
                return folder, done["code"]
            note.unlink()
        shutil.rmtree(folder, ignore_errors=True)
        folder.parent.mkdir(parents=True, exist_ok=True)
        code = self.call(self.command(scene, folder))
        keep_what_is_compared(folder)
        note.write_text(json.dumps({"scene": scene.digest, "code": code}))
        return folder, code

    def command(self, scene, folder):
        if scene.study:
            study = folder.parent / f"{folder.name}.json"
            study.write_text(scene.text)
            return [self.path, "study", study, "--quiet", "--jobs", "1", "--out", folder]
        command = [self.path, "run", scene.file, "--quiet", "--force", "--threads", "1", "--out", folder]
        return command + [word for change in scene.sets for word in ("--set", change)]

    def call(self, command):
        own = {"XDG_CACHE_HOME": self.runs / "cache", "XDG_DATA_HOME": self.runs / "data"}
        environment = {key: value for key, value in os.environ.items() if key != "TACTUS_PLUGIN_PATH"}
        environment |= {key: str(value) for key, value in own.items()}
        try:
            done = subprocess.run(list(map(str, command)), env=environment, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL, timeout=TIME_LIMIT)
            return done.returncode
        except subprocess.TimeoutExpired:
            return "no end"


def keep_what_is_compared(folder):
    """The last frames, tables and summaries; the rest would take gigabytes."""
    for run in runs_below(folder):
        for file in sorted((folder / run).glob("**/*.vtu"))[:-1] + list((folder / run).glob("*.h5")):
            file.unlink()


def runs_below(folder):
    """Paths, from this folder, of folders of runs: itself, or the cells of a study."""
    return {str(file.parent.relative_to(folder)) for file in folder.glob("**/summary.json")}


# ---- What is told


def listed(names, at_most=6):
    more = f" and {len(names) - at_most} more" if len(names) > at_most else ""
    return ", ".join(names[:at_most]) + more


class Report:
    def __init__(self):
        self.rows, self.alone, self.wrong = [], {}, False
        self.runs = self.same = self.refused = 0

    def add(self, scene, differences, alone):
        self.runs += 1
        self.same += not differences
        for difference in differences:
            self.rows.append((scene, difference))
            self.wrong = self.wrong or not difference.allowed
        for column in alone:
            self.alone.setdefault(column, []).append(scene)

    def write(self):
        if self.rows:
            print(f"{'scene':40} {'what differs':44} {'absolute':>9} {'relative':>9}  first")
        for scene, d in self.rows:
            sizes = d.note or f"{d.absolute:9.1e} {d.relative:9.1e}"
            print(f"{scene:40} {d.what:44} {sizes}  {d.first}{'  allowed' if d.allowed else ''}")
        for of_second in (False, True):
            columns = [(c, where) for (c, second), where in sorted(self.alone.items()) if second == of_second]
            if columns:
                print(f"only of the {'second' if of_second else 'first'} program:")
            for column, where in columns:
                print(f"  {column} (runs: {len(where)}): {listed(where, 3)}")
        print(f"left aside, as a clock or the disk decides them: {', '.join(sorted(LEFT_OUT))} of summaries, columns wall_*")
        print(f"runs compared: {self.runs}; {self.same} the same to the bit, {self.runs - self.same} differ"
              f"{'' if self.wrong or self.same == self.runs else ' as allowed'}; {self.refused} refused by both")


def compare_below(name, first, second, rules):
    """[(scene, differences, columns of one alone)] of all runs in two folders."""
    found = []
    sides = [runs_below(first), runs_below(second)]
    for run in sorted(sides[0] | sides[1]):
        if run in sides[0] and run in sides[1]:
            differences, alone = compare_runs(first / run, second / run, rules)
        else:
            differences, alone = [Difference("run", note="of one alone")], []
        found.append((os.path.normpath(os.path.join(name, run)), differences, alone))
    return found


def compare_scene(programs, scene, rules):
    """As compare_below(), and whether both programs refuse the scene."""
    (first, code), (second, other) = (program.run(scene) for program in programs)
    found = compare_below(scene.name, first, second, rules) or [(scene.name, [], [])]
    if code != other:
        note = f"{code} and {other}"
        found[0][1].insert(0, Difference("exit code", note=note, allowed=rules.differ_freely("exit code")))
    return found, code == other == 2


def compare_programs(given, rules):
    programs = [Program(build, given.out) for build in (given.first, given.second)]
    for folder in given.out.iterdir():
        if folder not in [program.runs for program in programs]:
            shutil.rmtree(folder)
    scenes = scenes_of(given.scenes, given.only)
    report = Report()
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        done = pool.map(lambda scene: compare_scene(programs, scene, rules), scenes)
        for count, (found, refused) in enumerate(done, 1):
            for part in found:
                report.add(*part)
            report.refused += refused
            if sys.stderr.isatty():
                print(f"\r{count} of {len(scenes)} scenes", end="", file=sys.stderr)
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    return report


def compare_folders(given, rules):
    report = Report()
    for part in compare_below("", given.first, given.second, rules):
        report.add(*part)
    return report


def main(words):
    """The exit code."""
    given = arguments(words)
    rules = Rules(given.rounding, given.differs)
    report = (compare_folders if given.folders else compare_programs)(given, rules)
    report.write()
    if not report.runs:
        print("nothing was compared")
        return 1
    return 1 if report.wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
