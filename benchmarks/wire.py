"""Stories of a business wire against gold, and what a whole archive becomes: `python -m benchmarks.wire [tracker …]`.

Pairs that a reader left open are left out. For the archive there is no gold: it prints the largest stories, and the share
of pairs inside stories that name companies, none of them the same.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

from benchmarks._measuring import DATA, shared_rows
from meadow.ingest.times import parse_time
from meadow.lab.evaluate.clustering import compare
from meadow.model import Document
from meadow.pipeline import make_tracker
from meadow.tracking.tracker import find_stories

TICKER = re.compile(r"<([A-Z][A-Z.]*)>")


def main() -> None:
    """Print the figures of each tracker."""
    archive = read_archive()
    if not archive:
        return
    gold = read_gold(DATA)
    wanted = set(gold["ids"])
    for tracker in sys.argv[1:] or ["meadow", "cidr"]:
        some = [each for each in archive if each.id in wanted]
        _print_gold(tracker, _stories(tracker, some), gold)
        _print_archive(tracker, _stories(tracker, sorted(archive, key=lambda each: each.order)), archive)


def read_archive() -> list[Document]:
    """Return the articles of Reuters in their order; none without the data."""
    return [
        Document(
            str(row["id"]), "Reuters", row["title"] or None, row["text"] or row["title"] or "",
            parse_time(row["date"])[0] if row["date"] else None, language="en",
        )
        for row in shared_rows("scale", "reuters21578.jsonl.gz")
    ]  # fmt: skip


def read_gold(data: Path) -> dict[str, Any]:
    """Return which articles a reader found to report the same event."""
    gold: dict[str, Any] = json.loads((data / "wire_stories" / "stories.json").read_text(encoding="utf-8"))
    return gold


def _stories(tracker: str, documents: Sequence[Document]) -> list[tuple[str, ...]]:
    return [story.document_ids for story in find_stories(make_tracker(tracker), documents)]


def _pairs(groups: Sequence[Sequence[str]]) -> set[frozenset[str]]:
    return {frozenset(pair) for group in groups for pair in combinations(group, 2)}


def score_gold(stories: Sequence[Sequence[str]], gold: dict[str, Any]) -> tuple[float, float, float, float]:
    """Return precision, recall and F of pairs, and the share of single items that stay alone."""
    maybe = {frozenset(pair) for pair in gold["maybe"]}
    found, true = _pairs(stories) - maybe, _pairs(gold["groups"]) - maybe
    told = {each for group in gold["groups"] for each in group} | {each for pair in maybe for each in pair}
    singles = [each for story in stories for each in story if each not in told]
    alone = sum(len(story) == 1 and story[0] not in told for story in stories) / len(singles)
    precision, recall = len(found & true) / max(1, len(found)), len(found & true) / len(true)
    return precision, recall, 2 * precision * recall / max(precision + recall, 1e-9), alone


def _print_gold(tracker: str, stories: Sequence[Sequence[str]], gold: dict[str, Any]) -> None:
    label = {each: str(number) for number, group in enumerate(gold["groups"]) for each in group}
    ids = [each for story in stories for each in story]
    labels = [str(number) for number, story in enumerate(stories) for _ in story]
    bcubed = compare(labels, [label.get(each, f"single {each}") for each in ids]).bcubed_f
    precision, recall, f1, alone = score_gold(stories, gold)
    print(
        f"{tracker}, {len(ids)} items: pairs P {precision:.3f} R {recall:.3f} F {f1:.3f}; B-cubed F {bcubed:.3f}; "
        f"singles alone {alone:.3f}"
    )


def _print_archive(tracker: str, stories: Sequence[Sequence[str]], archive: Sequence[Document]) -> None:
    named = {each.id: set(TICKER.findall(f"{each.title or ''} {each.text}")) for each in archive}
    pairs = [(one, other) for story in stories for one, other in combinations(story, 2) if named[one] and named[other]]
    apart = sum(named[one].isdisjoint(named[other]) for one, other in pairs) / max(1, len(pairs))
    largest = sorted(map(len, stories), reverse=True)[:5]
    print(f"{tracker}, {len(archive)} items: {len(stories)} stories, the largest {largest};", end=" ")
    print(f"pairs without a company in common {apart:.3f}")


if __name__ == "__main__":
    main()
