"""The claims of a sentence: its clauses, each with at most one finite verb, as runs of words."""

from __future__ import annotations

from itertools import pairwise

from meadow.grounding.reading import Read

_MOST_SPLITS = 4
_BOUNDARIES = frozenset({"comma", "conjunction", "subordinator", "relative"})


def units_of(read: Read) -> list[range]:
    """Return the claims of a sentence in order; together they hold every word.

    A boundary counts where both sides have a verb: "Dole, the chair, resigned" is one claim, "Dole resigned and Roe stayed"
    are two. A reporting clause stays with what it reports.
    """
    verbs = {frame.chunk for frame in read.frames if read.words[frame.first] != "to" and not frame.reports}
    cuts: list[int] = []
    has_verb = False
    pending: int | None = None
    for number, chunk in enumerate(read.chunks):
        if chunk.kind in _BOUNDARIES:
            pending = chunk.first if has_verb and pending is None else pending
        elif number in verbs:
            if pending is not None:
                cuts.append(pending)
            has_verb, pending = True, None
    edges = [0, *cuts, len(read.words)]
    return [range(first, end) for first, end in pairwise(edges) if end > first]


def splits_of(read: Read) -> list[int]:
    """Return the words before which a sentence may be parted in two: where a boundary has a verb on both sides."""
    verbs = [frame.first for frame in read.frames]
    found = [
        chunk.first
        for before, chunk in pairwise(read.chunks)
        if (chunk.kind in ("conjunction", "subordinator") and before.kind == "comma") or read.words[chunk.first] == ";"
    ]
    inside = [place for place in found if verbs and verbs[0] < place < verbs[-1]]
    return inside[:_MOST_SPLITS]
