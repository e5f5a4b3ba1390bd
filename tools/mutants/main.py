#!/usr/bin/env python3
"""Random mechanical mutants of the shipped plugins against the conformance kit: what `./dev check mutants` calls.

    main.py ROOT BUILD --out FOLDER [--count 200] [--seed N] [--only KIND/NAME]...
    main.py ROOT BUILD --out FOLDER --at plugins/KIND/NAME/FILE:LINE...   all mutants of these lines
    main.py ROOT BUILD --out FOLDER --seed N --resume   goes on where a run with this seed was interrupted
    main.py ROOT BUILD --out FOLDER --seed N --again    puts those of it that survived to the kit of today

Each mutant is a plugin with one place changed, as mutations.py says. The kit (`tactus check-plugin`) kills it, or it
survives; a survivor counts where it changes a run of a scene that uses the plugin: a figure by more than 1e-6, its
verdict or its end. Three classes are told apart: what changes nothing, because no test could kill it; what changes
counts of work alone (scenes.py names them), because nobody is promised how a result is found; and what changes figures
alone that rounding decides, too. The share with the last two is told beside. It ends with 1 where the kit kills fewer than 95 % of those that count.

Which way a load points by its option is not known to the kit: a mutant that only turns the sign of `pressure` survives.
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import random
import shutil
import subprocess
import sys
import threading

from mutations import mutations_of
from plugins import BROKEN_PROMISE, slots_of, undeclared
from scenes import BROKEN, changed, scenes_of
from workshop import Workshop

TO_KILL = 0.95
PROCESSOR_TIME = 60  # s, of one process of the kit
NOT_TESTED = 6  # exit code of the kit


def arguments():
    parser = argparse.ArgumentParser(prog="./dev check mutants")
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--only", action="append", default=[], metavar="KIND/NAME")
    parser.add_argument("--at", action="append", default=[], metavar="FILE:LINE")
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    return parser.parse_args()


def draw(workshop, only, rng):
    """Mutants without end: each plugin as often as any other, each of its places once."""
    left = {}
    for plugin in only or workshop.plugins():
        places = []
        for file in workshop.sources(plugin):
            places += mutations_of(str(file.relative_to(workshop.root)), file.read_text())
        rng.shuffle(places)
        left[plugin] = places
    while any(left.values()):
        order = sorted(left)
        rng.shuffle(order)
        for plugin in order:
            if left[plugin]:
                yield plugin, left[plugin].pop()


def at_lines(workshop, places):
    """All mutants of some lines."""
    for place in places:
        file, line = place.rsplit(":", 1)
        plugin = "/".join(file.split("/")[1:3])
        for mutation in mutations_of(file, (workshop.root / file).read_text()):
            if mutation.line == int(line):
                yield plugin, mutation


class Record:
    """What became of mutants, one a line, kept in the folder of a run: number, verdict, why and the mutation."""

    def __init__(self, out, seed, known, again):
        self.file = out / f"verdicts_{seed}.tsv"
        self.known = {}
        if known and self.file.exists():
            for number, *said in (line.split("\t") for line in self.file.read_text().splitlines()):
                self.known[int(number)] = said
        if again:
            self.known = {number: said for number, said in self.known.items()
                          if said[0] not in ("survives", "changes rounding", "changes work")}
        out.mkdir(parents=True, exist_ok=True)
        self.file.write_text("".join(map(self.line, self.known.items())))

    @staticmethod
    def line(item):
        return "\t".join([str(item[0]), *item[1]]) + "\n"

    def verdict_of(self, number, mutation):
        """(what became of it, why), or None where this is not known of the same mutation."""
        *verdict, of = self.known.get(number, [""])
        return verdict if of == str(mutation) else None

    def add(self, number, mutation, verdict):
        if not self.verdict_of(number, mutation):
            said = [*(" ".join(part.split()) for part in verdict), str(mutation)]
            with self.file.open("a") as file:
                file.write(self.line((number, said)))


class Judge:
    def __init__(self, workshop, out):
        self.workshop, self.out = workshop, out
        self.tactus = workshop.build / "bin/tactus"
        self.scenes = {}
        self.preparing = collections.defaultdict(threading.Lock)

    def kills(self, library):
        """The first promise that the kit says is broken, or None."""
        for more in (["--defaults"], []):
            command = [self.tactus, "check-plugin", library, "--time-limit", PROCESSOR_TIME,
                       *slots_of(library.stem), *more]
            done = subprocess.run(list(map(str, command)), capture_output=True, text=True, errors="replace")
            if done.returncode in (0, NOT_TESTED):
                continue
            lines = [line.strip() for line in (done.stdout + done.stderr).splitlines()]
            failed = undeclared(library.stem, done.stdout)
            if not failed and library.stem in BROKEN and done.returncode == BROKEN_PROMISE:
                continue  # what breaks without a mutant, too, finds none
            return failed[0] if failed else lines[-1] if lines else ""
        return None

    def judge(self, number, plugin, mutation):
        """(what became of it, why)"""
        folder = self.out / f"mutant{number}"
        library = self.workshop.make(plugin, mutation, folder / "build")
        if not library:
            shutil.rmtree(folder, ignore_errors=True)
            return "does not compile", ""
        broken = self.kills(library)
        verdict = ("killed", broken)
        if broken is None:
            kind, change = changed(self.tactus, self.scenes_with(plugin), library, folder)
            verdict = {"figure": "survives", "rounding": "changes rounding", "work": "changes work",
                       None: "changes nothing"}[kind], change
        shutil.rmtree(folder, ignore_errors=True)
        return verdict

    def scenes_with(self, plugin):
        """They are run when the kit lets the first mutant of the plugin pass."""
        with self.preparing[plugin]:
            if plugin not in self.scenes:
                folder = self.out / "scenes" / plugin
                self.scenes[plugin] = scenes_of(self.workshop.root, self.tactus, plugin, folder)
            return self.scenes[plugin]


def main():
    options = arguments()
    print("all mutants of the lines" if options.at else f"seed {options.seed}", flush=True)
    workshop = Workshop(options.root.resolve(), options.build.resolve())
    judge = Judge(workshop, options.out.resolve())
    record = Record(options.out.resolve(), options.seed, options.resume or options.again, options.again)
    counts, by_plugin = collections.Counter(), collections.defaultdict(collections.Counter)
    if options.at:
        options.count = len(list(at_lines(workshop, options.at)))
        mutants = enumerate(at_lines(workshop, options.at))
    else:
        mutants = enumerate(draw(workshop, options.only, random.Random(options.seed)))

    def one(numbered):
        number, (plugin, mutation) = numbered
        verdict = record.verdict_of(number, mutation) or judge.judge(number, plugin, mutation)
        return number, plugin, mutation, verdict

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        running = set()
        while counts["killed"] + counts["survives"] + len(running) < options.count or running:
            while counts["killed"] + counts["survives"] + len(running) < options.count and len(running) < options.jobs:
                numbered = next(mutants, None)
                if numbered is None:
                    break
                running.add(pool.submit(one, numbered))
            if not running:
                break
            done, running = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
            for future in done:
                number, plugin, mutation, (verdict, why) = future.result()
                record.add(number, mutation, (verdict, why))
                counts[verdict] += 1
                by_plugin[plugin][verdict] += 1
                print(f"{verdict:16} {mutation}{'  [' + why + ']' if why else ''}", flush=True)

    print(f"\n{'plugin':34} killed survives rounding work changes nothing")
    for plugin, of in sorted(by_plugin.items()):
        scenes = "" if judge.scenes.get(plugin, [True]) else "  (no scene)"
        print(f"{plugin:34} {of['killed']:6} {of['survives']:8} {of['changes rounding']:8} {of['changes work']:4} "
              f"{of['changes nothing']:15}{scenes}")

    def share_of(*classes):
        counted = counts["killed"] + sum(counts[name] for name in classes)
        return counts["killed"] / counted if counted else 1, counted

    (share, counted), (with_all, all_counted) = \
        share_of("survives"), share_of("survives", "changes rounding", "changes work")
    print(f"\nkilled {counts['killed']} of {counted} mutants that change a run ({100 * share:.1f} %); with the "
          f"{counts['changes rounding']} that change what rounding decides and {counts['changes work']} that change "
          f"counts of work alone, of {all_counted} ({100 * with_all:.1f} %); "
          f"{counts['changes nothing']} change nothing, {counts['does not compile']} do not compile")
    sys.exit(share < TO_KILL)


if __name__ == "__main__":
    main()
