"""From scores to a printed extract: rewrite, choose within the budget, put in time order, cite.

Rewriting comes before choosing, because a budget counts what is printed, not what the source wrote.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import cast

import numpy as np
from numpy.typing import NDArray

from meadow.model import Budget, BudgetUnit, Edit, FigureFindings, Pick, Run, Scores, Sentence, Summary
from meadow.registry import Method
from meadow.rewrite.naming import KIND as NAMED
from meadow.rewrite.naming import surnames_to_complete
from meadow.rewrite.rewritten import Context, Cut, Rewritten, takes_context
from meadow.select.budget import LazyBudget, Note, RemainingBudget, best_first, limit_of
from meadow.select.order import Ordered, printed_order
from meadow.text.language import UNSPACED
from meadow.text.shortening import MARK, shorten
from meadow.text.tokens import count_printed_words
from meadow.vectors.coreference.full_names import given_names
from meadow.vectors.view import StoryView

_NO_DIFFERENCES = FigureFindings()
_ANY_NAME = 1  # names do not change a budget of sentences


def write_extract(
    view: StoryView,
    scores: Scores,
    selector: Method,
    rewriter: Method,
    budget: Budget,
    *,
    story_id: str,
    run: Run,
    differences: FigureFindings = _NO_DIFFERENCES,
    covers: bool = True,
    fresh: NDArray[np.bool_] | None = None,
    notes: dict[int, Note] | None = None,
) -> Summary:
    """Return the summary that a selector makes of scored sentences within a budget.

    Without `covers` it does not say who else says what a sentence says. Where `fresh` is given, only its sentences go in.
    Into `notes` goes why sentences were chosen or left, as far as the selector says.
    """
    written = _Written(view, rewriter)
    joiner = "" if view.language in UNSPACED else " "
    remaining = _remaining(view, budget, written, gap=len(joiner), fresh=fresh)
    remaining.notes = notes
    chosen = selector(view, scores, remaining)
    if notes is not None:
        _note_sizes(view, scores, remaining, chosen)
    rows = printed_order(chosen)
    if isinstance(chosen, Ordered):  # other selectors print what their papers say
        _complete_names(view, rows, remaining, written)
    if not rows:
        rows = _shorten_best(view, scores, remaining, written)
    covered = _who_else(view, rows) if rows and covers else [[] for _ in rows]
    picks = _picks(view, scores, rows, [written[row].text for row in rows], covered)
    edits = tuple(edit for row in rows for edit in _edits(view.sentences[row], written[row]))
    return Summary(
        story_id,
        picks,
        joiner.join(pick.written for pick in picks),
        edits,
        differences.disagreements,
        run,
        differences.moved,
    )


def _who_else(view: StoryView, rows: list[int]) -> list[list[int]]:
    from meadow.vectors.sameness import who_else  # needed only where more than the text is made

    return who_else(view, rows)


def _note_sizes(view: StoryView, scores: Scores, remaining: RemainingBudget, chosen: Sequence[int]) -> None:
    """Note what no selector could have taken, and what is too long for the rest that a choice of worse ones leaves."""
    left = remaining.limit - sum((remaining.measure(row) or 0) + remaining.gap for row in chosen)
    lowest = min((scores.values[row] for row in chosen), default=np.inf)
    inside = set(chosen)
    for row in range(len(view)):
        size = remaining.measure(row)
        if row in inside:
            remaining.note(row, "chosen")
        elif size is None:
            remaining.note(row, "unusable")
        elif size > remaining.limit:
            remaining.note(row, "length", value=size)
        elif size > left and scores.values[row] >= lowest and remaining.unit != "sentences":
            remaining.note(row, "rest", value=size)


class _Written:
    """The sentences as they would be printed, each rewritten when first asked for: most are never looked at."""

    def __init__(self, view: StoryView, rewriter: Method) -> None:
        self._view = view
        self._document_of: list[int] = view.document_of.tolist()
        self._rewriter = rewriter
        self._known: dict[int, Rewritten] = {}
        asks = takes_context(rewriter)
        times = [document.published for document in view.documents if document.published is not None]
        last = max(times, default=None)
        self._contexts: list[tuple[Context, ...]] = [
            (Context(document.published, last),) if asks else () for document in view.documents
        ]

    def __getitem__(self, row: int) -> Rewritten:
        if row not in self._known:
            # A rewriter that asks for it gets the context of a sentence.
            context = self._contexts[self._document_of[row]]
            self._known[row] = self._rewriter(self._view.sentences[row].text, self.language_of(row), *context)
        return self._known[row]

    def named(self, row: int, surnames: Collection[str]) -> Rewritten | None:
        """Return a sentence with names in full for surnames; None where one is not sure, or the rewriter prints none."""
        contexts = self._contexts[self._document_of[row]]
        names = given_names(self._view, row, surnames) if contexts else ()
        if not names:
            return None
        context = replace(contexts[0], names=names)
        rewritten: Rewritten = self._rewriter(self._view.sentences[row].text, self.language_of(row), context)
        added = sum(insertion.kind == NAMED for insertion in rewritten.insertions)
        return rewritten if added == len(names) else None

    def language_of(self, row: int) -> str:
        """Return the language of a sentence."""
        return self._view.languages[self._document_of[row]]

    def plain(self, row: int) -> Rewritten:
        """Return a sentence as it is printed where nothing may be added to it."""
        return cast("Rewritten", self._rewriter(self._view.sentences[row].text, self._view.language_of(row)))

    def replace(self, row: int, rewritten: Rewritten) -> None:
        """Print a sentence in another way."""
        self._known[row] = rewritten


def _remaining(
    view: StoryView, budget: Budget, written: _Written, *, gap: int, fresh: NDArray[np.bool_] | None
) -> RemainingBudget:
    def measure(row: int) -> int | None:
        if fresh is not None and not fresh[row]:
            return None
        text = written[row].text
        return _size(text, budget.unit, written.language_of(row)) if text else None

    characters = sum(sentence.end - sentence.start for sentence in view.sentences) if budget.share else 0
    limit = limit_of(budget, sentences=len(view), characters=characters)
    return LazyBudget(budget.unit, limit, len(view), measure, gap=gap if budget.unit == "characters" else 0)


def _complete_names(view: StoryView, rows: Sequence[int], remaining: RemainingBudget, written: _Written) -> None:
    """Print names in full for surnames alone, within the remaining budget."""
    sizes = {row: remaining.measure(row) or 0 for row in rows}

    def added(row: int, surnames: Collection[str]) -> int | None:
        rewritten = written.named(row, surnames)
        if rewritten is None:
            return None
        return _size(rewritten.text, remaining.unit, written.language_of(row)) - sizes[row]

    left = remaining.limit - sum(sizes.values()) - remaining.gap * max(0, len(rows) - 1)
    most = left if remaining.unit != "sentences" else _ANY_NAME
    for row, surnames in surnames_to_complete(view, rows, most, added).items():
        written.replace(row, written.named(row, surnames) or written[row])


def _shorten_best(view: StoryView, scores: Scores, remaining: RemainingBudget, written: _Written) -> list[int]:
    """Return the best sentence alone, cut at a clause so that it fits; nothing if even that is impossible."""
    for row in best_first(scores.values):
        if remaining.measure(row) is None:
            continue
        rewritten = written.plain(row)
        short = shorten(rewritten.text, partial(_fits, remaining=remaining, language=view.language_of(row)))
        if not short:
            return []
        start = max((cut.end for cut in rewritten.cuts if cut.start == 0), default=0)
        cut = Cut("shortened", *_tail(view.sentences[row].text, start, short))
        written.replace(row, Rewritten(short, (*rewritten.cuts, cut)))
        return [row]
    return []


def _size(text: str, unit: BudgetUnit, language: str) -> int:
    if unit == "characters":
        return len(text)
    return 1 if unit == "sentences" else count_printed_words(text, language)


def _fits(text: str, *, remaining: RemainingBudget, language: str) -> bool:
    return _size(text, remaining.unit, language) <= remaining.limit


def _tail(source: str, start: int, short: str) -> tuple[int, int]:
    """Return which end of the source sentence, read from `start`, a shortened text leaves out.

    Printing only changes white space, so counting the other characters finds the place.
    """
    left = sum(not character.isspace() for character in short.removesuffix(MARK))
    for offset in range(start, len(source)):
        if left == 0:
            return offset, len(source)
        left -= not source[offset].isspace()
    return len(source), len(source)


def _picks(
    view: StoryView, scores: Scores, rows: Sequence[int], written: Sequence[str], covered: Sequence[Sequence[int]]
) -> tuple[Pick, ...]:
    return tuple(
        Pick(
            ref=view.sentences[row].ref,
            score=float(scores.values[row]),
            features={name: float(values[row]) for name, values in scores.features.items()},
            covers=tuple(view.sentences[other].ref for other in others),
            sentence=view.sentences[row],
            written=text,
        )
        for row, others, text in zip(rows, covered, written, strict=True)
    )


def _edits(sentence: Sentence, rewritten: Rewritten) -> Iterator[Edit]:
    """Yield what was taken out of a sentence and what was put in, by the offsets of its document."""
    for cut in rewritten.cuts:
        start, end = sentence.start + cut.start, sentence.start + cut.end
        yield Edit(sentence.ref, cut.kind, start, end, sentence.text[cut.start : cut.end])
    for insertion in rewritten.insertions:
        place = sentence.start + insertion.place
        yield Edit(sentence.ref, insertion.kind, place, place, "", insertion.text.strip())
