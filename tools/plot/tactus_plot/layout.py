"""Where panels, colour bar, scale bar and keys of arrows stand, in inches: margins fit whatever
is drawn, and every panel has the same scale."""

import math
from dataclasses import dataclass

MARGIN, GAP, TIME_BAND, NAME_BAND = 0.08, 0.3, 0.22, 0.24
BAR_STRIP, PLAIN_STRIP, KEY = 0.62, 0.34, 0.17


@dataclass
class Layout:
    """A grid of panels of equal size with a strip below. `view`: x0, y0, x1, y1 [m]."""

    view: tuple
    panels: int
    columns: int
    width: float
    has_bar: bool = False
    has_strip: bool = True
    row_names: bool = False
    has_title: bool = False
    keys: int = 0  # lines of the keys of arrows

    def __post_init__(self):
        x0, y0, x1, y1 = self.view
        self.rows = math.ceil(self.panels / self.columns)
        self.panel_width = (self.width - 2 * MARGIN - (self.columns - 1) * GAP) / self.columns
        self.panel_height = self.panel_width * (y1 - y0) / (x1 - x0)
        # A tall view is made smaller: no picture is higher than four times its width.
        most = 4 * self.width / self.rows
        if self.panel_height > most:
            self.panel_height = most
            self.panel_width = most * (x1 - x0) / (y1 - y0)
        self.strip = BAR_STRIP if self.has_bar else PLAIN_STRIP if self.has_strip else 0.0
        self.strip = max(self.strip, KEY * self.keys)
        self.row_height = self.panel_height + TIME_BAND + (NAME_BAND if self.row_names else 0)
        self.top = MARGIN + (NAME_BAND if self.has_title else 0)
        self.height = self.top + self.rows * self.row_height + self.strip + MARGIN
        self.inches_per_metre = self.panel_width / (x1 - x0)

    def used_width(self):
        return self.columns * self.panel_width + (self.columns - 1) * GAP

    def panel(self, k):
        """(left, bottom, width, height) of panel k as parts of the figure."""
        row, column = divmod(k, self.columns)
        left = (self.width - self.used_width()) / 2 + column * (self.panel_width + GAP)
        top = self.top + row * self.row_height + (NAME_BAND if self.row_names else 0)
        return self.box(left, top, self.panel_width, self.panel_height)

    def box(self, left, top, width, height):
        """A box given in inches from the upper left corner."""
        return (
            left / self.width,
            1 - (top + height) / self.height,
            width / self.width,
            height / self.height,
        )

    def strip_top(self):
        return self.height - MARGIN - self.strip

    def point(self, left, top):
        """A point given in inches from the upper left corner."""
        return left / self.width, 1 - top / self.height


def box_round(points, margin):
    """View round points [n, 2], never without extent."""
    low, high = points.min(axis=0), points.max(axis=0)
    size = max(*(high - low), 1e-12 * max(1.0, abs(low).max(), abs(high).max()))
    low, high = low - margin * size, high + margin * size
    return low[0], low[1], high[0], high[1]
