"""Documents to stories in shards: windows of time of each language, tracked wherever there is room, made one log."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from meadow.engines import Engine, in_order, result_of, using_engine
from meadow.errors import UsageError
from meadow.model import Assignment, Document
from meadow.pipeline.views import Idf, background
from meadow.presets import DEFAULT_METHOD, TRACKER_ALIASES
from meadow.text.background import Background
from meadow.tracking import TRACKERS
from meadow.tracking.evidence import EvidenceTracker
from meadow.tracking.reconciling import reconcile
from meadow.tracking.shards import Joins, ShardStories, join_shards, neighbours, track_shard
from meadow.tracking.windows import Shard, Windows, parse_windows, plan_shards


def sharded_assignments(
    documents: Sequence[Document],
    *,
    windows: str | Windows,
    tracker: str = DEFAULT_METHOD,
    idf: Idf = None,
    engine: str | Engine | None = None,
    on_step: Callable[[int], None] | None = None,
) -> list[Assignment]:
    """Return the tracking log of documents in the order given, tracked window by window; any engine gives the same.

    `windows` says how long windows are and how far they overlap, such as `14d+3d`. `on_step` is told how many documents
    have been tracked.
    """
    table = background(idf)
    _made(tracker, table)  # what is wrong with a spec is told before any work
    chosen = parse_windows(windows) if isinstance(windows, str) else windows
    with using_engine(engine) as workers:
        found: list[ShardStories] = []
        done = 0
        for _, outcome in workers.map(_track, plan_shards(documents, chosen), shared=(tracker, table)):
            found.append(result_of(outcome))
            done += len(found[-1].ids) - found[-1].before
            if on_step is not None:
                on_step(done)
        joins = list(in_order(workers.map(_reconcile, neighbours(found))))
    return join_shards(documents, found, joins)


def _track(shard: Shard, shared: tuple[str, Background | None]) -> ShardStories:
    return track_shard(_made(*shared), shard)


def _reconcile(pair: tuple[ShardStories, ShardStories]) -> Joins:
    return reconcile(*pair)


def _made(tracker: str, table: Background | None) -> EvidenceTracker:
    """Return an empty tracker that leaves behind what its neighbours need."""
    made = TRACKERS.build(TRACKER_ALIASES.get(tracker, tracker))(table)
    if not isinstance(made, EvidenceTracker):
        raise UsageError(
            f"The tracker {tracker!r} cannot be divided into windows.",
            given=tracker,
            allowed="Windows are for the tracker meadow, with any settings: it can weigh what two windows share.",
            advice="Leave out the windows, or the tracker.",
        )
    return made
