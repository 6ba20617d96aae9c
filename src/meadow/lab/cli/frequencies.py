"""`meadow lab frequencies`: how rare words are in a collection, as a table that `--idf` takes (T9)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated

import typer

from meadow.cli import options

if TYPE_CHECKING:
    from meadow.lab.tables.sheet import Sheet
    from meadow.vectors.collection import Collection

Out = Annotated[str | None, typer.Option(metavar="FILE", help="Write the whole table: word, tab, value.")]
Top = Annotated[int, typer.Option(metavar="N", min=0, help="Print so many of the most common content words.")]


def frequencies(
    paths: options.Paths,
    out: Out = None,
    top: Top = 10,
    plugin: options.Plugin = None,
    strict: options.Strict = False,
    json: options.Json = False,
) -> None:
    """Count in how many documents each word stands, and say how rare that makes it: ln(documents / those with the word).

    The table of `--out` is what `--idf` takes, in every command and for every method. `--collection PATH` does the same
    at once, and has sentences to count patterns in as well.

    [dim]Examples:[/dim]

    meadow lab frequencies archive/ --out archive.tsv

    meadow summarize ferry/ --method tfidf --idf archive.tsv
    """
    from meadow.cli import printing, reading
    from meadow.lab.cli.showing import print_sheet
    from meadow.pipeline.collecting import make_collection
    from meadow.text.background import format_idf_table

    reading.load_plugins(plugin)
    read = reading.read_input(paths)
    collection = make_collection(read.documents, name="+".join(paths))
    print_sheet(_sheet(collection, top), form="json" if json else "terminal")
    if out is not None:
        printing.write_file(out, format_idf_table(collection.table, documents=len(collection.documents)))
    if strict and read.problems:
        raise typer.Exit(1)


def _sheet(collection: Collection, top: int) -> Sheet:
    """Return the most common content words, in how many documents each occurs, and how rare that makes it."""
    from meadow.lab.tables.sheet import Cell, Sheet, make_table, records
    from meadow.provenance import signature
    from meadow.text.stopwords import stop_words

    table, count = collection.table, len(collection.documents)
    stops = frozenset[str]().union(*(stop_words(language) for language in collection.languages))
    content = sorted((rarity, word) for word, rarity in table.values.items() if word not in stops)
    rows: list[list[Cell]] = [[word, round(count * math.exp(-rarity)), rarity] for rarity, word in content[:top]]
    heads = ["word", "documents", "idf"]
    said = (
        f"{count:,} documents hold {len(table.values):,} different words; a word that none of them holds gets what one has "
        f"that a single document holds, {table.unknown:.3f}."
    )
    value: dict[str, object] = {
        "documents": count, "words": len(table.values), "unknown": table.unknown, "table": records(heads, rows),
    }  # fmt: skip
    how = signature({"frequencies": "ln(N/df)", "data": collection.digest})
    return Sheet([make_table(heads, rows, digits=3)], value, [said], [how])
