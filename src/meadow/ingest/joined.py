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
    if not isinstance(item, Document) or _MARK not in item.text:
        yield item
        return
    start = 0
    marks = [*((mark.start(), mark.end()) for mark in _BETWEEN.finditer(item.text)), (len(item.text), len(item.text))]
    number = 0
    for end, following in marks:
        text = item.text[start:end]
        if text.strip():
            number += 1
            yield replace(
                item,
                id=f"{item.id}/{number}",
                title=item.title if number == 1 and item.title != item.text else None,
                text=text,
                language=detect_language(text),
                spans=None,
                origin=None if item.origin is None else origin_from(item.origin, start),
            )
        start = following
