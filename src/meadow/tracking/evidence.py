"""Stories by evidence: a document joins what it shares enough rare words with, whatever else is in the stream.

Source: our own; single-pass clustering by mean similarity, then average linkage over what it found (`second_look`).

A document joins the cluster with whose documents it has the highest mean similarity, if that reaches the threshold, and
with it the cluster's story. Otherwise it opens one of its own. Similarity is the product of weighted terms (`weighing`),
and fades with the time between the document and the cluster's last one. Now and then, and at the end, there is a second
look at all open clusters. What it changes is told as events: stories merge and split, and the log of assignments is never
rewritten. A cluster that nothing has joined for a number of documents closes, so memory and cost stay bounded.
Stories stay within a language.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse

from meadow.errors import UnknownNameError, check_range
from meadow.kernels.loops import sparse as loops
from meadow.kernels.loops.types import run
from meadow.kernels.postings import Postings
from meadow.kernels.postings_rows import Longs, Rows, Rules, State, pack, unpack, unpack_state
from meadow.model import Assignment, CentroidTerm, Document, FloatArray, IntArray, Reason, StoryEvent
from meadow.text.background import Background
from meadow.tracking.actors import Actors, find_actors
from meadow.tracking.deciding import decide
from meadow.tracking.events import Cluster, event_value, moves, numbered, read_event, rename
from meadow.tracking.gathering import Fading, Near, Spans, SummedRows
from meadow.tracking.second_look import LONGEST_PAUSE, Look, Thresholds, look_again
from meadow.tracking.terms import FADE_EVERY, texts_and_languages
from meadow.tracking.tracker import Snapshot, check_stamp, stamp
from meadow.tracking.weighing import TITLES, StreamLook, Weighing, WeightedRows, reweighed

_BATCH = 1_024
LEAST_BETWEEN = 32
_SECONDS_PER_HOUR = 3600.0
# A document that shares this part of itself with a cluster is nearly a copy of the reports there.
_COPIES = 0.7
# A term that one document in many holds is dropped from its cluster; a weight in a document is seldom under a hundredth.
_KEEP_OVER = 0.001
# Two documents alone must have a third more in common than many pairs of documents on average; two clusters of three, which
# have nine pairs, a sixth more of their cohesion than two of many.
_FEW_ALIKE = 1 / 3
_FEW_JOIN = 1.5
# A document remembers so many runs that were near it when it came, from this part of the threshold on: weights change
# as stories become known, and the second look measures anew.
_NEAR = 5
_NEAR_FROM = 0.5
# Up to this many open runs, a look first draws the stories that say how many use a word; with more, those of before do.
_DRAWN_TWICE = 4_000


@dataclass(frozen=True, slots=True)
class Settings:
    """What makes clusters and stories, how fast evidence fades, and for how many documents and hours a cluster is open."""

    thresholds: Thresholds
    half_life: float
    window_documents: int
    window_hours: float | None

    @property
    def rules(self) -> Rules:
        """When a document joins a cluster; the time of a stream is the number of its documents."""
        return Rules(
            _COPIES,
            keep_over=_KEEP_OVER,
            window=self.window_documents,
            mean=True,
            # After a pause that divides a story not even a copy joins a run.
            half_life=min(self.half_life, _COPIES / (1.0 - _COPIES) * LONGEST_PAUSE),
            reach=self.fading.reach,
            near=_NEAR,
            near_from=_NEAR_FROM * self.thresholds.alike,
        )

    @property
    def fading(self) -> Fading:
        """How time between documents weakens evidence."""
        reach = math.inf if self.window_hours is None else self.window_hours * _SECONDS_PER_HOUR
        return Fading(self.half_life, reach)


class Drawn(NamedTuple):
    """Stories of open runs: for each run the first run of its story, its documents' ids, and where its terms end."""

    stories: Longs
    documents: list[list[str]]
    ends: Longs
    terms: IntArray


