"""Plots drawn by matplotlib through its objects, never through the state of pyplot: lines, grouped bars and points.

Each series has a second sign next to its colour, and
words are folded by the width that they take, in fonts that have their letters.

Source: Okabe and Ito (2008), Color Universal Design, for the colours; their yellow is left out, since it fades on white.
"""

from __future__ import annotations

import io
import math
import re
import warnings
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from rich.cells import cell_len, set_cell_size

from meadow.errors import FontWarning, MissingExtraError
from meadow.lab.tables import Plot, Series
from meadow.text.printable import one_line

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure, FigureBase

_WIDTH, _HEIGHT, _WIDEST = 6.4, 4.0, 16.0
_MOST_INSIDE = 6
_CLUSTER = 0.8  # the share of a name's width that its bars fill
_NAME_CELLS, _LABEL_CELLS = 28, 40
# Inches that a cell and a line of the legend take, and what its edges take and the sign before a label.
_LEGEND_CELL, _LEGEND_LINE, _LEGEND_EDGE, _LEGEND_SIGN = 0.075, 0.16, 0.3, 0.6
_LEFT_OF_AXES = 0.8  # inches that ticks and the name of the upright axis take
_DOTS, _PAD = 150, 0.08
# Neither the time nor the program's version belongs to a plot.
_METADATA: dict[str, dict[str, Any]] = {"svg": {"Date": None, "Creator": None}, "png": {"Software": None}}

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
PLAIN_FONT = "DejaVu Sans"  # comes with matplotlib, so it is everywhere the same
# In this order: those with Japanese forms first, sans before serif.
EAST_ASIAN_FONTS = (
    "Noto Sans CJK JP",
    "Noto Sans JP",
    "Source Han Sans JP",
    "IPAexGothic",
    "IPAGothic",
    "TakaoGothic",
    "VL Gothic",
    "Hiragino Sans",
    "Yu Gothic",
    "MS Gothic",
    "Noto Serif CJK JP",
    "Noto Sans CJK SC",
    "WenQuanYi Zen Hei",
)
# Kana, Han, Hangul, their marks and full-width letters: what the plain font has no letters for.
EAST_ASIAN = re.compile(
    "[\u1100-\u11ff\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U00020000-\U000323af]"
)
# A line may end after a blank and next to any East Asian letter; marks that close stay with what they close.
_PIECE = re.compile(rf"{EAST_ASIAN.pattern}[、。，．）」』】〉》ー]*|(?:(?!{EAST_ASIAN.pattern})\S)+|\s+")


def draw(plot: Plot, form: Literal["svg", "png"], *, fonts: Collection[str] | None = None) -> bytes:
    """Return the plot as a picture; equal plots give equal bytes. `fonts` are names to choose from, else those installed."""
    try:
        from matplotlib import font_manager, style
    except ImportError as missing:
        raise MissingExtraError("Drawing a plot", "plots") from missing
    file = io.BytesIO()
    family = font_family(_texts(plot), font_manager.get_font_names() if fonts is None else fonts)
    with style.context(["default", {**SETTINGS, "font.family": family}]), warnings.catch_warnings():
        if len(family) == 1 and EAST_ASIAN.search(" ".join(_texts(plot))):  # said once, not letter by letter
            warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        compose(plot).savefig(file, format=form, dpi=_DOTS, metadata=_METADATA[form])
    return file.getvalue()


