"""`/search`: sentences that answer a query, by story, and the way from a query to a report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from http import HTTPStatus
from urllib.parse import urlencode

from fastapi import APIRouter
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response

from meadow.brief.places import Place
from meadow.brief.templating import spoken
from meadow.brief.wording import title_text
from meadow.errors import InputError, MeadowError, UsageError
from meadow.model import Document, DocumentHit, SentenceHit, Span, StoryHit
from meadow.store.contract import Wanted
from meadow.store.query import Query, parse_query
from meadow.store.query_words import language_of
from meadow.store.sentence_hits import matching_spans
from meadow.text.printable import one_line
from meadow.web.site import Here, Site, page
from meadow.workspace.headings import ListedStory
from meadow.workspace.searching import SearchPage

ARTICLES = 20
_MOST = 240
_NOBODY = ""  # whose read marks are of no matter here
_FILTERS = ("source", "language", "since", "until")

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class Searched:
    """A search as the reader wrote it: the query, the other fields, and how many articles are wanted."""

    q: str = ""
    source: str = ""
    language: str = ""
    since: str = ""
    until: str = ""
    articles: int = ARTICLES

    @staticmethod
    def parse(query: QueryParams) -> Searched:
        """Return what an address asks for."""
        return replace(_as_written(query), articles=_read_articles(query.get("articles", "")))

    @property
    def filters(self) -> bool:
        """Whether a field other than the query is filled in."""
        return any(getattr(self, name) for name in _FILTERS)

    @property
    def text(self) -> str:
        """The whole query: a field is a filter of it, whose value holds no quote."""
        given = [f'{name}:"{value}"' for name in _FILTERS if (value := getattr(self, name).replace('"', " ").strip())]
        return " ".join([self.q, *given])

    @property
    def url_more(self) -> str | None:
        """The address of twice as many articles; None where more are never shown."""
        return None if self.articles >= _MOST else self._url(min(_MOST, self.articles * 2))

    def _url(self, articles: int) -> str:
        given = {"q": self.q, **{name: getattr(self, name) for name in _FILTERS}, "articles": str(articles)}
        return f"/search?{urlencode({name: value for name, value in given.items() if value}, errors='replace')}"


@dataclass(frozen=True, slots=True)
class SnippetPiece:
    """A run of text, and whether it is a word that was looked for."""

    text: str
    marked: bool


@dataclass(frozen=True, slots=True)
class SentenceLine:
    """A sentence of an article with its words marked, and its place."""

    pieces: tuple[SnippetPiece, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class ArticleLine:
    """An article that fits, its title marked like its sentences."""

    document: Document
    title: tuple[SnippetPiece, ...]
    sentences: tuple[SentenceLine, ...]


@dataclass(frozen=True, slots=True)
class FoundStory:
    """A story with the articles in it that fit."""

    id: str
    headline: str
    spoken: dict[str, str]
    articles: tuple[ArticleLine, ...]
    current: bool


@router.get("/search")
def search(request: Request, site: Here) -> Response:
    """Show what a query finds; a query that cannot be read is shown with what is allowed."""
    workspace, now = site.workspace, site.workspace.clock()
    asked = Searched()
    error: MeadowError | None = None
    result: SearchPage | None = None
    lines: tuple[FoundStory, ...] = ()
    try:
        asked = Searched.parse(request.query_params)
        if asked.q or asked.filters:
            result = workspace.search(asked.text, limit=asked.articles)
            lines = _lines(site, result, parse_query(asked.text, now=now))
    except (UsageError, InputError) as refused:
        error, asked = refused, _as_written(request.query_params)
    answer = page(
        request, "search.html", title=f"{asked.q}: search" if asked.q else "Search", asked=asked, error=error, found=result,
        lines=lines, shown=sum(len(line.articles) for line in lines), question=_question(asked, now),
    )  # fmt: skip
    answer.status_code = HTTPStatus.OK if error is None else HTTPStatus.BAD_REQUEST
    return answer


def pieces(text: str, spans: Sequence[Span], *, start: int = 0) -> tuple[SnippetPiece, ...]:
    """Return a text in runs, those of the spans marked; spans count from `start`, and the runs make up the text."""
    return tuple(piece for piece in _cut(text, spans, start) if piece.text)


def _cut(text: str, spans: Iterable[Span], start: int) -> Iterator[SnippetPiece]:
    at = 0
    for low, high in spans:
        yield SnippetPiece(text[at : low - start], marked=False)
        yield SnippetPiece(text[low - start : high - start], marked=True)
        at = high - start
    yield SnippetPiece(text[at:], marked=False)


def _lines(site: Site, result: SearchPage, query: Query) -> tuple[FoundStory, ...]:
    ids = [story.story_id for story in result.stories]
    listed = {each.row.id: each for each in site.headings(Wanted(ids=ids), reader=_NOBODY, seconds=0)} if ids else {}
    # A story that was merged away between the two questions is left out; the next search finds it under its new id.
    return tuple(_story(each, listed[each.story_id], query) for each in result.stories if each.story_id in listed)


def _story(hit: StoryHit, listed: ListedStory, query: Query) -> FoundStory:
    articles = tuple(_article(each, query) for each in hit.documents)
    return FoundStory(hit.story_id, listed.headline, spoken(listed.heading.language), articles, listed.current)


def _article(hit: DocumentHit, query: Query) -> ArticleLine:
    title = one_line(title_text(hit.document))
    marked = pieces(title, matching_spans(title, query, language_of(hit.document)))
    return ArticleLine(hit.document, marked, tuple(_sentence(hit.document, each) for each in hit.sentences))


def _sentence(document: Document, hit: SentenceHit) -> SentenceLine:
    sentence = hit.sentence
    return SentenceLine(pieces(sentence.text, hit.spans, start=sentence.start), Place(document, sentence.ref.index))


def _question(asked: Searched, now: datetime) -> str:
    """Return the words of a query as a question for a report; empty where there are none."""
    try:
        query = parse_query(asked.q, now=now)
    except MeadowError:
        return ""
    return " ".join([*query.words, *query.phrases])


def _as_written(query: QueryParams) -> Searched:
    q, source, language, since, until = (query.get(name, "").strip() for name in ("q", *_FILTERS))
    return Searched(q, source, language, since, until)


def _read_articles(text: str) -> int:
    if not text:
        return ARTICLES
    if not text.isascii() or not text.isdecimal() or len(text) > len(str(_MOST)) or not 1 <= int(text) <= _MOST:
        raise UsageError(
            f"{text!r} is no number of articles.", given=text, allowed=f"A whole number from 1 to {_MOST}.",
            advice="Leave it out to see the best ones.",
        )  # fmt: skip
    return int(text)
