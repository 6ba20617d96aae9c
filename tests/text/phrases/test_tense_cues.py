"""What single words say of when something happens."""

from __future__ import annotations

import pytest

from meadow.text.phrases.lexicon import lexicon
from meadow.text.phrases.tense_cues import cues, infinitives, participles, weekdays


@pytest.mark.parametrize(
    ("language", "words", "cue"),
    [
        ("en", "will she'll", "after"), ("en", "said was flew", "past"), ("en", "closed taken agreed", "participle"),
        ("en", "due scheduled", "plan"), ("en", "begins", "timetable"), ("en", "to", "to"), ("en", "which", "opens"),
        ("en", "and", "joins"), ("en", "ahead", "leading"), ("en", "need been harbour seed", ""),
        ("es", "zarpará saldrán habremos", "after"), ("es", "podría saldría", "perhaps would"),
        ("es", "zarpó dijeron cerraban volvía votara", "past"), ("es", "cerrado", "participle"),
        ("es", "ha", "perfect"),
        ("es", "irán mayoría cancillería cámara sólo policía", ""),
        ("nl", "zal wordt", "after"), ("nl", "zonk werkte", "past"), ("nl", "werkt", "present"), ("nl", "heeft", "perfect"),
        ("nl", "werken havens", ""), ("fr", "viendra était", ""), ("fr", ".", "stop"),
        ("en", ", :", "mark"), ("en", "“", "quote"),
    ],
)  # fmt: skip
def test_words_and_their_cues(language: str, words: str, cue: str) -> None:
    assert [cues(language)[word] for word in words.split() if cues(language)[word] not in (cue.split() or [""])] == []


def test_weekdays_may_be_glued_to_a_part_of_the_day_in_dutch() -> None:
    assert [weekdays("nl")[word] for word in ("vrijdag", "vrijdagavond", "verjaardag", "avond")] == [
        True,
        True,
        False,
        False,
    ]
    assert [weekdays("en")[word] for word in ("friday", "fridayevening", "")] == [True, False, False]


def test_infinitives_and_participles() -> None:
    assert {"close", "be", "meet"} <= infinitives("en")
    assert infinitives("en").isdisjoint({"blame", "harbour"})
    assert [participles("nl")[word] for word in ("gezegd", "verkocht", "gegaan", "geen")] == [True, True, True, False]
    assert [participles("es")[word] for word in ("dicho", "cerrada", "estado")] == [True, True, False]
    assert not participles("fr")["fermé"]


@pytest.mark.parametrize("language", ["en", "es", "nl"])
def test_no_word_tells_of_both_sides(language: str) -> None:
    lists = lexicon(language)
    assert lists.words("future").isdisjoint(lists.words("past"))
    assert lists.words("timetable").isdisjoint(lists.words("past") | lists.words("future"))
