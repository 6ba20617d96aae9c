"""Headlines: write one, then rate those of others without knowing who wrote them."""

from __future__ import annotations

from typing import Any

from meadow.errors import AnswerError
from meadow.studies.answers.headlines import HEADLINES, SCALES
from meadow.studies.guidelines import default_guidelines
from meadow.studies.task import ItemState, Task
from meadow.studies.tasks.answered import BLIND, LASTING, checker, counts_of, missing_of, viewer

_check = checker(HEADLINES)


def check(state: ItemState, slot: str, answer: Any) -> None:
    """Raise an error for an answer that does not fit, and for a rating before the judge has written a headline."""
    unwritten = state.writes and state.values.get("written") is None
    if slot.startswith("rating/") and answer is not None and unwritten:
        raise AnswerError(
            "Write your own headline first.",
            given=slot,
            allowed="Others come after it, so that none leads you.",
        )
    _check(state, slot, answer)


TASK = Task(
    name="headlines",
    title="Headlines",
    about="Write a headline, then rate others for quality and readability.",
    template="studies/headlines.html",
    script="headlines.js",
    guidelines=default_guidelines("headlines").text,
    check=check,
    missing=missing_of(HEADLINES),
    view=viewer(HEADLINES),
    live=counts_of(HEADLINES),
    keys=(
        ("w", "write your headline"),
        ("1 … 5", f"rate: {' first, then '.join(SCALES)}"),
        ("j k", "next, previous headline"),
        ("Ctrl Enter", "submit and next"),
    ),
    settings=BLIND,
    lasting=LASTING,
)
