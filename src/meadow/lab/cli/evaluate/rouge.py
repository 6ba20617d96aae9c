"""`meadow evaluate rouge`: the overlap of texts with reference texts."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from meadow.lab.cli.evaluate import options as shared
from meadow.lab.evaluate.rouge_rules import DEFAULT_DIALECT
from meadow.lab.files import texts
from meadow.lab.tables.sheet import Sheet

_HOW = "How to measure"
_LIMIT = "Count only the start of every text (give one)"

StopWords = Annotated[bool, typer.Option("--stopwords", help="Leave out stop words.", rich_help_panel=_HOW)]
StopList = Annotated[
    str | None, typer.Option(metavar="FILE", help="Leave out these words, one per line.", rich_help_panel=_HOW)
]
Exceptions = Annotated[
    list[str] | None,
    typer.Option(metavar="FILE…", help="Irregular forms with their base forms (WordNet's .exc).", rich_help_panel=_HOW),
]
Words = Annotated[int | None, typer.Option(help="The first so many words.", rich_help_panel=_LIMIT)]
Characters = Annotated[int | None, typer.Option(help="The first so many characters.", rich_help_panel=_LIMIT)]
Bytes = Annotated[int | None, typer.Option("--bytes", help="The first so many bytes.", rich_help_panel=_LIMIT)]
Multiple = Annotated[
    str | None,
    typer.Option(help="Several references: best, sum, jackknife or jackknife-sum.", rich_help_panel=_HOW),
]
Alpha = Annotated[float, typer.Option(help="The weight of precision in F.", rich_help_panel=_HOW)]
SplitSentences = Annotated[
    bool, typer.Option("--split-sentences", help="Lines are split into sentences first.", rich_help_panel=_HOW)
]
Whole = Annotated[bool, typer.Option("--whole", help="A plain file is one text, not one per line.")]
Side = Annotated[str, typer.Option(help="What systems are compared by: f, recall or precision.", rich_help_panel=_HOW)]
Reconcile = Annotated[
    str | None,
    typer.Option(metavar="DIALECT", help="Explain the difference from another way, e.g. 'rouge155(stem=false)'."),
]
Item = Annotated[str | None, typer.Option(metavar="ID", help="Reconcile this item only.")]


def rouge(
    candidates: shared.Candidates,
    references: shared.References,
    metrics: shared.Metrics = "rouge1,rouge2,rougeL",
    dialect: shared.Dialect = DEFAULT_DIALECT,
    stem: shared.Stem = True,
    stopwords: StopWords = False,
    stop_list: StopList = None,
    exceptions: Exceptions = None,
    words: Words = None,
    characters: Characters = None,
    utf8_bytes: Bytes = None,
    language: shared.Language = "en",
    multiple: Multiple = None,
    alpha: Alpha = 0.5,
    split_sentences: SplitSentences = False,
    whole: Whole = False,
    side: Side = "f",
    reconcile: Reconcile = None,
    item: Item = None,
    items: shared.ShowItems = False,
    seed: shared.Seed = 0,
) -> Sheet:
    """Score texts by their overlap with references; two or more systems are compared, paired by item.

    Texts come one per file in a folder (the name without suffix is the id), one
    per line, or as JSON Lines of {"id": "ferry", "text": "…"}. Several
    references: several sets, or an id that is repeated. A line of a text counts
    as a sentence. Metrics: rouge1 … rouge9, rougeL, rougeLsum, rougeW, rougeS4,
    rougeSU4.

    [dim]Examples:[/dim]

    meadow evaluate rouge --candidates mead.jsonl --references references.jsonl

    meadow evaluate rouge --candidates mead.jsonl --compare lead.jsonl --references references.jsonl --metrics rouge2

    meadow evaluate rouge --candidates mead.jsonl --references references.jsonl --reconcile rouge155
    """
    from meadow.cli.inputs import split_list
    from meadow.lab.cli.evaluate import rouge_options
    from meadow.lab.cli.evaluate.sheets.reconcile import other_way, reconcile_sheet
    from meadow.lab.cli.evaluate.sheets.rouge import score_sheet

    given = texts.align(*([texts.read_texts(path, whole=whole) for path in each] for each in (candidates, references)))
    way_in = partial(
        rouge_options.make_options, stem=stem, stopwords=stopwords, stop_list=stop_list, exceptions=exceptions, words=words,
        characters=characters, utf8_bytes=utf8_bytes, language=language, multiple=multiple, alpha=alpha,
        split_sentences=split_sentences,
    )  # fmt: skip
    names = split_list(metrics, option="--metrics")
    if reconcile is not None:
        way = way_in(dialect=rouge_options.one_dialect(dialect, why="--reconcile"))
        return reconcile_sheet(given, names, way, other_way(reconcile, way), only=item)
    score = partial(score_sheet, given, names, side=side, seed=seed, show_items=items)
    return rouge_options.by_dialect(dialect, lambda each: score(way_in(dialect=each)))
