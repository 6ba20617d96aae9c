"""`meadow summarize`: all documents as one story, one summary."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from meadow.cli import options

if TYPE_CHECKING:
    from meadow.model import Summary
    from meadow.recipe import Recipe
    from meadow.vectors.view import StoryView


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
    from meadow.brief.explanation import format_explanation
    from meadow.brief.json import explanation_value, summary_value
    from meadow.brief.markdown import format_summary_markdown
    from meadow.brief.terminal import render_summary
    from meadow.cli import files, printing, reading
    from meadow.presets import make_recipe

    reading.check_one_output(json=json, markdown=markdown)
    output = files.Files(html, pdf, bibtex, csl)
    output.check()
    reading.load_plugins(plugin)
    rank = reading.read_rank(rank)
    given = reading.read_input(paths, columns=columns)
    recipe = make_recipe(
        method=method, rank=rank, select=select, rewrite=rewrite, sentences=sentences, words=words,
        characters=characters, percent=percent, seed=seed, question=question, since=since,
    )  # fmt: skip
    story = pipeline.story_view(given.documents, idf=idf)
    read = reading.read_input(known).documents if known else None
    material = pipeline.find_material(story, recipe, known=read)
    summary = pipeline.summarize_material(material, recipe)
    if material.fresh is not None and not summary.picks:
        printing.note("Nothing new: what the articles say was known before, or no sentence fits the length.")
    reasons = pipeline.explain_view(material.view, recipe) if explain else None
    cited = cited_documents(story.documents, summary.picks)
    output.write(lambda: _page(story, recipe, summary), cited)
    if json:
        more = {"explanation": explanation_value(reasons)} if reasons is not None else {}
        printing.print_json(summary_value(summary) | more)
    elif markdown:
        printing.print_text(format_summary_markdown(summary, story.documents))
    elif not output.paths:
        printing.print_rich(render_summary(summary, story.documents))
    if reasons is not None and not json:
        printing.print_text(format_explanation(reasons, chosen={pick.ref for pick in summary.picks}))
    given.finish(strict=strict)


def _page(story: StoryView, recipe: Recipe, summary: Summary) -> str:
    """Return the summary as a page under a headline, which only a page has."""
    from meadow import pipeline
    from meadow.brief.html import format_html

    digest = pipeline.single_digest(story, recipe, summary)
    return format_html(digest, title=digest.stories[0].headline.text)
