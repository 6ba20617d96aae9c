"""Documents as a store keeps them, in memory: by id, and by the keys they were given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from meadow.following.identity import Identified, identify
from meadow.model import Document


class KnownDocuments:
    """What a store knows of documents; `texts` are the revisions of each in their order."""

    def __init__(self) -> None:
        self.texts: dict[str, list[Document]] = {}
        self.keys: dict[str, str] = {}
        self.forgotten: set[str] = set()

    def is_forgotten(self, document: Document) -> bool:
        return document.id in self.forgotten

    def forget(self, document_id: str) -> None:
        """Forget a document and the keys that led to it."""
        self.forgotten.add(document_id)
        del self.texts[document_id]
        self.keys = {key: name for key, name in self.keys.items() if name != document_id}

    def document(self, document_id: str) -> Document | None:
        return self.texts[document_id][-1] if document_id in self.texts else None

    def named(self, keys: Iterable[str]) -> dict[str, str]:
        return {key: self.keys[key] for key in keys if key in self.keys}

    def keep(self, identified: Iterable[Identified]) -> Iterator[str]:
        """Keep documents and yield what was done with each: its id, and the number of the revision."""
        for each in identified:
            revisions = self.texts.setdefault(each.document.id, [])
            self.keys |= dict.fromkeys(each.keys, each.document.id)
            if each.document not in revisions:
                revisions.append(each.document)
                yield f"{each.document.id} {len(revisions)}"

    def read(self, *documents: Document, source: str, others: Sequence[str] = ()) -> list[str]:
        """Keep one reading of a source, and return what it brought."""
        return list(self.keep(list(identify(documents, source, self, others=others))))
