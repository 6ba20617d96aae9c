"""A testbed of three small stories, our own fiction, and an experiment over it."""

from __future__ import annotations

from dataclasses import replace

from lab.conftest import REFERENCES, STORIES
from meadow.lab.catalogue import load_experiment
from meadow.lab.experiment import Experiment
from meadow.lab.testbed import Output, Testbed, Topic, WrittenText
from meadow.model import Document

BED = Testbed(
    "three",
    tuple(
        Topic(
            name,
            tuple(Document(f"{name}-{number}", text=text, language="en") for number, text in enumerate(texts)),
            references=(WrittenText("1", REFERENCES[name]),),
            outputs=(Output("echo", REFERENCES[name]),),
        )
        for name, texts in STORIES.items()
    ),
)
SYSTEMS = ("lead", "mead", "mead(select=mmr)", "given", "oracle")


def experiment(**changes: object) -> Experiment:
    """Return the experiment `summaries`, small: three systems, two metrics, 20 words."""
    small = replace(
        load_experiment("summaries"),
        systems=SYSTEMS,
        metrics=("rouge1", "rouge2.recall", "words"),
        budgets=("words=20",),
        baseline="lead",
        resamples=200,
    )
    return replace(small, **changes)  # type: ignore[arg-type]
