"""What sets two judges apart: the sentences to delete, add or move to turn one clustering into the other.

Source: Geiss (2009), sections 4.2 and 7. Clusters are paired so that the fewest sentences move, which is the partition
distance of Gusfield (2002).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from meadow.errors import InputError, check_choice
from meadow.lab.evaluate.clustering_measures import Labels, contingency
from meadow.provenance import signature

Kind = Literal["delete", "add", "move"]
Reason = Literal["generalisation", "emphasis", "inference"]
REASONS: tuple[str, ...] = get_args(Reason)


@dataclass(frozen=True, slots=True)
class Change:
    """One sentence that the judges treat differently; a side on which it is irrelevant is None.

    A move goes from the first judge's cluster to the second's.
    """

    item: int
    kind: Kind
    source: Hashable
    target: Hashable
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class Differences:
    """All that distinguishes clustering a from clustering b; items are numbers from 0, clusters are tuples of items."""

    items: int
    irrelevant_in_both: tuple[int, ...]
    identical_clusters: tuple[tuple[int, ...], ...]
    clusters_only_in_a: tuple[tuple[int, ...], ...]
    clusters_only_in_b: tuple[tuple[int, ...], ...]
    changes: tuple[Change, ...]

    @property
    def to_delete(self) -> tuple[int, ...]:
        """The items that only a has in a cluster."""
        return self._of_kind("delete")

    @property
    def to_add(self) -> tuple[int, ...]:
        """The items that only b has in a cluster."""
        return self._of_kind("add")

    @property
    def to_move(self) -> tuple[int, ...]:
        """The items that both have in a cluster, but not in the same one."""
        return self._of_kind("move")

    @property
    def share_irrelevant_in_both(self) -> float:
        """The part of all items that both judges set aside."""
        return len(self.irrelevant_in_both) / self.items

    @property
    def counts(self) -> dict[str, int]:
        """How many items and clusters there are of each sort, by what tables call them."""
        return {
            "irrelevant in both": len(self.irrelevant_in_both),
            "same clusters": len(self.identical_clusters),
            "only first": len(self.clusters_only_in_a),
            "only second": len(self.clusters_only_in_b),
            **{kind: len(self._of_kind(kind)) for kind in get_args(Kind)},
        }

    @property
    def reasons(self) -> dict[str | None, int]:
        """How many changes have each reason; None counts those without one."""
        return dict(Counter(change.reason for change in self.changes))

    @property
    def signature(self) -> str:
        """How the report came about."""
        return signature({"measure": "differences(pairing=fewest-moves)", "items": self.items})

    def _of_kind(self, kind: Kind) -> tuple[int, ...]:
        return tuple(change.item for change in self.changes if change.kind == kind)


def differences(a: Labels, b: Labels, *, reasons: Mapping[int, Reason] | None = None) -> Differences:
    """Return what must change in clustering `a` to get clustering `b`; a label of None marks an irrelevant item.

    `clusters_only_in_a` are clusters of a whose items are all irrelevant for b. `reasons` says, per item, why the
    judges differ: generalisation, emphasis or inference.
    """
    if len(a) != len(b) or len(a) == 0:
        raise InputError(
            f"The two judges labelled {len(a)} and {len(b)} items.",
            given=f"{len(a)} and {len(b)} labels",
            allowed="Both must label the same items, at least one, in the same order.",
            advice="Give irrelevant items the label None.",
        )
    kept, wanted = list(a), list(b)
    both = [item for item in range(len(kept)) if kept[item] is not None and wanted[item] is not None]
    partner = _partners([kept[item] for item in both], [wanted[item] for item in both])
    first, second = _clusters(kept), _clusters(wanted)
    return Differences(
        items=len(kept),
        irrelevant_in_both=tuple(i for i in range(len(kept)) if kept[i] is None and wanted[i] is None),
        identical_clusters=tuple(sorted(set(first.values()) & set(second.values()))),
        clusters_only_in_a=_unused(first, {kept[item] for item in both}),
        clusters_only_in_b=_unused(second, {wanted[item] for item in both}),
        changes=_with_reasons(_changes(kept, wanted, partner), reasons or {}),
    )


def _clusters(labels: list[Hashable]) -> dict[Hashable, tuple[int, ...]]:
    members: dict[Hashable, list[int]] = {}
    for item, label in enumerate(labels):
        if label is not None:
            members.setdefault(label, []).append(item)
    return {label: tuple(items) for label, items in members.items()}


def _unused(clusters: Mapping[Hashable, tuple[int, ...]], used: set[Hashable]) -> tuple[tuple[int, ...], ...]:
    return tuple(sorted(items for label, items in clusters.items() if label not in used))


def _partners(kept: list[Hashable], wanted: list[Hashable]) -> dict[Hashable, Hashable]:
    """Pair clusters one to one so that as many items as possible stay where they are."""
    if not kept:
        return {}
    from scipy.optimize import linear_sum_assignment

    table = contingency(kept, wanted)
    # The table numbers labels in the order in which they first appear; so does dict.fromkeys.
    rows, columns = list(dict.fromkeys(kept)), list(dict.fromkeys(wanted))
    shared = np.zeros((len(rows), len(columns)), dtype=np.int64)
    shared[table.cluster, table.class_] = table.shared
    paired = zip(*linear_sum_assignment(shared, maximize=True), strict=True)
    return {rows[row]: columns[column] for row, column in paired}


def _changes(kept: list[Hashable], wanted: list[Hashable], partner: Mapping[Hashable, Hashable]) -> list[Change]:
    changes = []
    for item, (source, target) in enumerate(zip(kept, wanted, strict=True)):
        if source is None and target is None:
            continue
        if target is None:
            changes.append(Change(item, "delete", source, None))
        elif source is None:
            changes.append(Change(item, "add", None, target))
        elif source not in partner or partner[source] != target:
            changes.append(Change(item, "move", source, target))
    return changes


def _with_reasons(changes: list[Change], reasons: Mapping[int, Reason]) -> tuple[Change, ...]:
    for reason in reasons.values():
        check_choice("reason for a difference", reason, REASONS)
    needless = sorted(set(reasons) - {change.item for change in changes})
    if needless:
        raise InputError(
            f"There is a reason for item {needless[0]}, which both judges treat the same.",
            given=str(needless),
            allowed="Reasons belong to items that are deleted, added or moved.",
        )
    return tuple(
        Change(change.item, change.kind, change.source, change.target, reasons.get(change.item)) for change in changes
    )
