"""Checks of printed summaries that know nothing of how they were made: what a reader would mind, counted by simple rules.

They do not use the checks of `meadow.text.selfcontained`, so that the default is not measured by its own rules: a
closed list of openings, the last character of a sentence, words two sentences share, where sentences come from.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from meadow.model import Pick
from meadow.text.tokens import words as words_of
from meadow.vectors.similarity import word_overlap

DEFECTS = ("room left", "leans", "no sentence", "short", "own voice", "told twice", "all openings", "nothing late")
_LEANS = re.compile(
    r"[\"'“‘(]*(?:he|she|it|they|his|her|their|this|that|these|those|but|and|however|also|meanwhile|then|there|so|yet)\b",
    re.IGNORECASE,
)
_OWN_VOICE = re.compile(r"\b(?:I|we|my|our|us|me)\b")
_QUOTED = re.compile(r"“[^”]*”|\"[^\"]*\"|''[^']*''|``.*?''")
_ENDS = re.compile(r"[.!?。।؟;][\"'”’»」)\]\s]*$")
_FEWEST_WORDS = 6
_SAME = 0.5
_USED = 0.9
_LATE_OF = 6  # in stories of so many documents something of the last third is expected


def defects(picks: Sequence[Pick], order: Sequence[str], *, words: int, language: str) -> set[str]:
    """Return the names of the defects that a summary of so many words has; `order` are the documents in time order."""
    texts = [pick.written for pick in picks]
    rows = [words_of(text, language) for text in texts]
    places = [order.index(pick.ref.document_id) for pick in picks]
    late = len(order) >= _LATE_OF and bool(places) and max(places) < len(order) - len(order) // 3
    pairs = [(one, other) for at, one in enumerate(rows) for other in rows[:at]]
    holds = {
        "room left": sum(len(text.split()) for text in texts) <= _USED * words,
        "leans": language == "en" and any(_LEANS.match(text) for text in texts),
        "no sentence": any(_ENDS.search(text) is None or text.endswith("...") for text in texts),
        "short": any(len(text.split()) < _FEWEST_WORDS for text in texts),
        "own voice": language == "en" and any(_OWN_VOICE.search(_QUOTED.sub("", text)) for text in texts),
        "told twice": any(word_overlap(one, other) >= _SAME for one, other in pairs),
        "all openings": len(picks) > 1 and all(pick.ref.index == 0 for pick in picks),
        "nothing late": late,
    }
    return {name for name in DEFECTS if holds[name]}
