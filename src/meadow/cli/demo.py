"""`meadow demo`: the main job on the bundled sample, and what to try next."""

from __future__ import annotations

from typing import Annotated

import typer

from meadow.cli import options

_NEXT = """
Next:
  meadow digest {folder} --html digest.html      the same as a page with every source
  meadow summarize {folder}/het-waterblad.jsonl {folder}/lowmarks-persbureau.jsonl --explain
  meadow digest YOUR-FOLDER                      your own articles: JSON Lines, text, Markdown
  meadow methods                                 everything that can be named
"""


def demo(
    words: options.Words = 60,
    html: options.Html = None,
    folder: Annotated[bool, typer.Option("--folder", help="Only print where the sample articles are.")] = False,
) -> None:
    """Turn the bundled sample of fictional articles into stories, and say what to try next.

    [dim]Examples:[/dim]

    meadow demo

    meadow demo --words 30 --html demo.html
    """
    from meadow import pipeline
    from meadow.brief.html import format_html
    from meadow.brief.terminal import DigestPrinter
    from meadow.cli import printing, reading
    from meadow.sample import sample_path

    if folder:
        printing.print_text(str(sample_path()))
        return
    documents = reading.read_input([str(sample_path())]).documents
    outlets = len({document.source for document in documents})
    printing.print_text(f"{len(documents)} fictional articles by {outlets} fictional outlets")
    printing.print_text("")
    printer = DigestPrinter(documents)
    with printing.progress_phases() as phases:
        show = phases.between(lambda brief: printing.print_rich(printer.story(brief), blank_lines=2))
        result = pipeline.digest(documents, words=words, progress=phases.move, on_story=show)
    printing.print_rich(printer.totals(result))
    if html is not None:
        printing.write_file(html, format_html(result, title="Meadow demo: a fictional fortnight"))
    printing.print_text(_NEXT.format(folder=sample_path()))
