"""The articles of a story as its table shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from meadow.brief.places import documents_by_id
from meadow.brief.tracks import reason_lines
from meadow.brief.wording import outlet
from meadow.model import Document, Reason
from meadow.web.addresses import encoded, story_url
from meadow.workspace.reading import StoryEntry

_PERCENT = 100
# Labels of reasons in words of readers; the command line has the names of rules, which the documentation explains.
_LABELS = dict.fromkeys(("alike", "join", "stray", "closest", "alone"), "decision") | {"next": "next best story"}


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A story that an article is close to: where it is read, what it is called, and how close."""

    url: str
    headline: str
    score: float


@dataclass(frozen=True, slots=True)
class ArticleView:
    """An article: as what it is cited, whether it is new to the reader or in doubt, and what it copies.

    `likeness` is how alike it was to the story when it came; None for the first article. `why` are lines about its
    place in the story, where somebody asked, and `next` the closest other story.
    """

    document: Document
    numbers: Sequence[int]
    new: bool
    doubtful: bool
    copy_of: str | None
    likeness: float | None
    founded: bool
    why: Sequence[tuple[str, str]] = ()
    next: Neighbour | None = None

    @property
    def key(self) -> str:
        """Its id as a form sends it, whatever characters it holds."""
        return encoded(self.document.id)


def article_rows(
    entry: StoryEntry, numbers: Mapping[str, Sequence[int]], likeness: Mapping[str, float]
) -> list[ArticleView]:
    """Return a story's articles, the latest first and undated ones last; `numbers` are those they are cited as."""
    brief = entry.brief
    copies, doubtful = _copies(entry), set(() if brief.doubt is None else brief.doubt.document_ids)
    dated = [each for each in brief.documents if each.published is not None]
    ordered = [*reversed(dated), *(each for each in brief.documents if each.published is None)]
    return [
        ArticleView(
            each, numbers.get(each.id, ()), each.id in entry.new, each.id in doubtful, copies.get(each.id),
            likeness.get(each.id), each.id == entry.row.id,
        )
        for each in ordered
    ]  # fmt: skip


def explained(
    articles: Sequence[ArticleView], reasons: Mapping[str, Reason], headlines: Mapping[str, str]
) -> list[ArticleView]:
    """Return articles with why each is in its story; `headlines` are those of the stories that come next."""
    return [
        replace(each, why=_why(reason), next=_next(reason, headlines))
        if (reason := reasons.get(each.document.id)) is not None
        else each
        for each in articles
    ]


def _why(reason: Reason) -> tuple[tuple[str, str], ...]:
    lines = (line for line in reason_lines(reason) if line[0] != "next" or reason.next_story is None)
    return tuple((_LABELS.get(label, label), text) for label, text in lines)


def _next(reason: Reason, headlines: Mapping[str, str]) -> Neighbour | None:
    if reason.next_story is None or reason.next_score is None:
        return None
    name = reason.next_story
    return Neighbour(story_url(name), headlines.get(name, name), reason.next_score)


def _copies(entry: StoryEntry) -> dict[str, str]:
    """Return the source of each copy, and how much of it was taken: Harbour Wire, 92 %."""
    by_id = documents_by_id(entry.brief.documents)
    return {
        copy: f"{outlet(by_id[group.first])}, {round(_PERCENT * share)} %"
        for group in entry.brief.copies
        for copy, share in zip(group.copies, group.shares, strict=True)
    }
