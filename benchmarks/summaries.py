"""Stories summarized per second, beside summa, lexrank, sumy and scikit-learn + numpy: `python -m benchmarks.summaries`.

All of them get the very sentences that we split, so that everyone is measured from sentences to extract, ten sentences from
each; ours is also printed from raw text. "Warm" means that the vocabulary has been seen, "cold" that it is empty; kernels
are compiled either way. What is measured is the extract alone: who else says a sentence, near-copies and disagreements,
which no peer looks for, are printed apart. Growth is measured on one story made larger by copying its documents under new
ids.
"""

from __future__ import annotations

import math
import resource
import sys
import tracemalloc
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer

from benchmarks._measuring import best_seconds, shared_rows
from meadow.kernels.loading import load_kernels
from meadow.model import Document
from meadow.pipeline import summarize_view
from meadow.presets import choose_preset
from meadow.select.budget import make_budget
from meadow.vectors import vocabulary
from meadow.vectors.view import StoryView, view_documents

_SENTENCES = 10
_OURS = ("meadow", "mead", "lexrank+mmr", "centroid+mmr")
_SPECS = {"lexrank+mmr": ("lexrank", "mmr"), "centroid+mmr": ("centroid", "mmr")}


def main() -> None:
    """Print stories per second with the ratio to each peer, and how time and memory grow with the size of a story."""
    rows = [row for row in shared_rows("multiling2011", "docs.jsonl.gz") if row["lang"] == "en"]
    if not rows:
        return
    stories: dict[str, list[Document]] = {}
    for row in rows:
        stories.setdefault(row["cluster"], []).append(Document(row["id"], text=row["text"], language="en"))
    views = [view_documents(documents) for documents in stories.values()]
    size = sum(len(view) for view in views) / len(views)
    print(f"{len(views)} stories of 10 documents, {size:.0f} sentences on average; {_SENTENCES} sentences each")
    load_kernels()
    peers = _peers(views)
    for method in _OURS:
        rate = _rate(views, lambda view, method=method: _summarize(_fresh(view), method))  # type: ignore[misc]
        ratios = "  ".join(f"{rate / peer:6.1f} × {name}" for name, peer in peers.items())
        print(f"  meadow, {method:<14} {rate:8.1f} stories/s   {ratios}")
    cold = _rate(views, lambda view: _summarize(_fresh(view), "meadow"), before=_forget_words)
    print(f"  meadow, cold           {cold:8.1f} stories/s")
    raw = len(views) / best_seconds(lambda: [_summarize(view_documents(own), "meadow") for own in stories.values()])
    print(f"  meadow, raw text       {raw:8.1f} stories/s")
    whole = _rate(views, lambda view: _summarize(_fresh(view), "meadow", annotate=True))
    print(f"  meadow, with who else, near-copies, disagreements {whole:8.1f} stories/s")
    for name, rate in peers.items():
        print(f"  {name:<22} {rate:8.1f} stories/s")
    for method in ("meadow", "lexrank+mmr"):
        _growth(next(iter(stories.values())), method)


def _rate(
    views: Sequence[StoryView], job: Callable[[StoryView], object], *, before: Callable[[], None] | None = None
) -> float:
    def round_of_all() -> None:
        if before is not None:
            before()
        for view in views:
            job(view)

    return len(views) / best_seconds(round_of_all)


def _peers(views: Sequence[StoryView]) -> dict[str, float]:
    texts = [[sentence.text for sentence in view.sentences] for view in views]
    few = texts[:3]
    return {
        "sklearn+numpy": len(texts) / best_seconds(lambda: [_by_hand(each) for each in texts]),
        "summa": len(few) / best_seconds(lambda: [_by_summa(each) for each in few], rounds=2),
        "lexrank": len(few) / best_seconds(lambda: [_by_lexrank(each) for each in few], rounds=2),
        "sumy": len(few) / best_seconds(lambda: [_by_sumy(each) for each in few], rounds=2),
    }


def _growth(documents: list[Document], method: str) -> None:
    points = []
    for copies in (10, 30, 100):
        many = [replace(each, id=f"{each.id}-{n}") for n in range(copies) for each in documents]
        view = view_documents(many)
        seconds = best_seconds(lambda view=view: _summarize(_fresh(view), method), rounds=2)  # type: ignore[misc]
        tracemalloc.start()
        _summarize(_fresh(view), method)
        peak = tracemalloc.get_traced_memory()[1] / 1e6
        tracemalloc.stop()
        points.append((len(view), seconds))
        print(
            f"  {method}: {len(many):5d} documents, {len(view):6d} sentences  {seconds:8.3f} s  {peak:6.0f} MB allocated"
        )
    for (small, first), (large, last) in pairwise(points):
        print(f"  growth exponent {small} to {large}: {math.log(last / first) / math.log(large / small):.2f}")
    # Linux counts in kilobytes, macOS in bytes.
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)
    print(f"  peak memory of the process, peers included: {peak:.0f} MB")


def _forget_words() -> None:
    vocabulary._open.clear()


def _fresh(view: StoryView) -> StoryView:
    """Return the view without what it has kept, so that every round counts anew."""
    return replace(view, _read={}, _made={}, _kept={})


def _summarize(view: StoryView, method: str, *, annotate: bool = False) -> object:
    if method in _SPECS:
        rank, select = _SPECS[method]
        preset = choose_preset(rank=rank, select=select)
    else:
        preset = choose_preset(method)
    budget = make_budget(sentences=_SENTENCES)
    return summarize_view(view, preset.recipe(budget, annotate=annotate))


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


def _by_summa(sentences: list[str]) -> object:
    # It finds sentences by line breaks and full stops; a line for each comes closest to handing ours in.
    from summa import summarizer

    return summarizer.summarize("\n".join(sentences), words=250)


def _by_lexrank(sentences: list[str]) -> object:
    from lexrank import LexRank

    return LexRank([sentences]).get_summary(sentences, summary_size=_SENTENCES, threshold=0.1)


def _by_sumy(sentences: list[str]) -> object:
    from sumy.models.dom import ObjectDocumentModel, Paragraph, Sentence
    from sumy.summarizers.lex_rank import LexRankSummarizer

    class Words:
        def to_words(self, text: str) -> tuple[str, ...]:
            return tuple(text.split())

    document = ObjectDocumentModel([Paragraph([Sentence(text, Words()) for text in sentences])])
    return LexRankSummarizer()(document, _SENTENCES)


if __name__ == "__main__":
    main()
