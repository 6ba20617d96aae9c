"""Thirty baseline reports on a topic, and the ten among them that come closest to what people wrote.

Eighteen take the first sentence of each document of a subset: the 10, 20, 30, 40 or 50 that answer the question best
(BM25), one a day (the day's first, last or best), the earliest or latest 25 or 50, 25 or 50 evenly spaced in time, the
middle 50, the longest or shortest 50, 50 at random. Nine take the first 2, 3 or 5 sentences of as many of the best,
earliest or latest documents as give 50, and three take such documents whole.

The readings we take: time order is that of `Document.order`; length is in words, ties go to the earlier document; more
than 50 days are thinned evenly to 50, since a report has at most 50 sentences; a document without a date has no day; a
whole document that would not fit any more is passed over. Every report is in time order.

Source: Amigó, Gonzalo, Peinado, Peñas and Verdejo (2004), section 2.4.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from meadow.errors import InputError, UsageError
from meadow.lab.evaluate.lemmas import content_lemmas, sentence_words
from meadow.model import Document, Sentence, SentenceRef
from meadow.text.sentences import document_sentences
from meadow.vectors.bm25 import bm25
from meadow.vectors.chance import generator

LONGEST_REPORT = 50
_FALLBACK_LANGUAGE = "en"


@dataclass(frozen=True, slots=True)
class _Topic:
    """Documents in time order with what the strategies ask of them; positions stand for documents."""

    sentences: tuple[tuple[Sentence, ...], ...]
    lengths: tuple[int, ...]
    days: tuple[date | None, ...]
    by_relevance: tuple[int, ...]
    seed: int

    @property
    def by_time(self) -> range:
        return range(len(self.sentences))


def baseline_reports(
    documents: Sequence[Document], question: str, *, language: str | None = None, seed: int = 0
) -> list[SynthesisReport]:
    """Return the thirty reports by name; `language` is that of most documents unless given."""
    topic = _topic(documents, question, _main_language(documents) if language is None else language, seed)
    firsts = [_report(topic, f"first-of-{name}", chosen, sentences=1) for name, chosen in _subsets(topic)]
    orders = {"best": topic.by_relevance, "earliest": topic.by_time, "latest": topic.by_time[::-1]}
    starts = [
        _report(topic, f"first-{each}-of-{name}", order[: LONGEST_REPORT // each], sentences=each)
        for each in (2, 3, 5)
        for name, order in orders.items()
    ]
    wholes = [_report(topic, f"whole-{name}", _fitting(topic, order), sentences=None) for name, order in orders.items()]
    return firsts + starts + wholes


def keep_best(
    reports: Sequence[SynthesisReport], manual: Sequence[ReportLike], count: int = 10
) -> list[SynthesisReport]:
    """Return the reports with the highest mean sentence recall over the manual ones, best first, ties as given."""
    if not manual:
        raise InputError("There is no manual report to compare the baselines with.", given="0 manual reports")
    if not 1 <= count <= len(reports):
        raise UsageError(
            f"{count} of {len(reports)} reports cannot be kept.", given=str(count), allowed=f"From 1 to {len(reports)}."
        )
    wanted = [as_report(reference).refs for reference in manual]
    recalls = [_mean_recall(report, wanted) for report in reports]
    ranked = sorted(range(len(reports)), key=lambda number: -recalls[number])
    return [reports[number] for number in ranked[:count]]


def thinned(report: SynthesisReport, longest: int) -> SynthesisReport:
    """Return a report of at most `longest` sentences, from the middles of equal stretches: ours, not the paper's way."""
    total = len(report.sentences)
    if total <= longest:
        return report
    kept = tuple(report.sentences[(2 * number + 1) * total // (2 * longest)] for number in range(longest))
    return SynthesisReport(kept, report.name)


def _mean_recall(report: SynthesisReport, wanted: Sequence[frozenset[object]]) -> Fraction:
    """Return the mean recall exactly, so that equal means are ties whatever the order of summing."""
    shares = (Fraction(len(refs & report.refs), len(refs)) for refs in wanted if refs)
    return sum(shares, Fraction(0)) / len(wanted)


def _topic(documents: Sequence[Document], question: str, language: str, seed: int) -> _Topic:
    _check_ids(documents)
    ordered = sorted(documents, key=lambda document: document.order)
    split = [(document, document_sentences(document)) for document in ordered]
    filled = [(document, sentences) for document, sentences in split if sentences]
    asked = content_lemmas(question, language)
    if not filled:
        raise InputError(
            f"None of {len(documents)} documents holds a sentence to report.",
            given=f"{len(documents)} documents",
            allowed="At least one document with text.",
        )
    if not asked:
        raise InputError(
            f"The question {question!r} has no word but stop words, so no document answers it better than another.",
            given=question,
            advice="Name the topic in the question, for instance: the strike at the port of Carrowmere.",
        )
    index = bm25([[lemma for s in sentences for lemma in content_lemmas(s.text, language)] for _, sentences in filled])
    return _Topic(
        sentences=tuple(sentences for _, sentences in filled),
        lengths=tuple(sum(len(sentence_words(s.text, language)) for s in sentences) for _, sentences in filled),
        days=tuple(None if document.published is None else document.published.date() for document, _ in filled),
        by_relevance=tuple(index.ranking(asked)),
        seed=seed,
    )


def _subsets(topic: _Topic) -> Iterator[tuple[str, Sequence[int]]]:
    """Yield the eighteen document subsets that give their first sentences."""
    time, best = topic.by_time, topic.by_relevance
    yield from ((f"best-{size}", best[:size]) for size in (10, 20, 30, 40, 50))
    rank = {document: number for number, document in enumerate(best)}
    yield "each-day-first", _one_a_day(topic, min)
    yield "each-day-last", _one_a_day(topic, max)
    yield "each-day-best", _one_a_day(topic, lambda day: min(day, key=rank.__getitem__))
    yield from ((f"earliest-{size}", time[:size]) for size in (25, 50))
    yield from ((f"latest-{size}", time[-size:]) for size in (25, 50))
    yield from ((f"spaced-{size}", _evenly(time, size)) for size in (25, 50))
    middle = max(0, len(time) - LONGEST_REPORT) // 2
    yield "middle-50", time[middle : middle + LONGEST_REPORT]
    yield "longest-50", sorted(time, key=lambda document: -topic.lengths[document])[:LONGEST_REPORT]
    yield "shortest-50", sorted(time, key=lambda document: topic.lengths[document])[:LONGEST_REPORT]
    drawn = generator(topic.seed).permutation(len(time))[:LONGEST_REPORT]
    yield "random-50", [int(document) for document in drawn]


def _one_a_day(topic: _Topic, choose: Callable[[Sequence[int]], int]) -> Sequence[int]:
    days: dict[date, list[int]] = {}
    for document, day in enumerate(topic.days):
        if day is not None:
            days.setdefault(day, []).append(document)
    return _evenly([choose(day) for day in days.values()], LONGEST_REPORT)


def _evenly(documents: Sequence[int], size: int) -> Sequence[int]:
    """Return `size` documents from the middles of as many equal stretches, or all where there are no more."""
    total = len(documents)
    return [documents[(2 * i + 1) * total // (2 * size)] for i in range(size)] if total > size else documents


def _fitting(topic: _Topic, order: Iterable[int]) -> Sequence[int]:
    chosen: list[int] = []
    left = LONGEST_REPORT
    for document in order:
        if len(topic.sentences[document]) <= left:
            chosen.append(document)
            left -= len(topic.sentences[document])
    return chosen


def _report(topic: _Topic, name: str, documents: Iterable[int], *, sentences: int | None) -> SynthesisReport:
    """Return the first sentences (all with None) of documents, in time order."""
    return SynthesisReport(tuple(s for d in sorted(documents) for s in topic.sentences[d][:sentences]), name)


def _main_language(documents: Iterable[Document]) -> str:
    named = Counter(document.language for document in documents if document.language is not None)
    return min(named, key=lambda language: (-named[language], language), default=_FALLBACK_LANGUAGE)


def _check_ids(documents: Sequence[Document]) -> None:
    twice = [name for name, count in Counter(document.id for document in documents).items() if count > 1]
    if twice:
        raise InputError(
            f"Two documents have the id {twice[0]!r}, so their sentences cannot be told apart.",
            given=twice[0],
            advice="Give each document an id of its own.",
        )


@dataclass(frozen=True, slots=True)
class SynthesisReport:
    """An extractive report by a person or a system; `name` says who or what made it."""

    sentences: tuple[Sentence, ...]
    name: str | None = None

    @property
    def refs(self) -> frozenset[SentenceRef]:
        """Which sentences it holds."""
        return frozenset(sentence.ref for sentence in self.sentences)

    @property
    def document_ids(self) -> frozenset[str]:
        """Which documents it draws on."""
        return frozenset(sentence.ref.document_id for sentence in self.sentences)

    @property
    def texts(self) -> tuple[str, ...]:
        """What its sentences say, in its order."""
        return tuple(sentence.text for sentence in self.sentences)


ReportLike = SynthesisReport | Sequence[Sentence]


def as_report(given: ReportLike) -> SynthesisReport:
    """Return the report that was given, made from its sentences if need be."""
    if isinstance(given, SynthesisReport):
        return given
    for position, item in enumerate(given):
        if not isinstance(item, Sentence):
            raise InputError(
                f"A report is made of sentences, but item {position} is {type(item).__name__} {item!r:.60}.",
                given=type(item).__name__,
                allowed="Give a SynthesisReport or a sequence of Sentence values.",
                advice="meadow.text.sentences.document_sentences gives the sentences of a document.",
            )
    return SynthesisReport(tuple(given))
