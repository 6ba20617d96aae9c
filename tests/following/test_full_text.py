"""The text of the page that a teaser links to, and the teaser where there is none to be had."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from following.web import Clock, manners_of
from meadow.following.full_text import FullText, full_text, is_teaser
from meadow.ingest import Limits
from meadow.model import Document
from servers import Answer, Server, serving

TEASER = "The ferry Star of Skerra sank on Monday, killing 17 people …"
ARTICLE = """<html lang="en"><head><title>Another headline</title></head><body><nav>Home</nav><article>
<p>The ferry Star of Skerra sank on Monday, killing 17 people, the coast guard said in a statement at noon.</p>
<p>Divers searched the wreck through the night, while relatives waited in the harbour for news.</p></article></html>"""


@pytest.fixture
def server() -> Iterator[Server]:
    with serving({"/ferry": Answer(ARTICLE.encode())}) as running:
        yield running


def teaser(server: Server, path: str = "/ferry") -> Document:
    return Document("7", title="Ferry sinks", text=TEASER, source="Harbour Wire", url=server.url(path))


def taken(server: Server, document: Document, **network: float) -> FullText:
    return full_text(document, manners_of(server, Clock(), **network), limits=Limits(nesting=64))


def test_the_page_gives_the_text_and_the_feed_the_rest(server: Server) -> None:
    result = taken(server, teaser(server))
    assert result.problem is None
    document = result.document
    assert document.text.startswith("The ferry Star of Skerra sank on Monday, killing 17 people, the coast guard")
    assert document.text.endswith("waited in the harbour for news.")
    assert (document.id, document.title, document.source) == ("7", "Ferry sinks", "Harbour Wire")
    assert document.url == server.url("/ferry")


@pytest.mark.parametrize(
    ("answer", "words", "try_again"),
    [
        (Answer(status=404), "404 Not Found", False),
        (Answer(status=503), "503 Service Unavailable", True),
        (Answer(b"<html><body><nav>Menu</nav></body></html>"), "without", False),
        (Answer(b"<article><p>The ferry sank.</p></article>"), "no more text than the feed", False),
        (Answer(f"<article><p>{'We value your privacy. ' * 30}</p></article>".encode()), "something else", False),
        (Answer(b'{"text": "One."}\n{"text": "Two."}\n'), "2 articles, not one", False),
        (Answer(b"%PDF-1.7"), "PDF", False),
        (Answer(b"x" * 9000), "longer than 5,000 bytes", False),
    ],
)
def test_what_fails_keeps_the_teaser_and_says_why(server: Server, answer: Answer, words: str, try_again: bool) -> None:
    server.pages["/ferry"] = answer
    result = taken(server, teaser(server), body_bytes=5_000)
    assert result.document == teaser(server)
    assert words in str(result.problem)
    assert result.try_again is try_again


def test_robots_and_private_addresses_hold_for_pages_too(server: Server) -> None:
    server.pages["/robots.txt"] = Answer(b"User-agent: *\nDisallow: /ferry\n")
    assert "robots.txt" in str(taken(server, teaser(server)).problem)
    with serving({"/secret": Answer(ARTICLE.encode())}) as other:
        document = Document("7", text=TEASER, url=other.url("/secret"))
        result = taken(server, document)
        assert other.requests == []
    assert "private network" in str(result.problem)
    assert not result.try_again


def test_a_server_that_is_down_may_be_up_later(server: Server) -> None:
    with serving() as other:
        url, host = other.url("/ferry"), other
    result = full_text(Document("7", text=TEASER, url=url), manners_of(host, Clock()))
    assert result.try_again
    assert server.requests == []


@pytest.mark.parametrize(
    ("text", "url", "expected"),
    [
        ("Short.", "http://a.example/", True),
        ("Short.", None, False),
        ("Short.", "mailto:x@a.example", False),
        ("Long. " * 300, "http://a.example/", False),
        ("Long. " * 300 + "and so on …", "http://a.example/", True),
        ("Long. " * 300 + "and [...]", "http://a.example/", True),
    ],
)
def test_a_teaser_is_short_or_ends_with_dots_and_has_an_address(text: str, url: str | None, expected: bool) -> None:
    assert is_teaser(Document("7", text=text, url=url)) is expected


def test_a_document_without_an_address_stays_as_it_is(server: Server) -> None:
    assert taken(server, Document("7", text=TEASER)).problem == "it links to no page"
