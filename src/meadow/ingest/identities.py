"""One id, one document: a document that is met again is passed once, and another one under a taken id gets a new one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from meadow.errors import InputError
from meadow.ingest.items import Item, Renamed, Repeated, Skipped
from meadow.model import Document
from meadow.provenance import content_id


def pass_once(items: Iterable[Item], *, says: Callable[[Document], str] | None = None) -> Iterator[Item]:
    """Yield the items, each document once.

    A document that says the same under the same id becomes a `Skipped`, at another place a `Repeated`. One that differs is
    kept as `id#2`, after a `Renamed` that names both places; the later one is that which comes later.
    `says` gives the fingerprint of a document, where its text is not at hand.
    """
    met: dict[str, list[tuple[str, str]]] = {}
    taken: set[str] = set()
    for item in items:
        if not isinstance(item, Document):
            yield item
            continue
        here = ((says or fingerprint)(item), item.place or "memory")
        earlier = met.setdefault(item.id, [])
        same = next((place for fingerprint, place in earlier if fingerprint == here[0]), None)
        if same is not None:
            kind = Skipped if same == here[1] else Repeated  # a file may be named twice, and a cluster names files
            yield kind(here[1], f"the same document as {same}")
            continue
        earlier.append(here)
        name = _free_name(item.id, taken)
        taken.add(name)
        if name == item.id:
            yield item
        else:
            yield Renamed(here[1], item.id, name, earlier[0][1])
            yield replace(item, id=name)


def check_same_text(first: Document, other: Document) -> None:
    """Raise an `InputError` if two documents of one id hold different texts."""
    if first.text != other.text:
        raise InputError(
            f"Two different texts have the id {first.id!r}: one at {first.place}, one at {other.place}.",
            given=first.id,
            advice="Give each document an id of its own.",
        )


def _free_name(identity: str, taken: set[str]) -> str:
    name, number = identity, 1
    while name in taken:
        number += 1
        name = f"{identity}#{number}"
    return name


def fingerprint(document: Document) -> str:
    """Return what two documents share only if they say the same, of the same outlet and time; the place is no part of it."""
    fields = (document.title, document.text, document.source, document.published_text, document.url, document.language)
    wire = () if document.wire is None else (repr(document.wire),)
    return content_id(*("" if field is None else field for field in fields), repr(document.spans), *wire)
