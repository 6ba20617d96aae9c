"""`meadow summarize`: all documents as one story, one summary."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from meadow.cli import blocks, options
from meadow.cli.command import laid_out

if TYPE_CHECKING:
    from meadow.model import Summary
    from meadow.recipe import Recipe
    from meadow.vectors.view import StoryView

Explain = Annotated[
    bool, typer.Option("--explain", help="Also print the centroid, and each sentence's score and reason.")
]


@laid_out
def summarize(
    given: blocks.Input,
    length: blocks.Length,
    method: blocks.MethodOptions,
    compared: blocks.Compared,
    output: blocks.OutputOptions,
    question: options.Question = None,
    since: options.NewSince = None,
    known: options.Known = None,
    from_extract: options.From = None,
    now: options.Now = None,
    explain: Explain = False,
) -> None:
    """Summarize all documents as one story.

    [dim]Examples:[/dim]

    meadow summarize ferry/ --sentences 4

    meadow summarize ferry/ --pdf ferry.pdf --bibtex ferry.bib

    meadow summarize ferry/ --percent 10 --method mead-release --idf enidf.txt.gz --explain

    meadow summarize ferry/ --since yesterday --known read.txt

    meadow summarize ferry/ --from extract.json --select mmr --rewrite compress --characters 400

    meadow summarize ferry/ --method patterns --collection archive/

    cat articles.jsonl | meadow summarize - --rank 'mix(centroid=1, position=2)' --json
    """
    from meadow import pipeline
    from meadow.brief.bibliography import cited_documents
    from meadow.brief.explanation import format_explanation
    from meadow.brief.json import explanation_value, summary_value
    from meadow.brief.markdown import format_summary_markdown
    from meadow.brief.terminal import render_summary
    from meadow.cli import printing, reading
    from meadow.cli.inputs import parse_file
    from meadow.pipeline.chosen import parse_chosen

    output.check()
    first = None if since is None else reading.read_span(since, now=now).first
    extract = None if from_extract is None else parse_file(from_extract, parse_chosen)
    method = replace(method, select=pipeline.later_step(method.select, extract))
    given.load_plugins()
    recipe = method.recipe(length, question=question, since=first)
    with printing.progress_phases() as phases:
        read = given.read(phases)
        known_documents = reading.read_input(known, phases=phases).documents if known else None
        story = pipeline.story_view(read.documents, idf=compared.background(phases))
        material = pipeline.find_material(story, recipe, known=known_documents, extract=extract)
        summary = pipeline.summarize_material(material, recipe)
        reasons = pipeline.explain_material(material, recipe) if explain else None
    if material.fresh is not None and not summary.picks:
        printing.note("Nothing new: what the articles say was known before, or no sentence fits the length.")
    output.write(lambda: _page(story, recipe, summary), cited_documents(story.documents, summary.picks))
    more = {"explanation": explanation_value(reasons)} if reasons is not None and output.json else {}
    output.print(
        value=lambda: summary_value(summary) | more,
        markdown=lambda: format_summary_markdown(summary, story.documents),
        readable=lambda: render_summary(summary, story.documents),
    )
    if reasons is not None and not output.json:
        printing.print_text(format_explanation(reasons))
    given.finish(read)


def _page(story: StoryView, recipe: Recipe, summary: Summary) -> str:
    """Return the summary as a page under a headline, which only a page has."""
    from meadow import pipeline
    from meadow.brief.html import format_html

    digest = pipeline.single_digest(story, recipe, summary)
    return format_html(digest, title=digest.stories[0].headline.text)
