"""The command line: one module per verb, each parses, calls one job and prints.

Exit codes: 0 done, 1 findings under `--strict`, 2 usage or input, 3 missing extra, network or database, 70 our bug,
130 interrupted.
"""

from __future__ import annotations

import sys
import traceback
import warnings
from typing import NoReturn, TextIO

from meadow.errors import MeadowError, SolverWarning
from meadow.registry import added_methods, plugin_failure

_BUG = 70


def main() -> NoReturn:
    """Run the command and end the process with its exit code; foreseen errors are explained, not dumped."""
    from meadow.cli.app import app

    warnings.showwarning = _note
    warnings.simplefilter("always", SolverWarning)
    try:
        app(prog_name="meadow")
    except MeadowError as error:
        _say(f"meadow: {error}")
        sys.exit(error.exit_code)
    except Exception as error:  # noqa: BLE001 - whatever escapes to here is a bug, and the user must be told whose
        failure = plugin_failure(error)
        if failure is not None:
            _say(f"meadow: {failure}")
            sys.exit(failure.exit_code)
        _say(traceback.format_exc())
        _say(
            f"meadow: this is a bug in Meadow{_or_in_plugins()}, not in your input. Please report it with the lines above."
        )
        sys.exit(_BUG)
    sys.exit(0)


def _note(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,  # noqa: ARG001 - the signature of `warnings.showwarning`
    line: str | None = None,
) -> None:
    """Print what a method has to say about its answer as a note, and other warnings as Python does."""
    if issubclass(category, SolverWarning):
        _say(f"meadow: note: {message}")
    else:
        _say(warnings.formatwarning(message, category, filename, lineno, line))


def _or_in_plugins() -> str:
    """Name the methods that are not ours: one may have returned what it must not, and be gone when that shows."""
    names = ", ".join(name for name, _ in added_methods())
    return f" or in a method of a plug-in ({names})" if names else ""


def _say(message: str) -> None:
    sys.stderr.write(message.rstrip() + "\n")
