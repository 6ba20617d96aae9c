"""`meadow serve`: its address, its errors, and how it ends."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from command import Done
from meadow.web.server import Server
from patience import PATIENCE_SECONDS, until
from web.apps import filled

RUN = "from meadow.cli import main; main()"
WITHOUT_WEB = f"import sys; sys.modules['fastapi'] = None; {RUN}"


@contextmanager
def serving(*arguments: str, cwd: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start the command, and give the address that it prints; it ends with the block."""
    command = [sys.executable, "-c", RUN, "serve", "--no-open", "--port", "0", *arguments]
    environment = {name: value for name, value in os.environ.items() if name != "MEADOW_WORKSPACE"}
    process = subprocess.Popen(
        command, cwd=cwd, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found is not None, process.stderr and process.stderr.read()
        yield process, found[0]
    finally:
        process.kill()
        process.communicate()


def test_an_installed_package_brings_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    information = tmp_path / "desk-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: desk\nVersion: 1.0\n", encoding="utf-8")
    (information / "entry_points.txt").write_text("[meadow.plugins]\ndesk = desk\n", encoding="utf-8")
    (tmp_path / "desk.py").write_text(
        "from fastapi import APIRouter\nfrom meadow.registry import Page\n\nrouter = APIRouter()\n"
        "router.get('/duty')(lambda: 'Ilse Maran')\nMETHODS = {'page': {'duty': Page('duty', 'desk:router')}}\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])]))
    filled(tmp_path / "news").close()
    with serving("--workspace", "news", cwd=tmp_path) as (_, address):
        page, token = address.split("?token=")
        answer = httpx.get(f"{page}duty", headers={"Authorization": f"Bearer {token}"}, timeout=PATIENCE_SECONDS)
        assert (answer.status_code, answer.json()) == (200, "Ilse Maran")


# What is refused is asked in a process that has loaded the app and forks for each command: most of what a fresh one takes is
# loading. Not in that of the tests, whose output a server once closed.
FORKING = """
import json, os, sys
from pathlib import Path
import uvicorn, meadow.cli.app, meadow.cli.serve, meadow.web.app, meadow.web.server, meadow.workspace.following
for line in sys.stdin:
    *files, arguments = json.loads(line)
    if not os.fork():
        for number, file in enumerate(files, 1):
            os.dup2(os.open(file, os.O_CREAT | os.O_WRONLY), number)
        sys.argv = ["meadow", "serve", "--no-open", *arguments]
        meadow.cli.main()
    print(os.waitstatus_to_exitcode(os.wait()[1]), flush=True)
"""

Run = Callable[..., Done]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    """Return what runs `meadow serve` to its end in a process of its own."""
    out, err = (tmp_path_factory.mktemp("said") / name for name in ("out", "err"))
    command = [sys.executable, "-c", FORKING]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as forking:
        assert forking.stdin is not None
        assert forking.stdout is not None
        given, told = forking.stdin, forking.stdout

        def ended(*arguments: str) -> Done:
            for file in (out, err):
                file.write_bytes(b"")
            given.write(json.dumps([str(out), str(err), arguments]) + "\n")
            given.flush()
            return Done(int(told.readline()), out.read_text("utf-8"), err.read_text("utf-8"))

        yield ended


@pytest.mark.parametrize("way", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_a_workspace_until_it_is_interrupted(tmp_path: Path, way: signal.Signals) -> None:
    with filled(tmp_path / "news"):
        pass
    with serving("--workspace", "news", cwd=tmp_path) as (process, address):
        with httpx.Client(follow_redirects=True, headers={"accept": "text/html"}, timeout=PATIENCE_SECONDS) as browser:
            answer = browser.get(address)
        assert answer.status_code == 200
        assert "bundled sample" not in answer.text
        process.send_signal(way)
        _, said = process.communicate(timeout=PATIENCE_SECONDS)
        assert (process.returncode, "stopped" in said, "Traceback" in said) == (0, True, False)


def test_without_a_workspace_it_shows_the_sample_and_leaves_nothing(tmp_path: Path) -> None:
    with serving(cwd=tmp_path) as (process, address):
        with httpx.Client(follow_redirects=True, headers={"accept": "text/html"}, timeout=PATIENCE_SECONDS) as browser:
            assert "bundled sample" in browser.get(address).text
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE_SECONDS)
    assert list(tmp_path.iterdir()) == []


def test_it_follows_a_list_while_it_serves(tmp_path: Path) -> None:
    (tmp_path / "news").mkdir()
    (tmp_path / "news" / "a.txt").write_text("Ferry late\n\nThe ferry from Skerra to Tolsby was late today.\n", "utf-8")
    (tmp_path / "list.txt").write_text("news\n", "utf-8")
    with serving("--follow", "list.txt", "--workspace", "space", cwd=tmp_path) as (process, address):
        with httpx.Client(follow_redirects=True, headers={"accept": "text/html"}, timeout=PATIENCE_SECONDS) as browser:
            browser.get(address)
            site = address.partition("/?")[0]
            assert until(lambda: ">works<" in browser.get(f"{site}/f").text)
            assert "Tolsby" in browser.get(site).text
            assert "Followed by this Meadow" in browser.get(f"{site}/f").text
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=PATIENCE_SECONDS)
        assert (process.returncode, "Traceback" in said) == (0, False), said


def test_a_list_that_cannot_be_followed_is_reported_before_anything_is_served(run: Run, tmp_path: Path) -> None:
    ended = run("--workspace", str(tmp_path / "space"), "--follow", str(tmp_path / "none.opml"))
    assert (ended.returncode, "none.opml" in ended.stderr) == (2, True)
    (tmp_path / "list.txt").write_text("http://a.example/feed\n", "utf-8")
    ended = run("--workspace", str(tmp_path / "space"), "--follow", str(tmp_path / "list.txt"), "--every", "often")
    assert (ended.returncode, "often" in ended.stderr) == (2, True)


def test_a_port_that_is_taken_is_explained(run: Run, tmp_path: Path) -> None:
    with filled(tmp_path):
        pass
    taken = Server("127.0.0.1", 0)
    try:
        ended = run("--workspace", str(tmp_path), "--port", str(taken.port))
    finally:
        taken.close()
    assert ended.returncode == 3
    assert "--port" in ended.stderr
    assert len(ended.stderr.splitlines()) == 1


def test_a_workspace_that_is_named_has_to_be_there(run: Run, tmp_path: Path) -> None:
    ended = run("--workspace", str(tmp_path / "nowhere"))
    assert ended.returncode in (2, 3)
    assert "nowhere" in ended.stderr


def test_a_missing_extra_is_named() -> None:
    command = [sys.executable, "-c", WITHOUT_WEB, "serve", "--no-open"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 3
    assert "pip install 'meadow[web]'" in ended.stderr


def test_all_networks_need_a_public_address(run: Run, tmp_path: Path) -> None:
    with filled(tmp_path):
        pass
    ended = run("--workspace", str(tmp_path), "--host", "0.0.0.0", "--port", "0")  # noqa: S104 - refused
    assert ended.returncode == 2
    assert "--public-url" in ended.stderr
