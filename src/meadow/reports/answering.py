"""Which sentences answer a question, and whether any does.

A sentence answers by how much of the question it holds (each word by its rarity in general and among the documents; what
stands next to it or in the title counts for less), by whether something of the kind that was asked for stands near those
words, by how firmly it is said, and by how many documents give the same answer. Replaced figures and old news step back.

There is no answer where no sentence holds enough of the question together with something of the kind it asks for.

Source: our own; that the same answer from many documents is likelier right is Clarke, Cormack and Lynam (2001), "Exploiting
redundancy in question answering". The thresholds were chosen on half of the questions of `benchmarks/answers.py`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meadow.model import FloatArray
from meadow.reports.causes import is_supposed
from meadow.reports.expected import StatedAnswer, read_expected
from meadow.reports.question import Question
from meadow.reports.retrieval import asked_counts, per_document
from meadow.reports.synthesis import repeating
from meadow.text.datelines import dateline_length
from meadow.text.language import UNSPACED
from meadow.text.stems import stem_words
from meadow.text.tokens import fold, words
from meadow.vectors.bm25 import rarity
from meadow.vectors.sentence_checks import sentence_checks
from meadow.vectors.view import StoryView

_KIN, _NEIGHBOUR, _TITLE, _ABOUT, _DOCUMENT = (
    0.75,
    0.45,
    0.6,
    0.5,
    0.2,
)  # what a word counts that does not stand in the sentence itself
_OFTEN = 3  # sentences with a word from which on a document is about it
_READ = 80  # sentences that are read for answers
_UNTYPED = 0.25  # what a sentence is worth without anything of the kind that was asked for
_DONE = 1.6  # what the verb of a question weighs beside its other words
_UNDONE = 0.6  # what a sentence is worth in and beside which it does not stand
_VOTES, _RECENT, _NEWS = 0.3, 0.15, 0.6
_LEAD = 1.3  # what happened stands at the top of an article
_HELD, _FITTING = 0.5, 0.15  # below either there is no answer
_ASKED_BACK, _AHEAD, _LEANING, _SUPPOSED, _REPLACED = 0.2, 0.8, 0.92, 0.8, 0.5
MOST_ANSWERS = 2
_CONSIDERED, _SECOND = 12, 0.5  # how many are compared, and the share of the best score that a second one has
_FAR = 6.0  # words from an answer at which a word of the question counts half
_WORD = re.compile(r"\w+")

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Answers:
    """The sentences that may answer, best first, what each is worth, how well each fits, and how sure the best one is.

    `held` is the share of the question that stands in or beside the best sentence, `fit` how well something in it is of the
    kind that was asked for; both from 0 to 1. `done` says whether what the question says was done stands there, `named`
    whether the documents know every name in it.
    """

    rows: tuple[int, ...]
    scores: Mapping[int, float]
    fits: Mapping[int, float]
    held: float
    fit: float
    done: bool = True
    named: bool = True

    def answers(self, question: Question) -> bool:
        """Say whether the best sentence is an answer: enough of the question, and something of the kind it asks for."""
        if not self.rows or self.held < _HELD or not self.named:
            return False
        return question.kind in ("open", "what happened") or (self.fit >= _FITTING and self.done)


def find_answers(view: StoryView, question: Question, *, replaced: frozenset[int] = frozenset()) -> Answers:
    """Return the sentences of a view that may answer a question; `replaced` are rows that no longer hold.

    Such rows give a figure that is not in force any more, or suppose what was ruled out later.
    """
    if not question.asked or not len(view):
        return Answers((), {}, {}, 0.0, 0.0)
    credit, beside = _credits(view, question)
    weights = np.array([asked.weight * (_DONE if asked.role == "done" else 1.0) for asked in question.asked])
    done = _done(question, credit if question.kind == "why" else beside)
    apart: FloatArray = rarity((credit >= _KIN).sum(axis=0), len(view))
    shares = np.where(done, 1.0, _UNDONE) * _shares(
        credit, weights * (0.4 + 0.6 * apart / max(float(apart.max()), 1e-9))
    )
    firm = np.array([_firmness(view, question, row) for row in range(len(view))])
    best = np.argsort(-(shares * firm), kind="stable")[:_READ]
    pool = sorted(int(row) for row in best if shares[row] * firm[row] > 0)
    given = _given(view, question, pool)
    fits = {row: _fit(view, question, row, given[row]) for row in pool}
    base = {row: float(shares[row] * firm[row]) * (_UNTYPED + (1 - _UNTYPED) * fits[row]) for row in pool}
    scores = _weighed(view, question, pool, base, given, replaced)
    rows = tuple(sorted(pool, key=lambda row: (-scores[row], row)))
    if not rows:
        return Answers((), {}, {}, 0.0, 0.0)
    plain = _shares(credit[[rows[0]]], np.sqrt([asked.weight for asked in question.asked]))
    named = all(credit[:, number].any() for number, asked in enumerate(question.asked) if asked.role == "name")
    return Answers(rows, scores, fits, float(plain[0]), fits[rows[0]], bool(done[rows[0]]), named)


# How much of the question a sentence holds -----------------------------------------------------------------------


def _credits(view: StoryView, question: Question) -> tuple[FloatArray, FloatArray]:
    """Return how far each row (first axis) holds each asked word (second): with all its document, and with what is beside.

    Beside a sentence stand those before and after it, and the title.
    """
    direct = asked_counts(view, [asked.terms for asked in question.asked]) > 0
    kin = asked_counts(view, [asked.kin for asked in question.asked]) > 0
    here = np.maximum(direct.astype(np.float64), _KIN * kin)
    near = _NEIGHBOUR * _beside(view, here)
    titles = _titles(view, question)[view.document_of]
    holding = per_document(view, (here > 0).astype(np.float64))[view.document_of]
    documents = np.where(holding >= _OFTEN, _ABOUT, _DOCUMENT * (holding > 0))
    beside = np.maximum.reduce([here, near, _TITLE * titles])
    return np.maximum(beside, documents), beside


def _done(question: Question, credit: FloatArray) -> Flags:
    """Return which rows hold, or stand beside, all that the question says was done, and a name it was done to or by.

    A cause is often told without the event: there it is enough that the document tells of it.
    """
    least = _DOCUMENT if question.kind == "why" else _NEIGHBOUR
    if question.kind in ("open", "what happened"):
        return np.ones(len(credit), dtype=bool)
    verbs = [number for number, asked in enumerate(question.asked) if asked.role == "done"]
    names = [number for number, asked in enumerate(question.asked) if asked.role == "name"]
    flags: Flags = np.all(credit[:, verbs] >= least, axis=1)
    if verbs and names:
        flags &= np.any(credit[:, names] >= least, axis=1)
    return flags


def _beside(view: StoryView, here: FloatArray) -> FloatArray:
    """Return what the sentences before and after each row hold, within its document."""
    same = view.document_of[1:] == view.document_of[:-1]
    near = np.zeros_like(here)
    near[1:] = np.where(same[:, None], here[:-1], 0.0)
    near[:-1] = np.maximum(near[:-1], np.where(same[:, None], here[1:], 0.0))
    return near


def _titles(view: StoryView, question: Question) -> FloatArray:
    stems = [
        frozenset(stem_words(words(document.title or "", language), language))
        for document, language in zip(view.documents, view.languages, strict=True)
    ]
    return np.array(
        [[not asked.terms.isdisjoint(title_stems) for asked in question.asked] for title_stems in stems],
        dtype=np.float64,
    )


def _shares(credit: FloatArray, weights: FloatArray) -> FloatArray:
    shares: FloatArray = credit @ weights / weights.sum()
    return shares


# How firmly it is said -------------------------------------------------------------------------------------------


def _firmness(view: StoryView, question: Question, row: int) -> float:
    check, text = sentence_checks(view)[row], view.sentences[row].text
    if check.junk:
        return 0.0
    firm = _ASKED_BACK if text.rstrip(" \"”’'»)").endswith(("?", "？")) else 1.0
    if check.forecast and not _asks_ahead(question):
        firm *= _AHEAD
    if question.kind == "why" and is_supposed(text, view.language_of(row)):
        firm *= _SUPPOSED
    return firm if check.self_contained else firm * _LEANING


def _asks_ahead(question: Question) -> bool:
    return not {"will", "shall", "going", "zal", "zullen", "予定"}.isdisjoint(words(question.text, question.language))


# What in it is the answer ----------------------------------------------------------------------------------------


def _given(view: StoryView, question: Question, pool: Sequence[int]) -> dict[int, tuple[StatedAnswer, ...]]:
    """Return what in each row may be the answer, language by language."""
    by_language: dict[str, list[int]] = defaultdict(list)
    for row in pool:
        by_language[view.language_of(row)].append(row)
    given: dict[int, tuple[StatedAnswer, ...]] = {}
    for language, rows in by_language.items():
        texts = [view.sentences[row].text for row in rows]
        for row, text, each in zip(rows, texts, read_expected(texts, language, question), strict=True):
            # A dateline says where and when was written, not where and when it happened.
            start = dateline_length(text, language)
            given[row] = tuple(one for one in each if one.start >= start)
    return given


def _fit(view: StoryView, question: Question, row: int, given: Sequence[StatedAnswer]) -> float:
    """Return how well the best candidate of a row fits, less if it stands far from the words of the question."""
    if not given:
        return 0.0
    text, language = view.sentences[row].text, view.language_of(row)
    if language in UNSPACED:
        return max(each.fit for each in given)
    spans = [match.start() for match in _WORD.finditer(text)]
    stems = stem_words([fold(match) for match in _WORD.findall(text)], language)
    places = [
        (asked.weight, [position for position, stem in enumerate(stems) if stem in asked.terms or stem in asked.kin])
        for asked in question.asked
    ]
    check = [(weight, positions) for weight, positions in places if positions]
    if not check:
        return 0.5 * max(each.fit for each in given)
    return max(each.fit * (0.5 + 0.5 * _nearness(each, spans, check)) for each in given)


def _nearness(given: StatedAnswer, spans: Sequence[int], places: Sequence[tuple[float, list[int]]]) -> float:
    """Return how near a candidate stands to the words of the question that its sentence holds: 1 beside them all."""
    at = sum(start < given.start for start in spans)
    near = sum(
        weight / (1 + max(0, min(abs(position - at) for position in positions) - 2) / _FAR)
        for weight, positions in places
    )
    return near / sum(weight for weight, _ in places)


# Who else says so, and when --------------------------------------------------------------------------------------


def _weighed(
    view: StoryView,
    question: Question,
    pool: Sequence[int],
    base: Mapping[int, float],
    given: Mapping[int, Sequence[StatedAnswer]],
    replaced: frozenset[int],
) -> dict[int, float]:
    """Return scores with the votes of documents for the same answer, with their age, and without replaced figures."""
    votes = _votes(view, base, given)
    most = max(votes.values(), default=0.0)
    ages = _recency(view, pool)
    scores = {}
    for row in pool:
        vote = max((votes[each.key] * each.fit for each in given[row] if each.key), default=0.0)
        score = base[row] * (1 + _VOTES * (vote / most if most > 0 else 0.0))
        score *= 1 + (_NEWS if question.kind == "what happened" else _RECENT) * ages[row]
        if question.kind == "what happened" and view.number[row] == 1:
            score *= _LEAD
        scores[row] = score * (_REPLACED if row in replaced else 1.0)
    return scores


def _votes(view: StoryView, base: Mapping[int, float], given: Mapping[int, Sequence[StatedAnswer]]) -> dict[str, float]:
    """Return what each answer is worth over all documents: of each document its best sentence counts."""
    best: dict[str, dict[int, float]] = defaultdict(dict)
    for row, each in given.items():
        document = int(view.document_of[row])
        for key in {one.key for one in each if one.key}:
            best[key][document] = max(best[key].get(document, 0.0), base[row])
    return defaultdict(float, {key: sum(documents.values()) for key, documents in best.items()})


def _recency(view: StoryView, pool: Sequence[int]) -> dict[int, float]:
    """Return how late each row was published among those read, from 0 to 1; 0 where nobody knows."""
    times = {row: view.documents[view.document_of[row]].published for row in pool}
    known = sorted({each for each in times.values() if each is not None})
    last = max(1, len(known) - 1)
    lateness = {each: number / last for number, each in enumerate(known)} if len(known) > 1 else {}
    return {row: 0.0 if each is None else lateness.get(each, 0.0) for row, each in times.items()}


# Which of them are told ------------------------------------------------------------------------------------------


def choose_answers(
    view: StoryView, answers: Answers, *, most: int = MOST_ANSWERS, printable: Callable[[int], bool] = lambda _: True
) -> list[int]:
    """Return the rows that answer first: the best one, and others that come near it, fit and say something else."""
    pool = [row for row in answers.rows[:_CONSIDERED] if printable(row)]
    if not pool:
        return []
    repeats = repeating(view, pool)
    chosen = [0]
    for place, row in enumerate(pool[1:], 1):
        near = answers.scores[row] >= _SECOND * answers.scores[pool[0]]
        near = near and (answers.fits[row] >= _FITTING or answers.fits[pool[0]] < _FITTING)
        if len(chosen) < most and near and not (repeats[place, chosen].any() or repeats[chosen, place].any()):
            chosen.append(place)
    return [pool[place] for place in chosen]
