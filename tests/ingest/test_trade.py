"""The formats of the trade: what each says is a field of a document, damage costs itself, and nothing is guessed."""

from __future__ import annotations

import email.message
import json
import warnings
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

import pytest

import meadow
from command import run_meadow
from ingest import trade_files as trade
from ingest.support import document_of, documents_of, errors_in, items_of, notes_in, told
from ingest.trade_files import DAY, FERRY, HTTP, TEXT, TITLE
from meadow.errors import LimitError, ReadError, ReadWarning
from meadow.ingest import LIMITS, InputRead, Limits, detect_format, iter_items, write_jsonl
from meadow.ingest.partitions import Partition, iter_partition, iter_partitions, join_partitions
from meadow.model import Document, WireMetadata
from meadow.text.sentences import document_sentences
from shared import shared

Read = Callable[..., list[object]]
READERS: dict[str, bytes] = {
    "mail": trade.MESSAGE.encode(),
    "mbox": f"From a@b Wed Apr  1 09:00:00 2026\n{trade.PLAIN}\nFrom a@b Wed Apr  1 09:00:00 2026\n{trade.DIGEST}".encode(),
    "digest": trade.MULTIPART_DIGEST.encode(),
    "JSON Feed": json.dumps(trade.JSON_FEED).encode(),
    "ninjs 1": json.dumps(trade.NINJS_1).encode(),
    "ninjs 3": json.dumps([trade.NINJS_3]).encode(),
    "NITF": trade.NITF.encode(),
    "NewsML-G2": trade.NEWSML.encode(),
    "WARC": trade.warc(*trade.WARC, folded=False),
    "Word": trade.word(TEXT, "More.", title=TITLE),
    **{name: json.dumps(value).encode() for name, (value, _) in trade.COLLECTORS.items()},
}


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("mail", {"id": "1@wire.example", "source": "Harbour Wíre", "authors": ("Harbour Wíre",), "language": "en"}),
        (
            "ninjs 1",
            {"id": "urn:newsml:wire.example:20260401:bell", "source": "wire.example", "sections": ("economy",)},
        ),
        ("ninjs 3", {"id": "https://wire.example/bell", "url": "https://wire.example/bell", "source": "Harbour Wire"}),
        ("NITF", {"id": "n1", "source": "WIRE", "authors": ("Ana Reed",), "sections": ("Sea",)}),
        ("NewsML-G2", {"id": "urn:newsml:wire.example:20260401:g2", "source": "Wire", "authors": ("Ana Reed",)}),
        ("JSON Feed", {"id": "f1", "source": "Tolsby Post", "authors": ("Ana Reed",), "sections": ("sea", "ports")}),
        ("Word", {"authors": ("Ana Reed",)}),
        ("newsapi", {"authors": ("Ana Reed",), "url": "https://post.example/1"}),
        ("event-registry", {"authors": ("Ana Reed",), "url": "https://post.example/2", "language": "en"}),
        ("media-cloud", {"id": "m4"}),
        ("news-please", {"authors": ("Ana Reed",), "url": "https://post.example/5"}),
        ("trafilatura", {"authors": ("Ana Reed", "Bo"), "url": "https://post.example/6", "sections": ("Sea",)}),
        ("fundus", {"authors": ("Ana Reed",), "url": "https://post.example/7", "sections": ("sea",)}),
    ],
)
def test_the_fields_of_each_format_are_kept(name: str, wanted: dict[str, object]) -> None:
    document = next(item for item in items_of(READERS[name]) if isinstance(item, Document))
    assert {field: getattr(document, field) for field in wanted} == wanted
    assert " ".join(document.text.split()).startswith(TEXT)
    assert (document.title, (document.published_text or "")[:10]) == (TITLE, DAY)
    if name in trade.COLLECTORS:
        assert document.source == trade.COLLECTORS[name][1]


