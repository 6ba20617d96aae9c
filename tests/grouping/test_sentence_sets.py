"""Sentence sets, rule by rule, and the sizes that the paper's Table 1 reports."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import InputError
from meadow.grouping.sentence_sets import MOST_DOCUMENTS, MOST_SENTENCES, WHOLE_DOCUMENTS, sentence_set
from meadow.model import Document
from stories import document

pytestmark = pytest.mark.golden("G1")

DAY = datetime(2026, 3, 2, tzinfo=UTC)


def _document(name: str, sentences: int, *, day: int | None = 0, hour: int = 0) -> Document:
    made = document(name, [f"Line {number}." for number in range(sentences)])
    return replace(made, published=None if day is None else DAY + timedelta(days=day, hours=hour))


def _names(*documents: Document) -> list[str]:
    return [each.id for each in sentence_set(documents)]


def _size(chosen: list[Document]) -> tuple[int, int]:
    return len(chosen), sum(len(each.spans or ()) for each in chosen)


def test_five_documents_are_taken_whole_however_long() -> None:
    five = [_document(f"d{number}", 100, day=number) for number in range(5)]
    assert sentence_set(reversed(five)) == five
    assert sentence_set([]) == []


def test_the_day_with_most_documents_comes_first_then_the_earlier_day() -> None:
    busy = [_document(f"busy{number}", 40, day=3, hour=number) for number in range(3)]
    early = [_document(f"early{number}", 40, day=1) for number in range(2)]
    late = [_document(f"late{number}", 40, day=5) for number in range(2)]
    assert _names(*late, *early, *busy) == ["early0", "early1", "busy0", "busy1", "busy2"]


def test_within_a_day_shorter_ones_come_first_and_equal_ones_in_time_order() -> None:
    made = [_document("long", 90), _document("short", 20, hour=3), _document("middle", 60, hour=1)]
    more = [_document("x", 60, hour=2), _document("y", 60, hour=4), _document("z", 60, hour=5)]
    assert _names(*made, *more) == ["middle", "x", "short", "y"]


def test_what_would_exceed_200_is_passed_over_and_a_later_one_may_fit() -> None:
    made = [_document(f"d{number}", 60) for number in range(4)]
    assert _names(*made, _document("next", 30, day=1), _document("last", 20, day=2)) == ["d0", "d1", "d2", "last"]


def test_exactly_200_fits() -> None:
    assert _size(sentence_set(_document(f"d{number}", 50) for number in range(6))) == (4, 200)


def test_days_are_those_of_one_clock() -> None:
    late = _document("late", 50, day=0, hour=23)
    abroad = replace(late, id="abroad", published=datetime.fromisoformat("2026-03-03T07:00+09:00"))
    others = [_document(f"d{number}", 50, day=4 + number) for number in range(4)]
    assert _names(*others, late, abroad)[:2] == ["abroad", "late"], "22:00 and 23:00 of 2 March, a day of two documents"


def test_undated_documents_come_last() -> None:
    undated = [_document(f"undated{number}", 50, day=None) for number in range(4)]
    dated = [_document(f"dated{number}", 50, day=number) for number in range(3)]
    assert _names(*undated, *dated) == ["dated0", "dated1", "dated2", "undated0"]


@pytest.mark.parametrize(
    ("lengths", "size"),
    [
        ([162 - 4 * 32, 32, 32, 32, 32], (5, 162)),
        ([6] * 8 + [7] * 5 + [10] * 2 + [20] * 9, (15, 103)),
        ([20] * 7 + [25, 26] + [30] * 11, (9, 191)),
        ([50, 50, 50, 49, 49], (5, 248)),
    ],
)
def test_the_sizes_of_table_1_are_admissible(lengths: list[int], size: tuple[int, int]) -> None:
    made = [_document(f"d{number:02}", length) for number, length in enumerate(lengths)]
    assert _size(sentence_set(made)) == size


@given(st.lists(st.tuples(st.integers(1, 120), st.integers(0, 3)), max_size=30))
def test_no_set_is_larger_than_a_person_can_read(drawn: list[tuple[int, int]]) -> None:
    made = [_document(f"d{number:02}", length, day=day) for number, (length, day) in enumerate(drawn)]
    chosen = sentence_set(made)
    documents, sentences = _size(chosen)
    assert chosen == sorted(chosen, key=lambda each: each.order)
    if len(made) <= WHOLE_DOCUMENTS:
        assert documents == len(made)
        return
    assert documents <= MOST_DOCUMENTS
    assert sentences <= MOST_SENTENCES
    left = [len(each.spans or ()) for each in made if each not in chosen]
    assert documents == MOST_DOCUMENTS or all(sentences + length > MOST_SENTENCES for length in left)


def test_documents_that_are_all_too_long() -> None:
    with pytest.raises(InputError, match=r"each of the 6 documents has more than 200 sentences\. Give 5 documents"):
        sentence_set(_document(f"d{number}", 201) for number in range(6))
