"""Trim: datelines go, and sentences that are only a byline, a credit or an advertisement are not printed at all.

Source: our own rules; the first step of the rewriting that Hirao et al. (2004) ask for (T1).
"""

from __future__ import annotations

from meadow.rewrite.rewritten import Cut, Rewritten
from meadow.text.datelines import dateline_length, is_boilerplate


def trim(text: str, language: str = "en") -> Rewritten:
    """Return the sentence on one line without its dateline, each cut recorded; nothing else changes."""
    if is_boilerplate(text, language):
        return Rewritten("", (Cut("boilerplate", 0, len(text)),))
    length = dateline_length(text, language)
    cuts = (Cut("dateline", 0, length),) if length else ()
    return Rewritten(" ".join(text[length:].split()), cuts)
