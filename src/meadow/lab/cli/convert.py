"""`meadow lab convert`: a testbed out of another format, or into one."""

from __future__ import annotations

from typing import Annotated

import typer

from meadow.cli import options
from meadow.lab.cli import options as lab

Source = Annotated[str, typer.Argument(metavar="FROM", help="A testbed's folder, or FORMAT:PATH.")]
Target = Annotated[str, typer.Argument(metavar="TO", help="A new folder, or FORMAT:PATH.")]


def convert(
    source: Source,
    target: Target,
    reader: lab.Reader = None,
    topics: lab.Topics = None,
    plugin: options.Plugin = None,
) -> None:
    """Make a testbed out of files in another format, or write one in such a format.

    Formats: mead, duc, tsc3, traces, iscorpus, multiling, jsonl, lines, summeval.
    What a format has no place for is said on standard error.

    [dim]Examples:[/dim]

    meadow lab convert mead:GA3/ ga3-testbed/

    meadow lab convert ga3-testbed/ jsonl:ga3/
    """
    from meadow.cli import printing, reading
    from meadow.lab.cli.beds import given_testbed
    from meadow.lab.folder import save_testbed
    from meadow.lab.formats import TESTBED_FORMATS, find_writer
    from meadow.store.files import writing

    reading.load_plugins(plugin)
    bed = given_testbed(source, reader=reader, topics=topics)
    name, colon, path = target.partition(":")
    if colon and name in TESTBED_FORMATS:
        with writing(path):
            notes = find_writer(name)(bed, path)
        for line in notes:
            printing.note(line)
    else:
        save_testbed(bed, target)
    printing.print_text(f"{bed.name}: {len(bed)} topics, {len(bed.documents)} documents -> {target}")
