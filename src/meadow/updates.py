"""Updates: what the latest documents say that earlier ones, or a text you have read, did not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

from meadow.ingest.times import parse_time
from meadow.model import Document
from meadow.provenance import data_digest
from meadow.text.background import Background
from meadow.vectors.sameness import novelty
from meadow.vectors.view import StoryView, view_documents

_READ = "known"  # the id of a text that was given as it is; it never shows


@dataclass(frozen=True, slots=True)
class Update:
    """Documents to write about, and those whose content is known: published before `since`, or read elsewhere."""

    new: tuple[Document, ...]
    known: tuple[Document, ...]
    since: datetime | None

    def parts(self) -> dict[str, object]:
        """Return what a signature says about the update."""
        since = None if self.since is None else self.since.isoformat()
        return {"since": since, "known": data_digest(self.known) if self.known else None}


def find_update(
    documents: Sequence[Document],
    *,
    since: datetime | str | None = None,
    known: Iterable[Document] | str | None = None,
) -> Update:
    """Return which documents are new: published at `since` or later, or without a time; the others are known.

    `known` is more that has been read: documents, or a text. A time without a zone is UTC, a bare day begins at midnight.
    """
    moment = _moment(since)
    read = (Document(_READ, text=known),) if isinstance(known, str) else tuple(known or ())
    before = [
        each for each in documents if moment is not None and each.published is not None and each.published < moment
    ]
    older = {each.id for each in before}
    return Update(tuple(each for each in documents if each.id not in older), (*before, *read), moment)


def _moment(since: datetime | str | None) -> datetime | None:
    if isinstance(since, str):
        return parse_time(since)[0]
    return since.replace(tzinfo=UTC) if since is not None and since.tzinfo is None else since


def fresh_rows(view: StoryView, update: Update, *, background: Background | None = None) -> NDArray[np.bool_]:
    """Return for each sentence whether it may go into the update: its document is new, and it says something new."""
    new = {document.id for document in update.new}
    own = np.array([document.id in new for document in view.documents], dtype=np.bool_)
    mask: NDArray[np.bool_] = own[view.document_of]
    if update.known and mask.any():
        mask &= novelty(view, view_documents(_once(update.known), background=background))
    return mask


def _once(documents: Sequence[Document]) -> list[Document]:
    """Return documents with one of each id: what was read may be among what came before."""
    return list({document.id: document for document in documents}.values())
