"""TSC3's tables: how much of an abstract the sentences that a system takes could have produced (T15).

Source: Hirao, Okumura, Fukusima, Nobata and Nanba (2004), "Corpus and evaluation measures for multiple document
summarization with multiple sources", Tables 3–8.

A cell is a system on a story at a length. It takes exactly h sentences, the size of the minimum cover of that length's gold,
and `ward` and `mmr` choose them among their first 3h; or, by the option `by`, a share of the characters (T13).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Annotated, Literal

import msgspec

from meadow.errors import InputError, UsageError
from meadow.lab.evaluate import coverage, pseudo_qa
from meadow.lab.experiment import Cell, Experiment, Kind, Measured, Plain
from meadow.lab.kinds.asked import baseline, check_unused, lacking, summarizers, typed_options
from meadow.lab.kinds.extracts import automatic_gold, check_sentences, sentence_numbers, summary_of
from meadow.lab.kinds.tsc3_report import AUTOMATIC, COLUMNS, NO_LENGTH, report
from meadow.lab.systems import summarizer, view_of
from meadow.lab.testbed import GoldExtract, Question, Testbed, Topic
from meadow.model import Summary
from meadow.pipeline.collecting import load_collection
from meadow.select.budget import make_budget
from meadow.vectors.collection import Collection as Articles
from meadow.vectors.view import StoryView, view_documents

NAME = "tsc3-tables"
_SCORES = ("precision", "coverage", "weighted coverage", "redundant")

Share = Annotated[float, msgspec.Meta(gt=0, le=100)]
Weight = Annotated[float, msgspec.Meta(ge=0)]
Gold = list[list[frozenset[int]]]


class Tsc3TablesOptions(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """How long extracts are, what ranks weigh (without it 1/rank), which questions count, and what stories are held against.

    `gold` is people's, or `automatic`: references aligned to their sources. `shares` are in percent of the characters (T13).
    `also` says which other lengths' questions are asked about a length: by section 3.2.1 those about the short abstract are
    asked about the long one too. `background` says how rare words and patterns are: general frequencies, or the
    testbed's documents. `collection` is a path whose documents do so instead (T9, T10).
    """

    gold: Literal["people", "automatic"] = "people"
    by: Literal["sentences", "characters"] = "sentences"
    shares: dict[str, Share] = msgspec.field(default_factory=lambda: {"short": 5.0, "long": 10.0})
    weights: tuple[Weight, ...] | None = None
    also: dict[str, tuple[str, ...]] = msgspec.field(default_factory=lambda: {"long": ("short",)})
    background: Literal["language", "testbed"] = "language"
    collection: str | None = None


def plan(testbed: Testbed, experiment: Experiment) -> list[Cell]:
    """Return a cell per system, story and length of its gold extracts."""
    options = typed_options(experiment, Tsc3TablesOptions)
    check_unused(experiment, "metrics", instead=f"Its columns are {', '.join(COLUMNS)}.")
    check_unused(experiment, "budgets", instead="Lengths are the options by and shares.")
    systems = summarizers(experiment, testbed)
    baseline(experiment, systems)
    automatic = options.gold == AUTOMATIC
    _check_gold(testbed, automatic=automatic)
    _check_ranks(testbed, options.weights)
    cells: list[Cell] = []
    for topic in testbed:
        for gold in gold_of(topic, automatic=automatic):
            settings = {**_settings(gold, options, testbed), "seed": experiment.seed}
            cells += (Cell(system, topic.id, settings) for system in systems)
    return cells


def measure(testbed: Testbed, cell: Cell) -> Measured:
    """Return how a system's sentences score against the gold of one length, and against its questions."""
    topic = testbed.topic(str(cell.topic))
    known = gold_of(topic, automatic=cell.settings.get("gold") == AUTOMATIC)
    gold = next(one for one in known if one.length == cell.settings["length"])
    summary = _summary(testbed, topic, cell, gold)
    numbered = sentence_numbers(topic)
    chosen = [numbered[pick.ref] for pick in summary.picks]
    asked = questions(topic, cell.settings["asked"])
    written = [pick.written for pick in summary.picks]
    ranks, cover_size = [one.rank for one in gold.sentences], _cover_size(topic, gold)
    scores = extract_scores(
        chosen, gold_numbers(topic, gold), ranks, cover_size=cover_size, rank_weights=cell.settings["weights"]
    )
    figures = {**scores, **answer_scores(written, asked)}
    taken = [[pick.ref.document_id, pick.ref.index] for pick in summary.picks]
    return Measured(figures, {"sentences": taken, "cover": cover_size, "questions": len(asked)})


def extract_scores(
    chosen: Collection[int],
    gold: Gold,
    ranks: Sequence[str | None],
    *,
    cover_size: int | None = None,
    rank_weights: Sequence[float] | None = None,
) -> dict[str, float | None]:
    """Return precision, coverage, weighted coverage (None unless every abstract sentence has a rank) and redundancy."""
    known = [rank for rank in ranks if rank is not None]
    letters = known if len(known) == len(gold) else None
    scores = coverage.extract_scores(chosen, gold, letters, cover_size=cover_size, weights=rank_weights)
    return dict(zip(_SCORES, (None if score is None else float(score) for score in scores), strict=True))


def answer_scores(sentences: Sequence[str], asked: Sequence[Question]) -> dict[str, float | None]:
    """Return the two scores of pseudo question-answering, None where nothing was asked."""
    if not asked:
        return {"exact": None, "edit": None}
    answers = [question.answers for question in asked]
    return {"exact": pseudo_qa.exact(sentences, answers), "edit": pseudo_qa.edit(sentences, answers)}


