"""Meadow: strands of nearly equal reports, followed as they come and woven into stories again and again.

Source: our own. Single-pass clustering after CIDR, then average linkage over what it found (`bonds`, `weaving`).

A document joins the strand of reports that are nearly its copies, and with it the strand's story, at once. Otherwise it
opens a strand, in the story of the closest draft: a loose single-pass cluster. Whenever as many documents have
come as there are strands, all open strands are woven into stories anew. What changes is told as events: stories merge
and split, and the log of assignments is never rewritten. Words count the less, the more stories use them, each story
counting as one document: a name that fills the news of a region stops holding it together, and the words of one large
story keep their weight. Stories stay within a language.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence, Sized
from dataclasses import asdict, dataclass, replace
from itertools import islice, pairwise
from typing import Any

import numpy as np
from scipy import sparse

from meadow.errors import UnknownNameError, check_range
from meadow.kernels.loading import load_kernels
from meadow.kernels.postings_plain import PlainPostings
from meadow.kernels.postings_rows import LONG_AGO, LiveCentroids, Longs, Rows, Rules, State, pack, unpack, unpack_state
from meadow.model import Assignment, CentroidTerm, Document, FloatArray, IntArray, StoryEvent
from meadow.text.background import Background
from meadow.text.language import detect_language
from meadow.tracking.bonds import Bond
from meadow.tracking.clock import Clock
from meadow.tracking.events import Strand, changes, rename
from meadow.tracking.terms import FADE_EVERY, DocumentTerms
from meadow.tracking.tracker import Snapshot
from meadow.tracking.weaving import Loom, weave

# From this many documents on, compiled loops are worth the second that loading them takes.
COMPILE_FROM = 2_000
_BATCH = 1_024
_SECONDS_PER_HOUR = 3600.0
# The rarest words all count alike: how rare a name is in general says little about an event.
_RAREST = 7.0
# How many stories the background weighs as much as.
_BACKGROUND_STORIES = 300.0
_LEAST_BETWEEN = 32


@dataclass(frozen=True, slots=True)
class Settings:
    """What similarity makes a near-copy, a draft and a story, and how long a strand stays open."""

    copies: float
    draft: float
    loom: Loom
    window: float


class Meadow:
    """The tracker's state: open strands and drafts, the terms of the stream, its time, and events not yet taken."""

    def __init__(self, background: Background | None, settings: Settings) -> None:
        self._settings = settings
        self._terms = DocumentTerms(background)
        self._clock = Clock(settings.window)
        self._rarity: FloatArray = np.zeros(0)
        self._compiled = False
        self._copies: LiveCentroids = PlainPostings(Rules(settings.copies, window=settings.window))
        self._drafts: LiveCentroids = PlainPostings(Rules(settings.draft, window=settings.window))
        self._strands: dict[int, Strand] = {}
        self._latest: dict[int, int] = {}
        self._events: list[StoryEvent] = []
        self._woven, self._due = 0, _LEAST_BETWEEN

    def step(self, document: Document) -> Assignment:
        """Return which story the document joins or opens for now, and remember it."""
        (assignment,) = self._follow([document])
        return assignment

    def iter_steps(self, documents: Iterable[Document]) -> Iterator[Assignment]:
        """Iterate over the assignments of many documents: the same as step by step, in batches and so much faster."""
        if isinstance(documents, Sized) and len(documents) >= COMPILE_FROM:
            self._compile()
        rest = iter(documents)
        while batch := list(islice(rest, min(_BATCH, self._terms.until_fading, self._due - self._terms.documents))):
            yield from self._follow(batch)

    def take_events(self) -> tuple[StoryEvent, ...]:
        """Return the events since they were last taken, in order."""
        taken, self._events = tuple(self._events), []
        return taken

    def finish(self) -> tuple[StoryEvent, ...]:
        """Weave what has come since the last time, and return the events that are left."""
        if self._terms.documents > self._woven:
            self._weave()
        return self.take_events()

    def centroid(self, story_id: str) -> list[CentroidTerm]:
        """Return the story's centroid table, heaviest first (M3), over its open strands: mean occurrences, and IDF."""
        counts: dict[int, float] = {}
        documents = 0
        for number, strand in self._strands.items():
            found = self._copies.centroid(number) if strand.story_id == story_id else None
            if found is not None:
                documents += found.documents
                for term, count in zip(found.terms.tolist(), found.counts.tolist(), strict=True):
                    counts[term] = counts.get(term, 0.0) + count
        if documents == 0:
            known = {strand.story_id for strand in self._strands.values()}
            raise UnknownNameError("open story", story_id, known, advice="A story closes after the window.")
        names = self._terms.names(np.array(list(counts), np.int32))
        rows = [
            CentroidTerm(name, count / documents, float(self._rarity[term]))
            for name, (term, count) in zip(names, counts.items(), strict=True)
        ]
        return sorted(rows, key=lambda row: (-row.weight, row.term))

    def snapshot(self) -> dict[str, Any]:
        """Return the whole state as JSON data."""
        return {
            "tracker": "meadow",
            "copies": self._copies.state().packed(),
            "drafts": self._drafts.state().packed(),
            "strands": [[number, asdict(strand)] for number, strand in self._strands.items()],
            "latest": list(self._latest.items()),
            "events": [asdict(event) for event in self._events],
            "counts": [self._woven, self._due],
            "rarity": pack(self._rarity),
            "terms": self._terms.snapshot(),
            "clock": self._clock.snapshot(),
        }

    def restore(self, snapshot: Snapshot) -> None:
        """Take over a state; from then on this tracker answers as the one that made it would have."""
        self._terms.restore(snapshot["terms"])
        self._clock.restore(snapshot["clock"])
        self._load(unpack_state(snapshot["copies"]), unpack_state(snapshot["drafts"]))
        self._strands = {
            number: Strand(**{**own, "documents": [*own["documents"]]}) for number, own in snapshot["strands"]
        }
        self._latest = dict(snapshot["latest"])
        self._events = [StoryEvent(**{**own, "documents": tuple(own["documents"])}) for own in snapshot["events"]]
        self._woven, self._due = snapshot["counts"]
        self._rarity = unpack(snapshot["rarity"], "<f8")

    def _follow(self, documents: Sequence[Document]) -> list[Assignment]:
        """Return the assignments of documents that come one after the other; weave and fade where that is due."""
        if self._terms.documents + len(documents) >= COMPILE_FROM:
            self._compile()
        prepared = [_prepared(document) for document in documents]
        rows = self._rows(prepared)
        copies, drafts = self._copies.follow(rows), self._drafts.follow(rows)
        numbers = zip(copies.stories.tolist(), copies.opened.tolist(), drafts.stories.tolist(), strict=True)
        values = np.maximum(copies.similarities, drafts.similarities).tolist()
        assignments = [
            self._assign(document, *found, value)
            for document, found, value in zip(prepared, numbers, values, strict=True)
        ]
        if self._terms.documents >= self._due:
            self._weave()
        if self._terms.until_fading == FADE_EVERY:
            self._fade()
        return assignments

    def _assign(self, document: Document, number: int, alone: bool, draft: int, value: float) -> Assignment:
        opened = False
        if alone:
            close = self._strands.get(self._latest.get(draft, -1))
            opened = close is None
            story_id = document.id if close is None else close.story_id
            self._strands[number] = Strand(document.language or "", story_id)
        strand = self._strands[number]
        strand.documents.append(document.id)
        self._latest[draft] = number
        return Assignment(document.id, strand.story_id, value, opened)

    def _rows(self, documents: Sequence[Document]) -> Rows:
        ends, terms, counts, idf = self._terms.rows(documents)
        self._remember(terms, np.minimum(idf, _RAREST))
        weights = np.sqrt(counts) * self._rarity[terms]
        lengths = [math.sqrt(math.fsum(weights[a:b] ** 2)) or 1.0 for a, b in pairwise(ends)]
        weights = weights / np.repeat(np.array(lengths, np.float64), np.diff(ends))
        told = [self._clock.tell(document.published) for document in documents]
        times, alone = np.array([time for time, _ in told]), np.array([leap for _, leap in told])
        return Rows(ends, terms, counts, weights, weights, times, alone)

    def _remember(self, terms: IntArray, rarity: FloatArray) -> None:
        size = int(terms.max(initial=-1)) + 1
        if size > len(self._rarity):
            self._rarity = np.concatenate([self._rarity, np.zeros(2 * size - len(self._rarity))])
        self._rarity[terms] = rarity

    def _weave(self) -> None:
        """Weave all open strands into stories anew, language by language, and note what changes."""
        state = self._copies.state()
        self._close(state)
        believed = ~(state.times > self._latest_believable(state))
        at = np.array([self._strands[number].language for number in state.numbers.tolist()])
        for language in dict.fromkeys(at[believed].tolist()):
            which = np.flatnonzero(believed & (at == language))
            numbers = state.numbers[which].tolist()
            own = [self._strands[number] for number in numbers]
            groups = self._groups(_matrix(state, which), state.documents[which].astype(np.float64)).tolist()
            new = rename(own, groups)
            self._events += changes(own, new, after=self._terms.documents)
            for strand, story_id in zip(own, new, strict=True):
                strand.story_id = story_id
        self._woven = self._terms.documents
        self._due = self._woven + max(_LEAST_BETWEEN, len(state.numbers))

    def _latest_believable(self, state: State) -> float:
        """Return the time from which on a strand is a leap of the clock that no second document has borne out."""
        oldest = float(state.scalars[0])
        return math.inf if oldest <= LONG_AGO else oldest + 2.0 * self._settings.window

    def _groups(self, rows: sparse.csr_array, sizes: FloatArray) -> Longs:
        """Return for each strand the first strand of its story.

        Strands are woven twice: how many stories use a word is known only once there are stories. Those of the last time
        would do, but then the order in which documents came would decide.
        """
        compiled = self._compiled or None
        drawn = weave(rows, sizes, self._settings.loom, compiled=compiled)
        return weave(self._reweighed(rows, drawn), sizes, self._settings.loom, compiled=compiled)

    def _reweighed(self, rows: sparse.csr_array, groups: Longs) -> sparse.csr_array:
        """Return the rows with words weighed by how many stories use them; each story counts as one document."""
        stories, story = np.unique(groups, return_inverse=True)
        share = (1.0 / np.bincount(story))[story]
        used = np.bincount(rows.indices, np.repeat(share, np.diff(rows.indptr)), minlength=rows.shape[1])
        rarity = self._rarity[: rows.shape[1]]
        mixed = (_BACKGROUND_STORIES * np.exp(-rarity) + used) / (_BACKGROUND_STORIES + len(stories))
        factors = np.divide(np.maximum(-np.log(mixed), 0.0), rarity, out=np.zeros_like(rarity), where=rarity > 0)
        made = rows.copy()
        made.data = made.data * factors[made.indices]
        return made

    def _close(self, state: State) -> None:
        """Forget the strands that are over, and tell which stories are over with them."""
        live = set(state.numbers.tolist())
        before = dict.fromkeys(strand.story_id for strand in self._strands.values())
        self._strands = {number: strand for number, strand in self._strands.items() if number in live}
        self._latest = {draft: number for draft, number in self._latest.items() if number in live}
        left = {strand.story_id for strand in self._strands.values()}
        self._events += [StoryEvent("close", each, self._terms.documents) for each in before if each not in left]

    def _fade(self) -> None:
        """Forget the terms that no open strand or draft holds."""
        copies, drafts = self._copies.state(), self._drafts.state()
        new = self._terms.fade(np.unique(np.concatenate([copies.terms, drafts.terms])))
        kept = np.flatnonzero(new >= 0)
        self._rarity = self._rarity[kept]
        self._load(copies.with_terms(new), drafts.with_terms(new))

    def _compile(self) -> None:
        if not self._compiled and load_kernels():
            self._compiled = True
            self._terms.compile()
            self._load(self._copies.state(), self._drafts.state())

    def _load(self, copies: State, drafts: State) -> None:
        self._copies = self._postings(self._settings.copies, copies)
        self._drafts = self._postings(self._settings.draft, drafts)

    def _postings(self, threshold: float, state: State) -> LiveCentroids:
        rules = Rules(threshold, window=self._settings.window)
        if not self._compiled:
            return PlainPostings(rules, state)
        from meadow.kernels.postings import Postings

        return Postings(rules, state)


