"""Judges under pseudonyms, so that an answer is weighed by what it says and not by who gave it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from meadow.model import ADJUDICATOR, Study
from meadow.provenance import content_id
from meadow.studies.judged import Judged

_SHORTEST = 4

Names = Mapping[str, str]  # what a judge is called, by their own name


def hidden_names(study: Study, judges: Iterable[str]) -> Names:
    """Return the shown name of each judge: a pseudonym if names are hidden, which later judges do not change."""
    named = [judge for judge in judges if judge != ADJUDICATOR]
    if not study.settings.get("blind"):
        return {judge: judge for judge in named}
    codes = {judge: content_id("judge", study.id, str(study.seed), judge) for judge in named}
    lengths = (
        length for length in range(_SHORTEST, 64) if len({each[:length] for each in codes.values()}) == len(codes)
    )
    length = next(lengths, None)
    return {judge: f"Judge {code[:length]}" for judge, code in codes.items()}


def renamed(judged: Judged, names: Names) -> Judged:
    """Return what judges said under other names; a judge without another keeps their own."""
    if all(name == judge for judge, name in names.items()):
        return judged
    slots = {names.get(judge, judge): said for judge, said in judged.slots.items()}
    plan = judged.writers or {}
    writers = {item: [names.get(judge, judge) for judge in assigned] for item, assigned in plan.items()}
    return replace(judged, slots=slots, writers=None if judged.writers is None else writers)
