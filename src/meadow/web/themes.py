"""Light, dark, or as the system has it: kept in a cookie, so that it needs no script and nothing flickers."""

from __future__ import annotations

from starlette.requests import Request

THEMES = ("system", "light", "dark")
COOKIE = "meadow-theme"


def theme_of(request: Request) -> str:
    """Return the theme that a browser has chosen; one that is unknown is none."""
    chosen = request.cookies.get(COOKIE, THEMES[0])
    return chosen if chosen in THEMES else THEMES[0]
