"""Relative utility: how much of what judges find useful an extract holds, between chance and the judges themselves.

Judges score every sentence (0–10), so one table serves every length: at any length a judge's extract is their best
sentences. Sentences are numbered from 0 over the whole story.

Source: Radev, Jing, Styś and Tam (2004), Centroid-based summarization of multiple documents, sections 4.2 and 4.3.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from meadow import provenance
from meadow.errors import UsageError
from meadow.lab.evaluate.judge_tables import (
    JudgeTable,
    parse_extract,
    parse_judges,
    parse_judges_csv,
    parse_judges_jsonl,
    parse_sentjudge,
    read_judges,
)
from meadow.lab.evaluate.subsumption import (
    Link,
    counted_shares,
    equivalence_classes,
    greedy_extract,
    possible_subsumers,
    random_shares,
)
from meadow.lab.evaluate.utility_scores import (
    Mask,
    RelativeUtility,
    Tally,
    UtilityIntervals,
    bootstrap,
    check_count,
    extract_mask,
    positions,
    result,
    tally,
    utility_array,
)
from meadow.model.scores import FloatArray

__all__ = [
    "JudgeTable",
    "RelativeUtility",
    "UtilityIntervals",
    "all_rates",
    "bootstrap",
    "equivalence_classes",
    "parse_extract",
    "parse_judges",
    "parse_judges_csv",
    "parse_judges_jsonl",
    "parse_sentjudge",
    "read_judges",
    "relative_utility",
    "sentence_count",
    "with_subsumption",
]

RATES = (10, 20, 30, 40, 50, 60, 70, 80, 90)


def relative_utility(judges: ArrayLike, *, count: int, extract: Collection[int] | None = None) -> RelativeUtility:
    """Return J, R and, for an extract, S and D at a length of `count` sentences, from a table of judges × sentences."""
    utilities = utility_array(judges)
    check_count(count, utilities.shape[1])
    return _relative(utilities, positions(utilities), count, extract, f"relative_utility(count={count})")


def all_rates(
    judges: ArrayLike, *, percents: Sequence[float] = RATES, extracts: Mapping[float, Collection[int]] | None = None
) -> dict[float, RelativeUtility]:
    """Return the relative utility at every rate, by percent; `extracts` holds the system's extract at each rate."""
    utilities = utility_array(judges)
    total, places = utilities.shape[1], positions(utilities)
    _check_rates(percents, extracts)
    rates = {}
    for percent in percents:
        count = sentence_count(total, percent)
        method = f"relative_utility(percent={percent:g}, count={count})"
        extract = None if extracts is None else extracts[percent]
        rates[percent] = _relative(utilities, places, count, extract, method)
    return rates


def _relative(
    utilities: FloatArray, places: NDArray[np.intp], count: int, extract: Collection[int] | None, method: str
) -> RelativeUtility:
    total = utilities.shape[1]
    mask = None if extract is None else extract_mask(extract, count=count, total=total)
    sums = tally(utilities, places, count, mask)
    return result(sums, signature=_signature(method, sums, total), notes=_notes(mask, count))


def with_subsumption(
    judges: ArrayLike, links: Iterable[Link], *, count: int, credit: float, extract: Collection[int] | None = None
) -> RelativeUtility:
    """Return the relative utility where a sentence that another one in the extract subsumes earns only a part.

    `links` are pairs (a, b): a is subsumed by b; they are closed transitively. Of equivalent sentences the earliest in
    the extract earns in full. `credit` (the paper's E) is that part: from 0, redundancy earns nothing, to 1, it earns
    all the same. Judges pick greedily, which is not always best: an extract can be worth a little more than theirs.
    """
    utilities = utility_array(judges)
    total = utilities.shape[1]
    check_count(count, total)
    _check_credit(credit)
    pairs = list(links)
    subsumers = possible_subsumers(pairs, total)
    mask = None if extract is None else extract_mask(extract, count=count, total=total)
    picked = (greedy_extract(row, subsumers, count=count, credit=credit) for row in utilities)
    reached = np.stack([counted_shares(picks, subsumers, credit=credit) for picks in picked]) @ utilities.T
    expected = utilities @ random_shares(subsumers, count=count, credit=credit)
    chosen = None if mask is None else counted_shares(np.flatnonzero(mask).tolist(), subsumers, credit=credit)
    sums = Tally(reached, np.diagonal(reached), expected, None if chosen is None else utilities @ chosen)
    name = _signature(f"relative_utility(count={count}, credit={credit:g})", sums, total, links=len(set(pairs)))
    return result(sums, signature=name, notes=_notes(mask, count))


def sentence_count(total: int, percent: float) -> int:
    """Return how many sentences a rate means: rounded half up, at least one."""
    if not 0 < percent <= 100:
        allowed = "Rates lie above 0 and go up to 100."
        raise UsageError(f"A rate of {percent:g} % is impossible.", given=str(percent), allowed=allowed)
    return max(1, math.floor(total * percent / 100 + 0.5))


def _signature(method: str, sums: Tally, total: int, links: int | None = None) -> str:
    return provenance.signature({"metric": method, "judges": len(sums.best), "sentences": total, "links": links})


def _notes(mask: Mask | None, count: int) -> list[str]:
    size = count if mask is None else int(np.count_nonzero(mask))
    return [] if size == count else [f"The extract has only {size} of the {count} sentences that it may have."]


def _check_rates(percents: Sequence[float], extracts: Mapping[float, Collection[int]] | None) -> None:
    missing = [percent for percent in percents if extracts is not None and percent not in extracts]
    if missing:
        raise UsageError(
            f"There is no extract for {missing[0]:g} %.",
            given=", ".join(f"{percent:g}" for percent in extracts or ()),
            allowed=f"One extract for each of {', '.join(f'{percent:g}' for percent in percents)}.",
        )


def _check_credit(credit: float) -> None:
    if not 0 <= credit <= 1:
        raise UsageError(
            f"A redundant sentence cannot earn {credit:g} of its utility.",
            given=str(credit),
            allowed="credit (E) lies between 0 and 1.",
        )
