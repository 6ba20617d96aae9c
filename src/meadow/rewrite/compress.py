"""Compress: sentences without datelines, parentheses, attributions and, where they must be short, subordinate clauses.

Source: our own rules for the rewriting that Hirao et al. (2004) ask for as the third step (T1), in the manner of
Jing (2000), "Sentence reduction for automatic text summarization".

Which clauses go is `meadow.text.phrases.pruning`'s to say. Nothing is reworded, so no fact changes, and every cut is
recorded.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from meadow.errors import SpecError
from meadow.rewrite.dating import date_insertions
from meadow.rewrite.rewritten import Context, Cut, Insertion, Rewritten
from meadow.rewrite.trim import trim
from meadow.text.parting import joined
from meadow.text.phrases.pruning import prune, without
from meadow.text.shortening import MARK, shorten

_BLANKS = re.compile(r"\s+")


def compress(
    text: str,
    language: str = "en",
    context: Context | None = None,
    *,
    characters: int | None = None,
    dates: bool = True,
) -> Rewritten:
    """Return the sentence without what can be spared; with `characters`, pruned until it is at most so long.

    Where no clause is left to prune, a sentence that is still too long is cut at a clause and marked "…". With `dates`, days
    that would mislead are dated as `trim` does it, unless the sentence must be short.
    """
    _check_length(characters)
    trimmed = trim(text, language, dates=False)
    if not trimmed.text:
        return trimmed
    start = max((cut.end for cut in trimmed.cuts if cut.start == 0), default=0)
    enough = None if characters is None else partial(_is_within, characters=characters)
    gone = prune(text[start:], language, enough=enough)
    printed = joined(without(text[start:], gone), language)
    cuts = (*trimmed.cuts, *(Cut(clause.kind, start + clause.start, start + clause.end) for clause in gone))
    if characters is not None and len(printed) > characters:
        return _cut_short(text, printed, cuts, characters)
    insertions = date_insertions(text, language, context) if dates and characters is None else ()
    return _dated(text, printed, cuts, insertions)


def _dated(text: str, printed: str, cuts: tuple[Cut, ...], insertions: tuple[Insertion, ...]) -> Rewritten:
    """Return a pruned sentence with the dates whose mentions are still in it."""
    kept = tuple(each for each in insertions if not any(cut.start < each.place <= cut.end for cut in cuts))
    for each in reversed(kept):
        gone = "".join(text[cut.start : cut.end] for cut in cuts if cut.end < each.place)
        letters = len(_BLANKS.sub("", text[: each.place])) - len(_BLANKS.sub("", gone))
        offset = _place_after(printed, (), letters)
        printed = printed[:offset] + each.text + printed[offset:]
    return Rewritten(printed, cuts, kept)


def _check_length(characters: int | None) -> None:
    if characters is not None and characters < 1:
        raise SpecError(
            f"compress was given characters={characters}.", given=str(characters),
            allowed="A whole number of characters, 1 or more.", advice="Leave it out to prune lightly.",
        )  # fmt: skip


def _cut_short(text: str, printed: str, cuts: Sequence[Cut], characters: int) -> Rewritten:
    short = shorten(printed, partial(_is_within, characters=characters))
    if not short:
        return Rewritten("", (Cut("shortened", 0, len(text)),))
    tail = _place_after(text, cuts, len(_BLANKS.sub("", short.removesuffix(MARK))))
    kept = [cut for cut in cuts if cut.end <= tail]
    return Rewritten(short, tuple(sorted([*kept, Cut("shortened", tail, len(text))], key=lambda cut: cut.start)))


def _is_within(part: str, *, characters: int) -> bool:
    return len(part) <= characters


def _place_after(text: str, cuts: Sequence[Cut], letters: int) -> int:
    """Return the place in the source after `letters` printed characters that are not blank."""
    gone = {offset for cut in cuts for offset in range(cut.start, cut.end)}
    for offset, character in enumerate(text):
        if letters == 0:
            return offset
        letters -= offset not in gone and not character.isspace()
    return len(text)
