"""Lines of a page known by the paragraph they stand in: what a credit, a bracketed day or a row of tags closes is no news.

Source: our own rule. A caption may read as a sentence ("Raiders flee the scene."), but its paragraph ends with who took the
picture: "LAPD", "| Reuters", "(Ann Lund/The Post)", "Foto: El País". Boxes of other stories end with a day in brackets,
posts with tags or with the name and address of who wrote them. Lines tell paragraphs; a text without lines has none. A line
below the source of a picture is its caption as well, and so is what tells in the present of a day long before the article.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from meadow.model import Document, Sentence
from meadow.text.phrases.lexicon import lexicon
from meadow.text.rulebook import ANY, rulebook
from meadow.text.selfcontained.present import is_in_the_present
from meadow.vectors.view import StoryView

_LONGEST_TAIL, _LONGEST_PARAGRAPH = 70, 500  # characters
_MOST_SENTENCES = 4  # of a paragraph before its tail
_STOPS = frozenset(".!?…。！？।؟;:")
_MONTH_NUMBERS = {
    name.capitalize(): int(number) for name, number in lexicon("en").table("months").items() if len(name) > 2
}
_PAST_DAY = re.compile(rf"\b({'|'.join(_MONTH_NUMBERS)}) (\d{{1,2}}), ((?:19|20)\d\d)\b")
_BOOK = rulebook(ANY)
_LONG_BEFORE = timedelta(days=7)


def captioned_rows(view: StoryView) -> NDArray[np.bool_]:
    """Return which sentences are captions, boxes or posts by their paragraph, their neighbours or their day."""
    return view.kept(_captioned)


def _captioned(view: StoryView) -> NDArray[np.bool_]:
    captioned = np.zeros(len(view), np.bool_)
    dated = [_may_tell_a_day(document.text) for document in view.documents]
    lasts = [len(document.text.rstrip()) for document in view.documents]
    for row, (sentence, number) in enumerate(zip(view.sentences, view.document_of.tolist(), strict=True)):
        text = sentence.text
        if text[-1:] in _STOPS:
            if dated[number] and _may_tell_a_day(text) and view.languages[number] == "en":
                captioned[row] |= _shows_the_past(view, row)
            continue
        document = view.documents[number]
        if len(text) > _LONGEST_TAIL or not _ends_its_line(document, sentence):
            continue
        if view.number[row] > 1 and _is_tail(text, inside=sentence.end < lasts[number]):
            captioned[_before(document, view.sentences, row) : row + 1] = True
        elif _BOOK.kind("source").find(text) is not None and row + 1 < len(view) and view.number[row + 1] > 1:
            captioned[row + 1] = _ends_its_line(document, view.sentences[row + 1])
    return captioned


def _may_tell_a_day(text: str) -> bool:
    """Say whether a text may have a day with its year; where no sentence of a document may, none is asked."""
    return ", 20" in text or ", 19" in text


def _shows_the_past(view: StoryView, row: int) -> bool:
    """Say whether a sentence tells in the present of a day long before its article, as captions do."""
    text, published = view.sentences[row].text, view.documents[view.document_of.item(row)].published
    match = _PAST_DAY.search(text)
    if published is None or match is None:
        return False
    try:
        day = datetime(int(match[3]), _MONTH_NUMBERS[match[1]], int(match[2]), tzinfo=UTC)
    except ValueError:  # "February 30, 2020"
        return False
    # Most days are those of the news itself: which verb is in the present takes long to tell.
    return day < published - _LONG_BEFORE and is_in_the_present(text)


def _ends_its_line(document: Document, sentence: Sentence) -> bool:
    return document.text[sentence.end : sentence.end + 2].lstrip(" \t")[:1] in ("", "\n", "\r")


def _is_tail(text: str, *, inside: bool) -> bool:
    return _BOOK.kind("tail").find(text) is not None or (inside and _BOOK.kind("bare").find(text) is not None)


def _before(document: Document, sentences: Sequence[Sentence], row: int) -> int:
    """Return the first row of the paragraph that a row closes; the row itself where that is too long for a caption."""
    first = row
    while first > 0 and sentences[first - 1].ref.document_id == sentences[row].ref.document_id:
        if "\n" in document.text[sentences[first - 1].end : sentences[first].start]:
            break
        first -= 1
    size = sentences[row].end - sentences[first].start
    return first if row - first <= _MOST_SENTENCES and size <= _LONGEST_PARAGRAPH else row
