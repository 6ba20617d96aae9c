"""A table as HTML that needs nothing else, with a whisker in each cell that has an interval; and a page of them.

An interval is a small line with a dot, all of a column to one scale.
"""

from __future__ import annotations

import base64
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from meadow.brief.markup import Html, element, escape, join, raw
from meadow.brief.page import format_page
from meadow.lab.tables import Column, Entry, Plot, Row, Table
from meadow.lab.tables.figures import (
    THEIRS,
    footnotes,
    group_spans,
    has_groups,
    heading_text,
    interval_text,
    label_texts,
    number_text,
)
from meadow.text.printable import one_line

_OUTSIDE_ID = re.compile(r"[^A-Za-z0-9_-]+")

_WIDTH, _HEIGHT, _EDGE = 112, 8, 3
_TICK = 2


def format_table(table: Table, *, intervals: bool = True) -> str:
    """Return a fragment with its own style: put it anywhere, a notebook included."""
    return f"{element('div', element('style', raw(rules())), section(table, intervals), class_='lab')}\n"


def page(
    tables: Sequence[Table],
    plots: Sequence[tuple[Plot, str]] = (),
    *,
    title: str = "Lab results",
    intervals: bool = True,
) -> str:
    """Return a whole page of tables and then plots, each plot with the SVG drawn of it; nothing is loaded or run."""
    heading = element("header", element("h1", one_line(title), dir="auto"), class_="masthead")
    shown = [*(section(table, intervals) for table in tables), *(figure(plot, svg) for plot, svg in plots)]
    return format_page(one_line(title), heading, element("main", *shown, class_="lab"), rules=rules())


def section(table: Table, intervals: bool = True) -> Html:
    """Return a table with its notes and its signature, for a page that has the rules."""
    grid = element(
        "table",
        element("caption", one_line(table.title)),
        element("thead", *_head_rows(table)),
        element("tbody", *_body_rows(table, intervals)),
    )
    # A wide table scrolls by itself, and the keyboard must reach what scrolls.
    box = element("div", grid, class_="scroll", tabindex=0, role="group", aria_label=one_line(table.title))
    return element("section", box, *_footer(table), class_="figures", id=_OUTSIDE_ID.sub("-", table.name))


def _head_rows(table: Table) -> Iterator[Html]:
    if has_groups(table):
        spans = group_spans(column.group for column in table.columns)
        yield element("tr", *(element("td") for _ in table.heads), *(_group(*span) for span in spans))
    labels = [element("th", one_line(head), scope="col", class_="label") for head in table.heads]
    yield element("tr", *labels, *(element("th", heading_text(column), scope="col") for column in table.columns))


def _group(name: str | None, count: int) -> Html:
    if name is None:
        return element("td", colspan=count)
    return element("th", one_line(name), scope="colgroup", colspan=count, class_="group")


def _body_rows(table: Table, intervals: bool) -> Iterator[Html]:
    best = [table.best(position) for position in range(len(table.columns))]
    scales = [column_scale([row.entries[position] for row in table.rows]) for position in range(len(table.columns))]
    for number, row in enumerate(table.rows):
        cells = [
            _cell(entry, column, scale if intervals else None, best=number in winners)
            for entry, column, scale, winners in zip(row.entries, table.columns, scales, best, strict=True)
        ]
        yield element("tr", *_labels(row), *cells, class_="theirs" if row.theirs else None)


def _unbroken(label: str) -> str:
    """Return a label in which neither a sign before nor a percent sign after it goes to a line of its own."""
    return label.replace(f"{THEIRS} ", f"{THEIRS}\u00a0").replace(" %", "\u00a0%")


def _labels(row: Row) -> list[Html]:
    first, *rest = (_unbroken(label) for label in label_texts(row) or ("",))
    return [
        element("th", first, scope="row", class_="label"),
        *(element("td", label, class_="label") for label in rest),
    ]


