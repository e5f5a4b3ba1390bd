#!/usr/bin/env python3
"""Puts the tables of benchmark results into a Markdown page: tables.py PAGE RESULTS [--check].

A line <!-- table NAME/TABLE: COLUMN, COLUMN as HEADING, ... --> in PAGE is followed by the rows of that table
of RESULTS/NAME.json, up to the line <!-- end -->; without columns, all of them are shown. Without
that file the place is empty. A last word "where COLUMN = VALUE" leaves out other rows. --check changes nothing, and
fails where the page shows other figures than the results.
"""
import argparse
import json
import pathlib
import re
import sys

MARK = re.compile(r"(<!-- table (\S+?)/([^:]+?)(?:: (.*?))?(?: where (.+?) = (.+?))? -->\n).*?(<!-- end -->)", re.S)


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
    lines = [heads, ["--:" if number else "---" for number in numbers]]
    lines += [[shown(row[name]) for name, _ in columns] for row in rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def columns_of(text, rows):
    if not text:
        return [(name, name) for name in rows[0]]
    pairs = (part.strip().split(" as ", 1) for part in text.split(","))
    return [(pair[0], pair[-1]) for pair in pairs]


def filled(page, results):
    def table(match):
        mark, name, title, columns, column, value, end = match.groups()
        if not (results / f"{name}.json").exists():
            return mark + end
        rows = json.loads((results / f"{name}.json").read_text())["tables"][title]
        rows = [row for row in rows if column is None or str(row[column]) == value]
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
