"""Options that several verbs share, so that they mean and read the same everywhere."""

from __future__ import annotations

from typing import Annotated

import typer

Paths = Annotated[
    list[str], typer.Argument(metavar="PATH…", help="Files, folders, web addresses, or - for standard input.")
]
Columns = Annotated[
    str | None,
    typer.Option(metavar="FIELD=COLUMN,…", help="Columns of CSV, TSV and Parquet, e.g. text=artikel,title=kop."),
]

_LENGTH = "Length (give one)"
Sentences = Annotated[int | None, typer.Option(help="At most so many sentences.", rich_help_panel=_LENGTH)]
Words = Annotated[int | None, typer.Option(help="At most so many words (default 100).", rich_help_panel=_LENGTH)]
Characters = Annotated[
    str | None, typer.Option(help="At most so many characters, or a share such as 5%.", rich_help_panel=_LENGTH)
]
Percent = Annotated[float | None, typer.Option(help="A share of all sentences, in percent.", rich_help_panel=_LENGTH)]

_METHOD = "Method"
Preset = Annotated[str, typer.Option("--method", help="A summarizer by name.", rich_help_panel=_METHOD)]
Rank = Annotated[
    str | None,
    typer.Option(
        help="Replace its ranker, e.g. 'mix(centroid=1)', or @FILE of learned weights.", rich_help_panel=_METHOD
    ),
]
Select = Annotated[str | None, typer.Option(help="Replace its selector, e.g. penalty.", rich_help_panel=_METHOD)]
Rewrite = Annotated[str | None, typer.Option(help="Replace its rewriter, e.g. none.", rich_help_panel=_METHOD)]
Tracker = Annotated[
    str, typer.Option(help="How documents become stories, e.g. 'cidr(threshold=3)'.", rich_help_panel=_METHOD)
]
HeadlineMethod = Annotated[str, typer.Option(help="How a story gets its headline.", rich_help_panel=_METHOD)]
Plugin = Annotated[list[str] | None, typer.Option(help="A Python file that adds methods.", rich_help_panel=_METHOD)]
Idf = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="Background table: word, tab, value (.gz too).", rich_help_panel=_METHOD),
]
Seed = Annotated[int | None, typer.Option(help="For methods in which chance plays a part.", rich_help_panel=_METHOD)]

Question = Annotated[str | None, typer.Option(help="A question: what answers it weighs more.", rich_help_panel=_METHOD)]

_OUTPUT = "Output"
Json = Annotated[bool, typer.Option("--json", help="Print one JSON value and nothing else.", rich_help_panel=_OUTPUT)]
JsonLines = Annotated[bool, typer.Option("--json", help="Print one JSON line per document.", rich_help_panel=_OUTPUT)]
Html = Annotated[str | None, typer.Option(metavar="FILE", help="Write a self-contained page.", rich_help_panel=_OUTPUT)]
Pdf = Annotated[str | None, typer.Option(metavar="FILE", help="Write a PDF (needs Chromium).", rich_help_panel=_OUTPUT)]
Bibtex = Annotated[
    str | None, typer.Option(metavar="FILE", help="Write the cited articles as BibTeX.", rich_help_panel=_OUTPUT)
]
Csl = Annotated[
    str | None, typer.Option(metavar="FILE", help="Write the cited articles as CSL-JSON.", rich_help_panel=_OUTPUT)
]
Markdown = Annotated[bool, typer.Option("--markdown", help="Print Markdown with footnotes.", rich_help_panel=_OUTPUT)]
Strict = Annotated[
    bool, typer.Option("--strict", help="End with 1 if any item was unreadable.", rich_help_panel=_OUTPUT)
]

_FILTER = "Filter"
Since = Annotated[str | None, typer.Option(metavar="TIME", help="Published at or after.", rich_help_panel=_FILTER)]
NewSince = Annotated[
    str | None,
    typer.Option(
        "--since", metavar="TIME", help="Only what is new: earlier articles count as read.", rich_help_panel=_FILTER
    ),
]
Known = Annotated[
    list[str] | None,
    typer.Option(
        metavar="FILE", help="Only what these articles or texts do not say (repeatable).", rich_help_panel=_FILTER
    ),
]
Until = Annotated[str | None, typer.Option(metavar="TIME", help="Published before.", rich_help_panel=_FILTER)]
Source = Annotated[list[str] | None, typer.Option(help="Only this outlet (repeatable).", rich_help_panel=_FILTER)]
Language = Annotated[list[str] | None, typer.Option(help="Only this language (repeatable).", rich_help_panel=_FILTER)]
