"""Public contract checks: run them on a method of your own, and it works wherever a built-in one does.

    from meadow.testing import check_ranker
    check_ranker(my_ranker)

Each check raises `ContractError`, which says what the method did and what it must do.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np

from meadow.model import Document, Scores
from meadow.select.budget import Room
from meadow.tracking.tracker import Tracker, stories_from
from meadow.vectors.view import StoryView, view_documents

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


class ContractError(AssertionError):
    """A method breaks the contract of its family."""


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
    """Check that a ranker gives every sentence a finite value, the same each time, whatever order documents come in."""
    for case in _cases():
        view = case.view()
        scores = ranker(view, **settings)
        for name, values in {"values": scores.values, **scores.features}.items():
            _require(values.shape == (len(view),), case, f"{name} has shape {values.shape} for {len(view)} sentences")
            _require(bool(np.isfinite(values).all()), case, f"{name} holds a value that is not finite")
        _require(
            np.array_equal(ranker(view, **settings).values, scores.values), case, "the second call gave other values"
        )
        turned = view_documents(case.documents[::-1])
        _require(
            np.array_equal(ranker(turned, **settings).values, scores.values),
            case,
            "the order of the documents changed values",
        )


def check_selector(selector: Callable[..., Sequence[int]], **settings: Any) -> None:
    """Check that a selector stays within the room, takes usable sentences once each, and does so the same each time."""
    for case in _cases():
        view = case.view()
        scores = Scores(np.linspace(1, 0, len(view)))
        for limit in (1, 2, len(view), 1000):
            sizes = np.full(len(view), 2 if limit == 1000 else 1, np.int32)
            room = Room("words", limit, sizes, np.arange(len(view)) != 1)
            chosen = selector(view, scores, room, **settings)
            _require(len(set(chosen)) == len(chosen), case, f"a sentence was chosen twice: {chosen}")
            _require(all(0 <= row < len(view) for row in chosen), case, f"no such sentence: {chosen}")
            _require(sum(int(sizes[row]) for row in chosen) <= limit, case, f"{chosen} exceed the room of {limit}")
            _require(1 not in chosen, case, "a sentence that is not usable was chosen")
            _require(
                tuple(selector(view, scores, room, **settings)) == tuple(chosen), case, "the second call chose others"
            )


def check_rewriter(rewriter: Callable[..., Any], **settings: Any) -> None:
    """Check that a rewriter only leaves out: what it prints is a subsequence of the sentence, and cuts lie within it."""
    for case in _cases():
        for sentence in case.view().sentences:
            result = rewriter(sentence.text, "en", **settings)
            rest = iter(sentence.text)
            kept = all(character in rest for character in result.text if not character.isspace())
            _require(kept, case, f"{result.text!r} adds to {sentence.text!r}")
            inside = all(0 <= cut.start < cut.end <= len(sentence.text) for cut in result.cuts)
            _require(inside, case, f"a cut of {result.cuts} lies outside the sentence")


def check_headline(method: Callable[..., Any], **settings: Any) -> None:
    """Check that a headline method gives one line that rests on documents of the story, the same each time."""
    for case in _cases():
        view = case.view()
        candidate = method(view, **settings)
        _require("\n" not in candidate.text, case, "the headline has more than one line")
        _require(bool(candidate.text.strip()), case, "the headline is empty")
        known = {document.id for document in view.documents}
        _require(all(ref.document_id in known for ref in candidate.evidence), case, "the evidence is not of this story")
        _require(method(view, **settings) == candidate, case, "the second call gave another headline")


def check_tracker(make: Callable[[], Tracker]) -> None:
    """Check that a tracker puts each document in one story, and that snapshot and restore keep its future."""
    for case in _cases():
        straight = make()
        log = [straight.step(document) for document in case.documents]
        _require(
            log[0].opened and log[0].story_id == case.documents[0].id, case, "the first document must open a story"
        )
        _require(
            [entry.document_id for entry in log] == [each.id for each in case.documents],
            case,
            "the log misses documents",
        )
        stories = stories_from(log, case.documents)
        members = sorted(each for story in stories for each in story.document_ids)
        _require(members == sorted(each.id for each in case.documents), case, "a document is not in exactly one story")
        for half in range(len(case.documents)):
            begun, resumed = make(), make()
            for document in case.documents[:half]:
                begun.step(document)
            resumed.restore(json.loads(json.dumps(begun.snapshot())))
            future = [resumed.step(document) for document in case.documents[half:]]
            _require(future == log[half:], case, f"after {half} documents a restored snapshot gave another future")


def _require(holds: bool, case: _Case, complaint: str) -> None:
    if not holds:
        raise ContractError(f"On {case.name}: {complaint}.")
