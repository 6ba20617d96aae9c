"""The feed that a page names."""

from __future__ import annotations

import pytest

from following.web import Clock, read_feed
from meadow.following.discovery import named_feed
from meadow.model import SourceState
from servers import Answer, serving


@pytest.mark.parametrize(
    ("head", "feed"),
    [
        ('<link rel="alternate" type="application/rss+xml" href="/feed">', "http://a.example/feed"),
        ("<LINK HREF=rss.xml TYPE=Application/Atom+XML REL='home alternate'>", "http://a.example/news/rss.xml"),
        ('<link rel="alternate" type="text/html" href="/nl"><link rel="stylesheet" href="x.css">', None),
        ('<link rel="alternate" type="application/rss+xml">', None),
        (
            '<link rel="alternate" type="application/rss+xml" href="javascript:x">'
            '<link rel="alternate" type="application/rss+xml" href="https://b.example/f">',
            "https://b.example/f",
        ),
        (
            '<link rel="alternate" type="application/rss+xml" href="http://[">'
            '<link rel="alternate" type="application/rss+xml" href="/f">',
            "http://a.example/f",
        ),
        ("", None),
    ],
)
def test_a_feed_is_found_by_its_link(head: str, feed: str | None) -> None:
    page = f"<html><head>{head}</head><body>x</body></html>".encode()
    assert named_feed(page, "http://a.example/news/") == feed


def test_any_bytes_are_looked_at() -> None:
    assert named_feed(b"\xff\xfe<link \x00" * 100, "http://a.example/") is None


def test_who_follows_a_page_hears_of_its_feed() -> None:
    link = b'<link rel="alternate" type="application/rss+xml" href="/feed">'
    page = b"<html><head>%s</head><article><p>The ferry sank on Monday.</p></article></html>" % link
    with serving({"/": Answer(page)}) as server:
        state = read_feed(server, SourceState(server.url("/"), "feed"), Clock()).state
    assert state.problem == f"this is a page that names a feed. Follow that instead: {server.url('/feed')}"
    assert (state.kind, state.failures) == ("page", 0)
