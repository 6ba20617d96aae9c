"""Print every measure of clusters against classes, beside all singletons, one cluster and random clusterings.

A clustering is JSON Lines of {"item": "a", "label": "flood"} (a label of
null: in no cluster), or the JSON output of meadow track, group or digest.
Where items are in no cluster, the table comes twice: each of them a cluster
of its own, and all of them one bucket. Information is in bits. A reason for
a difference is generalisation, emphasis or inference, in CSV or JSON Lines of
{"item": "a", "reason": "emphasis"}.

Examples:
    meadow evaluate clustering --clusters clusters.jsonl --classes classes.jsonl
    meadow evaluate clustering --clusters clusters.jsonl --classes classes.jsonl --differences
    meadow evaluate clustering --clusters clusters.jsonl --classes classes.jsonl --beta 2
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from meadow.errors import check_choice
from meadow.lab.evaluate import clustering
from meadow.lab.evaluate.clustering_differences import Change, Reason
from meadow.lab.families.comparison import compare_systems
from meadow.lab.files.labels import (
    Label,
    Labelling,
    item_texts,
    read_all_labels,
    read_labels,
    read_reasons,
    shared_items,
)
from meadow.lab.tables.sheet import Cell, Sheet, make_table
from meadow.provenance import signature

_CHANGE_HEADS = ("item", "change", "from", "to", "reason", "text")
_FEW_ITEMS = "Chance needs at least four items."
_TRIVIAL = {"all singletons": "all_singletons", "one cluster": "one_cluster", "random": "random"}

Missing = Literal["error", "irrelevant"]
Way = Callable[[Sequence[Label]], list[int]]


@dataclass(frozen=True, slots=True)
class Clusterings:
    """Clusterings of systems and the one that counts as right, over the same items; with reasons and words of items."""

    systems: Sequence[Labelling]
    classes: Labelling
    items: Sequence[str]
    reasons: Mapping[int, Reason] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)


def read(
    *,
    clusters: Sequence[str],
    classes: str,
    missing: Missing = "error",
    reasons: str | None = None,
    documents: Sequence[str] = (),
) -> Clusterings:
    """Return the clusterings of files.

    --clusters, --compare FILE…: Clusterings to score, one per system.
    --classes FILE: The clustering that counts as right.

    How to measure:
    --missing: An item that one side lacks: error, or irrelevant (in no cluster).

    With --differences:
    --reasons FILE: Why judges differ: rows of item and reason.
    --documents PATH…: The documents, to show what differs in words.
    """
    check_choice("way with missing items", missing, get_args(Missing))
    systems, wanted = read_all_labels(clusters), read_labels(classes)
    items = shared_items([wanted, *systems], complete=missing == "error")
    why = {} if reasons is None else read_reasons(reasons, items)
    return Clusterings(systems, wanted, items, why, item_texts(documents) if documents else {})


def sheet(
    data: Clusterings, *, beta: float | None = None, differences: bool = False, draws: int = 100, seed: int = 0
) -> Sheet:
    """Return every measure of each clustering; where items are in no cluster, once per way to treat them.

    --differences: Say what separates the first clustering from it.

    How to measure:
    --beta: Also V at this β: below 1 homogeneity counts more.
    """
    everything = [each.in_order(data.items) for each in (*data.systems, data.classes)]
    irrelevant = any(label is None for labels in everything for label in labels)
    ways: Mapping[str, Way] = {"singletons": clustering.with_singletons}
    if irrelevant:
        ways = {**ways, "bucket": clustering.with_bucket}
    made = Sheet(value={"measure": "clustering", "items": len(data.items)})
    values = []
    for name, way in ways.items():
        title = f"Items in no cluster as {'one bucket' if name == 'bucket' else name}" if irrelevant else ""
        one = _one_way(data, way, title=title, draws=draws, seed=seed, beta=beta)
        values.append({"irrelevant": name if irrelevant else None, **one.value})
        made += Sheet(one.blocks, {}, one.notes, one.signatures)
    made += Sheet(value={"ways": values}) + _differences(data, seed)
    return made + difference_sheet(data) if differences else made


def difference_sheet(data: Clusterings) -> Sheet:
    """Return what would have to change in the first clustering to get the classes: each item with its clusters, and why."""
    first, second, items = data.systems[0], data.classes, data.items
    difference = clustering.differences(first.in_order(items), second.in_order(items), reasons=data.reasons)
    changes = [_change(each, items, data.texts) for each in difference.changes]
    lines = [
        f"To turn {first.name} into {second.name}",
        f"  in no cluster for both: {_listed(difference.irrelevant_in_both, items)}",
        f"  identical clusters: {len(difference.identical_clusters)}",
        f"  delete: {_listed(difference.to_delete, items)}",
        f"  add: {_listed(difference.to_add, items)}",
        f"  move: {_listed(difference.to_move, items)}",
    ]
    value = {
        "in_neither": [items[item] for item in difference.irrelevant_in_both],
        "identical": [[items[item] for item in cluster] for cluster in difference.identical_clusters],
        **{kind: [items[item] for item in getattr(difference, f"to_{kind}")] for kind in ("delete", "add", "move")},
        "changes": changes,
    }
    # A column without a value says nothing.
    heads = [head for head in _CHANGE_HEADS if any(each[head] for each in changes)]
    rows = [[each[head] or "–" for head in heads] for each in changes]
    return Sheet(
        blocks=["\n".join(lines), *([make_table(heads, rows)] if rows else [])],
        value={"differences": value},
        signatures=[difference.signature],
    )


def _change(change: Change, items: Sequence[str], texts: Mapping[str, str]) -> dict[str, str | None]:
    clusters = {"from": change.source, "to": change.target}
    named = {side: None if label is None else str(label) for side, label in clusters.items()}
    name = items[change.item]
    return {"item": name, "change": change.kind, **named, "reason": change.reason, "text": texts.get(name)}


def _one_way(data: Clusterings, way: Way, *, title: str, draws: int, seed: int, beta: float | None) -> Sheet:
    wanted = way(data.classes.in_order(data.items))
    labels = {each.name: way(each.in_order(data.items)) for each in data.systems}
    compared = [clustering.beside(each, wanted, draws=draws, seed=seed) for each in labels.values()]
    columns = {name: one.result for name, one in zip(labels, compared, strict=True)}
    columns |= {name: getattr(compared[0], field) for name, field in _TRIVIAL.items()}
    rows = [_row(measure, list(columns.values())) for measure in clustering.MEASURES]
    values = {name: _value(column) for name, column in columns.items()}
    if beta is not None:
        weighed = _weighed(labels, wanted, beta=beta, draws=draws, seed=seed)
        rows.append((f"v(beta={beta:g})", *weighed.values()))
        values = {name: value and {**value, f"v(beta={beta:g})": weighed[name]} for name, value in values.items()}
    chance = signature({"baseline": f"random(draws={draws}, seed={seed})"})
    return Sheet(
        blocks=[make_table(("measure", *columns), rows, title=title)],
        value={"columns": values},
        notes=[_FEW_ITEMS] if compared[0].random is None else [],
        signatures=[*(one.result.signature for one in compared), *([] if compared[0].random is None else [chance])],
    )


def _weighed(
    labels: Mapping[str, Sequence[int]], wanted: Sequence[int], *, beta: float, draws: int, seed: int
) -> dict[str, float | None]:
    """Return V_β by the names of the table's columns."""
    compared = [clustering.v_beside(each, wanted, beta=beta, draws=draws, seed=seed) for each in labels.values()]
    results = {name: one["result"] for name, one in zip(labels, compared, strict=True)}
    return results | {name: compared[0][field] for name, field in _TRIVIAL.items()}


