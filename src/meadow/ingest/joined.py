"""Texts in which a data set joined several articles, as Multi-News does with `|||||`: each is a document again.

The id of a part is that of the whole with its number; its citations count where the whole text counts them. The title, if
there is one, is that of the first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from meadow.ingest.items import Item
from meadow.model import Document
from meadow.text.language import detect_language
from meadow.text.offsets import origin_from

_BETWEEN = re.compile(r"\s*\|{5}\s*")
_MARK = "|||||"


def parted(item: Item) -> Iterator[Item]:
    """Yield an item, or the documents that its text joins."""
    parts = list(_parts(item.text)) if isinstance(item, Document) and _MARK in item.text else []
    if not isinstance(item, Document) or len(parts) < 2:
        yield item
        return
    for number, (start, end) in enumerate(parts, start=1):
        text = item.text[start:end]
        yield replace(
            item,
            id=f"{item.id}/{number}",
            title=item.title if number == 1 else None,
            text=text,
            language=detect_language(text),
            spans=None,
            pages=None,
            origin=None if item.origin is None else origin_from(item.origin, start),
        )


def _parts(text: str) -> Iterator[tuple[int, int]]:
    """Yield from where to where there is something between the marks."""
    start = 0
    for mark in (*_BETWEEN.finditer(text), None):
        end = len(text) if mark is None else mark.start()
        if text[start:end].strip():
            yield start, end
        start = end if mark is None else mark.end()
