"""How benchmarks measure: best of several rounds, us and the peer in one process, CPU seconds of one thread."""

from __future__ import annotations

import gzip
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from meadow.text.analysis import forget_analyses
from meadow.text.phrases.dates import forget_dates
from meadow.vectors.kept_views import VIEWS

Prepared = TypeVar("Prepared")
DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


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
