"""Compares what two runs left behind: their tables by the name of the column, their last frames and their
summaries, all of them to the bit. What a clock or a place on the disk decides is left out."""
import csv
import dataclasses
import fnmatch
import json
import math
import pathlib
import re
import struct
import zlib

ROUNDING = 1e-12  # of the sum of magnitudes, where rounding is allowed
LEFT_OUT = {"name", "version", "plugins", "wall_s", "processor_s", "machine_load"}  # keys of a summary


@dataclasses.dataclass
class Difference:
    """Of one column, array or value."""

    what: str  # history/time_s, frame/velocity, summary/energy/final_J, ...
    absolute: float = math.nan  # the largest; nan: these are no numbers
    relative: float = math.nan  # to the largest magnitude of the column
    first: str = ""  # where it differs first
    note: str = ""
    allowed: bool = False


class Rules:
    """What may differ. A pattern is one of a shell: history/support_impulse_*"""

    def __init__(self, rounding=(), free=()):
        self.rounding, self.free = list(rounding), list(free)

    def differ_freely(self, what):
        return any(fnmatch.fnmatchcase(what, pattern) for pattern in self.free)

    def allow(self, what, absolute, magnitudes):
        """Whether numbers whose magnitudes add up to this may differ by so much."""
        if self.differ_freely(what):
            return True
        rounded = any(fnmatch.fnmatchcase(what, pattern) for pattern in self.rounding)
        return rounded and absolute <= ROUNDING * magnitudes


def number(text):
    try:
        return float(text)
    except ValueError:
        return None


def distance(a, b):
    """0 for equal numbers and for two that are none."""
    if a == b or (math.isnan(a) and math.isnan(b)):
        return 0.0
    return abs(a - b) if math.isfinite(a) and math.isfinite(b) else math.inf


def compare_numbers(what, first, second, places, rules):
    """Of two lists of numbers that are not the same to the bit; `places` says where they differ."""
    apart = max(distance(first[i], second[i]) for i in places)
    finite = [[abs(x) for x in side if math.isfinite(x)] for side in (first, second)]
    largest = max((x for side in finite for x in side), default=0)
    magnitudes = max(math.fsum(side) for side in finite)
    relative = apart / largest if largest > 0 else 0.0
    return Difference(what, apart, relative, allowed=rules.allow(what, apart, magnitudes))


def compare_texts(what, first, second, rules):
    """Of two columns as they were written. Numbers are written so that each text is another number."""
    places = [i for i, (a, b) in enumerate(zip(first, second)) if a != b]
    if not places:
        return None
    numbers = [[number(text) if text else math.nan for text in side] for side in (first, second)]
    if any(x is None for side in numbers for x in side) or any(not (first[i] and second[i]) for i in places):
        a, b = first[places[0]], second[places[0]]
        found = Difference(what, note=f'"{a}" and "{b}"', allowed=rules.differ_freely(what))
    else:
        found = compare_numbers(what, *numbers, places, rules)
    found.first = f"row {places[0] + 1}"
    return found


# ---- Tables


def read_table(file):
    """Columns by name, each a list of texts."""
    with open(file, newline="", encoding="utf-8", errors="replace") as rows:
        lines = list(csv.reader(rows))
    if not lines:
        return {}
    columns = list(zip(*(line for line in lines[1:] if len(line) == len(lines[0])))) or [()] * len(lines[0])
    return dict(zip(lines[0], columns))


def compare_tables(first, second, rules):
    """All tables of two run folders: differences, and columns of one alone."""
    differences, alone = [], []
    names = {file.name for folder in (first, second) for file in folder.glob("*.csv")}
    for file in sorted(names):
        name = file.removesuffix(".csv")
        sides = [read_table(folder / file) if (folder / file).exists() else None for folder in (first, second)]
        if None in sides:
            alone.append((f"{name}/*", sides[0] is None))
            continue
        found, of_one = compare_columns(name, *sides, rules)
        differences += found
        alone += of_one
    return differences, alone


def compare_columns(table, first, second, rules):
    alone = [(f"{table}/{c}", c in second) for c in sorted(first.keys() ^ second.keys())]
    rows = [max((len(column) for column in side.values()), default=0) for side in (first, second)]
    differences = []
    if rows[0] != rows[1]:
        what = f"{table} rows"
        differences.append(Difference(what, note=f"{rows[0]} and {rows[1]}", allowed=rules.differ_freely(what)))
    for column in first:
        if column not in second or column.startswith("wall_"):
            continue
        found = compare_texts(f"{table}/{column}", first[column], second[column], rules)
        if found:
            differences.append(found)
    return differences, alone


# ---- The last frame

SIZES = {"Float64": 8, "Float32": 4}
ARRAY = re.compile(rb'<DataArray type="(\w+)" Name="([^"]*)"[^>]* format="appended" offset="(\d+)" */>')
FIELD = re.compile(rb'<DataArray type="Float64" Name="([^"]*)"[^>]* format="ascii">([^<]*)</DataArray>')


def last_frame(folder):
    frames = sorted(folder.glob("**/*.vtu"))
    return frames[-1] if frames else None


