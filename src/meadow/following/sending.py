"""From what a source brought to what is stored: in order of time, each article under its final id, teasers completed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from meadow.errors import ReadError
from meadow.following.full_text import full_text, is_teaser
from meadow.following.identity import Identified, Known, identify, identify_file, identify_line
from meadow.following.manners import Manners
from meadow.following.rounds import Round
from meadow.ingest.items import Hint, Item, Renamed, Undated
from meadow.model import Document

_AT_ONCE = 10_000  # items of files held in memory to be sorted by time
WEB_KINDS = ("feed", "page")
_GIVEN = "given:"

Sent = Document | ReadError | Identified


@dataclass(frozen=True, slots=True)
class Noted:
    """Something worth knowing that cost no document: a page that could not be had, so that a teaser was kept."""

    place: str
    reason: str


@dataclass(frozen=True, slots=True)
class Sending:
    """Makes the items of a reading ready to be stored; `sources` are all that are followed, `note` takes what is noted."""

    known: Known
    sources: Collection[str]
    completes: bool
    manners: Manners
    note: Callable[[Noted], object]

    def items(self, part: Round) -> Iterator[Sent]:
        """Iterate over what is sent: faults, and documents that are new or changed."""
        if part.state.kind in WEB_KINDS:
            yield from self._from_web(part)
        elif part.state.kind == "input":
            kept = self._kept(part.items)
            yield from (identify_line(item) if isinstance(item, Document) else item for item in kept)
        else:
            for some in _runs(self._kept(part.items)):
                yield from (item for item in some if isinstance(item, ReadError))
                yield from (identify_file(document, self.known) for document in _in_order(some))

    def _from_web(self, part: Round) -> Iterator[Sent]:
        items = list(self._kept(part.items))
        yield from (item for item in items if isinstance(item, ReadError))
        for identified in identify(_in_order(items), part.state.key, self.known, others=self.sources):
            is_asked = self.completes and identified.is_news and is_teaser(identified.document)
            yield self._completed(identified) if is_asked else identified

    def _completed(self, identified: Identified) -> Identified:
        """Return a document with the text of its page; where that fails as it is, or as it is stored if that is longer."""
        teaser = identified.document
        result = full_text(teaser, self.manners)
        if result.problem is None:
            return replace(identified, document=result.document)
        stored = self.known.document(teaser.id)
        longer = stored if stored is not None and len(stored.text) > len(teaser.text) else None
        kept = "the teaser of the feed" if longer is None else "the text that is stored"
        reason = f"{kept} is kept, since {teaser.url} gives no other: {result.problem}"
        self.note(Noted(teaser.place or teaser.id, reason))
        # A text that is not noted as met is looked at again at the next reading.
        keys = tuple(key for key in identified.keys if not (result.try_again and key.startswith(_GIVEN)))
        return Identified(teaser if longer is None else longer, keys, is_news=longer is None)

    def _kept(self, items: Iterable[Item]) -> Iterator[Document | ReadError]:
        """Iterate over what is stored or put aside; of what readers say besides, only what concerns documents is noted."""
        for item in items:
            if isinstance(item, Document | ReadError):
                yield item
            elif isinstance(item, Undated | Hint | Renamed):
                self.note(Noted(item.place, item.reason))


def _runs(items: Iterator[Document | ReadError]) -> Iterator[list[Document | ReadError]]:
    while some := list(islice(items, _AT_ONCE)):
        yield some


def _in_order(items: Iterable[Document | ReadError]) -> list[Document]:
    return sorted((item for item in items if isinstance(item, Document)), key=lambda document: document.order)
