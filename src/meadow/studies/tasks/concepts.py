"""Key concepts: people, organisations and factors of a topic, at most eight of each."""

from __future__ import annotations

from meadow.studies.answers.concepts import CONCEPTS
from meadow.studies.guidelines import default_guidelines
from meadow.studies.task import Task
from meadow.studies.tasks.answered import BLIND, LASTING, checker, counts_of, missing_of, viewer

TASK = Task(
    name="concepts",
    title="Key concepts",
    about="Name the people, organisations and key factors of a topic.",
    template="studies/concepts.html",
    script="concepts.js",
    guidelines=default_guidelines("concepts").text,
    check=checker(CONCEPTS),
    missing=missing_of(CONCEPTS),
    view=viewer(CONCEPTS),
    live=counts_of(CONCEPTS),
    keys=(("j k", "next, previous slot"), ("Esc", "leave a slot"), ("Ctrl Enter", "submit and next")),
    settings=BLIND,
    lasting=LASTING,
)
