"""A story that grows: independent sources pass a mark, or its articles double within a day.

Source: our own. Copies of one text are one voice, so a story does not grow by being reprinted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from itertools import count, takewhile

from meadow.alerts.state import StoryState
from meadow.brief.wording import count_text
from meadow.model import Document

_FIRST_MARKS = (3, 5)
_FEWEST_DOUBLED = 10  # articles, before which doubling says little
_DAY = timedelta(days=1)


def marks() -> Iterator[int]:
    """Iterate over the numbers of sources that are worth an alert: 3 and 5, then 10, 20, 50, 100, 200, 500 and so on."""
    yield from _FIRST_MARKS
    for power in count(1):
        yield from (10**power, 2 * 10**power, 5 * 10**power)


def passed_mark(before: int, after: int) -> int | None:
    """Return the highest mark that a number of sources has passed, or None."""
    passed = max(takewhile(lambda mark: mark <= after, marks()), default=0)
    return passed if passed > before else None


def doubled(earlier: Sequence[Document], documents: Sequence[Document]) -> int | None:
    """Return the power of two that a story's size has passed, if its articles doubled within a day; else None.

    The day ends with the latest article. A story that is younger than a day has nothing to double. As each power is passed
    once, a growing story has alerts at 16, 32, 64 articles and so on.
    """
    times = [each.published for each in documents if each.published is not None]
    if len(documents) < _FEWEST_DOUBLED or not times:
        return None
    begin = max(times) - _DAY
    before = sum(each.published is None or each.published <= begin for each in documents)
    step = len(documents).bit_length() - 1
    grew_past = len(earlier).bit_length() - 1 < step
    return step if 0 < before <= len(documents) // 2 and grew_past else None


def growth(state: StoryState) -> Iterator[tuple[str, str]]:
    """Yield the cause and the text of what a story's growth is worth."""
    now, before = len(state.sources(state.documents)), len(state.sources(state.earlier))
    mark = passed_mark(before, now)
    if mark is not None:
        sources_text = count_text(now, "independent source")
        yield f"grows:{mark}", f"{sources_text} now report: {state.title}"
    step = doubled(state.earlier, state.documents)
    if step is not None:
        yield (
            f"doubles:{step}",
            f"{count_text(len(state.documents), 'article')}, twice as many as a day before: {state.title}",
        )
