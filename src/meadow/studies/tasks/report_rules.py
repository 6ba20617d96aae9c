"""The limits of a report: time, length and slots; and the questions about the work.

Source: Amigó, Gonzalo, Peinado, Peñas and Verdejo (2004), An empirical study of information synthesis tasks, sections
2.2 and 2.3.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from meadow.model import ConceptKind
from meadow.studies.task import ItemState

SENTENCES, MINUTES, SLOTS = 50, 30, 8
KINDS: tuple[str, ...] = get_args(ConceptKind)
ANSWERS = ("none", "a little", "some", "a lot")
QUESTIONS: Mapping[str, str] = {
    "familiar": "Prior familiarity with the topic",
    "hard": "Difficulty of the report",
    "missed": "Wish to annotate or rewrite by hand",
    "good": "Satisfaction with the report",
    "tired": "Tiredness now",
}


def seconds_left(state: ItemState) -> float | None:
    """Return how much time is left; None where nothing limits it or it has not begun to run."""
    minutes, passed = state.setting("minutes"), state.seconds_since("started")
    return None if minutes is None or passed is None else minutes * 60 - passed


def most_sentences(state: ItemState) -> int | None:
    """Return how many sentences a report may have in the end; None where nothing limits it."""
    limit = state.setting("sentences")
    return None if limit is None else int(limit)
