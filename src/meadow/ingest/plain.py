"""Plain text: one document per file, its first line the title where it looks like one, its folder's name the source.

The first line is the title if more text follows and either
- a blank line comes next and the line has at most 200 characters (a longer one is a paragraph), or
- the line has at most 120 characters, no full stop (nor comma, colon, semicolon) at its end, and is not the first line
  of a wrapped paragraph.

A paragraph counts as wrapped if its next line begins with a small letter, or if it has three lines or more, none longer
than 100 characters, and the next line's first word would not have fitted on the first line. The title is no part of the
text.

Source: own design.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePath

from meadow.errors import ReadError
from meadow.ingest.article import Article, build_document
from meadow.ingest.items import Item, Limits
from meadow.ingest.opening import Opened, read_all
from meadow.text.clean import clean_text, decode
from meadow.text.offsets import clean_with_origin, origin_from

_LONGEST_TITLE_BEFORE_BLANK = 200
_LONGEST_TITLE = 120
_WRAPPED_WIDTH = range(60, 101)
_SENTENCE_MARKS = (".", "。", "．", "।", "۔", ",", ";", ":", "、")


def read_plain(opened: Opened, limits: Limits) -> Iterator[Item]:
    """Yield the one document of a plain text file."""
    whole, origin = clean_with_origin(decode(read_all(opened, limits), place=opened.place))
    title, text = split_title(_some(whole, opened.place))
    # The text is all that follows the title: it begins that many characters before the end.
    origin = origin_from(origin, len(whole) - len(text))
    article = Article(title=title, text=text, source=folder_name(opened.path))
    yield build_document(article, place=opened.place, origin=origin)


def read_text(opened: Opened, limits: Limits) -> tuple[str, str]:
    """Return the whole content as clean text, and as the file gives it; an empty one raises a `ReadError`."""
    given = decode(read_all(opened, limits), place=opened.place)
    return _some(clean_text(given), opened.place), given


def _some(text: str, place: str) -> str:
    if not text:
        raise ReadError(place, "empty file")
    return text


def split_title(text: str) -> tuple[str | None, str]:
    """Return the title that clean text begins with, or None, and the rest."""
    first, _, rest = text.partition("\n")
    if not rest:
        return None, text
    if rest.startswith("\n"):
        is_title = len(first) <= _LONGEST_TITLE_BEFORE_BLANK
    else:
        paragraph = text.partition("\n\n")[0].split("\n")
        is_title = len(first) <= _LONGEST_TITLE and not first.endswith(_SENTENCE_MARKS) and not _is_wrapped(paragraph)
    return (first.strip(), rest.strip()) if is_title else (None, text)


def folder_name(path: PurePath | None) -> str | None:
    """Return the name of the folder that a file lies in; None for standard input, at the root and for a name alone."""
    if path is None:
        return None
    folder = path.parent
    if isinstance(folder, Path) and folder.name in {"", ".."}:
        folder = folder.resolve()
    return folder.name or None


def _is_wrapped(paragraph: list[str]) -> bool:
    first, second = paragraph[0], paragraph[1].lstrip()
    if second[:1].islower():
        return True
    width = max(map(len, paragraph))
    would_fit = len(first) + 1 + len(second.split(maxsplit=1)[0]) <= width
    return len(paragraph) > 2 and width in _WRAPPED_WIDTH and not would_fit
