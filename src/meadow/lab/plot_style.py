"""How plots look: colours that everybody can tell apart, and a second sign for each series beside its colour.

Source: Okabe and Ito (2008), Color Universal Design, for the colours; their yellow is left out, since it fades on white.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
GREY = "#6B6B6B"
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">")
DASHES = ("-", "--", "-.", ":")
THEIR_DASHES = ((0, (4, 2)), (0, (1, 2)), (0, (6, 2, 1, 2)))
HATCHES = ("", "///", "...", "\\\\\\", "xxx", "---", "+++", "ooo")

# All that a user's own settings, the clock or chance could change is fixed here: equal plots are equal bytes.
SETTINGS: Mapping[str, object] = {
    "svg.hashsalt": "meadow",
    "svg.fonttype": "path",
    "font.family": ["DejaVu Sans"],
    "text.parse_math": False,  # a dollar in a label is a dollar
    "font.size": 9.0,
    "axes.titlesize": 10.0,
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": "#DDDDDD",
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "legend.fontsize": 8.0,
    "hatch.linewidth": 0.6,
    "lines.linewidth": 1.5,
    "lines.markersize": 5.0,
}
NOTE_SIZE = 7.0


@dataclass(frozen=True, slots=True)
class PlotStyle:
    """How one series is drawn."""

    colour: str
    marker: str
    dashes: str | tuple[int, tuple[int, ...]]
    hatch: str
    hollow: bool


def series_look(number: int, *, theirs: bool) -> PlotStyle:
    """Return the look of the series at a place: no two of the first 63 share both colour and marker; theirs are grey."""
    marker, hatch = MARKERS[number % len(MARKERS)], HATCHES[number % len(HATCHES)]
    if theirs:
        return PlotStyle(GREY, marker, THEIR_DASHES[number % len(THEIR_DASHES)], "", hollow=True)
    return PlotStyle(COLOURS[number % len(COLOURS)], marker, DASHES[number % len(DASHES)], hatch, hollow=False)
