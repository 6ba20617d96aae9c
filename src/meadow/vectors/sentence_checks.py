"""Checks of every sentence of a story, made once, with what only the document around it shows.

A line that ends with a credit is a caption (`meadow.vectors.captioned`), one in capitals a heading or a shout
(`meadow.vectors.shouted`). A sentence inside a longer quotation depends on the one that names its speaker
(`meadow.vectors.quoted`), a bare surname on the sentence that introduced the person (`meadow.vectors.coreference.surnames`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from meadow.text.selfcontained import SentenceCheck, check_leads, check_sentence
from meadow.vectors.captioned import captioned_rows
from meadow.vectors.coreference.surnames import unresolved_surnames
from meadow.vectors.quoted import quoted_rows
from meadow.vectors.shouted import shouted_rows
from meadow.vectors.view import StoryView
from meadow.vectors.word_flags import sentence_flags


def sentence_checks(view: StoryView) -> tuple[SentenceCheck, ...]:
    """Return the check of each sentence of a story; they are made once per view."""
    return view.kept(_checked)


def lead_checks(view: StoryView, rows: Sequence[int]) -> list[SentenceCheck | None]:
    """Return the check of each sentence that may be printed and read first; None for one that may not.

    Sentences are checked together, which takes less time than each alone.
    """
    unprintable = unprintable_rows(view)[list(rows)].tolist()
    printable = [row for row, out in zip(rows, unprintable, strict=True) if not out]
    found = iter(view.told_together(check_leads, printable, sentence_flags(view)))
    return [None if out else next(found) for out in unprintable]


def lead_check(view: StoryView, row: int) -> SentenceCheck | None:
    """Return the same for one sentence."""
    return lead_checks(view, (row,))[0]


def unprintable_rows(view: StoryView) -> NDArray[np.bool_]:
    """Return which sentences may not be printed because of their context: captions, shouts, parts of longer quotations."""
    return view.kept(_unprintable)


def _unprintable(view: StoryView) -> NDArray[np.bool_]:
    return captioned_rows(view) | shouted_rows(view) | quoted_rows(view)


def _checked(view: StoryView) -> tuple[SentenceCheck, ...]:
    checks = view.told_of_all(check_sentence)
    for row, surname in unresolved_surnames(view).items():
        check = checks[row]
        checks[row] = replace(
            check, dependence=check.dependence if check.dependence is not None else "surname", surname=surname
        )
    for row in np.flatnonzero(quoted_rows(view)).tolist():
        if not checks[row].junk:
            checks[row] = replace(checks[row], dependence="reported", scene=False)
    for row in np.flatnonzero(captioned_rows(view) | shouted_rows(view)).tolist():
        checks[row] = SentenceCheck(junk=True)
    return tuple(checks)
