"""Headlines: functions `(view, *, parameters) -> Candidate` that give a story its line."""

from meadow.registry import Registry

HEADLINES = Registry("headline", "headline method", {"title": "meadow.headlines.title:title"})
