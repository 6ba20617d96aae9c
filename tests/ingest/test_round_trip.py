"""What we write as JSON Lines reads back equal: every field, odd characters, however the lines are packed."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from ingest.archive_files import TEXT, tarred, zipped
from ingest.support import documents_of
from meadow.ingest import write_jsonl
from meadow.model import Document
from meadow.text.clean import clean_line, clean_text

# Quotes, escapes, every kind of line end, bidi and zero-width marks, joiners that count, astral letters, marks in a row.
ODD = (
    "ab \"'\\/{}[],:\n\r\t\0\x1b\x7f\x85\u2028\u2029\u00a0\u00ad\u200b\u200c\u200d\u202e\u2066\ufeff\ufffd\ud800\udfff"
    "ée\u0301\u0345ßİıǅŉﬁアガか\u3099が船。「」שלם\u05b0عربيनमस्ते\u0e33ไท한글𝒜𐍈🏳️\u200d🌈👩\u200d👧\U000e0001\U0010ffff"
)
odd_text = st.text(st.sampled_from(ODD), max_size=50) | st.text(max_size=30) | st.just("e" + "\u0301" * 70)
lines = odd_text.map(clean_line).filter(bool)
texts = odd_text.map(clean_text).filter(bool)
LANGUAGES = ["en", "es", "nl", "ja", "zh", "th", "ar", "he", "hi", "el", "ru", "cs", "de", "fr"]


@st.composite
def whole_documents(draw: st.DrawFn) -> Document:
    """Return a document in which no field is absent."""
    text = draw(texts)
    day_only = draw(st.booleans())
    moment = draw(st.datetimes(min_value=datetime(2, 1, 1), max_value=datetime(9998, 1, 1)))
    zone = UTC if day_only else timezone(timedelta(minutes=draw(st.integers(-840, 840))))
    if day_only:
        moment = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    borders = sorted(draw(st.sets(st.integers(0, len(text)), min_size=2, max_size=6) | st.just({0, len(text)})))
    return Document(
        id=draw(lines),
        source=draw(lines),
        title=draw(lines),
        text=text,
        published=moment.replace(tzinfo=zone),
        url=draw(lines),
        language=draw(st.sampled_from(LANGUAGES)),
        day_only=day_only,
        spans=tuple(pairwise(borders)),
    )


def packed(documents: list[Document]) -> bytes:
    return "\n".join(write_jsonl(documents)).encode()


PACKINGS: dict[str, Callable[[bytes], bytes]] = {
    "lines": lambda data: data,
    "lines that end in two bytes": lambda data: data.replace(b"\n", b"\r\n") + b"\r\n",
    "UTF-8 with a mark": lambda data: b"\xef\xbb\xbf" + data,
    "UTF-16": lambda data: data.decode().encode("utf-16"),
    "gzip": gzip.compress,
    "Zstandard": zstandard.compress,
    "zip": lambda data: zipped({"a.jsonl": data}),
    "tar": lambda data: tarred({"a.jsonl": data}),
    "an array": lambda data: b"[" + data.replace(b"\n", b",") + b"]",
    "one object": lambda data: b'{"documents": [\n' + data.replace(b"\n", b",\n") + b"\n]}",
}


@given(st.lists(whole_documents(), min_size=1, max_size=3), st.sampled_from(sorted(PACKINGS)))
def test_every_field_reads_back_equal_however_it_is_packed(documents: list[Document], packing: str) -> None:
    assert documents_of(PACKINGS[packing](packed(documents))) == documents


@pytest.mark.parametrize(
    "data",
    [
        TEXT,
        b"# Ferry back\n\nIt *sails* again.",
        b'id,title,text,date\n1,Ferry back,"It sails,\nagain.",2026-03-03T08:00+01:00\n',
        b"<DOCSENT DID='D-19990518_1' LANG='ENG'><BODY><TEXT><S PAR='1' RSNT='1' SNO='1'>One.</S></TEXT></BODY></DOCSENT>",
        b'{"headline": "Half \\ud83d", "body": "One.", "date": "2026-03-03", "lang": "nld"}',
        zipped({"wire/a.txt": TEXT, "b.tsv": b"title\ttext\nT\tx\n"}),
    ],
)
def test_what_any_reader_reads_is_written_and_reads_back_equal(data: bytes) -> None:
    documents = documents_of(data)
    assert documents
    assert documents_of(packed(documents)) == documents
