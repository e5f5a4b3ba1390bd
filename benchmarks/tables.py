#!/usr/bin/env python3
"""Puts the tables of benchmark results into a Markdown page: tables.py PAGE RESULTS [--check].

A line <!-- table NAME/TABLE --> in PAGE is followed by the rows of that table of RESULTS/NAME.json, up to the line
<!-- end -->. columns.txt, beside this file, says which of its columns and rows are shown; of a table that it does not
name, all of them. Without RESULTS/NAME.json the place is empty. --check changes nothing, and fails where the page shows
other figures than the results.
"""
import argparse
import json
import pathlib
import re
import sys

MARK = re.compile(r"(<!-- table ([^/\n]+)/([^\n]+?) -->\n).*?(<!-- end -->)", re.S)
SHOWN = re.compile(r"([^/\n]+/[^:\n]+?): (.*?)(?: where (.*))?")


def shown(value):
    """Three significant digits; counts in full, with commas from 10,000 on."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, int):
        return f"{value:,}" if value >= 10_000 else str(value)
    if value == 0:
        return "0"
    if abs(value) >= 100:
        return shown(int(float(f"{value:.3g}")))
    return f"{value:.3g}" if abs(value) >= 1e-4 else f"{value:.1e}"


def markdown(rows, columns):
    heads = [head for _, head in columns]
    numbers = [not isinstance(rows[0][name], str) for name, _ in columns]
    lines = [heads, *([shown(row[name]) for name, _ in columns] for row in rows)]
    written = ["| " + " | ".join(line) + " |\n" for line in lines]
    written.insert(1, "|" + "|".join("--:" if number else "---" for number in numbers) + "|\n")
    return "".join(written)


def columns_of(text, rows):
    if not text:
        return [(name, name) for name in rows[0]]
    pairs = (part.strip().split(" as ", 1) for part in text.split(","))
    return [(pair[0], pair[-1]) for pair in pairs]


def columns_file():
    """Of each table that columns.txt names: its columns and its conditions on rows."""
    lines = pathlib.Path(__file__).with_name("columns.txt").read_text().splitlines()
    return {line[1]: (line[2], line[3]) for line in map(SHOWN.fullmatch, lines) if line}


def fits(row, conditions):
    """Does a row satisfy "COLUMN = VALUE or VALUE; COLUMN = VALUE"?"""
    for condition in conditions.split("; ") if conditions else []:
        column, values = condition.split(" = ", 1)
        if str(row[column]) not in values.split(" or "):
            return False
    return True


def filled(page, results):
    known = columns_file()

    def table(match):
        mark, name, title, end = match.groups()
        if not (results / f"{name}.json").exists():
            return mark + end
        columns, conditions = known.get(f"{name}/{title}", (None, None))
        rows = json.loads((results / f"{name}.json").read_text())["tables"][title.split(", ")[0]]
        rows = [row for row in rows if fits(row, conditions)]
        return mark + markdown(rows, columns_of(columns, rows)) + end

    return MARK.sub(table, page)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("results", type=pathlib.Path)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    before = arguments.page.read_text()
    after = filled(before, arguments.results)
    if not arguments.check:
        arguments.page.write_text(after)
    elif after != before:
        sys.exit(f"{arguments.page} shows other figures than {arguments.results}: benchmarks/tables.py "
                 f"{arguments.page} {arguments.results} puts them in")


if __name__ == "__main__":
    main()
