"""Which sentences hold a number: what words alone tell is what the text tells, and few texts are asked."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from grouping.differing import documents
from meadow.grouping.figures.numbered import (
    NUMBER,
    _holds_more_than_dates,
    _number_in,
    nearest_to_the_top,
    rows_with_numbers,
)
from meadow.text.tokens import words
from meadow.vectors.view import StoryView, view_documents

_PARTS = [
    "3", "12", "41", "1974", "2026", "1990s", "3rd", "10:30", "9:5", "14,000", "6.1", "2026-03-02", "3/4", "7a", "nine",
    "twee", "March", "march.", "maart", "de", "of", "mayo", "boats", "left", "Mar12", "_", "12_", "_1974", "1974_",
    "4\u0301", "May\u0301", "١٢", "x.7", "o'may", "(", ")", "-", ",",
]  # fmt: skip


def _view(*texts: str, language: str = "en") -> StoryView:
    return view_documents(documents([(0, "Courier", text) for text in texts], language))


def _by_definition(view: StoryView) -> list[int]:
    """Return the rows with a word that is surely a number, or with digits that are left without dates."""
    return [
        row
        for row, sentence in enumerate(view.sentences)
        if any(_number_in(word, view.language_of(row)) & NUMBER for word in words(sentence.text))
        or _holds_more_than_dates(sentence.text, view.language_of(row))
    ]


@pytest.mark.parametrize("language", ["en", "es", "nl"])
@given(
    parts=st.lists(st.tuples(st.sampled_from(_PARTS), st.sampled_from([" ", "", "  ", " - "])), min_size=1, max_size=7)
)
@example(parts=[("1974", ""), ("_", " ")])
@example(parts=[("12", " "), ("march.", " ")])
def test_words_tell_what_the_text_tells(language: str, parts: list[tuple[str, str]]) -> None:
    view = _view("Boats " + "".join(part + gap for part, gap in parts) + " left.", language=language)
    assert rows_with_numbers(view) == _by_definition(view)


def test_of_a_large_story_the_top_is_asked_first() -> None:
    view = _view("One. Two boats. Three boats. Four boats.", "Five. Six boats. Seven boats.")
    asked: list[int] = []

    def holds(row: int) -> bool:
        asked.append(row)
        return row not in (0, 5)

    every = range(len(view))
    assert nearest_to_the_top(view, every, most=3, holds=holds) == [1, 2, 4]
    assert asked == [0, 4, 1, 5, 2]
    assert nearest_to_the_top(view, every, most=3) == [0, 1, 4]
    assert nearest_to_the_top(view, every, most=9, holds=lambda row: row > 4) == [5, 6]


@pytest.mark.parametrize(
    ("word", "is_number"),
    [
        ("9" * 100_000, True),
        ("9" * 100_000 + "x", True),
        ("9" * 100_000 + "th", False),
        ("119th", False),
        ("119the", True),
    ],
)
def test_a_long_run_of_digits_is_looked_at_once(word: str, is_number: bool) -> None:
    assert bool(_number_in(word, "en") & NUMBER) == is_number
