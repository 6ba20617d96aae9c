"""A preset is its visible steps and nothing else: spelled out on the sample and other stories, they give the same bytes."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

import meadow
from meadow.brief.json import summary_value
from meadow.lab.systems import summarizer
from meadow.model import Document
from meadow.pipeline.presets import PRESETS
from meadow.sample import sample_path
from meadow.superseded import NO_FIGURES
from shared import shared

LENGTHS: tuple[dict[str, Any], ...] = ({"words": 100}, {"percent": 7})  # the second is rounded
Story = Sequence[Document]


@cache
def _sample_stories() -> tuple[Story, ...]:
    """Return the stories of the sample with several articles."""
    documents = {each.id: each for each in meadow.read(sample_path()) if each.language != "ja"}  # `ja` wants an extra
    stories = meadow.track(documents.values())
    return tuple([documents[name] for name in story.document_ids] for story in stories if len(story.document_ids) > 1)


def _steps(name: str) -> dict[str, Any]:
    preset = PRESETS[name]
    return {"rank": preset.rank, "figures": preset.figures, "select": preset.select, "rewrite": preset.rewrite}


def _check(name: str, story: Story) -> None:
    steps = _steps(name)
    for length in LENGTHS:
        preset = summary_value(meadow.summarize(story, method=name, seed=3, **length))
        assert summary_value(meadow.summarize(story, **steps, seed=3, **length)) == preset
        assert summary_value(meadow.summarize(story, method="lead", **steps, seed=3, **length)) == preset
        if steps["figures"] == NO_FIGURES:  # which is what a named ranker comes with
            shown = {key: value for key, value in steps.items() if key != "figures"}
            assert summary_value(meadow.summarize(story, **shown, seed=3, **length)) == preset


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_the_steps_of_a_preset_spelled_out_are_the_preset(name: str) -> None:
    assert len(_sample_stories()) > 10
    for story in _sample_stories()[:6]:
        _check(name, story)
    spelled = ", ".join(f"{step}={spec}" for step, spec in _steps(name).items())
    assert summarizer(f"lead({spelled})") == PRESETS[name], "an experiment spells them the same way"


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_the_steps_of_a_preset_spelled_out_are_the_preset_on_news_of_others(name: str) -> None:
    first: dict[str, list[Document]] = {}
    with gzip.open(shared("data", "multi_news_100", "docs.jsonl.gz"), "rt", encoding="utf-8") as file:
        for row in map(json.loads, file):
            if len(first) == 3 and row["cluster"] not in first:
                break
            document = Document(row["id"], row.get("source"), row.get("title"), row["text"], language="en")
            first.setdefault(row["cluster"], []).append(document)
    for story in first.values():
        _check(name, story)


def test_the_text_alone_is_the_text_of_the_same_summary() -> None:
    replaced = 0
    for story in _sample_stories():
        full, bare = (meadow.summarize(story, annotate=annotate) for annotate in (True, False))
        assert bare.text == full.text
        assert (bare.edits, bare.disagreements) == (full.edits, ())
        replaced += full.text != meadow.summarize(story, figures="none").text
    assert replaced, "no figure of the sample is replaced: this test would check nothing"
