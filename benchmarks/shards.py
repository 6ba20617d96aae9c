"""Stories of windows beside those of one machine, and both beside gold: `python -m benchmarks.shards`."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from benchmarks._measuring import shared_rows
from benchmarks._news_streams import Collection, collections
from meadow.ingest.times import parse_time
from meadow.lab.evaluate.clustering import compare
from meadow.model import Assignment, Document
from meadow.pipeline import settled_assignments
from meadow.pipeline.sharding import sharded_assignments
from meadow.tracking.evidence import Drawn, EvidenceTracker, evidence
from meadow.tracking.tracker import settled_log
from meadow.tracking.weighing import StreamLook
from meadow.tracking.windows import Windows

_START = datetime(2026, 1, 1, tzinfo=UTC)
_DAYS, _HOURS = 60, 48.0
_DRAWS = 3
_SMALL_DRAWS, _MOST_HOURS = 60, 71.0


def main() -> None:
    """Print the agreement on streams of short stories, then on real times."""
    print(
        f"stories of less than {_HOURS:.0f} hours within {_DAYS} days, in windows of 14 days that share 3, of any size"
    )
    print(f"{'collection':<18} {'shape':<10} {'gold F: one':>11} {'windows':>8} {'one and windows':>16}")
    for name, own in collections().items():
        for shape in ("dense", "power law"):
            rows = [_short(each.gold, _shape(each, shape, draw), draw) for each in own for draw in range(_DRAWS)]
            means = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
            print(f"{name:<18} {shape:<10} {means[0]:>11.3f} {means[1]:>8.3f} {means[2]:>16.3f}")
    _print_small()
    for name in ("headlines68k.jsonl.gz", "reuters21578.jsonl.gz"):
        _print_real(name)


def _print_small() -> None:
    """Print how often a small stream is the same where one machine's stories are all shorter than the overlap."""
    windows = Windows(timedelta(days=14), timedelta(days=3), least=1)
    print(
        f"\n3 to 20 stories of less than {_MOST_HOURS:.0f} hours in {_DAYS} days; streams in short stories of one machine"
    )
    for name, own in collections().items():
        same = Counter[str]()
        for each in own[:3]:
            for draw in range(_SMALL_DRAWS):
                documents = _drawn(each, random.Random(draw))
                tracker = _Watched(documents)
                one = settled_log(tracker, documents)
                if _longest(one, documents) < windows.overlap:
                    alike = _parts(sharded_assignments(documents, windows=windows)) == _parts(one)
                    same.update(short=1, alike=alike)
                    if tracker.longest < windows.overlap:
                        same.update(always=1, alike_always=alike)
        print(
            f"  {name:<18} {same['short']:>4} of {len(own[:3]) * _SMALL_DRAWS}, of these the same in windows "
            f"{same['alike']:>4}; short at every look {same['always']:>4}, the same {same['alike_always']:>4}"
        )


class _Watched(EvidenceTracker):
    """A tracker that remembers the longest story by which it ever weighed words."""

    def __init__(self, documents: Sequence[Document]) -> None:
        super().__init__(None, evidence().settings)
        self._times = {each.id: each.published or _START for each in documents}
        self.longest = timedelta()

    def look(self, beside: StreamLook | None = None) -> Drawn:
        drawn = super().look(beside)
        stories: dict[int, list[datetime]] = {}
        for story, own in zip(drawn.stories.tolist(), drawn.documents, strict=True):
            stories.setdefault(story, []).extend(self._times[each] for each in own)
        self.longest = max([self.longest, *(max(own) - min(own) for own in stories.values())])
        return drawn


def _drawn(collection: Collection, chance: random.Random) -> list[Document]:
    """Return some articles of some stories, each story within a few days."""
    stories: dict[str, list[Document]] = {}
    for each in collection.documents:
        stories.setdefault(collection.gold[each.id], []).append(each)
    dated: list[Document] = []
    for story in chance.sample(sorted(stories), min(chance.randint(3, 20), len(stories))):
        begin = chance.random() * _DAYS
        chosen = chance.sample(stories[story], min(len(stories[story]), chance.choice((1, 1, 2, 3, 5, 9))))
        dated += [
            replace(each, published=_START + timedelta(days=begin, hours=chance.random() * _MOST_HOURS))
            for each in chosen
        ]
    return sorted(dated, key=lambda each: each.order)


def _longest(log: Sequence[Assignment], documents: Sequence[Document]) -> timedelta:
    times: dict[str, list[datetime]] = {}
    for entry, each in zip(log, documents, strict=True):
        times.setdefault(entry.story_id, []).append(each.published or _START)
    return max(max(own) - min(own) for own in times.values())


def _parts(log: Sequence[Assignment]) -> set[frozenset[str]]:
    stories: dict[str, set[str]] = {}
    for entry in log:
        stories.setdefault(entry.story_id, set()).add(entry.document_id)
    return set(map(frozenset, stories.values()))


def _shape(collection: Collection, shape: str, draw: int) -> list[Document]:
    return collection.documents if shape == "dense" else list(collection.power_law(draw + 1))[draw].documents


def _short(gold: Mapping[str, str], documents: Sequence[Document], seed: int) -> tuple[float, float, float]:
    """Return F of one machine and of windows against gold, and of windows against one machine."""
    chance = random.Random(seed)
    born = {story: chance.random() * _DAYS for story in sorted(set(gold.values()))}
    dated = sorted(
        (
            replace(each, published=_START + timedelta(days=born[gold[each.id]], hours=chance.random() * _HOURS))
            for each in documents
        ),
        key=lambda each: each.order,
    )
    one = [entry.story_id for entry in settled_assignments(dated)]
    windows = Windows(timedelta(days=14), timedelta(days=3), least=1)
    divided = [entry.story_id for entry in sharded_assignments(dated, windows=windows)]
    right = [gold[each.id] for each in dated]
    return compare(one, right).bcubed_f, compare(divided, right).bcubed_f, compare(divided, one).bcubed_f


def _print_real(name: str) -> None:
    rows = [row for row in shared_rows("scale", name) if row["date"] and (row["text"] or row["title"])]
    documents = [
        Document(
            str(at),
            title=row["title"] or None,
            text=row["text"] or "",
            published=parse_time(row["date"])[0],
            language="en",
        )
        for at, row in enumerate(rows)
    ]
    documents.sort(key=lambda each: each.order)
    if not documents:
        return
    one = {entry.document_id: entry.story_id for entry in settled_assignments(documents)}
    print(f"\n{name}, {len(documents):,} documents by their own times: agreement with one machine")
    for share in (0.001, 0.01):
        chance = random.Random(1)
        left = [each for each in documents if chance.random() > share]
        print(f"  one machine, {share:.1%} of the documents missing  {_agreement(settled_assignments(left), one):.3f}")
    for windows in ("14d+3d", "30d+7d", "120d+30d"):
        print(f"  windows of {windows:<38} {_agreement(sharded_assignments(documents, windows=windows), one):.3f}")


def _agreement(log: Sequence[Assignment], one: Mapping[str, str]) -> float:
    return compare([entry.story_id for entry in log], [one[entry.document_id] for entry in log]).bcubed_f


if __name__ == "__main__":
    main()
