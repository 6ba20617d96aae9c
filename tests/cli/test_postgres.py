"""A workspace in Postgres on the command line and in the browser: one address, and its password nowhere."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import httpx

from cli.test_serve import serving
from command import run_meadow
from meadow.ingest.jsonl import document_value
from patience import PATIENCE_SECONDS
from postgres import Server
from stories import FERRY

SECRET = "hunter2"  # noqa: S105 - nobody's; the server lets everybody in


def test_a_workspace_in_postgres_is_followed_and_served_by_its_address(postgres: Server, tmp_path: Path) -> None:
    place = postgres.place(password=SECRET, schema="served")
    lines = [json.dumps(document_value(each)) for each in FERRY]
    (tmp_path / "wire.jsonl").write_text("\n".join(lines[:2]), encoding="utf-8")
    followed = run_meadow("follow", "wire.jsonl", "--once", "--json", "--workspace", place, folder=tmp_path)
    assert (followed.returncode, followed.stdout.count('"similarity"')) == (0, 2), followed.stderr
    (tmp_path / "list.txt").write_text("wire.jsonl\n", encoding="utf-8")
    (tmp_path / "wire.jsonl").write_text("\n".join(lines), encoding="utf-8")
    with serving("--workspace", place, "--follow", "list.txt", cwd=tmp_path) as (process, address):
        with httpx.Client(follow_redirects=True, headers={"accept": "text/html"}, timeout=PATIENCE_SECONDS) as browser:
            first = browser.get(address)
            root = str(first.url).partition("?")[0].rstrip("/")
            pages = [first, *(browser.get(f"{root}{path}") for path in ("/search?q=ferry", "/f", "/s/wire", "/s/none"))]
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=PATIENCE_SECONDS)
    assert [each.status_code for each in pages] == [200, 200, 200, 200, 404]
    assert "Skerra" in pages[1].text
    assert (process.returncode, "Traceback" in said) == (0, False), said
    assert not any(SECRET in text for text in (followed.stdout, followed.stderr, said, *(each.text for each in pages)))


def test_a_second_one_adds_in_its_turn_and_readers_go_on(postgres: Server, tmp_path: Path) -> None:
    from meadow.workspace import Workspace
    from store.articles import articles

    place = postgres.place(password=SECRET, schema="busy")
    (tmp_path / "wire.jsonl").write_text(json.dumps(document_value(FERRY[0])), encoding="utf-8")
    with Workspace(place) as workspace:
        adding = workspace.iter_add(articles(300))
        next(adding)
        told = run_meadow("follow", "wire.jsonl", "--once", "--workspace", place, folder=tmp_path)
        assert (told.returncode, told.stderr) == (0, "")
        assert "wire" in told.stdout
        assert run_meadow("stories", "--top", "1", "--workspace", place, folder=tmp_path).returncode == 0
        adding.close()  # type: ignore[attr-defined]
