"""An answer as files hold it: who gave it, in which task, about which item, in which slot, and when."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from meadow.errors import InputError
from meadow.studies.answer_slots import encode, slot_parts
from meadow.studies.answers.kind import AT
from meadow.studies.judged import Judged

FIELDS = ("task", "item", "judge", "slot", "answer")


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """What a judge says in a slot of an item; `answer` is JSON text, `slot` does not repeat the item."""

    task: str
    item: str
    judge: str
    slot: str
    answer: str


def given_answers(judged: Judged) -> Iterator[GivenAnswer]:
    """Iterate over all current answers, judge by judge, the adjudicator's too; cleared slots and places are none."""
    for judge in sorted(judged.slots):
        for slot, answer in judged.slots[judge].items():
            item, parts = slot_parts(slot)
            if answer != "null" and parts != (AT,):
                yield GivenAnswer(judged.task, item, judge, "/".join(parts), answer)


def answer_of(place: str, fields: dict[str, object], answer: object) -> GivenAnswer:
    """Return the answer that the fields of a line hold; a field that is missing or no text is an error with its place."""
    texts = {}
    for name in FIELDS[:-1]:
        value = fields.get(name)
        if not isinstance(value, str) or not value:
            raise InputError(
                f"{place}: The field {name!r} is {'missing' if value is None else 'no text'}.",
                given=repr(value)[:80],
                allowed=f"Fields: {', '.join(FIELDS)}.",
                advice="Take in what `meadow judge export` wrote.",
            )
        texts[name] = value
    return GivenAnswer(**texts, answer=encode(answer))
