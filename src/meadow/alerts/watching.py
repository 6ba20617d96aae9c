"""Watches: saved questions or words, the stories they match, and the new facts in those.

Source: our own. A watch matches a story whose articles, titles included, hold every content word of it between them, in any
form and in any language of the story. Words that only ask ("why", "how many") are no content.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import numpy as np

from meadow.alerts.state import StoryState
from meadow.errors import UsageError
from meadow.model import AlertKind, Document, Watch
from meadow.reports.irregular import other_forms
from meadow.reports.question import QuestionTerms, read_question
from meadow.reports.retrieval import asked_counts
from meadow.text.language import detect_language
from meadow.text.stems import stem_words
from meadow.text.stopwords import stop_words
from meadow.text.tokens import words
from meadow.vectors.sameness import novelty
from meadow.vectors.view import StoryView, view_documents

_MOST_FACTS = 3


def check_query(query: str) -> str:
    """Return a query on one line; one without a word to look for is an error."""
    line = " ".join(query.split())
    language = detect_language(line)
    if not any(word not in stop_words(language) for word in words(line, language)):
        raise UsageError(
            f"The watch {query!r:.80} holds no word to look for.", given=query,
            allowed="Words, or a question that names what it is about.",
            advice="Such as 'legionella Haldmoor', or 'Why did the ferry sink?'.",
        )  # fmt: skip
    return line


def matches(query: str, documents: Iterable[Document]) -> bool:
    """Return whether documents hold every content word of a query between them."""
    spoken = [(document, document.language or detect_language(document.text)) for document in documents]
    asked = _asked(query, tuple(sorted({language for _, language in spoken})))
    return bool(asked) and _holds(asked, (_stems(*each) for each in spoken))


def document_stems(view: StoryView) -> tuple[frozenset[str], ...]:
    """Return the stems of each document of a story, its title's included."""
    return tuple(_stems(*each) for each in zip(view.documents, view.languages, strict=True))


def may_match(query: str, state: StoryState) -> bool:
    """Return quickly whether new articles hold any word of a query; if not, they hold no new match."""
    stems = state.view.kept(document_stems)
    spoken = dict.fromkeys(state.view.languages)
    wanted = {language: _forms(query, language) for language in spoken}
    return any(
        document.id in state.new and not article_stems.isdisjoint(wanted[language])
        for document, language, article_stems in zip(state.documents, state.view.languages, stems, strict=True)
    )


def watched(state: StoryState, watch: Watch) -> Iterator[tuple[AlertKind, str, str, tuple[str, ...]]]:
    """Yield kind, cause, text and articles: a story that a watch matches now, or new facts in one that it matched before."""
    asked = _asked(watch.query, tuple(sorted(set(state.view.languages))))
    stems = state.view.kept(document_stems)
    if not asked or not _holds(asked, stems):
        return
    earlier = [
        article_stems
        for document, article_stems in zip(state.documents, stems, strict=True)
        if document.id not in state.new
    ]
    if not _holds(asked, earlier):
        new = tuple(each.id for each in state.documents if each.id in state.new)
        yield "word", "word", f"{watch.query}: {state.title}", new
        return
    for row in _new_facts(state, asked):
        sentence = state.view.sentences[row]
        cause = f"fact:{sentence.ref.document_id}:{sentence.ref.index}"
        yield "watch", cause, " ".join(sentence.text.split()), (sentence.ref.document_id,)


@lru_cache(maxsize=512)
def _asked(query: str, languages: tuple[str, ...]) -> tuple[QuestionTerms, ...]:
    """Return the content words of a query as documents of some languages would spell them; none if it has none there."""
    view = view_documents([Document(language, text=query, language=language) for language in languages])
    try:
        return read_question(view, query).asked if languages else ()
    except UsageError:
        return ()


def _holds(asked: Sequence[QuestionTerms], stems: Iterable[frozenset[str]]) -> bool:
    terms = frozenset[str]().union(*stems)
    return all(not terms.isdisjoint(each.terms | each.kin) for each in asked)


def _forms(query: str, language: str) -> set[str]:
    """Return the stems of all forms of a query's words, function words left out."""
    content = [word for word in words(query, language) if word not in stop_words(language)]
    return set(stem_words(sorted({form for word in content for form in other_forms(word, language)}), language))


def _stems(document: Document, language: str) -> frozenset[str]:
    said = words(f"{document.title or ''}\n{document.text}", language)
    return frozenset(stem_words(sorted(set(said)), language))


def _new_facts(state: StoryState, asked: Sequence[QuestionTerms]) -> list[int]:
    """Return the rows of new articles that hold a word of the watch and say what earlier ones did not, the best first."""
    is_new = np.array([each.id in state.new for each in state.documents], np.bool_)[state.view.document_of]
    new, earlier = np.flatnonzero(is_new), np.flatnonzero(~is_new)
    if not len(new):
        return []
    hits = (asked_counts(state.view, [each.terms | each.kin for each in asked])[new] > 0).sum(axis=1)
    candidates = new[hits > 0]
    if not len(candidates):
        return []
    part = state.view.part(candidates.tolist())
    fresh = novelty(part, state.view.part(earlier.tolist())) if len(earlier) else np.ones(len(part), np.bool_)
    rows, weights = candidates[fresh], hits[hits > 0][fresh]
    order = np.lexsort((rows, -weights))[:_MOST_FACTS]
    return [int(row) for row in rows[order]]
