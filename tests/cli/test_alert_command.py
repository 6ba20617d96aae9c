"""The command that hears of alerts: bounded, without a shell, and with nothing left behind."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from meadow.cli.alert_command import AlertCommand, parse_alert_command
from meadow.errors import UsageError
from project.guards import running_children


def python(code: str, seconds: float = 20.0) -> AlertCommand:
    return AlertCommand((sys.executable, "-c", code), seconds)


def test_it_gets_the_text_and_no_shell_sees_it(tmp_path: Path) -> None:
    target = tmp_path / "heard"
    code = f"import sys; open({str(target)!r}, 'w').write(sys.stdin.read())"
    assert python(code).run('{"text": "$(rm -rf x); `y`"}') is None
    assert target.read_text(encoding="utf-8") == '{"text": "$(rm -rf x); `y`"}\n'


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (python("raise SystemExit(3)"), "it ended with 3"),
        (python("import sys; print('first'); sys.exit('last')"), "it ended with 1 and said 'last'"),
        (AlertCommand(("/",)), "cannot be started"),
        (python("import time; time.sleep(60)", seconds=0.2), "did not end within 0.2 seconds"),
    ],
)
def test_what_goes_wrong_is_reported(command: AlertCommand, words: str) -> None:
    assert words in str(command.run("{}"))


def test_a_command_that_does_not_listen_is_no_fault() -> None:
    assert python("pass").run("x" * 1_000_000) is None


def test_what_it_starts_and_leaves_is_ended() -> None:
    code = "import subprocess, sys; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])"
    assert python(code).run("{}") is None
    assert [child for child in running_children() if "time.sleep(60)" in child.command] == []


def test_a_command_is_split_as_a_shell_would() -> None:
    assert parse_alert_command(f"{sys.executable} -c 'a b'").arguments == (sys.executable, "-c", "a b")
    with pytest.raises(UsageError, match="standard input"):
        parse_alert_command("no-such-program")
