"""Reasons of `sequence`: why this opening, what each sentence adds and depends on, and why others are left out.

Source: our own. Worked out after the choice, and only on request.
"""

from __future__ import annotations

import numpy as np

from meadow.select.budget import RemainingBudget
from meadow.select.concepts import story_concepts
from meadow.select.sequence.features import Shortlist
from meadow.select.sequence.model import Estimates
from meadow.select.sequence.search import LEAST_WORDS, REPEATED, Beginning
from meadow.vectors.view import StoryView


def note_sequence(
    view: StoryView, budget: RemainingBudget, short: Shortlist, estimates: Estimates, best: Beginning
) -> None:
    """Keep why each sentence is in a sequence or not, as notes of the budget."""
    rows = short.candidates.rows.tolist()
    first, *others = best.parts
    budget.note(rows[first.member], "opens", value=float(np.exp(estimates.openings[first.member])))
    for part in others:
        other = None if part.needs is None else rows[part.needs]
        budget.note(rows[part.member], "adds" if other is None else "follows", other=other, value=part.worth)
    printed_rows = {rows[member] for member in best.members}
    worth, repeated = estimates.following(best.members), estimates.repeated(best.members)
    for member, row in enumerate(rows):
        closest = max(best.members, key=lambda printed: estimates.repeats[member, printed])
        if repeated[member] >= REPEATED:
            budget.note(row, "repeats", other=rows[closest], value=float(repeated[member]))
        elif short.checks[member].dependence is not None and view.number[row] > 1 and row - 1 not in printed_rows:
            budget.note(row, "context", other=row - 1)
        else:
            budget.note(row, "adds little", value=float(worth[member]))
    lengths, copied = view.counts("terms").lengths, view.kept(story_concepts).copied
    for row in range(len(view)):
        if copied[row]:
            budget.note(row, "copy")
        elif lengths[row] < LEAST_WORDS:
            budget.note(row, "short", value=float(lengths[row]))
