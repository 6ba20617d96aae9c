"""The metric `grounding`: supported claims among all claims of a text, given its documents."""

from __future__ import annotations

import pytest

from meadow.lab.evaluate.metric import Item, parse_measure, score_corpus, score_items
from meadow.model import Document

SOURCES = (Document("wire", text="The council rejected the plan. The yard was empty.", language="en"),)


def test_the_share_of_supported_claims() -> None:
    measure = parse_measure("grounding")
    good = Item(("The council rejected the plan.", "Why?"), sources=SOURCES)
    bad = Item(("The council did not reject the plan.", "The yard was empty.", "Penguins like fish."), sources=SOURCES)
    assert [row["grounding"] for row in score_items([good, bad], [measure])] == [1.0, pytest.approx(1 / 3)]
    assert score_corpus([good, bad], measure) == pytest.approx(2 / 4)


def test_a_text_without_sources_has_no_figure() -> None:
    assert score_items([Item(("The yard was empty.",))], [parse_measure("grounding")]) == [{"grounding": None}]