def compose(plot: Plot) -> Figure:
    """Return the plot as matplotlib's figure, in the settings that hold: the plot, and below it its notes."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    size = (_figure_width(plot), _figure_height(plot))
    figure = Figure(figsize=size, layout=ConstrainedLayoutEngine(w_pad=_PAD, h_pad=_PAD))
    FigureCanvasAgg(figure)
    _fill(_part_above_notes(figure, plot), plot, size[0])
    return figure


def bounds(series: Series) -> tuple[tuple[float | None, ...], tuple[float | None, ...]]:
    """Return the lower and the upper bounds of a series, None at each point where it has none."""
    nothing = (None,) * len(series.y)
    return series.low or nothing, series.high or nothing


def _texts(plot: Plot) -> list[str]:
    """Return all that is written on the plot."""
    return [plot.title, plot.x, plot.y, *plot.notes, *map(_label, plot.series), *(_names(plot) or ())]


def _fill(figure: FigureBase, plot: Plot, width: float) -> None:
    from matplotlib.ticker import MaxNLocator

    axes = figure.add_subplot()
    names = _names(plot)
    for number, series in enumerate(plot.series):
        look = series_look(number, theirs=series.theirs)
        where = _positions(series, names)
        if plot.kind == "bars":
            _draw_bars(axes, series, _beside(where, number, len(plot.series)), look, _CLUSTER / len(plot.series))
        else:
            _draw_line(axes, series, where, look, joined=plot.kind == "lines")
    axes.margins(x=0.03)
    cells = round((width - _beside_axes(plot) - _LEFT_OF_AXES) * 12)
    axes.set_title(fold(plot.title, cells))
    axes.set_xlabel(fold(plot.x, cells))
    axes.set_ylabel(fold(plot.y, round(_HEIGHT * 9)))
    if names is not None:
        _set_names(axes, names, width)
    elif all(float(x).is_integer() for series in plot.series for x in series.x):
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))  # there is no sentence 2.5
    _add_legend(figure, axes, plot)


def _names(plot: Plot) -> list[str] | None:
    """Return the names along the axis in the order in which they first appear; None where it is one of numbers."""
    every = [x for series in plot.series for x in series.x]
    if plot.kind != "bars" and not any(isinstance(x, str) for x in every):
        return None
    return list(dict.fromkeys(_name(x) for x in every))


def _name(x: float | str) -> str:
    return one_line(x) if isinstance(x, str) else f"{x:g}"


def _positions(series: Series, names: Sequence[str] | None) -> list[float]:
    if names is None:
        return [float(x) for x in series.x]
    places = {name: number for number, name in enumerate(names)}
    return [float(places[_name(x)]) for x in series.x]


def _beside(where: Sequence[float], number: int, count: int) -> list[float]:
    """Return positions moved to where the bars of one of `count` series stand."""
    return [x + _CLUSTER * ((number + 0.5) / count - 0.5) for x in where]


def _draw_bars(axes: Axes, series: Series, where: Sequence[float], look: PlotStyle, width: float) -> None:
    paint: dict[str, Any] = {"facecolor": look.colour, "edgecolor": "white", "hatch": look.hatch}
    if look.hollow:
        paint = {"facecolor": "white", "edgecolor": look.colour, "linestyle": "--"}
    axes.bar(where, _gaps(series.y), width=width, label=_label(series), **paint)
    _draw_whiskers(axes, series, where, "#222222")
    axes.grid(visible=False, axis="x")


def _draw_line(axes: Axes, series: Series, where: Sequence[float], look: PlotStyle, *, joined: bool) -> None:
    axes.plot(
        where,
        _gaps(series.y),
        color=look.colour,
        marker=look.marker,
        markerfacecolor="white" if look.hollow else look.colour,
        linestyle=look.dashes if joined else "none",
        label=_label(series),
    )
    if joined:
        low, high = bounds(series)
        axes.fill_between(where, _gaps(low), _gaps(high), color=look.colour, alpha=0.15, linewidth=0)
    else:
        _draw_whiskers(axes, series, where, look.colour)


def _draw_whiskers(axes: Axes, series: Series, where: Sequence[float], colour: str) -> None:
    """Draw each interval from bound to bound, wherever the value lies: around its middle, which is what matplotlib asks."""
    low, high = (_gaps(ends) for ends in bounds(series))
    middles = [(bottom + top) / 2 for bottom, top in zip(low, high, strict=True)]
    halves = [(top - bottom) / 2 for bottom, top in zip(low, high, strict=True)]
    drawn = [not math.isnan(half) for half in halves]
    if any(drawn):
        xs, ys, spans = ([v for v, ok in zip(vs, drawn, strict=True) if ok] for vs in (where, middles, halves))
        axes.errorbar(xs, ys, yerr=spans, fmt="none", ecolor=colour, elinewidth=1.0, capsize=2.0)


def _gaps(values: Sequence[float | None]) -> list[float]:
    return [math.nan if value is None or not math.isfinite(value) else value for value in values]


def _label(series: Series) -> str:
    # A label that starts with an underscore would be left out of the legend.
    label = fold(one_line(series.label) + " (theirs)" * series.theirs, _LABEL_CELLS)
    return ("\u200b" if label.startswith("_") else "") + label


def _figure_width(plot: Plot) -> float:
    names = _names(plot)
    bars = len(names) * (len(plot.series) if plot.kind == "bars" else 1) if names is not None else 0
    return min(_WIDEST, max(_WIDTH, 0.8 + 0.16 * bars + 0.12 * len(names or ())) + _beside_axes(plot))


def _beside_axes(plot: Plot) -> float:
    """Return what a legend next to the axes takes of the width."""
    return _legend_width(plot) if _legend_outside(plot) else 0.0


def _legend_width(plot: Plot) -> float:
    lines = (line for series in plot.series for line in _label(series).splitlines())
    return _LEGEND_SIGN + _LEGEND_CELL * max(map(cell_len, lines), default=0)


def _figure_height(plot: Plot) -> float:
    lines = sum(len(_label(series).splitlines()) for series in plot.series)
    if _legend_outside(plot):
        return max(_HEIGHT, _LEGEND_EDGE + _LEGEND_LINE * lines)
    below = lines / _columns(plot) if plot.kind == "bars" else 0.0
    return _HEIGHT + _LEGEND_LINE * max(0.0, below - 2)  # two lines below the axes fit as it is


def _columns(plot: Plot) -> int:
    """Return in how many columns a legend below the axes fits."""
    return max(1, min(3, len(plot.series), int(_figure_width(plot) / _legend_width(plot))))


def _legend_outside(plot: Plot) -> bool:
    # Points may lie anywhere, so no corner is free for it.
    return len(plot.series) > _MOST_INSIDE or plot.kind == "points"


def _set_names(axes: Axes, names: Sequence[str], width: float) -> None:
    """Write the names below the axis: upright where they fit side by side, else slanted; long ones are cut."""
    shown = [shorten(name, _NAME_CELLS) for name in names]
    fit = max(map(cell_len, shown), default=0) * len(shown) < width * 11
    axes.set_xticks(range(len(shown)), shown, rotation=0 if fit else 35, ha="center" if fit else "right")
    if not fit:
        for tick in axes.get_xticklabels():
            tick.set_rotation_mode("anchor")


def _add_legend(figure: FigureBase, axes: Axes, plot: Plot) -> None:
    handles, labels = axes.get_legend_handles_labels()
    if len(handles) < 2 and not any(series.theirs for series in plot.series):
        return
    if _legend_outside(plot):
        figure.legend(handles, labels, loc="outside right upper")
    elif plot.kind == "bars":
        # Bars fill the axes from below: a legend among them would hide some.
        figure.legend(handles, labels, loc="outside lower center", ncols=_columns(plot))
    else:
        axes.legend(handles, labels, loc="best")


def _part_above_notes(figure: Figure, plot: Plot) -> FigureBase:
    """Write the notes at the foot, make the figure higher by what they measure, and return the part above them."""
    if not plot.notes:
        return figure
    width, height = figure.get_size_inches()
    lines = "\n".join(fold(note, round(width * 16)) for note in plot.notes)
    notes = figure.text(_PAD / width, 0.0, lines, fontsize=NOTE_SIZE, color="#444444", va="bottom", in_layout=False)
    taken = notes.get_window_extent().height / figure.dpi + 2 * _PAD
    figure.set_figheight(height + taken)
    notes.set_y(_PAD / (height + taken))
    parts: list[FigureBase] = list(figure.subfigures(2, 1, squeeze=False, height_ratios=(height, taken)).flat)
    return parts[0]


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


def font_family(texts: Iterable[str], installed: Collection[str]) -> list[str]:
    """Return the fonts to draw the texts with, the first one preferred; a `FontWarning` says so where one is missing."""
    if not any(EAST_ASIAN.search(text) for text in texts):
        return [PLAIN_FONT]
    font = next((name for name in EAST_ASIAN_FONTS if name in installed), None)
    if font is not None:
        return [PLAIN_FONT, font]
    warnings.warn(
        "A label holds Japanese, Chinese or Korean letters, and matplotlib knows no font that has them: the picture shows "
        f"boxes. Install one, such as {EAST_ASIAN_FONTS[0]} (Debian, Ubuntu: apt install fonts-noto-cjk), and remove "
        "matplotlib's list of fonts (fontlist-*.json in matplotlib.get_cachedir()), so that it looks again.",
        FontWarning,
        stacklevel=3,
    )
    return [PLAIN_FONT]


def fold(text: str, cells: int) -> str:
    """Return the text on one line, or on several of at most so many cells, of which a wide letter takes two."""
    lines = [""]
    for piece in _PIECE.findall(one_line(text)):
        if cell_len(lines[-1]) + cell_len(piece.rstrip()) > cells and lines[-1]:
            lines.append("")
        lines[-1] += piece if lines[-1] else piece.lstrip()
    return "\n".join(line.rstrip() for line in lines)


def shorten(text: str, cells: int) -> str:
    """Return the text, cut with an ellipsis where it takes more cells."""
    return text if cell_len(text) <= cells else f"{set_cell_size(text, cells - 1).rstrip()}…"