def read_frame(file):
    """Arrays of a frame by name: type and bytes."""
    data = file.read_bytes()
    head, _, block = data.partition(b'<AppendedData encoding="raw">\n_')
    unpack = unpacked if b' compressor="vtkZLibDataCompressor"' in head else stored
    arrays = {match[1].decode(): ("text", match[2]) for match in FIELD.finditer(head)}
    for match in ARRAY.finditer(head):
        arrays[match[2].decode()] = (match[1].decode(), unpack(block, int(match[3])))
    return arrays


def stored(block, at):
    (size,) = struct.unpack_from("<Q", block, at)
    return block[at + 8:at + 8 + size]


def unpacked(block, at):
    """Blocks that zlib compressed, behind their number, two sizes, and the compressed sizes."""
    (count,) = struct.unpack_from("<Q", block, at)
    sizes = struct.unpack_from(f"<{count}Q", block, at + 24)
    starts = [at + 24 + 8 * count + sum(sizes[:i]) for i in range(count)]
    return b"".join(zlib.decompress(block[start:start + size]) for start, size in zip(starts, sizes))


def as_doubles(array, single):
    """Numbers of an array as doubles; `single`: rounded as those in single precision are."""
    kind, data = array
    values = struct.unpack(f"<{len(data) // SIZES[kind]}{'f' if kind == 'Float32' else 'd'}", data)
    if single:
        values = struct.unpack(f"<{len(values)}f", struct.pack(f"<{len(values)}f", *values))
    return "Float64", struct.pack(f"<{len(values)}d", *values)


def compare_arrays(what, first, second, rules):
    if {first[0], second[0]} <= SIZES.keys():
        single = first[0] != second[0]  # two programs that write frames in different precision
        first, second = as_doubles(first, single), as_doubles(second, single)
    if first == second:
        return None
    count = [len(data) // 8 for _, data in (first, second)]
    if {first[0], second[0]} != {"Float64"} or count[0] != count[1]:
        return Difference(what, note=f"{len(first[1])} and {len(second[1])} bytes", allowed=rules.differ_freely(what))
    numbers = [struct.unpack(f"<{count[0]}d", data) for _, data in (first, second)]
    places = [i for i in range(count[0]) if first[1][8 * i:8 * i + 8] != second[1][8 * i:8 * i + 8]]
    found = compare_numbers(what, *numbers, places, rules)
    found.first = f"number {places[0] + 1}"
    return found


def compare_frames(first, second, rules):
    files = [last_frame(first), last_frame(second)]
    if files == [None, None]:
        return [], []
    if None in files or files[0].name != files[1].name:
        note = " and ".join(file.name if file else "none" for file in files)
        return [Difference("frame", note=note, allowed=rules.differ_freely("frame"))], []
    sides = [read_frame(file) for file in files]
    alone = [(f"frame/{name}", name in sides[1]) for name in sorted(sides[0].keys() ^ sides[1].keys())]
    both = [name for name in sides[0] if name in sides[1]]
    found = [compare_arrays(f"frame/{name}", sides[0][name], sides[1][name], rules) for name in both]
    return [difference for difference in found if difference], alone


# ---- The summary


def values_of(value, path=""):
    """All values of a tree that are neither objects nor lists, by their path."""
    if isinstance(value, dict):
        parts = [(key, part) for key, part in value.items() if key not in LEFT_OUT]
    elif isinstance(value, list):
        parts = list(enumerate(value))
    else:
        return {path: value}
    return {name: leaf for key, part in parts for name, leaf in values_of(part, f"{path}/{key}").items()}


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def compare_values(what, a, b, beside, rules):
    """`beside`: the numbers of the same object, whose magnitudes say how large a rounding is."""
    if type(a) is type(b) and repr(a) == repr(b):
        return None
    if not (is_number(a) and is_number(b)):
        return Difference(what, note=f"{a!r} and {b!r}", allowed=rules.differ_freely(what))
    apart = distance(float(a), float(b))
    largest = max(abs(a), abs(b))
    magnitudes = math.fsum(abs(x) for x in beside)
    return Difference(what, apart, apart / largest if largest else 0.0, allowed=rules.allow(what, apart, magnitudes))


def compare_summaries(first, second, rules):
    files = [folder / "summary.json" for folder in (first, second)]
    if not all(file.exists() for file in files):
        there = [file.exists() for file in files]
        return ([] if there[0] == there[1] else [Difference("summary", note="of one run alone")]), []
    # Messages name files of the run.
    sides = [values_of(json.loads(file.read_text().replace(str(file.parent), "RUN"))) for file in files]
    alone = [(f"summary{path}", path in sides[1]) for path in sorted(sides[0].keys() ^ sides[1].keys())]
    differences = []
    for path in sides[0].keys() & sides[1].keys():
        parent = path.rpartition("/")[0]
        beside = [v for p, v in sides[0].items() if p.rpartition("/")[0] == parent and is_number(v)]
        found = compare_values(f"summary{path}", sides[0][path], sides[1][path], beside, rules)
        if found:
            differences.append(found)
    return sorted(differences, key=lambda d: d.what), alone


def compare_runs(first, second, rules):
    """(differences, [(what, whether it is of the second alone)]) of two run folders."""
    differences, alone = [], []
    for compare in (compare_tables, compare_frames, compare_summaries):
        found, of_one = compare(pathlib.Path(first), pathlib.Path(second), rules)
        differences += found
        alone += of_one
    return differences, alone
