"""Stories found against gold, for the trackers there are: `python -m benchmarks.tracking`."""

from __future__ import annotations

import time

from benchmarks._measuring import shared_rows
from meadow.evaluate.clustering import compare
from meadow.ingest import read
from meadow.ingest.times import parse_time
from meadow.model import Document
from meadow.pipeline import iter_assignments
from meadow.sample import gold_stories, sample_path

_TRACKERS = ("meadow", "cidr", "cidr(threshold=1)", "cidr-release")
_LANGUAGES = ("en", "fr", "ar", "cs", "el", "he", "hi")


def main() -> None:
    """Print B-cubed precision, recall and F, the number of stories and documents per second, by tracker and set."""
    columns = f"{'tracker':<20} {'stories':>7}  {'P':>5} {'R':>5} {'F':>5}  {'docs/s':>7}"
    print(f"{'set':<14} {'documents':>9} {'gold':>5}  {columns}")
    for name, (documents, gold) in _sets().items():
        for tracker in _TRACKERS:
            start = time.perf_counter()
            found = {each.document_id: each.story_id for each in iter_assignments(documents, tracker=tracker)}
            seconds = time.perf_counter() - start
            keys = list(found)
            result = compare([found[key] for key in keys], [gold[key] for key in keys])
            values = f"{result.bcubed_precision:5.3f} {result.bcubed_recall:5.3f} {result.bcubed_f:5.3f}"
            sizes = f"{len(documents):9d} {len(set(gold.values())):5d}"
            print(
                f"{name:<14} {sizes}  {tracker:<20} {len(set(found.values())):7d}  {values}  {len(keys) / seconds:7.0f}"
            )


def _sets() -> dict[str, tuple[list[Document], dict[str, str]]]:
    sets = {"uci_headlines": _load("uci_headlines"), "ecb_plus": _load("ecb_plus")}
    for language in _LANGUAGES:
        sets[f"multiling-{language}"] = _load("multiling2011", language)
    sample = sorted(read(sample_path()), key=lambda document: document.order)
    sets["sample"] = sample, {name: story.story for story in gold_stories() for name in story.documents}
    return {name: given for name, given in sets.items() if given[0]}


def _load(folder: str, language: str | None = None) -> tuple[list[Document], dict[str, str]]:
    rows = [row for row in shared_rows(folder, "docs.jsonl.gz") if language is None or row["lang"] == language]
    documents = [
        Document(
            row["id"],
            row["source"],
            row["title"] or None,
            row["text"],
            parse_time(row["date"])[0] if row["date"] else None,
            language=row.get("lang", "en"),
        )
        for row in rows
    ]
    return sorted(documents, key=lambda document: document.order), {row["id"]: row["cluster"] for row in rows}


if __name__ == "__main__":
    main()
