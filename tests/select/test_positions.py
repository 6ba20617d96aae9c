"""Places among what could be printed, counted by hand."""

from __future__ import annotations

from meadow.model import Document
from meadow.select.positions import all_positions, article_positions, ends_as_a_sentence
from meadow.vectors.view import view_documents

_NEWS = "The ferry Star of Skerra sank off Lorvane on Monday."
_MORE = "Divers searched the wreck until late in the night."
_LEANS = "He blamed a loose bow door for the disaster."


def test_what_cannot_be_printed_takes_no_place() -> None:
    view = view_documents([Document("a", text=f"{_LEANS} {_NEWS} {_LEANS} {_MORE}", language="en")])
    places = article_positions(view)
    assert places.skipped.tolist() == [True, False, True, False]
    assert places.position.tolist() == [1, 1, 1, 2]
    assert all_positions(view).position.tolist() == [1, 2, 3, 4]


def test_each_document_counts_for_itself() -> None:
    texts = (f"{_LEANS} {_NEWS}", f"{_NEWS} {_LEANS} {_MORE}", _MORE)
    view = view_documents([Document(f"d{at}", text=text, language="en") for at, text in enumerate(texts)])
    assert article_positions(view).position.tolist() == [1, 1, 1, 1, 2, 1]


def test_far_down_every_sentence_takes_a_place() -> None:
    view = view_documents([Document("a", text=" ".join([_LEANS] * 10 + [_NEWS, _LEANS, _MORE]), language="en")])
    assert article_positions(view).position.tolist() == [1] * 10 + [1, 2, 3]


def test_short_lines_and_headings_take_no_place() -> None:
    view = view_documents(
        [Document("a", text=f"It sank.\n\nCountries hit by the flood of March\n\n{_NEWS}", language="en")]
    )
    assert article_positions(view).position.tolist()[-1] == 1


def test_headings_captions_and_teasers_are_no_sentences() -> None:
    assert ends_as_a_sentence("“The ferry sank.”")
    assert ends_as_a_sentence("フェリーが沈没した。")
    assert not ends_as_a_sentence("Countries affected by the flood")
    assert not ends_as_a_sentence("Divers searched the wreck until...")
    assert not ends_as_a_sentence("Divers searched the wreck until…")
    assert not ends_as_a_sentence("Divers searched the wreck until….")


def test_of_many_documents_fewer_sentences_are_judged_and_the_first_always() -> None:
    text = " ".join([_LEANS] * 3 + [_NEWS])
    for documents, judged in ((50, 3), (100, 3), (250, 2), (600, 1)):
        view = view_documents([Document(f"d{at}", text=text, language="en") for at in range(documents)])
        assert article_positions(view).skipped[:4].tolist() == [at < judged for at in range(4)]
