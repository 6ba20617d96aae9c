"""Items travel in batches; the last ones are spread."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.engines.batches import iter_batches
from meadow.errors import UsageError


@given(st.lists(st.integers(0, 3), max_size=60), st.integers(1, 9), st.integers(0, 12))
def test_every_item_travels_once_in_its_order(items: list[int], size: int, spread: int) -> None:
    batches = list(iter_batches(items, size=size, together=lambda item: item, spread=spread))
    assert [item for batch in batches for item in batch.items] == items
    assert [key for batch in batches for key in batch.keys] == list(range(len(items)))
    assert all(1 <= len(batch) <= size for batch in batches)
    assert all(len(set(batch.items)) == 1 for batch in batches)


def test_batches_shrink_towards_the_end_where_it_is_known() -> None:
    sizes = [len(batch) for batch in iter_batches(range(100), size=8, spread=5)]
    assert sizes[:8] == [8] * 8
    assert sizes[8:] == [7, 5, 4, 4, 3, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1]
    assert sum(sizes) == 100
    assert [len(batch) for batch in iter_batches(iter(range(20)), size=8, spread=5)] == [8, 8, 4]


def test_no_batch_is_of_nothing() -> None:
    with pytest.raises(UsageError, match="Batches of 0 items"):
        list(iter_batches([1], size=0))
