"""A backup of a workspace, and what is said where the workspace is damaged."""

from __future__ import annotations

from pathlib import Path

from meadow.errors import StoreError, UsageError
from meadow.store.contract import Store


def back_up(store: Store, target: Path) -> None:
    """Write a copy of all that is committed to a new file; a copy of a damaged store is kept, and is a `StoreError`."""
    if target.exists():
        raise UsageError(f"{str(target)!r} is there already.", given=str(target), advice="Name a new file.")
    store.backup(str(target))
    faults = store.check()
    if faults:
        raise StoreError(
            f"{target} was written, but the workspace is damaged, and so is its copy: {faults[0]}.", given=str(target),
            allowed=None if len(faults) == 1 else f"There are {len(faults):,} faults.",
            advice="`meadow doctor --workspace PATH` names them all. Keep the backups from before.",
        )  # fmt: skip
