"""Documents to stories in shards: windows of time of each language, tracked wherever there is room, made one log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from meadow.engines import Engine, in_order, result_of, using_engine
from meadow.errors import UsageError
from meadow.model import Assignment, Document
from meadow.pipeline.spill import DocumentSpill, PackedShard
from meadow.pipeline.views import Idf, background
from meadow.presets import DEFAULT_METHOD, TRACKER_ALIASES
from meadow.text.background import Background
from meadow.text.japanese import reading_parts
from meadow.tracking import TRACKERS
from meadow.tracking.elsewhere import Key, first_looks, hear_of_each_other, taking_part
from meadow.tracking.evidence import EvidenceTracker
from meadow.tracking.reconciling import reconcile
from meadow.tracking.shards import Joins, ShardStories, join_shards, neighbours, track_shard, with_one_copy
from meadow.tracking.vocabularies import Vocabulary, iter_rarities, read_vocabulary
from meadow.tracking.weighing import Elsewhere
from meadow.tracking.windows import Shard, Windows, parse_windows, plan_shards

_Shared = tuple[str, Background | None]
# Each round settles at least one look more. A stream of a few windows takes two to five; one whose counts still change after
# so many is taken as it is.
_MOST_ROUNDS = 12


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
    steps = _Steps(on_step, len(documents))
    with using_engine(engine) as workers:
        run = _Run(workers, (tracker, table), steps, spill)
        shard_stories = run.stories(plan_shards(documents, chosen), made.settings.window_documents)
        log = join_shards(documents, shard_stories, run.reconcile(shard_stories))
    steps.end()
    return log


@dataclass(slots=True)
class _Steps:
    """Tells how many documents are done; nobody knows how often they are tracked, so each round is half of what is left."""

    tell: Callable[[int], None] | None
    documents: int
    done: float = 0.0
    each: float = 0.0

    def begin(self, work: int) -> None:
        self.each = (self.documents - self.done) / 2 / max(work, 1)

    def add(self, count: int) -> None:
        self.done += self.each * count
        if self.tell is not None:
            self.tell(int(self.done))

    def end(self) -> None:
        if self.tell is not None:
            self.tell(self.documents)


@dataclass(frozen=True, slots=True)
class _Run:
    """What workers do with shards, by a tracker and a table of words."""

    workers: Engine
    shared: _Shared
    steps: _Steps
    spill: DocumentSpill | None

    def stories(self, shards: Sequence[Shard], most: int) -> list[ShardStories]:
        """Return the stories of shards, which are tracked until what each hears of the others does not change any more."""
        reading_parts({each.language for each in shards})  # workers keep to themselves how they split words
        rarities = self._rarities(shards)
        small = {_key(each): each for each in taking_part(shards, most)} if len(shards) > 1 else {}
        heard = dict(first_looks(list(small.values()), most))
        tracked: dict[Key, ShardStories] = {}
        waiting = [small.get(_key(each), each) for each in shards]
        for _ in range(_MOST_ROUNDS):
            elsewhere = {
                _key(each): Elsewhere(rarities.get(_key(each), {}), heard.get(_key(each), ())) for each in waiting
            }
            self._track(waiting, elsewhere, tracked)
            new = hear_of_each_other([tracked[key] for key in small], most)
            waiting = [each for key, each in small.items() if new[key] != heard[key]]
            heard = dict(new)
            if not waiting:
                break
        return list(tracked.values())

    def _rarities(self, shards: Sequence[Shard]) -> dict[Key, dict[str, float]]:
        """Return how rare terms are that other windows met first; a language of one window has no others."""
        counts = Counter(each.language for each in shards)
        many = [each for each in shards if counts[each.language] > 1]
        vocabularies = in_order(self.workers.map(_vocabulary, map(self._packed, many), shared=self.shared))
        return {_key(each): rarities for each, rarities in zip(many, iter_rarities(vocabularies), strict=True)}

    def _track(self, shards: Sequence[Shard], heard: Mapping[Key, Elsewhere], tracked: dict[Key, ShardStories]) -> None:
        """Find the stories of shards, each tracked with what it has heard of the others."""
        self.steps.begin(sum(map(_new, shards)))
        items = ((self._packed(each), heard[_key(each)]) for each in shards)
        for _, outcome in self.workers.map(_track, items, shared=self.shared):
            stories = with_one_copy(result_of(outcome))
            tracked[stories.language, stories.number] = stories
            self.steps.add(len(stories.ids) - stories.before)

    def reconcile(self, shard_stories: Iterable[ShardStories]) -> list[Joins]:
        """Return what neighbours agree on."""
        return list(in_order(self.workers.map(_reconcile, neighbours(shard_stories))))

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
