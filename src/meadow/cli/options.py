"""Options that several verbs share, so that they mean and read the same everywhere."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

import typer


def _option(*names: str, panel: str, label: str | None = None, **settings: Any) -> Any:
    """Return an option for a panel of the help; `label` is what its help calls the value."""
    return typer.Option(*names, rich_help_panel=panel, metavar=label, **settings)


_length = partial(_option, panel="Length (give one)")
_method = partial(_option, panel="Method")
_filter = partial(_option, panel="Filter")
_output = partial(_option, panel="Output")

Paths = Annotated[
    list[str], typer.Argument(metavar="PATH…", help="Files, folders, web addresses, or - for standard input.")
]
StoryId = Annotated[str, typer.Argument(metavar="STORY", help="A story's id, as `meadow stories` prints it.")]
Every = Annotated[str, typer.Option(metavar="TIME", help="How often each source is read: 30s, 15m, 2h, 1d.")]
Columns = Annotated[
    str | None,
    typer.Option(metavar="FIELD=COLUMN,…", help="Columns of tables and keys of JSON, e.g. text=artikel,title=kop."),
]

Sentences = Annotated[int | None, _length(label="N", help="Maximum sentences.")]
Words = Annotated[int | None, _length(label="N", help="Maximum words (default 100).")]
Characters = Annotated[str | None, _length(label="N", help="Maximum characters, or a share such as 5%.")]
Percent = Annotated[float | None, _length(label="N", help="A share of all sentences, in percent.")]

Preset = Annotated[str, _method("--method", label="NAME", help="A summarizer by name.")]
Rank = Annotated[
    str | None,
    _method(label="SPEC", help="Replace its ranker, e.g. 'mix(centroid=1)', or @FILE of learned weights."),
]
Figures = Annotated[
    str | None, _method(label="SPEC", help="current lowers sentences with outdated figures, none does not.")
]
Select = Annotated[str | None, _method(label="SPEC", help="Replace its selector, e.g. penalty.")]
Rewrite = Annotated[str | None, _method(label="SPEC", help="Replace its rewriter, e.g. none.")]
Tracker = Annotated[str, _method(label="SPEC", help="How documents become stories, e.g. 'cidr(threshold=3)'.")]
Windows = Annotated[
    str | None,
    _method(
        label="LENGTH",
        help="Track each window of this length on its own, e.g. 90d; best with 20,000 articles or more each.",
    ),
]
Overlap = Annotated[str | None, _method(label="LENGTH", help="Overlap of windows, e.g. 14d (default a quarter).")]
HeadlineMethod = Annotated[str, _method(label="SPEC", help="How a story gets its headline.")]
Plugin = Annotated[list[str] | None, _method(label="FILE…", help="Python files that add methods.")]
Idf = Annotated[str | None, _method(label="FILE", help="Background table: word, tab, value (.gz too).")]
Collection = Annotated[
    str | None, _method(label="PATH", help="Articles to compare with: how rare words and patterns are in them.")
]
Seed = Annotated[int | None, _method(label="N", help="Seed of random methods.")]
TextOnly = Annotated[
    bool,
    _method("--text-only", help="The same text, faster: without other outlets that say so, and without disagreements."),
]
Question = Annotated[str | None, _method(label="TEXT", help="A question; sentences that answer it weigh more.")]

Engine = Annotated[
    str | None,
    typer.Option(
        metavar="ENGINE",
        help="Where work is done: local, forks:N, processes:N, dask:tcp://HOST:8786.",
        rich_help_panel="Run",
    ),
]

Json = Annotated[bool, _output("--json", help="Print one JSON value and nothing else.")]
JsonLines = Annotated[bool, _output("--json", help="Print one JSON line per document.")]
Html = Annotated[str | None, _output(label="FILE", help="Write a self-contained page; - prints it.")]
Pdf = Annotated[str | None, _output(label="FILE", help="Write a PDF (needs Chromium).")]
Bibtex = Annotated[str | None, _output(label="FILE", help="Write the cited articles as BibTeX.")]
Csl = Annotated[str | None, _output(label="FILE", help="Write the cited articles as CSL-JSON.")]
Out = Annotated[str | None, _output(label="FOLDER", help="Write rows to files of a new folder.")]
Format = Annotated[
    str | None, _output(label="NAME", help="Of those files: jsonl (the default), jsonl.gz, jsonl.zst or parquet.")
]
Rows = Annotated[int | None, _output(label="N", min=1, help="Maximum rows per file (default 50,000).")]
Markdown = Annotated[bool, _output("--markdown", help="Print Markdown with footnotes.")]
ExplainInput = Annotated[
    bool,
    typer.Option(
        "--explain-input", help="Say on standard error how each file was read: format, fields, what was left out."
    ),
]
Strict = Annotated[
    bool, _output("--strict", help="End with 1 if any item was unreadable, or a question has no answer.")
]

Since = Annotated[
    str | None, _filter(label="TIME", help='Published at or after, e.g. 2026-03-08, yesterday, "3 days".')
]
NewSince = Annotated[
    str | None,
    _filter(
        "--since", label="TIME", help="Only what is new: earlier articles count as read; e.g. 2026-03-08, yesterday."
    ),
]
Known = Annotated[list[str] | None, _filter(label="FILE…", help="Only what these articles or texts do not say.")]
From = Annotated[
    str | None,
    _filter(
        "--from",
        label="EXTRACT",
        help="Start at step 2 or 3: only these sentences (JSON of summarize, or lines of id and number).",
    ),
]
Until = Annotated[str | None, _filter(label="TIME", help="Published before; of a day, week or month, before its end.")]
Source = Annotated[list[str] | None, _filter(label="NAME…", help="Only these outlets.")]
Language = Annotated[list[str] | None, _filter(label="CODE…", help="Only these languages.")]
Now = Annotated[str | None, _filter(label="TIME", help="Current time, for times such as yesterday.")]
Top = Annotated[int | None, _filter(label="N", min=1, help="Maximum stories, the most reported ones.")]
MinSources = Annotated[int | None, _filter(label="N", min=1, help="Minimum outlets of a story.")]
MinArticles = Annotated[int | None, _filter(label="N", min=1, help="Minimum articles of a story.")]

Workspace = Annotated[
    str | None,
    typer.Option(
        metavar="PATH",
        help="The workspace, a folder or postgresql://… (default $MEADOW_WORKSPACE, else ./meadow-workspace).",
    ),
]
At = Annotated[str | None, _filter("--at", label="TIME", help="As it was at a time, e.g. yesterday, 2026-03-08.")]
