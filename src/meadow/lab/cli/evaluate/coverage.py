"""`meadow evaluate coverage`: how much of an abstract an extract could have produced."""

from __future__ import annotations

from typing import Annotated

import typer

from meadow.lab.cli.evaluate import options as shared
from meadow.lab.tables.sheet import Sheet

Gold = Annotated[str, typer.Option(metavar="FILE", help="Which source sentences make each sentence of the abstract.")]
Ranks = Annotated[str | None, typer.Option(help="A letter for each abstract sentence, such as ABC.")]
Weights = Annotated[str | None, typer.Option(help="The weights of A, B, C …, such as 1,0.5,0.3 (default 1/rank).")]
Certificate = Annotated[
    bool, typer.Option("--certificate", help="Prove that no cover is smaller, and check the proof.")
]
Documents = Annotated[
    list[str] | None,
    typer.Option(metavar="PATH…", help="The documents, where sentences are named by document and index."),
]


def coverage(
    gold: Gold,
    extract: shared.Extracts,
    ranks: Ranks = None,
    weights: Weights = None,
    documents: Documents = None,
    certificate: Certificate = False,
    seed: shared.Seed = 0,
) -> Sheet:
    """Print precision, coverage, weighted coverage, redundancy, the minimum cover, and what each extract misses.

    Gold has a line per abstract sentence: id, tab, the sets of source sentences
    that could have made it ("{s1} {s10,s11}"), and optionally a tab and a rank;
    or its JSON form. An extract is sentence numbers ("s10 s11 s5"). Sentences
    count from 1 over the documents in time order. With --documents, gold and
    extracts may name them by document and index instead: then an extract may be
    the JSON of meadow summarize --json.

    [dim]Examples:[/dim]

    meadow evaluate coverage --gold gold.txt --extract extract-1.txt

    meadow evaluate coverage --gold gold.txt --extract extract-1.txt --certificate

    meadow evaluate coverage --gold gold.txt --extract extract-1.txt --compare extract-2.txt --ranks ABC --weights 1,0.5,0.3
    """
    from meadow.cli.inputs import parse_file, split_numbers
    from meadow.lab.cli.evaluate.sheets.coverage import certificate_sheet, coverage_sheet
    from meadow.lab.evaluate.coverage import parse_gold_units
    from meadow.lab.files.extracts import check_numbers, named, numbered, read_extract, sentence_places

    places = None if documents is None else sentence_places(documents)
    units = parse_file(gold, lambda text: parse_gold_units(text, numbering=places))
    numbers = numbered([read_extract(path) for path in extract], () if places is None else places)
    extracts = named(extract, numbers)
    check_numbers(extracts, first=1, last=None if places is None else len(places))
    values = None if weights is None else split_numbers(weights, option="--weights")
    sheet = coverage_sheet(units, extracts, ranks=ranks, weights=values, seed=seed)
    return sheet + certificate_sheet(units) if certificate else sheet
