"""A journalist drops a folder of everything on Meadow: every article is in a story, and what cannot be read is named."""

from __future__ import annotations

import json
import re
import shutil
from html import unescape

import pytest

from meadow.brief.pdf import BROWSERS
from newcomers.conftest import Newcomer
from newcomers.desk import BROKEN_LINES, Desk, Told, lay_out


@pytest.fixture
def desk(newcomer: Newcomer) -> Desk:
    """Return the folder `all`: 200 files in a drill, else 40."""
    desk = lay_out(newcomer.folder / "all", 200 if newcomer.whole else 40)
    assert desk.files() == (200 if newcomer.whole else 40)
    return desk


def _unread(desk: Desk, said: str) -> None:
    """Check that what cannot be read is named with its reason, and that thirty lines of one kind bury nothing."""
    for path, reason in desk.refused.items():
        assert (path in said, reason in said) == (True, True), f"{path} should be named with {reason!r}:\n{said}"
    assert re.search(rf"\b({BROKEN_LINES}|{BROKEN_LINES - 1} more)\b", said), said
    assert len(said.splitlines()) < len(desk.refused) + 8, said
    assert ("DS_Store" in said, "__MACOSX" in said) == (False, False)


def test_a_digest_of_the_folder_loses_nothing(newcomer: Newcomer, desk: Desk) -> None:
    page, printed = newcomer.folder / "digest.html", newcomer.folder / "digest.pdf"
    prints = newcomer.whole and any(map(shutil.which, BROWSERS))
    command = ["digest", "all", "--json", "--html", page.name, *(["--pdf", printed.name] if prints else [])]
    done = newcomer.run(*command)
    stories = json.loads(done.stdout)["stories"]
    articles = [article for story in stories for article in story["articles"]]
    mail = [each for each in articles if each["place"].endswith(desk.mail)]
    # In a story or reported, like everything else, and never both.
    assert bool(mail) != (desk.mail in done.stderr)
    assert sorted(_found(each) for each in articles if each not in mail) == sorted(map(_folded, desk.told))
    assert len({article["id"] for article in articles}) == len(articles)
    _unread(desk, done.stderr)
    text = unescape(page.read_text("utf-8"))
    assert [story["headline"] for story in stories if story["headline"] not in text] == []
    assert "We use cookies" not in text
    assert not prints or printed.read_bytes().startswith(b"%PDF-")
    strict = newcomer.run(*command, "--strict", status=1)
    assert strict.stdout == done.stdout


def _found(article: dict[str, str | None]) -> tuple[str, str, str]:
    return _folded((article["title"] or "", article["source"], (article["published"] or "")[:10]))


def _folded(told: Told) -> tuple[str, str, str]:
    """Return a title with single blanks, an outlet and a day; empty where they are absent, so that they can be sorted."""
    title, source, day = told
    return " ".join(title.split()), source or "", day or ""


@pytest.mark.parametrize(
    "arguments",
    [("summarize", "all", "--words", "80"), ("report", "How many people died?", "all"), ("headline", "all")],
    ids=lambda arguments: arguments[0],
)
def test_every_verb_reads_it(newcomer: Newcomer, desk: Desk, arguments: tuple[str, ...]) -> None:
    done = newcomer.run(*arguments)
    assert len(done.stdout.strip()) > 20
    _unread(desk, done.stderr)
