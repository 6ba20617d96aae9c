"""Names in full for surnames alone: "[Ann] Lund", where no sentence printed before has said who Lund is.

Source: our own rule. What the source did not write there stands in square brackets, as editors mark what is theirs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meadow.rewrite.rewritten import Insertion

KIND = "name"


def name_insertions(names: Sequence[tuple[int, str]]) -> Iterator[Insertion]:
    """Yield what is printed before surnames, given the offset of each and the words that make it whole."""
    for place, words in names:
        yield Insertion(KIND, place, f"[{words}] ")
