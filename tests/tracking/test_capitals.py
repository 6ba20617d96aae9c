"""Which words of a stream are names: by capitals within sentences, faded, and kept in a snapshot."""

from collections.abc import Sequence

import pytest

from meadow.tracking.capitals import Capitals, has_capitals
from meadow.tracking.weighing import Weighing
from stories import FLAT, document


def _same(words: Sequence[str], _: str) -> Sequence[str]:
    return words


def _names(*texts: str) -> set[str]:
    weighing = Weighing(FLAT)
    weighing.rows([document(f"d{at}", [text]) for at, text in enumerate(texts)])
    stems, _ = weighing.terms.rarities()
    return {stem for stem, is_name in zip(stems, weighing.kinds().names.tolist(), strict=True) if is_name}


@pytest.mark.parametrize(
    ("text", "within", "anywhere"),
    [
        ("The mayor of Lorvane spoke.", {"lorvane"}, {"the", "lorvane"}),
        ("Lorvane spoke. Bridges closed.", set(), {"lorvane", "bridges"}),
        ("ACME TO SELL UNIT <ACM>", {"acm"}, {"acme", "to", "sell", "unit", "acm"}),
        ("The ship of NATO and Ürdü, Ágnes", {"nato", "ürdü", "ágnes"}, {"the", "nato", "ürdü", "ágnes"}),
        ("said McRae today", {"mcrae"}, {"mcrae"}),
        ("日本 और مصر", set(), set()),
    ],
)
def test_a_capital_counts_within_a_sentence_and_in_brackets(text: str, within: set[str], anywhere: set[str]) -> None:
    capitals = Capitals()
    capitals.count([text], ["en"], _same)
    assert [set(counts) for counts in capitals.written("en")] == [within, anywhere]


def test_documents_count_and_not_occurrences_and_languages_stay_apart() -> None:
    capitals = Capitals()
    capitals.count(["at Aldern, at Aldern", "at Aldern", "à Aldern"], ["en", "en", "fr"], _same)
    assert (capitals.written("en").within["aldern"], capitals.written("fr").within["aldern"]) == (2, 1)
    capitals.fade()
    assert (capitals.written("en").within["aldern"], len(capitals.written("fr").within)) == (1, 0)


def test_a_name_is_what_is_not_written_small_more_often() -> None:
    assert "acm" in _names("Profit of Acme rose. Its profit fell.")
    assert "profit" not in _names("Profit of Acme rose.", "A profit was made.")
    assert _names("a ferry sank and the coast guard came") == set()
    assert "12" not in _names("in 12 towns of Aldern")


def test_a_snapshot_keeps_what_was_counted() -> None:
    one, other = Capitals(), Capitals()
    one.count(["the town of Aldern"], ["en"], _same)
    other.restore(one.snapshot())
    assert other.snapshot() == one.snapshot() == {"en": [{"aldern": 1}, {"aldern": 1}]}


@pytest.mark.parametrize(
    ("stem", "expected"), [("ferri", True), ("été", True), ("12", False), ("日本", False), ("", False)]
)
def test_stems_without_capitals(stem: str, expected: bool) -> None:
    assert has_capitals(stem) is expected
