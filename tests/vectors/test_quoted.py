"""Sentences inside a quotation of several are somebody's words, whose speaker another sentence names."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.model import Document
from meadow.vectors.quoted import _marks, quotations, quoted_rows
from meadow.vectors.sentence_checks import lead_check, sentence_checks
from meadow.vectors.view import StoryView, view_documents

DOOR = "The door of the ferry was open. Nobody had looked at the door. The crew of the Alma was asleep"


def _view(text: str, language: str = "en") -> StoryView:
    return view_documents([Document("d", text=text, language=language)])


@pytest.mark.parametrize(
    "text",
    [
        f"“{DOOR},” Ann Lund said.",
        f'"{DOOR}," Ann Lund said.',
        f"``{DOOR},'' Ann Lund said.",
        f"Ann Lund said: “{DOOR}.”",
        f"„{DOOR}“, said Ann Lund.",
        f"« {DOOR} », said Ann Lund.",
    ],
)
def test_the_middle_of_a_quotation_is_quoted(text: str) -> None:
    view = _view(f"{text} A trawler came on Monday.")
    middle = next(row for row, each in enumerate(view.sentences) if each.text.startswith("Nobody"))
    assert quoted_rows(view)[middle]
    assert not quoted_rows(view)[len(view) - 1]
    assert sentence_checks(view)[middle].dependence == "reported"
    assert lead_check(view, middle) is None


def test_a_paragraph_that_is_not_closed_is_quoted_to_its_end() -> None:
    view = _view(f"“{DOOR}.\n“Divers came at noon, and the port was closed,” Ann Lund said.")
    assert quoted_rows(view).tolist() == [False, True, True, False]


@pytest.mark.parametrize(
    "text",
    [
        'The pipe of 5" was cut. Nobody had looked at the pipe of the ferry. The crew of the Alma was asleep.',
        'The "Alma" sank. Nobody had looked at the door of the ferry. The "Star" was asleep in the port.',
        f'The door was "open. {DOOR}.\nA trawler came" on Monday.',
        "»Alma« sank off Skerra. Nobody had looked at the door of the ferry. »Star« came to her help at noon.",
    ],
)
def test_what_stands_between_two_quotations_or_strays_is_not(text: str) -> None:
    assert not quoted_rows(_view(text)).any()


@given(st.text(alphabet="a. “”\"„«»`'\n", max_size=300))
def test_quotations_follow_each_other_and_end_with_their_line(text: str) -> None:
    found = list(quotations(text))
    assert all(one[1] <= other[0] for one, other in pairwise(found))
    assert not any("\n" in text[start:end] for start, end in found)


@given(st.text(alphabet="a. “”„«»\"`'\n", max_size=60))
def test_marks_that_are_found_kind_by_kind_stand_in_the_order_of_the_text(text: str) -> None:
    found = re.finditer(r"[“”„«»\"]|``|''", text)
    assert _marks(text) == [(match.start(), match[0]) for match in found]
