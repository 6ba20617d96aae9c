"""What a summary is worth for someone who has read the earlier articles: `python -m benchmarks.updates`.

Two stand-ins for an update task, since none of the collections has one. In MultiLing a reader knows the first half of a
topic's articles, by date; those sentences of a reference count that share more pairs of words with the second half than with
the first. In the Spanish crises a reader knows the twenty articles before a day of a timeline; what the timeline says of
that day counts, and it is sought in the articles of that day and the two after it. ROUGE-1 and ROUGE-2 recall of 100 words
in per cent, beside summaries of the new articles for someone who has read nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise
from statistics import fmean
from typing import Any

import meadow
from benchmarks._measuring import shared_rows
from meadow.ingest.times import parse_time
from meadow.lab.evaluate import rouge
from meadow.model import Document
from meadow.text.sentences import split_sentences
from meadow.text.tokens import words

_WORDS = 100
_READ = 20
_DAYS_AFTER = 2
_FEWEST = 2  # articles known, and new
_METRICS = ("rouge1", "rouge2")

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Update:
    """What was read, what came since, and what people told of that."""

    known: Sequence[Document]
    new: Sequence[Document]
    references: Sequence[str]
    language: str


def main() -> None:
    """Print recall on both stand-ins: of a summary that knows nothing, and of one that knows what was read."""
    for name, updates in load_updates().items():
        print(f"{name}: {len(updates)} updates")
        for system, summarize in SYSTEMS.items():
            recalls = [recall(summarize(each), each) for each in updates]
            print(f"  {system:<24}" + "".join(f"{100 * fmean(column):7.1f}" for column in zip(*recalls, strict=True)))


def load_updates() -> dict[str, list[Update]]:
    """Return the updates of both stand-ins."""
    return {"multiling2011": list(_second_halves()), "spanish crises": list(_days_of_timelines())}


def recall(text: str, update: Update) -> tuple[float, ...]:
    """Return how much of what people told a text has."""
    found = rouge.score(text, update.references, metrics=_METRICS, language=update.language, dialect="rouge155")
    return tuple(found[metric].recall for metric in _METRICS)


def _by_default(update: Update, **how: Any) -> str:
    return meadow.summarize(update.new, words=_WORDS, annotate=False, **how).text


SYSTEMS: Mapping[str, Callable[[Update], str]] = {
    "nothing known": _by_default,
    "known": lambda update: _by_default(update, known=update.known),
}


def _second_halves() -> Iterator[Update]:
    topics: dict[str, list[Row]] = {}
    for row in shared_rows("multiling2011", "docs.jsonl.gz"):
        topics.setdefault(row["cluster"], []).append(row)
    for row in shared_rows("multiling2011", "clusters.jsonl.gz"):
        dated = sorted((each for each in topics.get(row["cluster"], ()) if each["date"]), key=lambda each: each["date"])
        known, new = _documents(dated[: len(dated) // 2]), _documents(dated[len(dated) // 2 :])
        references = [_new_part(each["text"], known, new) for each in row["references"]]
        if min(len(known), len(new)) >= _FEWEST and any(references):
            yield Update(known, new, [text for text in references if text], dated[0]["lang"])


def _new_part(reference: str, known: Sequence[Document], new: Sequence[Document]) -> str:
    """Return the sentences of a reference that share more pairs of words with new articles than with known ones."""
    language = new[0].language or "en"
    before, since = (_pairs(" ".join(each.text for each in documents), language) for documents in (known, new))
    texts = [reference[start:end] for start, end in split_sentences(reference, language)]
    shared = [(_pairs(text, language) & since, _pairs(text, language) & before) for text in texts]
    return " ".join(text for text, (newly, already) in zip(texts, shared, strict=True) if len(newly) > len(already))


def _pairs(text: str, language: str) -> set[tuple[str, str]]:
    return set(pairwise(words(text, language)))


def _days_of_timelines() -> Iterator[Update]:
    articles: dict[str, list[Row]] = {}
    for row in sorted(shared_rows("spanish", "docs.jsonl.gz"), key=lambda row: (row["date"], row["id"])):
        articles.setdefault(row["cluster"], []).append(row)
    for timeline in shared_rows("spanish", "timelines.jsonl.gz"):
        rows = articles[timeline["cluster"]]
        for entry in timeline["timeline"]:
            day = date.fromisoformat(entry["date"])
            last = (day + timedelta(days=_DAYS_AFTER + 1)).isoformat()
            known = _documents([row for row in rows if row["date"] < entry["date"]][-_READ:])
            new = _documents([row for row in rows if entry["date"] <= row["date"] < last])
            if min(len(known), len(new)) >= _FEWEST:
                yield Update(known, new, [" ".join(entry["sentences"])], "es")


def _documents(rows: Iterable[Row]) -> list[Document]:
    return [
        Document(row["id"], None, row["title"] or None, row["text"], parse_time(row["date"])[0], language=row["lang"])
        for row in rows
    ]


if __name__ == "__main__":
    main()
