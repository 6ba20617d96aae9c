"""Raw text to story id, beside a hashed brute force, and over 200,000 documents: `python -m benchmarks.stream`."""

from __future__ import annotations

import random
import resource
import time
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import chain

from benchmarks._brute_force import BruteForce
from benchmarks._measuring import shared_rows
from meadow.ingest.times import parse_time
from meadow.lab.evaluate.clustering import compare
from meadow.model import Document
from meadow.tracking.cidr import Cidr, cidr
from meadow.tracking.evidence import EvidenceTracker, evidence

_WINDOW_HOURS = 72.0
_PER_DAY = 5_000
_SLICES = 10
_ROUNDS = 3
_START = datetime(2026, 1, 1, tzinfo=UTC)

Run = Callable[[Sequence[Document]], Iterable[object]]
Count = Callable[[], int]


def main() -> None:
    """Print the trackers' quality and speed, then the cost per document along long streams."""
    headlines, articles = _texts("headlines68k.jsonl.gz"), _texts("reuters21578.jsonl.gz")
    if not headlines or not articles:
        return
    threshold = _equal_threshold()
    _print_speed(headlines, articles, threshold)
    _print_windows(headlines)
    _print_slices("headlines", headlines, _ours, copies=3)
    _print_slices("articles", articles, evidence, copies=10)
    _print_near_copies(articles[0])


def _texts(name: str) -> list[str]:
    """Return the titles and texts of a set, shuffled so that every part of a stream holds the same kind of text."""
    texts = [f"{row['title'] or ''}\n{row['text']}" for row in shared_rows("scale", name)]
    random.Random(0).shuffle(texts)
    return texts


def _ours() -> Cidr:
    return cidr(window_hours=_WINDOW_HOURS)


def _equal_threshold() -> float:
    """Return the highest threshold at which the brute force is as good as `cidr` on the headlines with gold, or better."""
    rows = list(shared_rows("uci_headlines", "docs.jsonl.gz"))
    documents = [Document(r["id"], text=r["title"], published=parse_time(r["date"])[0], language="en") for r in rows]
    documents.sort(key=lambda document: document.order)
    gold = {row["id"]: row["cluster"] for row in rows}
    labels = [gold[document.id] for document in documents]
    ours = compare([each.story_id for each in _ours().iter_steps(documents)], labels)
    for percent in range(30, 0, -1):
        theirs = compare(list(BruteForce(threshold=percent / 100).iter_stories(documents)), labels)
        if theirs.bcubed_f >= ours.bcubed_f:
            break
    print(f"uci_headlines, {len(documents)} documents: B-cubed F of cidr(window_hours=72) {ours.bcubed_f:.3f},")
    print(f"of the brute force {theirs.bcubed_f:.3f} with its threshold tuned there to be no worse, {percent / 100}")
    return percent / 100


def _print_speed(headlines: Sequence[str], articles: Sequence[str], threshold: float) -> None:
    print(
        f"\nThe sets of `scale`, shuffled, timed evenly at {_PER_DAY:,} documents a day; stories stay open for three days."
    )
    print("Documents per CPU second over the second half of the stream, best of 3 in one process.")
    print(f"{'stream':<10} {'documents':>9}  {'tracker':<38} {'documents/s':>11} {'open':>6}  {'first ÷ it':>10}")
    begins: tuple[tuple[str, Callable[[], tuple[Run, Count]]], ...] = (
        ("meadow, in batches, looks included", _begin_default),
        ("cidr, in batches", partial(_begin_ours, True)),
        ("cidr, one by one", partial(_begin_ours, False)),
        ("brute force, one by one", partial(_begin_theirs, threshold, False)),
        ("brute force, in batches, laid out anew", partial(_begin_theirs, threshold, True)),
    )
    for name, texts, size in (("headlines", headlines, 20_000), ("articles", articles, 10_000)):
        documents = _timed(texts[:size])
        first = 0.0
        for tracker, begin in begins:
            rate, open_stories = _rate(documents, begin)
            first = first or rate
            speed = f"{rate:>11,.0f} {open_stories:>6}  {first / rate:>9.1f}×"
            print(f"{name:<10} {size:>9}  {tracker:<38} {speed}")