def test_what_an_agency_says_of_an_item_is_kept_and_written_again() -> None:
    expected: dict[str, dict[str, Any]] = {
        "ninjs 1": {"version": "3", "status": "usable", "note": "Corrects the year",
                    "credit": "Wire/Reed", "usage": "No archive"},
        "ninjs 3": {"version": "2", "status": "canceled", "subjects": ("medtop:04000000",)},
        "NITF": {"version": "2", "located": "Tolsby", "dateline": "Tolsby, April 1", "rights": "2026 Wire",
                 "note": "Second lead"},
        "NewsML-G2": {
            "version": "4", "status": "usable", "signals": ("correction",), "located": "Tolsby",
            "dateline": "TOLSBY, April 1", "credit": "Wire/Reed", "rights": "(c) Wire", "usage": "No archive",
            "subjects": ("medtop:04000000",),
        },
    }  # fmt: skip
    for name, fields in expected.items():
        document = next(item for item in items_of(READERS[name]) if isinstance(item, Document))
        wire = document.wire
        assert wire is not None
        assert {field: getattr(wire, field) for field in fields} == fields
        assert (wire.embargoed is not None) == (name != "ninjs 3")
        assert documents_of("\n".join(write_jsonl([document]))) == [document]
        assert meadow.from_json(meadow.to_json(document)) == document


def test_a_correction_is_a_revision_in_a_workspace(tmp_path: Path) -> None:
    later = trade.NEWSML.replace('version="4"', 'version="5"').replace("ten years", "twelve years")
    with meadow.Workspace(tmp_path / "kept") as workspace:
        for text in (trade.NEWSML, later, later.replace("stat:usable", "stat:canceled")):
            workspace.add(item for item in items_of(text) if isinstance(item, Document))
        (revisions,) = [workspace.store.revisions("urn:newsml:wire.example:20260401:g2")]
    kept = [each.document.wire or WireMetadata() for each in revisions]
    assert [(wire.version, wire.status) for wire in kept] == [("4", "usable"), ("5", "usable"), ("5", "canceled")]


@pytest.mark.parametrize("name", ["mail", "digest", "JSON Feed", "ninjs 1", "NITF", "NewsML-G2"])
def test_citations_lead_into_the_markup_that_a_text_came_from(name: str) -> None:
    given = {
        "mail": f"<html><body><table><tr><td>{trade.PARAGRAPHS}", "digest": TEXT, "JSON Feed": trade.PARAGRAPHS,
        "ninjs 1": trade.PARAGRAPHS, "NITF": trade.NITF, "NewsML-G2": trade.NEWSML,
    }[name]  # fmt: skip
    document = next(item for item in items_of(READERS[name]) if isinstance(item, Document))
    for sentence in document_sentences(document):
        assert sentence.given_spans is not None
        assert "".join(given[start:end] for start, end in sentence.given_spans).strip() == sentence.text


def test_digests_are_the_messages_that_they_hold() -> None:
    assert [(each.title, each.text, each.source) for each in documents_of(trade.DIGEST)] == [
        (TITLE, TEXT, "Ana"),
        ("Ferry is back", FERRY, "Bo"),
    ]
    assert [each.source for each in documents_of(trade.MULTIPART_DIGEST)] == ["Post", "Harbour Wíre"]


def test_mail_in_old_charsets_and_raw_headers_is_read() -> None:
    raw = "From: Señal <s@x.example>\nDate: 1 Apr 2026 12:00 GMT\nSubject: Campana\n\nSonó la campana.\n".encode(
        "latin-1"
    )
    assert [(each.source, each.text) for each in documents_of(raw)] == [("Señal", "Sonó la campana.")]
    japanese = "From: a@b.example\nDate: 1 Apr 2026 12:00 GMT\nContent-Type: text/plain; charset=iso-2022-jp\n\n"
    assert document_of(japanese.encode() + "鐘が鳴った。".encode("iso-2022-jp")).text == "鐘が鳴った。"
    unknown = "From: a@b.example\nDate: x\nMessage-ID: <z>\nContent-Type: text/plain; charset=klingon\n\nIt rang."
    assert document_of(unknown).published is None


