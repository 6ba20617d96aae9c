"""What a sentence commits itself to, rule by rule, and the rows that comparison reads of it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.model import Document
from meadow.text.background import IdfTable
from meadow.vectors.sameness.facts import sentence_facts
from meadow.vectors.sameness.rows import read_rows, sentence_rows, united
from meadow.vectors.view import StoryView, view_documents


def names(text: str, language: str = "en") -> set[str]:
    return set(sentence_facts(text, language).names)


def numbers(text: str, language: str = "en") -> set[int]:
    return {int(each) for each in sentence_facts(text, language).numbers}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("They met Iris Vale in the old town of Marlow.", {"iris", "vale", "marlow"}),
        ("Marlow burned.", set()),
        ("Iris Vale left.", {"iris", "vale"}),
        ("The Vale's ferry sank.", {"vale"}),
        ("THE FERRY SANK OFF MARLOW", set()),
        ("They met Iris Vale in Marlow.", {"iris", "vale", "marlow"}),
        ("Ferry Sinks Off Marlow Coast in Storm", set()),
        ("Ferry Sinks", {"ferry", "sinks"}),
        ("It rained on Monday in March.", set()),
    ],
    ids=["inside", "first alone", "first of a run", "an owner", "shouted", "many names", "a title", "short", "days"],
)
def test_names_are_told_by_their_capitals(text: str, wanted: set[str]) -> None:
    assert names(text) == wanted


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", "On Monday and Sunday, in March", {0, 6, 9}),
        ("en", "May it march on?", set()),
        ("en", "She may come in May", {11}),
        ("es", "el martes de mayo, junto al mar", {1, 11}),
        ("nl", "dinsdagavond en zaterdag, in mei", {1, 5, 11}),
        ("ja", "火曜日に雨が降った。", {1}),
        ("fr", "mardi", set()),
    ],
    ids=["english", "words", "a verb and a month", "spanish", "dutch", "japanese", "no lists"],
)
def test_weekdays_and_months_are_bits(language: str, text: str, wanted: set[int]) -> None:
    days = sentence_facts(text, language).days
    assert {bit for bit in range(19) if days >> bit & 1} == wanted


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", "2,000 or two thousand or 2000", {2000}),
        ("en", "one of them and twenty-one more", {21}),
        ("en", "3 million crowns", {3_000_000}),
        ("es", "un barco y dos mil personas", {2000}),
        ("nl", "tweehonderd mensen", {200}),
        ("ja", "3万人と５人", {30_000, 5}),
        ("en", "none at all", set()),
    ],
)
def test_numbers_are_values(language: str, text: str, wanted: set[int]) -> None:
    assert numbers(text, language) == wanted


@pytest.mark.parametrize(
    ("text", "denies", "asks"),
    [
        ("It did not sink.", True, False),
        ("It didn't sink.", True, False),
        ("It didn’t sink.", True, False),
        ("It sank.", False, False),
        ("Did it sink?", False, True),
        ("He asked: “Did it sink?”", False, True),
        ("船は沈んだか？", False, True),
    ],
)
def test_denials_and_questions(text: str, denies: bool, asks: bool) -> None:
    found = sentence_facts(text, "ja" if "船" in text else "en")
    assert (found.denies, found.asks) == (denies, asks)


@given(st.text(max_size=50), st.sampled_from(["en", "es", "nl", "ja", "xx"]))
def test_any_text_has_facts_and_the_same_ones_twice(text: str, language: str) -> None:
    assert sentence_facts(text, language) == sentence_facts(text, language)


def view_of(*sentences: str) -> StoryView:
    return view_documents(
        [Document(f"f{number}", text=text, language="en") for number, text in enumerate(sentences)],
        background=IdfTable("toy", {"ferry": 2.0, "cat": 3.0}, unknown=1.0),
    )


def test_letter_groups_of_a_term_share_its_rarity() -> None:
    # " ca", "cat" and "at " have a third of 3 each; a term that stands twice counts once.
    rows = sentence_rows(view_of("Cat cat.", "Cat ferry."))
    assert rows.letters.sums().tolist() == pytest.approx([3.0, 5.0])
    first = rows.letters.weights[: rows.letters.ends[1]]
    assert first.tolist() == pytest.approx([1.0, 1.0, 1.0])
    assert rows.weighted.sums().tolist() == pytest.approx([6.0, 5.0])


def test_some_rows_are_read_in_the_order_given_as_among_all() -> None:
    view = view_of("A ferry left 12 people.", "Did a cat sleep?", "It did not rain on Marlow.")
    every, some = sentence_rows(view), read_rows(view, np.array([2, 0]))
    assert some.denies.tolist() == every.denies[[2, 0]].tolist() == [1.0, 0.0]
    assert some.asks.tolist() == [0.0, 0.0]
    for name in ("words", "terms", "weighted", "letters", "names", "numbers"):
        assert getattr(some, name).sums().tolist() == pytest.approx(getattr(every, name).sums()[[2, 0]].tolist()), name
    assert sentence_rows(view) is every


def test_what_rows_say_together_is_what_any_of_them_says() -> None:
    rows = sentence_rows(view_of("A ferry left.", "A ferry did not come.", "A cat slept."))
    both = united(rows, [np.array([0, 1], np.int32), np.array([2], np.int32)])
    assert both.terms.sums().tolist() == [3.0, 2.0]
    assert (both.denies.tolist(), both.asks.tolist()) == ([0.0, 0.0], [0.0, 0.0])
