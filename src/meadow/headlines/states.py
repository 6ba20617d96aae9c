"""Is what a headline tells still to come, though the story has gone on? "Cleared for launch" must not head a lost rocket.

Source: our own rules. A line about what is going to happen belongs to the day on which nothing more is known; once later
documents are there, it is out of date.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import timedelta
from functools import cache

import numpy as np

from meadow.model import FloatArray
from meadow.text.selfcontained import check_sentence
from meadow.vectors.view import StoryView

# Beside the forecasts of the judgement: words of titles for what has not happened yet.
_PENDING: Mapping[str, str] = {
    "en": r"\b(?:cleared|ready|set|bound|due) (?:for|to)\b|\b(?:prepar(?:es?|ing)|brac(?:es?|ing)|await(?:s|ing)?"
    r"|loom(?:s|ing)?|ahead of|on (?:the )?eve of|may|might|could|poised|about to|countdown|likely to|hopes? to|vows? to"
    r"|(?:is|are) to|plans?|would(?! have))\b",
    "es": r"\b(?:a punto de|podrían?|en vísperas|se preparan?|preparan?|a la espera|list[oa]s? para|quieren?|planean?)\b",
    "nl": r"\b(?:mogelijk|klaar voor|wacht(?:en)? op|bereidt|bereiden|aan de vooravond|wil|willen|dreigt|dreigen)\b",
    "ja": r"(?:へ|か|予定|控え|待つ|可能性)$|予定|見通し",
}
_LATER = timedelta(hours=12)


def is_pending(text: str, language: str) -> bool:
    """Say whether a line tells what is still to come."""
    pattern = _pattern(language)
    return (pattern is not None and pattern.search(text) is not None) or check_sentence(text, language).forecast


def is_overtaken(view: StoryView, document: int) -> bool:
    """Say whether the story went on for half a day or more after a document; not where times are missing."""
    published = view.documents[document].published
    times = [each.published for each in view.documents if each.published is not None]
    return published is not None and max(times) - published >= _LATER


def newness(view: StoryView) -> FloatArray:
    """Return how new each document is among those of its story: 1 for the last, 0 for the first, ½ where nobody can tell."""
    times = np.array([-1.0 if each.published is None else each.published.timestamp() for each in view.documents])
    known = times >= 0
    if known.sum() < 2 or float(np.ptp(times[known])) < _LATER.total_seconds():
        return np.full(len(times), 0.5)
    ranks = np.searchsorted(np.sort(times[known]), times, side="left") / (known.sum() - 1)
    placed: FloatArray = np.where(known, np.minimum(1.0, ranks), 0.5)
    return placed


@cache
def _pattern(language: str) -> re.Pattern[str] | None:
    source = _PENDING.get(language)
    return None if source is None else re.compile(source, re.IGNORECASE)
