"""Stories found against gold, in streams shaped like news: `python -m benchmarks.tracking [draws]`.

Two tables. The first: `meadow` as it is, and `cidr`, scikit-learn's TF·IDF in a single pass and in average link, whose
thresholds are chosen on the *other* collections. The second: the threshold of `meadow` chosen the same way.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from statistics import fmean

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer

from benchmarks._news_streams import Collection, Stream, collections
from meadow.lab.evaluate.clustering import compare
from meadow.model import Document
from meadow.pipeline import make_tracker
from meadow.tracking.batch import average_link
from meadow.tracking.tracker import find_stories

Labels = Sequence[object]
# What is the same for every threshold is done once: documents give a function from a threshold to labels.
Method = Callable[[list[Document]], Callable[[float], Labels]]
Values = Mapping[str, float]

_SHAPES = ("dense", "shuffled", "power law", "one of each", "five of five", "one source")
_APART = ("one of each", "five of five")
_CUTS = tuple(round(0.02 * step, 2) for step in range(2, 20))
_THRESHOLDS = (0.12, 0.14, 0.16, 0.18, 0.2)
# The whole of the headlines takes a dense method's memory; beyond this only trackers are run.
_LARGEST = 2_000


def main() -> None:
    """Print the mean value by collection, method and shape; then what choosing a threshold elsewhere gives."""
    draws = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    streams = {
        name: [stream for each in own for stream in streams_of(each, draws)] for name, own in collections().items()
    }
    print("B-cubed F; for one of each and five of five the share of documents that stay alone\n")
    print(f"{'collection':<11} {'method':<34} " + " ".join(f"{shape:>12}" for shape in _SHAPES))
    tuned: dict[str, Method] = {"average link, cut from elsewhere": _cut, "single pass, from elsewhere": _passed}
    scores = {method: _scores(streams, call, _CUTS) for method, call in tuned.items()}
    for name, own in streams.items():
        for tracker in ("meadow()", "cidr"):
            _print(name, tracker, values_by_shape(own, partial(tracked_by, tracker), [0.0])[0.0])
        for method in tuned:
            best = _best_elsewhere(scores[method], name)
            _print(name, f"{method} ({best:g})", scores[method][name][best])
    print()
    own_scores = _scores(streams, partial(tracked_by, "meadow(threshold={})"), _THRESHOLDS)
    for name in streams:
        best = _best_elsewhere(own_scores, name)
        _print(name, f"meadow(threshold={best:g}), elsewhere", own_scores[name][best])


def streams_of(given: Collection, draws: int) -> Iterator[Stream]:
    """Iterate over the streams that a collection gives: dense, shuffled, by a power law, of strangers and by source."""
    yield given.dense()
    yield from given.shuffled(min(draws, 3))
    if len(set(given.gold.values())) >= 10:
        yield from given.power_law(draws)
        yield from given.singles(min(draws, 5))
        yield from given.fives(2 * draws)
    yield from given.by_source()


def _scores(
    streams: Mapping[str, list[Stream]], method: Method, grid: Sequence[float]
) -> dict[str, dict[float, Values]]:
    return {name: values_by_shape(own, method, grid) for name, own in streams.items()}


def values_by_shape(streams: Sequence[Stream], method: Method, grid: Sequence[float]) -> dict[float, Values]:
    """Return for each threshold the mean value of each shape."""
    found: dict[float, dict[str, list[float]]] = {at: {} for at in grid}
    for stream in streams:
        label = method(stream.documents)
        for at in grid:
            if labels := label(at):
                found[at].setdefault(stream.shape, []).append(stream_value(stream, labels))
    return {at: {shape: fmean(values) for shape, values in own.items()} for at, own in found.items()}


def stream_value(stream: Stream, labels: Labels) -> float:
    """Return B-cubed F, or the share of documents that stay alone where all should."""
    if stream.shape in _APART:
        counts = Counter(labels)
        return fmean(counts[label] == 1 for label in labels)
    return float(compare(list(labels), stream.gold).bcubed_f)


def _best_elsewhere(scores: Mapping[str, Mapping[float, Values]], name: str) -> float:
    """Return the setting with the best mean F, of dense and power-law streams alike, on the other collections."""
    others = [own for other, own in scores.items() if other not in (name, "sample")]
    grid = next(iter(scores.values()))
    return max(
        grid, key=lambda at: fmean(own[at][shape] for own in others for shape in _SHAPES[::2][:2] if shape in own[at])
    )


def _print(name: str, method: str, values: Values) -> None:
    cells = (f"{values[shape]:12.3f}" if shape in values else " " * 12 for shape in _SHAPES)
    print(f"{name:<11} {method:<34} " + " ".join(cells), flush=True)


def tracked_by(tracker: str, documents: list[Document]) -> Callable[[float], Labels]:
    """Return what labels documents with the stories that a tracker finds at a threshold."""

    def label(threshold: float) -> Labels:
        stories = find_stories(make_tracker(tracker.format(threshold)), documents)
        found = {each: story.id for story in stories for each in story.document_ids}
        return [found[document.id] for document in documents]

    return label


def _cut(documents: list[Document]) -> Callable[[float], Labels]:
    return average_link(documents).cut if len(documents) <= _LARGEST else lambda _: ()


def _passed(documents: list[Document]) -> Callable[[float], Labels]:
    texts = [f"{document.title or ''}\n{document.text}" for document in documents]
    rows = TfidfVectorizer(sublinear_tf=True).fit_transform(texts).tocsr()
    return partial(_single_pass, rows)


def _single_pass(rows: object, threshold: float) -> list[int]:
    """Return labels of a plain single pass: each row joins the centroid of the highest cosine, or founds one."""
    starts, terms, values = rows.indptr, rows.indices, rows.data  # type: ignore[attr-defined]
    sums, squares, labels = np.zeros((rows.shape[1], 256)), np.ones(256), []  # type: ignore[attr-defined]
    known = 0
    for begin, end in pairwise(starts):
        own, weights = terms[begin:end], values[begin:end]
        close = weights @ sums[own, :known] / np.sqrt(squares[:known])
        label = int(close.argmax()) if known and close.max() >= threshold else known
        if label == sums.shape[1]:
            sums, squares = np.hstack([sums, np.zeros_like(sums)]), np.concatenate([squares, np.ones_like(squares)])
        before = float(squares[label]) if label < known else 0.0
        squares[label] = max(before + 2.0 * float(weights @ sums[own, label]) + float(weights @ weights), 1e-12)
        sums[own, label] += weights
        known = max(known, label + 1)
        labels.append(label)
    return labels


if __name__ == "__main__":
    main()
