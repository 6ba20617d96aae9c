from __future__ import annotations

from dataclasses import FrozenInstanceError, fields, is_dataclass
from datetime import UTC, datetime, timedelta, timezone
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow import model
from meadow.model import (
    Brief,
    Budget,
    CentroidTerm,
    Digest,
    Document,
    Headline,
    Run,
    Scores,
    Sentence,
    SentenceRef,
    Story,
    Summary,
)

MARCH_3 = datetime(2026, 3, 3, 7, 40, tzinfo=UTC)
RUN = Run("rank:lead|v:0", "1f3a9c04")
VALUES = [value for value in vars(model).values() if is_dataclass(value) and isinstance(value, type)]

zones = st.integers(min_value=-14 * 60, max_value=14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
documents = st.builds(
    Document,
    id=st.text(max_size=4),
    published=st.none() | st.datetimes(timezones=st.none() | zones),
    place=st.none() | st.from_regex(r"[a-c/.:\n]{0,3}(:[0-9]{1,3})?", fullmatch=True),
)


@pytest.mark.parametrize("kind", VALUES, ids=lambda kind: kind.__name__)
def test_values_are_frozen_and_slotted(kind: type) -> None:
    assert vars(kind)["__dataclass_params__"].frozen
    assert "__slots__" in vars(kind)


def test_a_document_cannot_be_changed() -> None:
    document = Document("a", text="Fog.")
    with pytest.raises(FrozenInstanceError):
        document.text = "Sun."  # type: ignore[misc]


def test_a_title_only_document_reads_as_its_title() -> None:
    assert Document("a", title="Fog closes the harbour").text == "Fog closes the harbour"
    assert Document("a", title="Fog", text="It lifted.").text == "It lifted."
    assert Document("a").text == ""


def test_a_naive_time_is_utc_and_a_zone_is_kept() -> None:
    assert Document("a", published=datetime(2026, 3, 3, 7, 40)).published == MARCH_3
    tokyo = timezone(timedelta(hours=9))
    kept = Document("a", published=MARCH_3.astimezone(tokyo)).published
    assert kept == MARCH_3
    assert kept is not None
    assert kept.utcoffset() == timedelta(hours=9)


def test_where_a_document_came_from_is_not_what_it_is() -> None:
    assert Document("a", text="Fog.", place="one.txt") == Document("a", text="Fog.", place="two.txt")
    assert hash(Document("a", place="one.txt")) == hash(Document("a", place="two.txt"))
    assert Document("a", text="Fog.") != Document("a", text="Sun.")


def test_published_text_is_as_precise_as_the_source() -> None:
    assert Document("a").published_text is None
    assert Document("a", published=MARCH_3).published_text == "2026-03-03T07:40:00+00:00"
    assert Document("a", published=datetime(2026, 3, 3, tzinfo=UTC), day_only=True).published_text == "2026-03-03"


@given(documents.filter(lambda document: document.published is not None and not document.day_only))
def test_published_text_reads_back(document: Document) -> None:
    assert document.published_text is not None
    assert datetime.fromisoformat(document.published_text) == document.published


def test_time_order_is_published_then_place_then_id() -> None:
    later = MARCH_3 + timedelta(minutes=1)
    ordered = [
        Document("z", published=MARCH_3, place="a.jsonl:2"),
        Document("y", published=MARCH_3, place="a.jsonl:10"),
        Document("b", published=MARCH_3, place="b.jsonl:1"),
        Document("c", published=MARCH_3, place="b.jsonl:1"),
        Document("a", published=later),
        Document("0", place="a.txt"),
        Document("1", place="a.txt"),
    ]
    for shuffled in permutations(ordered[:5]):
        assert sorted([*ordered[5:], *shuffled], key=lambda document: document.order) == ordered


def test_the_same_moment_in_two_zones_is_the_same_moment() -> None:
    tokyo = Document("b", published=MARCH_3.astimezone(timezone(timedelta(hours=9))))
    assert min(tokyo, Document("a", published=MARCH_3), key=lambda document: document.order).id == "a"


@given(st.lists(documents, max_size=8))
def test_any_documents_can_be_put_in_order(many: list[Document]) -> None:
    ordered = sorted(many, key=lambda document: document.order)
    dated = [document.published for document in ordered if document.published is not None]
    undated = [document.published is None for document in ordered]
    assert dated == sorted(dated)
    assert undated == sorted(undated)


def test_sentence_refs_sort_by_document_then_index() -> None:
    refs = [SentenceRef("b", 0), SentenceRef("a", 10), SentenceRef("a", 2)]
    assert sorted(refs) == [SentenceRef("a", 2), SentenceRef("a", 10), SentenceRef("b", 0)]


def test_equal_words_of_two_agencies_are_two_sentences() -> None:
    assert Sentence(SentenceRef("a", 0), 0, 4, "Fog.") != Sentence(SentenceRef("b", 0), 0, 4, "Fog.")


def test_when_a_run_was_made_takes_no_part_in_equality() -> None:
    assert Run("s", "i", made=MARCH_3) == Run("s", "i", made=None)
    assert hash(Run("s", "i", made=MARCH_3)) == hash(Run("s", "i"))
    assert Run("s", "i") != Run("t", "i")


def test_a_centroid_term_weighs_tf_times_idf() -> None:
    assert CentroidTerm("ferry", tf=2.5, idf=3.0).weight == 7.5


def test_scores_compare_by_identity() -> None:
    # Arrays have no single truth value, so equality of values would raise; identity is what is left.
    scores = Scores(np.zeros(3))
    assert scores == scores
    assert scores != Scores(np.zeros(3))
    assert scores.features == {}


@pytest.mark.parametrize(
    ("budget", "text"),
    [
        (Budget("words", 100), "words=100"),
        (Budget("words", 100.0), "words=100"),
        (Budget("characters", 5, share=True), "characters=5%"),
        (Budget("sentences", 12.5, share=True), "sentences=12.5%"),
        (Budget("characters", 1_234_567), "characters=1234567"),
        (Budget("sentences", 100 / 3, share=True), "sentences=33.333333333333336%"),
    ],
)
def test_a_budget_prints_every_digit(budget: Budget, text: str) -> None:
    assert str(budget) == text


@given(st.integers(min_value=1, max_value=10**9) | st.floats(min_value=1e-6, max_value=1e9))
def test_different_amounts_print_differently(amount: float) -> None:
    assert float(str(Budget("words", amount)).removeprefix("words=")) == amount


def brief_of(*documents: Document) -> Brief:
    ids = tuple(document.id for document in documents)
    summary = Summary("s", (), "", (), (), RUN)
    return Brief(Story("s", ids), Headline("s", "Fog", (), "title", RUN), summary, documents)


def test_a_brief_names_each_source_once_in_order_of_reporting() -> None:
    brief = brief_of(
        Document("1", source="Harbour Wire"),
        Document("2"),
        Document("3", source="Agencia Marenza"),
        Document("4", source="Harbour Wire"),
    )
    assert brief.sources == ("Harbour Wire", "Agencia Marenza")


def test_a_digest_iterates_over_its_briefs() -> None:
    one, two = brief_of(Document("1")), brief_of(Document("2"))
    digest = Digest((one, two), RUN)
    assert list(digest) == [one, two]
    assert len(digest) == 2
    assert not Digest((), RUN)


def test_every_field_is_named_in_the_design() -> None:
    names = [field.name for field in fields(Document)]
    assert names[:8] == ["id", "source", "title", "text", "published", "url", "language", "place"]
