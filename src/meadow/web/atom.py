"""Stories as an Atom feed: valid whatever articles hold, each story under an id that stays."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from xml.etree.ElementTree import Element, SubElement, tostring

from meadow.text.printable import one_line
from meadow.web.addresses import encoded, story_url
from meadow.web.wording import iso_text
from meadow.workspace.reading import StoryEntry

NAMESPACE = "http://www.w3.org/2005/Atom"
MEDIA_TYPE = "application/atom+xml; charset=utf-8"
# What XML 1.0 cannot hold, in any spelling.
_OUTSIDE_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class AtomFeed:
    """The title and address of a feed, and the origin of the pages that it links to."""

    title: str
    path: str
    origin: str
    updated: datetime


def format_atom(feed: AtomFeed, entries: Iterable[StoryEntry]) -> bytes:
    """Return stories as a feed, in their order; a story is updated when an article of it arrives."""
    stories = list(entries)
    root = Element("feed", xmlns=NAMESPACE)
    _text(root, "title", feed.title)
    _text(root, "id", f"tag:meadow.invalid,2026:{feed.path}")
    _text(root, "updated", iso_text(max((each.row.arrived for each in stories), default=feed.updated)))
    SubElement(SubElement(root, "author"), "name").text = "Meadow"
    SubElement(root, "link", rel="self", href=f"{feed.origin}{feed.path}", type="application/atom+xml")
    SubElement(root, "link", rel="alternate", href=f"{feed.origin}/", type="text/html")
    for each in stories:
        _entry(root, each, feed.origin)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{tostring(root, encoding="unicode")}\n'.encode()


def _entry(root: Element, story: StoryEntry, origin: str) -> None:
    entry = SubElement(root, "entry")
    _text(entry, "title", story.brief.headline.text)
    _text(entry, "id", f"tag:meadow.invalid,2026:/s/{encoded(story.row.id)}")
    _text(entry, "updated", iso_text(story.row.arrived))
    if story.row.first is not None:
        _text(entry, "published", iso_text(story.row.first))
    SubElement(entry, "link", rel="alternate", href=f"{origin}{story_url(story.row.id)}", type="text/html")
    for source in story.row.sources:
        SubElement(entry, "category", term=_clean(source))
    _text(entry, "summary", story.brief.summary.text)


def _text(parent: Element, name: str, text: str) -> None:
    SubElement(parent, name).text = _clean(text)


def _clean(text: str) -> str:
    """Return text on one line, without what XML cannot hold."""
    return _OUTSIDE_XML.sub("\ufffd", one_line(text))
