"""What is written around a plot stands apart and inside: boxes as the renderer measures them, for many sizes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Literal

import pytest
from matplotlib import style
from matplotlib.figure import Figure
from matplotlib.legend import Legend
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from meadow.lab.drawing import SETTINGS, compose
from meadow.lab.tables import Plot, Series

NOTE = "Bands are intervals over topics, and a note may be so long that it needs a second line or a third one. " * 2
LONG = "mead(select=mmr, weights=learned, another option that nobody can remember)"
Kind = Literal["lines", "bars", "points"]


def _plot(kind: Kind, entries: int, notes: int, label: str = "system", title: str = "Recall") -> Plot:
    series = tuple(Series(f"{label} {n}", ("lead", "mead"), (0.1 + n, 0.2)) for n in range(entries))
    return Plot("p", title, "system", "a measure with a very long name " * 3, series, kind, (NOTE,) * notes)


def _laid_out(plot: Plot) -> Figure:
    with style.context(["default", dict(SETTINGS)]):
        figure = compose(plot)
        figure.draw_without_rendering()
    return figure


def _box(artist: Text | Legend) -> Bbox:
    return artist.get_window_extent()


def _boxes(figure: Figure) -> Iterator[tuple[str, Bbox]]:
    """Give the boxes of notes, legend, title and the names of the axes."""
    room = figure.subfigs[0] if figure.subfigs else figure
    axes = room.axes[0]
    yield from (("notes", _box(text)) for text in figure.texts)
    yield from (("legend", _box(legend)) for legend in room.legends)
    yield from (("words", _box(text)) for text in (axes._left_title, axes.xaxis.label, axes.yaxis.label))  # type: ignore[attr-defined]


def _apart(one: Bbox, other: Bbox) -> bool:
    return bool(one.x1 <= other.x0 or other.x1 <= one.x0 or one.y1 <= other.y0 or other.y1 <= one.y0)


@pytest.mark.parametrize("kind", ["lines", "bars", "points"])
@pytest.mark.parametrize(("entries", "notes"), [(2, 1), (6, 1), (6, 4), (7, 2), (30, 3)])
@pytest.mark.parametrize("label", ["system", LONG], ids=["short", "long"])
def test_notes_legend_and_words_stand_apart_and_inside(kind: Kind, entries: int, notes: int, label: str) -> None:
    figure = _laid_out(_plot(kind, entries, notes, label, title="Many systems " * 15))
    boxes = list(_boxes(figure))
    beside = {"legend"} if kind != "lines" or entries > 6 else set()
    assert {name for name, _ in boxes} == {"notes", "words"} | beside
    whole = figure.bbox
    for (name, one), (other_name, other) in combinations(boxes, 2):
        assert _apart(one, other), (name, other_name)
    for name, box in boxes:
        assert whole.x0 <= box.x0 < box.x1 <= whole.x1, name
        assert whole.y0 <= box.y0 < box.y1 <= whole.y1, name


def test_notes_do_not_take_their_room_from_the_plot() -> None:
    heights = [_laid_out(_plot("bars", 6, notes)).get_figheight() for notes in (0, 1, 2, 4)]
    assert heights == sorted(set(heights))
    axes = [
        (figure.subfigs[0] if figure.subfigs else figure).axes[0].get_window_extent().height
        for figure in (_laid_out(_plot("bars", 6, notes)) for notes in (0, 4))
    ]
    assert axes[1] == pytest.approx(axes[0], rel=0.05)


def test_whole_numbers_along_the_axis_have_whole_ticks() -> None:
    plot = Plot("p", "Scores", "sentence", "score", (Series("a", (1.0, 2.0, 3.0), (0.1, 0.2, 0.3)),))
    ticks = _laid_out(plot).axes[0].get_xticks()
    assert all(float(tick).is_integer() for tick in ticks)
