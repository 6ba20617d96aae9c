"""Sentences that were chosen before, by an earlier run, another program or a person: where steps 2 and 3 can start.

    {"sentences": [{"document": "wolf-lpa-02", "index": 5, "score": 1.5}, …]}      what `summarize --json` prints
    wolf-lpa-02 6                                                                 a document and a number from 1, best first

Source: Hirao, Okumura, Fukushima and Nanba (2004), whose three steps are each run and judged alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meadow.errors import InputError
from meadow.model import Scores, SentenceRef, Summary
from meadow.provenance import content_id
from meadow.vectors.view import StoryView

_LINE = re.compile(r"(?P<document>\S.*?)[ \t]+(?P<number>[1-9][0-9]{0,8})")
_ADVICE = "Give what `meadow summarize --json` prints, or lines of a document's id and a sentence number from 1."


@dataclass(frozen=True, slots=True)
class Chosen:
    """What step 1 chose: each sentence with its score."""

    scores: Mapping[SentenceRef, float]

    @classmethod
    def of(cls, summary: Summary) -> Chosen:
        """Return the sentences of a summary."""
        return cls({pick.ref: pick.score for pick in summary.picks})

    @property
    def digest(self) -> str:
        """A short name of the content, for signatures."""
        rows = sorted((ref.document_id, ref.index, score) for ref, score in self.scores.items())
        return content_id(json.dumps(rows))


def parse_chosen(text: str) -> Chosen:
    """Return the sentences that a text names; one that names none is an error."""
    rows = _json_rows(text) if text.lstrip("\ufeff \t\r\n")[:1] == "{" else _line_rows(text)
    scores: dict[SentenceRef, float] = {}
    for ref, score in rows:
        scores.setdefault(ref, score)
    if not scores:
        raise InputError("The extract names no sentence.", given=text[:60], advice=_ADVICE)
    return Chosen(scores)


def chosen_rows(chosen: Chosen, view: StoryView) -> tuple[Scores, NDArray[np.bool_]]:
    """Return the scores of a story's sentences as they were given, and which of them were chosen."""
    rows = {sentence.ref: row for row, sentence in enumerate(view.sentences)}
    values, mask = np.zeros(len(view)), np.zeros(len(view), dtype=np.bool_)
    for ref, score in chosen.scores.items():
        if ref in rows:
            values[rows[ref]], mask[rows[ref]] = score, True
    return Scores(values, {"given": values}), mask


def check_chosen(chosen: Chosen, story: StoryView) -> None:
    """Raise an error where a sentence was chosen that the documents do not hold."""
    known = {sentence.ref for sentence in story.sentences}
    missing = next((ref for ref in chosen.scores if ref not in known), None)
    if missing is not None:
        raise InputError(
            f"The extract names sentence {missing.index + 1} of {missing.document_id!r}, which is not in the documents.",
            given=f"{missing.document_id} {missing.index + 1}",
            advice="Give the documents that the extract was made of.",
        )


def _json_rows(text: str) -> Iterator[tuple[SentenceRef, float]]:
    try:
        value = json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise InputError(f"The extract is not valid JSON ({error}).", given=text[:60], advice=_ADVICE) from error
    sentences = value.get("sentences")
    for number, sentence in enumerate(sentences if isinstance(sentences, list) else ()):
        match sentence:
            case {"document": str(document), "index": int(index)} if index >= 0:
                score = sentence.get("score")
                is_number = isinstance(score, int | float) and np.isfinite(score)
                yield SentenceRef(document, index), float(score) if is_number else 1.0 / (number + 1)
            case _:
                raise InputError('A sentence of the extract has no "document" and "index".', advice=_ADVICE)


def _line_rows(text: str) -> Iterator[tuple[SentenceRef, float]]:
    lines = [line.strip() for line in text.lstrip("\ufeff").splitlines() if line.strip()]
    for number, line in enumerate(lines):
        match = _LINE.fullmatch(line)
        if match is None:
            raise InputError(
                f"Line {number + 1} of the extract, {line[:60]!r}, is no document and sentence number.", advice=_ADVICE
            )
        yield SentenceRef(match["document"], int(match["number"]) - 1), 1.0 / (number + 1)
