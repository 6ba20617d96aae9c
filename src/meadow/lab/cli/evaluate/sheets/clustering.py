"""Clusterings against classes as a sheet, always beside all singletons, one cluster and chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from meadow.lab.cli.evaluate.comparison import compare_systems
from meadow.lab.cli.evaluate.labels import Label, Labelling
from meadow.lab.evaluate import clustering
from meadow.lab.evaluate.clustering_differences import Change, Reason
from meadow.lab.tables.sheet import Cell, Sheet, make_table
from meadow.provenance import signature

_CHANGE_HEADS = ("item", "change", "from", "to", "reason", "text")
_FEW_ITEMS = "Chance needs at least four items."
_TRIVIAL = {"all singletons": "all_singletons", "one cluster": "one_cluster", "random": "random"}

Way = Callable[[Sequence[Label]], list[int]]


def clustering_sheet(
    systems: Sequence[Labelling],
    classes: Labelling,
    items: Sequence[str],
    *,
    draws: int,
    seed: int,
    beta: float | None = None,
) -> Sheet:
    """Return every measure of each clustering; where items are in no cluster, once per way to treat them."""
    everything = [each.in_order(items) for each in (*systems, classes)]
    irrelevant = any(label is None for labels in everything for label in labels)
    ways: Mapping[str, Way] = {"singletons": clustering.with_singletons}
    if irrelevant:
        ways = {**ways, "bucket": clustering.with_bucket}
    sheet = Sheet(value={"measure": "clustering", "items": len(items)})
    values = []
    for name, way in ways.items():
        title = f"Items in no cluster as {'one bucket' if name == 'bucket' else name}" if irrelevant else ""
        one = _one_way(systems, classes, items, way, title=title, draws=draws, seed=seed, beta=beta)
        values.append({"irrelevant": name if irrelevant else None, **one.value})
        sheet += Sheet(one.blocks, {}, one.notes, one.signatures)
    return sheet + Sheet(value={"ways": values}) + _differences(systems, classes, items, seed)


def difference_sheet(
    first: Labelling,
    second: Labelling,
    items: Sequence[str],
    *,
    reasons: Mapping[int, Reason] | None = None,
    texts: Mapping[str, str] | None = None,
) -> Sheet:
    """Return what would have to change in the first clustering to get the second: each item with its clusters, and why."""
    difference = clustering.differences(first.in_order(items), second.in_order(items), reasons=reasons)
    changes = [_change(each, items, texts or {}) for each in difference.changes]
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
    # A column in which nothing stands says nothing.
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


def _one_way(
    systems: Sequence[Labelling], classes: Labelling, items: Sequence[str], way: Way, *, title: str, draws: int,
    seed: int, beta: float | None,
) -> Sheet:  # fmt: skip
    wanted = way(classes.in_order(items))
    compared = [clustering.beside(way(each.in_order(items)), wanted, draws=draws, seed=seed) for each in systems]
    columns = {each.name: one.result for each, one in zip(systems, compared, strict=True)}
    columns |= {name: getattr(compared[0], field) for name, field in _TRIVIAL.items()}
    rows = [_row(measure, list(columns.values())) for measure in clustering.MEASURES]
    values = {name: _value(column) for name, column in columns.items()}
    if beta is not None:
        weighed = _weighed(systems, wanted, items, way, beta=beta, draws=draws, seed=seed)
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
    systems: Sequence[Labelling],
    wanted: Sequence[int],
    items: Sequence[str],
    way: Way,
    *,
    beta: float,
    draws: int,
    seed: int,
) -> dict[str, float | None]:
    """Return V_β by the names of the table's columns."""
    compared = [
        clustering.v_beside(way(each.in_order(items)), wanted, beta=beta, draws=draws, seed=seed) for each in systems
    ]
    results = {each.name: one["result"] for each, one in zip(systems, compared, strict=True)}
    return results | {name: compared[0][field] for name, field in _TRIVIAL.items()}


def _row(measure: str, columns: Sequence[clustering.Comparison | None]) -> tuple[Cell, ...]:
    return (measure, *(None if column is None else float(getattr(column, measure)) for column in columns))


def _value(column: clustering.Comparison | None) -> dict[str, object] | None:
    if column is None:
        return None
    return {**{name: getattr(column, name) for name in clustering.MEASURES}, "signature": column.signature}


def _differences(systems: Sequence[Labelling], classes: Labelling, items: Sequence[str], seed: int) -> Sheet:
    """Return the tests on B-cubed, the one measure here that is a mean over items; unclustered ones are singletons."""
    wanted = clustering.with_singletons(classes.in_order(items))
    shares = {each.name: _item_shares(clustering.with_singletons(each.in_order(items)), wanted) for each in systems}
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
