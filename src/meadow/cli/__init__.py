"""The command line: one module per verb, each parses, calls one job and prints.

Exit codes: 0 done, 1 findings under `--strict`, 2 usage or input, 3 missing extra, network or database, 70 our bug,
130 interrupted.
"""

from __future__ import annotations

import gc
import os
import sys
import warnings
from collections.abc import Callable
from contextlib import suppress
from io import TextIOWrapper
from typing import NoReturn, TextIO

from meadow.errors import FULL, DamagedWarning, FallbackWarning, MeadowError, OutputError, SolverWarning
from meadow.registry import added_methods, plugin_failure
from meadow.text.shown import one_shown_line, shown_lines

_BUG = 70
_NEW_OBJECTS = 100_000
_INTERRUPTED = 130


def main() -> NoReturn:
    """Run the command and end the process with its exit code; foreseen errors are explained, not dumped."""
    collect_seldom()
    try:
        from meadow.cli.app import app  # takes long enough for a user to change their mind
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)
    warnings.showwarning = _note
    for kind in (SolverWarning, FallbackWarning):
        warnings.simplefilter("always", kind)
    warnings.simplefilter("default", DamagedWarning)  # once for each that is damaged
    _let_streams_replace()
    try:
        _run(app)
    except MeadowError as error:
        _say(f"meadow: {one_shown_line(str(error))}")
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)
    except Exception as error:  # noqa: BLE001 - whatever escapes to here is a bug, and the message must say whose
        failure = plugin_failure(error)
        if failure is not None:
            _say(f"meadow: {one_shown_line(str(failure))}")
            sys.exit(failure.exit_code)
        import traceback  # loaded only by those who fail

        _say(traceback.format_exc())
        _say(
            f"meadow: this is a bug in Meadow{_or_in_plugins()}, not in your input. Please report it with the lines above."
        )
        sys.exit(_BUG)
    sys.exit(0)


def collect_seldom() -> None:
    """Let Python look for objects that refer to each other after 100,000 new ones, not after 700.

    What a command makes are values that refer to nothing above them: it lets go of them by itself, and looking at all of
    them again and again takes a twelfth of a digest's time. In a library that would be the caller's to say.
    """
    gc.set_threshold(_NEW_OBJECTS)


def _run(app: Callable[..., object]) -> None:
    """Run the command to the last byte of its output: what cannot be written is reported, a closed pipe is not."""
    try:
        try:
            app(prog_name="meadow")
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        _leave_output()
        sys.exit(0)
    except OSError as error:
        if error.errno not in FULL:
            raise
        _leave_output()
        raise OutputError("standard output", error) from error


def _leave_output() -> None:
    """Let what is still held for standard output go nowhere: Python would try to write it once more on its way out."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _let_streams_replace() -> None:
    """Let characters that a terminal's encoding lacks be shown as escapes, not end the command."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _note(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,  # noqa: ARG001 - the signature of `warnings.showwarning`
    line: str | None = None,
) -> None:
    """Print what a method has to say about its answer as a note, and other warnings as Python does."""
    if issubclass(category, SolverWarning | FallbackWarning | DamagedWarning):
        _say(f"meadow: note: {one_shown_line(str(message))}")
    else:
        _say(warnings.formatwarning(message, category, filename, lineno, line))


def _or_in_plugins() -> str:
    """Name the methods that are not ours: one may have returned what it must not, and be gone when that shows."""
    names = ", ".join(name for name, _ in added_methods())
    return f" or in a method of a plug-in ({names})" if names else ""


def _say(message: str) -> None:
    sys.stderr.write(shown_lines(message.rstrip()) + "\n")
