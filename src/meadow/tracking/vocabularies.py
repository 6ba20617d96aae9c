"""The terms of shards, so that a term is as rare in each of them as in the whole stream.

Source: our own. The first form of a word that a stream meets says how rare its stem is (`terms`). Which one that is in the
whole stream is known to the first shard that has the stem; others are told, where they would take another for the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from meadow.model import FloatArray
from meadow.text.background import Background
from meadow.tracking.terms import FADE_EVERY
from meadow.tracking.weighing import Weighing
from meadow.tracking.windows import Shard

_AT_ONCE = 1_024


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    """The terms of a shard, and how rare the first form of each is that stands there; documents that are new with it."""

    language: str
    number: int
    documents: int
    names: tuple[str, ...]
    rarity: FloatArray


def read_vocabulary(background: Background | None, shard: Shard) -> Vocabulary:
    """Return the terms of a shard."""
    terms = Weighing(background).terms
    for first in range(0, len(shard.documents), _AT_ONCE):
        terms.meet(shard.documents[first : first + _AT_ONCE])
    names, rarity = terms.rarities()
    return Vocabulary(shard.language, shard.number, len(shard.documents) - shard.before, names, rarity)


def iter_rarities(vocabularies: Iterable[Vocabulary]) -> Iterator[dict[str, float]]:
    """Yield for each shard, by language and number, how rare terms are that an earlier one met in another form.

    A term that no shard has had for as many documents as a tracker takes to forget it is met anew.
    """
    known: dict[str, tuple[float, int]] = {}
    language, seen, tidied = None, 0, 0
    for each in vocabularies:
        if each.language != language:
            known, language, seen, tidied = {}, each.language, 0, 0
        rarities: dict[str, float] = {}
        for name, rarity in zip(each.names, each.rarity.tolist(), strict=True):
            value, _ = known.get(name, (rarity, 0))
            known[name] = value, seen
            if value != rarity:
                rarities[name] = value
        yield rarities
        seen += each.documents
        if seen - tidied >= FADE_EVERY:
            known, tidied = {name: entry for name, entry in known.items() if seen - entry[1] < FADE_EVERY}, seen
