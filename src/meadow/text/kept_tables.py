"""Tables that take long to make of a package's file, kept on disk for the next process, where a folder can be written.

A table is a few arrays. Its name on disk holds a digest of the file that it was made of, so that another version of the
package never meets it, and the archive it lies in has checksums: a file that is damaged is as good as none. Nothing that
is computed depends on whether a table was kept.
"""

from __future__ import annotations

import os
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Table = Mapping[str, NDArray[Any]]

_VERSION = b"2"  # of how tables are made: one more whenever any of them is made in another way
_FOR_ALL_TO_READ = 0o644
_DAMAGED = (OSError, ValueError, EOFError, KeyError, RuntimeError, zipfile.BadZipFile)


def kept_table(name: str, source: Path, make: Callable[[bytes], Table]) -> Table:
    """Return what `make` makes of a file's content, from disk where a process before this one has kept it."""
    content = source.read_bytes()
    digest = blake2b(content, digest_size=8, key=_VERSION).hexdigest()
    for folder in _folders():
        # Opened here, since numpy leaves a file open that turns out to be no archive.
        with (
            suppress(*_DAMAGED),
            (folder / f"{name}.{digest}.npz").open("rb") as file,
            np.load(file, allow_pickle=False) as arrays,
        ):
            return dict(arrays)
    table = make(content)
    any(_keep(table, folder, name, digest) for folder in _folders())
    return table


def _folders() -> Iterator[Path]:
    """Yield where tables may be: beside this module, where they go when it goes, else where a user's caches are."""
    yield Path(__file__).parent / "__pycache__"
    caches = Path(os.environ.get("XDG_CACHE_HOME", ""))
    with suppress(RuntimeError):  # nobody's home is known
        yield (caches if caches.is_absolute() else Path.home() / ".cache") / "meadow"


def _keep(table: Table, folder: Path, name: str, digest: str) -> bool:
    """Write a table whole or not at all, in the place of those of other versions; say whether it could be done."""
    draft: Path | None = None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        number, path = tempfile.mkstemp(dir=folder, prefix=f"{name}.", suffix=".draft")
        draft = Path(path)
        with os.fdopen(number, "wb") as file:
            np.savez(file, allow_pickle=False, **table)
        draft.chmod(_FOR_ALL_TO_READ)
        draft.replace(folder / f"{name}.{digest}.npz")
        for other in folder.glob(f"{name}.*.npz"):
            if digest not in other.name:
                other.unlink(missing_ok=True)
    except OSError:  # not ours to write in, or no room
        if draft is not None:
            with suppress(OSError):
                draft.unlink(missing_ok=True)
        return False
    return True