def questions(topic: Topic, lengths: Collection[str | None]) -> list[Question]:
    """Return what was asked about abstracts of these lengths, and about no length in particular; each question once."""
    asked: dict[str, Question] = {}
    for question in topic.questions:
        if question.length is None or question.length in lengths:
            asked.setdefault(question.text, question)
    return list(asked.values())


def gold_of(topic: Topic, *, automatic: bool) -> tuple[GoldExtract, ...]:
    """Return the gold extracts of a topic: people's, or those that aligning its references gives."""
    return automatic_gold(topic) if automatic else topic.gold


def gold_numbers(topic: Topic, gold: GoldExtract) -> Gold:
    """Return the alternatives of each abstract sentence as numbers of the story's sentences."""
    numbered = sentence_numbers(topic)
    return [
        [frozenset(numbered[ref] for ref in alternative) for alternative in one.alternatives] for one in gold.sentences
    ]


def _summary(testbed: Testbed, topic: Topic, cell: Cell, gold: GoldExtract) -> Summary:
    preset, share = summarizer(cell.system, seed=cell.settings["seed"]), cell.settings["share"]
    # A collection as background is data beyond the topic: its digest is part of the cell, so that reuse stays right.
    view = _view(testbed, topic, cell)
    if share is not None:
        return summary_of(view, preset, make_budget(characters=f"{share:g}%"))
    # Sentences count as they stand, so that one which rewriting would empty still fills its place.
    whole, size = replace(preset, rewrite="none"), make_budget(sentences=_cover_size(topic, gold))
    return summary_of(view, whole, size)


def _view(testbed: Testbed, topic: Topic, cell: Cell) -> StoryView:
    collection = cell.settings.get("collection")
    if collection is not None:
        return _collection_view(topic, collection["path"], collection["digest"])
    return view_of(topic) if cell.settings["background"] is None else _testbed_view(topic, testbed)


@lru_cache(maxsize=16)
def _collection_view(topic: Topic, path: str, _digest: str) -> StoryView:
    return view_documents(topic.documents, background=load_collection(path))


@lru_cache(maxsize=16)
def _testbed_view(topic: Topic, testbed: Testbed) -> StoryView:
    return view_documents(topic.documents, background=_testbed_articles(testbed))


@lru_cache(maxsize=1)
def _testbed_articles(testbed: Testbed) -> Articles:
    """Return the testbed's documents as what words and patterns are counted in: the other topics, as in the paper."""
    return Articles(f"testbed({testbed.digest})", tuple(testbed.documents))


@lru_cache(maxsize=256)
def _cover_size(topic: Topic, gold: GoldExtract) -> int:
    return len(coverage.minimum_cover(gold_numbers(topic, gold)))


def _settings(gold: GoldExtract, options: Tsc3TablesOptions, testbed: Testbed) -> dict[str, Plain]:
    length = gold.length or NO_LENGTH
    return {
        "length": gold.length,
        "share": None if options.by == "sentences" else _share(length, options),
        "weights": None if options.weights is None else list(options.weights),
        "asked": [gold.length, *options.also.get(length, ())],
        "background": testbed.digest if options.background == "testbed" else None,
        **({"gold": AUTOMATIC} if options.gold == AUTOMATIC else {}),
        **({} if options.collection is None else {"collection": _described(options.collection)}),
    }


def _described(path: str) -> dict[str, Plain]:
    """Return what a cell must know of a collection: where it is, and the digest that differs for another one."""
    collection = load_collection(path)
    sentences = len(collection.view)
    return {"path": path, "documents": len(collection.documents), "sentences": sentences, "digest": collection.digest}


def _share(length: str, options: Tsc3TablesOptions) -> float:
    """Return the percentage of characters that a length means."""
    share = options.shares.get(length)
    if share is None:
        raise UsageError(
            f"There is no share of characters for abstracts of the length {length!r}.",
            given=length,
            allowed=f"The option shares knows {', '.join(options.shares)}.",
            advice="Add the length to shares, or set by to sentences.",
        )
    return share


def _check_gold(testbed: Testbed, *, automatic: bool) -> None:
    """Raise an error where gold speaks of sentences that are not there, a length has two golds, or there is no gold."""
    for topic in testbed:
        lengths = [gold.length for gold in topic.gold]
        units = [one for gold in topic.gold for one in gold.sentences]
        check_sentences(
            topic, (ref for one in units for each in one.alternatives for ref in sorted(each)), file="gold.jsonl"
        )
        if len(set(lengths)) < len(lengths):
            given = f"the lengths {', '.join(str(length) for length in lengths)}"
            raise InputError(
                f"The story {topic.id!r} has gold of {given}.", given=given, allowed="One gold per length."
            )
    if not any(gold_of(topic, automatic=automatic) for topic in testbed):
        what, file = "gold extracts", "gold.jsonl: the source sentences of each sentence of an abstract"
        if automatic:
            what, file = "a reference that can be aligned", "references.jsonl: summaries that people wrote"
        raise lacking(testbed, what, kind=NAME, file=file)


def _check_ranks(testbed: Testbed, rank_weights: Sequence[float] | None) -> None:
    """Raise an error for a rank that is no letter, or that has no weight."""
    for gold in (gold for topic in testbed for gold in topic.gold):
        ranks = [one.rank for one in gold.sentences if one.rank is not None]
        if ranks:
            coverage.weighted_coverage((), [[{0}]] * len(ranks), ranks, weights=rank_weights)


KIND = Kind(NAME, ("gold",), plan, measure, report)
