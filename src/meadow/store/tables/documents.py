"""Documents and their revisions, in tables."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence
from datetime import datetime

from meadow.errors import DamagedValueError, DamagedWarning, InputError
from meadow.model import Document, DocumentRow, Revision, Tombstone
from meadow.provenance import content_id
from meadow.store.tables.rows import Row, TableRows, listed, micros, moment, moment_or_none, squeezed, unsqueezed, valid
from meadow.store.values import from_json, to_json

_CURRENT = "SELECT d.id, r.value FROM documents d JOIN revisions r ON r.document = d.number AND r.ordinal = d.revision"


class DocumentReading(TableRows):
    """What can be asked about documents."""

    def document(self, document_id: str) -> Document | None:
        """Return the revision in force of a document; None if there is none of that id."""
        row = self.one(f"{_CURRENT} WHERE d.id = ?", document_id)
        return None if row is None else whole_or_noted(row[1], row[0])

    def documents(self, document_ids: Iterable[str]) -> list[Document]:
        """Return the revisions in force of documents, in the order of the ids; without those unknown or, noted, damaged."""
        wanted = listed(document_ids)
        sql = (
            "SELECT d.id, r.value FROM json_each(?) j CROSS JOIN documents d ON d.id = j.value"
            " JOIN revisions r ON r.document = d.number AND r.ordinal = d.revision ORDER BY j.key"
        )
        return _whole(self.all(sql, wanted))

    def first_revisions(self, document_ids: Iterable[str]) -> list[Document]:
        """Return documents as they first came, which is how the tracker saw them, in the order of the ids."""
        sql = (
            "SELECT d.id, r.value FROM json_each(?) j CROSS JOIN documents d ON d.id = j.value"
            " JOIN revisions r ON r.document = d.number AND r.ordinal = 1 ORDER BY j.key"
        )
        return _whole(self.all(sql, listed(document_ids)))

    def revisions(self, document_id: str) -> list[Revision]:
        """Return all revisions of a document, the first one first."""
        sql = (
            "SELECT r.value, r.ordinal, r.arrived FROM documents d JOIN revisions r ON r.document = d.number"
            " WHERE d.id = ? ORDER BY r.ordinal"
        )
        read = ((whole_or_noted(value, document_id), number, at) for value, number, at in self.all(sql, document_id))
        return [Revision(document, number, moment(at)) for document, number, at in read if document is not None]

    def rows(self, document_ids: Iterable[str]) -> list[DocumentRow]:
        """Return documents as lists show them, in the order of the ids; unknown ones are left out."""
        sql = (
            "SELECT d.id, d.source, d.language, d.published, d.arrived"
            " FROM json_each(?) j CROSS JOIN documents d ON d.id = j.value ORDER BY j.key"
        )
        return [
            DocumentRow(name, source, language, moment_or_none(published), moment(arrived))
            for name, source, language, published, arrived in self.all(sql, listed(document_ids))
        ]

    def last_arrival(self) -> datetime | None:
        """Return when the last new document came; None if there is none."""
        return moment_or_none(self.value("SELECT arrived FROM documents ORDER BY number DESC LIMIT 1"))

    def named(self, keys: Iterable[str]) -> dict[str, str]:
        """Return the ids of documents by other keys they are known under (addresses, ids of feeds)."""
        sql = (
            "SELECT n.key, d.id FROM json_each(?) j CROSS JOIN names n ON n.key = j.value"
            " JOIN documents d ON d.number = n.document"
        )
        return dict(self.all(sql, listed(keys)))

    def is_forgotten(self, document: Document) -> bool:
        """Tell whether a document, its address or its source was forgotten on request and must not come back."""
        address = None if document.url is None else content_id(document.url)
        row = self.one(
            "SELECT 1 FROM tombstones WHERE (kind = 'document' AND id = ?) OR (kind = 'source' AND id = ?)"
            " OR (kind = 'address' AND id = ?) LIMIT 1",
            document.id, document.source, address,
        )  # fmt: skip
        return row is not None

    def tombstones(self) -> list[Tombstone]:
        """Return what was forgotten, in order."""
        rows = self.all("SELECT kind, id, at, reason FROM tombstones ORDER BY number")
        return [Tombstone(kind, name, moment(at), reason) for kind, name, at, reason in rows]


class DocumentWriting(DocumentReading):
    """What can be written about documents; `changed` are those that came or changed in this transaction, by number.

    `revised` are the numbers of those among them that had another text before.
    """

    changed: dict[int, Document]
    revised: set[int]

    def add_document(self, document: Document, arrived: datetime, *, keys: Iterable[str] = ()) -> int | None:
        """Keep a new document or a new revision of one, and return the revision's number; None if it is there already."""
        _check(document)
        content = _content(document)
        row = self.one("SELECT number, revision FROM documents WHERE id = ?", document.id)
        number, ordinal = (self._open(document, arrived), 1) if row is None else (row[0], row[1] + 1)
        if row is not None and self._has(number, content):
            self._name(number, keys)
            return None
        self.number_in(
            "revisions", "document, ordinal, content, arrived, value",
            number, ordinal, content, micros(arrived), squeezed(to_json(document)),
        )  # fmt: skip
        self._name(number, keys)
        self.changed[number] = document
        if ordinal > 1:
            self._put_in_force(number, ordinal, document)
            self.revised.add(number)
        return ordinal

    def _open(self, document: Document, arrived: datetime) -> int:
        columns = "id, arrived, revision, source, language, published"
        return self.number_in("documents", columns, document.id, micros(arrived), 1, *_listed_as(document))

    def _has(self, number: int, content: str) -> bool:
        return self.one("SELECT 1 FROM revisions WHERE document = ? AND content = ?", number, content) is not None

    def _put_in_force(self, number: int, ordinal: int, document: Document) -> None:
        sql = "UPDATE documents SET revision = ?, source = ?, language = ?, published = ? WHERE number = ?"
        self.run(sql, ordinal, *_listed_as(document), number)

    def _name(self, number: int, keys: Iterable[str]) -> None:
        self.run_many(
            "INSERT INTO names(key, document) VALUES(?, ?) ON CONFLICT DO NOTHING", [(key, number) for key in keys]
        )


