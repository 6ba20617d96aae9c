"""The command line: one module per verb, each parses, calls one job and prints.

Exit codes: 0 done, 1 findings under `--strict`, 2 usage or input, 3 missing extra, network or database, 70 our bug,
130 interrupted.
"""

from __future__ import annotations

import sys
import traceback
from typing import NoReturn

from meadow.errors import MeadowError

_BUG = 70


def main() -> NoReturn:
    """Run the command and end the process with its exit code; foreseen errors are explained, not dumped."""
    from meadow.cli.app import app

    try:
        app(prog_name="meadow")
    except MeadowError as error:
        _say(f"meadow: {error}")
        sys.exit(error.exit_code)
    except Exception:  # noqa: BLE001 - whatever escapes to here is a bug of ours, and the user must be told so
        _say(traceback.format_exc())
        _say("meadow: this is a bug in Meadow, not in your input. Please report it with the lines above.")
        sys.exit(_BUG)
    sys.exit(0)


def _say(message: str) -> None:
    sys.stderr.write(message.rstrip() + "\n")
