"""The files of a command: page, PDF and bibliographies, together or alone, and errors before any work is done."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import meadow
from browser import chromium_path
from cli.conftest import Done
from meadow.cli import main
from meadow.cli.blocks import Output
from meadow.errors import BrowserError, UsageError

ROWS = (
    {
        "id": "wire",
        "title": "Ferry capsizes off Skerra, 50% of its 100 passengers saved",
        "text": "A ferry with 100 people aboard capsized off the island of Skerra on Monday. Divers search the wreck.",
        "source": "Harbour Wire",
        "published": "2026-03-02T12:00:00+01:00",
        "url": "https://harbour-wire.example/ferry",
    },
    {
        "id": "echo",
        "title": "Door was open, board says",
        "text": "Investigators found on Friday that a door to the car deck had not been closed before the ship left port.",
        "source": "Sant Oriel Echo",
        "published": "2026-03-06",
    },
)

Run = Callable[..., Done]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that runs `meadow` with the words of a line, in a folder that holds the articles."""
    (tmp_path / "ferry.jsonl").write_text("\n".join(map(json.dumps, ROWS)), encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    def call(line: str, *arguments: str) -> Done:
        monkeypatch.setattr(sys, "argv", ["meadow", *line.split(), *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        said = capsys.readouterr()
        return Done(int(ended.value.code or 0), said.out, said.err)

    return call


@pytest.mark.parametrize("verb", ["digest", "summarize"])
def test_bibliographies_and_page_go_to_files_and_nothing_to_the_terminal(run: Run, tmp_path: Path, verb: str) -> None:
    done = run(f"{verb} ferry.jsonl --bibtex out/refs.bib --csl out/refs.json --html out/page.html")

    assert (done.status, done.out) == (0, "")
    assert done.err.splitlines() == [
        "meadow: wrote out/page.html",
        "meadow: wrote out/refs.bib",
        "meadow: wrote out/refs.json",
    ]
    assert r"title = {{Ferry capsizes off Skerra, 50\% of its 100 passengers saved}}" in (
        tmp_path / "out" / "refs.bib"
    ).read_text("utf-8")
    listed = json.loads((tmp_path / "out" / "refs.json").read_text("utf-8"))
    assert {item["container-title"] for item in listed} == {"Harbour Wire", "Sant Oriel Echo"}
    assert (tmp_path / "out" / "page.html").read_text("utf-8").startswith("<!doctype html>")


def test_only_cited_articles_are_in_the_bibliography(run: Run, tmp_path: Path) -> None:
    told = run("summarize ferry.jsonl --sentences 1 --json --csl refs.json").value
    (item,) = json.loads((tmp_path / "refs.json").read_text("utf-8"))

    (source,) = [row["source"] for row in ROWS if row["id"] == told["sentences"][0]["document"]]
    assert item["container-title"] == source


def test_a_report_writes_the_same_files(run: Run, tmp_path: Path) -> None:
    done = run("report --bibtex refs.bib --html page.html", "Why did the ferry capsize?", "ferry.jsonl")

    assert (done.status, done.out) == (0, "")
    assert "@misc{harbour-wire-2026-03-02-" in (tmp_path / "refs.bib").read_text("utf-8")


@pytest.mark.browser
def test_a_pdf_is_written(run: Run, tmp_path: Path) -> None:
    chromium_path()
    done = run("summarize ferry.jsonl --pdf ferry.pdf")

    assert (done.status, done.out, done.err) == (0, "", "meadow: wrote ferry.pdf\n")
    assert (tmp_path / "ferry.pdf").read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize("verb", ["digest", "summarize"])
def test_without_a_browser_a_pdf_ends_with_3_before_anything_is_read(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, verb: str
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    done = run(f"{verb} no-such-file --pdf out.pdf --html out.html")

    assert done.status == 3
    assert "there is none on PATH" in done.err
    assert "apt-get install chromium" in done.err
    assert not (tmp_path / "out.html").exists()


def test_two_outputs_cannot_share_a_file(run: Run) -> None:
    done = run("summarize ferry.jsonl --html out.x --bibtex ./out.x")

    assert done.status == 2
    assert "'out.x' was given for two outputs." in done.err


def test_a_folder_is_no_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    done = run("summarize ferry.jsonl --bibtex here")

    assert done.status == 2
    assert "'here' cannot be written" in done.err


def test_a_page_is_only_made_where_a_file_needs_it(tmp_path: Path) -> None:
    made: list[str] = []

    def page() -> str:
        made.append("page")
        return "<head></head>"

    Output().write(page, [])
    Output(csl=str(tmp_path / "refs.json")).write(page, [])
    assert made == []
    Output(html=str(tmp_path / "page.html")).write(page, [])
    assert made == ["page"]


def test_files_that_need_no_browser_are_there_even_if_it_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake = tmp_path / "chromium"
    fake.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    asked = Output(html=str(tmp_path / "page.html"), pdf=str(tmp_path / "page.pdf"))

    asked.check()
    with pytest.raises(BrowserError, match="printed no PDF"):
        asked.write(lambda: "<head></head>", [])
    assert (tmp_path / "page.html").exists()
    assert not (tmp_path / "page.pdf").exists()


def test_one_file_for_each_is_fine() -> None:
    Output(html="a", bibtex="b", csl="c").check()
    with pytest.raises(UsageError, match="two outputs"):
        Output(bibtex="a", csl="a").check()


@pytest.mark.golden("B10")
def test_nothing_writes_csv_whose_cells_a_spreadsheet_could_run() -> None:
    writing = re.compile(r"csv\.(?:writer|DictWriter)|(?:to|write)_csv")
    sources = {path: path.read_text("utf-8") for path in Path(meadow.__file__).parent.rglob("*.py")}

    assert len(sources) > 100
    found = [path.name for path, text in sources.items() if writing.search(text)]
    # tests/lab/test_spreadsheet.py shows that ours escapes what starts with = + - @ tab or CR.
    assert found == [], "write CSV by meadow.tables.spreadsheet only (B10)"
