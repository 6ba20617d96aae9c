"""Which stories an address asks for: filters and the place in the list, read from the query and written back to it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import urlencode

from starlette.datastructures import QueryParams

from meadow.errors import UsageError
from meadow.ingest.moments import parse_moment
from meadow.model import StoryRow
from meadow.store.contract import Wanted
from meadow.text.language import normalize_language

PAGE = 20
_MOST = 10_000
_BETWEEN = "~"
_UNDATED = "undated."  # before when a story without a date arrived


@dataclass(frozen=True, slots=True)
class QuestionView:
    """The filters of a list as the reader wrote them; an empty one filters nothing."""

    since: str = ""
    until: str = ""
    source: str = ""
    language: str = ""
    min_sources: str = ""
    unread: bool = False
    after: str = ""

    @classmethod
    def parse(cls, query: QueryParams) -> QuestionView:
        """Return what a query asks for; its other parameters are not read here."""
        named = ("since", "until", "source", "language", "min_sources", "after")
        return cls(**{name: query.get(name, "").strip() for name in named}, unread=query.get("unread", "") != "")

    @property
    def filters(self) -> bool:
        """Whether anything is left out."""
        return bool(self.since or self.until or self.source or self.language or self.min_sources or self.unread)

    def wanted(self, now: datetime, *, page: int = PAGE) -> Wanted:
        """Return which stories to read from a store: one more than a page, which shows whether there is another."""
        return Wanted(
            since=parse_moment(self.since, now=now).first if self.since else None,
            until=parse_moment(self.until, now=now).end if self.until else None,
            sources=(self.source,) if self.source else (),
            languages=(normalize_language(self.language),) if self.language else (),
            min_sources=_read_count(self.min_sources) if self.min_sources else 0,
            after=_read_place(self.after) if self.after else None,
            limit=page + 1,
        )

    def url_after(self, row: StoryRow) -> str:
        """Return the address of the page behind a row of the list, with the same filters."""
        return self._url(after=place_after(row))

    @property
    def url_first(self) -> str:
        """The address of the first page, with the same filters."""
        return self._url(after="")

    def _url(self, after: str) -> str:
        given = {
            "since": self.since, "until": self.until, "source": self.source, "language": self.language,
            "min_sources": self.min_sources, "unread": "1" if self.unread else "", "after": after,
        }  # fmt: skip
        said = {name: value for name, value in given.items() if value}
        return f"/?{urlencode(said, errors='replace')}" if said else "/"


def place_after(row: StoryRow) -> str:
    """Return the place in the list behind a row, as `after` has it."""
    sign, time = (_UNDATED, row.arrived) if row.last is None else ("", row.last)
    return f"{sign}{time.astimezone(UTC).isoformat()}{_BETWEEN}{row.id}"


def _read_count(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > len(str(_MOST)):
        raise UsageError(
            f"{text!r} is no number of sources.", given=text, allowed=f"A whole number from 0 to {_MOST:,}."
        )
    return int(text)


def _read_place(text: str) -> StoryRow:
    time, sign, story_id = text.partition(_BETWEEN)
    try:
        moment = datetime.fromisoformat(time.removeprefix(_UNDATED))
        known = bool(sign) and moment.tzinfo is not None
    except ValueError:
        known = False
    if not known:
        raise UsageError(
            f"{text!r} is no place in the list of stories.", given=text, allowed="What the link to the next page holds.",
            advice="Open the list at / and go on from there.",
        )  # fmt: skip
    return StoryRow(story_id, 0, (), (), None, None if time.startswith(_UNDATED) else moment, moment)
