"""Filters of SAE J211: Butterworth's filter of second order, forwards and backwards, so that nothing is shifted in
time. A channel class CFC has its cut-off, where a sine keeps 1/sqrt(2) of its size (-3 dB), at 5/3 of its number in
Hz: CFC 180 at 300 Hz."""

import math

import numpy as np

from .words import PlotError

LEAST_ROWS = 6  # per period of the cut-off, as J211 asks for samples at 10 times the number of the class
PER_PERIOD = 200  # samples per period of the cut-off where rows are not evenly spaced
MOST_SAMPLES = 1_000_000
# The gain of both passes is 1 / (1 + (f/d)^4), which is 1/sqrt(2) at f = c if d is this times c.
DESIGN = (math.sqrt(2) - 1) ** -0.25


class Filter:
    """A cut-off [Hz] and its name. `text`: CFC60, CFC180, CFC600, CFC1000, or a number in Hz."""

    def __init__(self, text):
        number = float(text.removeprefix("CFC"))
        if text.startswith("CFC"):
            self.cutoff, self.name = number * 5 / 3, f"CFC {number:g}"
        else:
            self.cutoff, self.name = number, f"Butterworth, -3 dB at {number:g} Hz"

    def applied(self, times, values, means=False):
        """The filtered values at `times`. `means`: each value is the mean since the time before, as forces from
        impulses are, and stands for the middle of that time; else values in between lie on straight lines."""
        if len(times) < 3:
            return values
        apart = np.diff(times)
        middle = float(np.median(apart))
        if middle * self.cutoff * LEAST_ROWS > 1 + 1e-6:
            raise PlotError(
                f"--filter: rows are {middle:.3g} s apart, which is enough for cut-offs up to "
                f"{1 / (LEAST_ROWS * middle):.3g} Hz, and this one is {self.cutoff:.4g} Hz; take a lower one, or "
                "write more rows (/output/history_every)"
            )
        if np.ptp(apart) <= 1e-3 * middle:
            filtered = both_ways(values, self.cutoff * middle)
            # A mean over a row belongs to the middle of it.
            at = times - (middle / 2 if means else 0)
            return interpolated(times, at, filtered)
        return self.applied_to_uneven(times, values, means)

    def applied_to_uneven(self, times, values, means):
        """By even samples, each the mean over its part of the time: impulses are kept."""
        count = math.ceil((times[-1] - times[0]) * self.cutoff * PER_PERIOD)
        if count > MOST_SAMPLES:
            raise PlotError(
                f"--filter {self.cutoff:g} Hz: {count} samples would be filtered, and at most {MOST_SAMPLES} are; "
                "take a part of the run (--start, --end) or a lower cut-off"
            )
        grid = np.linspace(times[0], times[-1], max(count, 2) + 1)
        samples = np.diff(integral(times, values, means, grid)) / np.diff(grid)
        filtered = both_ways(samples, self.cutoff * (grid[1] - grid[0]))
        return interpolated(times, (grid[1:] + grid[:-1]) / 2, filtered)


def interpolated(times, at, values):
    """The values at other times, on the line of the last two points beyond an end."""
    k = np.clip(np.searchsorted(at, times, side="right") - 1, 0, len(at) - 2)
    return values[k] + (times - at[k]) / (at[k + 1] - at[k]) * (values[k + 1] - values[k])


def integral(times, values, means, at):
    """The integral from the first time up to each of the times `at`."""
    row = np.clip(np.searchsorted(times, at, side="right") - 1, 0, len(times) - 2)
    since, apart = at - times[row], np.diff(times)
    first = values[1:] if means else values[:-1]
    slope = 0 * apart if means else np.diff(values) / apart
    whole = np.concatenate([[0.0], np.cumsum(apart * (first + slope * apart / 2))])
    return whole[row] + since * (first[row] + slope[row] * since / 2)


def both_ways(samples, cutoff):
    """Filters forwards and backwards. `cutoff`: cycles per sample. Before the first and after the last sample the
    curve goes on turned about them, so that neither end is drawn to zero."""
    room = min(len(samples) - 1, math.ceil(3 / cutoff))
    before = 2 * samples[0] - samples[room:0:-1]
    after = 2 * samples[-1] - samples[-2 : -room - 2 : -1]
    long = np.concatenate([before, samples, after])
    long = one_way(one_way(long, cutoff)[::-1], cutoff)[::-1]
    return long[room : room + len(samples)]


def one_way(samples, cutoff):
    """Butterworth's low pass of second order (SAE J211-1, appendix C), at rest at the first sample."""
    w = DESIGN * math.tan(math.pi * cutoff)  # exact at the cut-off, however few samples there are
    scale = 1 + math.sqrt(2) * w + w * w
    a = w * w / scale
    b1, b2 = -2 * (w * w - 1) / scale, (-1 + math.sqrt(2) * w - w * w) / scale
    x1 = x2 = y1 = y2 = float(samples[0])
    result = np.empty(len(samples))
    for i, x in enumerate(samples.tolist()):
        y = a * (x + 2 * x1 + x2) + b1 * y1 + b2 * y2
        x1, x2, y1, y2 = x, x1, y, y1
        result[i] = y
    return result
