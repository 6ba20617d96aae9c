"""Each judging task in a real Chromium by keys alone: undo, reload, a second window, a server that dies, handing in."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from browser import heard
from meadow.studies.folding import fold
from meadow.workspace import Workspace
from studies.web.judges import RATINGS, done, judging, make_task, press, ready
from web.apps import filled
from web.live import serving

pytestmark = pytest.mark.browser

Keys = tuple[str, ...]


@dataclass(frozen=True)
class Way:
    """How a task is done: first keys, how much that is, how much is left after undo, a second window, the rest offline."""

    first: Keys
    is_done: str
    undone: str
    elsewhere: Keys
    then: str
    rest: Keys


WAYS = {
    "utility": Way(("9", "t", "0"), "3 of 5", "2 of 5", ("5",), "4 of 5", ("j", "7")),
    "subsumption": Way(("c", "Enter", "Enter"), "2 of 5", "1 of 5", ("Enter",), "3 of 5", ("Enter", "Enter", "Enter")),
    "grouping": Way(
        ("a", "Backspace", "a", "2"), "4 of 5", "3 of 5", ("1",), "5 of 5", ("l", "j", "l", "Alt+ArrowUp")
    ),
    "alignment": Way(
        ("w", "type:Fire.", "Escape", "w", "type:Mill gone.", "Escape", "wait:[data-length=long] [data-part]", "Space", "a"),
        "3 of 6", "2 of 6", ("n", "Space", "b"), "4 of 6",
        ("q", "type:What?", "Tab", "type:fire; a fire", "Tab", "focus:#ask-again", "Enter"),
    ),
    "concepts": Way(
        ("j", "type:Mill", "Enter", "Escape"), "1 of 24", "0 of 24", ("j", "Tab", "type:Crew", "Escape"), "2 of 24",
        ("j", "Tab", "Tab", "type:Orrin", "Escape"),
    ),
    "headlines": Way(
        ("w", "type:Mill gone", "Enter", RATINGS, "4", "5"), "3 of 5", "2 of 5", ("3",), "4 of 5", ("2",)
    ),
}  # fmt: skip


@pytest.fixture
def space(tmp_path: Path) -> Iterator[Workspace]:
    """Return a workspace whose clock is stopped."""
    with filled(tmp_path / "workspace", ()) as made:
        yield made


@pytest.mark.parametrize("task", WAYS)
def test_a_task_is_done_by_keys_alone_whatever_happens(chromium: Browser, space: Workspace, task: str) -> None:
    way, made = WAYS[task], make_task(space, task)
    with ExitStack() as stack:
        server = ExitStack()
        stack.callback(server.close)
        origin = server.enter_context(serving(space))
        context, page = stack.enter_context(judging(chromium, origin, made))
        complaints: list[str] = []
        stack.enter_context(heard(page, pageerror=lambda error: complaints.append(str(error))))
        press(page, *way.first)
        done(page, way.is_done)
        press(page, "u", "i")
        done(page, way.undone)
        expect(page.locator(".guidelines-text")).to_be_in_viewport()
        press(page, "Escape")
        expect(page.locator(".guidelines-text")).to_be_hidden()
        press(page, "Control+Shift+z")
        done(page, way.is_done)
        page.reload()
        ready(page)
        done(page, way.is_done)
        second = context.new_page()
        second.goto(page.url)
        ready(second)
        press(second, *way.elsewhere)
        done(second, way.then)
        done(page, way.then)  # the first window has heard of it
        second.close()
        server.close()  # the server is gone, and comes back where it was
        press(page, *way.rest)
        expect(page.locator("#save-state")).to_contain_text("not yet saved: offline")
        server.enter_context(serving(space, at=int(urlsplit(origin).port or 0)))
        expect(page.locator("#save-state")).to_have_text("Saved")
        expect(page.locator("#missing")).to_have_text("Nothing is missing.")
        press(page, "Escape", "Control+Enter")
        expect(page.get_by_text("That was all.")).to_be_visible()
        assert complaints == []
    kept = {(each.participant, each.slot): each for each in space.store.slots(made.study.id)}
    assert kept == fold(space.store.actions(made.study.id))
    assert [each.status for each in space.judging.progress(made.study.id, "Ana")] == ["submitted"]
