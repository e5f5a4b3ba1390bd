"""Numbers for people: prefixes of units, times, the length of a scale bar, units from names of
columns."""

import math

PREFIXES = {-12: "p", -9: "n", -6: "µ", -3: "m", 0: "", 3: "k", 6: "M", 9: "G", 12: "T"}
PREFIXED = {"Pa", "m", "m/s", "s", "N", "J", "N s", "W", "Hz", "m/s²", "N m", "N/m"}

# Endings of columns, the longest first.
ENDINGS = {
    "_kg_m2_per_s": "kg m²/s",
    "_kg_m_per_s": "kg m/s",
    "_m_per_s2": "m/s²",
    "_m_per_s": "m/s",
    "_rad_per_s": "rad/s",
    "_N_per_m": "N/m",
    "_N_s": "N s",
    "_N_m": "N m",
    "_rad": "rad",
    "_kg": "kg",
    "_Pa": "Pa",
    "_J": "J",
    "_N": "N",
    "_W": "W",
    "_m": "m",
    "_s": "s",
}


def unit_of_column(name):
    """("kinetic energy", "J") of "kinetic_energy_J"; a count has the unit "". A probe keeps its
    name as it was given: ("left_foot.displacement x", "m") of "left_foot.displacement_x_m"."""
    probe, dot, quantity = name.rpartition(".")
    for ending, unit in ENDINGS.items():
        if quantity.endswith(ending) and len(quantity) > len(ending):
            break
    else:
        ending, unit = "", ""
    words = quantity[: len(quantity) - len(ending)].replace("_", " ")
    return f"{probe}.{words}" if dot else words, unit


def prefix_for(largest, unit):
    """(factor, unit with prefix) by which numbers up to `largest` are shown: 3.2e9 Pa as 3.2 GPa.
    Metres, and metres per second, are kept up to 10,000, and seconds from 0.1 on."""
    largest = abs(largest)
    if unit not in PREFIXED or not 0 < largest < math.inf:
        return 1.0, unit
    exponent = 3 * math.floor(math.log10(largest * (1 + 1e-9)) / 3)
    exponent = min(12, max(-12, exponent))
    if unit == "s" or (unit in ("m", "m/s") and largest < 1e4):
        exponent = min(exponent, 0)
    if unit == "s" and largest >= 0.1:
        exponent = 0
    return 10.0**exponent, PREFIXES[exponent] + unit


def short(number):
    """Three digits, and no exponent where there is a plain way to write it."""
    text = f"{number:.3g}"
    return text if "e" not in text or not 1e-4 <= abs(number) < 1e6 else f"{number:.0f}"


def with_unit(value, unit):
    factor, unit = prefix_for(value, unit)
    return f"{short(value / factor)} {unit}".strip()


def time_label(time, last):
    """A time in the unit of the last one that is shown beside it."""
    factor, unit = prefix_for(last, "s")
    return "t = 0" if time == 0 else f"t = {short(time / factor)} {unit}"


def round_length(longest):
    """The largest of 1, 2 and 5 times a power of ten that is not above `longest`."""
    power = 10.0 ** math.floor(math.log10(longest * (1 + 1e-12)))
    return max(n * power for n in (1, 2, 5) if n * power <= longest * (1 + 1e-12))


def scale_bar(width):
    """(length [m], text) of a bar for a view of this width: about a fifth of it."""
    length = round_length(0.25 * width)
    return length, f"{short(length)} m" if 0.1 <= length < 1e4 else with_unit(length, "m")
