"""`meadow lab reference-plan`: how many reference headlines to write for each story of a testbed."""

from __future__ import annotations

from typing import Annotated

import typer

from meadow.cli import options
from meadow.lab.cli import options as lab

Part = Annotated[float, typer.Option(help="Which part of the stories gets more than one.")]
Extra = Annotated[int, typer.Option(help="How many more each of them gets.")]
Seed = Annotated[int, typer.Option(help="Chooses the stories.")]


def reference_plan(
    given: lab.Given = None,
    part: Part = 0.1,
    extra: Extra = 4,
    seed: Seed = 0,
    reader: lab.Reader = None,
    topics: lab.Topics = None,
    plugin: options.Plugin = None,
    json: options.Json = False,
) -> None:
    """Say how many reference headlines to write for each story: one, and some more for a random part.

    By default a tenth of the stories gets four more, as in the headline study of
    2005, so that scores against one reference can be held against scores against
    five. Without a testbed it plans for the sample's own.

    [dim]Examples:[/dim]

    meadow lab reference-plan mybed/

    meadow lab reference-plan mybed/ --part 0.25 --extra 2 --seed 7
    """
    from meadow.cli import reading
    from meadow.lab.cli.beds import given_testbed
    from meadow.lab.cli.showing import print_sheet
    from meadow.lab.evaluate import headlines
    from meadow.lab.tables.sheet import Cell, Sheet, make_table, records

    reading.load_plugins(plugin)
    bed = given_testbed(given, reader=reader, topics=topics)
    wanted = headlines.reference_plan([topic.id for topic in bed], part=part, extra=extra, seed=seed)
    rows: list[list[Cell]] = [[topic.id, wanted[topic.id], len(topic.headlines)] for topic in bed]
    table = make_table(["story", "to write", "there are"], rows)
    total = sum(wanted.values())
    notes = [f"{total} headlines for {len(bed)} stories; part={part:g}, extra={extra}, seed={seed}."]
    value = {"stories": records(["story", "to_write", "there_are"], rows), "total": total}
    print_sheet(Sheet([table], value, notes), form="json" if json else "terminal")
