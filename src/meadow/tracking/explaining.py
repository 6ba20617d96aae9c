"""Why each document is in its story: what it shares with the others there, and which other story comes closest.

Source: our own. Nothing of a tracker's state is read: its formula is applied anew to the documents and the finished stories.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from meadow.kernels.postings_rows import Flags, Longs
from meadow.model import Assignment, Document, FloatArray, LinkStep, Reason, SharedTerm
from meadow.tracking.spelling import Mentions, mentions_of, shared_days

_SECONDS_PER_DAY = 86_400.0
_BLOCK = 512
# More terms than these say little: they are sorted by what they add.
_MOST_SHARED = 20


@dataclass(frozen=True, slots=True, eq=False)
class Vectors:
    """Documents as rows of weights: what each asks of a story with, and what it adds to the mean that stands for one.

    The similarity with a story is the product of the two. A mean loses its terms of `keep_over` or less, save the
    `keep_at_least` heaviest, and is brought to length one where `unit` says so. Similarity halves over `half_life` seconds.
    """

    asking: sparse.csr_array
    adding: sparse.csr_array
    names: Sequence[str]
    unit: bool = False
    keep_over: float = 0.0
    keep_at_least: int = 0
    half_life: float = np.inf

    def mean(self, weights: FloatArray) -> FloatArray:
        """Return a mean of rows as similarities use it; each row of a matrix is a mean."""
        keep = weights > self.keep_over
        if self.keep_at_least:
            order = np.argsort(-weights, axis=-1, kind="stable")
            np.put_along_axis(keep, order[..., : self.keep_at_least], values=True, axis=-1)
        cut = np.where(keep, weights, 0.0)
        lengths = np.linalg.norm(cut, axis=-1, keepdims=True) if self.unit else np.ones((*cut.shape[:-1], 1))
        made: FloatArray = cut / np.where(lengths > 0, lengths, 1.0)
        return made

    def kept(self, seconds: FloatArray) -> FloatArray:
        """Return which part of a similarity is left over a gap; no gap is known where there is no date."""
        left: FloatArray = 1.0 / (1.0 + np.maximum(np.nan_to_num(seconds), 0.0) / self.half_life)
        return left


@dataclass(frozen=True, slots=True, eq=False)
class Members:
    """The documents of one story: their rows, and when each was published, in seconds; NaN is no date."""

    rows: Longs
    times: FloatArray


def explain(
    documents: Sequence[Document],
    log: Sequence[Assignment],
    vectors: Vectors,
    steps: Mapping[str, Sequence[LinkStep]],
) -> list[Reason]:
    """Return the reason of each document, in the order given; `steps` are the tracker's decisions by document."""
    stories = _members(documents, log)
    mentions = [mentions_of(document) for document in documents]
    closest = list(_next_best(vectors, log, stories))
    reasons: dict[int, Reason] = {}
    for story_id, members in stories.items():
        days = shared_days([mentions[row] for row in members.rows.tolist()])
        columns, added = _contributions(vectors, members)
        for index, row in enumerate(members.rows.tolist()):
            alone = len(members.rows) == 1
            rival, similarity = closest[row]
            shared = _shared(columns, added[index], vectors, mentions[row])
            reasons[row] = Reason(
                log[row].document_id, story_id, log[row].opened, None if alone else float(added[index].sum()),
                steps=tuple(steps.get(log[row].document_id, ())), shared=tuple(shared),
                days=tuple(days[index]), days_apart=_apart(members, index), next_story=rival, next_score=similarity,
            )  # fmt: skip
    return [reasons[row] for row in range(len(documents))]


def _members(documents: Sequence[Document], log: Sequence[Assignment]) -> dict[str, Members]:
    rows: dict[str, list[int]] = {}
    for row, assignment in enumerate(log):
        rows.setdefault(assignment.story_id, []).append(row)
    times = np.array([np.nan if each.published is None else each.published.timestamp() for each in documents])
    return {
        story_id: Members(np.array(story_rows, np.int64), times[story_rows]) for story_id, story_rows in rows.items()
    }


