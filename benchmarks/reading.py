"""Sixty default summaries of 100 words to read, drawn by a seed: `python -m benchmarks.reading`.

The story's reference, how many articles it has, how many words the summary uses, and each sentence with the day of its
article. `--references` prints the beginning of a human summary where there is one, `--ids` the references alone, and
`--count` how often a reader marked each defect (`reading_labels.csv`, and `reading_labels_later.csv`, `_beside`, `_last`,
`_days_beside` and `_days_last` of other draws; docs/results/reading.md says how it was read). `--blind` does so for versions
whose readers did not know which was which (`reading_blind.csv`), with their mean grade, and counts which order they
preferred (`reading_orders.csv`). Put another version's `src` first in PYTHONPATH to print the same stories as that version
summarizes them.

- `multi_news_100`: 20 clusters; `multiling2011`: all 10 English topics and 5 French ones;
- `ecb_plus`: 10 gold events; `spanish`: 8 days of a crisis with three articles or more;
- `japanese`: 7 single articles of 600 characters or more.
"""

from __future__ import annotations

import csv
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from benchmarks._measuring import shared_rows
from meadow.model import Document
from meadow.pipeline import summarize
from meadow.text.tokens import words as words_of

_WORDS, _SEED = 100, 26
_FEWEST_ARTICLES, _FEWEST_CHARACTERS = 3, 600
_SHOWN_OF_A_REFERENCE = 700

_LABELS = tuple(
    map(
        Path(__file__).with_name,
        (f"reading_labels{draw}.csv" for draw in ("", "_later", "_beside", "_last", "_days_beside", "_days_last")),
    )
)
_STORY_COLUMNS = 2
_BLIND, _ORDERS = (Path(__file__).with_name(f"reading_{name}.csv") for name in ("blind", "orders"))

Row = dict[str, Any]
Clusters = dict[str, list[Row]]


class Story(NamedTuple):
    """A story to read: its collection, its reference there, its language and its articles."""

    collection: str
    name: str
    language: str
    rows: list[Row]


def main() -> None:
    """Print the sixty, their references alone, or the counts of a reader's labels."""
    if "--count" in sys.argv:
        for labels in _LABELS:
            _print_counts(labels)
        return
    if "--blind" in sys.argv:
        _print_blind()
        return
    human = dict(_human_summaries()) if "--references" in sys.argv else {}
    for number, story in enumerate(drawn(), 1):
        if "--ids" in sys.argv:
            print(f"{story.collection}: {story.name}")
            continue
        summary = summarize([_document(row, story.language) for row in story.rows], words=_WORDS)
        texts = [pick.written for pick in summary.picks]
        size = sum(len(words_of(text, "ja")) if story.language == "ja" else len(text.split()) for text in texts)
        print(f"\n[{number}] {story.collection} {story.name}: {len(story.rows)} articles, {size} words")
        days = {row["id"]: row["date"] or "" for row in story.rows}
        for pick, text in zip(summary.picks, texts, strict=True):
            print(f"  - {days[pick.ref.document_id][:10]} {text}")
        if story.name in human:
            print(f"  = {human[story.name][:_SHOWN_OF_A_REFERENCE]}")


def drawn() -> Iterator[Story]:
    """Iterate over the sixty stories, drawn anew in the same way each time."""
    multiling = list(shared_rows("multiling2011", "docs.jsonl.gz"))
    spanish = _grouped(shared_rows("spanish", "docs.jsonl.gz"), "cluster", "date")
    japanese = _grouped(shared_rows("japanese", "docs.jsonl.gz"), "id")
    yield from _draw("multi_news_100", "en", _grouped(shared_rows("multi_news_100", "docs.jsonl.gz"), "cluster"), 20)
    for language, count in (("en", 10), ("fr", 5)):
        own = (row for row in multiling if row["lang"] == language)
        yield from _draw("multiling2011", language, _grouped(own, "cluster"), count)
    yield from _draw("ecb_plus", "en", _grouped(shared_rows("ecb_plus", "docs.jsonl.gz"), "cluster"), 10)
    days = {name: rows for name, rows in spanish.items() if len(rows) >= _FEWEST_ARTICLES}
    yield from _draw("spanish", "es", days, 8)
    long = {name: rows for name, rows in japanese.items() if len(rows[0]["text"]) >= _FEWEST_CHARACTERS}
    yield from _draw("japanese", "ja", long, 7)


def _print_counts(labels: Path) -> None:
    """Print how many of the summaries have each defect, by reading."""
    with labels.open(encoding="utf-8", newline="") as file:
        heads, *rows = csv.reader(file)
    print(f"{len(rows)} summaries: {', '.join(heads[_STORY_COLUMNS:])}")
    counts = [
        Counter(defect for row in rows for defect in (row[at] or "none").split(";"))
        for at in range(_STORY_COLUMNS, len(heads))
    ]
    for defect in sorted(set().union(*counts)):
        print(f"  {defect:<18} {'  '.join(f'{each[defect]:>3}' for each in counts)}")


def _print_blind() -> None:
    """Print for each draw and version the mean grade and how many summaries have each defect, then which orders won."""
    with _BLIND.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for draw, version in dict.fromkeys((row["draw"], row["version"]) for row in rows):
        read = [row for row in rows if (row["draw"], row["version"]) == (draw, version)]
        counts = Counter(defect for row in read for defect in (row["defects"] or "none").split(";"))
        grade = fmean(float(row["grade"]) for row in read)
        marked = ", ".join(f"{defect} {count}" for defect, count in sorted(counts.items()))
        print(f"draw {draw}, {version}: {len(read)} summaries, grade {grade:.2f}; {marked}")
    with _ORDERS.open(encoding="utf-8", newline="") as file:
        preferred = Counter((row["words"], row["better"]) for row in csv.DictReader(file))
    for (words, better), count in sorted(preferred.items()):
        print(f"order at {words} words: {better} preferred {count} times")


def _draw(collection: str, language: str, clusters: Clusters, count: int) -> Iterator[Story]:
    names = random.Random(f"{_SEED} {collection} {language}").sample(sorted(clusters), min(count, len(clusters)))
    for name in sorted(names):
        yield Story(collection, name, language, clusters[name])


def _grouped(rows: Iterable[Row], *keys: str) -> Clusters:
    clusters: Clusters = {}
    for row in rows:
        clusters.setdefault(" ".join(str(row[key]) for key in keys), []).append(row)
    return clusters


def _document(row: Row, language: str) -> Document:
    day = datetime.fromisoformat(row["date"]) if row["date"] else None
    if day is not None and day.tzinfo is None:
        day = day.replace(tzinfo=UTC)
    return Document(row["id"], row["source"], row["title"] or None, row["text"], day, language=language)


def _human_summaries() -> Iterator[tuple[str, str]]:
    for collection in ("multi_news_100", "multiling2011"):
        for row in shared_rows(collection, "clusters.jsonl.gz"):
            if row["references"]:
                yield row["cluster"], " ".join(row["references"][0]["text"].split())


if __name__ == "__main__":
    main()
