from __future__ import annotations

import io
import tarfile
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import ReadError
from meadow.ingest.detect import detect_format
from meadow.ingest.formats import FORMATS
from meadow.ingest.items import Skipped
from meadow.ingest.refusals import REFUSALS


def zipped(*names: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in names:
            archive.writestr(name, "x")
    return buffer.getvalue()


def tarred() -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("a.txt"))
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("data", "name", "expected"),
    [
        # Content decides …
        (b'{"id": "a", "text": "b"}\n{"id": "c", "text": "d"}\n', "news.txt", "jsonl"),
        (b'\n  {"text": "b"}\r\n{"text": "d"}', "", "jsonl"),
        (b'[{"text": "b"}]', "news.txt", "json"),
        (b"[]", "", "json"),
        (b'[\n  {\n    "text": "b"\n  }\n]', "news", "json"),
        (b'{"text": "b"}', "a.json", "json"),
        (b'{"text": "b"}', "", "json"),
        (b'{"text": "b"}', "a.jsonl", "jsonl"),
        (b'{\n  "text": "b"\n}', "a.json", "json"),
        (b'{"documents": [\n{"text": "b"},\n{"text": "c"}\n]}', "a.json", "json"),
        (b'{"id": "a", "text": "cut of\n{"id": "c", "text": "d"}\n', "a.json", "jsonl"),
        (b"<?xml version='1.0'?>\n<!DOCTYPE DOCSENT SYSTEM 'x.dtd'>\n<DOCSENT DID='1'>", "a.txt", "docsent"),
        (b"<!-- <html> --><CLUSTER LANG='ENG'>", "", "cluster"),
        (b"<!DOCTYPE X [<!ENTITY a 'b>'> <!-- ] -->]>\n<DOCSENT>", "", "docsent"),
        (b"<EXTRACT QID='1'>", "a.xml", "mead-extract"),
        (b"<SENT-JUDGE QID='1'>", "", "mead-sentjudge"),
        (b"<!DOCTYPE TABLE SYSTEM 'x'>\n<TABLE>", "a.sentrel", "mead-sentrel"),
        (b"<!doctype html>\n<title>x</title>", "a.txt", "html"),
        (b"  <html lang='en'>", "", "html"),
        (b"<?xml version='1.0'?><html xmlns='x'>", "a.xml", "html"),
        (b"<div>text</div>", "", "html"),
        (b"<?xml version='1.0'?><rss version='2.0'>", "a.xml", "feed"),
        (b"<feed xmlns='http://www.w3.org/2005/Atom'>", "", "feed"),
        (b"<DOC>\n<DOCNO>A</DOCNO>", "", "sgml"),
        (b"<?xml version='1.0'?><invoice/>", "a", "xml"),
        (b"WEBVTT\n\n00:00.000", "a.txt", "subtitles"),
        (b"1\r\n00:00:01,000 --> 00:00:02,000\r\nHello", "a.txt", "subtitles"),
        (b"# A title\n\nText", "a.txt", "markdown"),
        (b"---\ntitle: A\n---\nText", "", "markdown"),
        (b"%PDF-1.7 \xe2", "a.txt", "pdf"),
        (zipped("[Content_Types].xml", "word/document.xml"), "a", "word"),
        (zipped("[Content_Types].xml", "xl/workbook.xml"), "a", "office"),
        (zipped("a.txt"), "a.docx", "zip"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0", "a.doc", "office"),
        (b"{\\rtf1\\ansi", "a.txt", "office"),
        (b"\x89PNG\r\n\x1a\n", "a", "image"),
        (b"RIFF\0\0\0\0WEBPVP8 ", "a", "image"),
        (b"RIFF\0\n\0\0WAVEfmt ", "a", "audio"),
        (b"ID3\x04\0", "a", "audio"),
        (b"\0\0\0 ftypisom", "a.mp4", "audio"),
        (tarred(), "a", "tar"),
        (b"\x28\xb5\x2f\xfd", "a.jsonl.zst", "folded"),
        (b"Rar!\x1a\x07", "a", "archive"),
        (b"id,Title,TEXT\n1,a,b\n", "", "table"),
        (b"Fecha;Titular\n2026-03-03;Vuelco\n", "a.txt", "table"),
        (b"Title, text and source are what a table needs.", "a.txt", "text"),
        (b"PAR1\x15\x04", "a", "parquet"),
        (b"SQLite format 3\0", "a", "database"),
        (b"\x7fELF", "a", "program"),
        # … then the suffix …
        (b"no JSON at all", "a.jsonl", "jsonl"),
        (b"no JSON at all", "a.JSON", "json"),
        (b"Some *text*", "a.md", "markdown"),
        (b"a,b\n1,2\n", "a.csv", "table"),
        (b"# a,b\n1,2\n", "a.csv", "table"),
        (b"<!ELEMENT S (JUDGE)*>", "sentjudge.dtd", "xml"),
        # … and the rest is plain text, even where it begins like something else.
        (b"Some text", "a.txt", "text"),
        (b"Some text", "README", "text"),
        (b"[Update] The ferry is back", "a.txt", "text"),
        (b"{The ferry}", "a.txt", "text"),
        (b"ID3 tags are everywhere", "a.txt", "text"),
        (b"<3 is a heart", "a.txt", "text"),
        (b"#1 in the charts", "a.txt", "text"),
        (b"--- and then", "a.txt", "text"),
        (b"<!-- never closed", "a.txt", "text"),
        (b"<!DOCTYPE never closed", "a.txt", "text"),
        (b"", "", "text"),
    ],
)
def test_content_first_then_suffix(data: bytes, name: str, expected: str) -> None:
    assert detect_format(data, name) == expected


@given(st.binary(max_size=300), st.sampled_from(["", "a.txt", "a.json", "a.xml", "a.sentrel", "a.md"]))
def test_anything_has_a_format_of_the_table(data: bytes, name: str) -> None:
    assert detect_format(data, name) in {*FORMATS, *REFUSALS}


@given(st.text(alphabet="<>![]-?DOCTYPE \n\"{}'a#", max_size=200))
def test_markup_look_alikes_have_a_format_too(text: str) -> None:
    assert detect_format(text.encode(), "") in {*FORMATS, *REFUSALS}


def test_every_refusal_gives_a_reason_and_advice() -> None:
    errors = [item for refusal in REFUSALS.values() if isinstance(item := refusal.item("a"), ReadError)]
    assert all(error.reason and error.advice is not None and error.advice.endswith(".") for error in errors)
    assert "a sitemap, which lists addresses and holds no articles." in [error.reason for error in errors]


def test_mead_files_that_are_no_documents_are_passed_over() -> None:
    notes = {name for name, refusal in REFUSALS.items() if isinstance(refusal.item("a"), Skipped)}
    assert REFUSALS["mead-extract"].item("a") == Skipped("a", "not documents: a MEAD extract file")
    kinds = ("sentjudge", "query", "config", "sentfeature", "sentrel", "docjudge", "reranker")
    assert all(f"mead-{kind}" in notes for kind in kinds)


def test_a_long_prolog_is_passed_in_one_go() -> None:
    prolog = b"<!-- x --> " * 5_000 + b"<?p?>" * 5_000
    assert detect_format(prolog + b"<DOCSENT>", "") == "docsent"
