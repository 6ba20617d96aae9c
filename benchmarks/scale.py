"""What a document costs at each stage, what many machines make of that, and ten million documents.

A machine is taken to have 16 cores like this one and a network of 10 Gbit/s; whoever coordinates is one process of one core.
"""

from __future__ import annotations

import pickle
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import fmean

from benchmarks._arrivals import Arrivals
from benchmarks._measuring import best_seconds, shared_rows
from meadow.ingest import iter_items, pass_once
from meadow.ingest.jsonl import document_value
from meadow.ingest.saving import DOCUMENT_COLUMNS, KINDS, save_partitions
from meadow.model import Assignment, Document, Story
from meadow.pipeline.headings import headline_view
from meadow.pipeline.summaries import summarize_view
from meadow.recipe import Recipe
from meadow.text.sentences import split_sentences
from meadow.tracking.evidence import evidence
from meadow.tracking.joining import StoryLog
from meadow.tracking.reconciling import reconcile
from meadow.tracking.shards import Joins, ShardStories, track_shard
from meadow.tracking.tracker import stories_from
from meadow.tracking.vocabularies import read_vocabulary
from meadow.tracking.windows import Shard, Windows, plan_shards
from meadow.vectors.view import view_documents

_CORES = 16
_NETWORK = 1.25e9
_DAY = 86_400
_TOTAL, _DAYS, _POSITIONS = 10_000_000, 365, 7
_WIDTH, _OVERLAP = 0.75, 0.25
_WRITTEN, _READ = 1_500, 5_000


@dataclass(frozen=True, slots=True)
class Cost:
    """What a stage takes of a document: microseconds of CPU, and whether the coordinator pays them."""

    stage: str
    microseconds: float
    coordinator: bool = False


def main() -> None:
    """Print the costs of the stages, what travels, what many machines do, and the simulation."""
    articles = [row for row in shared_rows("scale", "reuters21578.jsonl.gz") if row["text"]]
    if not articles:
        return
    arrivals = Arrivals(_TOTAL / _DAYS, [(row["title"] or "", _sentences(row["text"])) for row in articles])
    documents = arrivals.between(100.0, 100.0 + _WIDTH)
    print(
        f"{len(documents):,} documents of 18 hours, {fmean(len(each.text) for each in documents):,.0f} characters each"
    )
    costs = [
        *_reading(documents),
        *(shards := _Sharding(arrivals)).costs,
        *_writing(documents, shards.stories),
    ]
    traffic, packing = _print_traffic(documents, shards)
    _print_costs([*costs, packing])
    _print_memory(arrivals)
    _print_machines([*costs, packing], traffic)
    _simulate(arrivals)


def _consume(paths: Sequence[Path]) -> int:
    return sum(1 for _ in iter_items(paths))


def _sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in split_sentences(text[:4_000])] or [text]


def _reading(documents: Sequence[Document]) -> list[Cost]:
    some = documents[:_READ]
    rows, costs = [document_value(each) for each in some], list[Cost]()
    with tempfile.TemporaryDirectory() as folder:
        for kind in KINDS[:3]:
            target = f"{folder}/{kind}"
            paths = list(save_partitions(rows, target, kind=kind, columns=DOCUMENT_COLUMNS))
            costs.append(Cost(f"read {kind}", _per(some, partial(_consume, paths), rounds=2)))
    costs.append(Cost("drop repeats", _per(documents, lambda: list(pass_once(documents))), coordinator=True))
    return costs


def _joined(
    documents: Sequence[Document], shards: Sequence[Shard], found: Sequence[ShardStories], joins: Sequence[Joins]
) -> list[Assignment]:
    log = StoryLog(documents, shards)
    for stories in found:
        list(log.add(stories))
    for stories, agreed in zip(found[1:], joins, strict=True):
        log.join(stories.key, agreed)
    return list(log.settled())


