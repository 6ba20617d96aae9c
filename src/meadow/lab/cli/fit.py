"""`meadow lab fit`: weights of rankers, learned from what people judged or wrote."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer

from meadow.cli import options

_FROM, _HOW = "Learn from (give one)", "How to learn"

Paths = Annotated[
    list[str] | None, typer.Argument(metavar="[PATH…]", help="Stories: each path is one, a file or a folder.")
]
Testbed = Annotated[
    str | None,
    typer.Option(metavar="DIR", help="A testbed, or FORMAT:PATH, instead of paths.", rich_help_panel=_FROM),
]
Source = Annotated[
    str | None,
    typer.Option(metavar="judges|references", help="What of the testbed; default: judges.", rich_help_panel=_FROM),
]
References = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="JSON Lines {id, text}: summaries, id is a path's name.", rich_help_panel=_FROM),
]
Judges = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="Utilities: CSV, JSON Lines or sentjudge.", rich_help_panel=_FROM),
]
Rankers = Annotated[
    str | None, typer.Option(metavar="NAME,…", help="Which rankers may get a weight.", rich_help_panel=_HOW)
]
Metrics = Annotated[
    str | None,
    typer.Option(
        metavar="NOTATION,…", help="A sentence is worth the mean of these (references).", rich_help_panel=_HOW
    ),
]
MinimumWords = Annotated[int, typer.Option(help="Rule out sentences with fewer words.", rich_help_panel=_HOW)]
Standalone = Annotated[
    bool,
    typer.Option("--standalone/--no-standalone", help="Rule out sentences that lean on others.", rich_help_panel=_HOW),
]
Signed = Annotated[bool, typer.Option("--signed", help="Allow weights below 0.", rich_help_panel=_HOW)]
Headlines = Annotated[
    bool, typer.Option("--headlines", help="Learn where headlines stand, from titled articles.", rich_help_panel=_FROM)
]
Summaries = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="Learn from summaries that editors chose (JSON Lines).", rich_help_panel=_FROM),
]
Out = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="Write the weights as TOML, or the table as JSON.", rich_help_panel="Output"),
]


def fit(
    paths: Paths = None,
    references: References = None,
    judges: Judges = None,
    testbed: Testbed = None,
    source: Source = None,
    headlines: Headlines = False,
    summaries: Summaries = None,
    rankers: Rankers = None,
    metrics: Metrics = None,
    minimum_words: MinimumWords = 9,
    standalone: Standalone = True,
    signed: Signed = False,
    plugin: options.Plugin = None,
    idf: options.Idf = None,
    out: Out = None,
    json: options.Json = False,
    strict: options.Strict = False,
) -> None:
    """Learn the weights of a mix of rankers from summaries or from judges' scores.

    Prints the mix, and how well such a mix orders the sentences of each story when
    it is learned from the others. With --out it writes a file that --rank @FILE
    reads. [dim]Examples:[/dim]

    meadow lab fit stories/* --references references.jsonl --out weights.toml

    meadow lab fit GA3.cluster --judges GA3.sentjudge --rankers centroid,position,first

    meadow lab fit --testbed mybed/ --source references

    meadow lab fit --headlines news/ --out table.json

    meadow lab fit --summaries chosen.jsonl news/ --out weights.json

    meadow summarize ferry/ --rank @weights.toml
    """
    from meadow.cli import reading
    from meadow.lab.cli.headline_table import learn_headlines
    from meadow.lab.cli.sequence_table import learn_sequence

    reading.load_plugins(plugin)
    teachers = {"references": references, "judges": judges, "testbed": testbed, "source": source}
    if headlines:
        learn_headlines(paths or (), teachers=teachers, out=out, json=json, strict=strict)
        return
    if summaries is not None:
        learn_sequence(paths or (), summaries, teachers=teachers, out=out, json=json, strict=strict)
        return
    how = {"minimum_words": minimum_words, "standalone": standalone, "nonnegative": not signed}
    problems = _learn_weights(
        paths or (), teachers, rankers=rankers, metrics=metrics, how=how, idf=idf, out=out, json=json
    )
    if strict and problems:
        raise typer.Exit(1)


def _learn_weights(
    paths: Sequence[str],
    teachers: Mapping[str, str | None],
    *,
    rankers: str | None,
    metrics: str | None,
    how: Mapping[str, Any],
    idf: str | None,
    out: str | None,
    json: bool,
) -> int:
    """Print the mix that stories teach, write it where asked, and return how many items could not be read."""
    from meadow.cli import printing
    from meadow.cli.inputs import split_list
    from meadow.lab.cli.beds import given_lessons
    from meadow.lab.cli.headline_table import fit_sheet
    from meadow.lab.cli.showing import print_sheet
    from meadow.lab.fitting import DEFAULT_RANKERS, fit_weights, format_weights
    from meadow.lab.lessons import WORTH

    worth = WORTH if metrics is None else split_list(metrics, option="--metrics")
    lessons, target, problems = given_lessons(paths, **teachers, idf=idf, measures=worth)
    chosen = DEFAULT_RANKERS if rankers is None else split_list(rankers, option="--rankers")
    fitted = fit_weights(lessons, rankers=chosen, **how)
    print_sheet(fit_sheet(fitted), form="json" if json else "terminal")
    if out is not None:
        printing.write_file(out, format_weights(fitted, target=target))
    return problems
