"""Factors: noun phrases and their shorter forms, which of them stands for the others, and what is none."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.model import Concept
from meadow.reports.duplicates import suggest_collapses
from meadow.reports.factors import factor_concepts
from meadow.reports.mentions import Mentioned, by_frequency, mentioned, spelling_key
from meadow.reports.named import name_spans, read_names
from meadow.vectors.view import view_documents
from reports.news import FERRY, document


def factors(*texts: str, language: str = "en") -> dict[str, Mentioned]:
    view = view_documents([document(f"f{number}", text, language=language) for number, text in enumerate(texts)])
    rows = range(len(view))
    return {each.concept.text: each for each in factor_concepts(view, rows, name_spans(read_names(view, rows)))}


def test_a_longer_phrase_speaks_for_the_shorter_one_that_hardly_stands_alone() -> None:
    found = factors("The full recount began. The full recount ended.", "A full recount is slow.")
    assert set(found) & {"full recount", "recount"} == {"full recount"}
    assert found["full recount"].concept.count == 3


def test_a_shorter_phrase_that_often_stands_alone_takes_the_longer_one_in() -> None:
    found = factors(
        "The recount began. The recount ended. The recount was slow. A recount is dear. The full recount failed."
    )
    assert set(found) & {"full recount", "recount"} == {"recount"}
    # Five mentions: the longer phrase counts for its shorter form too.
    assert found["recount"].concept.count == 5


def test_names_numbers_units_and_days_are_no_factors() -> None:
    found = factors("On Monday the ferry Blue Heron carried 40 crowns for 9 minutes in March.")
    assert "ferry" in found
    assert not {"monday", "heron", "crowns", "minutes", "march", "40 crowns", "blue heron"} & set(found)


def test_common_words_say_nothing_about_a_story() -> None:
    assert not {"people", "time", "year"} & set(factors("The people had time last year. The people left."))


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("The police came. The police left.", "police", "organisation"),
        ("The election board said no. The election board met.", "election board", "organisation"),
        ("They painted an election board. An election board is flat.", "election board", "factor"),
        ("It was closed by the election board. An election board is flat.", "election board", "organisation"),
        ("The wooden hatch broke. The wooden hatch leaked.", "wooden hatch", "factor"),
    ],
)
def test_what_acts_and_is_called_like_an_office_is_an_organisation(text: str, name: str, kind: str) -> None:
    assert factors(text)[name].concept.kind == kind


def test_where_heads_come_first_the_words_behind_them_belong_to_them() -> None:
    found = factors("La huelga de hambre empezó. La huelga de hambre acabó.", language="es")
    assert "huelga de hambre" in found
    assert "hambre" not in found


def test_words_stand_as_they_are_written_but_for_capitals_at_the_start() -> None:
    assert "wooden hatch" in factors("Wooden hatches broke. A wooden hatch leaked. The wooden hatch is old.")


def test_weight_is_by_documents_rarity_and_the_logarithm_of_mentions() -> None:
    view = view_documents(FERRY)
    one = mentioned(view, "factor", "hatch", ["hatch"], [0, 0, 3], rarity=2.0)
    # Three mentions in two documents: 2 · 2 · (1 + ln 1.5).
    assert one.weight == pytest.approx(2 * 2.0 * 1.4054651081)
    assert (one.concept, one.rows) == (Concept("hatch", "factor", ("hatch",), 3, 2), (0, 3))


def test_spellings_by_frequency_keep_the_order_of_equals() -> None:
    assert by_frequency(Counter(["b", "a", "c", "a"])) == ["a", "b", "c"]
    assert by_frequency(Counter()) == []


@given(st.text(max_size=20))
def test_a_spelling_key_is_its_own_key_and_knows_no_case(text: str) -> None:
    key = spelling_key(text)
    assert spelling_key(key) == key
    assert key == key.strip()
    assert "  " not in key


@pytest.mark.parametrize(
    ("one", "other"),
    [("O’Brien", "o'brien"), ("Müller", "MULLER"), (" Iris \n Vale ", "iris vale"), ("Straße", "STRASSE")],
)
def test_spellings_of_one_name(one: str, other: str) -> None:
    assert spelling_key(one) == spelling_key(other)


def concept(text: str, *aliases: str) -> Concept:
    return Concept(text, "factor", (text, *aliases), 3, 2)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("ferry", "ferries of Marlow"),
        ("Ann", "Anna"),
        ("UN", "union"),
        ("ABCDEFG", "Alder Birch Cedar Dogwood Elm Fir Gorse"),
        ("天", "天城"),
        ("港", "港"),
    ],
    ids=["another form", "too short", "one word", "too long an acronym", "one letter", "equal"],
)
def test_what_is_no_reason_to_think_two_concepts_one(first: str, second: str) -> None:
    found = suggest_collapses([concept(first), concept(second)])
    assert [each.reason for each in found] == (["the same but for case or accents"] if first == second else [])


def test_the_surest_reason_is_given_and_pairs_come_in_the_order_of_concepts() -> None:
    a, b, c = concept("Marlow Lines"), concept("marlow lines", "Lines"), concept("Lines")
    assert [(each.first, each.second, each.reason) for each in suggest_collapses([a, b, c])] == [
        (a, b, "the same but for case or accents"),
        (a, c, "'lines' is a part of 'marlow lines'"),
        (b, c, "both are called 'lines'"),
    ]
