"""Texts whose words and marks a program has parted: only blanks go, and only where it put them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.text.datelines import dateline_length
from meadow.text.parting import is_parted, joined, length_before
from meadow.text.selfcontained import check_sentence

PIECES = (
    "Skerra",
    "n't",
    "do",
    "'s",
    "’",
    "s",
    ",",
    ".",
    "(",
    ")",
    "``",
    "''",
    "'",
    "$",
    "5",
    ":",
    "?",
    "%",
    ". .",
    "U.S.",
    "\n",
)
PARTED = st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join)
LANGUAGES = st.sampled_from(["en", "fr", "ja"])


@pytest.mark.parametrize(
    ("parted", "whole"),
    [
        ("Skerra 's banks , he said .", "Skerra's banks, he said."),
        ("They do n't know , and we ca n’t say .", "They don't know, and we can’t say."),
        ("It didn ’ t sink , the owner ’ s son said .", "It didn’t sink, the owner’s son said."),
        ("The ferry ( built in 1999 ) sank .", "The ferry (built in 1999) sank."),
        ("`` It sank , '' he said .", "``It sank,'' he said."),
        ("It cost $ 125 , or £ 99 .", "It cost $125, or £99."),
        ("Some 25 % left : why ? Nobody knows .", "Some 25% left: why? Nobody knows."),
        ("He called it a 'test ' .", "He called it a 'test'."),
        ("It rose by .5 points , and then .25 .", "It rose by .5 points, and then .25."),
        ("The crews ' union , he said .", "The crews ' union, he said."),
    ],
)  # fmt: skip
def test_marks_stand_beside_their_words_again(parted: str, whole: str) -> None:
    assert joined(parted) == whole


@pytest.mark.parametrize(
    "text", ["It sank, he said.", "Is it 's fault?", "A rise of .5 points.", "Runs on .NET and ,more.", "", "( a )"]
)
def test_a_text_that_nobody_parted_stays_as_it_is(text: str) -> None:
    assert not is_parted(text)
    assert joined(text) == text


def test_where_a_blank_belongs_before_a_mark_it_stays() -> None:
    text = "Quoi ? 25 % , dit-il : oui ."
    assert joined(text, "fr") == "Quoi ? 25 %, dit-il : oui."
    assert joined(text, "en") == "Quoi? 25%, dit-il: oui."


@given(PARTED | st.text(max_size=60), LANGUAGES)
def test_only_white_space_goes(text: str, language: str) -> None:
    assert "".join(joined(text, language).split()) == "".join(text.split())


@given(PARTED, LANGUAGES)
def test_lengths_of_the_joined_text_are_found_in_the_parted_one(text: str, language: str) -> None:
    whole = joined(text, language)
    for length in range(len(whole) + 1):
        before = text[: length_before(text, length, language)]
        assert "".join(before.split()) == "".join(whole[:length].split())


def test_a_parted_dateline_is_one() -> None:
    for dateline, rest in (
        ("LORVANE ( AP ) – ", "Skerra 's ferry sank , he said ."),
        ("( CNN ) -- ", "It sank , he said ."),
    ):
        assert dateline_length(dateline + rest) == len(dateline)


def test_a_parted_sentence_is_judged_as_its_joined_one() -> None:
    for text in (
        "Editor 's note : Ann Lund is a contributor , and wrote this .",
        "`` It sank , '' he said .",
        "The ferry ( built in 1999 ) sank , the coast guard of Lethria said .",
    ):
        assert check_sentence(text) == check_sentence(joined(text))
    assert check_sentence("Editor 's note : Ann Lund is a contributor , and wrote this .").junk
