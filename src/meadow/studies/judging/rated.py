"""Headlines for judges to rate: those that a testbed holds, and what methods of Meadow write."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from meadow.errors import UsageError
from meadow.studies.judging.making import Topic

USUAL = ("title", "phrase", "compress", "core(title)")


def with_headlines(task: str, topics: Iterable[Topic], methods: Sequence[str]) -> Iterator[Topic]:
    """Yield topics with headlines to rate, if that is the task; a method that writes what another wrote is left out."""
    from meadow.pipeline import headline

    if methods and task != "headlines":
        raise UsageError(
            f"The task {task} rates no headlines.",
            given=" ".join(methods),
            advice="Leave the methods out, or make a study of headlines.",
        )
    for topic in topics:
        if task != "headlines":
            yield topic
            continue
        headlines = dict(topic.headlines)
        for method in methods or (() if headlines else USUAL):
            text = headline(topic.documents, method=method).text
            if text not in headlines.values():  # judges would rate the same words twice
                headlines[method] = text
        yield replace(topic, headlines=headlines)
