"""What `meadow follow` says as things happen: lines for people and programs, each problem once, and counts at the end."""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from meadow.cli.alert_command import AlertCommand
from meadow.cli.follow_report import FollowReport
from meadow.following.schedule import CheckedSource, Postponed, Waiting
from meadow.following.sending import Noted
from meadow.model import Alert, SourceState
from meadow.workspace.ingesting import Added, Refused

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
ALERT = Alert(1, NOW, "grows", "s", "The story grows to 5 outlets", "grows:5", ("a", "b"))


def report(
    *, json: bool = False, acknowledges: bool = False, command: AlertCommand | None = None, quiet: bool = False
) -> FollowReport:
    return FollowReport(json=json, command=command, acknowledges=acknowledges, quiet=quiet)


def source(
    key: str = "feed", *, failures: int = 0, problem: str | None = None, again: timedelta | None = None
) -> CheckedSource:
    later = None if again is None else NOW + again
    return CheckedSource(SourceState(key, "feed", checked=NOW, next_check=later, failures=failures, problem=problem), 0)


def test_a_new_document_an_edit_and_one_that_was_there(capsys: pytest.CaptureFixture[str]) -> None:
    given = (Added("a", "s", 1, 0.4567, opened=True), Added("a", "s", 3), Added("b", "s", None))
    quiet, answering = report(), report(acknowledges=True)
    for each in given:
        quiet.on_event(each)
    lines = ["  0.457  new  s  a", "  0.000       s  a  revision 3"]
    assert capsys.readouterr().out.splitlines() == lines
    for each in given:
        answering.on_event(each)
    assert capsys.readouterr().out.splitlines() == [*lines, "  0.000       s  b"]


def test_for_programs_each_is_a_line_of_json(capsys: pytest.CaptureFixture[str]) -> None:
    told = report(json=True, acknowledges=True)
    told.on_event(Added("a", "s", 1, 0.5, opened=True))
    told.on_event(Added("a", "s", None))
    told.on_event(ALERT)
    first, again, alert = map(json.loads, capsys.readouterr().out.splitlines())
    assert first == {"document": "a", "story": "s", "similarity": 0.5, "opened": True, "revision": 1}
    assert again["revision"] is None
    assert (alert["alert"], alert["story"], alert["text"]) == ("grows", "s", "The story grows to 5 outlets")


def test_an_alert_is_a_line_and_a_command_that_fails_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    report().on_event(ALERT)
    assert capsys.readouterr().out == "  alert  grows  s  The story grows to 5 outlets\n"
    report(command=AlertCommand((sys.executable, "-c", "import sys; sys.exit(3)"))).on_event(ALERT)
    said = capsys.readouterr()
    assert said.out.startswith("  alert  grows")
    assert said.err.startswith("meadow: the command of --on-alert failed: ")


def test_a_note_names_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    report().on_event(Noted("http://a.example/1", "the page could not be had"))
    assert capsys.readouterr().err == "meadow: note: http://a.example/1: the page could not be had.\n"


