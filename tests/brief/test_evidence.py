"""Who gives each disputed value, when, and in which sentences; copies are counted separately from articles."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from brief.values import COURIER, RADIO, TOLL, UPDATED, WIRE, digest, ferry, summary
from meadow.brief.evidence import claims, evidence_of, moved_text, name_of, steps
from meadow.brief.html import format_html
from meadow.errors import InputError
from meadow.model import CopyGroup, DisagreeingValue, Disagreement, Movement, SentenceRef

DOCUMENTS = [WIRE, COURIER, RADIO]
CITED = Disagreement(
    "People hurt",
    (
        DisagreeingValue("2", ("wire-1",), refs=(SentenceRef("wire-1", 1),)),
        DisagreeingValue("3", ("courier-7", "radio-2"), refs=(SentenceRef("courier-7", 0),)),
    ),
)


def test_claims_say_who_and_when() -> None:
    assert [(given.value, given.support, given.superseded) for given in claims(TOLL, DOCUMENTS)] == [
        ("2", "1 article, 3 Mar 2026: Harbour Wire", False),
        ("3", "2 articles, 4–5 Mar 2026: Carrowmere Courier, Radio Aldern", False),
    ]


def test_claims_cite_their_sentences_and_a_title_where_no_sentence_gives_the_value() -> None:
    first, second = claims(CITED, DOCUMENTS)
    assert first.support == "1 article, 3 Mar 2026: Harbour Wire (sentence 2)"
    assert second.support == "2 articles, 4–5 Mar 2026: Carrowmere Courier (sentence 1), Radio Aldern (title)"
    assert [(place.document.id, place.index) for place in first.places] == [("wire-1", 1)]


def test_who_is_no_outlet_is_named_by_what_finds_the_document() -> None:
    loose = [replace(each, source=None) for each in DOCUMENTS]
    first, second = claims(CITED, loose)
    assert first.support == "1 article, 3 Mar 2026: wire-1, news/wire-1.jsonl:1 (sentence 2)"
    assert "courier-7" in second.support
    assert "radio-2" in second.support


def test_copies_are_counted_separately_and_never_count_as_all() -> None:
    copies = (CopyGroup("courier-7", ("radio-2",), (0.9,)),)
    assert claims(TOLL, DOCUMENTS, copies)[1].support.startswith("1 article and 1 copy, 4–5 Mar 2026: ")
    both = (CopyGroup("wire-1", ("courier-7", "radio-2"), (0.9, 0.9)),)
    assert claims(TOLL, DOCUMENTS, both)[1].support.startswith("1 article and 1 copy, "), "one stands for the text"


def test_a_movement_is_one_line_with_the_value_in_force_marked() -> None:
    assert steps(UPDATED) == [("2 (Tue)", False), ("now 3 (Wed)", True)]
    assert moved_text(UPDATED) == "2 (Tue) → now 3 (Wed)"
    assert [(given.value, given.superseded) for given in claims(UPDATED, DOCUMENTS)] == [("2", True), ("3", False)]
    late = replace(UPDATED.values[1], first=datetime(2026, 4, 1, tzinfo=UTC), bound=">=")
    assert moved_text(Movement("hurt", (UPDATED.values[0], late))) == "2 (3 Mar 2026) → now at least 3 (1 Apr 2026)"
    undated = replace(UPDATED.values[0], first=None)
    assert moved_text(Movement("hurt", (undated, UPDATED.values[1]))) == "2 → now 3 (Wed)"


def test_values_say_how_sure_they_are_and_who_is_quoted() -> None:
    value = replace(CITED.values[0], bound="~", voices=("police", "the mayor"))
    (given,) = claims(Disagreement("hurt", (value,)), DOCUMENTS)
    assert (given.value, given.support.partition("; ")[2]) == ("about 2", "according to police, the mayor")


def test_a_finding_of_small_chance_is_printed_with_it() -> None:
    assert name_of(CITED) == "People hurt"
    assert name_of(replace(CITED, chance=0.236)) == "People hurt (chance 0.24)"


def test_claims_of_a_document_that_was_not_given_are_an_error() -> None:
    with pytest.raises(InputError, match="'radio-2', which is not among the 2 documents given"):
        claims(TOLL, [WIRE, COURIER])


def test_only_documents_with_evidence_are_split() -> None:
    assert list(evidence_of(summary([], disagreements=[CITED]), DOCUMENTS)) == ["courier-7", "wire-1"]
    assert list(evidence_of(summary([], moved=[UPDATED]), DOCUMENTS)) == ["courier-7"]
    assert evidence_of(summary([], disagreements=[TOLL]), DOCUMENTS) == {}


def test_a_page_quotes_the_sentences_behind_a_value() -> None:
    story = ferry()
    page = format_html(digest(replace(story, summary=replace(story.summary, disagreements=(CITED,)))))
    assert "Three people were hurt when the Gannet hit a pier.</span></li>" in page
    assert '<details class="evidence meta"><summary>1 article, 3 Mar 2026: Harbour Wire (sentence 2)</summary>' in page
