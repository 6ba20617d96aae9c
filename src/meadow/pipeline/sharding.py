"""Documents to stories in shards: windows of time of each language, tracked by the workers of an engine, made one log."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, cast

from meadow.engines import Engine, in_order, result_of, using_engine
from meadow.errors import UsageError
from meadow.model import Assignment, Document
from meadow.pipeline.presets import DEFAULT_METHOD, TRACKER_ALIASES
from meadow.pipeline.spill import DocumentSpill, PackedShard
from meadow.pipeline.views import Idf, background
from meadow.text.background import Background
from meadow.text.japanese import reading_parts
from meadow.tracking import TRACKERS
from meadow.tracking.elsewhere import first_looks, hear_of_each_other, taking_part
from meadow.tracking.evidence import EvidenceTracker, Settings
from meadow.tracking.joining import StoryLog
from meadow.tracking.reconciling import reconcile
from meadow.tracking.shards import Joins, ShardStories, track_shard, with_one_copy
from meadow.tracking.vocabularies import Vocabulary, iter_rarities, read_vocabulary
from meadow.tracking.weighing import Elsewhere
from meadow.tracking.windows import Key, Shard, Windows, parse_windows, plan_shards

_Shared = tuple[str, Background | None]
_Rarities = Mapping[Key, dict[str, float]]
_Item = tuple[Shard | PackedShard, Elsewhere]
_Pair = tuple[ShardStories, ShardStories]
# Each round settles at least one look more. Small streams take two to five; one whose counts still change then is
# taken as it is.
_MOST_ROUNDS = 12
# Reading the words of a document takes so much of what tracking it takes: 35 of 166 microseconds (5,000 Reuters articles).
_READING = 0.2


class Finished(Protocol):
    """What keeps the stories of windows that an earlier run has tracked, and those of this one for the next."""

    def find(self, shard: Shard, settings: Settings) -> ShardStories | None:
        """Return the stories of a window, or None if it has not been tracked."""

    def keep(self, stories: ShardStories) -> None:
        """Keep the stories of a window."""


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
    """Return the tracking log of documents in the order given, tracked window by window: `iter_sharded` as a list."""
    log = iter_sharded(
        documents, windows=windows, tracker=tracker, idf=idf, engine=engine, on_step=on_step, spill=spill
    )
    by_id = {entry.document_id: entry for entry in log}
    return [by_id[document.id] for document in documents]


def iter_sharded(
    documents: Sequence[Document],
    *,
    windows: str | Windows,
    tracker: str = DEFAULT_METHOD,
    idf: Idf = None,
    engine: str | Engine | None = None,
    on_step: Callable[[int], None] | None = None,
    spill: DocumentSpill | None = None,
    finished: Finished | None = None,
) -> Iterator[Assignment]:
    """Iterate over the tracking log of documents in time order, as windows close; any engine gives the same.

    `windows` says how long windows are and how far they overlap, such as `14d+3d`. `on_step` gets the number of documents
    tracked so far. Documents that are on a `spill` are taken from there window by window. What is `finished` is not
    tracked again.
    """
    table = background(idf)
    made = _made(tracker, table)  # a wrong spec is reported before any work
    chosen = parse_windows(windows) if isinstance(windows, str) else windows
    ordered = sorted(documents, key=lambda document: document.order)
    shards = plan_shards(ordered, chosen)
    steps = _Steps(on_step, len(documents), len(documents) * (1 + _READING))
    with using_engine(engine) as workers:
        run = _ShardRun(workers, (tracker, table), made.settings, steps, spill, finished)
        yield from run.log(shards, StoryLog(ordered, shards))
    steps.end()


@dataclass(slots=True)
class _Steps:
    """Reports how many documents are done, in proportion to the work; tracking some of them again adds none."""

    report: Callable[[int], None] | None
    documents: int
    work: float
    done: float = 0.0

    def add(self, work: float) -> None:
        self.done = min(self.done + work, self.work)
        if self.report is not None:
            self.report(int(self.done / self.work * self.documents))

    def end(self) -> None:
        if self.report is not None:
            self.report(self.documents)


@dataclass(frozen=True, slots=True)
class _ShardRun:
    """What workers do with shards, by a tracker and a table of words."""

    workers: Engine
    shared: _Shared
    settings: Settings
    steps: _Steps
    spill: DocumentSpill | None
    finished: Finished | None

    def log(self, shards: Sequence[Shard], log: StoryLog) -> Iterator[Assignment]:
        """Iterate over the log of shards: small ones that hear of each other first, then the others in order of time."""
        reading_parts({each.language for each in shards})  # workers keep to themselves how they split words
        rarities = self._rarities(shards)
        small = {each.key: each for each in taking_part(shards, self.settings.window_documents)}
        pairs: deque[_Pair] = deque()
        for stories in self._in_rounds(small, rarities):
            pairs += log.add(stories)
        alone = (each for each in shards if each.key not in small)
        waiting = deque(sorted(alone, key=lambda each: int(each.places[0])))
        while waiting or pairs:
            items = self._items(waiting, rarities, pairs, log)
            for _, outcome in self.workers.map(_work, items, shared=self.shared):
                result = cast("ShardStories | tuple[Key, Joins]", result_of(outcome))
                if isinstance(result, ShardStories):
                    pairs += log.add(self._tracked(result))
                else:
                    log.join(*result)
                yield from log.settled()
        yield from log.settled()

    def _items(
        self, waiting: deque[Shard], rarities: _Rarities, pairs: deque[_Pair], log: StoryLog
    ) -> Iterator[_Item | _Pair]:
        """Iterate over what is to be done, neighbours as soon as both have been tracked."""
        while waiting or pairs:
            if pairs:
                yield pairs.popleft()
                continue
            shard = waiting.popleft()
            known = None if self.finished is None else self.finished.find(shard, self.settings)
            if known is None:
                yield self._packed(shard), Elsewhere(rarities.get(shard.key, {}))
            else:
                pairs += log.add(known)
                self.steps.add(len(known.ids) - known.before)

    def _tracked(self, stories: ShardStories) -> ShardStories:
        """Return the stories of a shard that has been tracked by itself, after they were kept."""
        if self.finished is not None:
            self.finished.keep(stories)
        self.steps.add(len(stories.ids) - stories.before)
        return with_one_copy(stories)

    def _in_rounds(self, small: Mapping[Key, Shard], rarities: _Rarities) -> list[ShardStories]:
        """Return the stories of shards, which are tracked until what each hears of the others does not change any more."""
        most = self.settings.window_documents
        heard = dict(first_looks(list(small.values()), most))
        tracked: dict[Key, ShardStories] = {}
        waiting = list(small.values())
        for _ in range(_MOST_ROUNDS):
            if not waiting:
                break
            items = [(self._packed(each), Elsewhere(rarities.get(each.key, {}), heard[each.key])) for each in waiting]
            for _, outcome in self.workers.map(_work, items, shared=self.shared):
                stories = with_one_copy(cast("ShardStories", result_of(outcome)))
                if stories.key not in tracked:
                    self.steps.add(len(stories.ids) - stories.before)
                tracked[stories.key] = stories
            new = hear_of_each_other([tracked[key] for key in small], most)
            waiting = [each for key, each in small.items() if new[key] != heard[key]]
            heard = dict(new)
        return list(tracked.values())

    def _rarities(self, shards: Sequence[Shard]) -> _Rarities:
        """Return how rare terms are that other windows met first; a language of one window has no others."""
        counts = Counter(each.language for each in shards)
        many = [each for each in shards if counts[each.language] > 1]
        self.steps.add(
            _READING * sum(len(each.documents) - each.before for each in shards if counts[each.language] == 1)
        )
        vocabularies = self._counted(
            in_order(self.workers.map(_vocabulary, map(self._packed, many), shared=self.shared))
        )
        return {each.key: rarities for each, rarities in zip(many, iter_rarities(vocabularies), strict=True)}

    def _counted(self, vocabularies: Iterable[Vocabulary]) -> Iterator[Vocabulary]:
        for each in vocabularies:
            self.steps.add(_READING * each.documents)
            yield each

    def _packed(self, shard: Shard) -> Shard | PackedShard:
        """Return a shard as it travels: where its documents are in a spill, with what lies there."""
        return shard if self.spill is None else self.spill.pack(shard)


def _vocabulary(shard: Shard | PackedShard, shared: _Shared) -> Vocabulary:
    return read_vocabulary(shared[1], _unpacked(shard))


def _work(item: _Item | _Pair, shared: _Shared) -> ShardStories | tuple[Key, Joins]:
    """Return the stories of a shard, or what two neighbours agree on."""
    first, second = item
    if isinstance(first, ShardStories):
        later = cast("ShardStories", second)
        return later.key, reconcile(first, later)
    return track_shard(_made(*shared), _unpacked(first), cast("Elsewhere", second))


def _unpacked(shard: Shard | PackedShard) -> Shard:
    return shard.unpacked() if isinstance(shard, PackedShard) else shard


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
