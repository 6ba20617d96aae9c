"""How judges are trained and checked: training with feedback, repeated items, items that show who attends, deadlines.

A study gives some of its items a role. Training comes first, and its answers do not count. An attention item has answers
that anybody who reads would give. A repeat is an item once more, under another id: does a judge agree with themselves?
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any, Literal

from meadow.errors import UsageError
from meadow.model import ItemRole
from meadow.studies.answer_slots import Parts, Values, folded

Deadline = Literal["none", "open", "soon", "closed"]

SCORE_TOLERANCE = 1  # a score one off the expected is right
REPEAT_MARK = "~again"
_SOON = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class JudgeFeedback:
    """What was expected in a slot, what the judge gave (None: nothing), and whether that is right."""

    slot: Parts
    expected: Any
    given: Any
    right: bool


@dataclass(frozen=True, slots=True)
class SelfAgreement:
    """How many answers a judge gave the same way when an item came back, of how many that they gave both times."""

    item: str
    same: int
    both: int


def feedback(expected: Values, given: Values) -> tuple[JudgeFeedback, ...]:
    """Return how a judge's answers compare with those expected, slot by slot; slots without an expectation play no part."""
    return tuple(
        JudgeFeedback(slot, wanted, given.get(slot), right=_is_right(wanted, given.get(slot), expected, given, slot))
        for slot, wanted in expected.items()
    )


def attends(expected: Values, given: Values) -> bool:
    """Return whether a judge answered an attention item as anybody who reads would."""
    return all(each.right for each in feedback(expected, given))


def self_agreement(item: str, first: Values, again: Values) -> SelfAgreement:
    """Return how far a judge gave the same answers when an item came back; handing in and skips are no answers."""
    both = [slot for slot in first if slot in again and slot[0] not in ("submitted", "skip")]
    same = sum(_is_right(first[slot], again[slot], first, again, slot) for slot in both)
    return SelfAgreement(item, same, len(both))


def choose_repeats(items: Sequence[str], *, share: float, seed: int) -> tuple[str, ...]:
    """Return the items that come back, drawn by chance: a share of all, rounded half up."""
    if not 0 <= share <= 1:
        raise UsageError(f"A share of {share:g} is impossible.", given=str(share), allowed="From 0 to 1.")
    count = int(len(items) * share + 0.5)
    drawn = set(Random(f"repeats/{seed}").sample(range(len(items)), count))
    return tuple(item for number, item in enumerate(items) if number in drawn)


def repeat_id(item: str) -> str:
    """Return the id under which an item comes back."""
    return f"{item}{REPEAT_MARK}"


def repeated(item: str) -> str | None:
    """Return the item that an id repeats, None if it repeats none."""
    return item.removesuffix(REPEAT_MARK) if item.endswith(REPEAT_MARK) else None


def ordered_items(roles: Mapping[str, ItemRole], *, seed: int, participant: str) -> tuple[str, ...]:
    """Return the items in the order of one participant: training first, as given, then the rest as drawn for them.

    Repeats are in the second half, so that something lies between an item and its return.
    """
    training = [item for item, role in roles.items() if role == "training"]
    once = [item for item, role in roles.items() if role in ("judged", "attention")]
    again = [item for item, role in roles.items() if role == "repeat"]
    draw = Random(f"{seed}/{participant}")  # a text seeds alike in every process
    draw.shuffle(once)
    draw.shuffle(again)
    for item in again:
        seen = once.index(str(repeated(item))) if repeated(item) in once else -1
        least = max(seen + 1, len(once) // 2)
        once.insert(draw.randint(least, len(once)), item)
    return (*training, *once)


def deadline(closes: datetime | None, now: datetime) -> Deadline:
    """Return the state of a study's deadline: none, open, soon (within a day) or closed."""
    if closes is None:
        return "none"
    if now >= closes:
        return "closed"
    return "soon" if closes - now <= _SOON else "open"


def _is_right(wanted: Any, given: Any, expected: Values, answers: Values, slot: Parts) -> bool:
    if given is None:
        return False
    if slot[0] == "group":  # keys are a page's own: what counts is which sentences are together
        return _company(expected, slot) == _company(answers, slot)
    if isinstance(wanted, int) and not isinstance(wanted, bool) and isinstance(given, int):
        return abs(wanted - given) <= SCORE_TOLERANCE
    if isinstance(wanted, str) and isinstance(given, str):
        return folded(wanted) == folded(given)
    return bool(wanted == given)


def _company(values: Values, slot: Parts) -> frozenset[Parts]:
    key = values[slot]
    if key == "aside":
        return frozenset()
    return frozenset(other for other, answer in values.items() if other[0] == "group" and answer == key)
