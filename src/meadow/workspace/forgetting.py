"""Requests to forget: one document, or a source with all its articles."""

from __future__ import annotations

from meadow.errors import UnknownNameError, UsageError
from meadow.model import ForgottenKind
from meadow.store.contract import Store, Wanted


def forgettable(store: Store, document_id: str | None, source: str | None) -> tuple[ForgottenKind, str]:
    """Return what a request to forget means, a document or a source; what is not there, or not one of them, is an error."""
    if (document_id is None) == (source is None):
        raise UsageError(
            "Forgetting needs a document or a source, and not both.", given=f"{document_id!r} and {source!r}"
        )
    if document_id is not None:
        if not store.rows([document_id]):  # its text may be damaged
            raise UsageError(f"There is no document {document_id!r} in this workspace.", given=document_id)
        return "document", document_id
    assert source is not None  # noqa: S101 - one of them is there
    known = {name for row in store.stories(Wanted()) for name in row.sources}
    if source not in known:
        # A misspelt name would be reported as done and leave every article in place.
        raise UnknownNameError("source", source, known, advice="Nothing was removed.")
    return "source", source
