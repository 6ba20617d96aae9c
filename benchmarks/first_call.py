"""The first summary of stories that the process has never seen: `python -m benchmarks.first_call [--processes N]`.

A fresh process reads other news until its words are known, then summarizes each of 50 stories once: all documents of the ten
English topics of MultiLing, and forty stories of a dozen Reuters items each. "Everything" has its notes, "text" has none.
The do-it-yourself peer of `benchmarks.summaries`, scikit-learn and numpy, is handed the same texts in the same process.
CPU seconds; the median of several processes, and the load of the machine.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Sequence
from itertools import islice
from statistics import median

import meadow
from benchmarks._measuring import shared_rows
from benchmarks.summaries import _documents, _stories, _text_by_hand
from meadow.model import Document

_WORDS = 100
_WARMING = 60  # stories of Multi-News
_REUTERS, _ITEMS = 40, 12
_SHORTEST = 1500  # characters of a Reuters item: shorter ones are a headline and a figure
_WAYS = {"everything": True, "text": False}


def main() -> None:
    """Print stories a second, and the ratio to the peer, of each way to summarize."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--processes", type=int, default=3, help="of which the median is printed")
    parser.add_argument("--once", choices=_WAYS, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.once is not None:
        print(json.dumps(_measure(annotate=_WAYS[asked.once])))
        return
    for way in _WAYS:
        command = [sys.executable, "-m", "benchmarks.first_call", "--once", way]
        found = [json.loads(subprocess.check_output(command)) for _ in range(asked.processes)]
        ours, peer = (median(each[name] for each in found) for name in ("ours", "peer"))
        ratio = median(each["ours"] / each["peer"] for each in found)
        load = os.getloadavg()[0]
        print(f"{way:<12}{ours:7.1f} stories/s  {ratio:.2f} × scikit-learn + numpy ({peer:.0f}/s)  load {load:.1f}")


def _measure(*, annotate: bool) -> dict[str, float]:
    warnings.simplefilter("ignore")
    warming = _stories(shared_rows("multi_news_100", "docs.jsonl.gz"), _WARMING)
    for rows in warming.values():
        meadow.summarize(_documents(rows), words=_WORDS, annotate=annotate)
    stories = _unseen()
    ours = _rate(stories, lambda documents: meadow.summarize(documents, words=_WORDS, annotate=annotate))
    return {"ours": ours, "peer": _rate(stories, lambda documents: _text_by_hand([each.text for each in documents]))}


def _unseen() -> list[list[Document]]:
    english = (row for row in shared_rows("multiling2011", "docs.jsonl.gz") if row["lang"] == "en")
    reuters = (row for row in shared_rows("scale", "reuters21578.jsonl.gz") if len(row["text"]) > _SHORTEST)
    items = [Document(f"r{number}", text=row["text"]) for number, row in enumerate(islice(reuters, _REUTERS * _ITEMS))]
    topics = [_documents(rows) for rows in _stories(english, _WARMING).values()]
    return topics + [items[start : start + _ITEMS] for start in range(0, len(items), _ITEMS)]


def _rate(stories: Sequence[Sequence[Document]], job: Callable[[Sequence[Document]], object]) -> float:
    start = time.process_time()
    for documents in stories:
        job(documents)
    return len(stories) / (time.process_time() - start)


if __name__ == "__main__":
    main()
