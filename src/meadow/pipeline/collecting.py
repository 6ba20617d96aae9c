"""A path's documents as a collection, for methods that compare a story with other text (T9, T10)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from meadow.errors import InputError
from meadow.ingest import read
from meadow.model import Document
from meadow.vectors.collection import Collection


def load_collection(path: str | Path) -> Collection:
    """Return the documents at a path, in any form that Meadow reads, as a collection named after it."""
    return _load(str(path), tuple(_iter_stamps(Path(path))))


def make_collection(documents: Iterable[Document], *, name: str) -> Collection:
    """Return documents as a collection; what signatures call it begins with `collection-`."""
    every = tuple(documents)
    if not every:
        raise InputError(
            f"The collection {name!r} holds no document.",
            given=name,
            allowed="A file or a folder of articles, in any form that Meadow reads.",
        )
    return Collection(f"collection-{Path(name).name}", every)


def _iter_stamps(path: Path) -> Iterator[tuple[str, int, int]]:
    """Yield path, size and time of each file: a collection is read again only when one of them changes."""
    for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
        if file.is_file():
            status = file.stat()
            yield file.as_posix(), status.st_size, status.st_mtime_ns


@lru_cache(maxsize=2)
def _load(path: str, _stamps: tuple[tuple[str, int, int], ...]) -> Collection:
    return make_collection(read(path), name=path)
