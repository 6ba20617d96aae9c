"""What Meadow writes itself is in its sources: reports, evidence and summaries pass the check with their citations."""

from __future__ import annotations

import json
from functools import cache

import pytest

import meadow
from meadow.brief.json import pack_value, report_value, summary_value
from meadow.grounding.given import parse_given
from meadow.model import Document, Verdict
from meadow.sample import sample_path

QUESTIONS = ("Why did the ferry capsize?", "Was the wolf in Haldmoor shot?", "How many people died in the floods?")


@cache
def documents() -> tuple[Document, ...]:
    return tuple(meadow.read(sample_path()))


def checked(value: object) -> list[Verdict]:
    given = parse_given(json.dumps(value), documents())
    assert given
    assert all(each.cites for each in given)
    citations = [each.cites for each in given]
    return list(meadow.check([each.text for each in given], documents(), citations=citations))


@pytest.mark.parametrize("question", QUESTIONS)
def test_reports_and_evidence_are_supported_by_what_they_cite(question: str) -> None:
    for value in (
        report_value(meadow.report(question, documents())),
        pack_value(meadow.pack(question, documents(), tokens=800)),
    ):
        assert [(each.text, each.reason) for each in checked(value) if each.kind not in ("supported", "no claim")] == []


@pytest.mark.parametrize("story", ["ferry-", "wolf-", "flood-", "bakery-"])
def test_summaries_are_supported_by_what_they_cite(story: str) -> None:
    own = [each for each in documents() if each.id.startswith(story)]
    value = summary_value(meadow.summarize(own, words=100))
    assert [(each.text, each.reason) for each in checked(value) if each.kind not in ("supported", "no claim")] == []
