"""`meadow lab run`: an experiment on a testbed, as tables."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Annotated

import typer

from meadow.cli import options
from meadow.lab.cli import options as lab

if TYPE_CHECKING:
    from collections.abc import Iterator

    from meadow.lab.results import Results
    from meadow.lab.testbed import Testbed

Name = Annotated[str, typer.Argument(metavar="NAME", help="An experiment by name, or a file that ends in .toml.")]


_AFTER_THE_FACT = ("workers", "engine", "out", "form", "intervals", "json", "strict")


def run(
    context: typer.Context,
    name: Name,
    testbed: lab.Testbed = None,
    reader: lab.Reader = None,
    documents: lab.Documents = None,
    references: lab.References = None,
    topics: lab.Topics = None,
    outputs: lab.Outputs = None,
    systems: lab.Systems = None,
    metrics: lab.Metrics = None,
    budgets: lab.Budgets = None,
    baseline: lab.Baseline = None,
    label: lab.Label = None,
    setting: lab.Set = None,
    gold: lab.Gold = None,
    collection: lab.Collection = None,
    seed: lab.Seed = None,
    resamples: lab.Resamples = None,
    workers: lab.Workers = None,
    engine: options.Engine = None,
    out: lab.Out = None,
    plugin: options.Plugin = None,
    form: lab.Form = "terminal",
    intervals: lab.Intervals = True,
    json: options.Json = False,
    strict: options.Strict = False,
) -> None:
    """Run an experiment and print its tables.

    Without --testbed it runs on a small testbed over the sample corpus, which is an
    illustration. With --out everything is kept: figures of every item, tables in
    six forms, plots; what is finished there is not done again.

    [dim]Examples:[/dim]

    meadow lab run mead-tables

    meadow lab run summaries --testbed mybed/ --systems lead mead 'mead(select=mmr)' --out runs/mine

    meadow lab run summaries --outputs out/ --systems meadow 'given(mine)' --label mine="Our system"

    meadow lab run tracking --testbed jsonl:corpora/ecb_plus
    """
    from meadow.cli import printing, reading
    from meadow.lab import notebook
    from meadow.lab.cli.beds import given_testbed
    from meadow.lab.cli.showing import print_findings
    from meadow.lab.tables.rendering import check_form

    check_form(form)
    reading.load_plugins(plugin)
    bed = given_testbed(
        testbed, reader=reader, documents=documents, references=references, topics=topics, outputs=outputs
    )
    with printing.progress_bar(f"Running {name}") as progress:
        results = notebook.run(
            name, bed, out=out, workers=lab.count_workers(workers, engine), engine=engine, plugins=plugin or (),
            command=_command(context), progress=progress, labels=lab.parse_labels(label),
            systems=systems, metrics=metrics, budgets=budgets, baseline=baseline, seed=seed, resamples=resamples,
            options={**lab.parse_settings(setting, option="--set"), **lab.named_options(gold=gold, collection=collection)},
        )  # fmt: skip
    print_findings(results.findings, form="json" if json else form, intervals=intervals)
    for line in _said_after(results, bed, out):
        printing.note(line)
    if strict and results.failures:
        raise typer.Exit(1)


def _said_after(results: Results, bed: Testbed, out: str | None) -> Iterator[str]:
    """Iterate over what is to be said below the tables."""
    yield from results.notes
    if bed.illustration:
        yield f"The testbed {bed.name!r} is an illustration: it shows what the tables look like, not which system is better."
    if out is not None:
        yield f"Kept in {out}."
    if results.failures:
        yield f"{len(results.failures)} of {len(results.cells)} cells failed; the notes below the tables say why."


def _command(context: typer.Context) -> str:
    """Return the command that makes the tables again: all that was given but where and how they are shown and kept."""
    words = ["meadow", "lab", "run"]
    for parameter in context.command.params:
        value = context.params.get(str(parameter.name))
        if value is None or parameter.name in _AFTER_THE_FACT:
            continue
        values = list(value) if isinstance(value, list | tuple) else [str(value)]
        words += [parameter.opts[0], *values] if parameter.param_type_name == "option" and values else values
    return shlex.join(words)
