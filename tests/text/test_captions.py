"""Captions, credits and labels are no sentences of a story; news that looks like them is."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.rewrite.trim import trim
from meadow.text.datelines import dateline_length
from meadow.text.phrases import tag
from meadow.text.phrases.lexicon import lexicon
from meadow.text.selfcontained import check_sentence
from meadow.text.selfcontained.present import _is_present, is_in_the_present


@pytest.mark.parametrize(
    ("text", "language", "junk"),
    [
        ("21.55 h: La presidenta de Letria felicita a los vecinos de Skerra.", "es", True),
        ("28 de febrero de 1922: Letria declara su independencia.", "es", True),
        ("19 mei 2011 – De dijk bij Vellin breekt door.", "nl", True),
        ("17 people died: the bow door had not been closed.", "en", False),
        ("200 soldados llegaron a Vellin: el agua subía.", "es", False),
        ("HOPES AND FEARS", "en", True),
        ("SKERRA IS LOST.", "en", False),
        ("Divers wait for calmer seas off Skerra, Monday, March 2, 2026.", "en", True),
        ("Divers found the wreck of the Alma on Monday, March 2, 2026, the coast guard said.", "en", False),
        ("The mayor, who has left the port, said so.", "en", False),
        ("Fotos de satélite muestran que el puerto de Skerra está vacío desde el lunes.", "es", False),
    ],
)
def test_entries_headings_and_captions_are_no_sentences(text: str, language: str, junk: bool) -> None:
    assert check_sentence(text, language).junk is junk


@pytest.mark.parametrize(
    ("bullet", "rest"),
    [("* ", "The ferry sank."), ("• ", "The ferry sank."), ("►", "The ferry sank."), ("- ", "The ferry sank."),
     ("- - ", "The ferry sank."), ("- SKERRA (LPA) — ", "The ferry sank.")],
)  # fmt: skip
def test_bullets_are_not_printed(bullet: str, rest: str) -> None:
    assert dateline_length(bullet + rest) == len(bullet)
    assert trim(bullet + rest).text == rest


@pytest.mark.parametrize(
    "text", ["-5 degrees were measured.", "— Sí, dijo.", "-- a loss", "* * *", "- of the ferry", "*"]
)
def test_minus_dialogue_and_dashes_stay(text: str) -> None:
    assert dateline_length(text) == 0


def test_a_bullet_hides_no_pronoun() -> None:
    assert check_sentence("* He said that the ferry sank.", "en").dependence is not None


def _first_verb_is_in_the_present(text: str) -> bool:
    """Say the same as `is_in_the_present` of words that are all tagged."""
    words, before = tag(text, "en"), ""
    for word, after in pairwise(words):
        lower, last = word.text.lower(), before
        before = lower
        if lower in ("is", "are"):
            return True
        if word.tag in ("verb", "auxiliary") and not lower.endswith("ing"):
            return _is_present(lower)
        if word.tag == "noun" and after.tag == "preposition" and lower in lexicon("en").noun_verbs:
            return lower.endswith("s") or last.endswith("s")
    return False


SOME_WORDS = """Divers wait for calmer seas the harbour of Skerra 's Ann Lund , left carries carrying bread was is rather
badly plans to say no Dr. photograph a big ferry 12 . that who" said (in) 2026"""


@given(st.lists(st.sampled_from(SOME_WORDS.split()), max_size=30).map(" ".join))
def test_the_first_verb_is_the_same_when_only_the_first_words_are_tagged(text: str) -> None:
    assert is_in_the_present(text) == _first_verb_is_in_the_present(text)
