"""A citation leads back to the characters of the file as given, whatever cleaning did to the text."""

from __future__ import annotations

import csv
import json
import re
from html import escape, unescape
from itertools import islice
from pathlib import Path

import pytest

import meadow
from meadow.brief.json import summary_value
from meadow.ingest import iter_items
from meadow.model import Document
from meadow.text.clean import clean_text
from meadow.text.sentences import document_sentences

SAMPLE = Path(meadow.__file__).parent / "sample" / "news"
# Soft hyphens, zero-width marks, two kinds of line ends, letters with loose accents, spare blanks: as feeds have them.
DIRTY = (
    "\ufeff  The fer\u00adry sank off Skerra\u200b on Monday.  \r\nDivers searched the cafe\u0301 deck all night.\r\n"
    "\r\n\r\nSeventeen\u00a0people were killed, the coast\u200bguard said.   \n"
)


def check(path: Path, given: str) -> None:
    """Ask every sentence for its place in the text as given."""
    documents = list(meadow.read(path))
    summary = meadow.summarize(documents, sentences=3)
    assert len(summary.picks) == 3
    (document,) = documents
    for pick in summary.picks:
        assert document.text[pick.sentence.start : pick.sentence.end] == pick.sentence.text
        assert pick.sentence.given is not None
        start, end = pick.sentence.given
        assert clean_text(given[start:end]) == pick.sentence.text
        assert given[start:end] == given[start:end].strip(), (
            "no white space around it, the return of a line end included"
        )


def test_json_lines(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"id": "a", "text": DIRTY}) + "\n", encoding="utf-8")
    check(path, DIRTY)


def test_tables(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["id", "text"], ["a", DIRTY]])
    check(path, DIRTY)


@pytest.mark.parametrize("head", ["", "A ti\u00adtle\r\n\r\n"])
def test_plain_text_behind_its_title(tmp_path: Path, head: str) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes((head + DIRTY.removeprefix("\ufeff")).encode())
    check(path, path.read_bytes().decode())


PAGE = """<!doctype html><html><head><title>Ferry sinks</title><meta name="description" content="The ferry sank.">
<script type="application/ld+json">{"@type": "NewsArticle", "headline": "The ferry sank off Skerra on Monday"}</script>
</head><body><nav><a href="/">Home</a> The ferry page</nav><main><article><h1>Ferry sinks</h1>
<p>The ferry <b>Alma &amp; Co</b> sank off&nbsp;Skerra on Monday, killing 17 people &mdash; all&#32;of them crew.</p>
<p>It was <a href="raised.html?a=1&amp;b=2">raised</a> by
   divers<sup>1</sup>, who found &lt;deep&gt; cracks in the hull &quot;everywhere&quot;&hellip; <!-- not "this" --></p>
</article></main><footer>The ferry, again.</footer></body></html>"""
MARKDOWN = """---
title: Ferry sinks
---
# Ferry sinks

The **ferry** [Alma](https://example.org/alma_(ship) "A ship") sank &amp; burned on *Monday*, killing 17\\*.

* It was `raised` by <https://example.org/divers>,
  divers said.

| Who | How many |
|-----|----------|
| Crew of the ship | 17 |

```
code &amp; <more>
```
"""
FEED = """<?xml version="1.0"?><rss><channel><title>Wire</title>
<item><title>One</title>
<description>&lt;p&gt;The ferry &amp;amp; its boat sank &lt;b&gt;off&lt;/b&gt; Skerra.&lt;/p&gt;</description>
</item><item><title>Two</title><description>It was raised.</description>
<content:encoded xmlns:content="x"><![CDATA[<p>It was <i>raised</i> &amp; towed by divers.</p>]]></content:encoded></item>
<item><title>Three</title><description>It was raised.</description></item></channel></rss>"""
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><title>Wire</title>
<entry><title>One</title><content type="xhtml">
<div xmlns="http://www.w3.org/1999/xhtml"><p>The <b>ferry</b> sank.</p></div></content></entry>
<entry><title>Two</title><content>1 &lt; 2 boats were lost.</content></entry></feed>"""
DAMAGED_FEED = FEED.replace("</channel></rss>", "")
SUBTITLES = """1
00:00:01,000 --> 00:00:02,000
- The ferry <i>sank</i>

2
00:00:02,000 --> 00:00:03,000
off Skerra. [applause]

