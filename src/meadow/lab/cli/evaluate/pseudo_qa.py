"""`meadow evaluate pseudo-qa`: whether a summary holds the answers to questions."""

from __future__ import annotations

from typing import Annotated

import typer

from meadow.lab.cli.evaluate import options as shared
from meadow.lab.tables.sheet import Sheet

Answers = Annotated[str, typer.Option(metavar="FILE", help="The answers to look for, one per line or JSON Lines.")]
Summaries = Annotated[
    list[str] | None,
    typer.Option("--summary", "--compare", metavar="FILE…", help="Summaries, as text that is split into sentences."),
]
Sentences = Annotated[list[str] | None, typer.Option(metavar="FILE…", help="Summaries with a sentence per line.")]


def pseudo_qa(
    answers: Answers,
    summary: Summaries = None,
    sentences: Sentences = None,
    language: shared.Language = "en",
    items: shared.ShowItems = False,
    seed: shared.Seed = 0,
) -> Sheet:
    """Print the exact and the edit score of summaries; two or more are compared, paired by question.

    An answer is a line, its alternatives separated by tabs; or a JSON line
    {"question": "…", "answer": ["nine", "9"]}. A summary is a plain text or the
    JSON of meadow summarize --json.

    [dim]Examples:[/dim]

    meadow evaluate pseudo-qa --summary summary.txt --answers answers.txt

    meadow evaluate pseudo-qa --sentences sentences.txt --answers answers.txt --items
    """
    from meadow.lab.cli.evaluate.sheets.pseudo_qa import pseudo_qa_sheet
    from meadow.lab.files.answers import read_questions
    from meadow.lab.files.summaries import read_summaries

    given = read_summaries(texts=summary or (), lines=sentences or (), language=language)
    return pseudo_qa_sheet(given, read_questions(answers), show_items=items, seed=seed)
