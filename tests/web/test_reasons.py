"""What became of a sentence, in words."""

from __future__ import annotations

import pytest

from meadow.model import SentenceRef
from meadow.web.reasons import _Chosen, _Summary

IN, SAME, OTHER = (SentenceRef(name, 0) for name in ("in", "same", "other"))
SUMMARY = _Summary({IN: _Chosen(1, 0.8, frozenset("abcd"))}, {SAME: 1}, 0.8, "whole")


@pytest.mark.parametrize(
    ("ref", "score", "words", "fate"),
    [
        (IN, 0.8, "abcd", "in the summary as 1"),
        (SAME, 0.5, "abcd", "left out: 1 says the same"),
        (OTHER, 0.7, "abx", "left out: 67% of its words are in 1, whose score is 0.10 higher"),
        (OTHER, 0.9, "abxy", "left out: 50% of its words are in 1, whose score is 0.10 lower"),
        (OTHER, 0.8, "ab", "left out: 100% of its words are in 1, whose score is the same"),
        (OTHER, 0.9, "axyz", "left out by whole: the others together tell more in this length"),
        (OTHER, 0.3, "axyz", "left out: 0.50 below the lowest that went in"),
        (OTHER, 0.3, "", "left out: 0.50 below the lowest that went in"),
    ],
)
def test_a_fate_names_who_took_the_place_and_by_how_much(ref: SentenceRef, score: float, words: str, fate: str) -> None:
    assert SUMMARY.fate(ref, score, frozenset(words)) == fate


def test_without_a_summary_nothing_took_a_place() -> None:
    assert _Summary({}, {}, None, "top").fate(OTHER, 0.5, frozenset("ab")).startswith("left out by top")
