"""Documents to stories in shards: windows of time of each language, tracked wherever there is room, made one log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from meadow.engines import Engine, in_order, result_of, using_engine
from meadow.errors import UsageError
from meadow.model import Assignment, Document
from meadow.pipeline.spill import DocumentSpill, PackedShard
from meadow.pipeline.views import Idf, background
from meadow.presets import DEFAULT_METHOD, TRACKER_ALIASES
from meadow.text.background import Background
from meadow.tracking import TRACKERS
from meadow.tracking.elsewhere import Key, hear_of_each_other, within_reach
from meadow.tracking.evidence import EvidenceTracker
from meadow.tracking.reconciling import reconcile
from meadow.tracking.shards import Joins, ShardStories, join_shards, neighbours, track_shard, with_one_copy
from meadow.tracking.vocabularies import Vocabulary, iter_rarities, read_vocabulary
from meadow.tracking.weighing import Elsewhere
from meadow.tracking.windows import Shard, Windows, parse_windows, plan_shards

_Shared = tuple[str, Background | None]


def sharded_assignments(
    documents: Sequence[Document],
    *,
    windows: str | Windows,
    tracker: str = DEFAULT_METHOD,
    idf: Idf = None,
    engine: str | Engine | None = None,
    on_step: Callable[[int], None] | None = None,
    spill: DocumentSpill | None = None,
) -> list[Assignment]:
    """Return the tracking log of documents in the order given, tracked window by window; any engine gives the same.

    `windows` says how long windows are and how far they overlap, such as `14d+3d`. `on_step` is told how many documents
    have been tracked. Documents that are on a `spill` are taken from there window by window.
    """
    table = background(idf)
    made = _made(tracker, table)  # what is wrong with a spec is told before any work
    chosen = parse_windows(windows) if isinstance(windows, str) else windows
    shards = plan_shards(documents, chosen)
    reach = within_reach({_key(each): _new(each) for each in shards}, made.settings.window_documents)
    again = [each for each in shards if reach[_key(each)]]
    steps = _Steps(on_step, len(documents), sum(map(_new, [*shards, *again])))
    with using_engine(engine) as workers:
        run = _Run(workers, (tracker, table), steps, spill)
        heard = run.rarities(shards)
        found = run.track(shards, heard)
        joins = run.reconcile(found.values())
        if again:
            # Once stories are known, each window hears how many of the others' use a word, and is tracked anew.
            told = hear_of_each_other(list(found.values()), joins, reach)
            heard = {key: replace(each, rarity=heard[key].rarity) for key, each in told.items()}
            found = {key: each for key, each in found.items() if key not in heard}  # the others are found anew
            found |= run.track(again, heard)
            joins = run.reconcile(found.values())
    return join_shards(documents, found.values(), joins)


@dataclass(slots=True)
class _Steps:
    """Tells how many documents are done, where some are done twice."""

    tell: Callable[[int], None] | None
    documents: int
    work: int
    done: int = 0

    def add(self, count: int) -> None:
        self.done += count
        if self.tell is not None:
            self.tell(self.documents * self.done // self.work)


@dataclass(frozen=True, slots=True)
class _Run:
    """What workers do with shards, by a tracker and a table of words."""

    workers: Engine
    shared: _Shared
    steps: _Steps
    spill: DocumentSpill | None

    def rarities(self, shards: Sequence[Shard]) -> dict[Key, Elsewhere]:
        """Return how rare terms are that other windows met first; a language of one window has no others."""
        counts = Counter(each.language for each in shards)
        many = [each for each in shards if counts[each.language] > 1]
        vocabularies = in_order(self.workers.map(_vocabulary, map(self._packed, many), shared=self.shared))
        return {_key(each): Elsewhere(told) for each, told in zip(many, iter_rarities(vocabularies), strict=True)}

    def track(self, shards: Sequence[Shard], heard: Mapping[Key, Elsewhere]) -> dict[Key, ShardStories]:
        """Return the stories of shards, each tracked with what it has heard of the others."""
        items = ((self._packed(each), heard.get(_key(each), Elsewhere())) for each in shards)
        found: dict[Key, ShardStories] = {}
        for _, outcome in self.workers.map(_track, items, shared=self.shared):
            stories = with_one_copy(result_of(outcome))
            found[stories.language, stories.number] = stories
            self.steps.add(len(stories.ids) - stories.before)
        return found

    def reconcile(self, found: Iterable[ShardStories]) -> list[Joins]:
        """Return what neighbours agree on."""
        return list(in_order(self.workers.map(_reconcile, neighbours(found))))

    def _packed(self, shard: Shard) -> Shard | PackedShard:
        """Return a shard as it travels: where its documents are in a spill, with what lies there."""
        return shard if self.spill is None else self.spill.pack(shard)


def _key(shard: Shard) -> Key:
    return shard.language, shard.number


def _new(shard: Shard) -> int:
    return len(shard.documents) - shard.before


def _vocabulary(shard: Shard | PackedShard, shared: _Shared) -> Vocabulary:
    return read_vocabulary(shared[1], _unpacked(shard))


def _track(item: tuple[Shard | PackedShard, Elsewhere], shared: _Shared) -> ShardStories:
    shard, elsewhere = item
    return track_shard(_made(*shared), _unpacked(shard), elsewhere)


def _unpacked(shard: Shard | PackedShard) -> Shard:
    return shard.unpacked() if isinstance(shard, PackedShard) else shard


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
