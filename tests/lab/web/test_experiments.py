"""Experiments: the runs of a folder, their tables, and the forms in which a table is had."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from brief.hostile import STRINGS
from lab.web.runs import PLOT, TABLE, save_run
from meadow.lab.tables.rendering import render
from meadow.workspace import Workspace
from web.apps import Reader, reader_of
from web.pages import FOREIGN, page


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    """Return a folder with a run."""
    save_run(tmp_path / "runs" / "first", TABLE)
    return tmp_path / "runs"


@pytest.fixture
def lab_reader(workspace: Workspace, runs: Path) -> Reader:
    """Return a reader who sees the runs."""
    return reader_of(workspace, runs=runs)


def test_runs_are_listed_with_what_they_rest_on(lab_reader: Reader, runs: Path) -> None:
    (runs / "unfinished").mkdir()
    shown = page(lab_reader.get("/x"))
    assert [each.words for each in shown.all(".runs h2")] == ["Two methods"]
    assert "an illustration" in shown.text(".runs .meta")
    assert "1 cell failed" in shown.text(".runs .meta")
    assert shown.first(".runs a").attribute("href") == "/x/first"


def test_a_run_shows_its_tables_with_intervals_and_signature(lab_reader: Reader) -> None:
    shown = page(lab_reader.get("/x/first"))
    assert shown.text(".lab caption") == TABLE.title
    assert "[0.400, 0.600]" in shown.text(".lab tbody tr").replace("–", ", ") or shown.all(".lab tbody svg")
    assert shown.text(".lab .signature") == "rouge2(stem=True)|data:1f3a"
    assert "meadow lab run two" in shown.text(".again")
    assert shown.text("title") == "Two methods · Meadow"


def test_a_run_shows_the_plots_that_it_kept_and_their_numbers(lab_reader: Reader, runs: Path) -> None:
    without = page(lab_reader.get("/x/first"))
    assert (without.text("figure figcaption"), without.all("figure img")) == (PLOT.title, [])
    assert [row.words for row in without.all("figure tbody tr")][:2] == ["mead5.00.6", "mead10.0–"]
    (runs / "first" / "plots").mkdir()
    (runs / "first" / "plots" / f"{PLOT.name}.svg").write_text("<svg/>", "utf-8")
    shown = page(lab_reader.get("/x/first")).first("figure img")
    assert shown.attribute("src") == "data:image/svg+xml;base64,PHN2Zy8+"
    assert shown.attribute("alt") == "Plot: Relative utility by rate; S by rate"


@pytest.mark.parametrize(("ending", "form"), [("md", "markdown"), ("tex", "latex"), ("csv", "csv")])
def test_a_table_is_had_in_each_form(lab_reader: Reader, ending: str, form: str) -> None:
    links = [each.attribute("href") for each in page(lab_reader.get("/x/first")).all(".copies a")]
    assert f"/x/first/table-1.{ending}" in links
    answer = lab_reader.get(f"/x/first/table-1.{ending}")
    assert answer.text == render(TABLE, form)
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"


@pytest.mark.parametrize(
    "path",
    ["/x/nothing", "/x/first/table-9.md", "/x/first/table-1.exe", "/x/..%2Ffirst", "/x/%2Fetc", "/x/unfinished"],
)
def test_what_is_not_there_is_told(lab_reader: Reader, runs: Path, path: str) -> None:
    (runs / "unfinished").mkdir()
    assert lab_reader.get(path).status_code == 404


def test_a_torn_run_is_told(lab_reader: Reader, runs: Path) -> None:
    (runs / "first" / "run.json").write_text("[", "utf-8")
    assert page(lab_reader.get("/x")).text(".runs h2") == "first"
    (runs / "first" / "findings.json").write_text("{", "utf-8")
    answer = lab_reader.get("/x/first")
    assert answer.status_code == 400
    assert "cannot be read" in answer.text


@pytest.mark.parametrize("folder", [None, Path("nowhere-at-all")])
def test_without_a_run_the_page_says_how_to_make_one(workspace: Workspace, folder: Path | None) -> None:
    shown = page(reader_of(workspace, runs=folder).get("/x"))
    assert shown.text(".empty h2") == "No run is kept here"
    assert "meadow lab run mead-tables --out" in shown.words


def test_hostile_tables_stay_text(workspace: Workspace, tmp_path: Path) -> None:
    for number, each in enumerate(STRINGS):
        save_run(tmp_path / f"run{number}", TABLE, text=each.replace("\ud800", "").replace("\x00", ""))
    reader = reader_of(workspace, runs=tmp_path)
    assert page(reader.get("/x")).all(FOREIGN) == []
    for number in range(len(STRINGS)):
        assert page(reader.get(f"/x/run{number}")).all(FOREIGN) == []
        assert page(reader.get(f"/x/run{number}/cells?system=mead")).all(FOREIGN) == []


def test_a_system_leads_to_what_it_wrote(lab_reader: Reader) -> None:
    links = [each.attribute("href") for each in page(lab_reader.get("/x/first")).all(".written-by a")]
    assert links == ["/x/first/cells?system=mead", "/x/first/cells?system=lead"]
    shown = page(lab_reader.get(links[1]))
    assert [each.words for each in shown.all(".cell h2")] == ["ferry", "wolf"]
    assert shown.text(".cell .meta") == "rouge2 0.2500"
    assert shown.text(".cell li") == "lead on ferry. ferry-1, sentence 1"
    assert lab_reader.get("/x/first/cells?system=none").status_code == 404
    assert lab_reader.get("/x/nothing/cells?system=mead").status_code == 404


def test_a_run_without_a_journal_names_no_system(lab_reader: Reader, runs: Path) -> None:
    (runs / "first" / "cells.jsonl").unlink()
    assert page(lab_reader.get("/x/first")).all(".written-by") == []


def test_a_journal_may_name_sentences_by_document_and_number(lab_reader: Reader, runs: Path) -> None:
    cell = {"system": "lead", "topic": "wolf", "settings": {"rate": 10.0, "seed": 3}, "figures": {"S": 0.5}}
    lines = [
        cell | {"output": {"sentences": [["wolf-1", 4]]}},
        cell | {"output": {"sentences": [7]}},
        cell | {"output": []},
    ]
    (runs / "first" / "cells.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    shown = page(lab_reader.get("/x/first/cells?system=lead"))
    assert [each.words for each in shown.all(".cell li")] == ["wolf-1, sentence 5"]
    assert shown.text(".cell .meta") == "rate 10.0: S 0.5000"
