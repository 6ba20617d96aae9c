"""Sentences: the spans of a text that readers take for sentences, to the exact character.

Line breaks are judged first (`meadow.text.lines`), then marks inside each block (`meadow.text.boundaries`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from meadow.model import Document, Sentence, SentenceRef
from meadow.text.analysis import analysis_of
from meadow.text.boundaries import sentence_ends
from meadow.text.language import detect_language
from meadow.text.lines import blocks
from meadow.text.offsets import given_span

# "2.", "(b)", "iv.", and the "14.43." of a live report.
_MARKER = re.compile(r"\s*[(\[]?(?:\d{1,3}(?:[.:]\d{2})?|[A-Za-z]|[ivxIVX]{1,4})[.)]+\s*")
_ALPHANUMERIC = re.compile(r"[^\W_]")

Span = tuple[int, int]


def split_sentences(text: str, language: str = "en") -> tuple[Span, ...]:
    """Return the sentences of a text as (start, end) in code points: in order, apart, trimmed, none empty.

    Together they hold every character that is not white space. A closing quote or bracket stays with its sentence; a list
    marker ("2.") goes with its item, and marks without a word ("***" after a text) with what stands before them.
    """
    spans: list[Span] = []
    for start, end in blocks(text, language):
        block = text[start:end]
        ends = sentence_ends(block, language, text=text)
        pieces = _joined(block, ends) if ends else [(0, len(block))]
        spans += [_trimmed(text, start + piece_start, start + piece_end) for piece_start, piece_end in pieces]
    return tuple(spans)


def document_sentences(document: Document) -> tuple[Sentence, ...]:
    """Return the sentences of a document: those its source marked, else those of its text split in its language."""
    language = None if document.spans is not None else document_language(document)
    return analysis_of(document.text).latest(_sentences, document.id, language, document.spans, document.origin)


def document_language(document: Document) -> str:
    """Return the language of a document: the one it says, else the one its text is written in."""
    return document.language or analysis_of(document.text).found(detect_language)


def _sentences(
    text: str, name: str, language: str | None, spans: tuple[Span, ...] | None, origin: tuple[Span, ...] | None
) -> tuple[Sentence, ...]:
    found = spans if language is None else analysis_of(text).found(split_sentences, language)
    return tuple(
        Sentence(
            SentenceRef(name, index), start, end, text[start:end],
            None if origin is None else given_span(origin, start, end),
        )
        for index, (start, end) in enumerate(found or ())
    )  # fmt: skip


def _trimmed(text: str, start: int, end: int) -> Span:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())


def _joined(block: str, ends: Sequence[int]) -> list[Span]:
    """Return the pieces between sentence ends, without pieces that are no sentence of their own."""
    pieces: list[Span] = []
    start = seen = 0
    for end in (*ends, len(block)):
        wordless = _ALPHANUMERIC.search(block, seen, end) is None
        seen = end
        if wordless and pieces:
            pieces[-1] = (pieces[-1][0], end)
        elif end < len(block) and (wordless or _MARKER.fullmatch(block, start, end)):
            continue  # the next piece takes it in
        else:
            pieces.append((start, end))
        start = end
    return pieces
