"""Six similarities between a report and a reference report, each called as `(report, reference)`.

A share of nothing is 0: an empty reference is similar to nothing, and an empty report to none.

Source: Amigó, Gonzalo, Peinado, Peñas and Verdejo (2004), section 3.2.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial

from meadow.evaluate.key_concepts import ConceptCounts, ConceptLike, as_aliases, count_concepts
from meadow.evaluate.language_model import BackoffModel, train
from meadow.evaluate.lemmas import Lemmas, check_lemmas, content_lemmas, sentence_words
from meadow.evaluate.synthesis_report import ReportLike, as_report

Similarity = Callable[[ReportLike, ReportLike], float]

# What each similarity rests on beyond its arguments; signatures say it.
_RESTS_ON: Mapping[str, Mapping[str, object]] = {
    "perplexity_similarity": {"order": 3, "discounted": 7},
    "rouge_similarity": {"lemmas": "snowball", "stopwords": "removed"},
    "nicos": {"lemmas": "snowball"},
}


def document_similarity(report: ReportLike, reference: ReportLike) -> float:
    """Return the share of the reference's documents that the report draws on too."""
    wanted = as_report(reference).document_ids
    return _share(len(wanted & as_report(report).document_ids), len(wanted))


def sentence_recall(report: ReportLike, reference: ReportLike) -> float:
    """Return the share of the reference's sentences that the report holds too."""
    wanted = as_report(reference).refs
    return _share(len(wanted & as_report(report).refs), len(wanted))


def sentence_precision(report: ReportLike, reference: ReportLike) -> float:
    """Return the share of the report's sentences that the reference holds too."""
    given = as_report(report).refs
    return _share(len(given & as_report(reference).refs), len(given))


def perplexity_similarity(report: ReportLike, reference: ReportLike, *, language: str = "en") -> float:
    """Return 1/perplexity of the report's words under a trigram model of the reference; 0 where it is infinite."""
    model = _model(as_report(reference).texts, language)
    mean = model.predict(sentence_words(text, language) for text in as_report(report).texts).mean_probability
    return 0.0 if mean is None else mean


def rouge_similarity(
    report: ReportLike, reference: ReportLike, *, language: str = "en", lemmas: Lemmas = "snowball"
) -> float:
    """Return ROUGE-1: the share of the reference's content lemmas, as often as they occur, that the report has."""
    check_lemmas(lemmas, language)
    wanted = _bag(as_report(reference).texts, language, lemmas)
    return _share((wanted & _bag(as_report(report).texts, language, lemmas)).total(), wanted.total())


def nicos(
    report: ReportLike,
    reference: ReportLike,
    concepts: Sequence[ConceptLike],
    *,
    language: str = "en",
    lemmas: Lemmas = "snowball",
) -> float:
    """Return 1/distance between the frequencies of key concepts in both reports; infinity where they are equal."""
    ours, theirs = (concept_counts(each, concepts, language=language, lemmas=lemmas) for each in (report, reference))
    distance = ours.distance(theirs)
    return 1 / distance if distance > 0 else math.inf


def concept_counts(
    report: ReportLike, concepts: Sequence[ConceptLike], *, language: str = "en", lemmas: Lemmas = "snowball"
) -> ConceptCounts:
    """Return how often a report mentions each key concept, a list of aliases each, and in how many words."""
    check_lemmas(lemmas, language)
    return count_concepts(as_report(report).texts, as_aliases(concepts), language, lemmas)


def similarity_signature(similarity: Similarity) -> str:
    """Return how a similarity is computed, as far as its name, the arguments bound to it and our decisions tell."""
    bound = similarity.keywords if isinstance(similarity, partial) else {}
    function = similarity.func if isinstance(similarity, partial) else similarity
    name = getattr(function, "__name__", type(function).__name__)
    # A list of concepts is too long for a signature: its length stands for it.
    said = {key: len(value) if isinstance(value, list | tuple) else value for key, value in bound.items()}
    said |= {key: value for key, value in _RESTS_ON.get(name, {}).items() if key not in said}
    inside = ", ".join(f"{key}={value}" for key, value in said.items())
    return f"{name}({inside})" if inside else name


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


@lru_cache(maxsize=64)
def _model(texts: tuple[str, ...], language: str) -> BackoffModel:
    return train(sentence_words(text, language) for text in texts)


@lru_cache(maxsize=256)
def _bag(texts: tuple[str, ...], language: str, lemmas: Lemmas) -> Counter[str]:
    return Counter(lemma for text in texts for lemma in content_lemmas(text, language, lemmas))
