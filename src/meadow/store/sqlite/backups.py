"""Backups as stores: one that another engine is copied to, and one that is read to be copied elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from meadow.store.sqlite.copying import check_copy, folder_next_to, put_in_place
from meadow.store.sqlite.store import FILE_NAME, SqliteStore


@contextmanager
def new_backup(target: Path) -> Iterator[SqliteStore]:
    """Give an empty store to fill, and make a backup of it in one step when that went well."""
    with folder_next_to(target) as folder:
        store = SqliteStore(folder)
        try:
            yield store
            store.backup(str(target))
        finally:
            store.close()


@contextmanager
def opened_backup(backup: Path) -> Iterator[SqliteStore]:
    """Give a backup as a store; the file itself is left as it is, even where its form is an older one."""
    check_copy(backup)
    with folder_next_to(backup) as folder:
        put_in_place(backup, folder / FILE_NAME)
        store = SqliteStore(folder)
        try:
            yield store
        finally:
            store.close()