def _cell(entry: Entry, column: Column, scale: Scale | None, *, best: bool) -> Html:
    number = number_text(entry.value, column.digits)
    marks = element("sup", "".join(entry.marks)) if entry.marks else None
    figure = join([element("b", number) if best else number, marks])
    bounds = None if scale is None else interval_text(entry, column.digits)
    if bounds is None or scale is None:
        return element("td", figure)
    return element("td", figure, " ", element("small", bounds), whisker(entry, scale))


def _footer(table: Table) -> Iterator[Html]:
    if notes := footnotes(table):
        yield element("ul", *(element("li", line) for line in notes), class_="meta")
    if table.signature is not None:
        yield element("p", one_line(table.signature), class_="signature")
    if table.command is not None:
        yield element("p", element("code", one_line(table.command)))


def figure(plot: Plot, svg: str | None) -> Html:
    """Return a plot as its picture, where there is one, and its numbers, for a page that has the rules."""
    numbers = element("details", element("summary", "Numbers"), _numbers(plot))
    return element("figure", _picture(plot, svg) if svg else None, element("figcaption", one_line(plot.title)), numbers)


def _picture(plot: Plot, svg: str) -> Html:
    # As an image of its own: names inside one drawing cannot meet those of another.
    address = f"data:image/svg+xml;base64,{base64.b64encode(svg.encode('utf-8')).decode('ascii')}"
    alternative = f"Plot: {one_line(plot.title)}; {one_line(plot.y)} by {one_line(plot.x)}"
    return raw(f'<img src="{address}" alt="{escape(alternative)}">')


def _numbers(plot: Plot) -> Html:
    heads = element("tr", *(element("th", head, scope="col") for head in ("series", plot.x, plot.y)))
    rows = [
        element(
            "tr",
            element("th", one_line(series.label), scope="row", class_="label"),
            element("td", one_line(str(x))),
            element("td", "–" if y is None or math.isnan(y) else f"{y:.4g}"),
        )
        for series in plot.series
        for x, y in zip(series.x, series.y, strict=True)
    ]
    label = f"Numbers of {one_line(plot.title)}"
    table = element("table", element("thead", heads), element("tbody", *rows))
    return element("div", table, class_="scroll", tabindex=0, role="group", aria_label=label)


@cache
def rules() -> str:
    """Return the style rules of tables, all of them below `.lab`."""
    return files("meadow.lab.tables").joinpath("tables.css").read_text("utf-8")


@dataclass(frozen=True, slots=True)
class Scale:
    """The least and the largest number that a column draws."""

    least: float
    most: float

    def place(self, value: float) -> str:
        """Return where a number is from left to right; all in the middle where there is only one."""
        span = self.most - self.least
        share = (value - self.least) / span if span > 0 else 0.5
        return f"{_EDGE + share * (_WIDTH - 2 * _EDGE):.1f}"


def column_scale(entries: Iterable[Entry]) -> Scale | None:
    """Return the scale that holds every figure and bound of a column; None where there is none."""
    numbers = [
        number
        for entry in entries
        for number in (entry.value, entry.low, entry.high)
        if number is not None and math.isfinite(number)
    ]
    return Scale(min(numbers), max(numbers)) if numbers else None


def whisker(entry: Entry, scale: Scale) -> Html | None:
    """Return the interval as a drawing; None where a bound is missing. The text next to it says the same."""
    drawn = (entry.value, entry.low, entry.high)
    if any(number is None or not math.isfinite(number) for number in drawn):
        return None
    value, low, high = (scale.place(number) for number in drawn if number is not None)
    middle = _HEIGHT // 2
    return element(
        "svg",
        element("line", x1=low, x2=high, y1=middle, y2=middle),
        *(element("line", x1=end, x2=end, y1=middle - _TICK, y2=middle + _TICK) for end in (low, high)),
        element("circle", cx=value, cy=middle, r="1.5"),
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
        width=_WIDTH,
        height=_HEIGHT,
        aria_hidden="true",
    )
