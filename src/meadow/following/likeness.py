"""Whether two texts under one address or one id are versions of one article."""

from __future__ import annotations

from meadow.kernels.word_runs import figures_differ, read_bodies, words_in_runs
from meadow.model import Document
from meadow.text.tokens import fold

_SHARE = 0.5


def has_same_title(first: Document, second: Document) -> bool:
    """Return whether two documents have a title, and the same one but for blanks and capitals."""
    if first.title is None or second.title is None:
        return False
    return _folded(first.title) == _folded(second.title)


def is_near_same(first: str, second: str) -> bool:
    """Return whether the longer text contains at least half of the shorter one, in runs of words.

    Runs are of four words (eight characters where the script has no blanks), half as long as those by which copies are
    sought among strangers: that both texts have one name is evidence already. So a teaser is near-same with its article,
    and an article with its correction. One form with other figures, such as the weather of two days, is not. A text that is
    shorter than a run must be the same, word by word.
    """
    shorter, longer = sorted((first, second), key=lambda text: (len(text), text))
    bodies = read_bodies([shorter, longer])
    short, long = bodies.rows()
    run = int(bodies.runs[0]) // 2
    if len(short) < run:
        return bool(len(short)) and short.tolist() == long.tolist()
    return words_in_runs(short, long, run) >= _SHARE * len(short) and not figures_differ(short, long)


def _folded(title: str) -> str:
    return " ".join(fold(title).split())
