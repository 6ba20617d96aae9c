"""A spill: the documents of a long archive in a file, each packed once, while memory holds what it takes to divide them.

Source: our own. The file has no name, so that it is gone with the process, however that ends. What lies there is handed to
workers as it is: the coordinating process neither unpacks nor packs a document again, and workers of other machines need no
common disk.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from operator import attrgetter
from sys import intern
from tempfile import TemporaryFile

from meadow.ingest import Item
from meadow.ingest.identities import fingerprint
from meadow.kernels.postings_rows import Longs
from meadow.model import Document
from meadow.tracking.terms import texts_and_languages
from meadow.tracking.weighing import TITLES
from meadow.tracking.windows import Shard

# Packed by their fields, documents take a fifth less time than as a whole.
_FIELDS = attrgetter(*(each.name for each in fields(Document)))


@dataclass(frozen=True, slots=True)
class SpilledDocument(Document):
    """What memory holds of a document in a spill: its id, source, time and place, the language as tracked, where it lies.

    It has no text, but `says` is the same where two say the same; `DocumentSpill.whole` gives the document.
    """

    says: str = ""
    begin: int = 0
    size: int = 0


@dataclass(frozen=True, slots=True)
class Packed:
    """Items on their way to a spill: what memory will hold of documents, and these one after the other."""

    items: list[Item]
    data: bytes


@dataclass(frozen=True, slots=True)
class PackedShard:
    """A shard whose documents are still as they lay in the spill, each with its id."""

    language: str
    number: int
    documents: tuple[tuple[str, bytes], ...]
    before: int
    after: int
    places: Longs

    def unpacked(self) -> Shard:
        """Return the shard with its documents."""
        documents = tuple(_document(*each) for each in self.documents)
        return Shard(self.language, self.number, documents, self.before, self.after, self.places)


class DocumentSpill:
    """Documents on disk, in the folder for temporary files; they are gone when it is closed."""

    def __init__(self) -> None:
        self._file = TemporaryFile()  # noqa: SIM115 - open until the spill is closed
        self._end = 0

    def take(self, packed: Packed) -> Iterator[Item]:
        """Put packed documents into the spill, and yield the items with what memory holds of these."""
        begin = self._end
        self._file.seek(begin)
        self._file.write(packed.data)
        self._end += len(packed.data)
        for item in packed.items:
            if isinstance(item, SpilledDocument):
                source = None if item.source is None else intern(item.source)  # many documents are of few sources
                yield replace(item, begin=begin + item.begin, source=source)
            else:
                yield item

    def take_each(self, items: Iterable[Item]) -> Iterator[Item]:
        """Yield items as they come, with documents put into the spill."""
        for item in items:
            yield from self.take(pack_items([item]))

    def whole(self, documents: Iterable[Document]) -> Iterator[Document]:
        """Yield documents as they were put, under the ids that they have now."""
        for each in documents:
            yield _document(each.id, self._packed(each))

    def pack(self, shard: Shard) -> PackedShard:
        """Return a shard with what lies here of its documents."""
        documents = tuple((each.id, self._packed(each)) for each in shard.documents)
        return PackedShard(shard.language, shard.number, documents, shard.before, shard.after, shard.places)

    @staticmethod
    def said_by(document: Document) -> str:
        """Return what two documents share only if they say the same."""
        return document.says if isinstance(document, SpilledDocument) else fingerprint(document)

    def close(self) -> None:
        """Forget everything in the spill."""
        self._file.close()

    def _packed(self, document: Document) -> bytes:
        if not isinstance(document, SpilledDocument):
            raise TypeError(f"The document {document.id!r} is not in the spill.")
        self._file.seek(document.begin)
        return self._file.read(document.size)


def pack_items(items: Iterable[Item]) -> Packed:
    """Return items whose documents are packed, one after the other, and lie where their stretch of the data begins."""
    data = bytearray()
    packed: list[Item] = []
    for item in items:
        if isinstance(item, Document):
            begin = len(data)
            data += pickle.dumps(_FIELDS(item), pickle.HIGHEST_PROTOCOL)
            packed.append(_spilled(item, begin, len(data) - begin))
        else:
            packed.append(item)
    return Packed(packed, bytes(data))


def _spilled(document: Document, begin: int, size: int) -> SpilledDocument:
    (language,) = texts_and_languages([document], titles=TITLES)[1]
    return SpilledDocument(
        document.id, source=document.source, published=document.published, place=document.place, language=language,
        says=fingerprint(document), begin=begin, size=size,
    )  # fmt: skip


def _document(document_id: str, data: bytes) -> Document:
    document = Document(*pickle.loads(data))  # noqa: S301 - what this run packed, in a file without a name
    return document if document.id == document_id else replace(document, id=document_id)
