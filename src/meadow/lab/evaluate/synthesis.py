"""Measures of information synthesis: how close reports are, and which similarity best separates people from baselines.

QARLA is the probability that a manual report is closer to another manual report than an automatic one is. It needs no
human grades, only reports: `qarla(rouge_similarity, manual, automatic).value`. A similarity that takes more than two
reports is bound first: `partial(nicos, concepts=concepts, language="es")`. The six similarities are each called as
`(report, reference)`; a share of nothing is 0: an empty reference is similar to nothing, and an empty report to none.

Source: Amigó, Gonzalo, Peinado, Peñas and Verdejo (2004), sections 3.1 and 3.2.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from statistics import fmean

import numpy as np

from meadow.errors import InputError
from meadow.lab.evaluate.baseline_reports import ReportLike, SynthesisReport, as_report, baseline_reports, keep_best
from meadow.lab.evaluate.key_concepts import ConceptCounts, ConceptLike, as_aliases, count_concepts
from meadow.lab.evaluate.language_model import BackoffModel, train
from meadow.lab.evaluate.lemmas import Lemmas, check_lemmas, content_lemmas, sentence_words
from meadow.lab.evaluate.samples import Numbers, paired_samples
from meadow.lab.evaluate.significance import sign_test_p, wilcoxon_p
from meadow.provenance import signature

__all__ = [
    "ConceptCounts",
    "Qarla",
    "ReportLike",
    "SignTest",
    "Similarity",
    "SynthesisReport",
    "TripleCounts",
    "baseline_reports",
    "concept_counts",
    "document_similarity",
    "keep_best",
    "mean_qarla",
    "nicos",
    "perplexity_similarity",
    "qarla",
    "rouge_similarity",
    "sentence_precision",
    "sentence_recall",
    "sign_test",
    "similarity_signature",
]
Similarity = Callable[[ReportLike, ReportLike], float]

# What each similarity rests on beyond its arguments; signatures say it.
_RESTS_ON: Mapping[str, Mapping[str, object]] = {
    "perplexity_similarity": {"order": 3, "discounted": 7},
    "rouge_similarity": {"lemmas": "snowball", "stopwords": "removed"},
    "nicos": {"lemmas": "snowball"},
}


@dataclass(frozen=True, slots=True)
class TripleCounts:
    """Of the triples (manual, automatic, reference): in how many the manual report is closer, in how many neither."""

    won: int
    tied: int
    total: int

    def __add__(self, other: TripleCounts) -> TripleCounts:
        return TripleCounts(self.won + other.won, self.tied + other.tied, self.total + other.total)


@dataclass(frozen=True, slots=True)
class Qarla:
    """How well a similarity separates manual from automatic reports of one topic; counts are per reference report."""

    counts: tuple[TripleCounts, ...]
    signature: str

    @property
    def total(self) -> TripleCounts:
        """The counts over all references."""
        return sum(self.counts, TripleCounts(0, 0, 0))

    @property
    def value(self) -> float:
        """The share of triples in which the manual report is strictly closer to the reference."""
        return self.total.won / self.total.total

    @property
    def ties(self) -> float:
        """The share of triples in which both are equally close; they count as failures in `value`."""
        return self.total.tied / self.total.total

    @property
    def per_reference(self) -> tuple[float, ...]:
        """The value for each manual report as the reference, in the order given."""
        return tuple(counts.won / counts.total for counts in self.counts)


@dataclass(frozen=True, slots=True)
class SignTest:
    """Whether one metric has the larger values more often than chance would give it; both p-values are two-sided."""

    more: int
    less: int
    equal: int
    p: float
    wilcoxon_p: float

    @property
    def signature(self) -> str:
        """How the p-values came about."""
        return signature({"test": "sign(exact, two-sided)", "beside": "wilcoxon", "pairs": self.more + self.less})


def qarla(similarity: Similarity, manual: Sequence[ReportLike], automatic: Sequence[ReportLike]) -> Qarla:
    """Return P(similarity(M, R) > similarity(A, R)) over manual M and R, M not R, and automatic A."""
    if len(manual) < 2 or not automatic:
        raise InputError(
            f"QARLA cannot be estimated from {len(manual)} manual and {len(automatic)} automatic reports.",
            given=f"{len(manual)} manual, {len(automatic)} automatic",
            allowed="At least two manual reports and one automatic report of the same topic.",
        )
    people = [as_report(report) for report in manual]
    systems = [as_report(report) for report in automatic]
    counts = tuple(_triples(similarity, number, people, systems) for number in range(len(people)))
    named = {"qarla": similarity_signature(similarity), "manual": len(people), "automatic": len(systems)}
    return Qarla(counts, signature(named))


def mean_qarla(topics: Sequence[Qarla]) -> float:
    """Return the mean of the topics' values, each topic counting the same however many reports it has."""
    if not topics:
        raise InputError("A mean over no topic is not defined.", given="0 topics", allowed="At least one topic.")
    return fmean(topic.value for topic in topics)


