#!/usr/bin/env python3
"""Compares the answer of a study in words with results.csv, by nothing that the program has.

    answer_is_true.py FOLDER...

Every sentence of results.json about a metric has to be one of those below, and what it says has to follow from the
values of the cells. Ends with 1 and a line for each that does not.
"""

import csv
import json
import math
import re
import sys

NUMBER = r"(-?(?:\d+\.?\d*(?:e[-+]\d+)?|inf|nan))"
TIE = 1e-9  # parts of the size of a metric that count as equal (docs/studies.md: ties)


class Wrong(Exception):
    pass


def require(holds, what):
    if not holds:
        raise Wrong(what)


def rounds_to(said, value, digits):
    """Whether a number said with so many digits is the value."""
    said = float(said)
    if value == 0 or said == 0:
        return abs(said - value) <= 1e-300 or said == float(f"{value:.{digits}g}")
    return abs(said - value) <= 0.5000001 * 10 ** (math.floor(math.log10(abs(value))) - digits + 1) * 1.0000001


def part_is(said, part):
    """Whether "0.12 %" or "160 %" is this part."""
    value = 100 * abs(part)
    said = float(said)
    if 10 <= value < 1e4:
        return abs(said - value) <= 0.5000001
    return rounds_to(said, value, 2)


class Study:
    def __init__(self, folder):
        with open(f"{folder}/results.csv", newline="", encoding="utf-8") as file:
            self.rows = list(csv.DictReader(file))
        with open(f"{folder}/results.json", encoding="utf-8") as file:
            self.json = json.load(file)
        self.axes = {axis["name"]: axis["labels"] for axis in self.json["axes"]}
        # An apostrophe keeps a spreadsheet from taking a text for a formula.
        plain = lambda text: text[1:] if text[:1] == "'" else text
        for row in self.rows:
            for axis in self.axes:
                row[axis] = plain(row[axis])

    def answers(self):
        for line in self.json["answer"]:
            if line["metric"]:
                yield line["metric"], line["says"]


