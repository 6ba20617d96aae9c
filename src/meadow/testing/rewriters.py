"""The contract of rewriters: they leave out words of a sentence, and mark what they add."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from meadow.rewrite.rewritten import Context, takes_context
from meadow.testing.contract import require

_WRITTEN = datetime(2026, 3, 3, 8, tzinfo=UTC)
_SENTENCES = (
    "A ferry capsized off Skerra on Monday.",
    "SANT ORIEL (LPA) - A ferry capsized off Skerra on Monday, killing nine people.",
    "The car-deck door of the ferry was open, investigators (two of them) said yesterday, and had failed last month.",
    "“It was open,” Nils Corrigan told reporters on 3 March.",
    "By Jane Doe, Harbour Wire",
    "…! ?",
)


def check_rewriter(rewriter: Callable[..., Any], **settings: Any) -> None:
    """Check that a rewriter leaves out words, and marks what it adds: cuts and insertions lie within the sentence.

    What it prints is, without the insertions, a subsequence of the sentence. A rewriter whose third parameter is called
    `context` is also asked with one: a document of one day in a story that ended a month, or years, later, and a name
    before the second word.
    """
    for text in _SENTENCES:
        for context in _contexts(rewriter, text):
            _check_rewritten(rewriter(text, "en", *context, **settings), text)


def _contexts(rewriter: Callable[..., Any], text: str) -> Iterator[tuple[Context, ...]]:
    yield ()
    if takes_context(rewriter):
        for days in (0, 31, 1_000):
            yield (Context(_WRITTEN, _WRITTEN + timedelta(days=days)),)
        yield (Context(),)
        yield (Context(_WRITTEN, _WRITTEN + timedelta(days=31), ((text.index(" ") + 1, "Ann"),)),)


def _check_rewritten(result: Any, text: str) -> None:
    case, printed = f"the sentence {text!r}", result.text
    for insertion in result.insertions:
        require(insertion.text.strip() in printed, case, f"{insertion.text!r} is not in {printed!r}")
        printed = printed.replace(insertion.text.strip(), "", 1)
        require(0 <= insertion.place <= len(text), case, f"the insertion {insertion} lies outside the sentence")
    rest = iter(text)
    kept = all(character in rest for character in printed if not character.isspace())
    require(kept, case, f"{result.text!r} adds to {text!r}")
    inside = all(0 <= cut.start < cut.end <= len(text) for cut in result.cuts)
    require(inside, case, f"a cut of {result.cuts} lies outside the sentence")
