"""Small charts: bars, and the same in words."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from meadow.web.charts import BAR_HEIGHT, DAYS, MOST_DAYS, activity, spark
from stories import document

LAST = date(2026, 3, 8)


def test_bars_are_as_high_as_days_are_busy() -> None:
    chart = spark({date(2026, 3, 2): 2, date(2026, 3, 3): 1}, LAST)
    assert [(bar.x, bar.height) for bar in chart.bars] == [(0, BAR_HEIGHT), (10, BAR_HEIGHT // 2)]
    assert chart.text == "3 articles from 2 Mar 2026 to 8 Mar 2026, by day: 2, 1, 0, 0, 0, 0, 0"
    assert (chart.width, len(chart.ticks)) == (68, DAYS)


def test_days_without_articles_say_so() -> None:
    assert spark({date(2026, 2, 1): 1}, LAST).text == "no article from 2 Mar 2026 to 8 Mar 2026"
    assert spark({}, LAST).bars == ()


def test_a_story_of_one_day_has_no_activity_to_draw() -> None:
    one = document("a", ["A."], hours=0)
    assert activity([one, replace(one, id="b")]) is None
    assert activity([document("a", ["A."], hours=None)]) is None
    both = activity([one, document("b", ["B."], hours=48)])
    assert both is not None
    assert both.text.endswith("by day: 1, 0, 1")


@given(st.lists(st.integers(0, 3000), min_size=1, max_size=40))
def test_bars_stay_within_the_chart(hours: list[int]) -> None:
    chart = activity([document(f"d{n}", ["A."], hours=hour) for n, hour in enumerate(hours)])
    if chart is not None:
        assert chart.days <= MOST_DAYS
        assert all(0 <= bar.x < chart.width and bar.y >= 0 and 0 < bar.height <= BAR_HEIGHT for bar in chart.bars)