class Answer:
    """One metric of a study, and what its answer says."""

    def __init__(self, study, metric, says):
        self.study, self.metric, self.says = study, metric, says
        self.unit = next(m for m in study.json["metrics"] if m["name"] == metric).get("unit") or ""
        self.q = NUMBER + (re.escape(" " + self.unit) if self.unit else "")
        usable = lambda row: row[metric] not in ("", None) and row["status"] != "unsound"
        self.cells = [row for row in study.rows if usable(row)]
        for row in self.cells:
            row["_"] = float(row[metric])
        self.values = [row["_"] for row in self.cells]
        self.size = max((abs(v) for v in self.values), default=0) or 1  # of zeros every part is zero
        self.told = set()  # kinds of sentences that were there

    # --- cells in words

    def set_of(self, words):
        """The cells that "law=a or b", "every law but a" or "(law=a, mesh=8) and 3 more" means; a subset where some are
        not named, and how many there are."""
        counted = re.fullmatch(r"(.*) \((\d+) cells\)", words)
        count = int(counted[2]) if counted else None
        words = counted[1] if counted else words
        cells = None
        if words.startswith("("):
            named = re.findall(r"\(([^()]*)\)", words)
            more = re.search(r" and (\d+) more$", words)
            cells = []
            for name in named:
                labels = dict(pair.split("=", 1) for pair in name.split(", "))
                require(set(labels) == set(self.study.axes), f'"({name})" does not name a cell')
                found = [row for row in self.cells if all(row[a] == label for a, label in labels.items())]
                require(len(found) == 1, f'"({name})" is {len(found)} cells')
                cells += found
            total = len(cells) + (int(more[1]) if more else 0)
            require(count is None or count == total, f'"{words}" is {total} cells, not {count}')
            return cells, total
        but = re.fullmatch(r"every (\S+) but (.*)", words)
        axis, labels = (but[1], but[2]) if but else words.split("=", 1)
        wanted = labels.split(" or ")
        require(axis in self.study.axes and set(wanted) <= set(self.study.axes[axis]), f'"{words}" is no set of cells')
        cells = [row for row in self.cells if (row[axis] in wanted) != bool(but)]
        require(count is None or count == len(cells), f'"{words}" is {len(cells)} cells, not {count}')
        require(count is not None or len(cells) >= 1, f'"{words}" is no cell')
        return cells, len(cells)

    def alike(self, a, b):
        return f"{a:.5g}" == f"{b:.5g}" or abs(a - b) <= TIE * max(abs(a), abs(b))

    # --- what effects there are

    def lines(self, axis):
        key = lambda row: tuple(row[a] for a in self.study.axes if a != axis)
        found = {}
        for row in self.cells:
            found.setdefault(key(row), {})[row[axis]] = row["_"]
        return [line for line in found.values() if len(line) > 1]

    def effect(self, axis):
        lines = self.lines(axis)
        return max((max(line.values()) - min(line.values()) for line in lines), default=None)

    def means(self, axis):
        lines = self.lines(axis)
        longest = max(len(line) for line in lines)
        whole = [line for line in lines if len(line) == longest]
        labels = {label for line in whole for label in line}
        return {label: sum(line[label] for line in whole if label in line) / sum(label in line for line in whole)
                for label in labels}

    def window(self, width=1e-2):
        """The most cells whose values lie within a part of their size."""
        best = 0
        for low in self.values:
            best = max(best, sum(low <= v and v - low <= width * max(abs(v), abs(low)) for v in self.values))
        return best

    # --- sentences

    def check(self):
        name = re.escape(self.metric) + r"(?: \(.*?\))?"
        begin = re.match(name, self.says)
        require(begin, f'it does not begin with "{self.metric}"')
        rest = self.says[begin.end():]
        if rest == " has no value in any cell that can be used.":
            return require(not self.cells, "there are cells with a value")
        require(self.cells, "there are no cells with a value")
        is_ensemble = rest.startswith(" has a mean of")
        rest = self.ensemble(rest) if is_ensemble else self.first(rest)
        while rest:
            for sentence in (self.off_one, self.off_two, self.changes, self.hidden, self.idle, self.agree, self.unsound, self.none):
                left = sentence(rest)
                if left is not None:
                    rest = left
                    break
            else:
                raise Wrong(f'no sentence is known like "{rest}"')
        if not is_ensemble:
            self.nothing_is_silent()

    def ensemble(self, rest):
        """Mean and scatter of all cells, then for each other axis the two values whose means are farthest apart, with
        Student's interval of the differences of the members."""
        n, mean = len(self.values), sum(self.values) / len(self.values)
        found = re.match(rf" has a mean of {self.q} over (\d+) cells(?:, which scatter by {self.q} \(standard deviation\)|(, which agree))?\.", rest)
        require(found and int(found[2]) == n and rounds_to(found[1], mean, 5), f"the mean of {n} cells is {mean}")
        if n > 1:
            scatter = math.sqrt(sum((v - mean) ** 2 for v in self.values) / (n - 1))
            right = scatter <= TIE * self.size if found[4] else found[3] is not None and rounds_to(found[3], scatter, 2)
            require(right, f"they scatter by {scatter}")
        rest = rest[found.end():]
        pattern = rf" With (\S+?)=(.*?) it is larger than with (.*?) by {self.q} ± {self.q} \(95 % interval of the mean over (\d+) values of (\S+)\), which (exceeds|is within) the spread\."
        while found := re.match(pattern, rest):
            axis, more, less, members = found[1], found[2], found[3], found[7]
            pairs = {}
            for row in self.cells:
                others = tuple(row[a] for a in self.study.axes if a not in (axis, members))
                pairs.setdefault((row[members], others), {})[row[axis]] = row["_"]
            of_member = {}
            for (member, _), line in pairs.items():
                if more in line and less in line:
                    of_member.setdefault(member, []).append(line[more] - line[less])
            d = [sum(all_) / len(all_) for all_ in of_member.values()]
            k, middle = len(d), sum(d) / len(d)
            half = student(k - 1) * math.sqrt(sum((x - middle) ** 2 for x in d) / (k - 1) / k)
            require(int(found[6]) == k and rounds_to(found[4], middle, 3), f"{axis}: {middle} over {k} members")
            require(abs(float(found[5]) - half) <= 0.06 * half + 1e-300, f"{axis}: the interval is ± {half}")
            require(middle > 0, f"{axis}={more} is not larger than {less}")
            require((found[8] == "exceeds") == (middle > half) or abs(middle - half) < 0.01 * half, f"{axis}: {middle} ± {half}")
            rest = rest[found.end():]
        return rest

    def first(self, rest):
        n, q = len(self.cells), self.q
        low, high = min(self.values), max(self.values)
        equal = high - low <= TIE * self.size
        if found := re.match(rf" is {q} in the only cell with a value\.", rest):
            require(n == 1 and rounds_to(found[1], low, 5), f"{found[0]}: {n} cells, {low}")
        elif found := re.match(rf" is {q} in all (\d+) cells(?:, to within {NUMBER} %)?\.", rest):
            require(int(found[2]) == n, f"{n} cells have a value")
            require(min(self.values) - 1e-4 * self.size <= float(found[1]) <= max(self.values) + 1e-4 * self.size, f"{found[1]} is not among {low} to {high}")
            require(found[3] is not None or equal, f"values go from {low} to {high}")
            require(found[3] is None or part_is(found[3], (high - low) / self.size), f"values are within {(high - low) / self.size}")
        elif found := re.match(rf" is {q} in (\d+) of (\d+) cells(?:, to within {NUMBER} %)?; with (.*?) it is (?:between {q} and {q}|{q})\.", rest):
            self.majority(found, n)
        elif found := re.match(rf" is ({q} with .*?)\. ", rest + " "):
            self.beside(found[1])
            return (rest + " ")[found.end() - 1:].rstrip()
        elif found := re.match(rf" goes from {q} with (.*?) to {q} with (.*?)\.(?= [A-Z0-9]|$)", rest):
            self.range(found, low, high)
        else:
            raise Wrong(f'no first sentence is known like "{rest}"')
        return rest[found.end():]

    def majority(self, found, n):
        value, most, all_, within, who = found[1], int(found[2]), int(found[3]), found[4], found[5]
        require(all_ == n and n / 2 < most < n, f"{most} of {all_}, and {n} have a value")
        others, count = self.set_of(who)
        require(count == n - most, f'"{who}" is {count} cells, and {n - most} are others')
        if count == len(others):
            inside = [row["_"] for row in self.cells if row not in others]
            outside = [row["_"] for row in others]
            low, high = min(inside), max(inside)
            size = max(abs(low), abs(high))
            require(low - 1e-4 * size <= float(value) <= high + 1e-4 * size, f"{value} is not within {low} to {high}")
            require(part_is(within, (high - low) / size) if within else high - low <= 1.001 * TIE * size, f"those that agree go from {low} to {high}")
            require(not any(low <= v <= high for v in outside), "a cell that differs has a value between those that agree")
            if found[8]:
                require(all(self.alike(float(found[8]), v) or rounds_to(found[8], v, 5) for v in outside), f"{who}: {outside}")
            else:
                require(rounds_to(found[6], min(outside), 5) and rounds_to(found[7], max(outside), 5), f"{who}: {outside}")

    def beside(self, words):
        """"1 with mesh=8, 2 with 16 and 3 with 32": of all cells of each label."""
        axis = None
        pairs = re.findall(rf"{self.q} with (\S+?=)?(.+?)(?:, | and (?={NUMBER})|$)", words)
        seen = set()
        for value, first, label, *_ in pairs:
            axis = first[:-1] if first else axis
            require(axis in self.study.axes, f'"{words}" names no axis')
            require(label in self.study.axes[axis], f'"{label}" is no label of {axis}')
            cells = [row["_"] for row in self.cells if row[axis] == label]
            require(cells and all(rounds_to(value, v, 5) for v in cells), f"{axis}={label}: {cells} and not {value}")
            seen.add(label)
        require(seen == {row[axis] for row in self.cells}, f"of {axis} only {sorted(seen)} are told")

    def range(self, found, low, high):
        for said, words, end in ((found[1], found[2], low), (found[3], found[4], high)):
            require(rounds_to(said, end, 5), f"{said} is not {end}")
            cells, count = self.set_of(words)
            for row in cells:
                require(self.alike(row["_"], end), f'"{words}" has a cell with {row["_"]}')
            tied = [row for row in self.cells if abs(row["_"] - end) <= TIE * self.size and self.alike(row["_"], end)]
            require(count >= len(tied), f'"{words}" is {count} cells, and {len(tied)} have {end}')
        require(len(self.cells) < 3 or self.window() <= len(self.cells) / 2, f"{self.window()} of {len(self.cells)} cells agree to within 1 %")

    def errors(self):
        exact = f"{self.metric}_exact"
        with_exact = [row for row in self.cells if row.get(exact)]
        wholes = [float(row[exact]) for row in with_exact]
        relative = all(e != 0 for e in wholes)
        found = [abs(row["_"] - e) / (abs(e) if relative else 1) for row, e in zip(with_exact, wholes)]
        return with_exact, found, relative, wholes

    def off_one(self, rest):
        found = re.match(rf" It is (.*?) off (the exact .*?)\.(?= [A-Z0-9]|$)", rest)
        if not found or " with " in found[1] + found[2]:
            return None
        _, errors, relative, wholes = self.errors()
        for error in (min(errors), max(errors)):
            self.size_is(found[1], error, relative)
        self.exact_is(found[2], wholes)
        self.told.add("off")
        return rest[found.end():]

    def off_two(self, rest):
        found = re.match(rf" It is (.*?) off (the exact .*?) with (.*?), and (less than 1e-10 %|\S+(?: \S+)?) with (.*?)\.(?= [A-Z0-9]|$)", rest)
        if not found:
            return None
        cells, errors, relative, wholes = self.errors()
        self.exact_is(found[2], wholes)
        for said, words, end in ((found[1], found[3], min(errors)), (found[4], found[5], max(errors))):
            self.size_is(said, end, relative)
            named, count = self.set_of(words)
            for row in named:
                error = errors[cells.index(row)]
                require(abs(error - end) <= 1e-3 * abs(end) + 1e-12 * max(errors) or self.same_size(said, error, relative), f'"{words}" has a cell that is {error} off')
            tied = sum(abs(error - end) <= 1e-12 * end for error in errors)
            require(count >= tied, f'"{words}" is {count} cells, and {tied} are {end} off')
        self.told.add("off")
        return rest[found.end():]

    def same_size(self, said, error, relative):
        try:
            self.size_is(said, error, relative)
            return True
        except Wrong:
            return False

    def size_is(self, said, error, relative):
        if said == "less than 1e-10 %":
            return require(relative and error < 1e-12, f"{error} is not less than 1e-10 %")
        if relative:
            found = re.fullmatch(rf"{NUMBER} %", said)
            return require(found and part_is(found[1], error), f"{said} is not {100 * error} %")
        found = re.fullmatch(self.q, said)
        return require(found and rounds_to(found[1], error, 3), f"{said} is not {error}")

    def exact_is(self, said, wholes):
        if said == "the exact value of each cell":
            return require(len(set(wholes)) > 1, "all cells have the same exact value")
        found = re.fullmatch(rf"the exact {self.q}", said)
        require(found and len(set(wholes)) == 1 and rounds_to(found[1], wholes[0], 5), f'"{said}" and {set(wholes)}')

    def change_is(self, number, part, value):
        require(rounds_to(number, value, 3), f"{number} is not the change {value}")
        require(part is None or part_is(part, value / self.size), f"{part} % is not {100 * value / self.size} %")

    def changes(self, rest):
        found = re.match(r" It changes with (.*?)\.(?= [A-Z0-9]|$)", rest)
        if not found:
            return None
        words = found[1]
        pattern = re.compile(rf"(?:, | and )?(\S+) by up to {self.q}(?: \({NUMBER} %\))?(?:, least with (.*?) and greatest with (.*?)(?= \(|, \S+ by| and \S+ by|$))?(?: \(([^()]*(?:\([^()]*\))?[^()]*)\)|, (from .*?|converging .*?|not shown to converge)(?=, \S+ by| and \S+ by|$))?")
        at, last, self.changing = 0, math.inf, []
        while at < len(words):
            one = pattern.match(words, at)
            require(one and one.end() > at, f'"{words[at:]}" is not understood')
            at = one.end()
            axis, number, part, least, greatest, more = one[1], one[2], one[3], one[4], one[5], one[6] or one[7]
            require(axis in self.study.axes, f'"{axis}" is no axis')
            effect = self.effect(axis)
            self.change_is(number, part, effect)
            require(effect <= last * (1 + 1e-12), f"{axis} changes it more than the axis before")
            last = effect
            self.changing.append(axis)
            if least is not None:
                means = self.means(axis)
                for label, end in ((least, min(means.values())), (greatest, max(means.values()))):
                    require(label in means and abs(means[label] - end) <= 1e-12 * self.size, f"{axis}={label} has a mean of {means.get(label)}, not {end}")
            if more:
                self.convergence(axis, more)
        return rest[found.end():]

    def convergence(self, axis, words):
        if found := re.fullmatch(rf"from (.*) to (.*) by {self.q}(?: \({NUMBER} %\))?", words):
            labels = self.study.axes[axis]
            require([found[1], found[2]] == labels[-2:], f"{labels} do not end with {found[1]} and {found[2]}")
            changes = [abs(line[found[1]] - line[found[2]]) for line in self.lines(axis) if found[1] in line and found[2] in line]
            return self.change_is(found[3], found[4], max(changes))
        orders = self.orders(axis)
        if words == "not shown to converge":
            return require(any(p is None for p in orders), f"{axis}: orders {orders}")
        found = re.fullmatch(rf"converging with order {NUMBER}(?: to {NUMBER})?", words)
        require(found, f'"{words}" is not understood')
        require(all(p is not None for p in orders), f"{axis}: orders {orders}")
        for said, p in ((found[1], min(orders)), (found[2] or found[1], max(orders))):
            require(abs(float(said) - p) <= 0.0051, f"{axis}: order {p} and not {said}")

    def orders(self, axis):
        """The order of the finest cells of each line: p of v0 + c h^p from three values, or of two errors."""
        found = []
        for order in self.study.json["orders"]:
            if order["of"] != self.metric or order["along"] != axis:
                continue
            for row in order["rows"]:
                cells = [cell for cell in self.study.rows if all(cell[a] == label for a, label in row["axes"].items())]
                exact = f"{self.metric}_exact"
                # Steps come from the coarsest to the finest; labels of the cells stand in `observed`.
                usable = {cell[axis]: float(cell[self.metric]) for cell in cells if cell[self.metric]}
                if not row["observed"]:
                    found.append(None)
                    continue
                labels = row["observed"][-1]["cells"]
                steps = row["steps"][-len(labels):]
                if "errors" in row:
                    whole = {cell[axis]: float(cell[exact]) for cell in cells if cell[exact]}
                    a, b = (usable[label] - whole[label] for label in labels)
                    ok = a * b > 0 and abs(b) < abs(a)
                    found.append(math.log(a / b) / math.log(steps[0] / steps[1]) if ok else None)
                else:
                    found.append(order_of(steps, [usable[label] for label in labels]))
        return found

    def hidden(self, rest):
        found = re.match(rf" What it changes with (.*?) is less than its uncertainty of {self.q}(?: \({NUMBER} %\))? by (\S+?)\.(?= [A-Z0-9]|$)", rest)
        if not found:
            return None
        uncertainty = max(row["uncertainty"] for order in self.study.json["orders"] if order["of"] == self.metric and order["along"] == found[4]
                          for row in order["rows"] if row["uncertainty"] is not None)
        self.change_is(found[2], found[3], uncertainty)
        for axis, number, part in re.findall(rf"(\S+) \(up to {self.q}(?: \({NUMBER} %\))?\)", found[1]):
            self.change_is(number, part or None, self.effect(axis))
            require(self.effect(axis) < uncertainty, f"{axis} changes it by {self.effect(axis)}")
            self.told.add(("hidden", axis))
        return rest[found.end():]

    def idle(self, rest):
        found = re.match(r" It does not depend on (.*?)\.(?= [A-Z0-9]|$)", rest)
        if not found:
            return None
        for axis in re.split(r", | and ", found[1]):
            require(self.effect(axis) is not None and self.effect(axis) <= TIE * self.size, f"{axis} changes it by {self.effect(axis)}")
            self.told.add(("idle", axis))
        return rest[found.end():]

    def agree(self, rest):
        found = re.match(r" Cells that differ in (.*?) alone agree\.(?= [A-Z0-9]|$)", rest)
        if not found:
            return None
        for axis in re.split(r", | or ", found[1]):
            require(self.effect(axis) is not None and self.effect(axis) <= TIE * self.size, f"{axis} changes it by {self.effect(axis)}")
            self.told.add(("idle", axis))
        return rest[found.end():]

    def unsound(self, rest):
        found = re.match(r" (One cell is|(\d+) cells are) not sound and left out\.(?= [A-Z0-9]|$)", rest)
        if not found:
            return None
        count = sum(row["status"] == "unsound" and row[self.metric] != "" for row in self.study.rows)
        require(count == int(found[2] or 1), f"{count} cells are unsound")
        return rest[found.end():]

    def none(self, rest):
        found = re.match(r" (One cell has|(\d+) cells have) no value\.(?= [A-Z0-9]|$)", rest)
        if not found:
            return None
        count = sum(row[self.metric] == "" for row in self.study.rows)
        require(count == int(found[2] or 1), f"{count} cells have no value")
        self.told.add("none")
        return rest[found.end():]

    def nothing_is_silent(self):
        """What there is to say is said: cells without a value, distances from exact values, axes with an effect."""
        require("none" in self.told or all(row[self.metric] != "" for row in self.study.rows), "cells without a value are not told")
        require("off" in self.told or not self.errors()[0], "the distance from the exact value is not told")
        if max(self.values) - min(self.values) <= TIE * self.size:
            return
        for axis in self.study.axes:
            effect = self.effect(axis)
            if effect is None or ("hidden", axis) in self.told or ("idle", axis) in self.told:
                continue
            require(effect <= TIE * self.size or axis in getattr(self, "changing", []), f"{axis} changes it by {effect}, which is not told")


