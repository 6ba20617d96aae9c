"""`meadow methods`: every method by family, with its parameters."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Annotated

import typer

from meadow.cli import options


def methods(
    name: Annotated[str | None, typer.Argument(help="Describe this method only.")] = None,
    plugin: options.Plugin = None,
    json: options.Json = False,
) -> None:
    """List every method that can be named, or describe one.

    [dim]Examples:[/dim]

    meadow methods

    meadow methods mix
    """
    from meadow.cli import printing, reading
    from meadow.errors import UnknownNameError

    reading.load_plugins(plugin)
    rows = [row for row in _rows() if name is None or row["name"] == name]
    if not rows:
        raise UnknownNameError("method", str(name), [row["name"] for row in _rows()])
    if json:
        printing.print_json({"methods": rows})
        return
    for family in dict.fromkeys(row["family"] for row in rows):
        printing.print_text(f"\n{family}")
        for row in rows:
            if row["family"] == family:
                printing.print_text(f"  {row['spec']}\n      {row['summary'] if name is None else row['description']}")


def _rows() -> Iterator[dict[str, str]]:
    from meadow.headlines import HEADLINES
    from meadow.presets import PRESETS, TRACKER_ALIASES
    from meadow.rank import RANKERS
    from meadow.registry import parameters
    from meadow.rewrite import REWRITERS
    from meadow.select import SELECTORS
    from meadow.tracking import TRACKERS

    for name, preset in sorted(PRESETS.items()):
        steps = f"rank {preset.rank}, select {preset.select}, rewrite {preset.rewrite}"
        yield _row("summarizers (--method)", name, name, steps)
    for option, registry in (
        ("rankers (--rank)", RANKERS), ("selectors (--select)", SELECTORS), ("rewriters (--rewrite)", REWRITERS),
        ("trackers (--tracker)", TRACKERS), ("headline methods (--headline)", HEADLINES),
    ):  # fmt: skip
        for name in registry:
            function = registry.function(name)
            settings = ", ".join(f"{key}={entry.default}" for key, entry in parameters(function).items())
            yield _row(option, name, f"{name}({settings})" if settings else name, inspect.getdoc(function) or "")
    for name, target in TRACKER_ALIASES.items():
        yield _row("trackers (--tracker)", name, name, f"The default; stands for {target}.")


def _row(family: str, name: str, spec: str, description: str) -> dict[str, str]:
    return {
        "family": family, "name": name, "spec": spec, "summary": description.split("\n")[0], "description": description
    }  # fmt: skip
