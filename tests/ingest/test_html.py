from __future__ import annotations

import sys
from pathlib import Path
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.support import document_of, documents_of, errors_in, items_of, told
from meadow.errors import ReadError
from meadow.ingest import Limits, iter_items, write_jsonl
from meadow.ingest import html as html_reader
from meadow.ingest.html import decode_page
from meadow.ingest.html_text import plain_text
from meadow.ingest.items import LIMITS
from meadow.model import Document

PAGE = """<!DOCTYPE html>
<html lang="es-ES"><head><meta charset="utf-8">
<title>El ferry vuelve al puerto | El Faro de Oriel</title>
<meta property="og:title" content="El ferry vuelve &amp; zarpa - El Faro de Oriel">
<meta property="og:site_name" content="El Faro de Oriel">
<meta property="article:published_time" content="2026-03-03T08:15:00+01:00">
<link rel="canonical" href="https://www.elfaro.example/ferry">
<script>var menu = "<p>no</p>"; if (1 < 2) {}</script><style>p {}</style></head>
<body class="has-sidebar">
<header><h1>El Faro</h1><nav><ul><li><a href=/>Inicio</a><li><a href=/d>Deportes</a></ul></nav></header>
<div class="cookie-banner">Usamos cookies para todo. <button>Aceptar</button></div>
<main><article class="with-comments"><h1>El ferry vuelve</h1><p class="byline">Por Ana Ruiz</p>
<figure><img src=x><figcaption>Foto del puerto.</figcaption></figure>
<p>El ferry de Sant Oriel ha vuelto a <b>navegar</b> este martes, seg&uacute;n la naviera.
<p>La capitana <a href=x>Varga</a> dijo que todo va bien.
<h2>Contexto</h2><div>El barco llevaba dos a&ntilde;os parado por una aver&iacute;a<sup><a href="#1">[1]</a></sup> de
10<sup>3</sup> euros.<br><br>El alcalde no quiso decir nada m&aacute;s.</div><div>Compartir</div>
<ul><li>Sale a las nueve.<li>Vuelve a las diez</ul>
<ul class="related"><li><a href=1>Otra noticia del puerto</a><li><a href=2>Y otra</a></ul>
<div id="comments"><p>Primer comentario!</p></div></article><aside>Lo m&aacute;s le&iacute;do</aside></main>
<footer>© El Faro</footer></body></html>
"""
PARAGRAPHS = [
    "El ferry de Sant Oriel ha vuelto a navegar este martes, según la naviera.",
    "La capitana Varga dijo que todo va bien.",
    "El barco llevaba dos años parado por una avería de 103 euros.",
    "El alcalde no quiso decir nada más.",
    "Sale a las nueve.",
    "Vuelve a las diez",
]
FERRY = "The night ferry left the harbour at nine with two hundred people on board. "


def page(body: str, head: str = "") -> str:
    return f"<html><head>{head}</head><body>{body}</body></html>"


def test_a_page_becomes_its_article() -> None:
    document = document_of(PAGE)
    assert document.text.split("\n\n") == PARAGRAPHS
    assert (document.title, document.source, document.language) == ("El ferry vuelve & zarpa", "El Faro de Oriel", "es")
    assert document.published_text == "2026-03-03T08:15:00+01:00"
    assert document.id == document.url == "https://www.elfaro.example/ferry"
    assert document.place == "-"


def test_what_is_read_is_written_and_read_again() -> None:
    document = document_of(PAGE)
    assert documents_of("\n".join(write_jsonl([document]))) == [document]


