"""`meadow report`: a cited report that answers a question."""

from __future__ import annotations

from typing import Annotated

import typer

from meadow.cli import options

Asked = Annotated[str, typer.Argument(metavar="QUESTION", help="What the report is to answer.")]
Longest = Annotated[int, typer.Option("--sentences", help="At most so many sentences.")]
By = Annotated[str, typer.Option("--by", metavar="auto|time|instances", help="Headings: days, or cases of a kind.")]


def report(
    question: Asked,
    paths: options.Paths,
    columns: options.Columns = None,
    sentences: Longest = 50,
    by: By = "auto",
    idf: options.Idf = None,
    json: options.Json = False,
    html: options.Html = None,
    pdf: options.Pdf = None,
    bibtex: options.Bibtex = None,
    csl: options.Csl = None,
    markdown: options.Markdown = False,
    strict: options.Strict = False,
) -> None:
    """Answer a question from all documents: a report in time order, every sentence cited.

    It also says what the sources disagree on and what of the question was not found; where
    the documents hold no answer it says so. [dim]Examples:[/dim]

    meadow report 'Why did the ferry sink?' news/ --sentences 10

    meadow report 'hunger strikes' news/ --by instances --html report.html
    """
    from meadow import answer
    from meadow.brief.bibliography import cited_documents
    from meadow.brief.html import format_report_html
    from meadow.brief.json import report_value
    from meadow.brief.markdown import format_report_markdown
    from meadow.brief.terminal import render_report
    from meadow.cli import files, printing, reading

    reading.check_one_output(json=json, markdown=markdown)
    output = files.Files(html, pdf, bibtex, csl)
    output.check()
    given = reading.read_input(paths, columns=columns)
    made = answer.report(question, given.documents, sentences=sentences, by=by, idf=idf)
    cited = cited_documents(given.documents, made.picks)
    output.write(lambda: format_report_html(made, given.documents), cited)
    if json:
        printing.print_json(report_value(made))
    elif markdown:
        printing.print_text(format_report_markdown(made, given.documents))
    elif not output.paths:
        printing.print_rich(render_report(made, given.documents))
    given.finish(strict=strict)
