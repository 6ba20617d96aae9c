"""`meadow follow`: what it prints, how it ends, and that it can be stopped."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from command import run_meadow, start_meadow
from following.web import item, rss
from meadow.cli.follow_report import FollowReport
from meadow.cli.stopping import Stop, stopped_by_signals
from meadow.following.schedule import CheckedSource, Waiting
from meadow.model import Alert, SourceState
from meadow.workspace import Workspace
from meadow.workspace.ingesting import Added, Refused
from patience import PATIENCE_SECONDS
from servers import Answer, Server, serving

FERRY = "The ferry Star of Skerra sank on Monday evening off the harbour, and divers searched the wreck all night long."
NOW = datetime(2026, 3, 2, 8, 0, tzinfo=UTC)


@pytest.fixture
def server() -> Iterator[Server]:
    with serving({"/feed": Answer(rss(item(FERRY, guid="7")))}) as running:
        yield running


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "news").mkdir()
    (tmp_path / "news" / "wire.jsonl").write_text('{"id": "b", "text": "Wolves."}\n{}\n', encoding="utf-8")
    return tmp_path


class TestOnce:
    def test_each_document_is_a_line_once_it_is_stored(self, folder: Path, server: Server) -> None:
        arguments = ("follow", "news", server.url("/feed"), "--once", "--allow-host", server.host)
        done = run_meadow(*arguments, "--json", folder=folder)
        assert done.returncode == 0
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        assert [(line["document"], line["opened"], line["revision"]) for line in lines] == [
            ("b", True, 1),
            (f"{server.url('/feed')}#7", True, 1),
        ]
        assert "not read: news/wire.jsonl:2: There is neither text nor title" in done.stderr
        assert "1 item could not be read and is in quarantine" in done.stderr
        with Workspace(folder / "meadow-workspace") as workspace:
            assert workspace.store.counts()["documents"] == 2
        again = run_meadow(*arguments, folder=folder)
        assert (again.returncode, again.stdout) == (0, "")
        assert "not read: news/wire.jsonl:2" in again.stderr  # each run tries it once more

    def test_strict_ends_with_1_and_the_environment_may_allow_hosts(self, folder: Path, server: Server) -> None:
        done = run_meadow(
            "follow", server.url("/feed"), "--once", "--strict", folder=folder, MEADOW_ALLOW_HOSTS=server.host
        )  # fmt: skip
        assert done.returncode == 0
        assert "new" in done.stdout
        assert run_meadow("follow", "news", "--once", "--strict", folder=folder).returncode == 1
        assert run_meadow("follow", server.url("/x"), "news", "--once", "--strict", folder=folder).returncode == 1

    def test_where_no_source_can_be_read_it_ends_with_3_and_says_why(self, folder: Path, server: Server) -> None:
        done = run_meadow("follow", server.url("/feed"), "--once", folder=folder)
        assert done.returncode == 3
        assert f"allow it by name: {server.host}" in done.stderr
        assert "1 of 1 sources could not be read" in done.stderr

    def test_a_corrected_command_reads_at_once_what_was_refused(self, folder: Path, server: Server) -> None:
        refused = run_meadow("follow", server.url("/feed"), "--once", folder=folder)
        assert (refused.returncode, refused.stdout) == (3, "")
        assert (
            f": {server.host.partition(':')[0]} is an address on a private network or on this machine" in refused.stderr
        )
        done = run_meadow("follow", server.url("/feed"), "--once", "--allow-host", server.host, folder=folder)
        assert (done.returncode, done.stderr) == (0, "")
        assert "new" in done.stdout

    def test_a_source_that_waits_is_named_each_time_and_counts_as_failing(self, folder: Path, server: Server) -> None:
        once = ("follow", server.url("/x"), "--once", "--quiet", "--allow-host", server.host)
        assert run_meadow(*once, folder=folder).returncode == 3
        for _ in range(2):
            again = run_meadow(*once, folder=folder)
            assert again.returncode == 3
            assert f"{server.url('/x')} waits until " in again.stderr
            assert "404" in again.stderr
        both = run_meadow("follow", server.url("/feed"), *once[1:], folder=folder)
        assert (both.returncode, both.stdout) == (0, "")
        assert "1 of 2 sources could not be read" in both.stderr
        assert run_meadow("follow", server.url("/feed"), *once[1:], "--strict", folder=folder).returncode == 1

    def test_quiet_prints_nothing_where_all_went_well(self, folder: Path) -> None:
        (folder / "news" / "wire.jsonl").write_text(
            '{"id": "b", "text": "Ferry sinks off Skerra."}\n', encoding="utf-8"
        )
        done = run_meadow("follow", "news", "--once", "--quiet", folder=folder)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        with Workspace(folder / "meadow-workspace") as workspace:
            assert workspace.store.counts()["documents"] == 1

    def test_a_reader_that_fails_costs_its_file_and_is_named(self, folder: Path) -> None:
        reader = "def read(opened, limits):\n    yield from ()\n    raise KeyError('x')\n"
        table = "METHODS = {'format': {'boom': Format(read, Signs(suffixes=('.boom',)))}}\n"
        (folder / "boom.py").write_text(f"from meadow.ingest import Format, Signs\n{reader}{table}", encoding="utf-8")
        (folder / "news" / "a.boom").write_text("x", encoding="utf-8")
        done = run_meadow("follow", "news", "--once", "--plugin", "boom.py", folder=folder)
        assert (done.returncode, done.stdout.endswith("  b\n")) == (0, True)
        assert "not read: news/a.boom: A plug-in failed: boom.py, line 4: KeyError: 'x'" in done.stderr

    def test_a_list_is_followed_and_its_faults_are_named(self, folder: Path) -> None:
        (folder / "list.txt").write_text("news\n", encoding="utf-8")
        assert run_meadow("follow", "--feeds", "list.txt", "--once", folder=folder).stdout.endswith("  b\n")
        (folder / "list.txt").write_text("news\nnwes\n", encoding="utf-8")
        done = run_meadow("follow", "--feeds", "list.txt", "--once", folder=folder)
        assert (done.returncode, "list.txt:2: There is no file" in done.stderr) == (2, True)

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            ((), "nothing to read"),
            (("news", "--every", "often"), "no length of time"),
            (("news", "--on-alert", "no-such-program x"), "'no-such-program', which is no program"),
            (("news", "--on-alert", "'"), "No closing quotation"),
            (("news", "--on-alert", ""), "is empty"),
            (("news", "-"), "together with other"),
        ],
    )
    def test_what_cannot_be_done_is_refused_at_once(self, folder: Path, arguments: tuple[str, ...], words: str) -> None:
        done = run_meadow("follow", *arguments, "--once", folder=folder)
        assert (done.returncode, done.stdout) == (2, "")
        assert words in done.stderr


class TestProcesses:
    def test_standard_input_is_acknowledged_line_by_line(self, folder: Path) -> None:
        with started("follow", "-", "--json", folder=folder) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            for name in ("a", "b", "a"):
                process.stdin.write(f'{{"id": "{name}", "text": "Wolves are back."}}\n'.encode())
                process.stdin.flush()
                assert json.loads(process.stdout.readline())["document"] == name
            process.stdin.close()
            assert process.wait(PATIENCE_SECONDS) == 0

    @pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 0)])
    def test_it_ends_when_it_is_asked_to_and_everything_is_there(
        self, folder: Path, number: signal.Signals, status: int
    ) -> None:
        with started("follow", "news", "--every", "10s", folder=folder) as process:
            assert process.stdout is not None
            assert process.stdout.readline().endswith(b"  b\n")
            process.send_signal(number)
            assert process.wait(PATIENCE_SECONDS) == status
        with Workspace(folder / "meadow-workspace") as workspace:
            assert workspace.store.document("b") is not None

    def test_waiting_for_standard_input_ends_too(self, folder: Path) -> None:
        with started("follow", "-", folder=folder) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(b'{"id": "a", "text": "Wolves are back."}\n{"id": "b", "te')
            process.stdin.flush()
            assert process.stdout.readline().endswith(b"  a\n")
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE_SECONDS) == 0

    def test_two_that_add_to_one_workspace_are_warned(self, folder: Path) -> None:
        with Workspace(folder / "meadow-workspace") as workspace, workspace.store.ingesting():
            done = start_meadow("follow", "news", "--once", folder=folder)
        assert done.returncode == 3
        assert "adding articles" in done.stderr


class started:  # noqa: N801 - reads as a verb
    """A command in a process of its own, which is ended with the block."""

    def __init__(self, *arguments: str, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "meadow", *arguments],
            cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={**os.environ},
        )  # fmt: skip

    def __enter__(self) -> subprocess.Popen[bytes]:
        return self.process

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None and not stream.closed:
                stream.close()


class TestAlerts:
    def alert(self, folder: Path) -> None:
        with Workspace(folder / "meadow-workspace") as workspace, workspace.store.writing() as writer:
            writer.add_alert(Alert(0, NOW, "word", "s", "“legionella” appears", "word", ("a", "b"), "health"))

    def test_they_are_lines_and_the_command_gets_them(self, folder: Path) -> None:
        self.alert(folder)
        (folder / "hear.py").write_text("import sys\nopen('heard', 'w').write(sys.stdin.read())\n", encoding="utf-8")
        command = f"{sys.executable} hear.py"
        done = run_meadow("follow", "news", "--once", "--json", "--on-alert", command, folder=folder)
        alert = json.loads(done.stdout.splitlines()[0])
        assert alert == {
            "alert": "word", "story": "s", "text": "“legionella” appears", "documents": ["a", "b"], "watch": "health",
            "at": "2026-03-02T08:00:00+00:00", "number": 1,
        }  # fmt: skip
        assert json.loads((folder / "heard").read_text(encoding="utf-8")) == alert

    def test_a_command_that_fails_is_reported_and_stops_nothing(self, folder: Path) -> None:
        self.alert(folder)
        command = f"{sys.executable} -c 'import sys; sys.exit(\"no bell\")'"
        done = run_meadow("follow", "news", "--once", "--on-alert", command, folder=folder)
        assert done.returncode == 0
        assert "alert  word  s  “legionella” appears" in done.stdout
        assert "--on-alert failed: it ended with 1 and said 'no bell'" in done.stderr


class Terminal(io.StringIO):
    """Standard error that somebody watches."""

    def isatty(self) -> bool:
        return True


class TestReport:
    def test_progress_goes_to_a_terminal_and_makes_way_for_lines(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        terminal = Terminal()
        monkeypatch.setattr(sys, "stderr", terminal)
        ticks = iter(range(1000))
        report = FollowReport(json=False, command=None, acknowledges=False, clock=lambda: float(next(ticks)))
        report.on_event(Added("a", "s", 1, 0.0, opened=True))
        report.on_event(Added("a", "s", 2))
        report.on_event(Added("a", "s", None))
        report.on_event(Waiting(NOW))
        report.finish()
        assert capsys.readouterr().out.splitlines() == ["  0.000  new  s  a", "  0.000       s  a  revision 2"]
        shown = terminal.getvalue().split("\r\x1b[2K")
        assert shown[1].startswith("1 documents, ")
        assert shown[1].endswith("/s")
        assert "waiting until" in shown[-2]
        assert shown[-1] == ""

    def test_a_source_that_fails_is_reported_once_for_each_reason(self, capsys: pytest.CaptureFixture[str]) -> None:
        report = FollowReport(json=False, command=None, acknowledges=False)
        broken = SourceState(
            "http://a.example/", "feed", checked=NOW, next_check=NOW + timedelta(minutes=30), failures=1, problem="no answer"
        )  # fmt: skip
        for _ in range(3):
            report.on_event(CheckedSource(broken, 0))
        report.on_event(CheckedSource(SourceState("http://a.example/", "feed", checked=NOW), 0))
        lines = capsys.readouterr().err.splitlines()
        assert lines == [
            "meadow: http://a.example/: no answer; asked again in 30 minutes.",
            "meadow: http://a.example/: can be read again.",
        ]
        report.on_event(CheckedSource(SourceState("b", "feed", checked=NOW, failures=1, problem="gone for good"), 0))
        assert "b: gone for good; it is not asked again." in capsys.readouterr().err
        for _ in range(2):
            report.on_event(CheckedSource(SourceState("c", "page", checked=NOW, problem="this is a page"), 0))
        assert capsys.readouterr().err == "meadow: c: this is a page.\n"
        assert report.failing == {"b"}

    def test_many_bad_items_are_counted_and_not_all_named(self, capsys: pytest.CaptureFixture[str]) -> None:
        report = FollowReport(json=False, command=None, acknowledges=False)
        for number in [*range(50), *range(50)]:  # each of them at two rounds
            report.on_event(Refused(f"wire:{number}", "no text", quarantined=True))
        report.on_event(Refused("x", "it was forgotten on request", quarantined=False))
        report.finish()
        lines = capsys.readouterr().err.splitlines()
        assert lines[:2] == [
            "meadow: not read: wire:0: no text.",
            "meadow: not read: 49 more × no text (first wire:0).",
        ]
        assert len(lines) == 4
        assert lines[-2:] == [
            "meadow: 50 items could not be read and are in quarantine.",
            "meadow: items that were forgotten on request and stay so: 1.",
        ]


def test_who_asks_twice_does_not_wait_and_other_threads_hear_no_signals() -> None:
    stop = Stop()
    stop.request(signal.SIGINT)
    stop.sleep(60.0)  # ends at once
    with pytest.raises(KeyboardInterrupt):
        stop.request(signal.SIGINT)
    before = signal.getsignal(signal.SIGINT)
    heard: list[bool] = []

    def beside() -> None:
        with stopped_by_signals() as other:
            heard.append(other.is_set())

    thread = threading.Thread(target=beside)
    thread.start()
    thread.join()
    assert heard == [False]
    assert signal.getsignal(signal.SIGINT) is before
