"""Reports of a reader's own: begun from a story, built without limits, under headings, and taken away cited."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from meadow.errors import UsageError
from meadow.studies.tasks.report_brief import built_report
from meadow.workspace import Workspace
from studies.reports import STUDY, picked, state
from web.apps import SETTINGS, Reader, reader_of
from web.pages import page


@pytest.fixture
def begun(workspace: Workspace) -> tuple[Reader, str]:
    """Return a reader and the address of a report that they began from the story of the ferry."""
    reader = reader_of(workspace)
    answer = reader.post("/r/new/wire", {"question": "How many died off Skerra?"})
    assert answer.status_code == 303
    return reader, answer.headers["location"]


def press(reader: Reader, address: str, value: str) -> None:
    fields = {"study": address.rpartition("/")[2], "participant": "me", "item": "report", "set": value}
    answer = reader.post(f"{address}/set", fields)
    assert (answer.status_code, answer.headers["location"]) == (303, address)


def test_a_report_is_begun_from_its_story_and_listed(begun: tuple[Reader, str]) -> None:
    reader, address = begun
    assert page(reader.get("/s/wire")).first('form[action="/r/new/wire"]')
    assert address == "/r/how-many-died-off-skerra"
    assert page(reader.get(address)).text("h1") == "How many died off Skerra?"
    assert page(reader.get("/r")).text(".item-list a") == "How many died off Skerra?"
    assert "No reports yet" in page(Reader(reader.app, {SETTINGS.cookie: "another-token"}).get("/r")).words


def test_another_reader_finds_no_such_report(begun: tuple[Reader, str]) -> None:
    reader, address = begun
    other = Reader(reader.app, {SETTINGS.cookie: "another-token"})
    for path in (address, f"{address}/state?item=report", f"{address}/report.md"):
        assert other.get(path).status_code == 404
    assert other.post(f"{address}/undo", {"item": "report"}).status_code == 404
    assert "how-many" not in page(reader.get("/j/studies")).words


def test_a_report_is_deleted_and_brought_back(begun: tuple[Reader, str]) -> None:
    reader, address = begun
    other = Reader(reader.app, {SETTINGS.cookie: "another-token"})
    assert [other.post(f"{address}/{verb}").status_code for verb in ("delete", "back")] == [404, 404]
    assert reader.post(f"{address}/delete").headers["location"] == "/r"
    listed = page(reader.get("/r"))
    assert "No report is left in your list." in listed.words
    assert listed.all(".item-list a") == []
    gone = reader.get(address)
    assert (gone.status_code, "Bring it back at /r." in gone.text) == (404, True)
    assert listed.first(f'form[action="{address}/back"]')
    assert reader.post(f"{address}/back").headers["location"] == "/r"
    assert reader.get(address).status_code == 200


def test_suggestions_are_marked_as_such_and_taken_by_a_press(begun: tuple[Reader, str]) -> None:
    reader, address = begun
    assert page(reader.get(address)).all("#suggested") == []
    shown = page(reader.get(f"{address}?suggest=1"))
    assert shown.text("#suggested h2").startswith("Suggested by Meadow (")
    press(reader, address, shown.first("#suggested button").attribute("value"))
    after = page(reader.get(f"{address}?suggest=1"))
    assert after.all("#suggested li[hidden]")
    assert len(after.all("#report-lines li")) == 1


def test_a_report_leaves_as_a_cited_brief(begun: tuple[Reader, str]) -> None:
    reader, address = begun
    assert reader.get(f"{address}/report.md").status_code == 400
    shown = page(reader.get(f"{address}?suggest=1"))
    for each in shown.all("#suggested button")[:2]:
        press(reader, address, each.attribute("value"))
    assert reader.post(f"{address}/heading", {"heading": "What is known"}).headers["location"] == address
    assert "no+text" in reader.post(f"{address}/heading", {"heading": " "}).headers["location"].lower()
    markdown = reader.get(f"{address}/report.md")
    assert markdown.headers["content-disposition"] == 'attachment; filename="report.md"'
    assert "# How many died off Skerra?" in markdown.text
    assert "[^1]" in markdown.text
    value = reader.get(f"{address}/report.json").json()
    assert len(value["sentences"] if "sentences" in value else value["picks"]) == 2
    assert "report:by hand" in json.dumps(value)
    assert "<script" not in reader.get(f"{address}/report.html").text
    assert reader.get(f"{address}/report.exe").status_code in (400, 404)


def test_headings_divide_a_report_and_days_do_without_them() -> None:
    free = replace(STUDY, owner="me", settings={})
    values = picked([3, 1]) | picked([0], "echo")
    assert [(each.heading, each.kind, len(each.refs)) for each in built_report(state(values, study=free)).sections] == [
        ("2026-03-02", "day", 3)
    ]
    headed = values | {"heading/0": {"text": "Then", "place": 2.5}, "heading/1": {"text": "Empty", "place": 99}}
    assert [(each.heading, len(each.refs)) for each in built_report(state(headed, study=free)).sections] == [
        ("Report", 1), ("Then", 2),
    ]  # fmt: skip
    with pytest.raises(UsageError, match="empty"):
        built_report(state({}, study=free))
