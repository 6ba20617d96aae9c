"""Feeds: valid Atom whatever articles hold, and a token that opens nothing else."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit
from xml.etree import ElementTree

import httpx
import pytest

from brief.hostile import STRINGS
from meadow.web.settings import make_feed_tokens
from meadow.workspace import Workspace
from stories import document
from web.apps import ORIGIN, Reader, filled, reader_of
from web.pages import page

ATOM = "{http://www.w3.org/2005/Atom}"
FEEDS = make_feed_tokens("a secret of tests", ["me", "Bo"])
MINE = next(token for token, name in FEEDS.items() if name == "me")


def parsed(answer: httpx.Response) -> ElementTree.Element:
    assert answer.status_code == 200
    return ElementTree.fromstring(answer.content)  # noqa: S314 - our own


def test_stories_are_entries_with_what_atom_wants(reader: Reader) -> None:
    answer = reader.get("/stories.atom")
    root = parsed(answer)
    assert answer.headers["content-type"] == "application/atom+xml; charset=utf-8"
    for name in ("title", "id", "updated", "author"):
        assert root.find(f"{ATOM}{name}") is not None
    entries = root.findall(f"{ATOM}entry")
    assert len(entries) == 2
    for entry in entries:
        for name in ("title", "id", "updated", "link", "summary"):
            assert entry.find(f"{ATOM}{name}") is not None
    links = [str(link.get("href")) for link in root.iterfind(f"{ATOM}entry/{ATOM}link")]
    assert links == [f"{ORIGIN}/s/wire", f"{ORIGIN}/s/bridge-1"]
    ids = [str(each.text) for each in root.iterfind(f"{ATOM}entry/{ATOM}id")]
    assert ids == ["tag:meadow.invalid,2026:/s/wire", "tag:meadow.invalid,2026:/s/bridge-1"]


def test_a_watch_has_a_feed_of_its_own(workspace: Workspace, reader: Reader) -> None:
    workspace.watch("bridge council", name="a/b & c")
    root = parsed(reader.get("/watch/a%2Fb%20%26%20c.atom"))
    links = [str(link.get("href")) for link in root.iterfind(f"{ATOM}entry/{ATOM}link")]
    assert links == [f"{ORIGIN}/s/bridge-1"]
    assert reader.get("/watch/nothing.atom").status_code == 404


def test_a_feed_token_reads_feeds_and_nothing_else(workspace: Workspace) -> None:
    stranger = Reader(reader_of(workspace, feeds=FEEDS).app, {})
    answer = stranger.get(f"/stories.atom?token={MINE}")
    assert answer.status_code == 200
    assert "set-cookie" not in answer.headers
    for path in ("/", "/s/wire", "/s/x.atom", "/f", "/events", "/api/stories", "/search?q=ferry"):
        joined = f"{path}{'&' if '?' in path else '?'}token={MINE}"
        assert stranger.get(joined).status_code == 401
    assert stranger.get("/stories.atom?token=guess").status_code == 401
    assert stranger.get("/", Authorization=f"Bearer {MINE}").status_code == 401
    assert stranger.send("POST", f"/mark/wire?token={MINE}").status_code == 401


def test_the_sources_page_gives_the_addresses_out(workspace: Workspace) -> None:
    workspace.watch("bridge council", name="bridges")
    reader = reader_of(workspace, feeds=FEEDS)
    links = [each.attribute("href") for each in page(reader.get("/f")).all(".held a")]
    assert links == [f"/stories.atom?token={MINE}", f"/watch/bridges.atom?token={MINE}"]
    for link in links:
        assert Reader(reader.app, {}).get(link).status_code == 200


def test_tokens_for_feeds_last_and_differ() -> None:
    assert make_feed_tokens("a", ["me"]) == make_feed_tokens("a", ["me"])
    tokens = [*make_feed_tokens("a", ["me", "Bo"]), *make_feed_tokens("b", ["me"])]
    assert len(set(tokens)) == 3
    assert all(len(token) == 40 for token in tokens)


@pytest.mark.parametrize("extra", ["\x00", "\x0b", "\ufffe", "\uffff", "\U0001f4a5", "]]>", "&amp;"])
def test_a_feed_is_well_formed_whatever_articles_hold(tmp_path: Path, extra: str) -> None:
    texts = [each.replace("\ud800", "") for each in STRINGS]
    hostile = [
        document(f"h{n}{text}{extra}", [f"{text} {extra} said."], title=text) for n, text in enumerate(texts[:30])
    ]
    with filled(tmp_path, hostile) as workspace:
        root = parsed(reader_of(workspace).get("/stories.atom"))
        for link in root.iterfind(f"{ATOM}entry/{ATOM}link"):
            assert urlsplit(str(link.get("href"))).path.startswith("/s/")