def _row(measure: str, columns: Sequence[clustering.Comparison | None]) -> tuple[Cell, ...]:
    return (measure, *(None if column is None else float(getattr(column, measure)) for column in columns))


def _value(column: clustering.Comparison | None) -> dict[str, object] | None:
    if column is None:
        return None
    return {**{name: getattr(column, name) for name in clustering.MEASURES}, "signature": column.signature}


def _differences(data: Clusterings, seed: int) -> Sheet:
    """Return the tests on B-cubed, the one measure here that is a mean over items; unclustered ones are singletons."""
    wanted = clustering.with_singletons(data.classes.in_order(data.items))
    shares = {
        each.name: _item_shares(clustering.with_singletons(each.in_order(data.items)), wanted) for each in data.systems
    }
    measures = {
        f"bcubed_{side}": {name: columns[index] for name, columns in shares.items()}
        for index, side in enumerate(("precision", "recall"))
    }
    return compare_systems(measures, unit="item", seed=seed)


def _item_shares(clusters: Sequence[int], classes: Sequence[int]) -> tuple[list[float], list[float]]:
    """Return each item's B-cubed precision and recall, whose means are those of the whole clustering."""
    pairs = list(zip(clusters, classes, strict=True))
    shared, sizes, wanted = Counter(pairs), Counter(clusters), Counter(classes)
    precision = [shared[pair] / sizes[pair[0]] for pair in pairs]
    return precision, [shared[pair] / wanted[pair[1]] for pair in pairs]


def _listed(numbers: Sequence[int], items: Sequence[str]) -> str:
    return ", ".join(items[number] for number in numbers) or "none"
