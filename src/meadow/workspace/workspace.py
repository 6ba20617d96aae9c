"""`Workspace(path)`: one method per verb."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType

from meadow.errors import UsageError
from meadow.ingest.items import Item
from meadow.presets import DEFAULT_METHOD, TRACKER_ALIASES
from meadow.store.contract import Store
from meadow.store.opening import open_store
from meadow.workspace.ingesting import Identify, Ingest, Outcome, as_given
from meadow.workspace.tracked import TrackedLog

_TRACKER = "tracker"


def now() -> datetime:
    """Return what time it is."""
    return datetime.now(UTC)


class Workspace:
    """Articles, stories and all that is known about them, in a folder.

    Reading is safe from several threads and processes while one writes. `tracker` is chosen when a workspace is made, and
    stays. Close it, or use it as a context: `with Workspace("news") as workspace: …`.
    """

    def __init__(
        self,
        path: str | Path,
        *,
        tracker: str | None = None,
        create: bool = True,
        clock: Callable[[], datetime] = now,
    ) -> None:
        self.store: Store = open_store(path, create=create)
        self.clock = clock
        self.tracker = _settle_tracker(self.store, tracker)
        self._ingest = Ingest(self.store, TrackedLog(self.tracker), clock)

    def __enter__(self) -> Workspace:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of everything."""
        self.store.close()

    def add(
        self, items: Iterable[Item], *, source: str = "script", identify: Identify = as_given, look: bool = True
    ) -> Iterator[Outcome]:
        """Iterate over what becomes of documents that are sent: each is stored, tracked and, once it is safe, told.

        At the end the tracker looks at the whole again; without `look` that is left to a later call. One process adds at a
        time; another one gets a `BusyStoreError`. Whoever stops iterating stops adding.
        """
        with self.store.ingesting():
            yield from self._ingest.add(items, source=source, identify=identify)
            if look:
                self._ingest.look()

    def look(self) -> None:
        """Let the tracker look at the whole again, if anything has come since it last did."""
        with self.store.ingesting():
            self._ingest.look()


def _settle_tracker(store: Store, wanted: str | None) -> str:
    """Return the tracker of a workspace; the first one that is asked for is written down."""
    kept = store.fact(_TRACKER)
    spec = TRACKER_ALIASES.get(wanted or DEFAULT_METHOD, wanted or DEFAULT_METHOD)
    if kept is None:
        with store.writing() as writer:
            writer.save_fact(_TRACKER, spec)
        return spec
    if wanted is not None and spec != kept:
        raise UsageError(
            f"This workspace is tracked by {kept}, not by {spec}.", given=spec, allowed=kept,
            advice="`meadow replay --tracker SPEC` shows what another one would do; with --apply it takes over.",
        )  # fmt: skip
    return kept
