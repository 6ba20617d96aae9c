"""`meadow summarize`: all documents as one story, one summary."""

from __future__ import annotations

from typing import Annotated

import typer

from meadow.cli import options


def summarize(
    paths: options.Paths,
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
    explain: Annotated[
        bool, typer.Option("--explain", help="Also print the centroid and every sentence's score.")
    ] = False,
    json: options.Json = False,
    markdown: options.Markdown = False,
    strict: options.Strict = False,
) -> None:
    """Summarize all documents as one story.

    [dim]Examples:[/dim]

    meadow summarize ferry/ --sentences 4

    meadow summarize ferry/ --percent 10 --method mead-release --idf enidf.txt.gz --explain

    cat articles.jsonl | meadow summarize - --rank 'mix(centroid=1, position=2)' --json
    """
    from meadow import pipeline
    from meadow.brief.explanation import explanation_value, format_explanation
    from meadow.brief.json import summary_value
    from meadow.brief.markdown import format_summary_markdown
    from meadow.brief.terminal import render_summary
    from meadow.cli import printing, reading
    from meadow.presets import choose_preset
    from meadow.select.budget import make_budget
    from meadow.vectors.view import view_documents

    reading.check_one_output(json=json, markdown=markdown)
    reading.load_plugins(plugin)
    preset = choose_preset(method, rank=rank, select=select, rewrite=rewrite)
    budget = make_budget(
        sentences=sentences, words=words, characters=characters, percent=percent, rounding=preset.rounding
    )
    given = reading.read_input(paths)
    view = view_documents(given.documents, background=reading.load_background(idf))
    summary = pipeline.summarize_view(view, preset=preset, budget=budget, seed=seed)
    reasons = pipeline.explain_view(view, preset=preset, seed=seed) if explain else None
    if json:
        printing.print_json(summary_value(summary) | ({"explanation": explanation_value(reasons)} if reasons else {}))
    elif markdown:
        printing.print_text(format_summary_markdown(summary, view.documents))
    else:
        printing.print_rich(render_summary(summary, view.documents))
    if reasons is not None and not json:
        printing.print_text(format_explanation(reasons, chosen={pick.ref for pick in summary.picks}))
    given.finish(strict=strict)
