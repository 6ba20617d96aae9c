"""A command of the user's that hears of alerts: it gets each one as JSON on its standard input."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
from contextlib import suppress
from dataclasses import dataclass
from tempfile import TemporaryFile
from typing import BinaryIO

from meadow.errors import UsageError

SECONDS = 30.0
_MOST_SAID = 500


@dataclass(frozen=True, slots=True)
class AlertCommand:
    """A program and its arguments, run without a shell and with a time limit."""

    arguments: tuple[str, ...]
    seconds: float = SECONDS

    def run(self, text: str) -> str | None:
        """Run the command on an alert, and return what went wrong; None if nothing did. Nothing of it is left running."""
        with TemporaryFile() as said:
            try:
                process = subprocess.Popen(  # noqa: S603 - the command that the user names, without a shell
                    self.arguments, stdin=subprocess.PIPE, stdout=said, stderr=said, start_new_session=True
                )
            except OSError as error:
                return f"it cannot be started: {error.strerror}"
            try:
                process.communicate(f"{text}\n".encode(), timeout=self.seconds)
            except subprocess.TimeoutExpired:
                return f"it did not end within {self.seconds:g} seconds, and was ended"
            finally:
                _end_group(process)
            return None if process.returncode == 0 else f"it ended with {process.returncode}{_last_line(said)}"


def parse_alert_command(text: str) -> AlertCommand:
    """Return the command that a text names; one that cannot be run is a `UsageError`."""
    try:
        arguments = tuple(shlex.split(text))
    except ValueError as error:
        raise _refused(text, f"cannot be read: {error}") from error
    if not arguments:
        raise _refused(text, "is empty")
    if shutil.which(arguments[0]) is None:
        raise _refused(text, f"names {arguments[0]!r}, which is no program that can be run")
    return AlertCommand(arguments)


def _refused(text: str, why: str) -> UsageError:
    return UsageError(
        f"The command {text!r} {why}.",
        given=text,
        allowed="A program and its arguments, as in a shell but without its pipes and variables.",
        advice="Put more than that into a script. It gets the alert as JSON on its standard input.",
    )


def _end_group(process: subprocess.Popen[bytes]) -> None:
    """End whatever a command has started and left behind."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _last_line(said: BinaryIO) -> str:
    said.seek(max(0, said.seek(0, os.SEEK_END) - _MOST_SAID))
    last = said.read().decode("utf-8", "replace").strip().rpartition("\n")[2]
    return f" and said {last!r}" if last else ""
