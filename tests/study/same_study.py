#!/usr/bin/env python3
"""Says in which files two folders of one study differ, and ends with 1 where they do.

Left out is what depends on time: columns wall_*, and what broad phases count of their own work, in history.csv; times
and load in summary.json; all but names of log.txt, checkpoint.h5, timings.csv and report.html; in the record of a cell
what is measured of its process, and "tables", the checksum of tables with their times.

    same_study.py FOLDER FOLDER
"""
import csv
import json
import pathlib
import sys

NAMES_ALONE = {"log.txt", "checkpoint.h5", "timings.csv", "report.html"}
OWN_WORK = {"box_tests", "body_tests", "lists_made", "lists_sorted", "node_visits", "trees_built", "swaps",
            "path_searches", "path_pairs"}
CLOCKS = ("wall_s", "processor_s", "machine_load")
OF_A_RECORD = ("key", "status", "reason", "limit", "history", "times_of")


def content(path, folder):
    """What is compared of a file."""
    if path.name in NAMES_ALONE:
        return ""
    if path.name == "history.csv":
        with path.open(newline="") as file:
            rows = list(csv.reader(file))
        kept = [i for i, name in enumerate(rows[0]) if not name.startswith("wall_") and name not in OWN_WORK]
        return [[row[i] for i in kept] for row in rows]
    if path.name == "summary.json":
        return [line for line in path.read_text().splitlines() if not any(f'"{clock}"' in line for clock in CLOCKS)]
    if path.name == "resolved.json":
        return [line for line in path.read_text().splitlines() if '"from"' not in line]
    if path.parent == folder / "cells" and path.suffix == ".json":
        record = json.loads(path.read_text())
        return [record[name] for name in OF_A_RECORD]
    return path.read_bytes()


def contents(folder):
    return {str(path.relative_to(folder)): content(path, folder) for path in folder.rglob("*") if path.is_file()}


def main():
    one, other = (contents(pathlib.Path(word)) for word in sys.argv[1:3])
    names = sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))
    print("\n".join(names), end="\n" if names else "")
    return 1 if names or not one else 0


if __name__ == "__main__":
    sys.exit(main())
