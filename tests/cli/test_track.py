"""`meadow track` on a pipe that stays open: an answer per line, before the next line is written."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

LINES = [
    {"id": "a", "text": "A ferry capsized off Skerra.", "language": "en"},
    {"id": "b", "text": "The ferry that capsized off Skerra was raised.", "language": "en"},
]


def _start(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "meadow", "track", "-", "--order", "given", *arguments]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    )


@pytest.mark.parametrize("tracker", ["cidr(threshold=0.1)", "one"])
def test_a_line_is_answered_before_the_next_is_written(tracker: str) -> None:
    with _start("--json", "--tracker", tracker) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        answers = []
        for line in LINES:
            running.stdin.write(json.dumps(line) + "\n")
            running.stdin.flush()
            answers.append(json.loads(running.stdout.readline()))
            assert running.poll() is None
        running.stdin.close()
        assert running.wait(timeout=60) == 0
    assert [(each["document"], each["story"]) for each in answers] == [("a", "a"), ("b", "a")]


def test_bad_lines_are_told_and_under_strict_end_with_1() -> None:
    text = json.dumps(LINES[0]) + "\nno json\n" + json.dumps(LINES[1]) + "\n"
    for arguments, status in (((), 0), (("--strict",), 1)):
        with _start("--tracker", "cidr(threshold=0.1)", *arguments) as running:
            out, err = running.communicate(text, timeout=60)
        assert running.returncode == status
        assert [line.split()[-1] for line in out.splitlines()] == ["a", "b"]
        assert err.count("not read: -:2") == 1


def test_a_pipe_with_nothing_to_read_ends_with_2() -> None:
    with _start() as running:
        _, err = running.communicate("", timeout=60)
    assert running.returncode == 2
    assert "no document" in err


def test_lines_and_a_file_give_the_same(tmp_path: Path) -> None:
    text = "".join(json.dumps(line) + "\n" for line in LINES)
    (tmp_path / "stream.jsonl").write_text(text, encoding="utf-8")
    with _start("--json") as running:
        piped, _ = running.communicate(text, timeout=60)
    command = [sys.executable, "-m", "meadow", "track", "stream.jsonl", "--order", "given", "--json"]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=tmp_path)
    assert done.stdout == piped
