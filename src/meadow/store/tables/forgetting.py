"""Forgetting on request: a document, or all of a source, goes from every table; a tombstone keeps it from coming back."""

from __future__ import annotations

from urllib.parse import urlsplit

from meadow.model import Tombstone
from meadow.provenance import content_id
from meadow.store.tables.documents import DocumentWriting
from meadow.store.tables.notes import NoteWriting
from meadow.store.tables.rows import listed, micros
from meadow.store.tables.stories import StoryWriting
from meadow.store.tables.studies import StudyWriting

_LISTED = "SELECT CAST(j.value AS BIGINT) FROM json_each(?) j"
_CHOSEN = {"document": "id = ?", "source": "source = ?"}


class Forgetting(DocumentWriting, StoryWriting, NoteWriting, StudyWriting):
    """Permanent removal; `gone` are the numbers of documents that the index has to drop."""

    gone: set[int]

    def forget(self, tombstone: Tombstone) -> list[str]:
        """Remove a document, or all of a source, from everything; return the ids of the documents that are gone.

        Only ids stay: in the log, so that stories keep their names, and in the tombstone, with a digest of the address.
        Kept results and alerts may quote anything, so those that could do so go too; results
        are made again when asked for.
        """
        self.begin_erasing()
        rows = self.all(f"SELECT number, id, story FROM documents WHERE {_CHOSEN[tombstone.kind]}", tombstone.id)
        numbers, ids = [number for number, *_ in rows], [name for _, name, _ in rows]
        self.touched.update(story for *_, story in rows if story is not None)
        self.gone.update(numbers)
        for number in numbers:
            self.changed.pop(number, None)
        addresses = {each.url for each in self.documents(ids) if each.url is not None and _is_of_one_page(each.url)}
        self.run(f"DELETE FROM documents WHERE number IN ({_LISTED})", _numbers(numbers))
        self._forget_quotations(ids)
        self.forget_in_studies(ids)
        if tombstone.kind == "source":
            self.run("DELETE FROM quarantine WHERE source = ?", tombstone.id)
        names = [(tombstone.kind, tombstone.id), *(("address", content_id(each)) for each in sorted(addresses))]
        for kind, name in names:
            self.run("DELETE FROM tombstones WHERE kind = ? AND id = ?", kind, name)
            self.number_in("tombstones", "kind, id, at, reason", kind, name, micros(tombstone.at), tombstone.reason)
        return ids

    def begin_erasing(self) -> None:
        """Let the engine overwrite what this transaction frees, or clean up after it."""
        raise NotImplementedError

    def _forget_quotations(self, ids: list[str]) -> None:
        self.run("DELETE FROM results")
        self.run(
            "DELETE FROM alerts WHERE EXISTS (SELECT 1 FROM json_each(alerts.documents) held"
            " JOIN json_each(?) gone ON gone.value = held.value)",
            listed(ids),
        )


def _is_of_one_page(url: str) -> bool:
    """Return whether an address is that of a page, not of a whole site, to which some feeds link every article."""
    parts = urlsplit(url)
    return bool(parts.path.strip("/") or parts.query)


def _numbers(numbers: list[int]) -> str:
    return f"[{','.join(map(str, numbers))}]"
