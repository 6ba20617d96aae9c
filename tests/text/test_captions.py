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
from meadow.text.selfcontained.captions import _is_present, is_caption, is_in_the_present

CAPTIONS = [
    "Divers wait for calmer seas off Skerra, Monday, March 2, 2026.",
    "A trawler pulls the wreck of the Alma into Brackwater, Tuesday, March 3, 2026, after divers had found it.",
    "Nils Corrigan talks about the ferry during a hearing, Friday, March 6, 2026, in Sant Oriel.",
    "Ann Lund, left, and Edda Quill carry bread to the harbour of Ninemile.",
    "The harbour of Skerra is seen on March 2, 2026.",
    "The mayor of Skerra in an undated photo.",
    "A model of the sunken ferry is shown.",
    "The captain and his wife are pictured above.",
    "In this photo taken March 2, Ann Lund opens the port.",
    "FILE - The Alma leaves port.",
    "CLOSE The ferry sank in sight of the port.",
    "Skerra mourns tonight — Ann Lund (@annlund) March 2, 2026",
]
LABELS = [
    "(Ann Lund/Harbour Wire)",
    "Ann Lund / Harbour Wire / Aldern Images",
    "(Harbour Wire)",
    "SKERRA, Leth.",
    "HOPES AND FEARS",
    "LARCENY, 2026-03020011, 400 block of Chapel Street",
    "Harbour Wire ™ & © 2026 Harbour Media.",
]
NEWS = [
    "Divers found the wreck of the Alma on Monday, March 2, 2026, the coast guard said.",
    "The Alma, which sank on Monday, March 2, 2026, was built in 1987.",
    "The minister is seen as a rival of the mayor.",
    "The mayor, who has left the port, said so.",
    "The photo shows the ferry with an open door, prosecutors said.",
    "NATO and the EU sent divers to Skerra.",
    "The wreck of the Alma is shown on every chart of the sound.",
    "Skerra/Aldern ferries will sail again on Monday.",
    "PrevÃ© una transiciÃ³n de dos meses.",
    "SKERRA IS LOST.",
    "(The port was closed on Monday.)",
]


@pytest.mark.parametrize("text", [*CAPTIONS, *LABELS])
def test_captions_and_labels_are_junk(text: str) -> None:
    assert is_caption(text, "en")
    assert check_sentence(text, "en").junk


@pytest.mark.parametrize("text", NEWS)
def test_news_that_looks_like_one_is_not(text: str) -> None:
    assert not is_caption(text, "en")


@pytest.mark.parametrize("text", LABELS)
def test_labels_are_known_by_their_shape_in_any_language(text: str) -> None:
    assert is_caption(text, "es")


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Read more about: Skerra, ferries", "en"),
        ("MUST WATCH The ferry's last hour 01:15", "en"),
        ("Breaking News Emails Get alerts about Skerra.", "en"),
        ("Get daily updates directly to your inbox + Subscribe", "en"),
        ("(Also on HARBOUR: The captain's story)", "en"),
        ("If you have pictures of the ferry, send them to us.", "en"),
        ("This article was first published on March 2.", "en"),
        ("Fuente de la imagen, Agencia Marenza", "es"),
        ("Foto de Ana Ruel, cedida", "es"),
        ("Usamos cookies a fin de mejorar nuestro servicio.", "es"),
        ("* Este artículo apareció en la edición impresa del lunes", "es"),
    ],
)
def test_what_pages_say_of_themselves_is_junk(text: str, language: str) -> None:
    assert check_sentence(text, language).junk


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Fotos de satélite muestran que el puerto de Skerra está vacío desde el lunes.", "es"),
        ("Captain Nils Corrigan was freed on Monday.", "en"),
        ("A coal mine near Skerra was closed after its mine shaft had burnt.", "en"),
    ],
)
def test_news_stands(text: str, language: str) -> None:
    assert check_sentence(text, language).printable_anywhere


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("“The Last Ferry” airs March 29 at 8 pm on Skerra One.", "en"),
        ("“The Last Ferry” premieres Saturday at 8pm ET on Skerra One.", "en"),
        ("Check out the questions that captains of Skerra are asked.", "en"),
        ("_People of Skerra who own a boat of nine metres or more.", "en"),
        ("Únete a la comunidad de El Faro.", "es"),
        ("Se recomienda prudencia de los espectadores.", "es"),
    ],
)
def test_what_a_page_says_of_itself_is_no_news(text: str, language: str) -> None:
    assert check_sentence(text, language).junk


@pytest.mark.parametrize(
    "text", ["Chances are that the ferry of Skerra is late.", "Thou shall not leave the port of Skerra."]
)
def test_a_writer_who_guesses_or_preaches_speaks_for_themselves(text: str) -> None:
    assert check_sentence(text, "en").voice


def test_what_is_mine_is_the_writers_own() -> None:
    assert check_sentence("The idea to close the port was mine.", "en").voice


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


@given(st.text(max_size=200), st.sampled_from(["en", "es", "ja", "fr"]))
def test_any_line_is_a_caption_or_is_not(text: str, language: str) -> None:
    if text.strip() and is_caption(text, language):
        assert any(map(str.isalnum, text)) or "™" in text or "©" in text


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
