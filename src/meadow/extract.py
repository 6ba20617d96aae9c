"""From scores to a printed extract: rewrite, choose within the budget, put in time order, cite.

Rewriting comes before choosing, because a budget counts what is printed, not what the source wrote.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from meadow.model import Budget, Edit, Pick, Run, Scores, Sentence, Summary
from meadow.registry import Method
from meadow.rewrite.rewritten import Cut, Rewritten
from meadow.rewrite.shorten import MARK, shorten
from meadow.select.budget import Room, best_first, make_room
from meadow.text.language import UNSPACED
from meadow.text.tokens import count_printed_words
from meadow.vectors.similarity import who_else
from meadow.vectors.view import StoryView


def write_extract(
    view: StoryView, scores: Scores, selector: Method, rewriter: Method, budget: Budget, *, story_id: str, run: Run
) -> Summary:
    """Return the summary that a selector makes of scored sentences within a budget."""
    written = _rewrite(view, rewriter)
    joiner = "" if view.language in UNSPACED else " "
    room = _room(view, budget, written, gap=len(joiner))
    rows = sorted(selector(view, scores, room))
    if not rows:
        rows, written = _shortened(view, scores, room, written)
    picks = _picks(view, scores, rows, [each.text for each in written])
    edits = tuple(edit for row in rows for edit in _edits(view.sentences[row], written[row].cuts))
    return Summary(story_id, picks, joiner.join(pick.written for pick in picks), edits, (), run)


def _rewrite(view: StoryView, rewriter: Method) -> list[Rewritten]:
    rows = zip(view.sentences, view.row_languages, strict=True)
    return [rewriter(sentence.text, language) for sentence, language in rows]


def _room(view: StoryView, budget: Budget, written: Sequence[Rewritten], *, gap: int) -> Room:
    texts = [each.text for each in written]
    if budget.unit == "sentences":
        sizes = [1] * len(texts)
    elif budget.unit == "characters":
        sizes = [len(text) for text in texts]
    else:
        rows = zip(texts, view.row_languages, strict=True)
        sizes = [count_printed_words(text, language) for text, language in rows]
    characters = sum(len(sentence.text) for sentence in view.sentences)
    return make_room(budget, texts, np.array(sizes, dtype=np.int32), all_characters=characters, gap=gap)


def _shortened(
    view: StoryView, scores: Scores, room: Room, written: list[Rewritten]
) -> tuple[list[int], list[Rewritten]]:
    """Return the best sentence alone, cut at a clause so that it fits; nothing if even that is impossible."""
    language = view.language
    for row in best_first(scores.values):
        if not room.usable[row]:
            continue
        text = written[row].text
        short = shorten(text, lambda part: _size(part, room, language) <= room.limit)
        if not short:
            return [], written
        start = max((cut.end for cut in written[row].cuts), default=0)
        cut = Cut("shortened", *_tail(view.sentences[row].text, start, short))
        changed = Rewritten(short, (*written[row].cuts, cut))
        return [row], [*written[:row], changed, *written[row + 1 :]]
    return [], written


def _size(text: str, room: Room, language: str) -> int:
    if room.unit == "characters":
        return len(text)
    return 1 if room.unit == "sentences" else count_printed_words(text, language)


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


def _picks(view: StoryView, scores: Scores, rows: Sequence[int], written: Sequence[str]) -> tuple[Pick, ...]:
    covered = who_else(view, rows) if rows else []
    return tuple(
        Pick(
            ref=view.sentences[row].ref,
            score=float(scores.values[row]),
            features={name: float(values[row]) for name, values in scores.features.items()},
            covers=tuple(view.sentences[other].ref for other in others),
            sentence=view.sentences[row],
            written=written[row],
        )
        for row, others in zip(rows, covered, strict=True)
    )


def _edits(sentence: Sentence, cuts: Sequence[Cut]) -> tuple[Edit, ...]:
    return tuple(
        Edit(
            sentence.ref,
            cut.kind,
            sentence.start + cut.start,
            sentence.start + cut.end,
            sentence.text[cut.start : cut.end],
        )
        for cut in cuts
    )
