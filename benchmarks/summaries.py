"""What a summary takes, beside scikit-learn + numpy, summa, lexrank and sumy: `python -m benchmarks.summaries`.

First the calls that a user makes, from documents in memory or from a file to a text of 100 words, the default beside the
fastest; the do-it-yourself peer is handed what we are handed and splits sentences with one pattern. Then the choice alone,
on the very sentences that we split, ten from each; "cold" means an empty vocabulary. Last, one story of more and more
different documents. A first call knows words, and nothing of the documents; again means that they were summarized before.
Kernels are compiled and loaded, and one thread works: `process_time` adds up the time of all.
"""

from __future__ import annotations

import json
import math
import re
import resource
import sys
import tracemalloc
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer

import meadow
from benchmarks._measuring import best_seconds, shared_rows
from meadow.model import Document
from meadow.pipeline import summarize_view
from meadow.pipeline.presets import choose_preset
from meadow.select.budget import make_budget
from meadow.vectors import vocabulary
from meadow.vectors.view import StoryView, view_documents

_SENTENCES = 10
_WORDS = 100
_TOO_SHORT = 5  # words: where no more are left, a summary is full
_SMALL_STORIES = 15
_OURS = ("meadow", "mead", "lexrank+mmr", "centroid+mmr")
_SPECS = {"lexrank+mmr": ("lexrank", "mmr"), "centroid+mmr": ("centroid", "mmr")}
_END = re.compile(r"(?<=[.!?])\s+")
_MANY = (100, 300, 1000)

Stories = Mapping[str, Sequence[Mapping[str, object]]]


def main() -> None:
    """Print what calls take with their ratios to peers, the choice alone, and how time and memory grow with a story."""
    large = _stories((row for row in shared_rows("multiling2011", "docs.jsonl.gz") if row["lang"] == "en"), 100)
    small = _stories(shared_rows("multi_news_100", "docs.jsonl.gz"), _SMALL_STORIES)
    if not large or not small:
        return
    for stories in (large, small):
        _calls(stories)
    _choices([view_documents(_documents(rows)) for rows in large.values()])
    for annotate in (True, False):
        _growth(annotate=annotate)


def _stories(rows: Iterable[Mapping[str, Any]], most: int) -> Stories:
    found: dict[str, list[Mapping[str, object]]] = {}
    for row in rows:
        kept = {"id": row["id"], "source": row.get("source"), "published": row.get("date"), "text": row["text"]}
        found.setdefault(row["cluster"], []).append(kept)
    return {name: found[name] for name in sorted(found)[:most]}


def _documents(rows: Sequence[Mapping[str, object]]) -> list[Document]:
    with TemporaryDirectory() as folder:
        return list(meadow.read(_saved(rows, Path(folder, "story.jsonl"))))


def _saved(rows: Sequence[Mapping[str, object]], path: Path) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def _calls(stories: Stories) -> None:
    """Print what whole calls take, from documents in memory and from files."""
    given = [_documents(rows) for rows in stories.values()]
    texts = [[document.text for document in documents] for documents in given]
    sizes = [len(documents) for documents in given], [sum(map(len, each)) / 1000 for each in texts]
    print(f"{len(given)} stories of {np.mean(sizes[0]):.1f} documents, {np.mean(sizes[1]):.0f} KB; {_WORDS} words each")
    with TemporaryDirectory() as folder:
        files = [_saved(rows, Path(folder, f"{name}.jsonl")) for name, rows in stories.items()]
        few = texts[:3]
        by_hand = _each(_text_by_hand, texts)
        rates = {
            "scikit-learn + numpy, documents to text": by_hand,
            "scikit-learn + numpy, file to text": _each(_file_by_hand, files),
            "summa, documents to text": _each(_text_by_summa, few, rounds=2),
            "meadow.summarize(documents), first call": _each(_default, given),
            "… the same documents again": _each(_default, given, again=True),
            "… again, at another length": _each(_longer, given, again=True),
            "meadow.summarize(documents, annotate=False), first": _each(_text_only, given),
            "… annotate=False, rank='centroid', select='mmr'": _each(_fastest, given),
            "meadow.summarize(meadow.read(file), annotate=False)": _each(
                lambda file: _text_only(meadow.read(file)), files
            ),
        }
    for name, rate in rates.items():
        print(f"  {name:<52}{rate:9.1f}/s  {rate / by_hand:7.2f} × scikit-learn + numpy")


def _each(job: Callable[[Any], object], items: Sequence[Any], *, rounds: int = 5, again: bool = False) -> float:
    return len(items) / best_seconds(lambda: [job(item) for item in items], rounds=rounds, again=again)


