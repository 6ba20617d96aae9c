"""What is found where sources differ, and what it costs: `python -m benchmarks.disagreement`.

The sample's planted contradictions are counted as the tests count them. How many of the findings on real news are true was
judged by reading them; docs/explanation/disagreement.md has the counts, `--read` prints the findings to be read. Times are
CPU seconds with documents in memory; set OPENBLAS_NUM_THREADS=1, so that threads of linear algebra are not added up.
"""

from __future__ import annotations

import math
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

import meadow
from benchmarks._measuring import best_first_seconds, best_seconds, shared_rows
from grouping.planted import measure_sample
from meadow.grouping.disagreement import find_differences
from meadow.model import Disagreement, Document, Movement
from meadow.vectors.sameness import who_else
from meadow.vectors.view import StoryView, view_documents

_COLLECTIONS = (("multi_news_100", "en"), ("multiling2011", None), ("ecb_plus", "en"), ("spanish", "es"))
_READ = ("en", "es", "nl", "ja")
_CHOSEN = 5  # sentences of a summary of 100 words


def main() -> None:
    """Print what is found in the sample and in four collections of news, then the time it takes."""
    _print_sample()
    print(f"\n{'collection':<18}{'stories':>9}{'documents':>11}{'moved':>10}{'disputed':>11}")
    for name, language in _COLLECTIONS:
        _print_collection(name, language)
    _print_time()


def _print_sample() -> None:
    result = measure_sample()
    numeric = [each for each in result.planted if each.numeric]
    found = sum(each.found is not None for each in numeric)
    worded = sum(each.found is not None for each in result.planted) - found
    print(
        f"planted in the sample: {len(result.planted)}, of them {len(numeric)} numbers, {found} found, "
        f"of the others {worded}"
    )
    print(f"found besides: {', '.join(f'{story}: {each.what}' for story, each in result.others)}")


def _print_collection(name: str, language: str | None) -> None:
    views = list(_stories(name, language))
    found = [find_differences(view) for view in views]
    documents = sum(len(view.documents) for view in views)
    moved, disputed = (sum(map(len, each)) for each in zip(*found, strict=True)) if found else (0, 0)
    print(f"{name:<18}{len(views):>9}{documents:>11}{moved:>10}{disputed:>11}")
    if "--read" in sys.argv:
        for view in views:
            _print_findings(view)


def _print_findings(view: StoryView) -> None:
    texts = {sentence.ref: sentence.text for sentence in view.sentences}
    both = find_differences(view)
    findings: tuple[Disagreement | Movement, ...] = (*both.moved, *both.disagreements)
    for found in findings:
        print(f"\n  {found.what} ({found.chance:.2f})")
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
    """Print what a story costs on top of its counts, and how the cost grows with different documents, then with copies."""
    stories = [view for view in _stories("multiling2011", None) if view.language == "en"]
    if not stories:
        return
    seconds = sum(_seconds(list(view.documents)) for view in stories)
    for view in stories:
        _counted(view)
    chosen = [(view, list(range(0, len(view), len(view) // _CHOSEN))[:_CHOSEN]) for view in stories]
    others = best_seconds(lambda: [who_else(view, rows) for view, rows in chosen])
    print(
        f"\na story of ten documents (en): {1000 * seconds / len(stories):.1f} ms, "
        f"who else says {_CHOSEN} sentences {1000 * others / len(stories):.1f} ms"
    )
    _print_share(stories)
    every = [document for name, language in _COLLECTIONS for document in _documents(name, language)]
    different = [replace(each, id=str(number), published=None) for number, each in enumerate(every)]
    documents = [document for view in stories for document in view.documents]
    copied = [replace(each, id=f"{each.id}-{copy}") for copy in range(10) for each in documents]
    for what, small, large in (
        ("different documents", different[:100], different[:1000]),
        ("documents and their copies", documents, copied),
    ):
        few, many = _seconds(small), _seconds(large)
        growth = math.log(many / few) / math.log(len(large) / len(small))
        print(f"one story of {len(small)} {what} {few:.3f} s, of {len(large)} {many:.3f} s: n^{growth:.2f}")


def _print_share(stories: list[StoryView]) -> None:
    """Print which share of a summary's time goes into figures: with all that a summary lists, and without figures at all."""
    for name, views in (("ten documents", stories), ("three", list(_stories("multi_news_100", "en"))[:50])):
        figures = total = 0.0
        for view in views:
            documents = list(view.documents)
            figures += _seconds(documents)
            total += best_first_seconds(lambda given=documents: given, meadow.summarize, rounds=3)  # type: ignore[misc]
        print(f"share of the time of a summary of a story of {name}: {figures / total:.0%}")


def _documents(name: str, language: str | None) -> Iterator[Document]:
    return (document for view in _stories(name, language) for document in view.documents if document.language == "en")


def _seconds(documents: list[Document]) -> float:
    """Return what the first look for disagreements takes in a story whose words are counted; a view keeps what was found."""
    return best_first_seconds(lambda: _counted(view_documents(documents)), find_differences, rounds=3)


def _counted(view: StoryView) -> StoryView:
    view.counts("terms")
    view.counts("words")
    return view


if __name__ == "__main__":
    main()
