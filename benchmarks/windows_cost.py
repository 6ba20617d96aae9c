"""What `track` takes with and without windows: `python -m benchmarks.windows_cost [ARTICLES…]`.

The articles are those of Reuters, again and again, each time with their sentences in another order and other digits, spread
evenly over a year.
"""

from __future__ import annotations

import json
import os
import random
import re
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from itertools import cycle, islice
from pathlib import Path
from time import perf_counter

from benchmarks._measuring import shared_rows
from benchmarks.archive_memory import measure

_COUNTS = (50_000, 200_000)
_WINDOWS = ("--windows", "14d", "--overlap", "2d")
WAYS = {"whole": (), "windows": _WINDOWS, "windows, processes:2": (*_WINDOWS, "--engine", "processes:2")}
_SENTENCE_END = re.compile(r"(?<=\.)\s+")
_DIGIT = re.compile(r"\d")


def write_articles(path: Path, count: int, *, days: int = 365) -> None:
    """Write so many articles, one a line."""
    chance, begin, every = random.Random(7), datetime(2020, 1, 1, tzinfo=UTC), timedelta(days=days) / count
    articles = cycle([row for row in shared_rows("scale/reuters21578.jsonl.gz") if row["text"]])
    with path.open("w", encoding="utf-8") as file:
        for number, row in enumerate(islice(articles, count)):
            sentences = _SENTENCE_END.split(row["text"])
            chance.shuffle(sentences)
            text = _DIGIT.sub(lambda _: str(chance.randrange(10)), " ".join(sentences))
            kept = {"title": row["title"], "text": text, "source": row["source"]}
            file.write(json.dumps({"id": str(number), "date": (begin + number * every).isoformat(), **kept}) + "\n")


def main() -> None:
    """Print wall time, CPU time and memory of each way."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name, "articles.jsonl")
        for count in [int(each) for each in sys.argv[1:]] or _COUNTS:
            write_articles(path, count)
            for way, options in WAYS.items():
                load, begin = os.getloadavg()[0], perf_counter()
                _, seconds, peak = measure("track", str(path), *options, "--out", str(Path(name, f"{count} {way}")))
                wall = perf_counter() - begin
                print(f"{count:>8,} {way:<22} {wall:6.0f} s  {seconds:6.1f} s CPU  {peak:6.0f} MB  load {load:.1f}",
                      flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
