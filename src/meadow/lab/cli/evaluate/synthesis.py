"""`meadow evaluate synthesis`: reports against reference reports, and which similarity tells people from baselines."""

from __future__ import annotations

from typing import Annotated

import typer

from meadow.lab.cli.evaluate import options as shared
from meadow.lab.tables.sheet import Sheet

_SIMILARITIES = "Similarities of reports"
_QARLA = "QARLA of similarities"

Reports = Annotated[
    list[str] | None, typer.Option("--report", metavar="FILE…", help="Reports to score.", rich_help_panel=_SIMILARITIES)
]
References = Annotated[
    list[str] | None,
    typer.Option("--reference", metavar="FILE…", help="Reference reports.", rich_help_panel=_SIMILARITIES),
]
Manual = Annotated[
    list[str] | None, typer.Option(metavar="FILE…", help="Reports by people, two or more.", rich_help_panel=_QARLA)
]
Automatic = Annotated[
    list[str] | None, typer.Option(metavar="FILE…", help="Reports by systems.", rich_help_panel=_QARLA)
]
Compare = Annotated[
    str | None, typer.Option(help="The sign test of two similarities, such as nicos,rouge1.", rich_help_panel=_QARLA)
]
Lemmas = Annotated[
    str,
    typer.Option(
        help="ROUGE and NICOS by snowball stems, or by simplemma's dictionaries.", rich_help_panel="How to measure"
    ),
]
Concepts = Annotated[str | None, typer.Option(metavar="FILE", help="The key concepts, for NICOS.")]


def synthesis(
    report: Reports = None,
    reference: References = None,
    manual: Manual = None,
    automatic: Automatic = None,
    concepts: Concepts = None,
    compare: Compare = None,
    language: shared.Language = "en",
    lemmas: Lemmas = "snowball",
    seed: shared.Seed = 0,
) -> Sheet:
    """Print six similarities of reports with references, or how well each similarity tells people from systems (QARLA).

    A report is the JSON of meadow summarize --json: {"name": "ada", "topic":
    "flood", "sentences": [{"document": "a", "index": 0, "text": "…"}]}, where
    name and topic may be missing; a file holds one, or several as JSON Lines.
    Concepts are lines with aliases separated by tabs, or a JSON list of lists,
    or an object of such lists by topic.

    [dim]Examples:[/dim]

    meadow evaluate synthesis --manual manual.jsonl --automatic automatic.jsonl --concepts concepts.txt

    meadow evaluate synthesis --report automatic.jsonl --reference manual.jsonl

    meadow evaluate synthesis --report automatic.jsonl --reference manual.jsonl --lemmas simplemma
    """
    from meadow.lab.cli.evaluate.sheets.synthesis import qarla_sheet, similarity_sheet
    from meadow.lab.evaluate.lemmas import check_lemmas
    from meadow.lab.files.reports import pair_of, read_concepts, read_reports
    from meadow.text.language import normalize_language

    pair = pair_of({"report": report, "reference": reference, "manual": manual, "automatic": automatic})
    first, second = map(read_reports, pair)
    aliases = None if concepts is None else read_concepts(concepts, list(first))
    code = normalize_language(language)
    check_lemmas(lemmas, code)
    if manual:
        return qarla_sheet(first, second, aliases, language=code, lemmas=lemmas, compare=compare)
    return similarity_sheet(first, second, aliases, language=code, lemmas=lemmas, seed=seed)
