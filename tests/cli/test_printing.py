"""Printing: JSON and text as they are written, notes of one line, files that are whole, progress that leaves nothing."""

from __future__ import annotations

import errno
import io
import json
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.panel import Panel
from rich.text import Text

from meadow.cli import printing
from meadow.errors import OutputError, UsageError


class Terminal(io.StringIO):
    """A stream that somebody watches."""

    def isatty(self) -> bool:
        return True


def printed(value: object) -> str:
    with pytest.MonkeyPatch.context() as patch:
        out = io.StringIO()
        patch.setattr(sys, "stdout", out)
        printing.print_json(value)
    return out.getvalue()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(JSON)
def test_json_is_one_line_that_reads_back_and_moves_no_cursor(value: object) -> None:
    line = printed(value)
    assert json.loads(line) == value
    assert line.count("\n") == 1
    assert all(character >= " " for character in line[:-1])


def test_letters_stay_as_they_are_and_what_is_no_number_is_refused() -> None:
    assert printed({"é": "猫"}) == '{"é": "猫"}\n'
    with pytest.raises(ValueError, match="not JSON compliant"):
        printing.print_json(float("nan"))


@pytest.mark.parametrize(
    ("text", "shown"),
    [("a", "a\n"), ("a\n\n\n", "a\n"), ("", "\n"), ("a\x1b[2Jb", "a\\x1b[2Jb\n"), ("a\tb\nc", "a\tb\nc\n")],
    ids=["one line", "line ends", "nothing", "an escape", "tabs and lines"],
)
def test_text_ends_with_one_line_end_and_escapes_are_shown(
    text: str, shown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    printing.print_text(text)
    assert capsys.readouterr().out == shown


@given(st.text())
def test_a_note_is_one_line_whatever_it_says(message: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        err = io.StringIO()
        patch.setattr(sys, "stderr", err)
        printing.note(message)
    assert err.getvalue().startswith("meadow: ")
    assert len(err.getvalue().splitlines()) == 1


def test_in_a_pipe_text_is_plain_of_one_width_and_without_blanks_at_line_ends(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    printing.print_rich(Text("word " * 40, style="bold red"), blank_lines=2)
    out = capsys.readouterr().out
    lines = out.split("\n")
    assert "\x1b" not in out
    assert max(map(len, lines)) > 80
    assert all(len(line) <= 88 and line == line.rstrip() for line in lines)
    assert out.endswith("word\n\n\n")


def test_a_terminal_gets_colours_and_its_own_width(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "30")
    monkeypatch.delenv("NO_COLOR", raising=False)
    printing.print_rich(Panel(Text("red\x07bell", style="red")))
    out = terminal.getvalue()
    assert "\x1b[31m" in out
    assert "\x07" not in out
    assert len(out.splitlines()[0]) == 30


class TestStatusLine:
    """One line that is written over and over."""

    def test_nobody_watches_a_pipe(self, capsys: pytest.CaptureFixture[str]) -> None:
        line = printing.StatusLine()
        line.show("working")
        line.clear()
        assert capsys.readouterr().err == ""

    def test_a_line_takes_the_place_of_the_last_and_leaves_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        terminal = Terminal()
        monkeypatch.setattr(sys, "stderr", terminal)
        line = printing.StatusLine()
        line.clear()
        assert terminal.getvalue() == ""
        line.show("one\ntwo")
        line.show("three")
        line.clear()
        line.clear()
        erased = "\r\x1b[2K"
        shown = terminal.getvalue()
        assert shown.count(erased) == 3
        assert shown.endswith(f"{erased}three{erased}")
        assert "\n" not in shown


class TestFiles:
    """Output files."""

    def test_folders_are_made_text_is_utf8_and_bytes_stay(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        text, data = tmp_path / "new" / "deep" / "a.txt", tmp_path / "b.bin"
        printing.write_file(str(text), "é\ud800\n")
        printing.write_file(str(data), b"\x00\xff")
        assert text.read_bytes() == "é\\ud800\n".encode()
        assert data.read_bytes() == b"\x00\xff"
        assert capsys.readouterr().err == f"meadow: wrote {text}\nmeadow: wrote {data}\n"
        assert [path.name for path in text.parent.iterdir()] == ["a.txt"]

    def test_what_cannot_be_written_says_why_and_what_to_do(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("", encoding="utf-8")
        with pytest.raises(UsageError, match="cannot be written: ") as caught:
            printing.write_file(str(tmp_path / "file" / "below"), "text")
        assert caught.value.advice == "Name a file in a folder that is yours."

    def test_a_full_disk_is_another_matter(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def full(*_: object) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(printing, "_replace_file", full)
        with pytest.raises(OutputError, match="No space left"):
            printing.write_file(str(tmp_path / "a"), "text")

    def test_a_draft_that_fails_is_taken_away(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(
            Path, "replace", lambda *_: (_ for _ in ()).throw(OSError(errno.EACCES, "Permission denied"))
        )
        with pytest.raises(UsageError, match="Permission denied"):
            printing.write_file(str(tmp_path / "a"), "text")
        assert list(tmp_path.iterdir()) == []

    def test_a_long_name_leaves_space_for_its_draft(self, tmp_path: Path) -> None:
        name = "n" * 250
        printing.write_file(str(tmp_path / name), "text")
        assert [path.name for path in tmp_path.iterdir()] == [name]


class TestPhases:
    """What is being done, and how far it is."""

    def test_each_phase_has_a_bar_of_its_own_that_moves_and_is_not_drawn_too_often(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        class Bar:
            def __init__(self) -> None:
                self.said: list[tuple[object, ...]] = []

            def add_task(self, name: str, total: int | None) -> int:
                self.said.append(("add", name, total))
                return len(self.said)

            def update(self, task: int, completed: int, total: int | None) -> None:
                self.said.append(("move", task, completed, total))

            def refresh(self) -> None:
                self.said.append(("draw",))

            def stop(self) -> None:
                self.said.append(("stop",))

            def start(self) -> None:
                self.said.append(("start",))

        bar = Bar()
        times = iter([100.0, 100.05, 100.2])
        monkeypatch.setattr(printing, "monotonic", lambda: next(times))
        phases = printing.Phases(bar)  # type: ignore[arg-type]
        phases.move("reading", 0, None)
        phases.move("reading", 5, 9)
        phases.move("tracking", 1, 2)
        assert bar.said == [
            ("add", "Reading", None), ("move", 1, 0, None), ("draw",), ("move", 1, 5, 9),
            ("add", "Tracking", 2), ("move", 5, 1, 2), ("draw",),
        ]  # fmt: skip
        bar.said.clear()
        phases.between(lambda _: bar.said.append(("story",)))(None)  # type: ignore[arg-type]
        assert bar.said == [("stop",), ("story",), ("start",)]

    def test_where_nobody_watches_stories_are_printed_and_no_bar_moves(self) -> None:
        told: list[object] = []
        phases = printing.Phases()
        phases.move("reading", 1, 2)
        phases.between(told.append)("brief")  # type: ignore[arg-type]
        assert told == ["brief"]

    def test_a_bar_is_taken_away_at_the_end(self, monkeypatch: pytest.MonkeyPatch) -> None:
        terminal = Terminal()
        monkeypatch.setattr(sys, "stderr", terminal)
        monkeypatch.setenv("TERM", "xterm")
        with printing.progress_bar("copying") as step:
            step(1, 4)
        shown = terminal.getvalue()
        assert "Copying" in shown
        assert "Reading" not in shown
