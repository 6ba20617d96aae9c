"""`/`: the stories, the one with the latest article first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from meadow.brief.templating import spoken
from meadow.brief.wording import count_text
from meadow.store.contract import StoreReader, Wanted
from meadow.web.asked import PAGE, QuestionView
from meadow.web.charts import Spark, spark
from meadow.web.site import Here, Reader, page
from meadow.workspace.headings import ListedStory

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class StoryListItem:
    """A story as the list shows it."""

    id: str
    headline: str
    lead: str | None
    spoken: Mapping[str, str]
    facts: tuple[str, ...]
    new: int
    spark: Spark
    last: datetime | None
    current: bool

    @property
    def new_text(self) -> str:
        """The number of articles that the reader has not seen."""
        return f"{self.new:,} new"


@dataclass(frozen=True, slots=True)
class ListedState:
    """The state of the workspace: how much it holds, when something last came, which sources fail."""

    stories: int
    documents: int
    arrived: datetime | None
    failing: tuple[str, ...]

    @property
    def counts(self) -> tuple[str, ...]:
        """The counts of stories and articles, in words."""
        return count_text(self.stories, "story", "stories"), count_text(self.documents, "article")

    @property
    def failing_text(self) -> str:
        """The number of failing sources, in words."""
        return f"{count_text(len(self.failing), 'source')} {'fails' if len(self.failing) == 1 else 'fail'}"


@router.get("/")
def stories(request: Request, site: Here, reader: Reader) -> Response:
    """Show a page of the list."""
    workspace, asked = site.workspace, QuestionView.parse(request.query_params)
    now = workspace.clock()
    entries = site.headings(asked.wanted(now), unread=asked.unread, reader=reader)
    shown, newest = entries[:PAGE], _newest(workspace.store, now)
    state = state_of(workspace.store)
    return page(
        request, "stories.html", title="Stories", asked=asked, state=state, now=now,
        lines=[_line(entry, newest) for entry in shown],
        next_url=asked.url_after(shown[-1].row) if len(entries) > PAGE else None,
        sources=sorted({source for entry in shown for source in entry.row.sources}),
        languages=sorted({language for entry in shown for language in entry.row.languages}),
    )  # fmt: skip


def state_of(store: StoreReader) -> ListedState:
    """Return the state of a workspace."""
    counts = store.counts("stories", "documents")
    failing = tuple(each.title or each.key for each in store.sources() if each.failures)
    return ListedState(counts["stories"], counts["documents"], store.last_arrival(), failing)


def _line(story: ListedStory, newest: date) -> StoryListItem:
    heading = story.heading
    return StoryListItem(
        story.row.id, story.headline, heading.lead, spoken(heading.language), heading.facts, len(story.new),
        spark(heading.per_day, newest), story.row.last, story.current,
    )  # fmt: skip


def _newest(store: StoreReader, now: datetime) -> date:
    """Return the day that charts end with: today or, where nothing is that new, the day of the latest article."""
    rows = store.stories(Wanted(limit=1))
    latest = now if not rows or rows[0].last is None else min(now, rows[0].last)
    return latest.astimezone(UTC).date()
