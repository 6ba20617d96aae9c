"""Marks of sentences, told by the ids of their words, are those that are read from their text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.model import Document
from meadow.text.selfcontained import check_lead
from meadow.text.selfcontained.wording import read_wording
from meadow.vectors.sentence_checks import lead_checks, unprintable_rows
from meadow.vectors.view import StoryView, view_documents
from meadow.vectors.word_flags import sentence_flags

_PIECES = st.sampled_from(
    ["The ferry", "sank.", "He said", "we’ll", "here.", "It was", "also", "comment", "“No,”", "saldrá", "zal", "U.S.", "\n",
     "9", "a_b", "İzmir", "—", "Lund ’s", ", he", "this port.", "船は沈んだ。"]
)  # fmt: skip
_STORIES = st.lists(
    st.tuples(st.lists(_PIECES, min_size=1, max_size=20).map(" ".join), st.sampled_from(["en", "es", "nl", "ja"])),
    min_size=1,
    max_size=4,
)


def _view(*texts: tuple[str, str]) -> StoryView:
    return view_documents(
        Document(f"d{number}", text=text, language=language) for number, (text, language) in enumerate(texts)
    )


@given(_STORIES)
def test_marks_are_those_of_the_text(texts: list[tuple[str, str]]) -> None:
    view = _view(*texts)
    for row, flags in enumerate(sentence_flags(view)):
        text, language = view.sentences[row].text, view.language_of(row)
        if flags is not None:
            assert read_wording(text, language, flags).flags == read_wording(text, language).flags


@pytest.mark.parametrize(
    ("text", "language", "known"),
    [("The ferry sank here.", "en", True), ("The a_b sank here.", "en", False), ("船は沈んだ。", "ja", False)],
)
def test_what_cannot_be_told_by_ids_is_none(text: str, language: str, known: bool) -> None:
    assert [flags is not None for flags in sentence_flags(_view((text, language)))] == [known]


def test_a_sentence_without_words_bears_no_marks() -> None:
    view = _view(("It sank here.\n\n—\n\nWe will say so.", "en"))
    here, nothing, forecast = (read_wording(sentence.text, "en").flags for sentence in view.sentences)
    assert sentence_flags(view) == [here, nothing, forecast]
    assert (here > 0, nothing, forecast > 0) == (True, 0, True)
    assert sentence_flags(_view(("…", "en"))) == [0]


@given(_STORIES)
def test_standings_of_a_story_are_those_of_its_sentences(texts: list[tuple[str, str]]) -> None:
    view = _view(*texts)
    rows = list(range(len(view)))
    alone = [check_lead(view.sentences[row].text, view.language_of(row)) for row in rows]
    unprintable = unprintable_rows(view)
    expected = [None if unprintable[row] else alone[row] for row in rows]
    assert lead_checks(view, rows[::2]) == expected[::2]  # some are known then
    assert lead_checks(view, rows[::-1]) == expected[::-1]