def _timed(texts: Iterable[str], *, per_day: float = _PER_DAY) -> list[Document]:
    return [
        Document(str(number), text=text, published=_START + timedelta(days=number / per_day), language="en")
        for number, text in enumerate(texts)
    ]


def _begin_ours(batches: bool) -> tuple[Run, Count]:
    tracker = _ours()
    run: Run = tracker.iter_steps if batches else lambda documents: map(tracker.step, documents)
    return run, lambda: len(tracker.snapshot()["stories"])


def _begin_default() -> tuple[Run, Count]:
    tracker = evidence(window_hours=_WINDOW_HOURS)
    return tracker.iter_steps, lambda: len({each["story_id"] for _, each in tracker.snapshot()["clusters"]})


def _begin_theirs(threshold: float, tuned: bool) -> tuple[Run, Count]:
    tracker = BruteForce(threshold=threshold, tuned=tuned)
    return tracker.iter_stories, lambda: tracker.open_stories


def _rate(documents: Sequence[Document], begin: Callable[[], tuple[Run, Count]]) -> tuple[float, int]:
    """Return documents per CPU second over the second half, and the open stories at the end."""
    half = len(documents) // 2
    seconds = []
    for _ in range(_ROUNDS):
        run, count = begin()
        _consume(run(documents[:half]))
        start = time.process_time()
        _consume(run(documents[half:]))
        seconds.append(time.process_time() - start)
    return (len(documents) - half) / min(seconds), count()


def _consume(stories: Iterable[object]) -> None:
    for _ in stories:
        pass


def _print_windows(texts: Sequence[str]) -> None:
    """Print what more than nine times as many open stories cost, by longer windows."""
    documents = _timed(texts, per_day=4 * _PER_DAY)
    print(f"\nThe headlines at {4 * _PER_DAY:,} a day: open stories and microseconds per document by window")
    for hours in (1.0, 8.0, 72.0):
        begin = partial(_begin_with_window, hours)
        rate, count = _rate(documents, begin)
        print(f"  {hours:4.0f} h  {count:6d} open  {1e6 / rate:5.1f}")


def _begin_with_window(hours: float) -> tuple[Run, Count]:
    tracker = cidr(window_hours=hours)
    return tracker.iter_steps, lambda: len(tracker.snapshot()["stories"])


def _print_slices(name: str, texts: Sequence[str], begin: Callable[[], Cidr | EvidenceTracker], *, copies: int) -> None:
    """Print the cost of each tenth of several copies, one after the other, and how far the memory grows."""
    documents = _timed(chain.from_iterable([texts] * copies))
    size = len(documents) // _SLICES
    best = [float("inf")] * _SLICES
    memory: list[int] = []
    for _ in range(_ROUNDS):
        tracker = begin()
        for part in range(_SLICES):
            start = time.process_time()
            _consume(tracker.iter_steps(documents[part * size : (part + 1) * size]))
            best[part] = min(best[part], (time.process_time() - start) / size * 1e6)
            memory.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
    later = best[1:]
    mean = sum(later) / len(later)
    which = "cidr(window_hours=72)" if isinstance(tracker, Cidr) else "meadow, the default, looks included"
    print(f"\n{which}: the {name} {copies} times over, each copy after the one before:")
    print(f"{len(documents):,} documents, in tenths; microseconds per document: " + " ".join(f"{v:.1f}" for v in best))
    spread = f"from {min(later) / mean - 1:+.0%} to {max(later) / mean - 1:+.0%}"
    print(f"after the first tenth, which learns most words: mean {mean:.1f} ({1e6 / mean:,.0f}/s), {spread}")
    print(f"peak memory after the first tenth {memory[0]} MB, after {_ROUNDS} rounds {memory[-1]} MB")


def _print_near_copies(text: str) -> None:
    """Print what an article costs the default tracker among so many that are nearly it."""
    print("\nmeadow, the default, on one article over and over with a number of its own: microseconds per document")
    for size in (1_000, 5_000, 20_000):
        documents = _timed(f"{text} item{number} of {number % 7}" for number in range(size))
        tracker = evidence()
        start = time.process_time()
        _consume(tracker.iter_steps(documents))
        tracker.finish()
        print(f"  {size:6,}  {(time.process_time() - start) / size * 1e6:5.1f}")


if __name__ == "__main__":
    main()