def _listed_as(document: Document) -> Row:
    """Return what lists show of a document: its source, its language and its time."""
    published = None if document.published is None else micros(document.published)
    return document.source, document.language, published


def load_numbered(rows: TableRows, numbers: Sequence[int]) -> list[Document | None]:
    """Return the revisions in force of documents by their numbers, in that order; None, and a note, for damaged ones."""
    sql = (
        "SELECT d.id, r.value FROM json_each(?) j CROSS JOIN documents d ON d.number = CAST(j.value AS BIGINT)"
        " JOIN revisions r ON r.document = d.number AND r.ordinal = d.revision ORDER BY j.key"
    )
    found = rows.all(sql, f"[{','.join(map(str, numbers))}]")
    return [whole_or_noted(value, name) for name, value in found]


def _whole(rows: Iterable[Row]) -> list[Document]:
    read = (whole_or_noted(value, name) for name, value in rows)
    return [document for document in read if document is not None]


def whole_or_noted(value: bytes, name: str) -> Document | None:
    """Return the document that a column holds; None, with a warning that names it, if it is damaged."""
    try:
        return document_in(value, name)
    except DamagedValueError as error:
        warnings.warn(f"{error.problem} It is left out. {error.advice}", DamagedWarning, stacklevel=2)
        return None


def document_in(value: bytes, name: str) -> Document:
    """Return the document that a column holds; `name` is its id. A damaged one raises a `DamagedValueError`."""
    document: Document = from_json(unsqueezed(value, f"The article {name!r}"))
    return document


def _content(document: Document) -> str:
    """Return what two revisions share only if readers see the same; where the item stood is no part of it."""
    fields = (document.title, document.text, document.source, document.published_text, document.url, document.language)
    # A later version of an agency's item may differ in what became of it alone, such as its withdrawal.
    wire = () if document.wire is None else (repr(document.wire),)
    return content_id(*("" if each is None else each for each in fields), repr(document.spans), *wire)


def _check(document: Document) -> None:
    if not document.id:
        raise InputError("A document without an id cannot be kept.", given=repr(document.title), advice="Give it one.")
    for name in ("id", "source", "title", "text", "url", "language"):
        value = getattr(document, name)
        if value is not None and valid(value) != value:
            raise InputError(
                f"The {name} of document {document.id!r} holds a NUL or half a character pair.",
                given=document.id,
                advice="Read it through meadow.read, which makes text valid.",
            )