@pytest.mark.parametrize(
    ("count", "are"), [(1, "1 item could not be read and is"), (2, "2 items could not be read and are")]
)
def test_one_item_is_and_two_are_in_quarantine(count: int, are: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = report()
    for number in range(count):
        told.on_event(Refused(f"wire:{number}", "no text.", quarantined=True))
    told.finish()
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "meadow: not read: wire:0: no text."
    assert lines[1:-1] == ["meadow: not read: 1 more × no text (first wire:0)."][: count - 1]
    assert lines[-1] == f"meadow: {are} in quarantine."


def test_what_was_forgotten_is_counted_and_not_named(capsys: pytest.CaptureFixture[str]) -> None:
    told = report()
    for _ in range(3):
        told.on_event(Refused("x", "it was forgotten on request", quarantined=False))
    assert capsys.readouterr().err == ""
    told.finish()
    assert capsys.readouterr().err == "meadow: items that were forgotten on request and stay so: 3.\n"


def test_where_all_went_well_the_end_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    told = report()
    told.on_event(source())
    told.on_event(Waiting(NOW))
    told.finish()
    assert (capsys.readouterr().err, told.sources) == ("", 1)


def test_a_source_says_each_reason_once_and_when_it_is_asked_again(capsys: pytest.CaptureFixture[str]) -> None:
    told = report()
    failing = source(failures=1, problem="no answer.", again=timedelta(minutes=5))
    other = source(failures=2, problem="another reason", again=timedelta(hours=2))
    for each in (failing, failing, other, failing, source(), source()):
        told.on_event(each)
    assert capsys.readouterr().err.splitlines() == [
        "meadow: feed: no answer; asked again in 5 minutes.",
        "meadow: feed: another reason; asked again in 2 hours.",
        "meadow: feed: no answer; asked again in 5 minutes.",
        "meadow: feed: can be read again.",
    ]
    assert told.failing == set()


def test_the_end_counts_the_sources_that_fail(capsys: pytest.CaptureFixture[str]) -> None:
    told = report()
    told.on_event(source("a", failures=1, problem="gone"))
    told.on_event(source("b"))
    told.on_event(source("c", problem="this is a page"))
    capsys.readouterr()
    told.finish()
    assert capsys.readouterr().err == "meadow: 1 of 3 sources could not be read.\n"


def test_long_ids_are_shortened_for_people_and_a_founder_is_named_once(capsys: pytest.CaptureFixture[str]) -> None:
    url = "http://news.example/2026/03/14/a-very-long-slug-of-an-article-about-the-ferry"
    report().on_event(Added(url, url, 1, 0.1, opened=True))
    report().on_event(Added("b", url, 1, 0.5))
    report(json=True).on_event(Added(url, url, 1, 0.1, opened=True))
    first, second, value = capsys.readouterr().out.splitlines()
    assert first == "  0.100  new  news.example…-an-article-about-the-ferry"
    assert second == "  0.500       news.example…-an-article-about-the-ferry  b"
    assert json.loads(value)["document"] == json.loads(value)["story"] == url


def test_sources_that_wait_are_named_and_many_of_one_reason_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    told = report()
    for key, problem in (
        ("a", "answers 404"),
        ("b", "no answer"),
        ("c", "no answer"),
        ("d", "answers 404."),
        ("e", "410"),
    ):
        again = None if key == "e" else timedelta(hours=ord(key) - ord("a"))
        told.on_event(Postponed(source(key, failures=1, problem=problem, again=again).state))
    told.finish()
    nine = (NOW + timedelta(hours=1)).astimezone()
    assert capsys.readouterr().err.splitlines() == [
        f"meadow: a waits until {NOW.astimezone():%d %b %H:%M} (answers 404).",
        f"meadow: 2 sources wait until {nine:%d %b %H:%M} or later (no answer).",
        f"meadow: d waits until {NOW.astimezone() + timedelta(hours=3):%d %b %H:%M} (answers 404).",
        "meadow: e waits for good (410).",
        "meadow: 5 of 5 sources could not be read.",
    ]
    assert told.failing == {"a", "b", "c", "d", "e"}


def test_more_reasons_than_a_reader_wants_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    told = report()
    for number in range(23):
        told.on_event(
            Postponed(source(f"s{number}", failures=1, problem=f"reason {number}", again=timedelta(hours=1)).state)
        )
    told.finish()
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 22
    assert lines[-2] == "meadow: 3 more sources wait, for other reasons."


def test_quiet_prints_problems_and_runs_commands(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    got = tmp_path / "got"
    command = AlertCommand((sys.executable, "-c", f"open({str(got)!r}, 'w').write('ran')"))
    told = report(quiet=True, acknowledges=True, command=command)
    told.on_event(Added("a", "s", 1, 0.5, opened=True))
    told.on_event(ALERT)
    told.on_event(Refused("x", "it was forgotten on request", quarantined=False))
    told.on_event(source(failures=1, problem="no answer", again=timedelta(hours=1)))
    told.finish()
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.splitlines() == [
        "meadow: feed: no answer; asked again in 1 hour.",
        "meadow: 1 of 1 sources could not be read.",
    ]
    assert got.read_text() == "ran"
