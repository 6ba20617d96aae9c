"""Regular forms of verbs, as grammar books give them."""

from __future__ import annotations

import pytest

from meadow.text.phrases.conjugation import Forms, verb_forms
from meadow.text.phrases.lexicon import lexicon


@pytest.mark.parametrize(
    ("language", "verb", "finite", "participle", "gerund"),
    [
        ("en", "carry", "carries", "carried", "carrying"),
        ("en", "stop", "stops", "stopped", "stopping"),
        ("en", "admit", "admits", "admitted", "admitting"),
        ("en", "reach", "reaches", "reached", "reaching"),
        ("en", "damage", "damages", "damaged", "damaging"),
        ("en", "travel", "travels", "travelled", "travelling"),
        ("en", "die", "dies", "died", "dying"),
        ("en", "agree", "agrees", "agreed", "agreeing"),
        ("es", "buscar", "busque", "buscada", "buscando"),
        ("es", "volver", "vuelve", "volvido", "volviendo"),
        ("es", "pedir", "pide", "pedidos", "pidiendo"),
        ("es", "concluir", "concluyó", "concluido", "concluyendo"),
        ("es", "vivir", "vivirán", "vividas", "viviendo"),
    ],
)
def test_forms(language: str, verb: str, finite: str, participle: str, gerund: str) -> None:
    forms = verb_forms([verb], language)
    assert verb in forms.bare
    assert finite in forms.finite
    assert participle in forms.participle
    assert gerund in forms.gerund


@pytest.mark.parametrize(
    ("verb", "present", "past", "participle"),
    [
        ("maken", "maakt", "maakte", "gemaakt"),
        ("leven", "leeft", "leefde", "geleefd"),
        ("zetten", "zet", "zette", "gezet"),
        ("veranderen", "verandert", "veranderde", "veranderd"),
        ("bouwen", "bouwt", "bouwde", "gebouwd"),
        ("reizen", "reist", "reisde", "gereisd"),
        ("evacueren", "evacueert", "evacueerde", "geëvacueerd"),
    ],
)
def test_dutch_forms(verb: str, present: str, past: str, participle: str) -> None:
    forms = verb_forms([verb], "nl")
    assert {present, past, f"{past}n"} <= forms.finite
    assert participle in forms.participle


def test_forms_know_their_words() -> None:
    forms = Forms(bare=frozenset({"go"})).adding(finite=["goes"], participle=["gone"])
    assert all(word in forms for word in ("go", "goes", "gone"))
    assert "went" not in forms
    assert verb_forms(["gehen"], "de") == Forms(bare=frozenset({"gehen"}))


@pytest.mark.parametrize("language", ["en", "es", "nl"])
def test_the_lists_are_in_lower_case_and_complete(language: str) -> None:
    lists = lexicon(language)
    needed = (
        "articles",
        "prepositions",
        "links",
        "verbs",
        "titles",
        "organisation heads",
        "numbers",
        "units",
        "months",
    )
    assert [section for section in needed if not lists.words(section)] == []
    assert len(lists.table("weekdays")) == 7
    assert set(lists.table("months").values()) == {str(month) for month in range(1, 13)}
    words = [word for section in lists.sections for word in lists.words(section) if "=" not in word]
    assert [word for word in words if word != word.lower()] == []


def test_a_language_without_lists_is_empty_but_for_stop_words() -> None:
    assert lexicon("de").sections == {}
    assert lexicon("de").closed["der"] == "pronoun"
    assert lexicon("../en").sections == {}
