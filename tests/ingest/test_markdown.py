from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from ingest.support import document_of
from meadow.ingest import Undated, iter_items
from meadow.ingest.inline import strip_inline
from meadow.ingest.markdown import plain_text, split_front_matter
from meadow.model import Document


@pytest.mark.parametrize(
    ("markdown", "plain"),
    [
        ("plain words", "plain words"),
        ("*one* _two_ **three** __four__ ***five*** ~~six~~", "one two three four five six"),
        ("**bold with *inner* part**", "bold with inner part"),
        ("2 * 3 * 4 and a_b_c and 5 ~ 6", "2 * 3 * 4 and a_b_c and 5 ~ 6"),
        ("an *unclosed mark", "an *unclosed mark"),
        ("a [link](https://x.example/a_(b) 'T') here", "a link here"),
        ("[a *b* c](x) and [nested [square] text](y)", "a b c and nested [square] text"),
        ("an ![image](a.png) here", "an here"),
        ("[![badge](a.svg)](b) text", " text"),
        ("[sic] and [1]", "[sic] and [1]"),
        ("see [this][ferry], [Ferry][] and [ferry]", "see this, Ferry and ferry"),
        ("no [such][label]", "no [such][label]"),
        ("code `a*b*c` and ``x ` y`` and `open", "code a*b*c and x ` y and `open"),
        (r"\*not emphasis\* and \[not a link](x)", "*not emphasis* and [not a link](x)"),
        ("<https://x.example/a_b_c> <me@x.example>", "https://x.example/a_b_c me@x.example"),
        ("a <b>bold</b> tag, 1 < 2 &amp; 3 &gt; 2", "a bold tag, 1 < 2 & 3 > 2"),
        ("one<br>two<br/>three", "one\ntwo\nthree"),
        ("a note[^1] here", "a note here"),
        ("hard\\\nbreak", "hard\nbreak"),
    ],
)
def test_inline_markup_becomes_its_text(markdown: str, plain: str) -> None:
    assert strip_inline(markdown, frozenset({"ferry"})) == plain


PAGE = """\
Ferry *back* in service
=======================

The **Oriel** ferry sails again, says [the harbour](https://harbour.example).
It had been away since
2005. Nobody knows why.

## What changed ##

- New engines
- [x] New paint,
  in green
1. First
2. Second

> Quoted words
> on two lines

| Day | Trips |
|-----|:-----:|
| Mon | 4     |

```python
speed = knots * 2  # kept as it is
```

***

<!-- nobody
reads this -->
[harbour]: https://harbour.example
Last[^1] words.

[^1]: A footnote.
"""


def test_blocks_become_paragraphs() -> None:
    title, text = plain_text(PAGE)
    assert title == "Ferry back in service"
    assert text.split("\n\n") == [
        "The Oriel ferry sails again, says the harbour.\nIt had been away since\n2005. Nobody knows why.",
        "What changed",
        "New engines",
        "New paint,\nin green",
        "First",
        "Second",
        "Quoted words\non two lines",
        "Day Trips",
        "Mon 4",
        "speed = knots * 2  # kept as it is",
        "Last words.",
        "A footnote.",
    ]


def words_of_a_parser(markdown: str) -> list[str]:
    """Return the words that a CommonMark parser sees, images left out."""
    texts = []
    for token in MarkdownIt("commonmark").parse(markdown):
        if token.type in {"fence", "code_block"}:
            texts.append(token.content)
        pieces = [
            child for child in token.children or () if child.type in {"text", "code_inline", "softbreak", "hardbreak"}
        ]
        texts.append("".join(piece.content or " " for piece in pieces))
    return " ".join(texts).split()


@pytest.mark.parametrize(
    "markdown",
    [
        "# A *title*\n\nText with **bold**, `code_x` and [a link](u).\n\n* one\n* two\n\n> quote _this_\n",
        "Setext\n---\n\nPara one\ngoes on.\n\n1. a\n2. b\n\n~~~\nraw *text*\n~~~\n",
        "A ![picture](p.png) of ***all*** things \\* and &eacute; in snake_case and 2*3*4.\n\n---\n\nEnd.",
        "[one][a] and [b] and [c][]\n\n[a]: http://a.example\n[b]: http://b.example 'B'\n",
        "in 2005\n1999. and 1. x\n\n```\nunclosed fence\n# no heading",
    ],
)
def test_the_words_are_those_of_a_commonmark_parser(markdown: str) -> None:
    title, text = plain_text(markdown)
    assert [*(title or "").split(), *text.split()] == words_of_a_parser(markdown)