class _Sharding:
    """Two neighbouring windows, tracked, reconciled and joined, with what each step costs."""

    def __init__(self, arrivals: Arrivals) -> None:
        windows = Windows(timedelta(days=_WIDTH), timedelta(days=_OVERLAP))
        both = arrivals.between(100.0, 100.0 + 2 * _WIDTH - _OVERLAP)
        self.shards = plan_shards(both, windows)
        self.found = [track_shard(evidence(), shard) for shard in self.shards]
        pairs = list(pairwise(self.found))
        joins = [reconcile(*pair) for pair in pairs]
        whole = self.shards[0]
        log = _joined(both, self.shards, self.found, joins)
        self.stories = stories_from(log, both)
        self.costs = [
            Cost("track, looks included", _per(whole.documents, lambda: track_shard(evidence(), whole), rounds=2)),
            Cost("read words", _per(whole.documents, lambda: read_vocabulary(None, whole), rounds=2)),
            Cost("reconcile", _per(both, lambda: [reconcile(*pair) for pair in pairs])),
            Cost("divide into windows", _per(both, lambda: plan_shards(both, windows)), coordinator=True),
            Cost("make one log", _per(both, lambda: _joined(both, self.shards, self.found, joins)), coordinator=True),
        ]
        self.documents = both


def _writing(documents: Sequence[Document], stories: Sequence[Story]) -> list[Cost]:
    """Return what analysing, summarizing and headlining stories cost per document, over some thousand documents."""
    by_id = {document.id: document for document in documents}
    chosen: list[list[Document]] = []
    for story in stories:
        members = [by_id[each] for each in story.document_ids if each in by_id]
        if members and sum(map(len, chosen)) < _WRITTEN:
            chosen.append(members)
    told = [document for members in chosen for document in members]
    recipe = Recipe()
    start = time.process_time()
    views = [view_documents(members) for members in chosen]
    analysed = time.process_time()
    for view, members in zip(views, chosen, strict=True):
        summarize_view(view, recipe, story_id=members[0].id)
    summarized = time.process_time()
    for view, members in zip(views, chosen, strict=True):
        headline_view(view, recipe, story_id=members[0].id)
    parts = (
        ("analyse", analysed - start),
        ("summarize", summarized - analysed),
        ("headline", time.process_time() - summarized),
    )
    return [Cost(stage, seconds / len(told) * 1e6) for stage, seconds in parts]


def _print_costs(costs: Sequence[Cost]) -> None:
    print(f"\n{'stage':<24} {'µs/document':>11} {'documents/s and core':>21}")
    for cost in costs:
        where = "  the coordinator" if cost.coordinator else ""
        print(f"{cost.stage:<24} {cost.microseconds:>11.1f} {1e6 / cost.microseconds:>21,.0f}{where}")


# In a process of its own, so that the memory is the tracker's and nothing that was freed is used again.
_LIVE = "import sys; from benchmarks.scale import print_live; print_live(*sys.argv[1:])"


