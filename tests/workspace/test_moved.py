"""What a second look moved from story to story today is said in lists, on pages and in JSON."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from rich.console import Console

from meadow.brief.listing import render_listing
from meadow.brief.storypage import render_story
from meadow.brief.terminal import COLUMNS
from meadow.brief.tracks import moved_text
from meadow.model import Decision, Document, Moved
from meadow.store.contract import Wanted
from meadow.web.api.shapes import entry_value
from meadow.workspace import Workspace
from store.articles import NOON, SteppingClock

_STORM = "Storm Vessin closed the harbour of Tarlo."
_FLOOD = "A dam burst in the valley of Benguit."
_BOTH = "Storm Vessin closed the harbour of Tarlo, and a dam burst in the valley of Benguit."


def _articles(first: int, *texts: str) -> list[Document]:
    return [
        Document(f"a{at}", f"Paper {at}", text[:14], text, NOON + timedelta(minutes=at), language="en")
        for at, text in enumerate(texts, first)
    ]


def _printed(what: object) -> str:
    console = Console(width=COLUMNS, force_terminal=False)
    with console.capture() as capture:
        console.print(what)
    return " ".join(capture.get().split())


def test_a_second_look_that_moves_articles_says_so_for_a_day(tmp_path: Path) -> None:
    clock = SteppingClock()
    with Workspace(tmp_path, clock=clock) as workspace:
        workspace.add(_articles(0, *[_STORM] * 2, *[_FLOOD] * 2))
        assert {each.moved for each in workspace.stories(Wanted())} == {None}
        workspace.add(_articles(4, *[_BOTH] * 8))
        (entry,) = (each for each in workspace.stories(Wanted()) if len(each.brief.documents) == 12)
        assert entry.moved is not None
        assert entry.moved.kind == "merge"
        assert set(entry.moved.document_ids) == ({"a2", "a3"} if entry.row.id == "a0" else {"a0", "a1"})
        said = "2 articles moved here today, because their story and this one are of one event:"
        assert said in _printed(render_listing([(entry.brief, 0)], {entry.row.id: entry.moved}))
        assert said in _printed(render_story(entry.brief, moved=entry.moved))
        value = entry_value(entry)["moved"]
        assert value["documents"] == list(entry.moved.document_ids)
        assert value["decided"]["rule"] in {
            "alike",
            "join",
            "stray",
        }
        clock.time += timedelta(days=1)
        assert {each.moved for each in workspace.stories(Wanted())} == {None}


def test_why_articles_were_moved() -> None:
    many = tuple(map(str, range(57)))
    assert moved_text(Moved(many, "split", Decision("pause", 341.0, 300.0, 12))) == (
        "57 articles moved here today, because they are of another event than their story: "
        "341.000 ≥ 300.000, days without an article between the two, 12 pairs"
    )
    assert moved_text(Moved(many[:1], "merge", None)).endswith("because their story and this one are of one event")
