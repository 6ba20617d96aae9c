"""Words that could be two things: their neighbours decide, case by case as the rules name them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.text.phrases import tag
from meadow.text.phrases.context import settled_alone


def tags(text: str, language: str = "en") -> dict[str, str]:
    return {word.text: word.tag for word in tag(text, language)}


@pytest.mark.parametrize(
    ("text", "word", "wanted"),
    [
        ("The ferry left port.", "left", "verb"),
        ("The heavy sacks fell.", "heavy", "adjective"),
        ("They carried heavy sacks.", "sacks", "noun"),
        ("Two badly damaged ships sank.", "damaged", "adjective"),
        ("The rescued crew slept.", "rescued", "adjective"),
        ("The crew was rescued.", "rescued", "verb"),
        ("The bomb exploded, killing two.", "killing", "verb"),
        ("They want to photograph the door.", "photograph", "verb"),
        ("It would frobnicate the door.", "frobnicate", "verb"),
        ("The rich were lucky.", "rich", "noun"),
        ("Storm leaves 14 dead.", "dead", "noun"),
        ("A rich man left.", "rich", "adjective"),
        ("The find was old.", "find", "noun"),
        ("Divers find the wreck.", "find", "verb"),
        ("The finding was clear.", "finding", "noun"),
        ("They plan the march.", "plan", "verb"),
        ("The plan failed.", "plan", "noun"),
        ("He will march.", "march", "verb"),
    ],
)
def test_english(text: str, word: str, wanted: str) -> None:
    assert tags(text)[word] == wanted


@pytest.mark.parametrize(
    ("language", "text", "word", "wanted"),
    [
        ("es", "Los detenidos hablaron.", "detenidos", "noun"),
        ("es", "Fueron detenidos ayer.", "detenidos", "verb"),
        ("es", "Llegó por la tarde.", "tarde", "noun"),
        ("nl", "Het varen is duur.", "varen", "noun"),
        ("nl", "Ze willen varen.", "varen", "verb"),
        ("nl", "Een ondergelopen straat werd gesloten.", "ondergelopen", "adjective"),
    ],
)
def test_spanish_and_dutch(language: str, text: str, word: str, wanted: str) -> None:
    assert tags(text, language)[word] == wanted


def test_what_is_surely_one_thing_needs_no_neighbour() -> None:
    assert settled_alone("article") == "article"
    assert settled_alone("name") == "name"
    assert [settled_alone(guess) for guess in ("noun or verb", "participle", "verb", "noun", None)] == [None] * 5


WORDS = (
    "the",
    "a",
    "left",
    "find",
    "plan",
    "rescued",
    "killing",
    "two",
    "dead",
    ",",
    ".",
    "to",
    "will",
    "Marlow",
    "badly",
)


@given(st.lists(st.sampled_from(WORDS), max_size=8))
def test_every_word_has_one_tag_and_keeps_its_place(words: list[str]) -> None:
    text = " ".join(words)
    found = tag(text, "en")
    assert [text[word.start : word.end] for word in found] == [word.text for word in found]
    assert [word.start for word in found] == sorted({word.start for word in found})
    assert "".join(word.text for word in found) == text.replace(" ", "")
