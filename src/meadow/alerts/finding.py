"""All alerts that new articles of a story are worth.

Every alert has a cause. For one story and watch a cause raises one alert, ever, so looking twice repeats nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from meadow.alerts.conflicts import conflicts
from meadow.alerts.growth import growth
from meadow.alerts.state import StoryState
from meadow.alerts.watching import may_match, watched
from meadow.model import Alert, Watch
from meadow.text.printable import one_line


def find_alerts(state: StoryState, watches: Sequence[Watch], at: datetime) -> list[Alert]:
    """Return the alerts that a story's new articles are worth, without numbers: growth, disagreement, then watches."""
    if not state.new:
        return []
    return [*_of_story(state, at), *(each for watch in watches for each in _of_watch(state, watch, at))]


def _of_story(state: StoryState, at: datetime) -> Iterator[Alert]:
    new = tuple(each.id for each in state.documents if each.id in state.new)
    for cause, text in growth(state):
        yield Alert(0, at, "grows", state.story_id, one_line(text), cause, new)
    for cause, text, documents in conflicts(state):
        yield Alert(0, at, "disagreement", state.story_id, one_line(text), cause, documents)


def _of_watch(state: StoryState, watch: Watch, at: datetime) -> Iterator[Alert]:
    if not may_match(watch.query, state):
        return
    for kind, cause, text, documents in watched(state, watch):
        yield Alert(0, at, kind, state.story_id, one_line(text), cause, documents, watch.name)
