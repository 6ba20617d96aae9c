"""`meadow methods`: every method by family, with its parameters."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from textwrap import indent
from typing import Annotated, Any

import typer

from meadow.cli import options
from meadow.registry import family as find_family
from meadow.registry import parameters


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
                text = row["summary"] if name is None else row["description"]
                printing.print_text(f"  {row['spec']}\n{indent(text, ' ' * 6)}")


def _rows() -> Iterator[dict[str, str]]:
    from meadow.engines import ENGINES
    from meadow.grouping import GROUPER_ALIASES, GROUPERS
    from meadow.headlines import HEADLINES
    from meadow.ingest.formats import FORMATS, find_format
    from meadow.pipeline.presets import PRESETS, TRACKER_ALIASES
    from meadow.rank import RANKERS
    from meadow.rewrite import REWRITERS
    from meadow.select import SELECTORS
    from meadow.superseded import FIGURES
    from meadow.tracking import TRACKERS

    for name, preset in sorted(PRESETS.items()):
        steps = f"rank {preset.rank}, figures {preset.figures}, select {preset.select}, rewrite {preset.rewrite}"
        yield _row("summarizers (--method)", name, name, steps)
    for option, registry in (
        ("rankers (--rank)", RANKERS), ("treatments of figures (--figures)", FIGURES), ("selectors (--select)", SELECTORS),
        ("rewriters (--rewrite)", REWRITERS),
        ("trackers (--tracker)", TRACKERS), ("groupers (meadow group --method)", GROUPERS),
        ("headline methods (--headline)", HEADLINES), ("metrics (--metrics)", find_family("metric")),
        ("engines (--engine)", ENGINES),
    ):  # fmt: skip
        for name in registry:
            function = registry.function(name)
            settings = ", ".join([*_open_ended(function), *_defaults(function)])
            yield _row(option, name, f"{name}({settings})" if settings else name, inspect.getdoc(function) or "")
    for name, target in TRACKER_ALIASES.items():
        yield _row("trackers (--tracker)", name, name, f"The default; short for {target}.")
    for name, target in GROUPER_ALIASES.items():
        yield _row("groupers (meadow group --method)", name, name, f"The default; short for {target}.")
    for name in FORMATS:
        yield _row("input formats", name, name, inspect.getdoc(find_format(name).read) or "")


def _defaults(function: Callable[..., Any]) -> list[str]:
    return [f"{key}={entry.default}" for key, entry in parameters(function).items()]


def _open_ended(function: Callable[..., Any]) -> list[str]:
    """Show that a method takes parameters of any name, as `mix` takes rankers with their weights."""
    every = inspect.signature(function).parameters.values()
    return [f"RANKER={entry.name.removesuffix('s')}, …" for entry in every if entry.kind is entry.VAR_KEYWORD]


def _row(family: str, name: str, spec: str, description: str) -> dict[str, str]:
    return {
        "family": family, "name": name, "spec": spec, "summary": description.split("\n")[0], "description": description
    }  # fmt: skip
