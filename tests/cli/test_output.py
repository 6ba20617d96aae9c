"""What leaves the command: whole or not claimed, readable in any encoding, and never a stranger's escape sequence."""

from __future__ import annotations

import errno
import json
import os
import signal
import stat
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from rich.text import Text

from command import run_meadow, start_meadow
from meadow.cli import printing
from meadow.errors import OutputError

FULL = Path("/dev/full")
NAME = "\x1b[31mred\x07\nmeadow: wrote secrets.txt"
BELL = "The harbour bell of Tolsby rings again after ten years of silence, the harbour master said."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rows = [{"id": f"d{n}", "text": f"{BELL} It rang {n} times.", "source": "Echo — “Süd”"} for n in range(3)]
    (tmp_path / "news.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return tmp_path


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize(
    "arguments", [("digest", "--json"), ("digest",), ("track", "--json"), ("methods",), ("--help",)]
)
def test_a_full_disk_ends_with_3_and_one_line(folder: Path, arguments: tuple[str, ...]) -> None:
    verb, *more = arguments
    paths = ["news.jsonl"] if verb in ("digest", "track") else []
    with FULL.open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "meadow", verb, *paths, *more], cwd=folder, stdout=full, stderr=subprocess.PIPE,
            check=False,
        )  # fmt: skip
    assert done.returncode == 3
    assert done.stderr.decode().splitlines() == [
        "meadow: 'standard output' cannot be written: No space left on device. The file is incomplete. "
        "Free some space, or write it elsewhere."
    ]


def test_a_reader_that_leaves_is_no_error(folder: Path) -> None:
    line = f"'{sys.executable}' -m meadow methods | head -n 1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", line], cwd=folder, capture_output=True, check=False)
    assert done.stderr == b""


@pytest.mark.parametrize("encoding", ["cp1252", "latin-1", "ascii"])
def test_json_is_utf8_in_old_encodings(folder: Path, encoding: str) -> None:
    told = subprocess.run(
        [sys.executable, "-m", "meadow", "digest", "news.jsonl", "--json"], cwd=folder, capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": encoding}, check=False,
    )  # fmt: skip
    assert (told.returncode, told.stderr) == (0, b"")
    assert json.loads(told.stdout.decode("utf-8"))["stories"][0]["sources"] == ["Echo — “Süd”"]


def test_text_is_replaced_in_old_encodings(folder: Path) -> None:
    shown = start_meadow("digest", "news.jsonl", folder=folder, PYTHONIOENCODING="ascii")
    assert (shown.returncode, "\\u2014" in shown.stdout) == (0, True)


@pytest.mark.parametrize("option", ["--html", "--csl", "--bibtex"])
def test_a_file_that_cannot_be_written_leaves_the_old_one(
    folder: Path, option: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "out").write_text("the old file", encoding="utf-8")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("meadow.cli.printing.Path.replace", full)
    done = run_meadow("digest", "news.jsonl", option, "out", folder=folder)
    assert done.returncode == 3
    assert "'out' cannot be written: No space left on device." in done.stderr
    assert "wrote" not in done.stderr
    assert (folder / "out").read_text(encoding="utf-8") == "the old file"
    assert sorted(path.name for path in folder.iterdir()) == ["news.jsonl", "out"]


def test_a_file_keeps_its_rights_and_a_link_stays_a_link(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    target = folder / "real.html"
    target.write_text("old", encoding="utf-8")
    target.chmod(0o600)
    (folder / "link.html").symlink_to(target)
    printing.write_file("link.html", "new")
    assert (folder / "link.html").is_symlink()
    assert (target.read_text(encoding="utf-8"), stat.S_IMODE(target.stat().st_mode)) == ("new", 0o600)
    printing.write_file("fresh.html", "new")
    assert stat.S_IMODE((folder / "fresh.html").stat().st_mode) == 0o666 & ~printing._umask()


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
def test_a_device_is_written_to_as_it_is() -> None:
    with pytest.raises(OutputError, match="No space left"):
        printing.write_file(str(FULL), "x" * 10)
    assert not FULL.is_file()


def test_names_and_questions_cannot_move_the_cursor_or_forge_a_line(folder: Path) -> None:
    (folder / NAME).write_text(f"{BELL} More.", encoding="utf-8")
    (folder / f"{NAME}.pdf").write_bytes(b"%PDF-1.7")
    for arguments in (
        ("digest", "."),
        ("summarize", ".", "--explain"),
        ("track", "."),
        ("headline", ".", "--all"),
        ("group", "."),
        ("report", f"How often did it ring? {NAME}", "."),
        ("pack", f"How often did it ring? {NAME}", "."),
        ("digest", NAME + "nowhere"),
        ("evaluate", "rouge", "--candidates", NAME, "--references", "news.jsonl"),
        ("summarize", "news.jsonl", "--rank", NAME),
    ):
        done = run_meadow(*arguments, folder=folder)
        assert done.returncode != 70, done.stderr
        for stream in (done.stdout, done.stderr):
            assert not [mark for mark in stream if (ord(mark) < 32 and mark not in "\n\t") or 127 <= ord(mark) < 160]
            assert "meadow: wrote secrets.txt" not in stream.splitlines()
            assert not any(line.startswith("meadow: wrote secrets") for line in stream.splitlines())


def test_a_terminal_gets_our_colours_and_a_strangers_escapes_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(TextIOWrapper):
        def isatty(self) -> bool:
            return True

    screen = Terminal(BytesIO(), encoding="utf-8")
    monkeypatch.setattr(sys, "stdout", screen)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    printing.print_rich(Text("loud \x1b[2J", style="bold red"))
    screen.flush()
    written = screen.buffer.getvalue().decode()  # type: ignore[attr-defined]
    assert "\x1b[2J" not in written
    assert r"\x1b[2J" in written
    assert "\x1b[1;31m" in written


@pytest.mark.parametrize("option", ["--until", "--since"])
@pytest.mark.parametrize("day", ["9999-12-31", "0001-01-01"])
def test_the_ends_of_the_calendar_are_days_like_others(folder: Path, option: str, day: str) -> None:
    done = run_meadow("digest", "news.jsonl", option, day, folder=folder)
    assert done.returncode in (0, 2)
    assert "bug" not in done.stderr


def test_an_idf_of_no_reason_is_explained(folder: Path) -> None:
    (folder / "idf.txt").write_text("bell\t1e308\nharbour\t2\n", encoding="utf-8")
    done = run_meadow("digest", "news.jsonl", "--idf", "idf.txt", folder=folder)
    assert done.returncode == 2
    assert "is not a row of an IDF table. Lines of: word, tab, value; a value is at most 1,000,000." in done.stderr


def test_toml_that_is_nested_beyond_reason_is_explained(folder: Path) -> None:
    (folder / "deep.toml").write_text("rank = " + "[" * 20_000, encoding="utf-8")
    done = run_meadow("summarize", "news.jsonl", "--rank", "@deep.toml", folder=folder)
    assert done.returncode == 2
    assert "nested too deeply" in done.stderr


@pytest.mark.skipif(not hasattr(signal, "SIGINT"), reason="this system has no signals")
def test_an_interrupt_while_loading_is_quiet(folder: Path) -> None:
    program = (
        "import sys, signal, os\n"
        "class Slow:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'meadow.cli.app':\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Slow())\n"
        "from meadow.cli import main\n"
        "sys.argv = ['meadow', 'methods']\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
