"""Options that several commands of `meadow lab` share."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from typing import Annotated, Any

import typer

_BED, _CHANGE, _RUN, _OUTPUT = "Testbed", "Change the experiment", "Run", "Output"

Testbed = Annotated[
    str | None,
    typer.Option(metavar="DIR", help="A testbed, or FORMAT:PATH; default: the sample's own.", rich_help_panel=_BED),
]
Given = Annotated[str | None, typer.Argument(metavar="[TESTBED]", help="A testbed's folder, or FORMAT:PATH.")]
Reader = Annotated[
    list[str] | None,
    typer.Option(metavar="KEY=VALUE", help="An option of the format's reader.", rich_help_panel=_BED),
]
Documents = Annotated[
    list[str] | None,
    typer.Option(metavar="PATH", help="Stories without a testbed: each path is one.", rich_help_panel=_BED),
]
References = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="JSON Lines {id, text}: their summaries, by path name.", rich_help_panel=_BED),
]
Topics = Annotated[list[str] | None, typer.Option(metavar="ID", help="Only these topics.", rich_help_panel=_BED)]

Outputs = Annotated[
    list[str] | None,
    typer.Option(metavar="DIR", help="Texts of other systems: DIR/SYSTEM/TOPIC.txt.", rich_help_panel=_BED),
]
Systems = Annotated[
    list[str] | None, typer.Option(metavar="SPEC", help="Compare these systems.", rich_help_panel=_CHANGE)
]
Metrics = Annotated[
    list[str] | None, typer.Option(metavar="NOTATION", help="Measure by these.", rich_help_panel=_CHANGE)
]
Budgets = Annotated[
    list[str] | None, typer.Option(metavar="LENGTH", help="Such as words=100 or percent=20.", rich_help_panel=_CHANGE)
]
Baseline = Annotated[
    str | None, typer.Option(metavar="SPEC", help="Test the others against it.", rich_help_panel=_CHANGE)
]
Set = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="An option of the experiment.", rich_help_panel=_CHANGE),
]
Gold = Annotated[
    str | None,
    typer.Option(
        metavar="people|automatic", help="For tsc3-tables: automatic aligns references.", rich_help_panel=_CHANGE
    ),
]
Collection = Annotated[
    str | None,
    typer.Option(
        metavar="PATH", help="For tsc3-tables: articles that tell how rare words are.", rich_help_panel=_CHANGE
    ),
]
Label = Annotated[
    list[str] | None,
    typer.Option(metavar="SYSTEM=NAME", help="What tables call a system.", rich_help_panel=_CHANGE),
]
Seed = Annotated[int | None, typer.Option(help="Another seed.", rich_help_panel=_CHANGE)]
Resamples = Annotated[
    int | None, typer.Option(help="How many resamples an interval rests on.", rich_help_panel=_CHANGE)
]

Workers = Annotated[int | None, typer.Option(help="Processes; default: one per core.", rich_help_panel=_RUN)]
Out = Annotated[
    str | None,
    typer.Option(metavar="DIR", help="Keep the run there, and go on where it stopped.", rich_help_panel=_RUN),
]
Form = Annotated[str, typer.Option(help="terminal, markdown, latex, csv, json or html.", rich_help_panel=_OUTPUT)]
Intervals = Annotated[bool, typer.Option("--intervals/--no-intervals", help="Show intervals.", rich_help_panel=_OUTPUT)]


def count_workers(given: int | None, engine: str | None) -> int:
    """Return how many processes are to work where no engine was named: as many as given, or one per core."""
    from meadow.engines.processes import cores

    return (cores() if engine is None else 1) if given is None else given


def parse_labels(given: Sequence[str] | None) -> dict[str, str]:
    """Return `SYSTEM=NAME` labels by system; an equals sign in the parentheses of a spec is part of the system."""
    from meadow.errors import UsageError

    labels: dict[str, str] = {}
    for label in given or ():
        found = re.fullmatch(r"([^=(]+(?:\(.*\))?)=(.+)", label, re.DOTALL)
        if found is None:
            raise UsageError(f"{label!r} is no label.", given=label, allowed='Write --label mine="Our system".')
        labels[found[1].strip()] = found[2].strip()
    return labels


def parse_settings(given: Sequence[str] | None, *, option: str) -> dict[str, Any]:
    """Return `KEY=VALUE` settings; a value is what TOML makes of it, else a text."""
    from meadow.errors import UsageError

    settings: dict[str, Any] = {}
    for setting in given or ():
        key, sign, value = setting.partition("=")
        if not sign or not key.strip():
            raise UsageError(f"{setting!r} is not a setting.", given=setting, allowed=f"Write {option} KEY=VALUE.")
        try:
            settings[key.strip()] = tomllib.loads(f"value = {value}")["value"]
        except tomllib.TOMLDecodeError:
            settings[key.strip()] = value
    return settings


def named_options(**given: str | None) -> dict[str, str]:
    """Return the options of an experiment that have a name of their own on the command line, where they were given."""
    return {name: value for name, value in given.items() if value is not None}
