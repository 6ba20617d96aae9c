"""The pages, one module each: `router` holds its addresses, the functions read or change the workspace by one verb.

Where addresses overlap the first page of the table answers.
"""

from __future__ import annotations

from meadow.registry import Page, Registry, offered

_LINKS = {
    "stories": (("Stories", "/", "g s", 10),),
    "search": (("Search", "/search", "g f", 20),),
    "ask": (("Ask", "/ask", "g a", 30),),
    "check": (("Check", "/check", "g c", 40),),
    "sources": (("Sources", "/f", "g o", 70),),
}
_NAMES = ("stories", "story", "document", "export", "search", "ask", "check", "sources", "feeds", "events")

PAGES = Registry(
    "page",
    "page",
    {
        "assets": Page("assets", "meadow.web.assets:router"),
        **{name: Page(name, f"meadow.web.pages.{name}:router", _LINKS.get(name, ())) for name in _NAMES},
        "api": Page("api", "meadow.web.api:router"),
        **{name: Page(name, f"meadow.web.pages.{name}:router") for name in ("verbs", "preferences")},
        **offered("page"),
    },
    holds=Page,
    advice="",
)


def pages() -> tuple[Page, ...]:
    """Return every page, those of plug-ins last."""
    return tuple(PAGES.member(name) for name in PAGES.listed)
