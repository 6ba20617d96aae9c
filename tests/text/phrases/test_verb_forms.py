"""Forms of verbs that the rules give, and forms that they must not give."""

from __future__ import annotations

import pytest

from meadow.text.phrases.conjugation import verb_forms


@pytest.mark.parametrize(
    ("language", "verb", "kind", "forms"),
    [
        ("en", "play", "finite", ["plays"]),
        ("en", "try", "participle", ["tried"]),
        ("en", "fix", "finite", ["fixes"]),
        ("en", "go", "finite", ["goes"]),
        ("en", "plan", "gerund", ["planning"]),
        ("en", "open", "participle", ["opened"]),
        ("en", "see", "gerund", ["seeing"]),
        ("en", "lie", "gerund", ["lying"]),
        ("en", "cancel", "participle", ["canceled", "cancelled"]),
        ("en", "show", "participle", ["showed"]),
        ("es", "pagar", "finite", ["pague", "paga", "pagará"]),
        ("es", "empezar", "finite", ["empieza"]),
        ("es", "dirigir", "finite", ["dirija", "dirige"]),
        ("es", "nacer", "finite", ["nazca"]),
        ("es", "cerrar", "finite", ["cierra", "cerró"]),
        ("es", "retirar", "gerund", ["retirarse", "retirando"]),
        ("es", "huir", "finite", ["huye", "huyó"]),
        ("nl", "lopen", "finite", ["loopt"]),
        ("nl", "zetten", "finite", ["zet"]),
        ("nl", "geven", "finite", ["geeft"]),
        ("nl", "betalen", "participle", ["betaald"]),
        ("nl", "werken", "participle", ["gewerkt"]),
    ],
)
def test_forms_of_verbs(language: str, verb: str, kind: str, forms: list[str]) -> None:
    assert set(forms) <= getattr(verb_forms([verb], language), kind)


@pytest.mark.parametrize(
    ("verb", "kind", "wrong"),
    [
        ("open", "participle", "openned"),
        ("show", "participle", "showwed"),
        ("play", "finite", "plaies"),
        ("agree", "gerund", "agring"),
        ("work", "participle", "workled"),
        ("stay", "participle", "staied"),
    ],
)
def test_forms_that_nobody_writes(verb: str, kind: str, wrong: str) -> None:
    assert wrong not in getattr(verb_forms([verb], "en"), kind)
