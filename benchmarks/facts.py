"""How far the facts can be trusted, beside labels by hand: `python -m benchmarks.facts [--wrong]`.

`facts_figures.csv` points at pairs of figures of one story in four collections: collection, story, and for each of the two
its document, the offsets of the sentence and of the value. One reader called each pair `disagree` (one fact, and both
cannot be true), `update` (one count that moved on), `compatible` or `unrelated`. Listed pairs are right where they are one
of the first two. `facts_who_else.csv` points at pairs of sentences: whether the second says what the first does.

Halves are by story. The half `unseen` was labelled in one go before a rule was changed, and not looked at again; rules were
changed beside the other. `--wrong` prints the mistakes of the seen half.
"""

from __future__ import annotations

import csv
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache
from pathlib import Path

import numpy as np

from benchmarks._measuring import DATA, Agreement, agreement, share, shared_rows
from meadow.grouping.disagreement import find_differences
from meadow.model import Disagreement, Document, Movement, SentenceRef
from meadow.vectors.sameness.comparison import compare_rows
from meadow.vectors.sameness.links import SAID_TOO, is_subsumed
from meadow.vectors.sameness.rows import sentence_rows
from meadow.vectors.view import StoryView, view_documents

FIGURES = Path(__file__).with_name("facts_figures.csv")
WHO_ELSE = Path(__file__).with_name("facts_who_else.csv")
_LANGUAGES = {"spanish": "es"}
_LISTED = ("disagree", "update")

Row = Mapping[str, str]


def main() -> None:
    """Print precision and recall of both, on each half."""
    if not DATA.exists():
        print("../shared/data is not there; nothing to measure")
        return
    print(f"{'':<34}{'pairs':>7}{'said':>6}{'right':>7}{'precision':>11}{'recall':>8}")
    for half in ("seen", "unseen"):
        _print_figures(labelled(FIGURES, half), half)
    for half in ("seen", "unseen"):
        _print_who_else(labelled(WHO_ELSE, half), half)


def figures_listed(rows: Iterable[Row]) -> Agreement:
    """Return how the pairs of figures that are listed agree with those that should be."""
    return agreement((_listed(row) is not None, row["label"] in _LISTED) for row in rows)


def who_else_found(rows: Iterable[Row]) -> Agreement:
    """Return how the sentences found to say the same agree with those that do."""
    return agreement((_covers(row), row["label"] == "yes") for row in rows)


def _print_figures(rows: Sequence[Row], half: str) -> None:
    _print_row(f"figures, {half}", len(rows), figures_listed(rows))
    said = [(row, _listed(row)) for row in rows]
    called = [(row, found) for row, found in said if found is not None and row["label"] in _LISTED]
    dated = [(row, found) for row, found in called if _published(row) is not None]
    right = sum((found == "update") == (row["label"] == "update") for row, found in dated)
    print(f"  of them dated, and rightly called an update or not: {right} of {len(dated)}")
    _show_wrong([row for row, found in said if (found is not None) != (row["label"] in _LISTED)], half)


def _print_who_else(rows: Sequence[Row], half: str) -> None:
    _print_row(f"who else, {half}", len(rows), who_else_found(rows))
    _show_wrong([row for row in rows if row["label"] == "no" and _covers(row)], half)


def _print_row(name: str, pairs: int, found: Agreement) -> None:
    precision, recall = share(found.right, found.said), share(found.right, found.labelled)
    print(f"{name:<34}{pairs:>7}{found.said:>6}{found.right:>7}{precision:>11}{recall:>8}")


def _show_wrong(rows: Sequence[Row], half: str) -> None:
    if "--wrong" in sys.argv and half == "seen":
        for row in rows:
            print(f"  {row['label']}: {' '.join(list(row.values())[2:-1])}")


# What is said of a pair ------------------------------------------------------------------------------------------


def _listed(row: Row) -> str | None:
    """Return how a pair of figures is listed: as a disagreement or an update; None where it is not."""
    view = _story(row["collection"], row["story"])
    one = _ref(view, row["document"], int(row["value_start"]))
    other = _ref(view, row["other_document"], int(row["other_value_start"]))
    for found in _findings(row["collection"], row["story"]):
        holding = [[place for place, value in enumerate(found.values) if ref in value.refs] for ref in (one, other)]
        if any(first != second for first in holding[0] for second in holding[1]):
            chosen = {*holding[0], *holding[1]}
            return "update" if any(found.values[place].superseded for place in chosen) else "disagree"
    return None


def _covers(row: Row) -> bool:
    view = _story(row["collection"], row["story"])
    refs = _ref(view, row["document"], int(row["start"])), _ref(view, row["by_document"], int(row["by_start"]))
    first, second = (np.array([_row_of(view)[ref]], dtype=np.int32) for ref in refs)
    comparison = compare_rows(sentence_rows(view), sentence_rows(view), first, second)
    return bool(is_subsumed(comparison, comparison.forward, SAID_TOO)[0])


def _row_of(view: StoryView) -> dict[SentenceRef, int]:
    return {sentence.ref: row for row, sentence in enumerate(view.sentences)}


def _ref(view: StoryView, document: str, place: int) -> SentenceRef:
    own = (sentence for sentence in view.sentences if sentence.ref.document_id == document)
    return next(sentence.ref for sentence in own if sentence.start <= place < sentence.end)


# Data ------------------------------------------------------------------------------------------------------------


def labelled(path: Path, half: str) -> list[Row]:
    """Return the labelled pairs of a half."""
    with path.open(encoding="utf-8", newline="") as file:
        return [row for row in csv.DictReader(file) if row["half"] == half]


@cache
def _findings(collection: str, story: str) -> tuple[Disagreement | Movement, ...]:
    found = find_differences(_story(collection, story))
    return *found.moved, *found.disagreements


@cache
def _story(collection: str, story: str) -> StoryView:
    return view_documents(_clusters(collection)[story])


def _published(row: Row) -> datetime | None:
    documents = _clusters(row["collection"])[row["story"]]
    named = [document for document in documents if document.id in (row["document"], row["other_document"])]
    return None if any(document.published is None for document in named) else named[0].published


@cache
def _clusters(collection: str) -> Mapping[str, Sequence[Document]]:
    found: dict[str, list[Document]] = defaultdict(list)
    for cluster, document in _documents(collection):
        found[cluster].append(document)
    return found


def _documents(collection: str) -> Iterator[tuple[str, Document]]:
    for row in shared_rows(collection, "docs.jsonl.gz"):
        language = row.get("lang") or _LANGUAGES.get(collection, "en")
        published = datetime.fromisoformat(row["date"]) if row.get("date") else None
        if row["text"]:
            document = Document(
                str(row["id"]), row.get("source"), None, row["text"], published, language=language, day_only=True
            )
            yield row["cluster"], document


if __name__ == "__main__":
    main()
