"""`meadow digest`: documents to stories, each with headline and summary."""

from __future__ import annotations

from contextlib import closing, nullcontext
from dataclasses import asdict
from typing import TYPE_CHECKING

from meadow.cli import blocks, options
from meadow.cli.command import laid_out

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from rich.console import RenderableType

    from meadow.model import Digest, Document


@laid_out
def digest(
    given: blocks.Input,
    length: blocks.Length,
    method: blocks.MethodOptions,
    compared: blocks.Compared,
    wanted: blocks.Filter,
    stories: blocks.Stories,
    output: blocks.OutputOptions,
    work: blocks.WorkOptions,
    shards: blocks.Shards,
    files: blocks.Files,
    tracker: options.Tracker = "meadow",
    headline: options.HeadlineMethod = "title",
) -> None:
    """Turn documents into stories, each with a headline and a cited summary; the most reported story comes first.

    With `--since`, summaries give only what is new: earlier articles count as read. Stories without new ones are left out.

    [dim]Examples:[/dim]

    meadow digest news/

    meadow digest news/ --top 20 --min-sources 2 --html digest.html

    meadow digest archive/ --engine processes:8 --windows 90d --out digests --format parquet

    meadow digest articles.jsonl --since yesterday --language en --json
    """
    from meadow import pipeline
    from meadow.brief.terminal import DigestPrinter
    from meadow.cli import printing
    from meadow.pipeline.rehearsing import Rehearsal
    from meadow.pipeline.spill import DocumentSpill

    output.check()
    files.check()
    given.load_plugins()
    told = asdict(stories) | {"tracker": tracker, "headline": headline}
    recipe = method.recipe(length, since=wanted.first, windows=shards.spec, **told)
    # Windows are for archives longer than memory: their documents wait in a file.
    with nullcontext() if recipe.windows is None else closing(DocumentSpill()) as spill:
        whole, rehearsal = (list, Rehearsal(recipe.tracker)) if spill is None else (spill.whole, None)
        with work.open(all_cores=spill is None) as engine, printing.progress_phases() as phases:
            read = given.read(phases, engine=engine, rehearsal=rehearsal, spill=spill)
            documents = wanted.keep(read.documents, earlier=True)
            shards.advise(documents)
            printer = DigestPrinter(documents, whole)
            write = phases.between(lambda brief: printing.print_rich(printer.story(brief), blank_lines=2))
            result = pipeline.digest(
                documents, recipe=recipe, idf=compared.background(), progress=phases.move,
                on_story=write if output.for_readers and files.out is None else None, engine=engine, spill=spill,
            )  # fmt: skip
        _write(result, _cited(result, documents, whole), output, files, lambda: printer.totals(result))
    given.finish(read)


def _cited(
    result: Digest, documents: Iterable[Document], whole: Callable[[Iterable[Document]], Iterable[Document]]
) -> Sequence[Document]:
    """Return the documents that a digest cites, with all that they say."""
    from meadow.brief.bibliography import cited_documents

    picks = [pick for brief in result for pick in brief.summary.picks]
    cited = {pick.ref.document_id for pick in picks}
    return cited_documents(whole(each for each in documents if each.id in cited), picks)


def _write(
    result: Digest,
    sources: Sequence[Document],
    output: blocks.OutputOptions,
    files: blocks.Files,
    totals: Callable[[], RenderableType],
) -> None:
    """Write the files that were asked for, and print what is left to print."""
    from meadow.brief.html import format_html
    from meadow.brief.json import brief_value, digest_value
    from meadow.brief.markdown import format_markdown
    from meadow.brief.schemas import BRIEF_COLUMNS

    output.write(lambda: format_html(result), sources)
    files.save(map(brief_value, result), BRIEF_COLUMNS)
    if files.out is None or not output.for_readers:
        output.print(value=lambda: digest_value(result), markdown=lambda: format_markdown(result), readable=totals)
