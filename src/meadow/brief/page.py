"""A self-contained page: no script, no request, one style sheet; what stands in it is up to the caller."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from meadow.brief.markup import Html, element, raw

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"


def format_page(title: str, *body: Html, rules: str = "") -> str:
    """Return a complete HTML page that loads nothing and runs nothing; `rules` are style rules of our own making."""
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="referrer", content="no-referrer"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", title),
        # Without an icon of its own a browser asks the server for one.
        element("link", rel="icon", href="data:,"),
        element("style", raw(style_sheet()), raw(rules)),
    )
    return f"<!doctype html>\n{element('html', head, element('body', *body), lang='en')}\n"


@cache
def style_sheet() -> str:
    """Return the style sheet that all pages share."""
    return files("meadow.brief").joinpath("page.css").read_text("utf-8")
