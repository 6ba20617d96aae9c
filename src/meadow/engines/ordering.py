"""Results in the order of their keys, however they come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from meadow.engines.contract import Failed, Outcome, result_of

Result = TypeVar("Result")


def in_order(outcomes: Iterable[Outcome[Result]]) -> Iterator[Result]:
    """Yield the results of items that are keyed by their numbers from 0, each as soon as those before it are there.

    An item that failed raises its error when its turn comes.
    """
    early: dict[object, Result | Failed] = {}
    wanted = 0
    for key, outcome in outcomes:
        early[key] = outcome
        while wanted in early:
            yield result_of(early.pop(wanted))
            wanted += 1
