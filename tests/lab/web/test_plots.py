"""Plots: every number has its place, gaps stay gaps, names do not cover each other."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from lab.web.runs import PLOT
from meadow.lab.tables import Plot, Series
from meadow.lab.web.plots import HEIGHT, WIDTH, draw

FIGURES = st.none() | st.floats(-1e6, 1e6)


def test_a_plot_is_laid_out_with_its_numbers() -> None:
    drawing = draw(PLOT)
    assert drawing is not None
    assert drawing.heads == ("rate", "mead", "lead")
    assert drawing.rows == (("5", "0.600", "0.500"), ("10", "", "0.550"), ("20", "0.800", "0.800"))
    mead, lead = drawing.lines
    assert (len(mead.points), len(mead.paths), len(lead.paths)) == (2, 0, 2)  # no line over a gap
    assert mead.points[0][0] == lead.points[0][0] == drawing.left
    assert mead.points[-1] == lead.points[-1]  # 20 and .8 in both
    assert abs(mead.name_at - lead.name_at) >= 14
    assert mead.dashes != lead.dashes
    assert [tick.text for tick in drawing.across] == ["5", "10", "20"]
    assert drawing.up[0].text == "0"


def test_names_stand_at_even_distances() -> None:
    drawing = draw(Plot("a", "A", "topic", "score", (Series("one", ("wolf", "ferry"), (1.0, 1.0)),), "bars"))
    assert drawing is not None
    assert [tick.text for tick in drawing.across] == ["wolf", "ferry"]
    assert drawing.across[0].at < drawing.across[1].at


def test_nothing_to_show_is_no_drawing() -> None:
    assert draw(Plot("a", "A", "x", "y", ())) is None
    assert draw(Plot("a", "A", "x", "y", (Series("one", (1.0,), (None,)),))) is None


@given(st.lists(st.lists(FIGURES, min_size=1, max_size=6), min_size=1, max_size=14))
def test_whatever_the_numbers_all_is_within_the_drawing(values: list[list[float | None]]) -> None:
    series = tuple(Series(f"s{number}", tuple(range(len(each))), tuple(each)) for number, each in enumerate(values))
    drawing = draw(Plot("a", "A", "x", "y", series))
    if drawing is None:
        assert all(value is None for each in values[:12] for value in each)
        return
    for line in drawing.lines:
        assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in line.points)
    names = sorted(line.name_at for line in drawing.lines)
    assert all(later - earlier >= 13.9 for earlier, later in pairwise(names))
