"""The sources of a workspace: added, removed and asked again, whether or not something follows them right now."""

from __future__ import annotations

from dataclasses import dataclass, replace

from meadow.errors import UnknownNameError, UsageError
from meadow.following.listing import list_sources
from meadow.ingest.addresses import is_web_address
from meadow.model import SourceState
from meadow.store.contract import Store, StoreReader


@dataclass(frozen=True, slots=True)
class SourceList:
    """The sources that a store knows; a follower reads the list when it begins a run."""

    store: Store

    def add(self, address: str) -> SourceState:
        """Follow a feed or web page from now on, and return its state; a source that is followed already stays as it is."""
        if not is_web_address(address.strip()):
            raise UsageError(
                f"{address!r} is not a web address." if address.strip() else "The address is empty.", given=address,
                allowed="An address that begins with http:// or https://.",
                advice="Name files and folders with `meadow follow PATH`.",
            )  # fmt: skip
        (source,) = list_sources([address.strip()])
        with self.store.writing() as writer:
            known = {state.key: state for state in writer.sources()}.get(source.key)
            if known is not None:
                return known
            state = SourceState(source.key, source.kind, source.title)
            writer.save_source(state)
        return state

    def remove(self, key: str) -> None:
        """Follow a source no longer; its articles stay."""
        _find(self.store, key)
        with self.store.writing() as writer:
            writer.drop_source(key)

    def ask_again(self, key: str) -> SourceState:
        """Read a source from the beginning in the next round, as if for the first time, and return its state."""
        with self.store.writing() as writer:
            state = replace(
                _find(writer, key), etag=None, last_modified=None, listing=None, checked=None, next_check=None, failures=0,
                problem=None,
            )  # fmt: skip
            writer.save_source(state)
        return state

    def release(self, source: str, place: str) -> None:
        """Forget an item of the quarantine."""
        with self.store.writing() as writer:
            if not any((item.source, item.place) == (source, place) for item in writer.quarantine()):
                raise UnknownNameError(
                    "item in quarantine", place, [item.place for item in writer.quarantine()[:1_000]]
                )
            writer.release(source, place)


def _find(store: StoreReader, key: str) -> SourceState:
    states = {state.key: state for state in store.sources()}
    if key not in states:
        raise UnknownNameError("source", key, states)
    return states[key]