def test_attachments_are_named_and_an_mbox_goes_on_after_a_message_that_is_too_long() -> None:
    message = email.message.EmailMessage()
    message["From"], message["Date"], message["Subject"] = "a@b.example", "Wed, 01 Apr 2026 12:00:00 +0000", "Bell"
    message.set_content(TEXT)
    message.add_attachment(b"%PDF-", maintype="application", subtype="pdf", filename="bell.pdf")
    document, note = items_of(message.as_bytes())
    assert isinstance(document, Document)
    assert told([note]) == ["-: attachments are not read: 'bell.pdf'"]
    begin = "From a@b Wed Apr  1 09:00:00 2026\n"
    data = f"{begin}{trade.PLAIN}\n{begin}{trade.PLAIN}{'x' * 3000}\n\n{begin}{trade.PLAIN.replace(TITLE, 'Third')}"
    items = items_of(data, Limits(item_bytes=2_000))
    assert [type(item) for item in items] == [Document, LimitError, Document]
    assert [item.place for item in items if not isinstance(item, ReadError)] == ["-:1", "-:3"]


def test_pages_of_a_web_archive_are_read_as_pages() -> None:
    for folded in (True, False):
        items = items_of(trade.warc(*trade.WARC, folded=folded))
        page, ferry, note = items
        assert isinstance(page, Document)
        assert isinstance(ferry, Document)
        assert (page.url, page.source, page.place, page.title) == ("https://post.example/1", "Post", "-:2", TITLE)
        assert ferry.title == "Ferry is back"
        assert told([note]) == [
            "-: records that are no pages: 1 × warcinfo, 1 × an answer with the status 404, 1 × image/png"
        ]


def test_a_web_archive_is_bounded_and_damage_is_named() -> None:
    whole = trade.warc(*trade.WARC, folded=False)
    assert [error.reason for error in errors_in(items_of(whole[:-40]))] == ["the file is cut short within this record"]
    long = trade.warc(("response", HTTP, trade.answer("x" * 9_000)), trade.WARC[1], folded=False)
    items = items_of(long, Limits(item_bytes=8_000))
    assert [type(item) for item in items] == [LimitError, Document]
    assert "without a length" in told(items_of(b"WARC/1.0\r\nWARC-Type: response\r\n\r\nx"))[0]
    import zlib

    bomb = zlib.compress(bytes(10_000_000))
    sent = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: deflate\r\n\r\n" + bomb
    (error,) = items_of(trade.warc(("response", HTTP, sent), folded=False), Limits(item_bytes=1_000_000))
    assert isinstance(error, LimitError)
    chunked = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n"
    half = trade.PAGE.encode()
    parts = b"%x\r\n%s\r\n%x\r\n%s\r\n0\r\n\r\n" % (100, half[:100], len(half) - 100, half[100:])
    assert document_of(trade.warc(("response", HTTP, chunked + parts))).title == TITLE


def test_a_wire_file_keeps_what_came_before_its_damage() -> None:
    items = items_of(trade.NEWSML.removesuffix("</itemSet></newsMessage>") + "<newsItem guid='x'><")
    assert [type(item).__name__ for item in items] == ["Document", "Skipped", "Skipped", "ReadError"]
    bomb = '<!DOCTYPE nitf [<!ENTITY a "x">]><nitf><body>&a;</body></nitf>'
    assert "declares an entity" in told(items_of(bomb))[0]
    deep = "<nitf>" + "<p>" * 100
    assert "nested more than 64 deep" in told(items_of(deep))[0]


