"""A concept and where it stands, and what spellings of one concept have in common."""

from __future__ import annotations

import math
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from meadow.model import Concept, ConceptKind
from meadow.vectors.view import StoryView

_ACCENTS = range(0x300, 0x370)  # only Latin's: what they do to kana makes other letters


@dataclass(frozen=True, slots=True)
class Mentioned:
    """A concept with the rows of the view that mention it, each once, in order."""

    concept: Concept
    rows: tuple[int, ...]
    weight: float


def spelling_key(text: str) -> str:
    """Return what spellings of one name have in common: no case, no accents, one blank where there are several."""
    bare = (each for each in unicodedata.normalize("NFKD", text) if ord(each) not in _ACCENTS)
    return " ".join(unicodedata.normalize("NFC", "".join(bare)).casefold().replace("’", "'").split())


def mentioned(
    view: StoryView, kind: ConceptKind, text: str, forms: Iterable[str], rows: Sequence[int], *, rarity: float
) -> Mentioned:
    """Return a concept from its mentions, one row for each.

    Its weight is in how many documents it stands, by rarity, and grows with the logarithm of the mentions in each.
    """
    distinct = sorted(set(rows))
    documents = len({int(view.document_of[row]) for row in distinct})
    concept = Concept(text, kind, tuple(forms), len(rows), documents)
    return Mentioned(concept, tuple(distinct), documents * rarity * (1 + math.log(len(rows) / documents)))


def by_frequency(spellings: Counter[str]) -> list[str]:
    """Return spellings, the most frequent first, equal ones in the order in which they were met."""
    return [spelling for spelling, _ in spellings.most_common()]
