"""Documents analysed by several: their languages and sentences, which are found document by document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from meadow.engines import Engine, in_order
from meadow.model import Document
from meadow.text.boundaries import Span
from meadow.text.language import detect_language
from meadow.text.sentences import document_sentences
from meadow.vectors.view import Split, language_and_sentences

_TOGETHER = 64


def split_documents(documents: Sequence[Document], engine: Engine) -> Iterator[Split]:
    """Yield the language and the sentences of each document, found by the workers of an engine."""
    outcomes = engine.map(_language_and_spans, documents, size=_TOGETHER)
    for document, (language, spans) in zip(documents, in_order(outcomes), strict=True):
        yield language, document_sentences(replace(document, language=language, spans=spans))


def with_languages(documents: Sequence[Document], engine: Engine) -> list[Document]:
    """Return the documents, each with its language: the one it says, else the one that workers of an engine find."""
    unknown = [document for document in documents if document.language is None]
    languages = in_order(engine.map(_language, unknown, size=_TOGETHER))
    return [each if each.language is not None else replace(each, language=next(languages)) for each in documents]


def _language(document: Document) -> str:
    return detect_language(document.text)


def _language_and_spans(document: Document) -> tuple[str, tuple[Span, ...]]:
    # Only places travel back: the text is there.
    language, sentences = language_and_sentences(document)
    return language, tuple((each.start, each.end) for each in sentences)
