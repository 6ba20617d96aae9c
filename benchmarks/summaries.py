"""Stories summarized per second, beside TF-IDF by scikit-learn and numpy: `python -m benchmarks.summaries`.

The peer is what one writes oneself: TF-IDF rows, centroid scores and a greedy choice that skips what is too close. It
takes the very sentences that we split, so that both are measured from sentences to extract; ours is also printed from raw
text. Growth is measured on one story made larger by copying its documents under new ids.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer

from benchmarks._measuring import best_seconds, shared_rows
from meadow.model import Document
from meadow.pipeline import summarize_view
from meadow.presets import choose_preset
from meadow.select.budget import make_budget
from meadow.vectors.view import StoryView, view_documents

_SENTENCES = 10


def main() -> None:
    """Print stories per second and the growth of time with the size of a story."""
    rows = [row for row in shared_rows("multiling2011", "docs.jsonl.gz") if row["lang"] == "en"]
    if not rows:
        return
    stories: dict[str, list[Document]] = {}
    for row in rows:
        stories.setdefault(row["cluster"], []).append(Document(row["id"], text=row["text"], language="en"))
    views = [view_documents(documents) for documents in stories.values()]
    size = sum(len(view) for view in views) / len(views)
    print(f"{len(views)} stories of 10 documents, {size:.0f} sentences on average; {_SENTENCES} sentences each")
    ours = len(views) / best_seconds(lambda: [_summarize(_fresh(view)) for view in views])
    raw = len(views) / best_seconds(lambda: [_summarize(view_documents(own)) for own in stories.values()])
    peer = len(views) / best_seconds(lambda: [_by_hand([s.text for s in view.sentences]) for view in views])
    print(f"  meadow, sentences to extract   {ours:8.1f} stories/s")
    print(f"  scikit-learn + numpy           {peer:8.1f} stories/s    meadow ÷ peer {ours / peer:.2f} ×")
    print(f"  meadow, raw text to extract    {raw:8.1f} stories/s")
    _growth(next(iter(stories.values())))


def _growth(documents: list[Document]) -> None:
    points = []
    for copies in (1, 10, 100):
        many = [replace(each, id=f"{each.id}-{n}") for n in range(copies) for each in documents]
        view = view_documents(many)
        seconds = best_seconds(lambda view=view: _summarize(_fresh(view)), rounds=2)  # type: ignore[misc]
        points.append((len(view), seconds))
        print(f"  {len(view):7d} sentences  {seconds:8.3f} s")
    (small, first), (large, last) = points[0], points[-1]
    print(f"  growth exponent {math.log(last / first) / math.log(large / small):.2f}")


def _fresh(view: StoryView) -> StoryView:
    """Return the view without the counts it has made, so that every round counts anew."""
    return replace(view, _read={}, _made={})


def _summarize(view: StoryView) -> object:
    return summarize_view(view, preset=choose_preset("mead"), budget=make_budget(sentences=_SENTENCES))


def _by_hand(sentences: list[str]) -> list[int]:
    rows = TfidfVectorizer(stop_words="english").fit_transform(sentences)
    centroid = np.asarray(rows.mean(axis=0)).ravel()
    scores = rows @ centroid
    chosen: list[int] = []
    closest = np.zeros(len(sentences))
    for row in np.argsort(-scores):
        if closest[row] < 0.7:
            chosen.append(int(row))
            closest = np.maximum(closest, (rows @ rows[row].T).toarray().ravel())
        if len(chosen) == _SENTENCES:
            break
    return sorted(chosen)


if __name__ == "__main__":
    main()
