"""How a result was obtained: signatures, content ids and the run stamp.

A signature is one line that names everything that could change the result:
`rank:mix(centroid=1, position=2, first=1)|select:penalty|budget:words=100|data:1f3a9c04|v:0.2.0`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

from meadow.model import Document, Run
from meadow.provenance.installed import version_mark

_ID_LENGTH = 16  # hex digits, 64 bits: a store may key a hundred million results by them


def content_id(*parts: str) -> str:
    """Return a short id of what is in `parts`: equal content, equal id, on every machine."""
    return _digest(parts).hexdigest()[:_ID_LENGTH]


def data_digest(documents: Iterable[Document]) -> str:
    """Return a short digest of documents in time order; the order in which they come does not matter.

    Of documents of one time the place decides which is first, and with it what a summary takes: so order is part of it.
    """
    return ordered_digest(sorted(documents, key=lambda document: document.order))


def ordered_digest(documents: Iterable[Document]) -> str:
    """Return the digest of documents that come in time order, one after the other: they need not be in memory at once."""
    whole = hashlib.sha256()
    for document in documents:
        whole.update(_digest(_identity(document)).digest())
    return whole.hexdigest()[:_ID_LENGTH]


def signature(parts: Mapping[str, object]) -> str:
    """Return the line that says how a number or a text came about; the version of the code closes it."""
    named = [f"{key}:{value}" for key, value in parts.items() if value is not None]
    return "|".join([*named, f"v:{version_mark()}"])


def run_stamp(parts: Mapping[str, object], documents: Iterable[Document]) -> Run:
    """Return the stamp of a result made from `documents` in the way that `parts` describe."""
    return stamp_of(parts, data_digest(documents))


def stamp_of(parts: Mapping[str, object], inputs: str) -> Run:
    """Return the stamp of a result made in the way that `parts` describe from documents with this digest."""
    return Run(signature=signature({**parts, "data": inputs}), inputs=inputs)


def _identity(document: Document) -> tuple[str, ...]:
    absentable = (document.source, document.title, document.published_text, document.language, document.spans)
    return document.id, document.text, *("" if value is None else str(value) for value in absentable)


def _digest(parts: Iterable[str]) -> hashlib._Hash:
    encoded = [part.encode("utf-8", "surrogatepass") for part in parts]
    return hashlib.sha256(b"".join([piece for part in encoded for piece in (len(part).to_bytes(8, "big"), part)]))
