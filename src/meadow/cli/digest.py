"""`meadow digest`: documents to stories, each with headline and summary."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from meadow.cli import blocks, options
from meadow.cli.command import laid_out

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rich.console import RenderableType

    from meadow.model import Digest, Document


@laid_out
def digest(
    given: blocks.Input,
    length: blocks.Length,
    method: blocks.Method,
    compared: blocks.Compared,
    wanted: blocks.Filter,
    stories: blocks.Stories,
    output: blocks.Output,
    work: blocks.Work,
    shards: blocks.Shards,
    files: blocks.Files,
    tracker: options.Tracker = "meadow",
    headline: options.HeadlineMethod = "title",
) -> None:
    """Turn documents into stories, each with a headline and a cited summary; the most reported story comes first.

    With `--since`, a story is told by what is new: its earlier articles count as read, and one without new ones is left out.

    [dim]Examples:[/dim]

    meadow digest news/

    meadow digest news/ --top 20 --min-sources 2 --html digest.html

    meadow digest archive/ --engine processes:8 --windows 14d --out digests --format parquet

    meadow digest articles.jsonl --since yesterday --language en --json
    """
    from meadow import pipeline
    from meadow.brief.terminal import DigestPrinter
    from meadow.cli import printing
    from meadow.pipeline.rehearsing import Rehearsal

    output.check()
    files.check()
    given.load_plugins()
    recipe = method.recipe(
        length, tracker=tracker, headline=headline, since=wanted.first, windows=shards.spec, **asdict(stories)
    )
    with work.open() as engine, printing.progress_phases() as phases:
        read = given.read(phases, engine=engine, rehearsal=None if recipe.windows else Rehearsal(recipe.tracker))
        documents = wanted.keep(read.documents, earlier=True)
        printer = DigestPrinter(documents)
        write = phases.between(lambda brief: printing.print_rich(printer.story(brief), blank_lines=2))
        result = pipeline.digest(
            documents, recipe=recipe, idf=compared.background(), progress=phases.move,
            on_story=write if output.for_readers and files.out is None else None, engine=engine,
        )  # fmt: skip
    _write(result, documents, output, files, lambda: printer.totals(result))
    given.finish(read)


def _write(
    result: Digest,
    documents: Sequence[Document],
    output: blocks.Output,
    files: blocks.Files,
    totals: Callable[[], RenderableType],
) -> None:
    """Write the files that were asked for, and print what is left to print."""
    from meadow.brief.bibliography import cited_documents
    from meadow.brief.html import format_html
    from meadow.brief.json import BRIEF_COLUMNS, brief_value, digest_value
    from meadow.brief.markdown import format_markdown

    picks = (pick for brief in result for pick in brief.summary.picks)
    output.write(lambda: format_html(result), cited_documents(documents, picks))
    files.save(map(brief_value, result), BRIEF_COLUMNS)
    if files.out is None or not output.for_readers:
        output.print(value=lambda: digest_value(result), markdown=lambda: format_markdown(result), readable=totals)
