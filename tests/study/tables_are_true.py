#!/usr/bin/env python3
"""Compares results.tex with results.csv: every row a cell that fits, every number a value of its column.

    tables_are_true.py FOLDER
"""

import csv
import json
import re
import sys


def plain(text):
    """What LaTeX prints of a cell of the table, without emphasis."""
    text = re.sub(r"\$\^\{!\}\$", "", text)
    text = re.sub(r"\\textbf\{\\boldmath (.*?)\}(?= |$)", r"\1", text.strip())
    text = re.sub(r"\$(-?[\d.]+)\\times10\^\{(-?\d+)\}\$", r"\1e\2", text)
    text = re.sub(r"\$(-?[\d.]+)\$", r"\1", text)
    return text.replace(r"\_", "_").replace(r"\%", "%").replace("{", "").replace("}", "").strip()


def digits_of(text):
    return len(re.sub(r"e.*", "", text).lstrip("-0.").replace(".", "")) or 1


def main():
    folder = sys.argv[1]
    with open(f"{folder}/results.csv", newline="", encoding="utf-8") as file:
        cells = [row for row in csv.DictReader(file) if row["status"] != "refused"]
    with open(f"{folder}/results.json", encoding="utf-8") as file:
        study = json.load(file)
    with open(f"{folder}/results.tex", encoding="utf-8") as file:
        tex = file.read()
    parts = re.findall(r"\\midrule\n(.*?)\\bottomrule", tex, re.DOTALL)
    rows = [line[:-3].split(" & ") for part in parts for line in part.splitlines() if line.endswith(r" \\")]
    axes = [a["name"] for a in study["axes"] if len({row[a["name"]] for row in cells}) > 1] or [study["axes"][0]["name"]]
    metrics = [m["name"] for m in study["metrics"] if not m["timing"]]
    has_status = any(row["status"] != "ok" for row in cells)
    wrong = []
    if len(rows) != len(cells):
        wrong.append(f"{len(rows)} rows, and {len(cells)} cells fit")
    numbers = 0
    for row, cell in zip(rows, cells):
        columns = axes + (["status"] if has_status else []) + metrics
        if len(row) != len(columns):
            wrong.append(f"{row} has not the columns {columns}")
            continue
        for column, shown in zip(columns, row):
            text = plain(shown)
            if column not in metrics:
                if text != (cell[column] if column != "status" or cell[column] != "ok" else ""):
                    wrong.append(f'{column} is "{text}" in place of "{cell[column]}"')
                continue
            if text == "":
                if cell[column]:
                    wrong.append(f"{column} is empty in place of {cell[column]}")
                continue
            value, beside = re.fullmatch(r"(\S+)(?: \((.*)\))?", text).groups()
            numbers += 1
            # Zeros at the end of a value are not shown.
            given = float(cell[column])
            if not any(float(f"{given:.{n}g}") == float(value) for n in range(digits_of(value), 8)):
                wrong.append(f"{column} is {value} in place of {given}")
            exact = cell.get(f"{column}_exact")
            if beside and exact:
                part, size = (given - float(exact)) / abs(float(exact)) * 100, float(beside.split()[0])
                if abs(size - part) > 0.06 * abs(part):
                    wrong.append(f"beside {column} stands {beside} in place of {part} %")
    for line in wrong:
        print(f"{folder}/results.tex: {line}", file=sys.stderr)
    print(f"results.tex: {len(rows)} rows and {numbers} numbers are those of results.csv")
    return 1 if wrong or numbers == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
