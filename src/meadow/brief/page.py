"""A self-contained page: no script, no request, one style sheet; the caller gives its content."""

from __future__ import annotations

from markupsafe import Markup

from meadow.brief.markup import Html, join
from meadow.brief.templating import render


def format_page(title: str, *body: Html, rules: str = "") -> str:
    """Return a complete HTML page that loads nothing and runs nothing; `rules` are style rules of our own making."""
    markup, styles = Markup(join(body)), Markup(rules)  # noqa: S704 - Html is markup already, and rules are ours
    return render("page.html", title=title, body=markup, rules=styles)
