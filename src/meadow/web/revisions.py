"""The changes between two revisions of a document: sentence by sentence and, within one, word by word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from meadow.model import Document
from meadow.text.sentences import document_sentences

Kind = Literal["same", "removed", "added"]
MOST_SENTENCES = 3_000  # beyond that a comparison takes too long for a page
_MOST_WORDS = 400
_WORDS = re.compile(r"\s+|\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class RevisionPiece:
    """A stretch of text that is in both revisions, only in the old one or only in the new one."""

    kind: Kind
    text: str


Change = tuple[RevisionPiece, ...]  # a sentence, or two that replace each other, as pieces


def compare(old: Document, new: Document) -> list[Change] | None:
    """Return the sentences of both revisions in order, with what changed; None where they are too long to compare."""
    before, after = _sentences(old), _sentences(new)
    if len(before) + len(after) > MOST_SENTENCES:
        return None
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    return [
        change
        for name, low, high, start, end in matcher.get_opcodes()
        for change in _changes(name, before[low:high], after[start:end])
    ]


def _changes(name: str, before: Sequence[str], after: Sequence[str]) -> Iterator[Change]:
    if name == "equal":
        yield from ((RevisionPiece("same", text),) for text in before)
        return
    pairs = min(len(before), len(after))
    for old, new in zip(before[:pairs], after[:pairs], strict=True):
        yield _within(old, new)
    yield from ((RevisionPiece("removed", text),) for text in before[pairs:])
    yield from ((RevisionPiece("added", text),) for text in after[pairs:])


def _within(old: str, new: str) -> Change:
    """Return two sentences that replace each other as one, where they share enough, else one behind the other."""
    before, after = _WORDS.findall(old), _WORDS.findall(new)
    if max(len(before), len(after)) > _MOST_WORDS:
        return RevisionPiece("removed", old), RevisionPiece("added", new)
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    if matcher.ratio() < 0.5:
        return RevisionPiece("removed", old), RevisionPiece("added", new)
    return tuple(piece for opcode in matcher.get_opcodes() for piece in _pieces(opcode, before, after))


def _pieces(
    opcode: tuple[str, int, int, int, int], before: Sequence[str], after: Sequence[str]
) -> Iterator[RevisionPiece]:
    name, low, high, start, end = opcode
    if name == "equal":
        yield RevisionPiece("same", "".join(before[low:high]))
        return
    if high > low:
        yield RevisionPiece("removed", "".join(before[low:high]))
    if end > start:
        yield RevisionPiece("added", "".join(after[start:end]))


def _sentences(document: Document) -> list[str]:
    return [" ".join(sentence.text.split()) for sentence in document_sentences(document)]
