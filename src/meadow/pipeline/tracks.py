"""Documents to stories, by a tracker."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from meadow.model import Assignment, Document, Story
from meadow.pipeline.views import Idf, background, in_time_order
from meadow.presets import DEFAULT_METHOD, TRACKER_ALIASES
from meadow.tracking import TRACKERS
from meadow.tracking.tracker import Tracker, find_stories, iter_log, settled_log


def make_tracker(tracker: str = DEFAULT_METHOD, *, idf: Idf = None) -> Tracker:
    """Return an empty tracker by its spec; `meadow` is the default's name."""
    built: Tracker = TRACKERS.build(TRACKER_ALIASES.get(tracker, tracker))(background(idf))
    return built


def iter_assignments(
    documents: Iterable[Document], *, tracker: str = DEFAULT_METHOD, idf: Idf = None
) -> Iterator[Assignment]:
    """Iterate over the tracking log of documents in the order given, one assignment per document.

    A list is taken in batches; of a stream each document is answered before the next one is asked for.
    """
    return iter_log(make_tracker(tracker, idf=idf), documents)


def settled_assignments(
    documents: Sequence[Document], *, tracker: str = DEFAULT_METHOD, idf: Idf = None
) -> list[Assignment]:
    """Return the tracking log of documents in the order given, with the stories they are in after any second thoughts."""
    return settled_log(make_tracker(tracker, idf=idf), documents)


def track(documents: Iterable[Document], *, tracker: str = DEFAULT_METHOD, idf: Idf = None) -> list[Story]:
    """Return the stories that documents fall into; their order does not matter, time does."""
    return find_stories(make_tracker(tracker, idf=idf), in_time_order(documents))
