"""One document has one limit, whatever format it comes in."""

from __future__ import annotations

import json

import pytest

from ingest.archive_files import zipped
from ingest.support import errors_in, items_of, told
from meadow.errors import LimitError
from meadow.ingest import Limits
from meadow.model import Document

_MOST = 1_000
_LONG = "The ferry sails. " * 60
_SHORT = "The ferry sails."
_FORMATS = {
    "text": "{}",
    "Markdown": "# Ferry\n\n{}",
    "HTML": "<html><body><article><p>{}</p></article></body></html>",
    "JSON": '{{"text": "{}"}}',
    "table": "id,text\na,{}",
    "RSS": "<rss><channel><item><title>Ferry</title><description>{}</description></item></channel></rss>",
    "subtitles": "WEBVTT\n\n00:01.000 --> 00:02.000\n{}\n",
    "SGML": "<DOC><DOCNO>A</DOCNO><TEXT>{}</TEXT></DOC>",
    "docsent": "<DOCSENT DID='a'><BODY><TEXT><S SNO='1'>{}</S></TEXT></BODY></DOCSENT>",
}


@pytest.mark.parametrize("name", list(_FORMATS))
def test_a_text_that_is_too_long_is_refused(name: str) -> None:
    limits = Limits(item_bytes=_MOST)
    assert [type(item) for item in items_of(_FORMATS[name].format(_SHORT), limits)] == [Document]
    errors = errors_in(items_of(_FORMATS[name].format(_LONG), limits))
    assert [type(error) for error in errors] == [LimitError]
    assert "1,000" in errors[0].reason


def test_the_error_says_how_long_it_is_and_what_to_do() -> None:
    (error,) = errors_in(items_of(_LONG, Limits(item_bytes=_MOST)))
    assert error.reason == "a text of 1,019 bytes; one document may have 1,000."
    assert error.advice == "Split it into its articles, or raise the limit in Python with Limits(item_bytes=…)."


def test_bytes_are_counted_not_characters() -> None:
    assert isinstance(items_of("ж" * 501, Limits(item_bytes=_MOST))[0], LimitError)
    assert isinstance(items_of("ж" * 500, Limits(item_bytes=_MOST))[0], Document)


def test_the_next_document_is_read() -> None:
    limits = Limits(item_bytes=_MOST)
    feed = "".join(f"<item><title>T</title><description>{text}</description></item>" for text in (_LONG, _SHORT))
    assert [type(item) for item in items_of(f"<rss><channel>{feed}</channel></rss>", limits)] == [LimitError, Document]
    archive = zipped({"a.txt": _LONG.encode(), "b.json": json.dumps({"id": "b", "text": _SHORT}).encode()})
    assert told(items_of(archive, limits)) == ["-/a.txt: a text of 1,019 bytes; one document may have 1,000.", "b"]
