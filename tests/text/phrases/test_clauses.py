"""Clauses: what can be left out, and that the rest reads on."""

from __future__ import annotations

import pytest

from meadow.text.phrases import Clause, clauses


def pruned(text: str, language: str = "en") -> str:
    """Return a text without everything that is no main clause."""
    for clause in reversed(clauses(text, language)):
        if clause.kind != "main":
            text = text[: clause.start] + text[clause.end :]
    return text


def removable(text: str, language: str = "en") -> list[tuple[str, str]]:
    return [(clause.kind, clause.text) for clause in clauses(text, language) if clause.kind != "main"]


@pytest.mark.parametrize(
    ("text", "kind", "rest"),
    [
        ("The ferry sank on Monday, the coast guard said.", "attribution", "The ferry sank on Monday."),
        ("Around 900 homes were hit, according to the municipality.", "attribution", "Around 900 homes were hit."),
        ("According to the police, two men fled.", "attribution", "two men fled."),
        ("Dr. Varga, who led the study, warned them.", "relative", "Dr. Varga warned them."),
        (
            "The mill burned for hours, which surprised nobody.",
            "relative",
            "The mill burned for hours.",
        ),
        ("Crews fought the blaze, which had begun at dawn.", "relative", "Crews fought the blaze."),
        ("A bomb exploded, killing two men.", "participial", "A bomb exploded."),
        ("The strike, called by the union, will begin soon.", "participial", "The strike will begin soon."),
        ("Anna Wessel, the science minister, must choose.", "parenthetical", "Anna Wessel must choose."),
        ("The captain, Aurel Denko, was rescued.", "parenthetical", "The captain was rescued."),
        ("The captain, Aurel Denko, 52, was rescued.", "parenthetical", "The captain, Aurel Denko, was rescued."),
        ("He left last, according to two men, and wept.", "attribution", "He left last and wept."),
        ("The union (TDU) rejected it.", "parenthetical", "The union rejected it."),
        ("The vote – the third this year – failed.", "parenthetical", "The vote failed."),
        ("No alarm went off, because the sensors were broken.", "subordinate", "No alarm went off."),
    ],
)
def test_english(text: str, kind: str, rest: str) -> None:
    assert pruned(text) == rest
    assert kind in {clause.kind for clause in clauses(text)}


@pytest.mark.parametrize(
    ("language", "text", "kind", "rest"),
    [
        ("es", "El barco volcó el lunes, informó la Guardia Costera.", "attribution", "El barco volcó el lunes."),
        ("es", "Según la policía, dos hombres huyeron.", "attribution", "dos hombres huyeron."),
        ("es", "El barco, que zarpó ayer, volcó.", "relative", "El barco volcó."),
        (
            "es",
            "La huelga, convocada por el sindicato, comenzará pronto.",
            "participial",
            "La huelga comenzará pronto.",
        ),
        ("es", "La ministra, Petra Halvorsen, pidió prudencia.", "parenthetical", "La ministra pidió prudencia."),
        ("nl", "De dijk brak om drie uur, meldt het waterschap.", "attribution", "De dijk brak om drie uur."),
        ("nl", "De wind bleef gunstig, aldus een woordvoerder.", "attribution", "De wind bleef gunstig."),
        ("nl", "De stad, waar de dijk brak, ligt laag.", "relative", "De stad ligt laag."),
        ("nl", "De sluizen staan open, omdat het water stijgt.", "subordinate", "De sluizen staan open."),
        ("ja", "機構によると、衛星は失われた。", "attribution", "衛星は失われた。"),
        ("ja", "潮見市（潮見県）で雨が降った。", "parenthetical", "潮見市で雨が降った。"),
    ],
)
def test_other_languages(language: str, text: str, kind: str, rest: str) -> None:
    assert pruned(text, language) == rest
    assert [found for found, _ in removable(text, language)] == [kind]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", '"We never saw it," the baker said.'),  # direct speech needs its speaker
        ("en", "The dam will hold, unless it rains."),  # a condition is part of what is said
        ("en", "They sold bread, milk and eggs."),
        ("en", "Police, firemen and nurses came."),
        ("en", "For Piet Aldous, who lost his sister, the charge settles little."),  # not before the verb
        ("en", "Five were ill, according to Ines Varga, head of surgery."),  # the apposition would be left
        ("en", "She can build one, which takes years; she can rent one."),
        ("en", "Savings are put at ten crowns, a change which she explained."),
        ("en", "Bread, the baker said."),  # no verb would be left
        ("nl", "Volgens het waterschap, klein maar sterk, bleef het droog."),
        ("de", "Der Mann, der lachte, ging."),
    ],
)
def test_in_doubt_all_is_main(language: str, text: str) -> None:
    assert removable(text, language) == []
    assert "".join(clause.text for clause in clauses(text, language)) == text


def test_clauses_tile_each_sentence() -> None:
    text = "Dr. Varga, who led the study, warned them. It rained, the mayor said."
    assert clauses(text) == (
        Clause(0, 9, "Dr. Varga", "main"),
        Clause(9, 29, ", who led the study,", "relative"),
        Clause(30, 42, "warned them.", "main"),
        Clause(43, 52, "It rained", "main"),
        Clause(52, 68, ", the mayor said", "attribution"),
        Clause(68, 69, ".", "main"),
    )