class EvidenceTracker:
    """The tracker's state: open clusters, what terms weigh, and events not yet taken."""

    def __init__(self, background: Background | None, settings: Settings) -> None:
        self._settings = settings
        self._background = background
        self._stamped = {**asdict(settings), "background": None if background is None else background.name}
        self._weighing = Weighing(background)
        self._postings = Postings(settings.rules)
        self._clusters: dict[int, Cluster] = {}
        self._near: list[Longs] = []
        self._events: list[StoryEvent] = []
        self._seen, self._looked, self._due = 0, 0, LEAST_BETWEEN

    @property
    def settings(self) -> Settings:
        """What makes clusters and stories, and for how long a cluster is open."""
        return self._settings

    def step(self, document: Document) -> Assignment:
        """Return which story the document joins or opens for now, and remember it."""
        (assignment,) = self._follow([document])
        return assignment

    def iter_steps(self, documents: Iterable[Document]) -> Iterator[Assignment]:
        """Iterate over the assignments of many documents: the same as step by step, in batches and so much faster."""
        if isinstance(documents, Sequence):
            # Of others it would be found twice.
            with_language = [each for each in documents if each.language is not None]
            self._weighing.terms.expect(*texts_and_languages(with_language, titles=TITLES))
        rest = iter(documents)
        while batch := list(islice(rest, min(_BATCH, self._weighing.terms.until_fading, self._due - self._seen))):
            yield from self._follow(batch)

    def take_events(self) -> tuple[StoryEvent, ...]:
        """Return the events since they were last taken, in order."""
        taken, self._events = tuple(self._events), []
        return taken

    def finish(self) -> tuple[StoryEvent, ...]:
        """Look again at what has come since the last time, and return the events that are left."""
        if self._seen > self._looked:
            self.look()
        return self.take_events()

    def centroid(self, story_id: str) -> list[CentroidTerm]:
        """Return the story's centroid table, heaviest first (M3), over its open clusters: mean occurrences, and IDF."""
        counts: Counter[int] = Counter()
        documents = 0
        for number, cluster in self._clusters.items():
            centroid = self._postings.centroid(number) if cluster.story_id == story_id else None
            if centroid is not None:
                documents += centroid.documents
                counts.update(dict(zip(centroid.terms.tolist(), centroid.counts.tolist(), strict=True)))
        if documents == 0:
            known = {cluster.story_id for cluster in self._clusters.values()}
            raise UnknownNameError("open story", story_id, known, advice="A story closes after the window.")
        names = self._weighing.terms.names(np.array(list(counts), np.int32))
        rows = [
            CentroidTerm(name, count / documents, float(self._weighing.idf[term]))
            for name, (term, count) in zip(names, counts.items(), strict=True)
        ]
        return sorted(rows, key=lambda row: (-row.weight, row.term))

    def explain(self, documents: Sequence[Document], log: Sequence[Assignment]) -> list[Reason]:
        """Return why each document is in the story that the log ends in, by this tracker's settings."""
        from meadow.tracking.explaining_evidence import explain_evidence

        settings = self._settings
        return explain_evidence(documents, log, self._background, settings.thresholds, half_life=settings.half_life)

    def weigh(self, documents: Sequence[Document]) -> tuple[WeightedRows, tuple[str, ...]]:
        """Return documents as rows of what their terms weigh by now, with the terms' names; for the end of a stream."""
        if not documents:
            return WeightedRows(np.zeros(1, np.int64), np.zeros(0, np.int32), np.zeros(0), np.zeros(0)), ()
        ends, terms, counts, weights = self._weighing.rows(documents)
        used, places = np.unique(terms, return_inverse=True)
        names = tuple(self._weighing.terms.names(used))
        return WeightedRows(ends, places.astype(np.int32), counts, weights), names

    @property
    def weighing(self) -> Weighing:
        """The terms of the stream and what they weigh."""
        return self._weighing

    def snapshot(self) -> dict[str, Any]:
        """Return the whole state as JSON data."""
        return {
            **stamp("meadow", self._stamped),
            "postings": self._postings.state().packed(),
            "clusters": [[number, asdict(cluster)] for number, cluster in self._clusters.items()],
            "near": pack(self._all_near()),
            "events": [event_value(event) for event in self._events],
            "counts": [self._seen, self._looked, self._due],
            "weighing": self._weighing.snapshot(),
        }

    def restore(self, snapshot: Snapshot) -> None:
        """Take over a state; from then on this tracker answers as the one that made it would have."""
        check_stamp(snapshot, "meadow", self._stamped)
        self._weighing.restore(snapshot["weighing"])
        self._postings = Postings(self._settings.rules, unpack_state(snapshot["postings"]))
        self._clusters = {
            number: Cluster(**{**fields, "documents": [*fields["documents"]]})
            for number, fields in snapshot["clusters"]
        }
        self._near = [unpack(snapshot["near"], "<i8").reshape(-1, 2)]
        self._events = [read_event(each) for each in snapshot["events"]]
        self._seen, self._looked, self._due = snapshot["counts"]

    def _follow(self, documents: Sequence[Document]) -> list[Assignment]:
        """Return the assignments of documents that come one after the other; look again and fade where that is due."""
        assignments, _ = self.take(documents, np.arange(self._seen, self._seen + len(documents)))
        if self._seen >= self._due:
            self.look()
        if self._weighing.terms.until_fading == FADE_EVERY:
            self._fade()
        return assignments

    def take(self, documents: Sequence[Document], places: Longs) -> tuple[list[Assignment], Longs]:
        """Return the assignments and the runs of documents with these places in a stream, without looking again."""
        texts, languages = texts_and_languages(documents, titles=TITLES)
        ends, terms, counts, weights = self._weighing.rows_of(texts, languages)
        dates = np.array([_date(document) for document in documents])
        alone = np.zeros(len(documents), np.bool_)
        rows = Rows(ends, terms, counts, weights, weights, places.astype(np.float64), alone, dates)
        self._seen += len(documents)
        followed = self._postings.follow(rows)
        # The postings tell which part of a document a cluster shares; the whole is its product with itself.
        whole = np.bincount(np.repeat(np.arange(len(documents)), np.diff(ends)), weights**2, minlength=len(documents))
        followed = followed._replace(similarities=followed.similarities * whole)
        beside = np.repeat(followed.stories, np.diff(followed.near_ends))
        self._near.append(np.stack([beside, followed.near], axis=1))
        identities = zip((document.id for document in documents), languages, dates.tolist(), strict=True)
        answers = zip(*(part.tolist() for part in followed[:4]), strict=True)
        assignments = [self._assign(*each, *answer) for each, answer in zip(identities, answers, strict=True)]
        return assignments, followed.stories

    def _assign(
        self, document_id: str, language: str, date: float, number: int, similarity: float, opened: bool, closest: int
    ) -> Assignment:
        if not opened:
            cluster = self._clusters[number]
            cluster.add(document_id, date)
            return Assignment(document_id, cluster.story_id, similarity, opened=False)
        near = self._clusters.get(closest)
        alone = similarity < self._settings.thresholds.alike_of(1 if near is None else len(near.documents))
        story_id = document_id if alone or near is None else near.story_id
        self._clusters[number] = Cluster(language, story_id, [document_id], date, date)
        return Assignment(document_id, story_id, similarity, alone)

    def look(self, beside: StreamLook | None = None) -> Drawn:
        """Look at all open clusters again, and note what changes; return the stories by which words are weighed for it.

        How many stories use a word is known only once there are stories, so few runs are drawn twice. A part of a stream is
        told what others bring to the look.
        """
        state = self._postings.state()
        if beside is not None:
            state = state.since(beside.after - 1.0 - self._settings.window_documents)
        self._close(state)
        clusters, near = list(self._clusters.values()), self._live_near(state.numbers)
        layout = self._layout(state)
        actors = self._actors(state, layout, near)
        few = (len(clusters) if beside is None else beside.runs) <= _DRAWN_TWICE
        story_ids = [each.story_id for each in clusters]
        drawn = self._drawn(state.weights, layout, actors, near).stories if few else numbered(story_ids)
        drawn = actors.counted(drawn)
        state = replace(state, weights=self._reweighed(state, drawn, beside))
        look = self._drawn(state.weights, layout, actors, near)
        self._postings = Postings(self._settings.rules, state)
        new = rename(clusters, look.stories.tolist())
        moved = moves(clusters, new)
        decided = decide(look, [each.run for each in moved], [each.beside for each in moved])
        self._events += [each.event(self._seen, why) for each, why in zip(moved, decided, strict=True)]
        for cluster, story_id in zip(clusters, new, strict=True):
            cluster.story_id = story_id
        self._looked = self._seen
        self._due = self._seen + max(LEAST_BETWEEN, len(self._clusters))
        return Drawn(drawn, [each.documents for each in clusters], state.ends, state.terms)

    def _all_near(self) -> Longs:
        """Return the runs that were near each other when documents came, as pairs of numbers."""
        self._near = [np.concatenate([np.zeros((0, 2), np.int64), *self._near])]
        return self._near[0]

    def _live_near(self, numbers: Longs) -> Near:
        """Return the pairs of open runs that were near each other, by their places, and forget the others."""
        pairs = self._all_near()
        places = np.searchsorted(numbers, pairs)
        known = (numbers[np.minimum(places, len(numbers) - 1)] == pairs).all(axis=1) & (pairs[:, 0] != pairs[:, 1])
        places = np.sort(places[known], axis=1)
        # Each pair as one number, so that it is found once.
        lower, higher = np.divmod(np.unique(places[:, 0] * len(numbers) + places[:, 1]), max(len(numbers), 1))
        self._near = [np.stack([numbers[lower], numbers[higher]], axis=1)]
        return Near(lower, higher)

    def _layout(self, state: State) -> SummedRows:
        """Return the open runs as rows of the places of their terms in the state, in order of terms."""
        width = int(state.terms.max(initial=-1)) + 1
        cells = (np.arange(len(state.terms)), state.terms.astype(np.int64), state.ends)
        places = sparse.csr_array(cells, shape=(len(state.numbers), width))
        places.sort_indices()
        dates = np.array([(each.first, each.last) for each in self._clusters.values()]).reshape(-1, 2)
        return SummedRows(places, state.documents.astype(np.float64), Spans(*dates.T.copy()))

    def _actors(self, state: State, layout: SummedRows, near: Near) -> Actors:
        """Return how far common words may be trusted beside the names of actors."""
        rows = layout.filled(self._weighing.by_background(state))
        languages = [each.language for each in self._clusters.values()]
        return find_actors(rows, near, languages, self._weighing.kinds())

    def _drawn(self, weights: FloatArray, layout: SummedRows, actors: Actors, near: Near) -> Look:
        """Return the stories of open runs, whose words weigh what they are trusted for."""
        thresholds, fading = self._settings.thresholds, self._settings.fading
        rows = actors.weakened(layout.filled(weights), fading, thresholds.alike)
        return look_again(rows, near, thresholds, fading)

    def _reweighed(self, state: State, stories: Longs, beside: StreamLook | None) -> FloatArray:
        """Return the clusters' weights after looking at how many stories use each term."""
        holders = self._holders(state, stories)
        languages = [cluster.language for cluster in self._clusters.values()]
        counted = Counter(languages[first] for first in np.unique(stories).tolist())
        factors = self._weighing.learn(holders, counted, beside)
        return reweighed(state.weights, state.ends, state.documents.astype(np.float64), factors[state.terms])

    def _holders(self, state: State, stories: Longs) -> Longs:
        """Return how many stories use each term."""
        width = len(self._weighing.idf)
        holders, stamps = np.zeros(width, np.int64), np.full(width, -1)
        run(loops.count_holders, state.ends, state.terms, np.argsort(stories, kind="stable"), stories, stamps, holders)
        return holders

    def _close(self, state: State) -> None:
        """Forget the clusters that are over, and tell which stories are over with them."""
        live = set(state.numbers.tolist())
        before = dict.fromkeys(cluster.story_id for cluster in self._clusters.values())
        self._clusters = {number: cluster for number, cluster in self._clusters.items() if number in live}
        left = {cluster.story_id for cluster in self._clusters.values()}
        self._events += [StoryEvent("close", each, self._seen) for each in before if each not in left]

    def _fade(self) -> None:
        """Forget the terms that no open cluster holds."""
        state = self._postings.state()
        self._postings = Postings(self._settings.rules, state.with_terms(self._weighing.fade(np.unique(state.terms))))


