"""The worker process of the app: it follows and prepares headings, ends with the app, and is started again if it dies."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from meadow.model import SourceState
from meadow.web.app import create_app
from meadow.web.bus import Bus
from meadow.web.worker import WebTask, WebWorker
from meadow.workspace import Workspace
from meadow.workspace.following import Following
from patience import until
from stories import FERRY
from web.apps import SETTINGS, Reader, filled
from web.pages import page

ARTICLE = "Ferry late\n\nThe ferry from Skerra to Tolsby was late today.\n"


@contextmanager
def working(folder: Path, said: list[str], *, module: str = "meadow.web.working") -> Iterator[tuple[WebWorker, Bus]]:
    bus = Bus()
    worker = WebWorker(WebTask(folder, Following("15m")), bus, note=said.append, module=module, wait=0.05)
    worker.start()
    try:
        yield worker, bus
    finally:
        worker.close()


def process_of(worker: WebWorker) -> int:
    assert until(lambda: worker._process is not None)
    assert worker._process is not None
    return worker._process.pid


def is_gone(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.fixture
def news(tmp_path: Path) -> Iterator[tuple[Workspace, Path]]:
    """Return a workspace that follows a folder with one article, and the folder."""
    folder = tmp_path / "news"
    folder.mkdir()
    (folder / "a.txt").write_text(ARTICLE, "utf-8")
    with filled(tmp_path / "space", FERRY) as workspace:
        with workspace.store.writing() as writer:
            writer.save_source(SourceState(str(folder), "folder"))
        yield workspace, folder


def test_it_follows_prepares_starts_again_and_ends(news: tuple[Workspace, Path], tmp_path: Path) -> None:
    workspace, folder = news
    said: list[str] = []
    with working(tmp_path / "space", said) as (worker, bus), bus.listening() as listener:
        first = process_of(worker)
        assert until(lambda: workspace.store.counts()["documents"] == 4), said
        assert until(lambda: workspace.store.result("heading|wire") is not None), "headings are made in advance"
        assert until(lambda: any(event.name == "article" for event in listener.take()))
        os.kill(first, signal.SIGKILL)
        assert until(lambda: process_of(worker) != first)
        (folder / "b.txt").write_text(ARTICLE.replace("late", "early"), "utf-8")
        workspace.retry_source(str(folder))
        worker.wake()
        assert until(lambda: workspace.store.counts()["documents"] == 5), said
        assert until(lambda: worker.problem is None)
        second = process_of(worker)
    assert is_gone(second)
    assert len(said) == 1
    assert "ended with status -9" in said[0]


def test_a_process_that_cannot_start_is_reported_and_tried_again(tmp_path: Path) -> None:
    said: list[str] = []
    with filled(tmp_path, FERRY) as workspace, working(tmp_path, said, module="meadow.no_such") as (worker, bus):
        reader = Reader(create_app(workspace, SETTINGS, bus=bus, worker=worker))
        assert until(lambda: len(said) >= 2)
        assert "is started again" in page(reader.get("/f")).text(".failing")
        found = page(reader.get("/search?q=ferry")).first(".hit-story")
        assert (found.text(".headline"), found.text(".pending")) == (str(FERRY[0].title), "headline is being updated")


def test_it_ends_when_the_app_is_killed(news: tuple[Workspace, Path], tmp_path: Path) -> None:
    program = (
        "import sys, time; from meadow.web.bus import Bus; from meadow.web.worker import WebTask, WebWorker\n"
        "from meadow.workspace.following import Following\n"
        f"worker = WebWorker(WebTask({str(tmp_path / 'space')!r}, Following('15m')), Bus(), note=print); worker.start()\n"
        "while worker._process is None: time.sleep(0.01)\n"
        "print(worker._process.pid, flush=True); time.sleep(600)\n"
    )
    workspace, _ = news
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        assert until(lambda: workspace.store.counts()["documents"] == 4)
        parent.kill()
    assert until(lambda: is_gone(child))