def student(degrees):
    """The 97.5 % quantile, by Simpson's rule on the density and bisection."""
    factor = math.exp(math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2)) / math.sqrt(degrees * math.pi)
    density = lambda t: factor * (1 + t * t / degrees) ** (-(degrees + 1) / 2)

    def half(t, n=2000):
        h = t / n
        return h / 3 * sum(density(i * h) * (1 if i in (0, n) else 4 if i % 2 else 2) for i in range(n + 1))

    low, high = 0.0, 13.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if half(middle) < 0.475 else (low, middle)
    return low


def order_of(h, v):
    """p > 0 of v0 + c h^p through three points, by bisection; None where there is none."""
    first, second = v[0] - v[1], v[1] - v[2]
    if first * second <= 0 or min(abs(first), abs(second)) <= 1e-14 * max(map(abs, v)):
        return None
    goal = first / second
    value = lambda p: (h[0] ** p - h[1] ** p) / (h[1] ** p - h[2] ** p)
    low, high = 1e-9, 60.0
    if goal <= math.log(h[0] / h[1]) / math.log(h[1] / h[2]):
        return None
    for _ in range(200):
        p = (low + high) / 2
        low, high = (p, high) if value(p) < goal else (low, p)
    return (low + high) / 2


def main():
    wrong = looked = 0
    for folder in sys.argv[1:]:
        study = Study(folder)
        for metric, says in study.answers():
            looked += 1
            try:
                Answer(study, metric, says).check()
            except Wrong as error:
                wrong += 1
                print(f"{folder}: {metric}: {error}\n    in: {says}", file=sys.stderr)
    print(f"{looked} answers were compared with their tables, {wrong} are wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
