"""An empty store filled from another one, in one transaction, whose end is the proof that both are equal."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager

from meadow.errors import StoreError
from meadow.store.contract import Batch
from meadow.store.tables.contents import ContentDigest, ContentWriting


def fill_empty(transaction: AbstractContextManager[ContentWriting], place: str, batches: Iterable[Batch]) -> str:
    """Write all rows and return the hash of what is there; if it is not that of what came, nothing is kept."""
    digest = ContentDigest()
    with transaction as writer:
        writer.check_empty(place)
        for batch in digest.passing(batches):
            writer.put_batch(batch)
        written_hash = writer.content_hash()
        if written_hash != digest.hexdigest():
            raise StoreError(
                f"What was written to the workspace {place} is not what was read; nothing of it was kept.",
                given=f"{written_hash}, not {digest.hexdigest()}", advice="Try again; if it stays so, check the disk.",
            )  # fmt: skip
    return written_hash
