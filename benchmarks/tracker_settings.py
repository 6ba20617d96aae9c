"""The settings of `meadow` chosen on all collections but one, measured on that one: `python -m benchmarks.tracker_settings`.

Every combination of a modest grid tracks every labelled collection but the sample: dense, by the power law, one of each and
five of five. A combination is allowed if on each of the collections that choose, five of five stay alone in 95 of a hundred
cases and one of each in 85. Among those, the one with the best mean F of dense and power-law streams is chosen, and its
values on the collection that was left out are printed beside those of the shipped settings and of the best by hindsight.
Then what one step from the shipped settings does to each collection. The argument is the number of draws, 3 if not said.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from statistics import fmean
from typing import NamedTuple

from benchmarks._news_streams import Collection, Stream, collections
from benchmarks.tracking import stream_value
from meadow.model import Document
from meadow.tracking import evidence as shipped
from meadow.tracking.evidence import EvidenceTracker, Settings
from meadow.tracking.second_look import Thresholds
from meadow.tracking.tracker import find_stories

_DAY = 24.0 * 3600.0
_SHAPES = ("dense", "power law", "one of each", "five of five")
_FLOORS = {"one of each": 0.85, "five of five": 0.95}
_DRAWS = 3


class Choice(NamedTuple):
    """What many pairs of documents must have in common, how much more one must, shares of cohesion, and the half-life."""

    many: float = 0.12
    few: float = 1 / 3
    join: float = 0.45
    stray: float = 0.35
    days: float = 7300.0

    def __str__(self) -> str:
        return f"{self.many:.2f} {self.few:.2f} {self.join:.2f} {self.stray:.2f} {self.days:5.0f}"


# By collection the mean value of each shape.
Values = Mapping[str, Mapping[str, float]]


def grid() -> list[Choice]:
    """Return the combinations that are tried: what makes clusters and stories together, the half-life for itself."""
    combined = product((0.12, 0.13, 0.14), (0.0, 1 / 6, 1 / 3), (0.4, 0.45, 0.5), (0.3, 0.35, 0.4, 0.5))
    return [*(Choice(*each) for each in combined), *(Choice(days=days) for days in (365.0, 1825.0, 36500.0))]


def main() -> None:
    """Print what is chosen without each collection and what it does there, then the steps from the shipped settings."""
    draws = int(sys.argv[1]) if len(sys.argv) > 1 else _DRAWS
    streams = {
        name: [stream for each in own for stream in _streams(each, draws)]
        for name, own in collections().items()
        if name != "sample"
    }
    found = {choice: _measured(streams, choice) for choice in grid()}
    print("settings: threshold of many pairs, how much more for one pair, join, stray, half-life in days")
    print(f"\n{'left out':<11} {'chosen by':<14} {'settings':<28}" + " ".join(f"{shape:>12}" for shape in _SHAPES))
    for name in streams:
        others = [other for other in streams if other != name]
        for who, choice in (
            ("the others", _best(found, others)),
            ("shipped", Choice()),
            ("hindsight", _best(found, [name])),
        ):
            _print(name, who, choice, found[choice][name])
    print("\nchosen by all:", _best(found, list(streams)))
    _print_steps(found)


def _streams(given: Collection, draws: int) -> Iterator[Stream]:
    yield given.dense()
    if len(set(given.gold.values())) >= 10:
        yield from given.power_law(draws)
        yield from given.singles(draws)
        yield from given.fives(2 * draws)


def _measured(streams: Mapping[str, Sequence[Stream]], choice: Choice) -> Values:
    found: dict[str, dict[str, float]] = {}
    for name, own in streams.items():
        values: dict[str, list[float]] = {}
        for stream in own:
            values.setdefault(stream.shape, []).append(stream_value(stream, _labels(stream.documents, choice)))
        found[name] = {shape: fmean(each) for shape, each in values.items()}
    cells = " ".join(f"{value:.3f}" for own in found.values() for value in own.values())
    print(f"{choice}  {cells}", file=sys.stderr, flush=True)
    return found


def _labels(documents: list[Document], choice: Choice) -> list[str]:
    stories = find_stories(_tracker(choice), documents)
    story_of = {each: story.id for story in stories for each in story.document_ids}
    return [story_of[document.id] for document in documents]


def _tracker(choice: Choice) -> EvidenceTracker:
    settings = shipped.evidence(half_life_days=choice.days).settings
    thresholds = Thresholds(choice.many, choice.join, choice.stray, choice.few, settings.thresholds.few_join)
    return EvidenceTracker(None, Settings(thresholds, settings.half_life, settings.window_documents, None))


def _best(found: Mapping[Choice, Values], names: Sequence[str]) -> Choice:
    """Return what is best on some collections, among what keeps strangers apart on each; failing that, among all."""
    allowed = [choice for choice, values in found.items() if all(_keeps_apart(values[name]) for name in names)]
    return max(allowed or found, key=lambda choice: fmean(_quality(found[choice][name]) for name in names))


def _keeps_apart(values: Mapping[str, float]) -> bool:
    return all(values.get(shape, 1.0) >= floor for shape, floor in _FLOORS.items())


def _quality(values: Mapping[str, float]) -> float:
    return fmean(values[shape] for shape in ("dense", "power law") if shape in values)


def _print(name: str, who: str, choice: Choice, values: Mapping[str, float]) -> None:
    cells = " ".join(f"{values[shape]:12.3f}" if shape in values else " " * 12 for shape in _SHAPES)
    print(f"{name:<11} {who:<14} {choice!s:<28}{cells}")


def _print_steps(found: Mapping[Choice, Values]) -> None:
    """Print what changing one setting does, as dense and power-law F by collection."""
    here = Choice()
    print(f"\n{'one step away':<28}" + " ".join(f"{name:>13}" for name in found[here]) + "   dense / power law")
    for choice, values in found.items():
        if sum(one != other for one, other in zip(choice, here, strict=True)) <= 1:
            pairs = (f"{own['dense']:.3f} / {own.get('power law', float('nan')):.3f}" for own in values.values())
            print(f"{choice!s:<28}" + " ".join(pairs) + ("   (shipped)" if choice == here else ""))


if __name__ == "__main__":
    main()
