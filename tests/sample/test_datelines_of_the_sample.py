"""Datelines of the sample: none stays in a digest, in any of its four languages, and none takes a word of the story."""

from __future__ import annotations

import re

import pytest

import meadow
from meadow.model import Digest, Document
from meadow.sample import sample_path
from meadow.text.datelines import dateline_length
from meadow.text.sentences import document_sentences

# What the sample's agencies write before their reports, recognised by their names rather than by the rules under test.
_MARK = re.compile(
    r"\((?:Harbour Wire|LPA|LPB|Lowmarks Persbureau|Agencia Marenza)\)\s*(?:\.-|—|--|-)\s*|【[^】]*鳴崎通信】"
)


@pytest.fixture(scope="module")
def documents() -> list[Document]:
    return list(meadow.read(str(sample_path())))


@pytest.fixture(scope="module")
def told(documents: list[Document]) -> Digest:
    # Without the dates that are printed behind misleading days, what is left is the end of the sentence.
    return meadow.digest(documents, rewrite="trim(dates=false)")


def test_every_dateline_is_known_to_its_end_and_nothing_else_is(documents: list[Document]) -> None:
    marked = 0
    for document in documents:
        assert document.language is not None
        for sentence in document_sentences(document):
            mark = _MARK.search(sentence.text)
            assert dateline_length(sentence.text, document.language) == (0 if mark is None else mark.end())
            marked += mark is not None
    assert marked == sum(_MARK.search(document.text) is not None for document in documents)
    assert marked >= 35


def test_no_dateline_stays_in_a_digest(told: Digest) -> None:
    languages = {document.language for brief in told for document in brief.documents}
    assert languages == {"en", "es", "nl", "ja"}
    for brief in told:
        assert _MARK.search(brief.headline.text) is None
        for pick in brief.summary.picks:
            assert _MARK.search(pick.written) is None
            assert _MARK.sub("", pick.sentence.text).endswith(pick.written)