@pytest.mark.parametrize(
    ("body", "text"),
    [
        # Which part is the article …
        (f"<div>{FERRY}</div><article><p>{FERRY * 2}</article>", FERRY * 2),
        (f"<article>Teaser.</article><div><p>{FERRY}<p>{FERRY}</div>", f"{FERRY}\n\n{FERRY}"),
        (f"<div role=main><p>{FERRY}</div><div>Elsewhere it rained.</div>", FERRY),
        (f"<div itemprop='articleBody'><p>{FERRY}</div><article><p>{FERRY}</article>", FERRY),
        (f"<div><p>Short.</div><div><p>{FERRY}<p>{FERRY}</div>", f"{FERRY}\n\n{FERRY}"),
        # … and which parts of it are no text of it.
        (f"<nav>{FERRY}</nav><p>{FERRY}{FERRY}", FERRY * 2),
        (f"<div class='TopNav'>{FERRY}</div><p class=navy>{FERRY}{FERRY}", FERRY * 2),
        (f"<p>{FERRY}<p hidden>Boo.<p aria-hidden=true>Boo.<div role=navigation>Boo.</div>", FERRY),
        (f"<p>{FERRY}<ul><li><a>More about ferries here</a></ul>", FERRY),
        (f"<p>{FERRY}<div>3 March 2026</div><p>3 March", f"{FERRY}\n\n3 March"),
        # A wrapper may be called anything.
        (f"<form class=comments><p>{FERRY}<p>{FERRY}</form>", f"{FERRY}\n\n{FERRY}"),
        # Headings count only where there is nothing else, and so do links.
        (f"<h1>Up</h1><h2>Down</h2><p>{FERRY}", FERRY),
        ("<h1>Up</h1><h2>Down</h2>", "Up\n\nDown"),
        ("<ul><li><a>One</a><li><a>Two</a></ul>", "One\n\nTwo"),
        # Line breaks, tables, preformatted text.
        ("<p>One,<br>two.<br> <br>Three.", "One,\ntwo.\n\nThree."),
        ("<pre>One\n  two.</pre>", "One\n  two."),
        ("<table><tr><td>One cell.<td>Two cells.</table>", "One cell.\n\nTwo cells."),
        ("<p>One\n  and   <b> two </b>\t.", "One and two ."),
        # Ruby readings go, powers stay, the marks of notes go.
        ("<p><ruby>船<rp>(</rp><rt>ふね</rt><rp>)</rp></ruby>が出た。", "船が出た。"),
        ("<p>10<sup>3</sup> ferries<sup>[2]</sup>, a<sup><a>b</a></sup>.", "103 ferries, a."),
        # Entities, right-to-left text, zero-width characters.
        ("<p>Caf&eacute; &mdash; 5 &lt; 6 &amp;amp; &#x8239;&#0;", "Café — 5 < 6 &amp; 船\ufffd"),
        ("<p dir=rtl>הספינה חזרה\u200f לנמל\u200b.", "הספינה חזרה לנמל."),
        ("<p>Unclosed <b>tags <i>everywhere <div>and more.", "Unclosed tags everywhere\n\nand more."),
        ("Bare text & no tags.", "Bare text & no tags."),
    ],
)
def test_the_text_of_a_page(body: str, text: str) -> None:
    expected = "\n\n".join(part.strip() for part in text.split("\n\n"))
    assert document_of(page(body)).text == expected


@pytest.mark.parametrize(
    ("head", "title"),
    [
        ("<title>Ferry back | Wire</title>", "Ferry back"),
        ("<title>Ferry - back</title>", "Ferry - back"),
        ("<title>Ferry - back - Wire</title><meta property=og:site_name content=Wire>", "Ferry - back"),
        ("<title>Ferry back -- wire.example</title><link rel=canonical href=https://www.wire.example/>", "Ferry back"),
        ("<title>X</title><meta property=og:title content='Ferry back'>", "Ferry back"),
        ("<meta property=og:title content='Ferry | boat'>", "Ferry | boat"),
        ("<title>| Wire</title>", "| Wire"),
        ("<title> </title>", None),
        ("", None),
    ],
)
def test_the_title(head: str, title: str | None) -> None:
    assert document_of(page(f"<p>{FERRY}", head)).title == title


def test_a_heading_replaces_the_title() -> None:
    assert document_of(page(f"<h1>Ferry <i>back</i></h1><p>{FERRY}", "<title>Wire</title>")).title == "Ferry back"
    assert document_of(page(f"<h1>A</h1><h1>B</h1><p>{FERRY}", "<title>Wire</title>")).title == "Wire"


LINKED = '<script type="application/ld+json">{}</script>'


@pytest.mark.parametrize(
    ("head", "published"),
    [
        ("<meta name=date content=2026-03-03>", "2026-03-03"),
        ("<meta name=DC.date.issued content='3 March 2026'>", "2026-03-03"),
        ("<meta itemprop=datePublished content='2026-03-03T09:00'>", "2026-03-03T09:00:00+00:00"),
        (LINKED.format('[{"@graph": [{"@type": "NewsArticle", "datePublished": "2026-03-03"}]}]'), "2026-03-03"),
        (LINKED.format('{"datePublished": 1}') + "<meta name=date content=2026-03-03>", "2026-03-03"),
        (LINKED.format('{"datePublished": "2026') + "<meta name=date content=2026-03-03>", "2026-03-03"),
        (LINKED.format("[" * 100_000) + "<meta name=date content=2026-03-03>", "2026-03-03"),
        ("<time datetime=2026-03-03>Tuesday</time>", "2026-03-03"),
        ("<time datetime=2026-03-01>x</time><time itemprop=datePublished datetime=2026-03-03>x</time>", "2026-03-03"),
        ("<meta name=date content=yesterday>", None),
        ("<meta name=date content=yesterday><meta name=pubdate content=2026-03-03>", "2026-03-03"),
        ("<meta property=article:modified_time content=2026-03-04><time datetime=2026-03-03></time>", "2026-03-04"),
        ("", None),
    ],
)
def test_the_time(head: str, published: str | None) -> None:
    assert document_of(page(f"<p>{FERRY}", head)).published_text == published


