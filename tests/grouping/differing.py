"""Little stories whose sources differ, or only seem to: our own fiction in four languages.

A story is a list of (hours after the start, outlet, text); what it must give is (kind of finding, values).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from meadow.grouping.disagreement import find_differences
from meadow.model import Disagreement, Document, Movement
from meadow.vectors.view import StoryView, view_documents
from stories import START

Finding = Disagreement | Movement
Article = tuple[float | None, str, str]


def documents(articles: Sequence[Article], language: str = "en") -> list[Document]:
    """Return the articles as documents named d0, d1 … in the order given."""
    return [
        Document(
            f"d{number}",
            source,
            None,
            text,
            None if hours is None else START + timedelta(hours=hours),
            language=language,
        )
        for number, (hours, source, text) in enumerate(articles)
    ]


def differences(articles: Sequence[Article], language: str = "en") -> tuple[Finding, ...]:
    """Return what is found in a story: disagreements, then how figures moved."""
    return findings(view_documents(documents(articles, language)))


def findings(view: StoryView) -> tuple[Finding, ...]:
    """Return the same of a view."""
    found = find_differences(view)
    return *found.disagreements, *found.moved


def told(found: Sequence[Finding]) -> list[tuple[str, list[str], list[str]]]:
    """Return each finding as its name, the values in force and the superseded ones."""
    return [
        (
            each.what,
            sorted(value.value for value in each.values if not value.superseded),
            sorted(value.value for value in each.values if value.superseded),
        )
        for each in found
    ]
