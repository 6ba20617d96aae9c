"""Claims: a number of a sentence with its identity: what it counts, of whom, where and when, who says so, and how sure.

Source: our own.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from meadow.text.phrases.values import Quantity


@dataclass(frozen=True, slots=True)
class StatedFact:
    """A fact as a sentence words it: `kind` is the same for claims that may be about one fact, `what` names it to a reader.

    It may be one of the common facts of news, which a document states once (the dead of an accident), stated as a `total`
    ("death toll"), or so `loose` ("people", "years") that a story contains many.
    """

    kind: str
    what: str
    common: bool = False
    total: bool = False
    loose: bool = False


@dataclass(frozen=True, slots=True)
class Claim:
    """A number and the fact that a sentence gives it for; None if only the preceding words can decide which.

    `places`, `days` and `names` say for which places, times and people it is true, `setting` all places of the sentence;
    `predicate` is the stem of the verb that goes with it, `voice` who says so, where the sentence names somebody. `before`
    and `after` are the words around the number with their stems. `outdated` means that the sentence calls the value an
    earlier one, `replaced` that it names another in its stead, `changed` that things have moved to it, or from it where it
    is outdated, `lowered` that a count was taken back to it, `rival` that it is set against another, and `quoted` that it
    is a quote on a market, which holds for its day only.
    """

    told: StatedFact | None
    quantity: Quantity
    places: frozenset[str] = frozenset()
    setting: frozenset[str] = frozenset()
    days: frozenset[date] = frozenset()
    names: frozenset[str] = frozenset()
    predicate: str | None = None
    before: tuple[tuple[str, str], ...] = ()
    after: tuple[tuple[str, str], ...] = ()
    voice: str | None = None
    outdated: bool = False
    replaced: bool = False
    changed: bool = False
    lowered: bool = False
    rival: bool = False
    quoted: bool = False

    @property
    def fact(self) -> StatedFact:
        """What the number is given for; to be asked only once that is known."""
        assert self.told is not None  # noqa: S101 - claims without one are dropped as soon as a story is read
        return self.told

    @property
    def kind(self) -> str:
        """The kind of the fact."""
        return self.fact.kind

    @property
    def stems(self) -> frozenset[str]:
        """The stems of the words around the number."""
        return frozenset(stem for stem, _ in (*self.before, *self.after))

    @property
    def value(self) -> Decimal:
        """The number itself."""
        return self.quantity.value


@dataclass(frozen=True, slots=True)
class SourcedClaim:
    """A claim and its source: the row of the sentence in the view and the index of its document there."""

    claim: Claim
    row: int
    document: int
