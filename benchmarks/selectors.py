"""Selectors side by side, over the same scores: `python -m benchmarks.selectors`.

ROUGE-1 and ROUGE-2 F (google, stemmed), how much the sentences of a summary repeat each other (the largest R_s with another
sentence of the summary, its mean and its largest value, each averaged over stories), the share of the budget used, and
milliseconds of CPU time per story for the selector alone. Then the growth of time with the size of a story.
"""

# ruff: noqa: A005 - always imported as a module of this package, so it hides nothing
from __future__ import annotations

import sys
import time
import warnings
from dataclasses import replace

import numpy as np

from benchmarks._measuring import best_seconds, shared_rows
from meadow.lab.evaluate import rouge
from meadow.model import Document, Scores, Summary
from meadow.pipeline import summarize_view
from meadow.pipeline.presets import choose_preset
from meadow.rank import RANKERS
from meadow.registry import Method
from meadow.select import SELECTORS
from meadow.select.budget import RemainingBudget, make_budget
from meadow.vectors.products import overlaps_with
from meadow.vectors.view import StoryView, view_documents

_RANKERS = ("mix(centroid=1, position=2, first=1)", "tfidf")
_SELECTORS = (
    "top", "penalty", "distinct", "mmr", "mmr(first=0)", "ward", "submodular", "icsi", "icsi(blend=1)"
)  # fmt: skip
_GROWING = ("mmr", "mmr(first=0)", "ward", "submodular", "icsi(time_limit=2)")
_COPIES = (1, 10, 100)

Stories = tuple[dict[str, StoryView], dict[str, list[str]]]


def main() -> None:
    """Print the tables; other rankers may be named as arguments."""
    # The larger collection takes most of the time, and the first ranker tells the story.
    for name, words, usual in (("multiling2011", 250, _RANKERS), ("multi_news_100", 200, _RANKERS[:1])):
        stories = _load(name)
        for ranker in (sys.argv[1:] or usual) if stories[0] else ():
            print(f"{name} en, {words} words, rank {ranker}")
            print(f"  {'select':<16} ROUGE-1  ROUGE-2   R_s mean   largest   used   ms")
            for selector in _SELECTORS:
                print(f"  {selector:<16} {_line(stories, ranker, selector, words)}")
    _growth()


def _load(name: str) -> Stories:
    own: dict[str, list[Document]] = {}
    for row in shared_rows(name, "docs.jsonl.gz"):
        if row.get("lang", "en") == "en":
            document = Document(row["id"], title=row["title"] or None, text=row["text"], language="en")
            own.setdefault(row["cluster"], []).append(document)
    rows = shared_rows(name, "clusters.jsonl.gz") if own else ()
    references = {row["cluster"]: [each["text"] for each in row["references"]] for row in rows}
    return {cluster: view_documents(documents) for cluster, documents in own.items()}, references


def _line(stories: Stories, ranker: str, selector: str, words: int) -> str:
    views, references = stories
    clock = _Clock(SELECTORS.build(selector))
    SELECTORS.add("timed", clock, origin="benchmark")
    measured = []
    for cluster, view in views.items():
        preset = choose_preset("mead", rank=ranker, select="timed")
        summary = summarize_view(view, preset.recipe(make_budget(words=words)))
        found = rouge.score(summary.text, references[cluster], metrics=("rouge1", "rouge2"), dialect="google")
        repeated = _repetition(view, summary)
        used = len(summary.text.split()) / words
        measured.append([found["rouge1"].f, found["rouge2"].f, repeated.mean(), repeated.max(initial=0.0), used])
    one, two, mean, most, used = np.mean(measured, axis=0)
    return f"{one:7.4f}  {two:7.4f}   {mean:8.3f}   {most:7.3f}   {used:.2f}   {1000 * clock.seconds / len(views):5.1f}"


class _Clock:
    """A selector, and the CPU time that it has taken so far."""

    def __init__(self, selector: Method) -> None:
        self.selector = selector
        self.seconds = 0.0

    def __call__(self, view: StoryView, scores: Scores, budget: RemainingBudget) -> tuple[int, ...]:
        start = time.process_time()
        chosen: tuple[int, ...] = self.selector(view, scores, budget)
        self.seconds += time.process_time() - start
        return chosen


def _repetition(view: StoryView, summary: Summary) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return for each sentence of a summary its largest R_s with another one, 0 for one that stands alone."""
    row_of = {sentence.ref: row for row, sentence in enumerate(view.sentences)}
    rows = [row_of[pick.ref] for pick in summary.picks]
    if len(rows) < 2:
        return np.zeros(1)
    counts = view.counts("words")
    overlaps = np.array([overlaps_with(counts.matrix, counts.lengths, row)[rows] for row in rows])
    np.fill_diagonal(overlaps, 0.0)
    largest: np.ndarray[tuple[int], np.dtype[np.float64]] = overlaps.max(axis=1)
    return largest


def _growth() -> None:
    """Print how long selectors take as one story is made larger by copies of its documents under new ids."""
    rows = [row for row in shared_rows("multiling2011", "docs.jsonl.gz") if row["lang"] == "en"]
    documents = [
        Document(row["id"], text=row["text"], language="en") for row in rows if row["cluster"] == rows[0]["cluster"]
    ]
    for copies in _COPIES if documents else ():
        many = [replace(each, id=f"{each.id}-{copy}") for copy in range(copies) for each in documents]
        view = view_documents(many)
        scores: Scores = RANKERS.build(_RANKERS[0])(view)
        sizes = np.array([len(sentence.text.split()) for sentence in view.sentences], np.int32)
        budget = RemainingBudget("words", 250, sizes, np.ones(len(view), np.bool_))
        times = [f"{name} {_milliseconds(name, view, scores, budget):.1f} ms" for name in _GROWING]
        print(f"  {len(view):6d} sentences: {', '.join(times)}")


def _milliseconds(name: str, view: StoryView, scores: Scores, budget: RemainingBudget) -> float:
    selector = SELECTORS.build(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a time-out is a figure here, not a finding
        return 1000 * best_seconds(lambda: selector(view, scores, budget), rounds=2)


if __name__ == "__main__":
    main()
