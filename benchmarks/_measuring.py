"""How benchmarks measure: best of several rounds, us and the peer in one process, CPU seconds of one thread."""

from __future__ import annotations

import gzip
import json
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from meadow.text.analysis import forget_analyses
from meadow.text.phrases.dates import forget_dates
from meadow.vectors.kept_views import VIEWS

Prepared = TypeVar("Prepared")
DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


class Agreement(NamedTuple):
    """What we say of labelled items: how many we said, how many are labelled so, and how many of both."""

    said: int
    labelled: int
    right: int

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall; 0 where nothing is right."""
        return 2 * self.right / (self.said + self.labelled) if self.right else 0.0

    def row(self, name: str) -> str:
        """Return the name, how many are labelled so, precision and recall as a row of a table."""
        return f"{name:<26}{self.labelled:>9}{share(self.right, self.said):>11}{share(self.right, self.labelled):>8}"


def agreement(answers: Iterable[tuple[bool, bool]]) -> Agreement:
    """Return the counts of answers, each whether we say so and whether it is labelled so."""
    pairs = list(answers)
    said, labelled = sum(ours for ours, _ in pairs), sum(theirs for _, theirs in pairs)
    return Agreement(said, labelled, sum(ours and theirs for ours, theirs in pairs))


def share(part: float, whole: float) -> str:
    """Return a share as tables print it; a dash of nothing."""
    return f"{part / whole:.3f}" if whole else "–"


def best_seconds(job: Callable[[], object], *, rounds: int = 5, again: bool = False) -> float:
    """Return the least CPU time of several rounds: the one that others disturbed least.

    Before each round the process forgets what it found in texts and stories, as if the documents came for the first time;
    words stay known. With `again` it does not: then the rounds measure who asks for the same once more.
    """
    seconds = []
    for _ in range(rounds):
        if not again:
            _forget()
        start = time.process_time()
        job()
        seconds.append(time.process_time() - start)
    return min(seconds)


def best_first_seconds(prepare: Callable[[], Prepared], job: Callable[[Prepared], object], *, rounds: int = 5) -> float:
    """Return the least CPU time of a job on what is prepared anew for each round, and keeps what was found in it."""
    seconds = []
    for _ in range(rounds):
        _forget()
        prepared = prepare()
        start = time.process_time()
        job(prepared)
        seconds.append(time.process_time() - start)
    return min(seconds)


def _forget() -> None:
    forget_analyses()
    forget_dates()
    VIEWS.forget()


def shared_rows(*parts: str) -> Iterator[dict[str, Any]]:
    """Iterate over a gzipped JSON Lines file below `../shared/data`; nothing, said aloud, where it is missing."""
    path = DATA.joinpath(*parts)
    if not path.exists():
        print(f"../shared/data/{'/'.join(parts)} is not there; nothing to measure")
        return
    with gzip.open(path, "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)
