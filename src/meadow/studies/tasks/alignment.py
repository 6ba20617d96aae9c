"""Alignment: two abstracts, what each of their sentences was made from, and questions that they answer (T17)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from meadow.studies.answers.alignment import ALIGNMENT, AbstractAnswers
from meadow.studies.guidelines import default_guidelines
from meadow.studies.task import ItemState, Task
from meadow.studies.tasks.answered import (
    BLIND,
    LASTING,
    checker,
    material_in,
    missing_of,
    values_of,
    viewer,
)


def live(state: ItemState) -> Mapping[str, Any]:
    """Return both abstracts as their sentences are counted, with their limits and what is still missing."""
    material, values = material_in(state), values_of(state)
    done, total = ALIGNMENT.done(material, values)
    lengths = {length: _plain(abstract) for length, abstract in ALIGNMENT.read(material, values).items()}
    return {"lengths": lengths, "done": done, "total": total}


def _plain(abstract: AbstractAnswers) -> dict[str, Any]:
    return {
        "characters": len(abstract.text),
        "limit": abstract.limit,
        "sentences": [part.text for part in abstract.sentences],
        "stray": list(abstract.stray),
    }


TASK = Task(
    name="alignment",
    title="Alignment",
    about="Write a short and a long abstract, and mark the sentences that they rest on.",
    template="studies/alignment.html",
    script="alignment.js",
    guidelines=default_guidelines("alignment").text,
    check=checker(ALIGNMENT),
    missing=missing_of(ALIGNMENT),
    view=viewer(ALIGNMENT),
    live=live,
    keys=(
        ("j k", "next, previous sentence of the articles"),
        ("Space", "mark it as a source, or take the mark off"),
        ("n p", "next, previous sentence of the abstract"),
        ("a b c", "rank A, B, C"),
        ("+", "begin another set of sources"),
        ("w", "write: short, long"),
        ("q", "ask a question about it"),
        ("Ctrl Enter", "submit and next"),
    ),
    settings=BLIND,
    lasting=LASTING,
)
