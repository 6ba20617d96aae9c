"""What single texts are worth by measures, against the same references: what the oracle and lessons go by."""

from __future__ import annotations

from collections.abc import Sequence

from meadow.lab.evaluate.metric import Item, parse_measure, score_items


def figures_of(
    texts: Sequence[str], references: Sequence[str], notations: Sequence[str], *, language: str
) -> list[list[float]]:
    """Return the figure of each text by each notation; what cannot be measured is worth nothing."""
    items = [Item((text,), tuple(references), language) for text in texts]
    rows = score_items(items, [parse_measure(notation) for notation in notations])
    return [[value or 0.0 for value in row.values()] for row in rows]