@pytest.mark.parametrize(
    ("head", "url", "source"),
    [
        ("<link rel=canonical href=https://www.wire.example/a>", "https://www.wire.example/a", "wire.example"),
        ("<link rel='x canonical' href=http://wire.example:80/a>", "http://wire.example:80/a", "wire.example"),
        ("<meta property=og:url content=https://wire.example/a>", "https://wire.example/a", "wire.example"),
        (
            "<link rel=canonical href=/a><meta property=og:url content=https://wire.example/b>",
            "https://wire.example/b",
            "wire.example",
        ),
        ("<meta property=og:site_name content=' The  Wire '>", None, "The Wire"),
        ("<link rel=canonical href=/a>", None, None),
        ("<link rel=canonical href=javascript:alert(1)>", None, None),
        ("<link rel=canonical href='http://[::1'>", None, None),
        ("<link rel=canonical>", None, None),
    ],
)
def test_the_address_and_the_outlet(head: str, url: str | None, source: str | None) -> None:
    document = document_of(page(f"<p>{FERRY}", head))
    assert (document.url, document.source) == (url, source)


@pytest.mark.parametrize(
    ("start", "language"),
    [
        ("<html lang=nl-BE>", "nl"),
        ("<html><meta property=og:locale content=es_ES>", "es"),
        ("<html lang=xx-none>", "en"),
        ("<html lang=''>", "en"),
        ("<html>", "en"),
    ],
)
def test_the_language_is_claimed_or_detected(start: str, language: str) -> None:
    assert document_of(f"{start}<p>{FERRY}").language == language


def test_a_page_that_names_no_outlet_has_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "Harbour Wire" / "a.html"
    path.parent.mkdir()
    path.write_text(page(f"<p>{FERRY}"))
    (document,) = iter_items([path])
    assert isinstance(document, Document)
    assert (document.source, document.place) == ("Harbour Wire", path.as_posix())


@pytest.mark.parametrize(
    ("declared", "encoding"),
    [
        ("<meta charset=iso-8859-1>", "latin-1"),
        ("<meta http-equiv=Content-Type content='text/html; charset=windows-1252'>", "cp1252"),
        ("", "utf-8"),
        ("", "utf-16"),
        ("", "utf-8-sig"),
        ("<meta charset=latin-1>", "utf-8"),
        ("<meta charset=shift_jis>", "shift_jis"),
        ("<meta charset=nonsense>", "cp1252"),
        ("<meta charset=utf-32>", "cp1252"),
    ],
)
def test_encodings(declared: str, encoding: str) -> None:
    word = "船が出た。港は静かだ。" if encoding == "shift_jis" else "Der Kapitän über Öl"
    data = page(f"<p>{word}", declared).encode(encoding)
    assert document_of(data).text == word


