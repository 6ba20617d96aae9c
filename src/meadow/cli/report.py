"""`meadow report`: a cited report that answers a question."""

from __future__ import annotations

from typing import Annotated

import typer

from meadow.cli import blocks
from meadow.cli.command import laid_out

Asked = Annotated[str, typer.Argument(metavar="QUESTION", help="What the report is to answer.")]
Longest = Annotated[int | None, typer.Option("--sentences", metavar="N", help="Maximum sentences (default 50).")]
MostWords = Annotated[int | None, typer.Option("--words", metavar="N", help="Maximum words.")]
By = Annotated[str, typer.Option("--by", metavar="auto|time|instances", help="Headings: days, or cases of a kind.")]


@laid_out
def report(
    question: Asked,
    given: blocks.Input,
    compared: blocks.Compared,
    output: blocks.OutputOptions,
    work: blocks.WorkOptions,
    sentences: Longest = None,
    words: MostWords = None,
    by: By = "auto",
) -> None:
    """Answer a question from all documents: the answer first, then its story in time order, every sentence cited.

    It also lists what the sources disagree on, what was ruled out later and which words were not found. If the documents
    have no answer, it says so first, and ends with 1 under --strict.

    [dim]Examples:[/dim]

    meadow report 'Why did the ferry sink?' news/ --sentences 10

    meadow report 'hunger strikes' news/ --by instances --html report.html
    """
    from meadow.brief.bibliography import cited_documents
    from meadow.brief.html import format_report_html
    from meadow.brief.json import report_value
    from meadow.brief.markdown import format_report_markdown
    from meadow.brief.terminal import render_report
    from meadow.cli import printing
    from meadow.pipeline import answer

    output.check()
    given.load_plugins()
    with work.open() as engine, printing.progress_phases() as phases:
        read = given.read(phases, engine=engine)
        made = answer.report(
            question, read.documents, sentences=sentences, words=words, by=by, idf=compared.background(), engine=engine
        )
    output.write(lambda: format_report_html(made, read.documents), cited_documents(read.documents, made.picks))
    output.print(
        value=lambda: report_value(made),
        markdown=lambda: format_report_markdown(made, read.documents),
        readable=lambda: render_report(made, read.documents),
    )
    given.finish(read, answered=made.answered)
