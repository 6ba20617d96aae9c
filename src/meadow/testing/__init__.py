"""Public contract checks: run them on a method of your own, and it works wherever a built-in one does.

    from meadow.testing import check_ranker
    check_ranker(my_ranker)

Each check raises `ContractError`, which says what the method did and what it must do.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import numpy as np

from meadow.model import Assignment, Document, FloatArray, Scores, Story
from meadow.rank import RANKERS
from meadow.registry import load_target, offered, parameters
from meadow.select.budget import RemainingBudget
from meadow.testing.contract import ContractError, require
from meadow.testing.engines import check_engine
from meadow.testing.formats import check_format
from meadow.testing.rewriters import check_rewriter
from meadow.testing.stores import check_store
from meadow.text.clean import clean_text
from meadow.tracking.tracker import BulkTracker, Tracker, find_stories
from meadow.vectors.view import StoryView, view_documents

if TYPE_CHECKING:
    from meadow.lab.testing.experiments import check_experiment
    from meadow.lab.testing.metrics import check_metric
    from meadow.lab.testing.testbeds import check_testbed_format

__all__ = [
    "ContractError",
    "check_engine",
    "check_experiment",
    "check_format",
    "check_grouper",
    "check_headline",
    "check_metric",
    "check_ranker",
    "check_rewriter",
    "check_selector",
    "check_store",
    "check_testbed_format",
    "check_tracker",
]


def __getattr__(name: str) -> Any:
    """Return the check of a family that a part of the package brings, such as metrics."""
    targets = offered("testing")
    if name not in targets:
        raise AttributeError(f"module 'meadow.testing' has no attribute {name!r}")
    return load_target(targets[name])


_START = datetime(2026, 3, 2, 8, tzinfo=UTC)
_TEXTS = (
    (
        "Ferry capsizes off Skerra",
        "A ferry capsized off Skerra on Monday. Nine people died. The captain was rescued by a trawler.",
    ),
    (
        "Nine dead in ferry accident",
        "SANT ORIEL (LPA) - A ferry capsized off Skerra on Monday, killing nine people. A rock was blamed.",
    ),
    (
        "Door was open, board says",
        "The car-deck door of the ferry was open, investigators said on Friday. It had failed in January.",
    ),
    (None, "The number of dead rose to 17."),
)
# One event in five reports, for stability: what all of them say should lead with or without any one of them.
REPORTS = (
    "A ferry with 245 people aboard capsized off Skerra on Monday, killing nine people, the coast guard said. "
    "The ferry was on its way from Sant Oriel when it hit a rock in heavy seas. A trawler took in the first survivors.",
    "Nine people died when a ferry capsized off Skerra in heavy seas on Monday. "
    "The coast guard said 221 people were brought ashore before dark. Schools in Sant Oriel stay closed today.",
    "The ferry that capsized off Skerra on Monday carried 245 people, nine of whom died, its owner said. "
    "The captain was taken to hospital with a broken arm. The owner has two other ferries of the same age.",
    "The coast guard is searching for survivors of the ferry that capsized off Skerra, killing nine people. "
    "Divers wait for calmer seas. The wind is expected to drop on Wednesday.",
    "A door to the car deck was open when the ferry left Sant Oriel, investigators of the accident off Skerra said. "
    "Nine people died when the ferry capsized on Monday. The door had been repaired in January.",
)


@dataclass(frozen=True, slots=True)
class _Case:
    name: str
    documents: tuple[Document, ...]

    def view(self) -> StoryView:
        return view_documents(self.documents)


def _cases() -> Iterator[_Case]:
    documents = tuple(
        Document(f"d{number}", f"Outlet {number}", title, text, _START + timedelta(hours=number), language="en")
        for number, (title, text) in enumerate(_TEXTS)
    )
    yield _Case("a story of four documents", documents)
    yield _Case("one sentence", documents[3:])
    yield _Case("all documents identical", tuple(replace(documents[0], id=f"copy{n}") for n in range(3)))
    yield _Case("no words at all", (Document("marks", text="…! ?", language="en"),))
    yield _Case("undated documents", tuple(replace(document, published=None) for document in documents))


def check_ranker(ranker: Callable[..., Scores], **settings: Any) -> None:
    """Check that a ranker gives every sentence a finite value, the same each time, whatever order documents come in.

    It must also be stable: when one document is there twice, or a source is missing, the three best sentences speak of
    much the same, which is that the cosine of their words with those before is at least ½. Which sentence of several leads
    may change, since support and redundancy do. A ranker that takes a `seed` leaves its order to chance and need not be
    stable.
    """
    four, *others = _cases()
    both = (*four.documents, *(replace(each, id=f"{each.id}-nl", language="nl") for each in four.documents))
    for case in (four, *others, _Case("a story in two languages", both), _Case("no document", ())):
        view = case.view()
        scores = ranker(view, **settings)
        for name, values in {"values": scores.values, **scores.features}.items():
            _require(values.shape == (len(view),), case, f"{name} has shape {values.shape} for {len(view)} sentences")
            _require(bool(np.isfinite(values).all()), case, f"{name} holds a value that is not finite")
        again = ranker(case.view(), **settings)
        _require(np.array_equal(again.values, scores.values), case, "the second call gave other values")
        turned = ranker(view_documents(case.documents[::-1]), **settings)
        _require(np.array_equal(turned.values, scores.values), case, "the order of the documents changed values")
    if "seed" not in parameters(getattr(ranker, "function", ranker)):
        _check_stability(ranker, **settings)


def _check_stability(ranker: Callable[..., Scores], **settings: Any) -> None:
    documents = tuple(
        Document(f"r{number}", f"Outlet {number}", None, text, _START + timedelta(hours=number), language="en")
        for number, text in enumerate(REPORTS)
    )
    before = _best_words(ranker, _Case("five reports of one event", documents), **settings)
    for document in documents:
        twice = (*documents, replace(document, id=f"{document.id}-copy"))
        missing = tuple(each for each in documents if each is not document)
        for case in (_Case(f"five reports, one twice: {document.id}", twice), _Case(f"no {document.id}", missing)):
            now = _best_words(ranker, case, **settings)
            common = sum(before[word] * now[word] for word in before)
            size = math.sqrt(sum(n * n for n in before.values()) * sum(n * n for n in now.values()))
            _require(2 * common >= size, case, "the best sentences speak of something else than before")


def _best_words(ranker: Callable[..., Scores], case: _Case, **settings: Any) -> Counter[str]:
    """Return the terms of the three best sentences."""
    view = case.view()
    best = np.argsort(-ranker(view, **settings).values, kind="stable")[:3]
    counts = view.counts("terms")
    totals = np.asarray(counts.matrix[best].sum(axis=0)).ravel()
    return Counter(dict(zip(counts.terms, totals.tolist(), strict=True)))


def check_selector(selector: Callable[..., Sequence[int]], **settings: Any) -> None:
    """Check that a selector stays within its budget, takes usable sentences once each, and does so the same each time.

    It is one of sentences, words or characters. Something must be chosen wherever a usable sentence fits. The order
    in which documents come changes nothing, and all this still holds when a document is there twice or a source is
    missing. A copy that came later is never taken in place of its original: of sentences that are equal in words and
    score the earlier goes in first.
    """
    (four, *others) = _cases()
    late = replace(four.documents[0], id="late copy", published=_START + timedelta(days=1))
    twice = _Case("a story with one document twice", (*four.documents, late))
    missing = _Case("a story without its first source", four.documents[1:])
    for case in (four, *others, twice, missing):
        view = case.view()
        turned = view_documents(case.documents[::-1])
        for budget in _budgets(view, usable=np.arange(len(view)) != 1):
            for values in (np.linspace(1, 0, len(view)), np.zeros(len(view))):
                chosen = _checked_choice(selector, case, view, values, budget, **settings)
                shuffled = tuple(selector(turned, Scores(values), budget, **settings))
                _require(shuffled == chosen, case, f"the second call, or another order of documents, chose {shuffled}")
    view = twice.view()
    copied = len(view) - int((view.document_of == len(view.documents) - 1).sum())
    for budget in _budgets(view, usable=np.ones(len(view), np.bool_)):
        values = np.linspace(1, 0.1, copied)
        values = np.append(values, values[: len(view) - copied])
        chosen = _checked_choice(selector, twice, view, values, budget, **settings)
        for row in chosen:
            _require(row < copied or row - copied in chosen, twice, f"{chosen} hold the copy {row}, not its original")


def _budgets(view: StoryView, *, usable: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Iterator[RemainingBudget]:
    texts = [sentence.text for sentence in view.sentences]
    for limit in (1, 2, max(1, len(view))):
        yield RemainingBudget("sentences", limit, np.ones(len(view), np.int32), usable)
    for limit in (1, 12, 1000):
        yield RemainingBudget("words", limit, np.array([len(text.split()) for text in texts], np.int32), usable)
    for limit in (1, 120, 10_000):
        yield RemainingBudget("characters", limit, np.array([len(text) for text in texts], np.int32), usable, gap=1)


def _checked_choice(
    selector: Callable[..., Sequence[int]],
    case: _Case,
    view: StoryView,
    values: FloatArray,
    budget: RemainingBudget,
    **settings: Any,
) -> tuple[int, ...]:
    chosen = tuple(selector(view, Scores(values), budget, **settings))
    _require(len(set(chosen)) == len(chosen), case, f"a sentence was chosen twice: {chosen}")
    _require(all(0 <= row < len(view) for row in chosen), case, f"no such sentence: {chosen}")
    total = sum(int(budget.sizes[row]) for row in chosen) + budget.gap * max(0, len(chosen) - 1)
    _require(total <= budget.limit, case, f"{chosen} exceed the budget of {budget.limit} {budget.unit}")
    _require(all(budget.usable[row] for row in chosen), case, "a sentence that is not usable was chosen")
    fits = bool((budget.usable & (budget.sizes <= budget.limit)).any())
    _require(bool(chosen) or not fits, case, f"nothing was chosen, though {budget.limit} {budget.unit} hold a sentence")
    return chosen


def check_headline(method: Callable[..., Any], **settings: Any) -> None:
    """Check that a headline method gives one clean line that rests on sentences of the story, the same each time.

    It is called with a view and a function that ranks the sentences of any view. The order in which documents come changes
    nothing. Among the stories are a wordless one, untitled ones, and titles that are very long, broken over lines, full of
    control characters or nothing but marks.
    """
    rank = RANKERS.build("mix(centroid=1, position=2, first=1)")
    for case in (*_cases(), *_hostile_titles()):
        view = case.view()
        candidate = method(view, rank, **settings)
        clean = clean_text(candidate.text) == candidate.text
        _require(clean, case, f"{candidate.text!r} holds what must not be printed")
        _require("\n" not in candidate.text, case, "the headline has more than one line")
        _require(bool(candidate.text.strip()), case, "the headline is empty")
        _require(math.isfinite(candidate.score), case, f"the score is {candidate.score}")
        known = {sentence.ref for sentence in view.sentences}
        _require(known.issuperset(candidate.evidence), case, f"{candidate.evidence} are no sentences of this story")
        _require(method(case.view(), rank, **settings) == candidate, case, "the second call gave another headline")
        turned = view_documents(case.documents[::-1])
        _require(method(turned, rank, **settings) == candidate, case, "the order of the documents changed the headline")


def _hostile_titles() -> Iterator[_Case]:
    """Yield stories whose titles are missing or are not to be trusted."""
    (four, *_) = _cases()
    titles = {
        "untitled documents": None,
        "titles over several lines": "Ferry\r\ncapsizes\n\noff\tSkerra",
        "titles with control characters": "Ferry \x1b[31mcapsizes\x07 off\u202e Skerra\x00",
        "titles of marks only": "… ?! —",
        "very long titles": "Ferry capsizes off Skerra and " * 400,
    }
    for name, title in titles.items():
        yield _Case(name, tuple(replace(document, title=title) for document in four.documents))
        yield _Case(f"{name}, no text", tuple(Document(each.id, title=title, language="en") for each in four.documents))


def check_grouper(grouper: Callable[..., Sequence[Sequence[int]]], **settings: Any) -> None:
    """Check that a grouper keeps the rules: a row once, two rows from two documents in one language, the same each time."""
    four, *others = _cases()
    foreign = tuple(replace(document, id=f"{document.id}-nl", language="nl") for document in four.documents)
    for case in (four, *others, _Case("a story in two languages", four.documents + foreign)):
        view = case.view()
        groups = [tuple(rows) for rows in grouper(view, **settings)]
        every = [row for rows in groups for row in rows]
        _require(len(set(every)) == len(every), case, f"a sentence is in two groups: {groups}")
        _require(all(0 <= row < len(view) for row in every), case, f"no such sentence: {groups}")
        for rows in groups:
            documents = {view.sentences[row].ref.document_id for row in rows}
            _require(len(documents) > 1, case, f"the group {rows} has sentences of {len(documents)} document only")
            _require(len({view.row_languages[row] for row in rows}) == 1, case, f"the group {rows} mixes languages")
        _require(
            [tuple(rows) for rows in grouper(view, **settings)] == groups, case, "the second call gave other groups"
        )
        turned = grouper(view_documents(case.documents[::-1]), **settings)
        _require([tuple(rows) for rows in turned] == groups, case, "the order of the documents changed the groups")


def check_tracker(make: Callable[[], Tracker]) -> None:
    """Check that a tracker is a fold: from an empty start it puts each document in one story, and always the same way.

    A restored snapshot goes on as the original; the log, replayed, gives the stories; documents of one time may come in any
    order, for time order settles it; and a tracker with `iter_steps` answers in batches as it does step by step.
    """
    for case in _streams():
        straight = make()
        log = [straight.step(document) for document in case.documents]
        _check_log(case, log)
        for half in range(len(case.documents) + 1):
            begun, resumed = make(), make()
            for document in case.documents[:half]:
                begun.step(document)
            resumed.restore(json.loads(json.dumps(begun.snapshot())))
            future = [resumed.step(document) for document in case.documents[half:]]
            _require(future == log[half:], case, f"after {half} documents a restored snapshot gave another future")
            _check_batches(case, make(), half, log)
        stories = find_stories(make(), case.documents)
        _check_stories(case, stories)
        turned = list(reversed(case.documents))
        turned.sort(key=lambda document: document.order)
        _require(find_stories(make(), turned) == stories, case, "the same documents, put in order, gave other stories")


def _streams() -> Iterator[_Case]:
    """Yield the cases as streams, each in the order of time; equal times, late and undated documents are among them."""
    for case in _cases():
        yield _Case(case.name, tuple(sorted(case.documents, key=lambda document: document.order)))
    (four, *_) = _cases()
    same = tuple(replace(document, published=_START) for document in four.documents)
    yield _Case("documents of one time", same)
    mixed = (*four.documents, Document("late", text=_TEXTS[0][1], language="en"))
    yield _Case("an undated document at the end", mixed)


def _check_log(case: _Case, log: Sequence[Assignment]) -> None:
    first = case.documents[0].id
    _require(log[0].opened and log[0].story_id == first, case, "the first document must open a story")
    ids = [document.id for document in case.documents]
    _require([entry.document_id for entry in log] == ids, case, "the log misses documents")
    founded = {entry.story_id for entry in log if entry.opened}
    _require({entry.story_id for entry in log} == founded, case, "a document joined a story that nobody opened")
    founders = all(entry.document_id == entry.story_id for entry in log if entry.opened)
    _require(founders, case, "a story is not named after the document that opened it")


def _check_batches(case: _Case, tracker: Tracker, half: int, log: Sequence[Assignment]) -> None:
    if isinstance(tracker, BulkTracker):
        batches = [*tracker.iter_steps(case.documents[:half]), *tracker.iter_steps(case.documents[half:])]
        _require(batches == list(log), case, "batches gave another answer than single steps")


def _check_stories(case: _Case, stories: Sequence[Story]) -> None:
    members = sorted(each for story in stories for each in story.document_ids)
    _require(members == sorted(each.id for each in case.documents), case, "a document is not in exactly one story")
    named = all(story.id in story.document_ids for story in stories)
    _require(named, case, "a story is named after a document that it does not hold")


def _require(holds: bool, case: _Case | str, complaint: str) -> None:
    require(holds, case if isinstance(case, str) else case.name, complaint)