def test_what_is_no_article_is_passed_over_by_name() -> None:
    for text, word in (
        ('<conceptItem guid="a"/>', "conceptItem"),
        ('{"uri": "u", "type": "picture", "renditions": [], "headlines": []}', "'picture'"),
        ('{"uri": "u", "eventDetails": {}, "title": "Cup"}', "event"),
    ):
        (note,) = notes_in(items_of(text))
        assert word in note.reason


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"<NewsML/>", "NewsML 1"),
        (b"<?xml version='1.0'?><urlset><url/></urlset>", "a sitemap"),
        (b"<opml><body/></opml>", "an OPML list"),
        (b"BEGIN:VCALENDAR\nX:1", "a calendar"),
        (b"%!PS-Adobe-3.0\n", "a PostScript file"),
        (b"ARROW1\0\0", "a data file"),
        (b'{"nbformat": 4, "cells": [], "metadata": {"title": "x"}}', "a Jupyter notebook"),
        (b'{"type": "Feature", "geometry": {}, "properties": {}, "title": "x"}', "GeoJSON"),
    ],
)
def test_a_known_format_that_is_not_read_is_refused_by_name(data: bytes, reason: str) -> None:
    (error,) = items_of(data)
    assert isinstance(error, ReadError)
    assert error.reason.startswith(reason)
    assert error.advice


def test_text_that_only_looks_like_mail_or_a_program_is_not_guessed() -> None:
    assert detect_format(b"From the harbour, in 2026\nDate: today\n", "") == "text"
    assert detect_format(b"From: the mayor\nto all: hello\n\nText", "") == "text"
    assert detect_format(b"Title: x\nFrom: me\nDate: 2026\n\nText", "") == "mail"
    assert detect_format(b"import os\n", "a.py") == "code"
    assert detect_format(b"x", "a.eml") == "mail"


def test_joined_articles_of_a_data_set_are_documents_again(tmp_path: Path) -> None:
    first, second = documents_of(READERS["multi-news"])
    assert (first.text, second.text) == (TEXT, FERRY)
    given = f"{TEXT} ||||| {FERRY}"
    assert [given[start:end] for each in document_sentences(second) for start, end in each.given_spans or ()] == [FERRY]
    path = tmp_path / "multi.jsonl"
    path.write_text(trade.lines_of(*[trade.COLLECTORS["multi-news"][0]] * 2000))
    whole = list(iter_items([path]))
    assert len(whole) == 4_000
    parts = [part for part in iter_partitions([path], size=20_000) if isinstance(part, Partition)]
    assert whole == list(join_partitions((part, iter_partition(part)) for part in parts))


def test_titles_without_texts_count_under_strict(tmp_path: Path) -> None:
    path = tmp_path / "gdelt.json"
    path.write_bytes(READERS["gdelt"])
    with pytest.warns(ReadWarning, match="only a title and no text in 1 document"):
        (document,) = meadow.read(path)
    assert document.source == "post.example"
    with pytest.raises(ReadError, match="only a title"):
        list(meadow.read(path, strict=True))
    assert run_meadow("headline", str(path), "--strict", folder=tmp_path).returncode == 1
    assert run_meadow("headline", str(path), folder=tmp_path).returncode == 0