def sign_test(a: Numbers, b: Numbers) -> SignTest:
    """Return how often `a` is above `b` over pairs, and both tests' p-values; pairs without a difference are dropped.

    A pair is the QARLA value of two metrics for one topic and reference, as `Qarla.per_reference` lists them: nine
    people and six topics give 54. Topics alone would be too few, since six of them never get below p = 2/64.
    """
    first, second = paired_samples(a, b)
    if not len(first):
        raise InputError("A sign test needs pairs.", given="0 pairs", allowed="At least one pair of values.")
    # Shares such as 0.7 − 0.6 and 0.4 − 0.3 are equal but for rounding, and must share a rank.
    gaps = np.round(first - second, 12)
    none = np.zeros_like(gaps)
    more, less = int((gaps > 0).sum()), int((gaps < 0).sum())
    return SignTest(more, less, len(gaps) - more - less, sign_test_p(gaps, none), wilcoxon_p(gaps, none))


def _triples(
    similarity: Similarity, number: int, people: Sequence[SynthesisReport], systems: Sequence[SynthesisReport]
) -> TripleCounts:
    """Compare with one reference; a person's report is identified by its place, for two people may agree fully."""
    reference = people[number]
    manual = [_number(similarity, report, reference) for other, report in enumerate(people) if other != number]
    automatic = [_number(similarity, report, reference) for report in systems]
    return TripleCounts(
        won=sum(mine > theirs for mine in manual for theirs in automatic),
        tied=sum(mine == theirs for mine in manual for theirs in automatic),
        total=len(manual) * len(automatic),
    )


def _number(similarity: Similarity, report: SynthesisReport, reference: SynthesisReport) -> float:
    value = similarity(report, reference)
    if math.isnan(value):
        raise InputError(
            f"{similarity_signature(similarity)} is not a number for {_named(report)} against {_named(reference)}.",
            given="nan",
            allowed="A similarity is a number, or infinity.",
        )
    return value


def _named(report: SynthesisReport) -> str:
    return "an unnamed report" if report.name is None else f"report {report.name!r}"


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


def similarities(
    *, language: str = "en", lemmas: Lemmas = "snowball", concepts: Sequence[ConceptLike] | None = None
) -> dict[str, Similarity]:
    """Return the similarities by the names that the paper and the tables give them; NICOS only with key concepts."""
    named: dict[str, Similarity] = {
        "docsim": document_similarity,
        "sentence-recall": sentence_recall,
        "sentence-precision": sentence_precision,
        "perplexity": partial(perplexity_similarity, language=language),
        "rouge1": partial(rouge_similarity, language=language, lemmas=lemmas),
    }
    if concepts is not None:
        named["nicos"] = partial(nicos, concepts=concepts, language=language, lemmas=lemmas)
    return named


def similarity_signature(similarity: Similarity) -> str:
    """Return how a similarity is computed, as far as its name, the arguments bound to it and our decisions say."""
    bound = similarity.keywords if isinstance(similarity, partial) else {}
    function = similarity.func if isinstance(similarity, partial) else similarity
    name = getattr(function, "__name__", type(function).__name__)
    # A list of concepts is too long for a signature: its length replaces it.
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