def test_a_declaration_that_does_not_hold_is_passed_over() -> None:
    data = b"<meta charset=euc_jp><p>" + "船が出た。フェリーは九時に出た。".encode("shift_jis")
    assert "フェリーは九時に出た" in decode_page(data, place="p")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (page("<nav>Menu</nav>"), "a page without an article: all its words are in menus, forms and the like"),
        (page("<img src=x>"), "a page without words"),
        (page("<script>x</script>"), "a page without words"),
        ("<html>" + "<!--" * 50_000, "a page without words"),
        ("<html>" + "<div>" * 100_000 + "x", "HTML elements are nested more than 512 deep"),
    ],
)
def test_a_page_without_an_article_is_an_error(data: str, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    without_trafilatura(monkeypatch)
    assert told(items_of(data)) == [f"-: {reason}"]


def test_a_page_with_a_title_alone_is_that_title() -> None:
    document = document_of(page("", "<title>Ferry back</title>"))
    assert (document.title, document.text) == ("Ferry back", "Ferry back")


def test_a_page_may_be_as_large_as_one_document() -> None:
    (error,) = items_of(page(f"<p>{FERRY}"), Limits(item_bytes=50))
    assert isinstance(error, ReadError)
    assert "larger than 50 bytes" in error.reason


def test_a_long_line_is_one_paragraph() -> None:
    assert len(document_of(page("<p>" + "ferry " * 100_000)).text) == 599_999


def without_trafilatura(monkeypatch: pytest.MonkeyPatch) -> None:
    html_reader._trafilatura.cache_clear()
    monkeypatch.setitem(sys.modules, "trafilatura", None)


@pytest.fixture(autouse=True)
def _fresh_import() -> None:
    html_reader._trafilatura.cache_clear()


def test_trafilatura_looks_only_where_little_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("trafilatura")
    # All prose is in what we take for a side note; the other extractor takes it for the article.
    hidden = page(f"<div><p class=promo>{FERRY * 3}</p><p class=promo>{FERRY * 3}</p><p class=promo>{FERRY}</p></div>")
    assert document_of(hidden).text.count("night ferry") == 7
    without_trafilatura(monkeypatch)
    assert "without an article" in told(items_of(hidden))[0]


def test_without_the_extra_short_pages_are_read_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    without_trafilatura(monkeypatch)
    assert document_of(page("<p>Short.")).text == "Short."


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("plain &amp; simple\n\ntext, 1 < 2", "plain & simple\n\ntext, 1 < 2"),
        ("<p>One.</p><p>Two.</p>", "One.\n\nTwo."),
        ("<nav>Kept</nav>", "Kept"),
        ("One<br/>two", "One\ntwo"),
    ],
)
def test_fragments(markup: str, text: str) -> None:
    assert plain_text(markup, place="p", limits=LIMITS) == text


def check(items: list[object]) -> None:
    assert items
    for item in items:
        assert isinstance(item, Document | ReadError)
        if isinstance(item, Document):
            assert not any(character == "\0" or 0xD800 <= ord(character) < 0xE000 for character in item.text)
            assert documents_of("\n".join(write_jsonl([item]))) == [item]


@settings(max_examples=200)
@given(st.binary(max_size=400))
def test_any_bytes_give_a_document_or_a_named_error(data: bytes) -> None:
    check([*items_of(b"<html>" + data)])


@settings(max_examples=200)
@given(st.integers(0, len(PAGE)), st.integers(0, 60), st.text(alphabet="<>/\"'=&;!- divpa\0\ud800é船", max_size=20))
def test_a_damaged_page_gives_a_document_or_a_named_error(at: int, cut: int, put: str) -> None:
    check([*items_of((PAGE[:at] + put + PAGE[at + cut :]).encode("utf-8", "surrogatepass"))])


@pytest.mark.drill
@pytest.mark.parametrize(
    "body",
    ["<br>" * 500_000, "<p>x" * 200_000, "<sup>" * 400 + "x", "x" * 5_000_000, "<div>" * 500 + "<p>x</p>" * 50_000],
)
def test_large_pages_take_linear_time(body: str) -> None:
    begun = process_time()
    items_of(page(body))
    assert process_time() - begun <= 10


ARTICLE = "<p>The harbour bell of Tolsby rings again after ten years of silence, the harbour master said.</p>" * 3


@pytest.mark.parametrize("tag", ["noscript", "template", "textarea"])
def test_an_article_that_waits_for_a_script_is_found(tag: str) -> None:
    page = f"<html><head><title>Bell rings</title></head><body><nav>Menu</nav><{tag}>{ARTICLE}</{tag}></body></html>"
    document = document_of(page)
    assert document.text.count("The harbour bell") == 3
    assert document.title == "Bell rings"


@pytest.mark.parametrize("before", ["<!-- never closed", "<textarea>", "<iframe>", "<title>Bell"])
def test_what_is_never_closed_does_not_swallow_the_article(before: str) -> None:
    assert document_of(f"<html><body>{before}{ARTICLE}</body></html>").text.count("The harbour bell") == 3


def test_a_note_for_browsers_without_scripts_is_no_article() -> None:
    page = f"<html><body><noscript>Please turn on scripts.</noscript>{ARTICLE}</body></html>"
    assert "scripts" not in document_of(page).text


@pytest.mark.parametrize("hidden", ["<object>Words of an object.</object>", "<script>var words = 'never closed'"])
def test_a_body_that_gives_no_text_is_an_error_even_under_a_title(hidden: str) -> None:
    page = f"<html><head><title>Bell rings</title></head><body>{hidden}"
    assert [error.reason for error in errors_in(items_of(page))] == [
        "a page without an article: all its words are in menus, forms and the like"
    ]