def _contributions(vectors: Vectors, members: Members) -> tuple[Longs, FloatArray]:
    """Return the terms of a story, and for each of its documents what each adds to the similarity with the others."""
    adding = vectors.adding[members.rows]
    columns = np.unique(adding.indices).astype(np.int64)
    local = np.asarray(adding[:, columns].todense())
    others = np.maximum(local.sum(axis=0) - local, 0.0) / max(1, len(members.rows) - 1)
    asked = np.asarray(vectors.asking[members.rows][:, columns].todense())
    gaps = np.array([_gap(members, index) for index in range(len(members.rows))])
    return columns, asked * vectors.mean(others) * vectors.kept(gaps)[:, None]


def _shared(columns: Longs, weights: FloatArray, vectors: Vectors, mentions: Mentions) -> Iterator[SharedTerm]:
    order = np.lexsort((columns, -weights))[:_MOST_SHARED]
    for index in order[weights[order] > 0].tolist():
        name = vectors.names[int(columns[index])]
        text, kind = mentions.spelled(name)
        yield SharedTerm(name, text, kind, float(weights[index]))


def _next_best(
    vectors: Vectors, log: Sequence[Assignment], stories: Mapping[str, Members]
) -> Iterator[tuple[str | None, float | None]]:
    """Yield for each document the story beside its own that it is most similar to, and how much."""
    ids = list(stories)
    column_of = {story_id: column for column, story_id in enumerate(ids)}
    means = _story_means(vectors, list(stories.values()))
    first, last = (np.array([_edge(each.times, least) for each in stories.values()]) for least in (True, False))
    times = np.concatenate([each.times for each in stories.values()])
    rows = np.concatenate([each.rows for each in stories.values()])
    when = np.empty(len(rows))
    when[rows] = times
    for start in range(0, len(log), _BLOCK):
        values = np.asarray((vectors.asking[start : start + _BLOCK] @ means.T).todense())
        now = when[start : start + _BLOCK, None]
        values *= vectors.kept(np.fmax(first[None, :] - now, now - last[None, :]))
        for assignment, similarities in zip(log[start : start + _BLOCK], values, strict=True):
            similarities[column_of[assignment.story_id]] = 0.0
            best = int(np.argmax(similarities))
            yield (ids[best], float(similarities[best])) if similarities[best] > 0 else (None, None)


def _story_means(vectors: Vectors, stories: Sequence[Members]) -> sparse.csr_array:
    """Return a row per story: the mean of its documents."""
    parts = []
    for members in stories:
        adding = vectors.adding[members.rows]
        columns = np.unique(adding.indices)
        mean = vectors.mean(np.asarray(adding[:, columns].sum(axis=0)).ravel() / len(members.rows))
        parts.append((columns, mean))
    ends = np.cumsum([0, *(len(columns) for columns, _ in parts)])
    data, indices = (np.concatenate([part[at] for part in parts]) for at in (1, 0))
    return sparse.csr_array((data, indices, ends), shape=(len(stories), vectors.adding.shape[1]))


def _edge(times: FloatArray, least: bool) -> float:
    known: Flags = ~np.isnan(times)
    if not known.any():
        return float("nan")
    return float(times[known].min() if least else times[known].max())


def _gap(members: Members, index: int) -> float:
    """Return the seconds between a document and the nearest other one of its story; NaN where dates are missing."""
    if len(members.times) == 1:
        return float("nan")
    others = np.delete(members.times, index)
    gaps = np.abs(others - members.times[index])
    return float(np.nanmin(gaps)) if (~np.isnan(gaps)).any() else float("nan")


def _apart(members: Members, index: int) -> float | None:
    gap = _gap(members, index)
    return None if np.isnan(gap) else gap / _SECONDS_PER_DAY
