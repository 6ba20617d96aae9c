"""A store copied to another one, of the same engine or the other: whole, equal by hash, or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from meadow.store.contract import Batch, Store

Step = Callable[[int, int], None]  # how many rows are there, and how many there will be


def copy_contents(source: Store, target: Store, on_step: Step | None = None) -> str:
    """Fill an empty store with all that another one keeps at this moment, and return the hash of both.

    Others go on reading and writing the source meanwhile. Rows go by a few hundred at a time, so that memory stays as it is.
    """
    with source.reading():
        total = source.content_rows()
        return target.fill(_copied(source.contents(), total, on_step or (lambda _done, _total: None)))


def _copied(batches: Iterable[Batch], total: int, on_step: Step) -> Iterator[Batch]:
    done = 0
    for batch in batches:
        yield batch
        done += len(batch.rows)
        on_step(done, total)
