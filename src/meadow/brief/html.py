"""A digest as one self-contained page: no script, no request, everything readable in any browser and on paper."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from meadow.brief.html_language import spoken
from meadow.brief.html_story import story_section
from meadow.brief.languages import named_languages, story_language
from meadow.brief.markup import Html, element, join, raw
from meadow.brief.places import clip
from meadow.brief.wording import digest_facts, facts, period_text, story_period_text
from meadow.model import Brief, Digest
from meadow.text.printable import one_line

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
_LEAD_CHARACTERS = 240


def format_html(digest: Digest, *, title: str = "Meadow digest") -> str:
    """Return the digest as a complete HTML page that loads nothing and runs nothing."""
    body = element("body", _masthead(digest, title), _main(digest), _colophon(digest))
    return f"<!doctype html>\n{element('html', _head(digest, title), body, lang='en')}\n"


def _head(digest: Digest, title: str) -> Html:
    return element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="referrer", content="no-referrer"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", _tab_title(digest, title)),
        # Without an icon of its own a browser asks the server for one.
        element("link", rel="icon", href="data:,"),
        element("style", raw(_style_sheet()), raw(_open_note_rules(digest))),
    )


def _tab_title(digest: Digest, title: str) -> str:
    if len(digest) == 0:
        return f"{one_line(title)}: no stories"
    return f"{one_line(title)}: {digest_facts(digest)[0]}, {_period(digest)}"


def _masthead(digest: Digest, title: str) -> Html:
    name = element("h1", one_line(title), dir="auto")
    if len(digest) == 0:
        return element("header", name, class_="masthead", id="top")
    counts = element("p", " · ".join(digest_facts(digest)), class_="meta")
    return element("header", name, counts, element("p", _period(digest), class_="meta"), class_="masthead", id="top")


def _main(digest: Digest) -> Html:
    if len(digest) == 0:
        return element("main", _empty_state())
    languages = named_languages(digest)
    rows = [_index_row(number, brief, languages.get(brief.story.id)) for number, brief in enumerate(digest, start=1)]
    index = element("nav", element("ol", *rows), class_="index", aria_label="Stories")
    stories = [
        story_section(number, len(digest), brief, languages.get(brief.story.id))
        for number, brief in enumerate(digest, start=1)
    ]
    return element("main", index, *stories)


def _index_row(number: int, brief: Brief, language: str | None) -> Html:
    told = spoken(story_language(brief))
    picks = brief.summary.picks
    lead = clip(one_line(picks[0].written), _LEAD_CHARACTERS) if picks else None
    return element(
        "li",
        element("p", story_period_text(brief.documents, language), class_="meta when"),
        element("p", element("a", one_line(brief.headline.text), href=f"#s{number}"), class_="headline", **told),
        None if lead is None else element("p", lead, class_="lead", **told),
        element(
            "p",
            join((element("bdi", each) for each in facts(brief.documents, brief.copies)), " · "),
            class_="meta which",
        ),
    )


def _empty_state() -> Html:
    return element(
        "section",
        element("h2", "No stories to show"),
        element("p", "No article reached this digest: the paths held none, or the filters left none over."),
        element(
            "p",
            "Check the paths, and the filters ",
            join((element("code", name) for name in ("--since", "--until", "--source", "--language")), ", "),
            "; then make the digest again. To see one made of sample articles, run ",
            element("code", "meadow demo"),
            ".",
        ),
        class_="empty",
    )


def _colophon(digest: Digest) -> Html:
    promise = "Every sentence is quoted from an article; its number shows where it stands."
    return element(
        "footer",
        None if len(digest) == 0 else element("p", promise),
        element("p", one_line(digest.run.signature), class_="signature"),
        class_="colophon",
    )


def _period(digest: Digest) -> str:
    return period_text(document for brief in digest for document in brief.documents)


def _open_note_rules(digest: Digest) -> str:
    # While a source is open its sentence is marked in the summary; without a script, position is what links the two.
    most = max((len(brief.summary.picks) for brief in digest), default=0)
    return "".join(
        f".story:has(.note:nth-of-type({n}):popover-open) .cited:nth-of-type({n})"
        "{--said:var(--highlight);--badge:var(--accent);--on-badge:var(--surface)}\n"
        for n in range(1, most + 1)
    )


@cache
def _style_sheet() -> str:
    return files("meadow.brief").joinpath("page.css").read_text("utf-8")
