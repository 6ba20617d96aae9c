"""From fields to a document: every reader hands its fields here, so that all of them clean, date and name alike."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from itertools import pairwise
from typing import Any

import msgspec

from meadow.errors import InputError, MeadowError, ReadError, UnknownNameError
from meadow.ingest.columns import listed
from meadow.ingest.times import parse_time
from meadow.model import Document, WireMetadata
from meadow.provenance import content_id
from meadow.text.alignment import Strip, align, strip_markup
from meadow.text.clean import clean_line, clean_text
from meadow.text.language import detect_language, normalize_language
from meadow.text.offsets import Origin, clean_with_origin

_SHOWN = 60
_MOST_NAMES, _LONGEST_NAME = 64, 200  # of authors, sections and codes: more are no names
_KINDS = {bool: "true or false", int: "a number", float: "a number", list: "a list", dict: "an object"}

Spans = tuple[tuple[int, int], ...]


class Article(msgspec.Struct, frozen=True):
    """The fields of a document as a file gives them: anything may stand in them until `build_document` has looked.

    `date` and `lang` are other names of `published` and `language`; null, an empty text and a blank one mean absent.
    """

    id: Any = None
    title: Any = None
    text: Any = None
    source: Any = None
    published: Any = None
    date: Any = None
    url: Any = None
    language: Any = None
    lang: Any = None
    spans: Any = None
    authors: Any = None
    sections: Any = None
    wire: Any = None
    pages: Any = None


@dataclass(frozen=True, slots=True)
class StatedMetadata:
    """Markup that a text was made out of: a stretch of a file, from `start` on, and how to strip it."""

    markup: str
    start: int = 0
    strips: Sequence[Strip] = (strip_markup,)


def build_document(
    article: Article,
    *,
    place: str,
    origin: Origin | None = None,
    as_given: bool = False,
    keys: Sequence[str] = (),
    given: StatedMetadata | None = None,
) -> Document:
    """Return the document that the fields describe, or raise a `ReadError` that names the field at fault.

    `as_given` says that the file holds the text as it is, so that its characters can be found there again; `origin` says so
    of a text that was cleaned before. `given` is the markup that a text was made out of, in which it is found again. `keys`
    are those that the file has for this document, which the error lists if none of them is known to hold a text or a title.
    """
    try:
        document = _build(article, place, origin, as_given=as_given, keys=keys)
    except MeadowError as error:
        raise ReadError(place, str(error)) from error
    if given is None:
        return document
    return replace(document, origin=align(document.text, given.markup, strips=given.strips, start=given.start))


def given_parts(
    given: str, begins: re.Pattern[str], count: int, *, strips: Sequence[Strip] = (strip_markup,)
) -> Sequence[StatedMetadata | None]:
    """Return the stretches of a file in which its documents stand; None for each if not as many begin as there are."""
    starts = [match.start() for match in begins.finditer(given)]
    if len(starts) != count:
        return [None] * count
    ends = [*starts, len(given)][1:]
    return [StatedMetadata(given[start:end], start, strips) for start, end in zip(starts, ends, strict=True)]


def given_id(document: Document) -> str | None:
    """Return the id that a document came with; None where it was named after its address or its content."""
    texts = (document.text, "") if document.text == document.title else (document.text,)
    names = {_content_name(document.title, text, document.source, document.place or "") for text in texts}
    return None if document.id == document.url or document.id in names else document.id


def known_language(claim: str | None) -> str | None:
    """Return the code of a claimed language; None if there is no claim or nobody knows it: the text then decides."""
    if claim is None or not claim.strip():
        return None
    try:
        return normalize_language(claim)
    except UnknownNameError:
        return None


def _content_name(title: str | None, text: str, source: str | None, place: str) -> str:
    return content_id(title or "", text, source or "", place)


def _build(article: Article, place: str, origin: Origin | None, *, as_given: bool, keys: Sequence[str]) -> Document:
    title = _line("title", article.title)
    given = _text("text", article.text)
    if given is not None and as_given:
        clean, origin = clean_with_origin(given)
    else:
        clean = "" if given is None else clean_text(given)
    text = clean or None
    if text is None and title is None:
        raise _nothing_to_read(keys)
    url, source = _line("url", article.url), _line("source", article.source)
    published, day_only = _time(article)
    return Document(
        id=_identity(article.id) or url or _content_name(title, text or "", source, place),
        source=source,
        title=title,
        text=text or "",
        published=published,
        url=url,
        language=_language(article, title, text),
        place=place,
        day_only=day_only,
        spans=_spans(article.spans, text or title or "", given),
        origin=None if text is None else origin,
        authors=_names(article.authors),
        sections=_names(article.sections),
        wire=_wire(article.wire),
        pages=_pages(article.pages, text),
    )


def _names(value: object) -> tuple[str, ...]:
    """Return the texts of a list, or of objects with a name in it, each once; what holds none is passed over."""
    values = value if isinstance(value, list | tuple) else value.split(";") if isinstance(value, str) else [value]
    texts = (
        each.get("name") or each.get("label") if isinstance(each, Mapping) else each for each in values[:_MOST_NAMES]
    )
    lines = (clean_line(text)[:_LONGEST_NAME] for text in texts if isinstance(text, str))
    return tuple(dict.fromkeys(line for line in lines if line))


def _wire(value: object) -> WireMetadata | None:
    """Return metadata as they are, or those of an object of JSON with the same fields."""
    if isinstance(value, WireMetadata) or not isinstance(value, Mapping):
        return value if isinstance(value, WireMetadata) and value != WireMetadata() else None
    known = {each.name: value[each.name] for each in fields(WireMetadata) if value.get(each.name) is not None}
    return WireMetadata(**{name: _WIRE_FORMS.get(name, _line)(name, each) for name, each in known.items()})


def _time_of(name: str, value: object) -> datetime:
    return value if isinstance(value, datetime) else parse_time(_text(name, value) or "")[0]


_WIRE_FORMS: Mapping[str, Callable[[str, Any], Any]] = {
    **dict.fromkeys(("signals", "subjects"), lambda _, value: _names(value)),
    **dict.fromkeys(("updated", "embargoed"), _time_of),
}


def _pages(value: object, text: str | None) -> tuple[int, ...] | None:
    """Return where pages begin; numbers that are no offsets of the text in order are an error."""
    if value is None or text is None:
        return None
    starts: Sequence[Any] = value if isinstance(value, list | tuple) else [value]
    if not all(type(start) is int for start in starts) or list(starts) != sorted(starts) or not _fits(starts, text):
        raise InputError("The field 'pages' must be a list of offsets of the text in order, such as [0, 1840].")
    return tuple(starts)


def _fits(starts: Sequence[int], text: str) -> bool:
    return all(0 <= start <= len(text) for start in starts)


def _nothing_to_read(keys: Sequence[str]) -> InputError:
    problem = "There is neither text nor title."
    if not keys:
        return InputError(problem, advice="A document needs one of them.")
    return InputError(
        problem,
        allowed=f"The keys are {listed(keys)}.",
        advice="Say which one it is: --columns text=KEY (in Python: columns={'text': 'KEY'}).",
    )


def _text(key: str, value: object) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str):
        raise InputError(f"The field {key!r} holds {_described(value)}; it must be a text.")
    return value if value.strip() else None


def _line(key: str, value: object) -> str | None:
    text = _text(key, value)
    return None if text is None else clean_line(text) or None


def _identity(value: object) -> str | None:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return _line("id", value)


def _time(article: Article) -> tuple[datetime | None, bool]:
    for key, value in (("published", article.published), ("date", article.date)):
        text = _text(key, value)
        if text is not None:
            return parse_time(text)
    return None, False


def _language(article: Article, title: str | None, text: str | None) -> str:
    given = _line("language", article.language) or _line("lang", article.lang)
    if given is not None:
        return normalize_language(given)
    return detect_language("\n".join(part for part in (title, text) if part is not None))


def _spans(value: Any, text: str, given: str | None) -> Spans | None:
    """Return sentence boundaries that the file gives; they count in its own text, so that must be clean already."""
    if value is None:
        return None
    pairs = value if isinstance(value, list) else [value]
    if not all(_is_pair(pair) for pair in pairs):
        raise InputError("The field 'spans' must be a list of pairs of whole numbers, such as [[0, 42], [43, 80]].")
    if given is not None and given != text:
        raise InputError(
            "The field 'spans' counts characters of a text that had to be cleaned.", advice="Leave it out."
        )
    spans = tuple((start, end) for start, end in pairs)
    ordered = all(left[1] <= right[0] for left, right in pairwise(spans))
    if not ordered or not all(0 <= start <= end <= len(text) for start, end in spans):
        raise InputError(f"The field 'spans' does not fit the text, which has {len(text)} characters.")
    return spans


def _is_pair(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(type(number) is int for number in value)


def _described(value: object) -> str:
    kind = _KINDS.get(type(value), type(value).__name__)
    if isinstance(value, list | dict):
        return kind
    shown = str(value).lower() if isinstance(value, bool) else str(value)
    return f"{kind} ({shown[:_SHOWN]})"
