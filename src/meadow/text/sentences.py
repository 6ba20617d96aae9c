"""Sentences: the spans of a text that readers take for sentences, to the exact character.

Line breaks are judged first (`meadow.text.lines`), then marks inside each block (`meadow.text.boundaries`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import repeat

from meadow.model import Document, Sentence, SentenceRef
from meadow.text.analysis import analysis_of
from meadow.text.boundaries import Span, sentence_ends
from meadow.text.language import detect_language
from meadow.text.lines import blocks
from meadow.text.offsets import given_spans
from meadow.text.tokens import has_letter_or_digit

# "2.", "(b)", "iv.", and the "14.43." of a live report.
_MARKER = re.compile(r"\s*[(\[]?(?:\d{1,3}(?:[.:]\d{2})?|[A-Za-z]|[ivxIVX]{1,4})[.)]+\s*")
_LONGEST_MARKER = 30


def split_sentences(text: str, language: str = "en") -> tuple[Span, ...]:
    """Return the sentences of a text as (start, end) in code points: in order, apart, trimmed, none empty.

    Together they hold every character that is not white space. A closing quote or bracket stays with its sentence; a list
    marker ("2.") goes with its item, and marks without a word ("***" after a text) with what stands before them.
    """
    text_blocks = list(blocks(text, language))
    spans: list[Span] = []
    for block, ends in zip(text_blocks, sentence_ends(text, text_blocks, language), strict=True):
        trimmed = _trimmed(text, *block)
        if ends:
            spans += _joined(text, *trimmed, ends)
        else:
            spans.append(trimmed)
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
    bounds = spans if language is None else analysis_of(text).found(split_sentences, language)
    given = repeat(None) if origin is None else given_spans(origin, bounds or ())
    return tuple(
        [
            Sentence(SentenceRef(name, index), start, end, text[start:end], before)
            for index, ((start, end), before) in enumerate(zip(bounds or (), given))  # noqa: B905 - one goes on for ever
        ]
    )


def _trimmed(text: str, start: int, end: int) -> Span:
    if not text[start].isspace() and not text[end - 1].isspace():
        return start, end
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())


def _joined(text: str, start: int, last: int, ends: Sequence[Span]) -> list[Span]:
    """Return the pieces of a block between sentence ends, without pieces that are no sentence of their own."""
    pieces: list[Span] = []
    seen = start
    for end, after in (*ends, (last, last)):
        wordless = not text[seen].isalnum() and not has_letter_or_digit(text[seen:end])
        seen = after
        if wordless and pieces:
            pieces[-1] = (pieces[-1][0], end)
        elif end < last and (wordless or (end - start <= _LONGEST_MARKER and _MARKER.fullmatch(text, start, end))):
            continue  # the next piece takes it in
        else:
            pieces.append((start, end))
        start = after
    return pieces
