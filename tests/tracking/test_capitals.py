"""Which words of a stream are names: by capitals within sentences, faded, and kept in a snapshot."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from meadow.text.tokens import word_spans, words
from meadow.tracking.capitals import Capitals, find_capitals, has_capitals
from meadow.tracking.weighing import Weighing
from stories import FLAT, document

_NO_LANGUAGE = np.zeros(3, np.int32)


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
        ("said McRae of the U.S. today", {"mcrae", "u.s"}, {"mcrae", "u.s"}),
        ("a\nLorvane's title\n\nBridges", set(), {"lorvane's", "bridges"}),
        ("日本 और مصر", set(), set()),
    ],
)
def test_a_capital_counts_within_a_sentence_and_in_brackets(text: str, within: set[str], anywhere: set[str]) -> None:
    found, is_within = find_capitals([text])
    every = words(text)
    assert {every[at] for at in found.tolist()} == anywhere
    assert {every[at] for at in found[is_within].tolist()} == within


@given(st.lists(st.text(st.sampled_from("AbZé3.,'’ _-<\n日ं\0𐐀"), max_size=12), max_size=4))
@example(["U.S.A. x.Y.zz", "3.5,6 3,a A.3", "Don’t ''n' A'b"])
def test_capitals_are_found_at_the_places_of_their_words(texts: list[str]) -> None:
    firsts = [text[start] for text in texts for _, start, _ in word_spans(text)]
    assert find_capitals(texts)[0].tolist() == [at for at, first in enumerate(firsts) if first.isupper()]


def test_documents_count_and_not_occurrences_and_some_are_forgotten() -> None:
    capitals = Capitals()
    terms = np.array([-1, 1, -1, 1, -1, 1, 2], np.int32)
    capitals.count(["at Aldern at Aldern", "at Aldern Bay"], terms, np.array([4, 7]))
    assert capitals.within[:3].tolist() == capitals.anywhere[:3].tolist() == [0, 2, 1]
    capitals.fade(np.array([False, True, True]))
    assert capitals.within.tolist() == [1, 0]


def test_a_script_without_capitals_has_no_names() -> None:
    capitals = Capitals()
    terms = np.arange(40, dtype=np.int32)
    capitals.count(["at Aldern " + "א " * 38], terms, np.array([40]))
    ones = np.ones(40, np.int64)
    assert not capitals.names(ones, np.zeros(40, np.int32)).any()
    assert capitals.names(ones[:3], _NO_LANGUAGE).tolist() == [False, True, False]


def test_a_name_is_what_is_not_written_small_more_often() -> None:
    assert "acm" in _names("Profit of Acme rose. Its profit fell.")
    assert "profit" not in _names("Profit of Acme rose.", "A profit was made.")
    assert _names("a ferry sank and the coast guard came") == set()
    assert "12" not in _names("in 12 towns of Aldern")


def test_a_snapshot_keeps_what_was_counted_and_one_of_another_form_nothing() -> None:
    one, other = Capitals(), Capitals()
    one.count(["the town of Aldern"], np.array([-1, 0, -1, 1], np.int32), np.array([4]))
    other.restore(one.snapshot())
    assert other.snapshot() == one.snapshot()
    other.restore({"en": [{"aldern": 1}, {"aldern": 1}]})
    assert len(other.anywhere) == 0


@pytest.mark.parametrize(
    ("stem", "expected"), [("ferri", True), ("été", True), ("12", False), ("日本", False), ("", False)]
)
def test_stems_without_capitals(stem: str, expected: bool) -> None:
    assert has_capitals(stem) is expected
