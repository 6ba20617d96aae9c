"""How rare words are in a collection of documents: `ln(N / df)` for whoever weighs them (T9).

Source: Hirao, Okumura, Fukusima, Nobata and Nanba (2004), section 4.1: document frequencies come from a large collection of
news, |DB| documents of which df(t) hold a term.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from meadow.errors import InputError
from meadow.ingest import read
from meadow.model import Document
from meadow.text.background import IdfTable, background_from_texts
from meadow.text.language import detect_language
from meadow.text.tokens import words


@dataclass(frozen=True, slots=True, eq=False)
class Collection:
    """A collection as a background: how rare its words are, and how many documents that rests on."""

    table: IdfTable
    documents: int


def idf_of(documents: Iterable[Document], *, name: str) -> IdfTable:
    """Return the inverse document frequency of every word of some documents."""
    return background_from_texts(
        name, (words(each.text, each.language or detect_language(each.text)) for each in documents)
    )


def read_collection(path: str) -> Collection:
    """Return the table of the documents at a path, in any form that Meadow reads, and how many there are."""
    return _read(path, tuple(_iter_stamps(Path(path))))


def _iter_stamps(path: Path) -> Iterator[tuple[str, int, int]]:
    """Yield what tells whether a file is still the same: a collection is read once as long as all are."""
    for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
        if file.is_file():
            held = file.stat()
            yield file.as_posix(), held.st_size, held.st_mtime_ns


@lru_cache(maxsize=2)
def _read(path: str, _stamps: tuple[tuple[str, int, int], ...]) -> Collection:
    documents = list(read(path))
    if not documents:
        raise InputError(
            f"The collection {path!r} holds no document.",
            given=path,
            allowed="A file or a folder of articles, in any form that Meadow reads.",
        )
    return Collection(idf_of(documents, name=Path(path).name), len(documents))
