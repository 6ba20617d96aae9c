"""What is found where sources differ, and what it costs: `python -m benchmarks.disagreement`.

The sample's planted contradictions are counted as the tests count them. How many of the findings on real news are true was
judged by reading them; docs/explanation/disagreement.md has the counts, `--read` prints the findings to be read.
"""

from __future__ import annotations

import math
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from benchmarks._measuring import best_seconds, shared_rows
from meadow.grouping.disagreement import find_disagreements
from meadow.model import Document
from meadow.vectors.view import StoryView, view_documents

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from grouping.planted import measure_sample

_COLLECTIONS = (("multi_news_100", "en"), ("multiling2011", None), ("ecb_plus", "en"), ("spanish", "es"))
_READ = ("en", "es", "nl", "ja")


def main() -> None:
    """Print what is found in the sample and in four collections of news, then the time it takes."""
    _print_sample()
    print(f"\n{'collection':<18}{'stories':>9}{'documents':>11}{'findings':>10}{'conflicts':>11}")
    for name, language in _COLLECTIONS:
        _print_collection(name, language)
    _print_time()


def _print_sample() -> None:
    result = measure_sample()
    numeric = [each for each in result.planted if each.numeric]
    found = sum(each.found is not None for each in numeric)
    print(f"planted in the sample: {len(result.planted)}, of them {len(numeric)} numbers, {found} found")
    print(f"found besides: {', '.join(f'{story}: {each.what}' for story, each in result.others)}")


def _print_collection(name: str, language: str | None) -> None:
    views = list(_stories(name, language))
    found = [each for view in views for each in find_disagreements(view)]
    documents = sum(len(view.documents) for view in views)
    conflicts = sum(each.is_conflict for each in found)
    print(f"{name:<18}{len(views):>9}{documents:>11}{len(found):>10}{conflicts:>11}")
    if "--read" in sys.argv:
        for view in views:
            _print_findings(view)


def _print_findings(view: StoryView) -> None:
    texts = {sentence.ref: sentence.text for sentence in view.sentences}
    for found in find_disagreements(view):
        print(f"\n  {found.what}")
        for value in found.values:
            for ref in value.refs:
                print(f"    {'earlier: ' * value.superseded}{value.value}: [{ref.document_id}] {texts[ref]}")


def _stories(name: str, language: str | None) -> Iterator[StoryView]:
    clusters: dict[str, list[Document]] = defaultdict(list)
    for row in shared_rows(name, "docs.jsonl.gz"):
        spoken = row.get("lang") or language
        if spoken in _READ and row["text"]:
            published = datetime.fromisoformat(row["date"]) if row.get("date") else None
            source, text = row.get("source"), row["text"]
            document = Document(str(row["id"]), source, None, text, published, language=spoken, day_only=True)
            clusters[row["cluster"]].append(document)
    return (view_documents(documents) for documents in clusters.values())


def _print_time() -> None:
    """Print milliseconds for a story of ten documents, on top of the counts, and how the cost grows with a story."""
    stories = list(_stories("multiling2011", None))
    if not stories:
        return
    for view in stories:
        view.counts("terms")
    seconds = best_seconds(lambda: [find_disagreements(view) for view in stories], rounds=3)
    print(f"\na story of ten documents: {1000 * seconds / len(stories):.1f} ms")
    documents = [document for view in stories for document in view.documents]
    small, large = (_seconds(documents, times) for times in (1, 10))
    growth = math.log(large / small) / math.log(10)
    print(
        f"one story of {len(documents)} documents {small:.2f} s, of {10 * len(documents)} {large:.2f} s: n^{growth:.2f}"
    )


def _seconds(documents: list[Document], times: int) -> float:
    many = [replace(each, id=f"{each.id}-{copy}") for copy in range(times) for each in documents]
    view = view_documents(many)
    view.counts("terms")
    return best_seconds(lambda: find_disagreements(view), rounds=1)


if __name__ == "__main__":
    main()
