"""`meadow summarize`: all documents as one story, one summary."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from meadow.cli import options


def summarize(
    paths: options.Paths,
    columns: options.Columns = None,
    sentences: options.Sentences = None,
    words: options.Words = None,
    characters: options.Characters = None,
    percent: options.Percent = None,
    method: options.Preset = "meadow",
    rank: options.Rank = None,
    select: options.Select = None,
    rewrite: options.Rewrite = None,
    plugin: options.Plugin = None,
    idf: options.Idf = None,
    seed: options.Seed = None,
    question: options.Question = None,
    since: options.NewSince = None,
    known: options.Known = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Also print the centroid and every sentence's score.")
    ] = False,
    json: options.Json = False,
    html: options.Html = None,
    pdf: options.Pdf = None,
    bibtex: options.Bibtex = None,
    csl: options.Csl = None,
    markdown: options.Markdown = False,
    strict: options.Strict = False,
) -> None:
    """Summarize all documents as one story.

    [dim]Examples:[/dim]

    meadow summarize ferry/ --sentences 4

    meadow summarize ferry/ --pdf ferry.pdf --bibtex ferry.bib

    meadow summarize ferry/ --percent 10 --method mead-release --idf enidf.txt.gz --explain

    meadow summarize ferry/ --since 2026-03-08 --known yesterday.txt

    cat articles.jsonl | meadow summarize - --rank 'mix(centroid=1, position=2)' --json
    """
    from meadow import pipeline
    from meadow.brief.bibliography import cited_documents
    from meadow.brief.explanation import explanation_value, format_explanation
    from meadow.brief.html import format_html
    from meadow.brief.json import summary_value
    from meadow.brief.markdown import format_summary_markdown
    from meadow.brief.terminal import render_summary
    from meadow.cli import files, printing, reading

    reading.check_one_output(json=json, markdown=markdown)
    output = files.Files(html, pdf, bibtex, csl)
    output.check()
    reading.load_plugins(plugin)
    rank = reading.read_rank(rank)
    given = reading.read_input(paths, columns=columns)
    digest = pipeline.digest(
        given.documents, tracker="one", method=method, rank=rank, select=select, rewrite=rewrite, sentences=sentences,
        words=words, characters=characters, percent=percent, seed=seed, question=question, idf=idf,
    )  # fmt: skip
    (brief,) = digest
    if since is not None or known:
        summary = pipeline.summarize(
            given.documents, method=method, rank=rank, select=select, rewrite=rewrite, sentences=sentences, words=words,
            characters=characters, percent=percent, seed=seed, question=question, since=since,
            known=reading.read_input(known).documents if known else None, idf=idf,
        )  # fmt: skip
        brief = replace(brief, summary=summary)
        digest = replace(digest, stories=(brief,))
        if not summary.picks:
            printing.note("Nothing new: what the articles say was known before, or no sentence fits the length.")
    reasons = (
        pipeline.explain(given.documents, method=method, rank=rank, seed=seed, question=question, idf=idf)
        if explain
        else None
    )
    cited = cited_documents(brief.documents, brief.summary.picks)
    output.write(lambda: format_html(digest, title=brief.headline.text), cited)
    if json:
        more = {"explanation": explanation_value(reasons)} if reasons is not None else {}
        printing.print_json(summary_value(brief.summary) | more)
    elif markdown:
        printing.print_text(format_summary_markdown(brief.summary, brief.documents))
    elif not output.paths:
        printing.print_rich(render_summary(brief.summary, brief.documents))
    if reasons is not None and not json:
        printing.print_text(format_explanation(reasons, chosen={pick.ref for pick in brief.summary.picks}))
    given.finish(strict=strict)