def _prepared(document: Document) -> Document:
    """Return the document with its language known and its title counted twice."""
    title = document.title if document.title is not None and document.title != document.text else None
    text = document.text if title is None else f"{title}\n{document.text}"
    return replace(document, text=text, language=document.language or detect_language(text), spans=None)


def _matrix(state: State, which: Longs) -> sparse.csr_array:
    """Return the chosen strands' summed weights as rows."""
    lengths = np.diff(state.ends)
    width = int(state.terms.max(initial=-1)) + 1
    whole = sparse.csr_array((state.weights, state.terms.astype(np.int64), state.ends), shape=(len(lengths), width))
    return sparse.csr_array(whole[which])


def meadow(
    background: Background | None = None,
    *,
    threshold: float = 0.425,
    caution: float = 0.25,
    neighbours: int = 5,
    copies: float = 0.75,
    draft: float = 0.2,
    window_hours: float | None = None,
) -> Meadow:
    """Return an empty tracker; strands become one story from the threshold's closeness on.

    `caution` asks more of two stories that both have many documents. Each strand borrows words from so many
    `neighbours`. Documents with a cosine of `copies` are one strand; `draft` decides which story a new strand has first.
    With `window_hours` a strand that nothing has joined for longer closes, and memory stays bounded.
    """
    check_range("meadow", "threshold", threshold, least=0)
    check_range("meadow", "caution", caution, least=0)
    check_range("meadow", "neighbours", neighbours, least=1)
    check_range("meadow", "copies", copies, least=0, most=1)
    check_range("meadow", "draft", draft, least=0, most=1)
    if window_hours is not None:
        check_range("meadow", "window_hours", window_hours, least=0)
    window = math.inf if window_hours is None else window_hours * _SECONDS_PER_HOUR
    return Meadow(background, Settings(copies, draft, Loom(Bond(threshold, caution), neighbours), window))
