"""The sample corpus: fictional articles by fictional outlets, with gold stories, summaries and headlines."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import msgspec


@dataclass(frozen=True, slots=True)
class PlantedValue:
    """One of the values that the sample's articles give for a fact."""

    value: str
    documents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlantedContradiction:
    """A fact on which the articles differ by design: `superseded` values were updated, a `conflict` is unresolved."""

    what: str
    values: tuple[PlantedValue, ...]
    kind: str


@dataclass(frozen=True, slots=True)
class GoldStory:
    """A story as its writers meant it: its documents, reference headlines and summaries, and what was planted in it."""

    story: str
    language: str
    documents: tuple[str, ...]
    headlines: tuple[str, ...]
    summaries: tuple[str, ...]
    contradictions: tuple[PlantedContradiction, ...] = ()
    near_copies: tuple[tuple[str, str], ...] = ()


def sample_path() -> Path:
    """Return the folder of the sample's articles, one JSON Lines file per outlet: what `meadow digest` can read."""
    return Path(str(files(__name__))) / "news"


def testbed_path() -> Path:
    """Return the folder of the sample's testbed: judgements that show every shape, an illustration that proves nothing."""
    return Path(str(files(__name__))) / "testbed"


def gold_stories() -> tuple[GoldStory, ...]:
    """Return the gold stories, the earliest first."""
    lines = (Path(str(files(__name__))) / "gold" / "stories.jsonl").read_bytes().splitlines()
    return tuple(msgspec.json.decode(line, type=GoldStory) for line in lines)