def _default(documents: Iterable[Document]) -> object:
    return meadow.summarize(documents, words=_WORDS)


def _longer(documents: Iterable[Document]) -> object:
    return meadow.summarize(documents, words=2 * _WORDS)


def _text_only(documents: Iterable[Document]) -> object:
    return meadow.summarize(documents, words=_WORDS, annotate=False)


def _fastest(documents: Iterable[Document]) -> object:
    return meadow.summarize(documents, words=_WORDS, annotate=False, rank="centroid", select="mmr")


def _text_by_hand(texts: Sequence[str]) -> str:
    sentences = [sentence for text in texts for sentence in _END.split(text) if sentence.strip()]
    return " ".join(sentences[row] for row in sorted(_by_hand(sentences, room=_WORDS)))


def _file_by_hand(path: Path) -> str:
    return _text_by_hand([json.loads(line)["text"] for line in path.read_text(encoding="utf-8").splitlines()])


def _text_by_summa(texts: Sequence[str]) -> object:
    from summa import summarizer

    return summarizer.summarize("\n".join(texts), words=_WORDS)


def _choices(views: Sequence[StoryView]) -> None:
    """Print the choice alone, of the sentences that we split."""
    size = sum(len(view) for view in views) / len(views)
    print(f"the choice alone: {size:.0f} sentences on average, {_SENTENCES} chosen")
    peers = _peers(views)
    for method in _OURS:
        rate = _rate(views, lambda view, method=method: _summarize(_fresh(view), method))  # type: ignore[misc]
        ratios = "  ".join(f"{rate / peer:6.1f} × {name}" for name, peer in peers.items())
        print(f"  meadow, {method:<14} {rate:8.1f} stories/s   {ratios}")
    cold = _rate(views, lambda view: _summarize(_fresh(view), "meadow"), before=_forget_words)
    print(f"  meadow, cold           {cold:8.1f} stories/s")
    for name, rate in peers.items():
        print(f"  {name:<22} {rate:8.1f} stories/s")


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


def _growth(*, annotate: bool) -> None:
    """Print what one story of more and more different documents takes, everything or the text alone."""
    rows = islice((row for row in shared_rows("scale", "reuters21578.jsonl.gz") if len(row["text"]) > 500), max(_MANY))
    every = [Document(f"r{number}", text=row["text"], language="en") for number, row in enumerate(rows)]
    points = []
    for count in _MANY if every else ():
        job = partial(meadow.summarize, every[:count], words=_WORDS, annotate=annotate)
        seconds = best_seconds(job, rounds=2)
        tracemalloc.start()
        job()
        peak = tracemalloc.get_traced_memory()[1] / 1e6
        tracemalloc.stop()
        points.append((count, seconds))
        what = "everything" if annotate else "text alone"
        print(f"  {what}: {count:5d} different documents as one story {seconds:8.3f} s  {peak:6.0f} MB allocated")
    for (few, first), (many, last) in pairwise(points):
        print(f"  growth exponent {few} to {many}: {math.log(last / first) / math.log(many / few):.2f}")
    # Linux counts in kilobytes, macOS in bytes.
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)
    print(f"  peak memory of the process, peers included: {peak:.0f} MB")


def _forget_words() -> None:
    vocabulary._open.clear()


def _fresh(view: StoryView) -> StoryView:
    """Return the view without what it has kept, so that every round counts anew."""
    return replace(view, _read={}, _made={}, _kept={})


def _summarize(view: StoryView, method: str) -> object:
    if method in _SPECS:
        rank, select = _SPECS[method]
        preset = choose_preset(rank=rank, select=select)
    else:
        preset = choose_preset(method)
    budget = make_budget(sentences=_SENTENCES)
    return summarize_view(view, preset.recipe(budget, annotate=False))


def _by_hand(sentences: Sequence[str], *, room: int | None = None) -> list[int]:
    """Return ten sentences by centroid and MMR, or as many as there is room for in words."""
    rows = TfidfVectorizer(stop_words="english").fit_transform(sentences)
    centroid = np.asarray(rows.mean(axis=0)).ravel()
    scores = rows @ centroid
    chosen: list[int] = []
    closest, left = np.zeros(len(sentences)), math.inf if room is None else room
    for row in np.argsort(-scores):
        size = 0 if room is None else len(sentences[row].split())
        if closest[row] < 0.7 and size <= left:
            chosen.append(int(row))
            left -= size
            closest = np.maximum(closest, (rows @ rows[row].T).toarray().ravel())
        if len(chosen) == _SENTENCES or left < _TOO_SHORT:
            break
    return chosen


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
