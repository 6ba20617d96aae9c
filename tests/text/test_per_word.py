"""What is said of a word is asked once, and however much was asked before."""

from __future__ import annotations

import pytest

from meadow.text import per_word
from meadow.text.per_word import PerWord


def test_each_word_is_asked_once_and_answers_do_not_grow_without_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(per_word, "_MOST_WORDS", 3)
    asked: list[str] = []

    def ask(word: str) -> int:
        asked.append(word)
        return len(word)

    lengths = PerWord(ask)

    assert [lengths[word] for word in ("tern", "gull", "tern")] == [4, 4, 4]
    assert asked == ["tern", "gull"]
    assert [lengths[word] for word in ("auk", "heron", "tern")] == [3, 5, 4]
    assert len(lengths) <= 3


def test_what_is_too_long_for_a_word_is_answered_and_not_kept() -> None:
    lengths = PerWord(len)

    assert lengths["w" * 5_000] == 5_000
    assert not lengths
