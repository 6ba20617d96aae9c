"""Sentences that are no news: bylines, credits, rights, invitations to click."""

from __future__ import annotations

from meadow.text.rulebook import RuleEntry, rulebook

_LONGEST = 300


def is_boilerplate(text: str, language: str = "en") -> bool:
    """Say whether a whole sentence is only byline, credit, notice of rights or an invitation to click."""
    return credit_rule(text, language) is not None


def credit_rule(text: str, language: str = "en", flags: int | None = None) -> RuleEntry | None:
    """Return the rule of the kind credit that a whole sentence matches; `flags` are those of its words, if known."""
    sentence = text.strip()
    return rulebook(language).kind("credit").find(sentence, flags) if 0 < len(sentence) <= _LONGEST else None
