"""CIDR: each document joins the story whose centroid it is most similar to, or opens a new one (M1–M3).

Source: CIDR of Radev, Hatzivassiloglou and McKeown (1999), in the form of Radev, Jing, Styś and Tam (2004), section 3.2.

`sim(D, C) = Σ_k d_k·c_k·idf(k) / (‖d‖·‖c‖)`, where d and c are TF·IDF weights and idf enters once more, as printed: not a
cosine, it may exceed 1. A centroid is the running mean of its documents' weights; terms under a threshold are dropped
after each document. Stories stay within a language, since terms do.

The number of a story's documents cancels out of the formula, so summed weights serve as well as means. They lie in
postings.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import numpy as np

from meadow.errors import UnknownNameError, check_range
from meadow.kernels.postings import Postings
from meadow.kernels.postings_rows import Rows, Rules, unpack_state
from meadow.model import Assignment, CentroidTerm, Document, Reason
from meadow.text.background import Background
from meadow.tracking.clock import Clock
from meadow.tracking.terms import FADE_EVERY, DocumentTerms
from meadow.tracking.tracker import Snapshot, check_stamp, stamp
from meadow.vectors.centroid import KEEP_OVER

_BATCH = 1_024
_SECONDS_PER_HOUR = 3600.0


def similarity(document: Mapping[str, float], centroid: Mapping[str, float], idf: Mapping[str, float]) -> float:
    """Return `sim(D, C)` of two TF·IDF vectors, the formula as printed; 0 where either is empty."""
    product = math.fsum(weight * centroid[term] * idf[term] for term, weight in document.items() if term in centroid)
    lengths = math.hypot(*document.values()) * math.hypot(*centroid.values())
    return product / lengths if lengths > 0 else 0.0


class Cidr:
    """The tracker's state: open stories in the order they were opened, the terms of the stream, and its time."""

    def __init__(
        self,
        background: Background | None,
        *,
        threshold: float,
        keep_over: float,
        background_documents: int,
        window_hours: float | None = None,
    ) -> None:
        window = math.inf if window_hours is None else window_hours * _SECONDS_PER_HOUR
        self._rules = Rules(threshold, keep_over, window)
        self._stamped = {
            "threshold": threshold,
            "keep_over": keep_over,
            "background_documents": background_documents,
            "window_hours": window_hours,
            "background": None if background is None else background.name,
        }
        self._background, self._background_documents = background, background_documents
        self._terms = DocumentTerms(background, background_documents=background_documents)
        self._clock = Clock(window)
        self._postings = Postings(self._rules)
        self._ids: dict[int, str] = {}

    def step(self, document: Document) -> Assignment:
        """Return which story the document joins or opens, and update that story's centroid."""
        (assignment,) = self._follow([document])
        return assignment

    def iter_steps(self, documents: Iterable[Document]) -> Iterator[Assignment]:
        """Iterate over the assignments of many documents: the same as step by step, in batches and so much faster."""
        rest = iter(documents)
        while batch := list(islice(rest, min(_BATCH, self._terms.until_fading))):
            yield from self._follow(batch)

    def centroid(self, story_id: str) -> list[CentroidTerm]:
        """Return the story's centroid table, heaviest first (M3): mean occurrences, and the IDF they were weighed with."""
        numbers = (number for number, open_id in self._ids.items() if open_id == story_id)
        centroid = self._postings.centroid(next(numbers, -1))
        if centroid is None:
            raise UnknownNameError(
                "open story", story_id, self._ids.values(), advice="A story closes after the window."
            )
        rows = [
            CentroidTerm(term, count / centroid.documents, weight / count)
            for term, count, weight in zip(
                self._terms.names(centroid.terms), centroid.counts.tolist(), centroid.weights.tolist(), strict=True
            )
        ]
        return sorted(rows, key=lambda row: (-row.weight, row.term))

    def explain(self, documents: Sequence[Document], log: Sequence[Assignment]) -> list[Reason]:
        """Return why each document is in its story: its weights as they were when it came, by the printed formula."""
        from meadow.tracking.explaining_cidr import explain_cidr

        terms = DocumentTerms(self._background, background_documents=self._background_documents)
        return explain_cidr(documents, log, terms, self._rules)

    def snapshot(self) -> dict[str, Any]:
        """Return the open stories, the document frequencies and the time as JSON data."""
        state = self._postings.state()
        ids = [self._ids[number] for number in state.numbers.tolist()]
        parts = {"terms": self._terms.snapshot(), "clock": self._clock.snapshot()}
        return {**stamp("cidr", self._stamped), "stories": ids, "postings": state.packed(), **parts}

    def restore(self, snapshot: Snapshot) -> None:
        """Take over the stories, document frequencies and time of a snapshot."""
        check_stamp(snapshot, "cidr", self._stamped)
        self._terms.restore(snapshot["terms"])
        self._clock.restore(snapshot["clock"])
        state = unpack_state(snapshot["postings"])
        self._ids = dict(zip(state.numbers.tolist(), snapshot["stories"], strict=True))
        self._postings = Postings(self._rules, state)

    def _follow(self, documents: Sequence[Document]) -> list[Assignment]:
        """Return the assignments of documents that come one after the other."""
        followed = self._postings.follow(self._rows(documents))
        assignments: list[Assignment] = []
        rows = zip(documents, *(each.tolist() for each in followed[:3]), strict=True)
        for document, number, value, opened in rows:
            if opened:
                self._ids[number] = document.id
            assignments.append(Assignment(document.id, self._ids[number], value, opened))
        if self._terms.until_fading == FADE_EVERY:
            self._fade()
        return assignments

    def _rows(self, documents: Sequence[Document]) -> Rows:
        ends, terms, counts, idf = self._terms.rows(documents)
        times = [self._clock.tell(document.published) for document in documents]
        weights = counts * idf
        times_and_alone = np.array([time for time, _ in times]), np.array([alone for _, alone in times])
        return Rows(ends, terms, counts, weights, weights * idf, *times_and_alone, np.full(len(times), math.nan))

    def _fade(self) -> None:
        """Halve the document frequencies, and forget the stories that are over and the terms that nothing needs."""
        state = self._postings.state()
        new = self._terms.fade(np.unique(state.terms))
        self._postings = Postings(self._rules, state.with_terms(new))
        self._ids = {number: self._ids[number] for number in state.numbers.tolist()}


def cidr(
    background: Background | None = None,
    *,
    threshold: float = 1.5,
    keep_over: float = KEEP_OVER,
    background_documents: int = 0,
    window_hours: float | None = None,
) -> Cidr:
    """Return an empty CIDR tracker; a document joins a story from the threshold's similarity on.

    With `background_documents` the stream's own document frequencies count too, against a background that weighs as much
    as so many documents: names that fill the news of a whole region then stop holding its stories together.
    With `window_hours` a story that no document has joined for longer closes for good, and memory stays bounded however
    long the stream; without it every story stays open.
    """
    check_range("cidr", "keep_over", keep_over, least=0)
    check_range("cidr", "background_documents", background_documents, least=0)
    if window_hours is not None:
        check_range("cidr", "window_hours", window_hours, least=0)
    return Cidr(
        background,
        threshold=threshold,
        keep_over=keep_over,
        background_documents=background_documents,
        window_hours=window_hours,
    )
