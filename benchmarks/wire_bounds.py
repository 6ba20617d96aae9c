"""How the figures on a wire move if what was learned for it moves by a tenth: `python -m benchmarks.wire_bounds`.

The first columns are the items with gold, on which the bounds were chosen. The others took no part: half of the archive of
another month, without gold, and made-up events with several reports.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import combinations

from benchmarks._measuring import DATA
from benchmarks._templates import HELD_OUT, template_stream
from benchmarks.wire import TICKER, read_archive, read_gold, score_gold
from meadow.model import Document
from meadow.tracking.evidence import evidence
from meadow.tracking.tracker import find_stories

_BOUNDS = (
    ("actors", "_CLOSE"), ("actors", "_SAME_ACTORS"), ("actors", "_FORMULAIC"), ("actors", "_TRUSTED"),
    ("actors", "_ERRORS"), ("actors", "LEAST_TRUST"), ("actors", "_LEAST_KEPT"), ("actors", "_HALF_LIFE"),
    ("actors", "_ONE_WORD"), ("capitals", "_CASED"), ("evidence", "_NEAR_FROM"), ("second_look", "LONGEST_PAUSE"),
)  # fmt: skip
_MONTH = "1987-04"
# Reports of one exchange are one story whatever the bounds; docs/explanation/tracking.md says so.
_KINDS = [kind for kind in HELD_OUT if kind != "markets"]


def main() -> None:
    """Print the figures as they are, and with each bound a tenth lower and higher."""
    archive = read_archive()
    if not archive:
        return
    gold = read_gold(DATA)
    wanted = [each for each in archive if each.id in set(gold["ids"])]
    month = [each for each in archive if str(each.published).startswith(_MONTH)]
    heads = ("bound", "P", "R", "F", "alone", "largest", "apart", "made-up P", "R", "largest")
    print("| " + " | ".join(heads) + " |")
    print("|---|" + "---:|" * (len(heads) - 1))
    for name, module, factor in [("as they are", "", 1.0), *_moved()]:
        with _changed(module, name, factor):
            p, r, f, alone = score_gold(_stories(wanted), gold)
            largest, apart = _month(month)
            made = _made()
        label = name if factor == 1.0 else f"`{module}.{name}` {factor - 1.0:+.0%}"
        print(f"| {label} | {p:.3f} | {r:.3f} | {f:.3f} | {alone:.3f} | {largest} | {apart:.3f} | {made} |", flush=True)


def _moved() -> Iterator[tuple[str, str, float]]:
    return ((name, module, factor) for module, name in _BOUNDS for factor in (0.9, 1.1))


@contextmanager
def _changed(module: str, name: str, factor: float) -> Iterator[None]:
    if not module:
        yield
        return
    place = importlib.import_module(f"meadow.tracking.{module}")
    before = getattr(place, name)
    setattr(place, name, before * factor)
    try:
        yield
    finally:
        setattr(place, name, before)


def _stories(documents: Sequence[Document]) -> list[tuple[str, ...]]:
    return [story.document_ids for story in find_stories(evidence(), documents)]


def _month(documents: Sequence[Document]) -> tuple[int, float]:
    """Return how large the largest story is, and the share of pairs inside stories that name only other companies."""
    named = {each.id: set(TICKER.findall(f"{each.title or ''} {each.text}")) for each in documents}
    stories = _stories(documents)
    pairs = [pair for story in stories for pair in combinations(story, 2) if named[pair[0]] and named[pair[1]]]
    return max(map(len, stories)), sum(named[a].isdisjoint(named[b]) for a, b in pairs) / max(1, len(pairs))


def _made() -> str:
    """Return precision and recall of pairs of made-up reports, and how large the largest story is."""
    reports = sorted((each for kind in _KINDS for each in template_stream(kind)), key=lambda each: each.document.order)
    event = {each.document.id: each.event for each in reports}
    stories = _stories([each.document for each in reports])
    found = [event[a] == event[b] for story in stories for a, b in combinations(story, 2)]
    wanted = sum(event[a] == event[b] for a, b in combinations(event, 2))
    return f"{sum(found) / len(found):.3f} | {sum(found) / wanted:.3f} | {max(map(len, stories))}"


if __name__ == "__main__":
    main()
