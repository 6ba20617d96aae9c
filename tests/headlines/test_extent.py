"""How much a line says of what several documents say."""

from __future__ import annotations

import math

import pytest

from meadow.headlines.closeness import counted
from meadow.headlines.extent import extents, sentence_extents
from meadow.model import Document
from meadow.vectors.view import StoryView, view_documents


def _view(*texts: str) -> StoryView:
    return view_documents(Document(f"d{number}", text=text, language="en") for number, text in enumerate(texts))


def _extent(view: StoryView, line: str) -> float:
    return float(extents(view, counted(view, [line], ["en"]))[0])


STORY = ("The ferry sank off Skerra.", "A ferry sank near Skerra in fog.", "The ferry had a crew. Fog lifted.")


def test_words_count_by_the_share_of_documents_that_hold_them() -> None:
    # ferry 3/3, sank 2/3, Skerra 2/3; "crew" is in one document, and "captain" in none: both are words all the same.
    view = _view(*STORY)
    assert _extent(view, "The ferry sank") == pytest.approx(math.sqrt(1 + 2 / 3 + 0.1) * 2**0.25)
    assert _extent(view, "Ferry sank off Skerra") == pytest.approx(math.sqrt(1 + 4 / 3 + 0.1) * 3**0.25)
    assert _extent(view, "crew and captain") == pytest.approx(math.sqrt(0.1) * 2**0.25)


def test_of_a_single_document_only_the_words_count() -> None:
    assert _extent(_view(STORY[0]), "The ferry sank off Skerra") == pytest.approx(3**0.25)


def test_a_line_without_content_says_nothing() -> None:
    assert _extent(_view(*STORY), "of the and") == 0.0


def test_a_line_never_says_more_than_the_sentence_that_it_is_cut_from() -> None:
    view = _view(*STORY)
    for sentence, most in zip(view.sentences, sentence_extents(view).tolist(), strict=True):
        words = sentence.text.split()
        for end in range(1, len(words) + 1):
            assert _extent(view, " ".join(words[:end])) <= most + 1e-12


def test_unrelated_documents_have_extents_too() -> None:
    view = _view("A ferry sank off Skerra.", "Bread became dearer.")
    assert all(extent > 0 for extent in sentence_extents(view).tolist())
