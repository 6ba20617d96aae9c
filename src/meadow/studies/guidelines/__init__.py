"""Instructions for judges: a text per task in Markdown, each with a number and a digest, and safe HTML of any such text.

A study keeps the text that its judges saw. A changed text gets the next number.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from meadow.errors import InputError, UnknownNameError
from meadow.provenance import content_id
from meadow.studies.guidelines.markdown import LONGEST, markdown_html

__all__ = ["NUMBERS", "Guidelines", "check_guidelines", "default_guidelines", "guidelines_version", "markdown_html"]

NUMBERS = {"utility": 1, "subsumption": 1, "grouping": 1, "alignment": 1, "concepts": 1, "headlines": 1}
_DIGEST_LENGTH = 8


@dataclass(frozen=True, slots=True)
class Guidelines:
    """The guidelines of a task as Meadow brings them: the text, its number, and a digest of it."""

    task: str
    number: int
    digest: str
    text: str


@cache
def default_guidelines(task: str) -> Guidelines:
    """Return the guidelines that come with a task."""
    if task not in NUMBERS:
        raise UnknownNameError("task with guidelines", task, NUMBERS)
    text = (files(__name__) / f"{task}.md").read_text(encoding="utf-8")
    return Guidelines(task, NUMBERS[task], _digest(text), text)


def guidelines_version(task: str, text: str) -> str:
    """Return how a text is called: "1 (3fa9c21b)" if it is the task's own, "own (…)" if somebody wrote another."""
    known = default_guidelines(task) if task in NUMBERS else None
    number = str(known.number) if known is not None and known.text == text else "own"
    return f"{number} ({_digest(text)})"


def check_guidelines(text: str) -> str:
    """Return a text that can be shown; one without words, or too long, is an error."""
    if not text.strip():
        raise InputError("The guidelines are empty.", given="0 words", advice="Leave them out for the task's own.")
    if len(text) > LONGEST:
        raise InputError(
            f"The guidelines have {len(text):,} characters.", given=f"{len(text):,}", allowed=f"At most {LONGEST:,}."
        )
    return text


def _digest(text: str) -> str:
    return content_id(text)[:_DIGEST_LENGTH]
