"""Headlines: write one, then rate others, blind, from 1 to 5 for quality and for readability.

Source: van Kesteren and Kraaij (2005), the study behind Table II.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from meadow.errors import AnswerError
from meadow.studies.answer_slots import Parts, Values, bad_answer, unknown_slot
from meadow.studies.answers.kind import AnswerKind, check_text, checked_everywhere, counted, is_skipped, is_whole
from meadow.studies.material import StudyMaterial

SCALES = ("quality", "readability")
_LEAST, _MOST = 1, 5
_LONGEST = 300


@dataclass(frozen=True, slots=True)
class HeadlineAnswers:
    """The headline that a judge wrote, and what they gave the others: scale by scale, by the headline's blind key."""

    written: str | None
    ratings: Mapping[str, Mapping[str, int]]


def check(material: StudyMaterial, parts: Parts, answer: Any) -> None:
    """Raise an error unless the answer is a headline, or a rating of one of the item's headlines."""
    if checked_everywhere(material, parts, answer):
        return
    if parts == ("written",):
        _check_asked(material)
        check_text(parts, answer, longest=_LONGEST)
    elif len(parts) == 2 and parts[0] == "rating":
        _check_rating(material, parts, answer)
    else:
        raise unknown_slot(parts, "headlines", "written, rating/HEADLINE, skip, submitted")


def read(material: StudyMaterial, values: Values) -> HeadlineAnswers:
    """Return what a judge wrote and rated, headlines in the order of their keys."""
    given = {candidate.key: values.get(("rating", candidate.key)) for candidate in material.candidates}
    written = values.get(("written",))
    ratings = {key: dict(rating) for key, rating in given.items() if rating is not None}
    return HeadlineAnswers(None if written is None else written.strip(), ratings)


def missing(material: StudyMaterial, values: Values) -> tuple[str, ...]:
    """Return what is to be done before the item can be handed in: one headline written, all others rated on both scales."""
    if is_skipped(values):
        return ()
    answers = read(material, values)
    unrated = sum(set(answers.ratings.get(candidate.key, ())) != set(SCALES) for candidate in material.candidates)
    return (
        *(("No headline written yet.",) if material.writes and answers.written is None else ()),
        *((f"{counted(unrated, 'headline')} without a rating on both scales.",) if unrated else ()),
    )


def done(material: StudyMaterial, values: Values) -> tuple[int, int]:
    """Return how many decisions are made, and of how many: a headline where one is asked, two ratings of each other."""
    answers = read(material, values)
    made = sum(len(rating) for rating in answers.ratings.values()) + (answers.written is not None)
    return made, int(material.writes) + len(SCALES) * len(material.candidates)


def _check_asked(material: StudyMaterial) -> None:
    if not material.writes:
        raise AnswerError(
            "Others write the headline of this item.", given=material.id, allowed="Ratings of the headlines below.",
        )  # fmt: skip


def _check_rating(material: StudyMaterial, parts: Parts, answer: Any) -> None:
    known = [candidate.key for candidate in material.candidates]
    if parts[1] not in known:
        raise bad_answer(parts, answer, f"Headlines of the item: {', '.join(known) or 'none'}.")
    fits = isinstance(answer, dict) and answer and set(answer) <= set(SCALES)
    if not fits or not all(is_whole(value, _LEAST, _MOST) for value in answer.values()):
        raise bad_answer(
            parts, answer, f'{{"quality": {_LEAST}–{_MOST}, "readability": {_LEAST}–{_MOST}}}, one or both.'
        )


HEADLINES = AnswerKind("headlines", check, read, missing, done)
