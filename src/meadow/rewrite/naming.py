"""Names in full for surnames alone: "[Ann] Lund", where no sentence printed before has spoken of Lund.

Source: our own rule. Text that the source did not write there is in square brackets, as editors mark their additions. Names
use only words that are left: readers preferred summaries that were not chosen for names (docs/results/reading.md).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from meadow.rewrite.rewritten import Insertion
from meadow.text.word_places import has_word
from meadow.vectors.coreference.surnames import bare_offsets
from meadow.vectors.view import StoryView

KIND = "name"


def name_insertions(names: Sequence[tuple[int, str]]) -> Iterator[Insertion]:
    """Yield what is printed before surnames, given the offset of each and the words that make it whole."""
    for place, words in names:
        yield Insertion(KIND, place, f"[{words}] ")


def surnames_to_complete(
    view: StoryView, rows: Sequence[int], left: int, added: Callable[[int, tuple[str, ...]], int | None]
) -> dict[int, tuple[str, ...]]:
    """Return the surnames of each row, in the order of printing, that are to be printed as names in full.

    These are the surnames alone that no sentence printed before has, within the remaining budget `left`;
    `added` says what names add to a row, None where they cannot be printed.
    """
    completed: dict[int, tuple[str, ...]] = {}
    before = ""
    for row in rows:
        text = view.sentences[row].text
        surnames: tuple[str, ...] = ()
        spent = 0
        for surname, place in bare_offsets(view, row).items() if left > 0 else ():
            if has_word(before, surname) or has_word(text[:place], surname):
                continue  # who was met without a name is not met again
            more = added(row, (*surnames, surname))
            if more is not None and more <= left:
                surnames, spent = (*surnames, surname), more
        if surnames:
            completed[row] = surnames
            left -= spent
        before += f" {text}"
    return completed
