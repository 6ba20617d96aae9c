"""Stories as a list shows them: headline, first sentence, counts and days, made once for each state of a story.

One heading per story is kept, with the state that it was made from. A list reads rows and headings, no article. Processes
that update a workspace make headings in advance (`prepare`); a missing one is made when it is asked for.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, date
from time import monotonic

from meadow.brief.languages import story_language
from meadow.brief.places import clip
from meadow.brief.wording import count_text, facts, sources_text, title_text
from meadow.model import Brief, Document, DocumentRow, StoryRow
from meadow.pipeline.presets import settled
from meadow.provenance.code_version import running_code
from meadow.recipe import Recipe
from meadow.store.contract import Store, Wanted
from meadow.text.japanese import has_sudachi
from meadow.text.printable import one_line
from meadow.workspace.memory import Memory
from meadow.workspace.reading import StoryReader

LEAD_CHARACTERS = 240
HEADINGS_AT_HAND = 5_000
_KEY = "heading|"
_AT_ONCE = 10
_SECONDS_PER_ARTICLE = (
    0.003  # estimate for a long story; it decides how many stories fit in a time, never what is written
)


@dataclass(frozen=True, slots=True)
class Heading:
    """A story in a few lines, and the state of the story that they were made from."""

    state: str
    headline: str
    lead: str | None
    language: str | None
    facts: tuple[str, ...]
    days: Mapping[str, int]

    @property
    def per_day(self) -> dict[date, int]:
        """The number of articles published on each day, in UTC."""
        return {date.fromisoformat(day): count for day, count in self.days.items()}


@dataclass(frozen=True, slots=True)
class ListedStory:
    """A row of the list with its heading and the documents that a reader has not seen.

    `current` is False where the heading is of an earlier state of the story, or a title of it, because a better one is still
    to be made.
    """

    row: StoryRow
    heading: Heading
    new: tuple[str, ...] = ()
    current: bool = True

    @property
    def headline(self) -> str:
        """The name that a person gave, or the headline."""
        return self.heading.headline if self.row.name is None else one_line(self.row.name)


@dataclass(frozen=True, slots=True)
class Headings:
    """Makes and keeps the headings of a store, by the recipe of lists."""

    store: Store
    reader: StoryReader
    recipe: Recipe
    memory: Memory[Heading] = field(default_factory=lambda: Memory(HEADINGS_AT_HAND))

    def listed(
        self, wanted: Wanted, *, reader: str, unread: bool = False, within: float | None = None
    ) -> list[ListedStory]:
        """Return the stories of a list; those not made `within` seconds, if given, are not `current`."""
        with self.store.reading():
            rows = self.reader.rows(wanted, reader=reader, unread=unread)
            headings = self._headings(list(rows), within)
        return [ListedStory(row, heading, rows[row], current) for row, (heading, current) in headings.items()]

    def prepare(self, story_ids: Sequence[str], *, is_over: Callable[[], bool] = lambda: False) -> int:
        """Make and keep the headings that some stories lack, a few in one step, and return how many were made."""
        rows = self.store.stories(Wanted(ids=story_ids))
        return sum(self._prepare(rows[at : at + _AT_ONCE], is_over) for at in range(0, len(rows), _AT_ONCE))

    def _prepare(self, rows: Sequence[StoryRow], is_over: Callable[[], bool]) -> int:
        with self.store.reading():
            states = self._states(rows)
            lacking = [row for row in rows if row.id in states and not self._is_kept(row, states[row.id])]
            made = {row.id: self._make(row, states[row.id]) for row in lacking if not is_over()}
        if made and not self.store.read_only:
            with self.store.writing() as writer:
                for story_id, heading in made.items():
                    writer.save_result(
                        _key(story_id), story_id, json.dumps(asdict(heading), ensure_ascii=False), self.reader.clock()
                    )
        return len(made)

    def _is_kept(self, row: StoryRow, state: str) -> bool:
        kept = self._kept(row)
        return kept is not None and kept.state == state

    def _headings(self, rows: Sequence[StoryRow], within: float | None) -> dict[StoryRow, tuple[Heading, bool]]:
        states = self._states(rows)
        headings = {row: self._found(row, states[row.id]) for row in rows if row.id in states}
        for row in _in_time([row for row, heading in headings.items() if heading is None], within):
            headings[row] = self._make(row, states[row.id])
        return {
            row: (self._provisional(row), False) if heading is None else (heading, True)
            for row, heading in headings.items()
        }

    def _states(self, rows: Iterable[StoryRow]) -> dict[str, str]:
        """Return by story what its heading depends on."""
        made_by = f"{settled(self.recipe)}{'' if has_sudachi() else '|japanese:pairs'}|{running_code()}"
        return {story: f"{each}|{made_by}" for story, each in self.store.fingerprints(row.id for row in rows).items()}

    def _found(self, row: StoryRow, state: str) -> Heading | None:
        heading = self.memory.get(state)
        if heading is None:
            kept = self._kept(row)
            heading = kept if kept is not None and kept.state == state else None
            if heading is not None:
                self.memory.put(state, heading)
        return heading

    def _kept(self, row: StoryRow) -> Heading | None:
        text = self.store.result(_key(row.id))
        return None if text is None else _read(text)

    def _make(self, row: StoryRow, state: str) -> Heading:
        with self.memory.making(state):
            known = self.memory.get(state)
            if known is None:
                documents = self.store.documents(self.store.members(row.id))
                if not documents:  # all are damaged
                    return self._provisional(row)
                brief = self.reader.make(row, documents, self.recipe)
                known = _heading(state, brief)
                self.memory.put(state, known)
        return known

    def _provisional(self, row: StoryRow) -> Heading:
        """Return the last heading of a story or, where it never had one, the title of its first article."""
        kept = self._kept(row)
        members = self.store.members(row.id)
        first = None if kept is not None else self.store.document(members[0])
        counts = count_text(row.documents, "article"), count_text(len(row.sources), "source"), sources_text(row.sources)
        days = _days(each for each in self.store.rows(members))
        if kept is not None:
            return Heading("", kept.headline, kept.lead, kept.language, counts, days)
        title = row.id if first is None else title_text(first)
        return Heading("", title, None, None if first is None else first.language, counts, days)


def _in_time(rows: Sequence[StoryRow], within: float | None) -> Iterator[StoryRow]:
    """Iterate over the rows for which there is time left; the latest come first, and a long story may have to wait."""
    end = monotonic() + (0.0 if within is None else within)
    for row in rows:
        if within is None or monotonic() + row.documents * _SECONDS_PER_ARTICLE <= end:
            yield row


def _heading(state: str, brief: Brief) -> Heading:
    picks = brief.summary.picks
    return Heading(
        state, one_line(brief.headline.text), clip(one_line(picks[0].written), LEAD_CHARACTERS) if picks else None,
        story_language(brief), facts(brief.documents, brief.copies), _days(brief.documents),
    )  # fmt: skip


def _days(documents: Iterable[Document | DocumentRow]) -> dict[str, int]:
    dated = (each.published for each in documents if each.published is not None)
    return dict(Counter(moment.astimezone(UTC).date().isoformat() for moment in dated))


def is_heading(key: str) -> bool:
    """Return whether a heading is kept under a key of the store."""
    return key.startswith(_KEY)


def heading_state(text: str) -> str:
    """Return what a kept heading was made from: the state of its story, the recipe and the code."""
    return _read(text).state


def _key(story_id: str) -> str:
    return f"{_KEY}{story_id}"


def _read(text: str) -> Heading:
    value = json.loads(text)
    return Heading(**{**value, "facts": tuple(value["facts"])})