def print_live(*paths: str) -> None:
    """Print how many stories are open after a day, the bytes that they take, and those of a document in a list."""
    tracker = evidence()
    first: list[Document] = pickle.loads(Path(paths[0]).read_bytes())  # noqa: S301 - our own
    for _ in tracker.iter_steps(first):
        pass
    packed = Path(paths[1]).read_bytes()
    before = _resident()
    documents: list[Document] = pickle.loads(packed)  # noqa: S301 - our own
    held = _resident()
    for _ in tracker.iter_steps(documents):
        pass
    tracker.finish()
    after = _resident()
    stories = {each["story_id"] for _, each in tracker.snapshot()["clusters"]}
    print(len(stories), after - held, (held - before) // len(documents))


def _resident() -> int:
    """Return the bytes of memory that this process has now."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * resource.getpagesize()


def _print_memory(arrivals: Arrivals) -> None:
    with tempfile.TemporaryDirectory() as folder:
        paths = [f"{folder}/{name}" for name in ("few", "many")]
        for path, last in zip(paths, (0.1, 1.0), strict=True):
            Path(path).write_bytes(pickle.dumps(arrivals.between(100.0, 100.0 + last)))
        done = subprocess.run([sys.executable, "-c", _LIVE, *paths], check=True, capture_output=True, text=True)
    stories, grown, each = map(int, done.stdout.split())
    print(f"\n{stories:,} live stories take {grown / 1e6:,.0f} MB of a tracker: {grown / stories / 1e3:.1f} KB a story")
    print(f"a document in the coordinator's list takes {each:,} bytes")


def _print_traffic(documents: Sequence[Document], shards: _Sharding) -> tuple[float, Cost]:
    """Print the bytes that travel for each document at each step; return their sum and what packing them costs."""
    whole, count = list(documents), len(shards.documents) / len(documents)
    steps: tuple[tuple[str, object, float], ...] = (
        ("read, to the coordinator", whole, 1.0),
        ("windows, to workers", shards.shards, count),
        ("their stories, back", shards.found, count),
        ("neighbours' stories, to be reconciled", [shards.found, _copied(shards.found)], count),
        ("stories, to be written", whole, 1.0),
    )
    print(f"\n{'what travels':<40} {'bytes/document':>14}")
    total = seconds = 0.0
    for name, value, share in steps:
        packed = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
        size = len(packed) / share / len(documents)
        total += size
        job = (
            partial(pickle.loads, packed)
            if name.endswith(("coordinator", "back"))
            else partial(pickle.dumps, value, -1)
        )
        seconds += best_seconds(job, rounds=2) / share
        print(f"{name:<40} {size:>14,.0f}")
    return total, Cost("pack and unpack", seconds / len(documents) * 1e6, coordinator=True)


def _copied(found: Sequence[ShardStories]) -> object:
    """Return an equal value that is packed anew."""
    return pickle.loads(pickle.dumps(found))  # noqa: S301 - our own


def _print_machines(costs: Sequence[Cost], traffic: float) -> None:
    """Print what one, ten and a hundred machines do in a day, by whichever of three things ends first."""
    kept = [cost for cost in costs if cost.stage not in ("read jsonl", "read jsonl.gz")]
    work = sum(cost.microseconds for cost in kept if not cost.coordinator) / 1e6
    alone = sum(cost.microseconds for cost in kept if cost.coordinator) / 1e6
    print(f"\na document takes {work * 1e6:,.0f} µs of workers and {alone * 1e6:,.0f} µs of the coordinator")
    print(f"{'machines':>8} {'documents a day':>16}  first bottleneck")
    for machines in (1, 10, 100):
        limits = {
            "the workers' cores": machines * _CORES / work,
            "the coordinator's core": 1 / alone,
            "the coordinator's network": _NETWORK / traffic,
        }
        which = min(limits, key=limits.__getitem__)
        rest = ", ".join(f"{name} {rate * _DAY / 1e6:,.0f} M" for name, rate in limits.items() if name != which)
        print(f"{machines:>8} {limits[which] * _DAY / 1e6:>14,.0f} M  {which} ({rest})")


def _simulate(arrivals: Arrivals) -> None:
    """Print the cost of windows all along ten million arrivals."""
    print(
        f"\n{_TOTAL:,} documents in {_DAYS} days; two windows of 18 hours at each of {_POSITIONS} places, really tracked:"
    )
    print(f"{'day':>5} {'documents':>9} {'stories':>8} {'track µs':>9} {'reconcile µs':>12} {'peak MB':>8}")
    windows = Windows(timedelta(days=_WIDTH), timedelta(days=_OVERLAP))
    spent: list[float] = []
    for position in range(_POSITIONS):
        day = 6.0 + position * (_DAYS - 8.0) / (_POSITIONS - 1)
        shards = plan_shards(arrivals.between(day, day + 2 * _WIDTH - _OVERLAP), windows)
        start = time.process_time()
        found = [track_shard(evidence(), shard) for shard in shards]
        tracked = time.process_time()
        for pair in pairwise(found):
            reconcile(*pair)
        count = sum(len(each.ids) for each in found)
        costs = (tracked - start) / count * 1e6, (time.process_time() - tracked) / count * 1e6
        spent.append(sum(costs))
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(f"{day:>5.0f} {count:>9,} {_stories(found):>8,} {costs[0]:>9.1f} {costs[1]:>12.1f} {memory:>8,}")
    later = spent[1:]
    mean = fmean(later)
    hours = mean * _TOTAL * _WIDTH / (_WIDTH - _OVERLAP) / 1e6 / 3600
    spread = f"from {min(later) / mean - 1:+.0%} to {max(later) / mean - 1:+.0%}"
    print(f"after the first: mean {mean:.1f} µs, {spread}; all of it {hours:.1f} core hours, overlaps included")


def _stories(found: Sequence[ShardStories]) -> int:
    return sum(int(each.stories.max(initial=-1)) + 1 for each in found)


def _per(documents: Sequence[Document], job: Callable[[], object], *, rounds: int = 3) -> float:
    """Return the microseconds of CPU that a job takes for each document."""
    return best_seconds(job, rounds=rounds) / len(documents) * 1e6


if __name__ == "__main__":
    main()
