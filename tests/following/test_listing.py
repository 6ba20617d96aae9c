"""What is followed: arguments, lists and OPML, and errors that name the line."""

from __future__ import annotations

from pathlib import Path

import pytest

from meadow.errors import InputError, LimitError, MeadowError, ReadError, UsageError
from meadow.following.listing import Source, list_sources, read_list

OPML = """<?xml version="1.0"?><opml version="2.0"><head><title>Mine</title></head><body>
<outline text="North"><outline text="Harbour Wire" type="rss" xmlUrl="http://harbour.example/feed"/>
<outline text="Deeper"><outline title="The Echo" text="x" xmlurl="https://Echo.example:443/rss#top"/></outline></outline>
<outline text="A page" htmlUrl="http://a.example/"/></body></opml>"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "news").mkdir()
    (tmp_path / "wire.jsonl").write_text("{}", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_arguments_are_addresses_folders_files_and_standard_input(folder: Path) -> None:
    assert folder.is_dir()
    assert list_sources(["HTTP://Harbour.Example/feed#x", "news/", "wire.jsonl", "news"]) == [
        Source("http://harbour.example/feed", "feed"),
        Source("news", "folder"),
        Source("wire.jsonl", "file"),
    ]
    assert list_sources(["-"]) == [Source("-", "input")]


def test_a_list_has_one_source_to_a_line_and_comments(folder: Path) -> None:
    lines = "# mine\n\nhttp://harbour.example/feed#top  # the wire\n../news\n../wire.jsonl\n"
    (folder / "lists").mkdir()
    (folder / "lists" / "sources.txt").write_text(lines, encoding="utf-8")
    assert read_list("lists/sources.txt") == [
        Source("http://harbour.example/feed", "feed"),
        Source("lists/../news", "folder"),
        Source("lists/../wire.jsonl", "file"),
    ]


def test_opml_gives_its_feeds_at_any_depth_with_their_titles(folder: Path) -> None:
    (folder / "mine.opml").write_text(OPML, encoding="utf-8")
    assert list_sources(["news", "http://harbour.example/feed"], feeds="mine.opml") == [
        Source("news", "folder"),
        Source("http://harbour.example/feed", "feed"),
        Source("https://echo.example/rss", "feed", "The Echo"),
    ]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("http://a.example/\nhttp://us er@\n", "list.txt:2: "),
        ("http://a.example/\nnowhere.txt\n", "list.txt:2: There is no file or folder"),
        ("ftp://a.example/\n", "only http and https"),
        ("news\n-\n", "list.txt:2: standard input"),
        ("# nothing\n", "every line is empty or a comment"),
        ("<opml><body/></opml>", "no outline has an xmlUrl"),
        ("<rss/>", "must be OPML, but this is <rss>"),
        ("<opml><body>", "not well-formed XML"),
        ('<opml><outline text="Old" xmlUrl="feed://a.example/"/></opml>', "feed 1 ('Old')"),
        ('<opml><outline xmlUrl="http://"/></opml>', "feed 1: 'http://'"),
        ('<!DOCTYPE o [<!ENTITY a "b">]><opml/>', "declares an entity"),
        ("<opml>" + "<outline>" * 100, "nested more than 64 deep"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(folder: Path, content: str, words: str) -> None:
    (folder / "list.txt").write_text(content, encoding="utf-8")
    with pytest.raises(MeadowError) as caught:
        read_list("list.txt")
    assert words in str(caught.value)
    assert isinstance(caught.value, InputError | ReadError)


def test_a_list_has_limits(folder: Path) -> None:
    feeds = "".join(f'<outline xmlUrl="http://a.example/{number}"/>' for number in range(50_001))
    (folder / "long.opml").write_text(f"<opml>{feeds}</opml>", encoding="utf-8")
    with pytest.raises(LimitError, match="more than 50,000 feeds"):
        read_list("long.opml")
    with (folder / "huge.txt").open("wb") as stream:
        stream.truncate((16 << 20) + 1)
    with pytest.raises(LimitError, match="longer than 16,777,216 bytes"):
        read_list("huge.txt")


def test_nothing_at_all_a_missing_list_and_input_with_others_are_refused(folder: Path) -> None:
    assert folder.is_dir()
    with pytest.raises(InputError, match="nothing to read"):
        list_sources([])
    with pytest.raises(InputError, match=r"no file or folder 'nwes'\. Did you mean 'news'"):
        list_sources(["nwes"])
    with pytest.raises(InputError, match=r"no file or folder 'feeds\.opml'"):
        list_sources([], feeds="feeds.opml")
    (folder / "a\nb.txt").write_text("Wolf.", encoding="utf-8")
    with pytest.raises(InputError, match="cannot be written down"):
        list_sources(["a\nb.txt"])
    with pytest.raises(UsageError, match="together with other"):
        list_sources(["-", "news"])
