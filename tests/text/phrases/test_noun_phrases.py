"""Noun phrases: longest runs of nouns and what belongs to them."""

from __future__ import annotations

import pytest

from meadow.text.phrases import noun_phrases


def phrases(text: str, language: str = "en") -> list[str]:
    return [span.text for span in noun_phrases(text, language)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The mayor of the old town resigned.", ["mayor of the old town"]),
        ("She saw it.", []),
        ("Between 10 and 15 ships left.", ["10 and 15 ships"]),
        ("It cost 3.5 million crowns on 3 March 2026.", ["3.5 million crowns"]),
        ("Rates stayed at 3.75% in 2024.", ["Rates"]),
        ("His lawyers and their clients left Route 9.", ["lawyers", "clients", "Route 9"]),
        ("It opens at 9 a.m. near the Lethrian border.", ["Lethrian border"]),
        ("The union's chairman (57) spoke.", ["union's chairman"]),
        ("Two badly damaged ships sank last autumn.", ["Two badly damaged ships", "last autumn"]),
        ("They were happy.", []),
    ],
)
def test_english(text: str, expected: list[str]) -> None:
    assert phrases(text) == expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("es", "El presidente de la Junta habló a lo largo de la tarde.", ["presidente de la Junta", "tarde"]),
        ("es", "Compró tres redes ilegales del puerto viejo.", ["tres redes ilegales del puerto viejo"]),
        ("es", "Salió hacia las 6.20 horas del lunes.", []),
        ("nl", "Voorzitter Joost de Wilde zag het geluid van de pompen.",
         ["Voorzitter Joost de Wilde", "geluid van de pompen"]),
        ("nl", "Om 3.00 uur brak de dijk, nadat ploegen drie mensen vonden.", ["dijk", "ploegen", "drie mensen"]),
        ("nl", "Op twee plaatsen zandzakken leggen.", ["twee plaatsen", "zandzakken"]),
        ("ja", "違法な網を使った漁船が沈没した。", ["違法な網", "漁船"]),
        ("ja", "10日午前10時42分に衛星を打ち上げた。", ["衛星"]),
        ("de", "Der Kapitän", ["Kapitän"]),
    ],
)  # fmt: skip
def test_other_languages(language: str, text: str, expected: list[str]) -> None:
    assert phrases(text, language) == expected


def test_phrases_are_exact_slices_in_order() -> None:
    text = "The ferry Star of Skerra, built in 1994, sank off the island of Skerra."
    spans = noun_phrases(text)
    assert [span.text for span in spans] == ["ferry Star of Skerra", "island of Skerra"]
    assert all(text[span.start : span.end] == span.text for span in spans)
    assert list(spans) == sorted(spans, key=lambda span: span.start)


def test_nothing_comes_of_nothing() -> None:
    assert noun_phrases("") == noun_phrases("   \n ") == noun_phrases("… ! ?") == ()