3
00:00:04,000 --> 00:00:05,000
ANNA: It was raised &amp; towed.
"""
SGML = """<DOC>
<DOCNO> WIRE19980601.0001 </DOCNO><HEADLINE>Ferry sinks</HEADLINE>
<TEXT><P>
The ferry
sank &amp; burned.
</P><P> It was <F P=101>raised</F>. </P></TEXT></DOC>
<DOC><DOCNO>WIRE19980601.0002</DOCNO><TEXT>The ferry sank.</TEXT></DOC>"""
DOCSENT = """<?xml version="1.0"?><DOCSENT DID="a"><BODY><HEADLINE><S PAR="1" SNO="1">Ferry sinks</S></HEADLINE><TEXT>
<S PAR="2" SNO="2">The  ferry &amp;
 boat sank.</S><S PAR="2" SNO="3"></S><S PAR="3" SNO="4">It was caf&#233;-raised.</S></TEXT></BODY></DOCSENT>"""
MARKED_UP = {
    "a.html": PAGE, "a.md": MARKDOWN, "a.rss": FEED, "a.atom": ATOM, "b.rss": DAMAGED_FEED, "a.srt": SUBTITLES,
    "a.vtt": f"WEBVTT\n\n{SUBTITLES.replace(',000', '.000')}", "a.sgml": SGML, "a.docsent": DOCSENT,
}  # fmt: skip


def visible(text: str) -> str:
    """Return what a reader sees: without tags and the marks of Markdown, entities decoded, white space aside."""
    for _ in range(2):
        text = unescape(re.sub(r"<[^<>]*>", "", text))
    return "".join(text.split())


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("name", list(MARKED_UP))
def test_every_sentence_of_markup_leads_back_to_its_characters(name: str, line_end: str, tmp_path: Path) -> None:
    given = MARKED_UP[name].replace("\n", line_end)
    (tmp_path / name).write_bytes(given.encode())
    sentences = [
        each
        for item in iter_items([tmp_path / name])
        if isinstance(item, Document)
        for each in document_sentences(item)
    ]
    assert sentences
    for sentence in sentences:
        assert sentence.given_spans is not None
        pieces = [given[start:end] for start, end in sentence.given_spans]
        if "<" not in sentence.text:
            assert visible("".join(pieces)) == "".join(sentence.text.split())
        assert pieces == [piece.strip() for piece in pieces]
        assert not any("\r" in piece.replace("\r\n", "") for piece in pieces)
        assert list(sentence.given_spans) == sorted(sentence.given_spans)


def test_a_citation_is_a_list_of_places_where_markup_is_between(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(PAGE, encoding="utf-8")
    (document,) = meadow.read(tmp_path / "a.html")
    summary = meadow.summarize([document], sentences=2)
    first, second = json.loads(json.dumps(summary_value(summary)))["sentences"]
    assert [PAGE[start:end] for start, end in first["given_spans"]] == [
        "The ferry",
        "Alma &amp; Co",
        "sank off&nbsp;Skerra on Monday, killing 17 people &mdash; all&#32;of them crew.",
    ]
    assert [PAGE[start:end] for start, end in second["given_spans"]] == [
        "It was",
        "raised",
        "by\n   divers",
        "1",
        ", who found &lt;deep&gt; cracks in the hull &quot;everywhere&quot;&hellip;",
    ]


def test_the_sample_as_pages_feeds_and_marked_text_leads_back_every_time(tmp_path: Path) -> None:
    for document in islice(meadow.read(SAMPLE), 0, None, 4):
        paragraphs = [escape(part) for part in document.text.split("\n\n")]
        menu = "".join(f"<li><a href='/{n}'>The page {n}</a></li>" for n in range(300))
        body = "".join(f"<p>{part}</p>" for part in paragraphs)
        forms = {
            "a.html": f"<html><body><ul>{menu}</ul><article><h1>Title</h1>{body}</article></body></html>",
            "a.rss": f"<rss><channel><item><title>T</title><description>{escape(body)}</description></item></channel></rss>",
            "a.sgml": f"<DOC><DOCNO>A</DOCNO><TEXT>{body}</TEXT></DOC>",
        }
        for name, given in forms.items():
            (tmp_path / name).write_text(given, encoding="utf-8")
            (read,) = meadow.read(tmp_path / name)
            for sentence in document_sentences(read):
                assert sentence.given is not None, (document.id, name)
                start, end = sentence.given
                assert visible(given[start:end]) == "".join(sentence.text.split())