def _date(document: Document) -> float:
    return math.nan if document.published is None else document.published.timestamp()


def evidence(
    background: Background | None = None,
    *,
    threshold: float = 0.16,
    join: float = 0.45,
    stray: float = 0.35,
    half_life_days: float = 7300.0,
    window_documents: int = 20_000,
    window_hours: float | None = None,
) -> EvidenceTracker:
    """Return an empty tracker; two documents are alike from the threshold's similarity on, many pairs from 3/4 of it.

    Clusters of three documents or more make one story if the similarity between them is at least `join` of what holds
    each together; smaller ones join a story at `stray` of its cohesion. Time halves similarity. A cluster that nothing has
    joined for `window_documents`, or for `window_hours` if given, closes.
    """
    check_range("meadow", "threshold", threshold, least=0, most=1)
    check_range("meadow", "join", join, least=0)
    check_range("meadow", "stray", stray, least=0)
    check_range("meadow", "half_life_days", half_life_days, least=0)
    check_range("meadow", "window_documents", window_documents, least=1)
    if window_hours is not None:
        check_range("meadow", "window_hours", window_hours, least=0)
    thresholds = Thresholds(threshold / (1.0 + _FEW_ALIKE), join, stray, _FEW_ALIKE, _FEW_JOIN)
    half_life = max(half_life_days * 24.0 * _SECONDS_PER_HOUR, 1e-9)
    return EvidenceTracker(background, Settings(thresholds, half_life, window_documents, window_hours))
