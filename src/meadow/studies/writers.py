"""The writers of headlines: one judge per story, more for a part drawn by chance, and the work evenly spread.

Source: van Kesteren and Kraaij (2005): one reference for each of 100 stories, five for ten of them (H7). All judges rate.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from meadow.lab.evaluate.headlines import reference_plan
from meadow.studies.quality import repeated

Writers = Mapping[str, Sequence[str]]  # the judges who write, by item


@dataclass(frozen=True, slots=True)
class References:
    """The number of reference headlines to collect: one per story, and `extra` more for a `part` of them."""

    part: float = 0.1
    extra: int = 4


def assign_writers(
    items: Sequence[str], judges: Sequence[str], references: References, *, seed: int, held: Writers | None = None
) -> dict[str, list[str]]:
    """Return who writes for each item, where what is held stays: those with least to write first, ties drawn by the seed.

    Where there are fewer judges than an item wants headlines, all of them write one, and judges who come later fill the gap.
    """
    wanted = reference_plan(items, part=references.part, extra=references.extra, seed=seed)
    draw = Random(f"writers/{seed}/{len(judges)}")  # a text seeds alike in every process
    chosen = {item: list((held or {}).get(item, ())) for item in items}
    load = {judge: sum(judge in assigned for assigned in chosen.values()) for judge in judges}
    for item in draw.sample(list(items), len(items)):
        free = [judge for judge in draw.sample(list(judges), len(judges)) if judge not in chosen[item]]
        for judge in sorted(free, key=load.__getitem__)[: max(0, wanted[item] - len(chosen[item]))]:
            chosen[item].append(judge)
            load[judge] += 1
    return chosen


def writes(writers: Writers | None, item: str, judge: str) -> bool:
    """Return whether a judge writes a headline for an item; items that train or test are no part of the plan, and all do."""
    assigned = None if writers is None else writers.get(repeated(item) or item)
    return assigned is None or judge in assigned
