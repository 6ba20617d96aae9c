"""`meadow digest`: documents to stories, each with headline and summary."""

from __future__ import annotations

from meadow.cli import options


def digest(
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
    tracker: options.Tracker = "meadow",
    headline: options.HeadlineMethod = "title",
    plugin: options.Plugin = None,
    idf: options.Idf = None,
    seed: options.Seed = None,
    since: options.Since = None,
    until: options.Until = None,
    source: options.Source = None,
    language: options.Language = None,
    json: options.Json = False,
    html: options.Html = None,
    pdf: options.Pdf = None,
    bibtex: options.Bibtex = None,
    csl: options.Csl = None,
    markdown: options.Markdown = False,
    strict: options.Strict = False,
) -> None:
    """Turn documents into stories, each with a headline and a cited summary.

    [dim]Examples:[/dim]

    meadow digest news/

    meadow digest news/ --words 60 --html digest.html

    meadow digest articles.jsonl --since 2026-03-08 --language en --json
    """
    from meadow import pipeline
    from meadow.brief.bibliography import cited_documents
    from meadow.brief.html import format_html
    from meadow.brief.json import digest_value
    from meadow.brief.markdown import format_markdown
    from meadow.brief.terminal import render_digest
    from meadow.cli import files, printing, reading

    reading.check_one_output(json=json, markdown=markdown)
    output = files.Files(html, pdf, bibtex, csl)
    output.check()
    reading.load_plugins(plugin)
    rank = reading.read_rank(rank)
    given = reading.read_input(paths, columns=columns)
    documents = reading.keep(given.documents, since=since, until=until, source=source, language=language)
    with printing.progress_bar("Writing stories") as progress:
        result = pipeline.digest(
            documents, tracker=tracker, method=method, rank=rank, select=select, rewrite=rewrite, headline=headline,
            sentences=sentences, words=words, characters=characters, percent=percent, seed=seed, idf=idf,
            progress=progress,
        )  # fmt: skip
    picks = (pick for brief in result for pick in brief.summary.picks)
    output.write(lambda: format_html(result), cited_documents(documents, picks))
    if json:
        printing.print_json(digest_value(result))
    elif markdown:
        printing.print_text(format_markdown(result))
    elif not output.paths:
        printing.print_rich(render_digest(result))
    given.finish(strict=strict)
