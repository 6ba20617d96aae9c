"""What single texts are worth by measures, for the oracle and lessons, and in which dialect a table counts ROUGE."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from meadow.lab.evaluate.metric import Item, Measure, metric_settings, parse_measure, score_items


def figures_of(
    texts: Sequence[str], references: Sequence[str], notations: Sequence[str], *, language: str
) -> list[list[float]]:
    """Return the figure of each text by each notation; what cannot be measured is worth nothing."""
    items = [Item((text,), tuple(references), language) for text in texts]
    rows = score_items(items, [parse_measure(notation) for notation in notations])
    return [[value or 0.0 for value in row.values()] for row in rows]


def dialect_notes(measures: Iterable[Measure]) -> tuple[str, ...]:
    """Return the dialect of the ROUGE measures whose notation names none, in a line; no line where all name theirs."""
    named: dict[str, list[str]] = {}
    for measure in measures:
        dialect = metric_settings(measure).get("dialect")
        if dialect is not None and "dialect" not in dict(measure.spec.keywords):
            named.setdefault(str(dialect), []).append(str(measure))
    return tuple(f"Dialect {dialect}: {', '.join(each)}." for dialect, each in named.items())
