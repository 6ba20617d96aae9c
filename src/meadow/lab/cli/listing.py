"""`meadow lab list`: the experiments that can be run by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from meadow.cli import options

if TYPE_CHECKING:
    from meadow.lab.tables.sheet import Sheet

Name = Annotated[str | None, typer.Argument(metavar="[NAME]", help="Say more about one experiment.")]
Toml = Annotated[bool, typer.Option("--toml", help="Print its file, to be copied and changed.")]


def list_experiments(
    name: Name = None, toml: Toml = False, plugin: options.Plugin = None, json: options.Json = False
) -> None:
    """List the experiments, or say what one of them does and needs.

    [dim]Examples:[/dim]

    meadow lab list

    meadow lab list summaries --toml > mine.toml
    """
    from meadow.cli import reading
    from meadow.errors import UsageError
    from meadow.lab.catalogue import experiment_names, experiment_text, load_experiment
    from meadow.lab.cli.showing import print_sheet
    from meadow.lab.experiment import find_kind
    from meadow.lab.tables.sheet import Sheet, make_table, records

    reading.load_plugins(plugin)
    if toml:
        if json:
            raise UsageError("--toml and --json were both given.", given="--toml --json", advice="Choose one.")
        if name is None:
            raise UsageError(
                "--toml needs the name of an experiment.", given="no name", advice="Try `meadow lab list`."
            )
        typer.echo(experiment_text(name), nl=False)
        return
    if name is not None:
        print_sheet(_one(name), form="json" if json else "terminal")
        return
    experiments = [load_experiment(each) for each in experiment_names()]
    needs = [find_kind(each.kind).needs for each in experiments]
    rows = [[each.name, each.title, ", ".join(kinds)] for each, kinds in zip(experiments, needs, strict=True)]
    table = make_table(["name", "what it shows", "needs"], rows)
    value = {"experiments": records(["name", "title", "needs"], rows)}
    print_sheet(Sheet([table], value, ["Run one with: meadow lab run NAME"]), form="json" if json else "terminal")


def _one(name: str) -> Sheet:
    from meadow.lab.catalogue import load_experiment
    from meadow.lab.experiment import find_kind
    from meadow.lab.tables.sheet import Sheet

    experiment = load_experiment(name)
    value = {
        "name": experiment.name, "title": experiment.title, "about": experiment.about, "source": experiment.source,
        "needs": ", ".join(find_kind(experiment.kind).needs), "systems": ", ".join(experiment.systems),
        "metrics": ", ".join(experiment.metrics),
    }  # fmt: skip
    lines = [f"{key}: {text}" for key, text in value.items() if text]
    return Sheet(["\n".join(lines)], value)
