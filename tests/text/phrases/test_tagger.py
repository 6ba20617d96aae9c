"""The light tagger: parts of speech by lists, endings, capitals and neighbours."""

from __future__ import annotations

import pytest

from meadow.text.phrases import tag
from meadow.text.phrases.tagger import begins_sentence
from meadow.text.phrases.tokens import tokens


def tagged(text: str, language: str = "en") -> dict[str, str]:
    """Return the tag of each word; a word that stands twice has the tag of its last place."""
    return {word.text: word.tag for word in tag(text, language)}


def test_a_sentence_of_each_language() -> None:
    assert tagged("The old ferry quickly sank near Skerra, and 14 people died.") == {
        "The": "article", "old": "adjective", "ferry": "noun", "quickly": "adverb", "sank": "verb", "near": "preposition",
        "Skerra": "name", ",": "punctuation", "and": "conjunction", "14": "number", "people": "noun", "died": "verb",
        ".": "punctuation",
    }  # fmt: skip
    spanish = tagged("La ministra ordenó revisar las puertas del barco.", "es")
    assert spanish["ministra"] == "noun"
    assert spanish["ordenó"] == spanish["revisar"] == "verb"
    assert spanish["del"] == "link"
    dutch = tagged("De burgemeester kondigde maandag aan dat het water snel uitgepompt wordt.", "nl")
    assert dutch["kondigde"] == dutch["uitgepompt"] == "verb"
    assert dutch["wordt"] == "auxiliary"


@pytest.mark.parametrize(
    ("text", "word", "expected"),
    [
        ("The union plans a strike.", "plans", "verb"),
        ("The plans were secret.", "plans", "noun"),
        ("They want to report it.", "report", "verb"),
        ("The report was long.", "report", "noun"),
        ("The rescued crew slept.", "rescued", "adjective"),
        ("Divers rescued the crew.", "rescued", "verb"),
        ("The finding surprised them.", "finding", "noun"),
        ("A fire broke out, killing two men.", "killing", "verb"),
        ("They help the poor.", "poor", "noun"),
        ("Fourteen dead were found.", "dead", "noun"),
        ("The ferry left port.", "left", "verb"),
        ("The heavy sacks burned.", "sacks", "noun"),
        ("He would rather breed sheep.", "breed", "verb"),
        ("The only road is closed.", "only", "adjective"),
        ("A six-page note arrived.", "six-page", "adjective"),
        ("Forty-five people came.", "Forty-five", "number"),
    ],
)
def test_neighbours_decide_in_english(text: str, word: str, expected: str) -> None:
    assert tagged(text)[word] == expected


@pytest.mark.parametrize(
    ("language", "text", "word", "expected"),
    [
        ("es", "La ayuda llegó tarde.", "ayuda", "noun"),
        ("es", "El vecino ayuda a la gente.", "ayuda", "verb"),
        ("es", "Los detenidos callaron.", "detenidos", "noun"),
        ("es", "Fueron detenidos ayer.", "detenidos", "verb"),
        ("es", "Visitó por la tarde el puerto.", "tarde", "noun"),
        ("es", "Concluya cuanto antes.", "Concluya", "verb"),
        ("es", "Murió rápidamente.", "rápidamente", "adverb"),
        ("nl", "De plannen zijn klaar.", "plannen", "noun"),
        ("nl", "Een ondergelopen straat.", "ondergelopen", "adjective"),
        ("nl", "Het water is gestegen.", "gestegen", "verb"),
        ("nl", "Ik reken op drie.", "reken", "verb"),
        ("nl", "De geplande dijk komt er niet.", "geplande", "adjective"),
        ("nl", "De politie hield hem aan.", "hield", "verb"),
    ],
)
def test_neighbours_decide_elsewhere(language: str, text: str, word: str, expected: str) -> None:
    assert tagged(text, language)[word] == expected


def test_japanese_needs_no_blanks() -> None:
    words = tag("警察は川辺市で男2人を逮捕した。", "ja")
    assert "".join(word.text for word in words) == "警察は川辺市で男2人を逮捕した。"
    assert {word.text: word.tag for word in words}["逮捕"] == "verb"


def test_japanese_without_the_extra_goes_by_script(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meadow.text.phrases.japanese.has_sudachi", lambda: False)
    tags = [(word.text, word.tag) for word in tag("森川岬の漁船が3隻、アメリカへ。", "ja")]
    assert tags == [
        ("森川岬", "noun"), ("の", "link"), ("漁船", "noun"), ("が", "pronoun"), ("3", "number"), ("隻", "noun"),
        ("、", "punctuation"), ("アメリカ", "noun"), ("へ", "pronoun"), ("。", "punctuation"),
    ]  # fmt: skip


def test_a_language_without_lists_has_stop_words_capitals_and_digits() -> None:
    found = tagged("Der Kapitän sah 14 Boote", "de")
    assert found["Der"] == "pronoun"
    assert found["14"] == "number"
    assert found["Boote"] == "name"
    assert tagged("qwe Rty 5", "xx") == {"qwe": "noun", "Rty": "name", "5": "number"}


def test_tokens_keep_what_belongs_together() -> None:
    text = "Dr. Ines Varga of the Workers' Union paid $1.2m at 6:20 a.m. in St. Alban's run-off."
    assert [token.text for token in tokens(text)] == [
        "Dr.", "Ines", "Varga", "of", "the", "Workers'", "Union", "paid", "$", "1.2m", "at", "6:20", "a.m.", "in", "St.",
        "Alban's", "run-off", ".",
    ]  # fmt: skip
    assert [token.text for token in tokens("'the workers' said")] == ["'", "the", "workers", "'", "said"]
    assert [token.text for token in tokens("’s avonds om 21.40 uur", "nl")] == ["’s", "avonds", "om", "21.40", "uur"]


def test_a_page_of_closing_marks_is_not_walked_for_each_word() -> None:
    assert begins_sentence((".", *3 * ")", "Bell"), 4)
    # Past a handful of marks nobody knows any more what they close: the word counts as one inside a sentence.
    assert not begins_sentence((".", *9 * ")", "Bell"), 10)
