"""Pages and feeds by their addresses, from a server on this machine that is allowed by name."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

import meadow
from command import run_meadow
from meadow.errors import InputError, NothingReadableError, ReadWarning
from meadow.ingest import iter_items
from servers import Answer, Server, serving

PAGE = b"""<!doctype html><html lang="en"><head><title>Ferry sinks off Skerra</title></head><body><article>
<p>The ferry Star of Skerra sank on Monday, killing 17 people, the coast guard said.</p>
<p>Divers searched the wreck through the night, while relatives waited in the harbour for news.</p></article></body>
</html>"""
FEED = b"""<?xml version="1.0"?><rss version="2.0"><channel><title>Harbour Wire</title>
<item><title>Ferry sinks</title><link>/ferry.html</link><description>The ferry sank on Monday.</description></item>
<item><title>Wolves return</title><link>http://other.example/w</link><description>Wolves are back.</description></item>
</channel></rss>"""


@pytest.fixture
def server() -> Iterator[Server]:
    with serving({"/ferry.html": Answer(PAGE), "/feed": Answer(FEED)}) as running:
        yield running


def test_a_page_is_a_document_with_its_address(server: Server) -> None:
    (page,) = meadow.read(server.url("/ferry.html"), allow_hosts=[server.host])
    assert (page.url, page.place) == (server.url("/ferry.html"), server.url("/ferry.html"))
    assert page.source == "127.0.0.1"
    assert page.title == "Ferry sinks off Skerra"
    assert "killing 17 people" in page.text


def test_a_feed_gives_its_entries_with_whole_addresses(server: Server) -> None:
    first, second = meadow.read(server.url("/feed"), allow_hosts=[server.host])
    assert (first.url, second.url) == (server.url("/ferry.html"), "http://other.example/w")
    assert {first.source, second.source} == {"Harbour Wire"}
    assert first.place == f"{server.url('/feed')}:1"


def test_robots_txt_is_asked_first(server: Server) -> None:
    server.pages["/robots.txt"] = Answer(b"User-agent: *\nDisallow: /ferry\n")
    with pytest.warns(ReadWarning), pytest.raises(NothingReadableError, match=r"robots\.txt") as caught:
        list(meadow.read(server.url("/ferry.html"), allow_hosts=[server.host]))
    assert caught.value.exit_code == 3
    assert "/ferry.html" not in server.paths()


def test_one_address_that_fails_does_not_stop_the_others(server: Server) -> None:
    with pytest.warns(ReadWarning, match="answers 404 Not Found"):
        found = list(meadow.read(server.url("/gone"), server.url("/ferry.html"), allow_hosts=[server.host]))
    assert [document.title for document in found] == ["Ferry sinks off Skerra"]


PRIVATE = "<DOCSENT DID='secret'><BODY><TEXT><S PAR='1' RSNT='1' SNO='1'>A local secret.</S></TEXT></BODY></DOCSENT>"
# An answer of each format, under names that would lead to a file of the current folder if they were paths.
ANSWERS = {
    "text": b"A title\n\nThe ferry sank on Monday, and many people died there.",
    "markdown": b"# A title\n\nThe ferry sank on Monday, and many people died there.",
    "subtitles": b"WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nThe ferry sank on Monday.\n",
    "html": b"<p>The ferry sank on Monday, and many people died there.</p>",
    "cluster": b'<CLUSTER><D DID="secret"/></CLUSTER>',
    "docsent": PRIVATE.replace("local secret", "text of the web").encode(),
    "jsonl": b'{"text": "The ferry sank on Monday."}\n{"text": "The bridge fell."}\n',
    "csv": b"title,text\nA title,The ferry sank on Monday.\n",
    "parquet": b"PAR1",
}


@pytest.mark.parametrize(
    "name", ["", "secret", "secret.txt", "secret.docsent", "secret.parquet", "..", "%2e%2e", "a.zip"]
)
@pytest.mark.parametrize("kind", ANSWERS)
def test_nothing_of_the_web_is_a_path(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, name: str
) -> None:
    """Whatever an address and its answer say, two folders with other names and files give the same."""
    server.pages[f"/{name}"] = Answer(ANSWERS[kind])
    zipped = BytesIO()
    with ZipFile(zipped, "w") as archive:
        archive.writestr("secret.txt", ANSWERS[kind])
    server.pages["/zipped"] = Answer(zipped.getvalue())

    def found(folder: str) -> list[str]:
        monkeypatch.chdir(tmp_path / folder)
        items = iter_items([server.url(f"/{name}"), server.url("/zipped")], allow_hosts=[server.host])
        return [repr(item) for item in items]

    (tmp_path / "bare").mkdir()
    (tmp_path / "private" / "docsent").mkdir(parents=True)
    for file in ("secret.docsent", "secret", "secret.txt", "secret.parquet", "a.zip", "docsent/secret.docsent"):
        (tmp_path / "private" / file).write_text(PRIVATE, "utf-8")
    said = found("private")
    assert said == found("bare")
    assert "local secret" not in str(said)
    assert "private" not in str(said)


def test_this_machine_is_not_read_unless_it_is_named(server: Server) -> None:
    with pytest.warns(ReadWarning), pytest.raises(NothingReadableError, match="private network or on this machine"):
        list(meadow.read(server.url("/ferry.html")))
    assert server.requests == []


def test_other_schemes_are_refused_with_advice() -> None:
    with pytest.raises(InputError, match="only http and https"):
        list(meadow.read("ftp://news.example/feed"))


def test_the_command_line_reads_addresses(server: Server, tmp_path: Path) -> None:
    done = run_meadow("digest", server.url("/feed"), folder=tmp_path, MEADOW_ALLOW_HOSTS=server.host)
    assert done.returncode == 0, done.stderr
    assert "Harbour Wire" in done.stdout
    refused = run_meadow("digest", server.url("/feed"), folder=tmp_path, MEADOW_ALLOW_HOSTS="")
    assert refused.returncode == 3
    assert "allow it by name" in refused.stderr
