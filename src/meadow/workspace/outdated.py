"""Kept summaries and headings that other code made: nothing shows them any more, and they may be removed."""

from __future__ import annotations

from meadow.provenance.code_version import running_code
from meadow.store.contract import Store, StoreReader
from meadow.workspace.headings import heading_state, is_heading


def outdated_results(store: StoreReader) -> list[str]:
    """Return the keys of kept results that the code of this process, with its plug-ins, did not make."""
    made_here = f"|{running_code()}"
    return [key for key in store.result_keys() if not _made_by(store, key).endswith(made_here)]


def drop_outdated_results(store: Store) -> int:
    """Remove what `outdated_results` names, and return how many there were."""
    keys = outdated_results(store)
    with store.writing() as writer:
        writer.drop_results(keys)
    return len(keys)


def _made_by(store: StoreReader, key: str) -> str:
    """Return the line that ends with the code that made a result: its key, or of a heading the state it was made from."""
    text = store.result(key) if is_heading(key) else None
    return key if text is None else heading_state(text)
