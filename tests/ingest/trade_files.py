"""Files as the trade writes them, in our own fiction: each with the title, day, source and language that must come out."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from collections.abc import Iterator

TEXT = "The harbour bell of Tolsby rings again after ten years of silence. It was cast anew in the yard of the harbour."
TITLE = "Bell rings again"
FERRY = "The ferry sails at noon from Skerra again."
DAY = "2026-04-01"
NOON = "2026-04-01T12:00:00Z"
PARAGRAPHS = "".join(f"<p>{sentence.strip('.')}.</p>" for sentence in TEXT.split(". "))

MESSAGE = f"""Return-Path: <desk@wire.example>
From: =?utf-8?Q?Harbour_W=C3=ADre?= <desk@wire.example>
Subject: =?utf-8?B?QmVsbCByaW5ncyBhZ2Fpbg==?=
Date: Wed, 01 Apr 2026 14:00:00 +0200 (CEST)
Message-ID: <1@wire.example>
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary="b1"

--b1
Content-Type: text/plain; charset=utf-8

View this message in a browser.
--b1
Content-Type: text/html; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

<html><body><table><tr><td>{PARAGRAPHS}</td></tr></table><p><a href=3D"x">Unsubscribe</a></p></body></html>
--b1--
"""
PLAIN = f"From: Post <desk@post.example>\nDate: {'Wed, 01 Apr 2026 12:00:00 +0000'}\nSubject: {TITLE}\n\n{TEXT}\n"
DIGEST = (
    "From: List <list@post.example>\nDate: Wed, 01 Apr 2026 12:00:00 +0000\nSubject: Digest\n\nToday:\n\n1. Bell\n\n"
    + "".join(
        f"{'-' * 30}\n\nDate: Wed, 01 Apr 2026 12:00:00 +0000\nFrom: {name} <a@post.example>\nSubject: {title}\n\n{text}\n\n"
        for name, title, text in (
            ("Ana", TITLE, TEXT),
            ("Bo", "Ferry is back", "The ferry sails at noon from Skerra again."),
        )
    )
    + f"{'-' * 30}\n\nEnd of Digest\n"
)
MULTIPART_DIGEST = (
    "From: List <list@post.example>\nDate: Wed, 01 Apr 2026 12:00:00 +0000\nSubject: Digest\nMIME-Version: 1.0\n"
    f'Content-Type: multipart/digest; boundary="d"\n\n--d\n\n{PLAIN}\n--d\n\n{MESSAGE}\n--d--\n'
)
JSON_FEED = {
    "version": "https://jsonfeed.org/version/1.1", "title": "Tolsby Post", "language": "en",
    "items": [
        {"id": "f1", "url": "https://post.example/bell", "title": TITLE, "date_published": NOON, "tags": ["sea", "ports"],
         "content_html": PARAGRAPHS, "authors": [{"name": "Ana Reed"}]},
        {"id": "f2", "content_text": "The ferry sails at noon from Skerra again.", "date_published": NOON},
    ],
}  # fmt: skip
NINJS_1 = {
    "uri": "urn:newsml:wire.example:20260401:bell", "type": "text", "version": "3", "versioncreated": NOON,
    "firstcreated": "2026-04-01T09:00:00Z", "pubstatus": "usable", "embargoed": "2026-04-01T10:00:00+00:00",
    "language": "en", "headline": TITLE, "byline": "Ana Reed", "located": "Tolsby", "dateline": "TOLSBY, April 1",
    "creditline": "Wire/Reed", "copyrightnotice": "(c) Wire", "usageterms": "No archive", "ednote": "Corrects the year",
    "body_xhtml": PARAGRAPHS, "subject": [{"code": "medtop:04000000", "name": "economy"}], "urgency": 4,
    "associations": {"photo": {"uri": "p1", "type": "picture", "headline": "The bell"},
                     "side": {"uri": "s1", "type": "text", "headline": "Side", "body_text": "The ferry sails at noon."}},
}  # fmt: skip
NINJS_3 = {
    "uri": "https://wire.example/bell", "type": "text", "standard": {"name": "ninjs", "version": "3.0"}, "version": "2",
    "versionCreated": NOON, "pubStatus": "canceled", "copyrightHolder": "Harbour Wire", "by": "Ana Reed", "language": "en",
    "headlines": [{"role": "main", "value": TITLE}],
    "bodies": [{"role": "main", "contentType": "text/plain", "value": TEXT}],
    "subjects": [{"uri": "medtop:04000000", "name": "economy"}],
}  # fmt: skip
NITF = f"""<?xml version="1.0"?><!DOCTYPE nitf SYSTEM "nitf-3-6.dtd">
<nitf><head><title>x</title><docdata management-status="usable"><doc-id regsrc="WIRE" id-string="n1"/><du-key version="2"/>
<date.issue norm="20260401T120000Z"/><date.release norm="20260401T130000Z"/><ed-msg info="Second lead"/>
<doc.copyright year="2026" holder="Wire"/></docdata><pubdata position.section="Sea"/></head>
<body><body.head><hedline><hl1>{TITLE}</hl1></hedline><byline>By <person>Ana Reed</person></byline>
<dateline><location>Tolsby</location>, April 1</dateline></body.head>
<body.content><media><media-caption>The bell &amp; its rope</media-caption></media><hl2>At noon</hl2>{PARAGRAPHS}
<table><tr><td>9</td></tr></table></body.content></body></nitf>"""
NEWSML = f"""<?xml version="1.0"?><newsMessage xmlns="http://iptc.org/std/nar/2006-10-01/"><itemSet>
<packageItem guid="p"/><newsItem guid="urn:newsml:wire.example:20260401:g2" version="4" xml:lang="en">
<rightsInfo><copyrightNotice>(c) Wire</copyrightNotice><usageTerms>No archive</usageTerms></rightsInfo>
<itemMeta><itemClass qcode="ninat:text"/><provider literal="Wire"/><versionCreated>2026-04-01T12:30:00Z</versionCreated>
<firstCreated>{NOON}</firstCreated><embargoed>2026-04-01T13:00:00Z</embargoed><pubStatus qcode="stat:usable"/>
<edNote>Corrects the year</edNote><signal qcode="sig:correction"/></itemMeta>
<contentMeta><located><name>Tolsby</name></located><creator><name>Ana Reed</name></creator><creditline>Wire/Reed</creditline>
<subject qcode="medtop:04000000"><name>economy</name></subject><dateline>TOLSBY, April 1</dateline>
<headline>{TITLE}</headline></contentMeta>
<contentSet><inlineXML contenttype="application/nitf+xml"><nitf><body><body.content>{PARAGRAPHS}</body.content></body></nitf>
</inlineXML></contentSet></newsItem>
<newsItem guid="pic"><itemMeta><itemClass qcode="ninat:picture"/></itemMeta>
<contentMeta><headline>The bell</headline></contentMeta></newsItem></itemSet></newsMessage>"""
COLLECTORS: dict[str, tuple[object, str]] = {  # what a collector writes, and the source that must come out of it
    "newsapi": ({"status": "ok", "articles": [{"source": {"id": None, "name": "Post"}, "author": "Ana Reed", "title": TITLE,
                 "url": "https://post.example/1", "publishedAt": NOON, "content": TEXT}]}, "Post"),
    "event-registry": ({"articles": {"results": [{"uri": "9", "lang": "eng", "dateTimePub": NOON, "title": TITLE,
                        "body": TEXT,
                        "url": "https://post.example/2", "source": {"uri": "post.example", "title": "Post"},
                        "authors": [{"name": "Ana Reed", "type": "author"}]}]}}, "Post"),
    "gdelt": ({"articles": [{"url": "https://post.example/3", "title": TEXT, "seendate": "20260401T120000Z",
               "domain": "post.example", "language": "English", "sourcecountry": "Lethria"}]}, "post.example"),
    "media-cloud": ([{"id": "m4", "media_name": "Post", "media_url": "post.example", "publish_date": DAY, "title": TITLE,
                      "text": TEXT, "url": "https://post.example/4", "language": "en"}], "Post"),
    "news-please": ({"authors": ["Ana Reed"], "date_publish": "2026-04-01 12:00:00", "date_download": "2026-05-01 00:00:00",
                     "maintext": TEXT, "title": TITLE, "source_domain": "post.example", "url": "https://post.example/5",
                     "language": "en", "description": "Short."}, "post.example"),
    "trafilatura": ({"title": TITLE, "author": "Ana Reed; Bo", "hostname": "post.example", "date": DAY, "text": TEXT,
                     "raw_text": TEXT, "source": "https://post.example/6", "source-hostname": "Post", "fingerprint": "0",
                     "excerpt": "Short.", "categories": "Sea", "tags": "", "language": "en", "filedate": "x"}, "Post"),
    "fundus": ({"title": TITLE, "authors": ["Ana Reed"], "publishing_date": NOON, "topics": ["sea"],
                "body": {"summary": [], "sections": [{"headline": [], "paragraphs": TEXT.split(" It")[:1]},
                                                     {"headline": ["x"], "paragraphs": ["It" + TEXT.split(" It")[1]]}]},
                "html": {"requested_url": "https://post.example/7", "source_info": {"publisher": "Post"}}}, "Post"),
    "multi-news": ({"document": f"{TEXT} ||||| The ferry sails at noon from Skerra again.", "summary": "Short."}, ""),
    "cnn-dailymail": ({"article": TEXT, "highlights": "Short.", "id": "h1"}, ""),
}  # fmt: skip
PAGE = (
    f'<html lang="en"><head><title>{TITLE}</title><meta property="og:site_name" content="Post">'
    f'<meta property="article:published_time" content="{NOON}"></head><body><article><h1>{TITLE}</h1>{PARAGRAPHS}'
    "</article></body></html>"
)


def warc(*records: tuple[str, str, bytes], folded: bool = True) -> bytes:
    """Return records, each by its type, the kind of its content and its block; folded one by one, as archives are."""
    made = b""
    for number, (kind, content, block) in enumerate(records):
        head = (
            f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: https://post.example/{number}\r\n"
            f"Content-Type: {content}\r\nContent-Length: {len(block)}\r\n\r\n"
        )
        record = head.encode() + block + b"\r\n\r\n"
        made += gzip.compress(record, mtime=0) if folded else record
    return made


def answer(body: str, kind: str = "text/html", status: str = "200 OK") -> bytes:
    return f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n\r\n{body}".encode()


HTTP = "application/http; msgtype=response"
WARC = (
    ("warcinfo", "application/warc-fields", b"software: x"),
    ("response", HTTP, answer(PAGE)),
    ("response", HTTP, answer("gone", status="404 Not Found")),
    ("response", HTTP, answer("png", "image/png")),
    ("conversion", "text/plain", f"Ferry is back\n\n{TEXT}".encode()),
)


def word(*paragraphs: str, title: str = "", deleted: str = "") -> bytes:
    """Return a Word document of these paragraphs, with a title and author among its properties."""
    space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    body = "".join(f"<w:p><w:r><w:t>{each}</w:t></w:r></w:p>" for each in paragraphs)
    gone = f"<w:p><w:del><w:r><w:delText>{deleted}</w:delText></w:r></w:del></w:p>" if deleted else ""
    core = (
        f'<cp:coreProperties xmlns:cp="c" xmlns:dc="d" xmlns:dcterms="t"><dc:title>{title}</dc:title>'
        f"<dc:creator>Ana Reed</dc:creator><dcterms:created>{NOON}</dcterms:created></cp:coreProperties>"
    )
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr(zipfile.ZipInfo("[Content_Types].xml"), "<Types/>")
        archive.writestr(
            zipfile.ZipInfo("word/document.xml"), f"<w:document {space}><w:body>{body}{gone}</w:body></w:document>"
        )
        archive.writestr(zipfile.ZipInfo("docProps/core.xml"), core)
    return made.getvalue()


def pdf(*pages: str) -> bytes:
    """Return a PDF file of these pages, line by line."""
    count = len(pages)
    kids = b" ".join(b"%d 0 R" % (4 + 2 * number) for number in range(count))
    made = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, count),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        *(part for number, page in enumerate(pages) for part in _page(number, page)),
        f"<< /Title ({TITLE}) /Author (Ana Reed) /CreationDate (D:20260401120000Z) >>".encode(),
    ]
    data, offsets = b"%PDF-1.4\n", list[int]()
    for number, part in enumerate(made, start=1):
        offsets.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, part)
    table = b"xref\n0 %d\n0000000000 65535 f \n" % (len(made) + 1)
    table += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    end = b"trailer << /Size %d /Root 1 0 R /Info %d 0 R >>\nstartxref\n%d\n%%%%EOF" % (
        len(made) + 1,
        len(made),
        len(data),
    )
    return data + table + end


def _page(number: int, text: str) -> Iterator[bytes]:
    lines = b" ".join(b"(%s) Tj T*" % line.encode() for line in text.split("\n"))
    shown = b"BT /F1 12 Tf 72 720 Td 14 TL %s ET" % lines
    yield (
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R"
        b" /Resources << /Font << /F1 3 0 R >> >> >>" % (5 + 2 * number)
    )
    yield b"<< /Length %d >>\nstream\n%s\nendstream" % (len(shown), shown)


def lines_of(*values: object) -> str:
    return "\n".join(json.dumps(value) for value in values)
