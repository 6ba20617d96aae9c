"""The text of the page that an article links to, where its feed holds a teaser only.

A text is taken for a teaser if it is shorter than a thousand characters or ends with dots. The page is fetched under the
same rules as the feed. Its text takes the teaser's place if it is longer and holds at least half of the words of title
and teaser: a page that asks to accept cookies or to subscribe does not. Id, title, source and time stay those of the feed.
What fails keeps the teaser and says so.

Source: our own design.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from meadow.errors import NoAnswerError, ReadError
from meadow.following.asking import answer_of
from meadow.following.manners import Manners
from meadow.following.rounds import guarded
from meadow.ingest import iter_opened
from meadow.ingest.addresses import is_web_address
from meadow.ingest.items import LIMITS, Limits
from meadow.ingest.web import check_answer, open_answer
from meadow.model import Document
from meadow.text.tokens import words

WHOLE_CHARACTERS = 1_000
_SHARE = 0.5
_CUT = re.compile(r"(?:\.\.\.|…)\W{0,3}$")
_FOR_NOW = frozenset({408, 425, 429, 500, 502, 503, 504})


@dataclass(frozen=True, slots=True)
class FullText:
    """A document with the text of its page or, where that failed, as it was, and why.

    `try_again` says that the fault may pass.
    """

    document: Document
    problem: str | None = None
    try_again: bool = False


def is_teaser(document: Document) -> bool:
    """Return whether a document has an address and looks as if there were more of it there."""
    if document.url is None or not is_web_address(document.url):
        return False
    return len(document.text) < WHOLE_CHARACTERS or _CUT.search(document.text[-10:]) is not None


def full_text(document: Document, manners: Manners, *, limits: Limits = LIMITS) -> FullText:
    """Return a document with the text of the page that it links to, if that can be had and is its text."""
    if document.url is None:
        return FullText(document, "it links to no page")
    answer = answer_of(document.url, manners)
    if isinstance(answer, ReadError):
        return FullText(document, answer.reason, try_again=isinstance(answer, NoAnswerError))
    try:
        check_answer(answer, document.url)
        items = list(guarded(iter_opened(open_answer(answer, limits), limits=limits), answer.url))
    except ReadError as error:
        return FullText(document, error.reason, try_again=answer.status in _FOR_NOW)
    pages = [item for item in items if isinstance(item, Document)]
    if len(pages) != 1:
        errors = [item.reason for item in items if isinstance(item, ReadError)]
        return FullText(document, errors[0] if errors else f"it holds {len(pages)} articles, not one")
    return _joined(document, pages[0])


def _joined(document: Document, page: Document) -> FullText:
    if len(page.text) <= len(document.text):
        return FullText(document, "the page has no more text than the feed")
    language = page.language or "en"
    wanted = set(words(f"{document.title or ''} {document.text}", language))
    there = set(words(f"{page.title or ''} {page.text}", language))
    if len(wanted & there) < _SHARE * len(wanted):
        return FullText(document, "the page is about something else, or asks for consent or a login")
    return FullText(replace(document, text=page.text, language=page.language, spans=None, origin=None))
