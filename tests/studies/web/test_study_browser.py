"""A whole study in a real Chromium: three people, two topics of the sample, keys alone; merged, exported, and measured."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page, expect

from browser import lent_page
from command import run_meadow
from meadow.lab.opening import open_testbed
from meadow.studies.folding import fold
from meadow.studies.judging.judging import MadeStudy
from meadow.studies.judging.making import StudyPlan, Topic
from meadow.text.sentences import document_sentences
from meadow.workspace import Workspace
from patience import until
from web.apps import NOW
from web.live import serving, visiting

pytestmark = pytest.mark.browser

MOST, TOO_MANY = 50, 52


def sample_topics(count: int) -> list[Topic]:
    """Return the longest topics of the sample that ask something."""
    beds = [topic for topic in open_testbed() if topic.question or topic.title]
    length = {topic.id: sum(len(document_sentences(each)) for each in topic.documents) for topic in beds}
    chosen = sorted(beds, key=lambda topic: -length[topic.id])[:count]
    return [
        Topic(each.title or each.id, each.documents, each.question or each.title, each.kind, each.id) for each in chosen
    ]


@contextmanager
def seat(browser: Browser, origin: str, token: str) -> Iterator[Page]:
    """Open the browser of a participant at their next item."""
    with lent_page(browser, origin) as page:
        page.goto(f"{origin}/j/t/{token}")
        press_link(page, "Go on")
        yield page


def press_link(page: Page, name: str) -> None:
    page.get_by_role("link", name=name, exact=True).focus()
    page.keyboard.press("Enter")


def start(page: Page) -> None:
    expect(page.locator("#judging[data-ready]")).to_be_visible()
    page.keyboard.press("Control+Enter")
    expect(page.locator(".builder[data-ready]")).to_be_visible()


def take(page: Page, count: int) -> None:
    """Add `count` sentences more, article by article, with keys alone."""
    while count > 0:
        page.keyboard.press("ArrowRight")
        here = min(count, page.locator(".picks button").count())
        for _ in range(here):
            page.keyboard.press("j")
            page.keyboard.press("Space")
        count -= here


def saved(page: Page) -> None:
    expect(page.locator("#save-state")).to_have_text("Saved")


def fill_form(page: Page, names: dict[str, str]) -> None:
    """Name concepts and answer the questions with Tab, Space and letters, then hand the report in."""
    expect(page.get_by_role("heading", name="Who and what mattered?")).to_be_visible()
    expect(page.locator("#judging[data-ready]")).to_be_visible()
    for label, text in names.items():
        page.get_by_label(label, exact=True).focus()
        page.keyboard.type(text)
    page.get_by_label("Key factors 8", exact=True).focus()
    for _ in range(5):
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        page.keyboard.press("Space")
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
    expect(page.locator(".scale [aria-pressed=true]")).to_have_count(5)
    saved(page)
    page.keyboard.press("Control+Enter")


def test_a_whole_study_from_links_to_the_table(chromium: Browser, tmp_path: Path) -> None:
    with Workspace(tmp_path / "meadow-workspace", clock=lambda: NOW) as workspace:
        made = workspace.judging.new(StudyPlan("report", "Study"), sample_topics(2), ["Ana", "Bo", "Cy"])
        with serving(workspace) as origin:
            for at, invitation in enumerate(made.invitations):
                with seat(chromium, origin, invitation.token) as page:
                    _both_topics(page, at)
            _merge(chromium, origin, made)
        log = workspace.store.actions("study")
        assert {(each.participant, each.slot): each for each in workspace.store.slots("study")} == fold(log)
    done = run_meadow("judge", "results", "study", folder=tmp_path)
    assert "About the work" in done.stdout
    assert run_meadow("judge", "export", "study", "traces", "--out", "traces", folder=tmp_path).returncode == 0
    assert run_meadow("judge", "export", "study", "testbed", "--out", "bed", folder=tmp_path).returncode == 0
    table = run_meadow("lab", "run", "qarla", "--testbed", "bed", folder=tmp_path)
    assert table.returncode == 0, table.stderr
    assert "nicos" in table.stdout
    assert "sentence-recall" in table.stdout


def _both_topics(page: Page, at: int) -> None:
    press_link(page, "Begin")
    for topic in range(2):
        start(page)
        if (at, topic) == (0, 0):
            _too_many(page)
        else:
            take(page, 4 + at)
        saved(page)
        page.keyboard.press("Control+Enter")
        fill_form(page, {"People 1": "Aurel Denko" if at else "Captain Aurel Denko", "Organisations 1": "Coast Guard"})
        if topic == 0:
            expect(page.get_by_role("button", name="Start")).to_be_visible()
    expect(page.get_by_text("That was all")).to_be_visible()


def _too_many(page: Page) -> None:
    take(page, TOO_MANY)
    expect(page.locator("#space-text")).to_have_text("52 of 50 sentences: take out 2 before you finish")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#finish")).to_be_disabled()
    for _ in range(2):
        page.locator("#report-lines button", has_text="Remove").first.focus()
        page.keyboard.press("Space")
    expect(page.locator("#space-text")).to_have_text("50 of 50 sentences")


def _merge(chromium: Browser, origin: str, made: MadeStudy) -> None:
    with visiting(chromium, origin) as visit:
        for item in made.study.items:
            page = visit.go(f"/j/merge/study/{item}")
            page.get_by_role("button", name="Begin the list").click()
            page.get_by_role("button", name="Join as Captain Aurel Denko: Aurel Denko").click()
            expect(page.locator(".merged li", has_text="also: Aurel Denko")).to_have_count(1)
            expect(page.get_by_text("No two entries look alike.")).to_be_visible()


def test_when_time_is_up_sentences_only_go(chromium: Browser, tmp_path: Path) -> None:
    with Workspace(tmp_path, clock=lambda: NOW) as workspace:
        made = workspace.judging.new(StudyPlan("report", "Study"), sample_topics(1), ["Ana"])
        with serving(workspace) as origin, seat(chromium, origin, made.invitations[0].token) as page:
            press_link(page, "Begin")
            start(page)
            take(page, 3)
            saved(page)
            workspace.clock = lambda: NOW + timedelta(minutes=30, seconds=1)
            page.keyboard.press("j")
            page.keyboard.press("Space")
            expect(page.locator("#notice")).to_contain_text("Time is up: sentences can only be taken out.")
            expect(page.locator("#space-text")).to_have_text("3 of 50 sentences")
            expect(page.locator("#time-text")).to_have_text("0:00: time is up, sentences can only be taken out")
            page.keyboard.press("k")
            page.keyboard.press("Space")
            expect(page.locator("#space-text")).to_have_text("2 of 50 sentences")
            page.keyboard.press("u")
            expect(page.locator("#notice")).to_contain_text("Time is up")
            expect(page.locator("#space-text")).to_have_text("2 of 50 sentences")
            page.reload()
            expect(page.locator("#time-text")).to_have_text("0:00: time is up, sentences can only be taken out")
            saved(page)
            page.keyboard.press("Control+Enter")
            expect(page.get_by_role("heading", name="Who and what mattered?")).to_be_visible()


def test_a_server_that_is_killed_loses_nothing(chromium: Browser, tmp_path: Path) -> None:
    with Workspace(tmp_path) as workspace:
        made = workspace.judging.new(StudyPlan("report", "Study"), sample_topics(1), ["Ana"])
    with (
        _server(tmp_path, 0) as (process, port),
        seat(chromium, f"http://127.0.0.1:{port}", made.invitations[0].token) as page,
    ):
        press_link(page, "Begin")
        start(page)
        take(page, 3)
        process.send_signal(signal.SIGKILL)
        process.wait()
        for _ in range(3):
            page.keyboard.press("k")
        page.keyboard.press("Space")
        page.keyboard.press("u")
        page.keyboard.press("u")
        expect(page.locator("#save-state")).to_contain_text("not yet saved: offline")
        expect(page.locator("#space-text")).to_have_text("2 of 50 sentences")
        with _server(tmp_path, port):
            saved(page)
            page.reload()
            expect(page.locator("#space-text")).to_have_text("2 of 50 sentences")
    with Workspace(tmp_path) as workspace:
        assert workspace.check() == []
        keys = [each.key for each in workspace.store.actions("study")]
        assert len(keys) == len(set(keys))


@contextmanager
def _server(folder: Path, port: int) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Start `meadow serve` on a port, or on any that is free, and end it with the block."""
    command = [sys.executable, "-m", "meadow", "serve", "--workspace", str(folder), "--port", str(port), "--no-open"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ})
    try:
        assert process.stdout is not None
        address = process.stdout.readline()
        found = int(address.rpartition("/?")[0].rpartition(":")[2])
        assert until(lambda: _answers(f"http://127.0.0.1:{found}/static/app.js"))
        yield process, found
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def _answers(address: str) -> bool:
    try:
        with urlopen(address) as answer:  # noqa: S310 - of this machine
            return bool(answer.read())
    except OSError:
        return False
