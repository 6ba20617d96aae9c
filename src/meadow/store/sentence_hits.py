"""The best sentences of a found document, and the words in them to mark."""

from __future__ import annotations

from meadow.model import Document, SentenceHit, Span
from meadow.store.query import Query
from meadow.store.query_words import QueryReading, language_of, phrases_held, read_query
from meadow.text.sentences import document_sentences
from meadow.text.stems import stem_words
from meadow.text.tokens import word_spans
from meadow.vectors.bm25 import bm25


def sentence_hits(document: Document, query: Query, *, limit: int = 3) -> tuple[SentenceHit, ...]:
    """Return the sentences of a document that answer a query best, the best first; none if none holds a word of it.

    Sentences that hold more of the query's phrases come first, then those with the higher BM25 among the document's
    sentences, so that the word that most of them hold counts least; equals keep the order of the text.
    """
    language = language_of(document)
    reading = read_query(query, language)
    sentences = document_sentences(document)
    rows = [_stemmed(sentence.text, language) for sentence in sentences]
    if not any(rows):
        return ()
    asked = stem_words([token for token, times in reading.tokens.items() for _ in range(times)], language)
    scores = bm25([[stem for stem, _, _ in row] for row in rows]).scores(asked).tolist()
    hits = [
        SentenceHit(sentence, tuple((sentence.start + start, sentence.start + end) for start, end in spans), score)
        for sentence, row, score in zip(sentences, rows, scores, strict=True)
        if (spans := _marked(row, reading, language))
    ]
    phrased = {hit.sentence.ref: phrases_held(hit.sentence.text, query, language) for hit in hits}
    hits.sort(key=lambda hit: (-phrased[hit.sentence.ref], -hit.score, hit.sentence.start))
    return tuple(hits[:limit])


def matching_spans(text: str, query: Query, language: str) -> tuple[Span, ...]:
    """Return the spans of a query's words in a text, such as a title; spans that touch are merged."""
    return _marked(_stemmed(text, language), read_query(query, language), language)


def _stemmed(text: str, language: str) -> list[tuple[str, int, int]]:
    spans = word_spans(text, language)
    stems = stem_words([word for word, _, _ in spans], language)
    return [(stem, start, end) for stem, (_, start, end) in zip(stems, spans, strict=True)]


def _marked(row: list[tuple[str, int, int]], reading: QueryReading, language: str) -> tuple[Span, ...]:
    wanted = frozenset(stem_words(sorted(reading.wanted), language))
    spans: list[Span] = []
    for stem, start, end in row:
        if stem not in wanted:
            continue
        if spans and start <= spans[-1][1]:
            spans[-1] = spans[-1][0], end
        else:
            spans.append((start, end))
    return tuple(spans)
