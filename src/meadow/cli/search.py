"""`meadow search`: the articles of a workspace that answer a query."""

from __future__ import annotations

from typing import Annotated

import typer

from meadow.cli import blocks, options
from meadow.cli.command import laid_out

Words = Annotated[
    list[str], typer.Argument(metavar="QUERY…", help='Words, "a phrase", -word, source:NAME, since:TIME …')
]
Limit = Annotated[int, typer.Option(metavar="N", min=1, help="Maximum articles.")]


@laid_out
def search(query: Words, space: blocks.Space, limit: Limit = 20, json: options.Json = False) -> None:
    """Find articles by words, in every language of the workspace; the best sentences of each are shown, by story.

    Finds articles with all words. If there are none, those with some of the words are shown, with a note.

    [dim]Examples:[/dim]

    meadow search legionella Haldmoor

    meadow search '"cooling tower" -drill source:"Harbour Wire" since:2026-03'
    """
    from meadow.brief.hits import hits_value, render_hits
    from meadow.cli import printing
    from meadow.store.contract import Wanted

    with space.open() as workspace:
        page = workspace.search(" ".join(query), limit=limit)
        found = Wanted(ids=[story.story_id for story in page.stories])
        headlines = {each.row.id: each.headline for each in workspace.headings(found)}
    if json:
        printing.print_json(
            {
                "query": " ".join(query), "all_words": page.all_words, "complete": page.complete, "total": page.total,
                "stories": hits_value(page.stories, headlines),
            }
        )  # fmt: skip
        return
    if page.stories:
        printing.print_rich(render_hits(page.stories, headlines))
    if not page.all_words:
        printing.note("no article has all of these words; some have some of them.")
    if not page.complete:
        printing.note("not every article was read for the phrase; add words to narrow the search.")
    shown = sum(len(story.documents) for story in page.stories)
    printing.note(f"{shown:,} articles" if page.total is None else f"{shown:,} of {page.total:,} articles")