def test_explain_input_says_how_each_file_was_read(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(READERS["ninjs 1"])
    (tmp_path / "b.eml").write_bytes(READERS["mail"])
    (tmp_path / "c.csv").write_text(f"title,text,mood\n{TITLE},{TEXT},glad\n")
    said = run_meadow("headline", ".", "--explain-input", folder=tmp_path).stderr
    assert "a.json: read as json/ninjs, by an object at its beginning; 2 documents; with id, title, text" in said
    assert "not read: 'urgency'" in said
    assert "b.eml: read as mail, by its first bytes; 1 document" in said
    assert "c.csv: read as table, by its name, which ends with .csv; 1 document; with id, title, text, language" in said
    assert "not read: 'mood'" in said
    notes = [item for item in iter_items([tmp_path], explain=True) if isinstance(item, InputRead)]
    assert [(note.format, note.documents) for note in notes] == [("json/ninjs", 2), ("mail", 1), ("table", 1)]


@pytest.mark.skipif(find_spec("pypdf") is None, reason="the extra `documents`")
def test_a_citation_of_a_pdf_file_names_the_page(tmp_path: Path) -> None:
    path = tmp_path / "desk" / "bell.pdf"
    path.parent.mkdir()
    path.write_bytes(trade.pdf(TEXT[:60] + "-\n" + TEXT[60:], FERRY))
    (document,) = meadow.read(path)
    assert (document.title, document.authors, document.published_text) == (
        TITLE,
        ("Ana Reed",),
        "2026-04-01T12:00:00+00:00",
    )
    assert [document.page_of(each.start) for each in document_sentences(document)] == [1, 1, 2]
    assert (
        "page 2, sentence 3"
        in run_meadow("summarize", str(path), "--sentences", "3", "--rewrite", "none", folder=tmp_path).stdout
    )
    path.write_bytes(trade.pdf("", ""))
    (error,) = iter_items([path])
    assert isinstance(error, ReadError)
    assert "such as a scan" in error.reason
    assert "ocrmypdf" in (error.advice or "")


def test_a_word_document_leaves_deleted_text_out_and_damage_is_named() -> None:
    assert document_of(trade.word("Bell rings", "It rang.", deleted="It did not.")).text == "It rang."
    assert "damaged" in told(items_of(trade.word("x")[:-30]))[0]
    assert isinstance(items_of(trade.word("x" * 9_000), Limits(item_bytes=2_000))[0], LimitError)


def mutated(data: bytes, random: Random) -> bytes:
    """Return data with a few bytes changed, cut out, doubled, or the end missing."""
    changed = bytearray(data)
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(changed) or 1)
        size = random.randint(1, 40)
        match random.randrange(5):
            case 0:
                changed[at : at + 1] = bytes([random.randrange(256)])
            case 1:
                del changed[at : at + size]
            case 2:
                changed[at:at] = changed[at : at + size]
            case 3:
                changed[at:] = b"" if at > len(changed) // 2 else changed[at:]
            case _:
                changed[at:at] = random.choice(
                    [b"\0", b"\xff\xfe", b"<", b"\n\n", b'"', b"--b1\n", b"]]>", b"\x1b$B", b"&a;"]
                )
    return bytes(changed)


def check_mutated(name: str, count: int, seed: int) -> None:
    """Read so many mutated files of a reader: each gives something, and every document is whole."""
    random = Random(seed)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for number in range(count):
            data = mutated(READERS[name], random)
            items = items_of(data, LIMITS)
            assert items or not data.strip(), (name, seed, number)
            for item in items:
                if isinstance(item, Document):
                    assert item.text or item.title
                    assert "\0" not in item.text
                    assert all(item.text[each.start : each.end] == each.text for each in document_sentences(item))


@pytest.mark.parametrize("name", READERS)
def test_mutated_files_give_documents_or_named_problems(name: str) -> None:
    check_mutated(name, 40, seed=3)


@pytest.mark.drill
@pytest.mark.parametrize("name", READERS)
def test_twenty_thousand_mutated_files_of_each_reader(name: str) -> None:
    check_mutated(name, 20_000, seed=11)


def test_the_examples_of_the_trade_are_read() -> None:
    wire = shared("data") / "wire"
    for folder, (documents, skipped, errors) in {"ninjs": (37, 18, 0), "newsml-g2": (6, 20, 13)}.items():
        found = [item for path in sorted((wire / folder).iterdir()) for item in iter_items([path])]
        texts = [item for item in found if isinstance(item, Document)]
        assert (len(texts), len(notes_in(found)), len(errors_in(found))) == (documents, skipped, errors)
        assert all(
            each.title and each.source and each.published for each in texts if not each.id.startswith("renditions")
        )
        assert all(each.wire is not None and each.wire.version for each in texts if folder == "newsml-g2")
