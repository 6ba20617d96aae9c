from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.model import Budget, Document
from meadow.provenance import content_id, data_digest, run_stamp, signature
from meadow.provenance.installed import version_mark
from meadow.spec import parse_spec

texts = st.text(st.characters(), max_size=8)
DOCUMENT = Document(
    "a",
    source="Harbour Wire",
    title="Fog",
    text="Fog. It lifted.",
    published=datetime(2026, 3, 3, tzinfo=UTC),
    language="en",
)


def test_a_content_id_is_the_same_on_every_machine() -> None:
    # sha256 over b"\0\0\0\0\0\0\0\x03Fog" + b"\0\0\0\0\0\0\0\x0bIt settled.", first 16 hex digits
    assert content_id("Fog", "It settled.") == "d0f80059b1b1bbc0"


@given(st.lists(texts, max_size=4), st.lists(texts, max_size=4))
def test_content_ids_are_equal_for_equal_parts_only(one: list[str], other: list[str]) -> None:
    assert (content_id(*one) == content_id(*other)) == (one == other)


def test_parts_do_not_run_into_each_other() -> None:
    assert len({content_id("ab", "c"), content_id("a", "bc"), content_id("abc"), content_id("abc", "")}) == 4


def test_a_lone_surrogate_has_an_id_too() -> None:
    assert len(content_id("\ud800")) == 16


@given(st.permutations([Document(str(number), text="Fog.") for number in range(5)]))
def test_a_data_digest_does_not_depend_on_order(documents: list[Document]) -> None:
    assert data_digest(documents) == data_digest(sorted(documents, key=lambda document: document.id))


@pytest.mark.parametrize(
    "change",
    [
        {"id": "b"},
        {"source": "Agencia Marenza"},
        {"source": None},
        {"title": "Mist"},
        {"text": "Fog. It stayed."},
        {"published": datetime(2026, 3, 4, tzinfo=UTC)},
        {"published": None},
        {"day_only": True},
        {"language": "nl"},
        {"spans": ((0, 4), (5, 15))},
    ],
    ids=str,
)
def test_whatever_can_change_a_result_changes_the_digest(change: dict[str, object]) -> None:
    assert data_digest([replace(DOCUMENT, **change)]) != data_digest([DOCUMENT])  # type: ignore[arg-type]


@pytest.mark.parametrize("change", [{"place": "elsewhere.txt"}, {"url": "https://harbour.example/fog"}], ids=str)
def test_where_it_was_read_does_not_change_the_digest(change: dict[str, str]) -> None:
    assert data_digest([replace(DOCUMENT, **change)]) == data_digest([DOCUMENT])  # type: ignore[arg-type]


def test_digests_count_documents() -> None:
    assert data_digest([]) != data_digest([DOCUMENT]) != data_digest([DOCUMENT, DOCUMENT])
    assert len(data_digest([])) == 16


def test_a_signature_names_the_parts_in_order_and_closes_with_the_version() -> None:
    parts = {"rank": parse_spec("mix:centroid=1,position=2"), "select": "penalty", "budget": Budget("words", 100)}
    assert signature(parts) == f"rank:mix(centroid=1, position=2)|select:penalty|budget:words=100|v:{version_mark()}"


def test_absent_parts_are_left_out_and_zero_is_not_absent() -> None:
    assert signature({"rewrite": None, "seed": 0, "note": ""}) == f"seed:0|note:|v:{version_mark()}"


def test_a_run_stamp_carries_the_data() -> None:
    stamp = run_stamp({"rank": "lead"}, [DOCUMENT])
    assert stamp.inputs == data_digest([DOCUMENT])
    assert stamp.signature == f"rank:lead|data:{stamp.inputs}|v:{version_mark()}"
    assert stamp.made is None


def test_a_run_stamp_reads_its_documents_once() -> None:
    assert run_stamp({}, iter([DOCUMENT])) == run_stamp({}, [DOCUMENT])


def test_which_of_two_articles_of_one_time_is_first_changes_the_digest() -> None:
    # The place decides, and a summary of equal sentences quotes the first.
    first, second = replace(DOCUMENT, place="a.jsonl:1"), replace(DOCUMENT, id="b", place="a.jsonl:2")
    turned = replace(first, place="a.jsonl:2"), replace(second, place="a.jsonl:1")
    assert data_digest([first, second]) == data_digest([second, first])
    assert data_digest(turned) != data_digest([first, second])
