"""Extracts against an ideal extract: precision and recall, percent agreement, and the ideal by majority.

Counts add up (`ExtractCounts`), so the same pass serves one story and a whole corpus. Fractions lie in [0, 1].

Source: Radev, Jing, Styś and Tam (2004), Centroid-based summarization of multiple documents, section 4.1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from meadow import provenance
from meadow.errors import InputError

__all__ = [
    "ExtractCounts",
    "PrecisionRecall",
    "count_common",
    "ideal_by_majority",
    "percent_agreement",
    "precision_recall",
    "signature",
]


class PrecisionRecall(NamedTuple):
    """Which share of an extract is ideal, and which share of the ideal it holds."""

    precision: float
    recall: float

    @property
    def f(self) -> float:
        """The harmonic mean of both; 0 where both are 0."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


@dataclass(frozen=True, slots=True)
class ExtractCounts:
    """Sentences in common, in the extract and in the ideal; counts of several stories add up."""

    common: int
    extracted: int
    ideal: int

    def __add__(self, other: ExtractCounts) -> ExtractCounts:
        return ExtractCounts(self.common + other.common, self.extracted + other.extracted, self.ideal + other.ideal)

    @property
    def scores(self) -> PrecisionRecall:
        """Precision and recall; an empty extract has a precision of 0."""
        precision = self.common / self.extracted if self.extracted else 0.0
        return PrecisionRecall(precision, self.common / self.ideal)


def count_common(extract: Collection[int], ideal: Collection[int]) -> ExtractCounts:
    """Return the counts behind precision and recall; a sentence named twice counts once."""
    chosen, wanted = frozenset(extract), frozenset(ideal)
    if not wanted:
        raise InputError(
            "The ideal extract is empty, so recall is undefined.",
            given="0 sentences",
            allowed="An ideal extract holds at least one sentence.",
            advice="With several judges, see whether any sentence has a majority.",
        )
    return ExtractCounts(len(chosen & wanted), len(chosen), len(wanted))


def precision_recall(extract: Collection[int], ideal: Collection[int]) -> PrecisionRecall:
    """Return the precision and recall of an extract, as a pair with names."""
    return count_common(extract, ideal).scores


def percent_agreement(extract: Collection[int], ideal: Collection[int], *, total: int) -> float:
    """Return the share of all `total` sentences that both take or both leave; sentences are numbered from 0."""
    chosen, wanted = frozenset(extract), frozenset(ideal)
    unknown = sorted(sentence for sentence in chosen | wanted if not 0 <= sentence < total)
    if unknown or total < 1:
        named = unknown[0] if unknown else "no"
        raise InputError(
            f"Agreement over {total} sentences was given sentence {named}.",
            given=f"sentence {named}, total={total}",
            allowed=f"Sentences are numbered 0 to {total - 1}." if total > 0 else "total is at least 1.",
        )
    return (total - len(chosen ^ wanted)) / total


def ideal_by_majority(extracts: Iterable[Collection[int]]) -> frozenset[int]:
    """Return the sentences that more than half of the judges' extracts hold."""
    votes = [frozenset(extract) for extract in extracts]
    if not votes:
        raise InputError(
            "There is no majority among no extracts.",
            given="0 extracts",
            allowed="One extract per judge, at least one.",
        )
    counts = Counter(sentence for vote in votes for sentence in vote)
    return frozenset(sentence for sentence, count in counts.items() if 2 * count > len(votes))


def signature(*, judges: int | None = None, total: int | None = None) -> str:
    """Return how such scores were obtained: from an ideal by majority of so many judges, over so many sentences."""
    ideal = "given" if judges is None else f"majority({judges})"
    return provenance.signature({"metric": "extraction", "ideal": ideal, "sentences": total})
