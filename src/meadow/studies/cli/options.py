"""Options that the commands of judging share."""

from __future__ import annotations

from typing import Annotated

import typer

Study = Annotated[str, typer.Argument(metavar="STUDY", help="A study, as `meadow judge list` prints it.")]
Url = Annotated[
    str, typer.Option(metavar="URL", help="Where `meadow serve` is reached; links to participants begin with it.")
]
USUAL_URL = "http://127.0.0.1:8710"
