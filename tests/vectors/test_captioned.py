"""Captions, boxes and posts by the paragraph they stand in."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from meadow.model import Document
from meadow.vectors.captioned import captioned_rows
from meadow.vectors.sentence_checks import lead_check, sentence_checks
from meadow.vectors.view import StoryView, view_documents

_NEWS = "The ferry Alma sank off Skerra on Monday."


def _view(text: str, language: str = "en") -> StoryView:
    published = datetime(2026, 3, 2, 9, tzinfo=UTC)
    return view_documents([Document("d", "Paper", None, text, published, language=language)])


def _captions(text: str, language: str = "en") -> list[str]:
    view = _view(text, language)
    return [view.sentences[row].text for row in captioned_rows(view).nonzero()[0].tolist()]


@pytest.mark.parametrize(
    "tail",
    ["SKERRA POLICE", "| Reuters", "(Ann Lund/The Skerra Post)", "REUTERS/Ann Lund", "(24.08.2025)", "#Skerra #Alma",
     "Foto: El Faro", "(Photo: Skerra Police)", "— Ann Lund (@annlund) March 1, 2026"],
)  # fmt: skip
def test_what_a_credit_a_day_or_tags_close_is_no_news(tail: str) -> None:
    caption = "Divers return to the harbour with the bell of the wreck."
    text = f"{_NEWS}\n\n{caption} {tail}\n\nTwelve people drowned."
    assert caption in _captions(text)
    assert _NEWS not in _captions(text)


@pytest.mark.parametrize("tail", ["He told us:", "The rest is silence", "Nobody was hurt in the village of Skerra"])
def test_other_ends_of_paragraphs_tell_nothing(tail: str) -> None:
    assert _captions(f"{_NEWS}\n\nDivers found the bell. {tail}\n\nTwelve people drowned.") == []


def test_an_agency_behind_the_last_line_is_no_credit_of_a_picture() -> None:
    assert _captions(f"{_NEWS} Twelve people drowned. LPA") == []


def test_a_long_paragraph_is_no_caption() -> None:
    long = " ".join(f"The diver number {n} went down to the wreck and came back." for n in range(9))
    assert _captions(f"{_NEWS}\n{long} | Reuters\nTwelve people drowned.") == ["| Reuters"]


def test_without_lines_there_are_no_paragraphs() -> None:
    assert _captions(f"{_NEWS} Divers found the bell. (Reuters) Twelve people drowned.") == []


def test_a_line_below_the_source_of_a_picture_is_its_caption() -> None:
    text = "Fuente de la imagen, LPA\nEl capitán mira hacia el puerto de Skerra.\nEl barco se hundió el lunes."
    assert _captions(text, "es") == ["El capitán mira hacia el puerto de Skerra."]


def test_the_present_of_a_day_long_before_the_article_is_a_caption() -> None:
    shown = "The ferry Alma lies in the port of Skerra on May 3, 2019."
    assert _captions(f"{_NEWS}\n{shown}") == [shown]
    assert _captions("The ferry Alma was built on May 3, 2019.") == []
    assert _captions("A new law takes effect on May 3, 2026.") == []


def test_captions_are_junk_for_everybody() -> None:
    view = _view(f"{_NEWS}\n\nDivers return to the harbour. | Reuters\n\nTwelve people drowned.")
    assert [each.junk for each in sentence_checks(view)] == [False, True, True, False]
    assert lead_check(view, 1) is None
    assert lead_check(view, 0) is not None


def test_a_sentence_without_text_is_no_caption() -> None:
    """MEAD's docsent keeps the number of an empty sentence as an empty span."""
    for spans in (((0, 4), (4, 4)), ((0, 0), (0, 4)), ((4, 4),)):
        assert not captioned_rows(view_documents([Document("d", text="News", spans=spans, language="en")])).any()


def test_a_bare_name_closes_a_caption_only_where_text_follows() -> None:
    text = f"{_NEWS}\n\nDivers return to the harbour\nAnn Lund"
    assert "Ann Lund" not in _captions(text)
    assert "Ann Lund" in _captions(f"{text}\n\nTwelve people drowned.")
