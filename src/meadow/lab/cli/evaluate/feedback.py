"""`meadow evaluate feedback`: what people answered after their work, as shares."""

from __future__ import annotations

from typing import Annotated

import typer

from meadow.lab.tables.sheet import Sheet

Answers = Annotated[
    str, typer.Argument(metavar="FILE|FOLDER", help="Rows of question and answer, or a folder of traces.")
]
Topics = Annotated[bool, typer.Option("--topics", help="Also topic by topic.")]


def feedback(answers: Answers, topics: Topics = False) -> Sheet:
    """Print which share of people gave each answer to each question.

    Rows are CSV or JSON Lines of {"question": "…", "answer": "…"}, with a topic
    and a judge where there are any; a folder of traces is what meadow lab
    converts.

    [dim]Examples:[/dim]

    meadow evaluate feedback feedback.csv

    meadow evaluate feedback feedback.csv --topics
    """
    from meadow.lab.cli.evaluate.sheets.people import feedback_sheet
    from meadow.lab.files.answers import read_feedback

    return feedback_sheet(read_feedback(answers), by_topic=topics)