def test_front_matter_gives_the_fields() -> None:
    page = (
        "---\ntitle: \"Ferry: back\"\ndate: 2026-03-03 08:00:00 +0100  # local\nsource: 'Harbour Wire'\n"
        "url: https://wire.example/f1\nlanguage: en\ntags: [a, b]\n---\n# Another heading\n\nThe text.\n"
    )
    document = document_of(page)
    assert (document.title, document.source, document.url) == ("Ferry: back", "Harbour Wire", "https://wire.example/f1")
    assert (document.published_text, document.language) == ("2026-03-03T08:00:00+01:00", "en")
    assert document.text == "Another heading\n\nThe text."
    assert (document.id, document.place) == ("https://wire.example/f1", "-")


def test_a_heading_that_repeats_the_title_is_said_once() -> None:
    document = document_of("---\ntitle: Ferry back\n---\n# Ferry *back*\n\nThe text.\n")
    assert (document.title, document.text) == ("Ferry back", "The text.")


def test_front_matter_may_fold_its_values() -> None:
    fields, body = split_front_matter("---\ntitle: >-\n  Ferry\n  back\nlang: nl\n...\nText")
    assert (dict(fields), body) == ({"title": "Ferry back", "lang": "nl"}, "Text")


@pytest.mark.parametrize(
    "text", ["---\nno fields here\n---\nText", "---\ntitle: never closed", "Text\n---\ntitle: x\n---"]
)
def test_a_rule_is_not_front_matter(text: str) -> None:
    assert split_front_matter(text) == ({}, text)


def test_a_page_without_a_heading_has_no_title() -> None:
    assert plain_text("Just a paragraph.\n\nAnd another.") == (None, "Just a paragraph.\n\nAnd another.")


def test_a_heading_alone_is_a_title_only_document() -> None:
    document = document_of("# Ferry back")
    assert (document.title, document.text) == ("Ferry back", "Ferry back")


@given(st.text(alphabet="ab *_()#-=|\\\n;1.", max_size=120))
def test_marks_may_go_but_every_letter_stays(markdown: str) -> None:
    title, text = plain_text(markdown)
    assert [letter for letter in f"{title or ''}{text}" if letter in "ab"] == [
        letter for letter in markdown if letter in "ab"
    ]


@given(st.text(alphabet="ab *_~`[]()!<>#-=|\\\n&;1.", max_size=200))
def test_any_markup_gives_text_without_hidden_marks(markdown: str) -> None:
    title, text = plain_text(markdown)
    f"{title or ''}{text}".encode()  # marks that are meant literally hide as surrogates; none may be left


ADVERSARIES = [
    "[",
    "[a](",
    "[a](b",
    "[a][",
    "**a ",
    "*a_ ",
    "a**b_c* ",
    "`" * 3 + "a" + "`" * 2 + "b`c",
    "<!--",
    "<a ",
    "<a@",
    ">",
    "> ",
    "- ",
    "![[",
    "# ",
    "|",
    "[^a",
    "&",
    "*",
    "```\n",
    "[a]: x\n",
    "---\n",
    "1. ",
]


@pytest.mark.parametrize("piece", ADVERSARIES)
def test_adversaries_are_read(piece: str) -> None:
    title, text = plain_text(piece * 200 + "end")
    assert "end" in f"{title or ''}{text}"


@pytest.mark.drill
@pytest.mark.parametrize("piece", [*ADVERSARIES, "[" * 500 + "]" * 500])
def test_a_hundred_kilobytes_of_an_adversary_take_a_moment(piece: str) -> None:
    """B8 of TRUST: at most 100 ms per 100 KB; five times that allows for a slow machine, a quadratic pass none."""
    text = piece * (100_000 // len(piece))
    begun = process_time()
    plain_text(text)
    assert process_time() - begun < 0.5


def test_a_date_of_the_front_matter_that_is_no_time_is_named_and_the_document_kept(tmp_path: Path) -> None:
    path = tmp_path / "bell.md"
    path.write_text("---\ntitle: A bell\ndate: soonish\n---\nThe bell rings again.\n", encoding="utf-8")
    document, note = iter_items([path])
    assert isinstance(document, Document)
    assert (document.title, document.published) == ("A bell", None)
    assert isinstance(note, Undated)
    assert "key 'date'" in note.reason
    assert "'soonish'" in note.reason
