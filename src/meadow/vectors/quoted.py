"""Sentences inside a quotation of several: somebody's words, with no mark of their own and no one who says them.

Source: our own rule. “The door was open. Nobody looked. We were lucky,” said Ann Lund: the sentence in the middle reads like
the reporter's own. A mark that could open where one is open already was the true beginning. A line break closes; what was
opened by a mark that can only open (“) is quoted up to there, since paragraphs of a long quotation are not closed. Single
marks are left alone: they are apostrophes as often.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from meadow.model import Sentence
from meadow.vectors.view import StoryView

_MARKS = ("“", "”", "„", "«", "»", '"', "``", "''")
_OPENS = frozenset({"“", "„", "«", "``"})
_BEFORE, _BEHIND = frozenset(" \n\t([—–-"), frozenset("'‘’([¿¡…$€£")
_LONGEST = 2_000  # characters: beyond it a mark was lost
_SHORTEST = 40


def quoted_rows(view: StoryView) -> NDArray[np.bool_]:
    """Return which sentences lie wholly between marks that stand in other sentences."""
    return view.kept(_quoted)


def _quoted(view: StoryView) -> NDArray[np.bool_]:
    quoted = np.zeros(len(view), np.bool_)
    numbers = view.document_of.tolist()
    for number, group in groupby(range(len(view)), key=numbers.__getitem__):
        rows = list(group)
        sentences: Sequence[Sentence] = view.sentences[rows[0] : rows[-1] + 1]
        starts = [sentence.start for sentence in sentences]
        for start, end in quotations(view.documents[number].text):
            index = bisect_left(starts, start)
            while index < len(sentences) and sentences[index].end <= end:
                quoted[rows[0] + index] = True
                index += 1
    return quoted


def quotations(text: str) -> Iterator[tuple[int, int]]:
    """Iterate over where quotations of a text begin and end, without their marks, the shortest and the longest left out."""
    start: int | None = None
    directed = False  # opened by a mark that can only open
    for offset, mark in _marks(text):
        opens = _opens(text, mark, offset)
        if start is not None:
            # Lines are looked for only behind an opening: there are many more of them than marks.
            line_end = text.find("\n", start, offset)
            end = offset if line_end < 0 and not opens else line_end if directed else -1
            if _SHORTEST <= end - start <= _LONGEST:
                yield start, end
        start, directed = (offset + len(mark), mark in _OPENS) if opens else (None, False)
    if start is not None and directed:
        end = text.find("\n", start)
        if _SHORTEST <= end - start <= _LONGEST:
            yield start, end


def _marks(text: str) -> list[tuple[int, str]]:
    """Return where which marks stand, in order; most texts have one kind or two, each of which is found at once."""
    return sorted((match.start(), mark) for mark in _MARKS if mark in text for match in _pattern(mark).finditer(text))


@cache
def _pattern(mark: str) -> re.Pattern[str]:
    return re.compile(re.escape(mark))


def _opens(text: str, mark: str, offset: int) -> bool:
    """Say whether a mark opens: nothing or a blank stands before it, and a word right behind if it could close as well.

    In German “ closes what „ opened, and « what » did.
    """
    if offset > 0 and text[offset - 1] not in _BEFORE:
        return False
    behind = text[offset + 1 : offset + 2]
    return mark in _OPENS or (mark == '"' and (behind.isalnum() or behind in _BEHIND))
