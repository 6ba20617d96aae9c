"""Sentences in capitals among others, and bulletins that are in capitals throughout."""

from __future__ import annotations

from meadow.model import Document
from meadow.vectors.sentence_checks import lead_check, sentence_checks
from meadow.vectors.shouted import shouted_rows
from meadow.vectors.view import StoryView, view_documents

_NEWS = "The ferry of Skerra sank off the harbour on Monday. Divers searched its wreck through the night."
_SHOUT = "LONG LIVE THE FERRY OF SKERRA AND ALL ITS SAILORS."


def _view(*texts: str) -> StoryView:
    return view_documents([Document(f"d{at}", text=text, language="en") for at, text in enumerate(texts)])


def test_a_shout_among_news_is_junk_and_does_not_open() -> None:
    view = _view(f"{_NEWS} {_SHOUT}")
    assert shouted_rows(view).tolist() == [False, False, True]
    assert [each.junk for each in sentence_checks(view)] == [False, False, True]
    assert lead_check(view, 2) is None


def test_a_bulletin_in_capitals_throughout_is_written_so() -> None:
    view = _view(_NEWS.upper(), _NEWS)
    assert not shouted_rows(view).any()


def test_figures_and_scripts_without_capitals_are_no_shouts() -> None:
    view = _view(
        f"{_NEWS} 17, 14 and 9.",
        "12. 13. 14.",
        "渡し船が沈没した。潜水士が捜索した。",
        "غرقت العبارة BBC. بحث الغواصون.",
    )
    assert not shouted_rows(view).any()


def test_a_story_without_capitals_has_none() -> None:
    assert not shouted_rows(_view("the ferry sank off Skerra. Divers searched the wreck.")).any()


def test_a_story_tells_no_shout() -> None:
    import meadow

    documents = [Document("d", "Echo", None, f"{_SHOUT} {_NEWS}", None, language="en")]
    assert _SHOUT not in meadow.summarize(documents, words=60).text
