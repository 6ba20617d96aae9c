"""A search by plain loops over all documents: what the index must answer, to the last digit that counts."""

from __future__ import annotations

import math
from collections.abc import Mapping

from meadow.model import Document
from meadow.store.query import Query
from meadow.text.stems import stem_words
from meadow.text.stopwords import stop_words
from meadow.text.tokens import words

TITLE_WEIGHT, K1, B = 3, 1.2, 0.75


def document_stems(document: Document) -> list[str]:
    """Return the stems of a document, those of its title as often as they count."""
    language = document.language or "en"
    title = words(document.title or "", language)
    text = [] if document.text == document.title else words(document.text, language)
    return stem_words(TITLE_WEIGHT * title + text, language)


def plain_search(documents: Mapping[int, Document], query: Query) -> tuple[list[tuple[int, float]], bool]:
    """Return the numbers and scores of all documents that a query without phrases finds, and whether they have all words."""
    stems = {number: document_stems(document) for number, document in documents.items()}
    for all_words in (True, False):
        numbers = [number for number in documents if _fits(documents[number], stems[number], query, all_words)]
        if numbers:
            scores = [(number, _score(number, documents, stems, query)) for number in numbers]
            return sorted(scores, key=lambda row: (-row[1], -row[0])), all_words
    return [], True


def _tokens(query: Query, document: Document) -> list[str]:
    return [token for word in query.words for token in words(word, document.language or "en")]


def _fits(document: Document, stems: list[str], query: Query, all_words: bool) -> bool:
    language = document.language or "en"
    if query.languages and language not in query.languages:
        return False
    if any(stem in stems for word in query.excluded for stem in stem_words(words(word, language), language)):
        return False
    tokens = _tokens(query, document)
    telling = [token for token in tokens if token not in stop_words(language)]
    if not all_words:
        return any(stem in stems for stem in stem_words(tokens, language))
    wanted = stem_words(telling or tokens, language)
    return bool(wanted) and all(stem in stems for stem in wanted)


def _score(number: int, documents: Mapping[int, Document], stems: Mapping[int, list[str]], query: Query) -> float:
    mean = sum(map(len, stems.values())) / len(stems)
    language = documents[number].language or "en"
    score = 0.0
    for token in _tokens(query, documents[number]):
        count = stems[number].count(stem_words([token], language)[0])
        holders = sum(_holds(documents[other], stems[other], token, query) for other in documents)
        idf = math.log(1 + (len(documents) - holders + 0.5) / (holders + 0.5))
        score += idf * count * (K1 + 1) / (count + K1 * (1 - B + B * len(stems[number]) / mean))
    return score


def _holds(document: Document, stems: list[str], token: str, query: Query) -> bool:
    """Say whether a document has a token of the query as its own language reads the query."""
    return token in _tokens(query, document) and stem_words([token], document.language or "en")[0] in stems
