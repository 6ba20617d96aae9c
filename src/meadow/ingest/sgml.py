"""DUC, TAC and TREC newswire: files of `<DOC>` elements in SGML that was never meant to be well-formed.

Each tag is found separately, so nothing has to be closed or known. The id is the DOCNO (or `<DOC id=…>`), the title the
HEADLINE, the text the paragraphs of TEXT (and of a separate lead paragraph); unknown tags inside them are removed,
unknown elements outside them too, and so do bylines, captions, tables and notes inside them. The time is that of
DATE_TIME or DATE, else the digits of the DOCNO; the source is the letters that the DOCNO begins with. Among several
documents of a file the place is `path:N`, N counting from 1.

Papers write more than a title in its element: the Financial Times its day, the Wall Street Journal marks and the byline.
FBIS begins a text with its language and kind, and the San José Mercury News closes paragraphs with a semicolon.

Source: the newswire collections of DUC and TAC (NIST).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

from meadow.errors import ReadError
from meadow.ingest.article import Article, StatedMetadata, build_document, given_parts, known_language
from meadow.ingest.items import Item, Limits
from meadow.ingest.loose_times import loose_time
from meadow.ingest.opening import Opened
from meadow.ingest.plain import read_text

_DOC = re.compile(r"<DOC(?=[\s>])([^<>]{0,1000})>", re.IGNORECASE)
_DOC_END = re.compile(r"</DOC\s{0,9}>", re.IGNORECASE)
_TAG = re.compile(r"<(/?)([A-Za-z][\w.:-]{0,60})[^<>]{0,1000}>|<![^<>]{0,1000}>")
_IDENTITY = re.compile(r"""\b(?:id|docid|docno)\s*=\s*["']?([^"'\s>]{1,200})""", re.IGNORECASE)
_ENTITY = re.compile(r"&[A-Za-z]{1,10};")
_INDENT = re.compile(r"\n(?:[ \t]*\n|[ \t]{2,})\s*|(?<=[.!?\"'];)[ \t]{2,9}(?=\S)")
_CLOSED_BY_SEMICOLON = re.compile(r"(?<=[.!?\"']);$")
_DAY_OF_PAPER = re.compile(r"FT \d{1,2} [A-Z]{3} \d\d / ")
_TYPESET = re.compile(r"(?:^|(?<=\n))[ \t]{0,9}@[ \t]")
_BELOW_TITLE = re.compile(r" -{3,}(?: .*)?$")
_ABOVE_TEXT = re.compile(r"Language: [A-Za-z/, -]{2,40}? Article Type: ?\w{1,12}\s{1,2}(?=\S)")
_FULL_DAY = re.compile(r"(?<!\d)(?:19|20)\d{6}(?!\d)", re.ASCII)
_SHORT_DAY = re.compile(r"(?<!\d)(\d\d)(\d\d)(\d\d)(?!\d)", re.ASCII)
_AGENCY = re.compile(r"[^\W\d_]+")
_LONGEST_INDENT = 40
_NAMED = {"&hyph;": "-", "&ellip;": "..."}  # characters of these collections that no other program calls so
_TONGUE = re.compile(r"[A-Za-z]+_([A-Za-z]{3})_")

# What an element holds, by its name in the collections that share this format.
_ROLES = {
    **dict.fromkeys(("docno", "docid"), "identity"),
    **dict.fromkeys(("date_time", "datetime", "date", "date1", "dd", "pubdate"), "time"),
    **dict.fromkeys(("headline", "hl", "head", "title", "ti"), "title"),
    **dict.fromkeys(("text", "lp", "leadpara", "lead_para"), "text"),
}
# Elements inside a text that are no part of it, if they are closed.
_ASIDES = frozenset(
    {"annotation", "byline", "caption", "correction", "dateline", "descript", "graphic", "note", "table"}
)
_PARAGRAPH = "\n\n"
_PARAGRAPHS = frozenset({"p", "para", "paragraph", "br", "subhead", "h1", "h2", "h3", "h4", "h5", "h6"})


def read_sgml(opened: Opened, limits: Limits) -> Iterator[Item]:
    """Yield one item per `<DOC>`; a document without text and headline is a `ReadError` at its place."""
    text, given = read_text(opened, limits)
    starts = list(_DOC.finditer(text))
    if not starts:
        raise ReadError(opened.place, "no <DOC> in it, so not a file of DUC, TAC or TREC.")
    ends = [*(start.start() for start in starts[1:]), len(text)]
    parts = given_parts(given, _DOC, len(starts))
    for number, (start, end, part) in enumerate(zip(starts, ends, parts, strict=True), start=1):
        place = opened.place if len(starts) == 1 else f"{opened.place}:{number}"
        closing = _DOC_END.search(text, start.end(), end)
        body = text[start.end() : end if closing is None else closing.start()]
        yield _item(body, start[1], place, part)


def _item(body: str, attributes: str, place: str, given: StatedMetadata | None) -> Item:
    fields = _fields(_without_asides(body))
    named = _IDENTITY.search(attributes)
    identity = _line(fields.get("identity", "")) or (named[1] if named is not None else "")
    agency, tongue = _AGENCY.match(identity), _TONGUE.match(identity)
    article = Article(
        id=identity,
        title=_title(fields.get("title", "")),
        text=_paragraphs(fields.get("text", "")),
        source=None if agency is None else agency[0],
        published=_written_time(_line(fields.get("time", "")).lstrip("= ")) or _day(identity),
        language=None if tongue is None else known_language(tongue[1]),
    )
    try:
        return build_document(article, place=place, given=given)
    except ReadError as error:
        return error


def _without_asides(body: str) -> str:
    """Return a document without the elements that are none of its text, be they inside it or not.

    Only one that is closed, on separate lines, is removed: an annotation may hold a word of a sentence.
    """
    pieces: list[str] = []
    begun: dict[str, int] = {}
    at = 0
    for tag in _TAG.finditer(body):
        name = (tag[2] or "").lower()
        if name in _ROLES:
            begun.clear()
        elif name in _ASIDES and not tag[1]:
            begun.pop(name, None)
            if _begins_a_line(body, tag.start()):
                begun[name] = tag.start()
        elif name in begun:
            pieces += (body[at : max(at, begun.pop(name))], _PARAGRAPH)
            at = tag.end()
    return "".join((*pieces, body[at:]))


def _begins_a_line(body: str, start: int) -> bool:
    before = body[max(0, start - _LONGEST_INDENT) : start]
    return not before or not before[before.rfind("\n") + 1 :].strip() or before.rstrip().endswith(">")


def _fields(body: str) -> dict[str, str]:
    """Return the text of the elements that count, by role; the first of a role wins, only texts add up."""
    parts: dict[str, list[str]] = {}
    complete: set[str] = set()
    opened: list[str] = []
    at = 0
    for tag in _TAG.finditer(body):
        _keep(parts, complete, opened, body[at : tag.start()])
        at = tag.end()
        name = (tag[2] or "").lower()
        if name in opened:  # it ends here, or it was never ended and begins anew
            del opened[opened.index(name) :]
            complete |= {_ROLES[name]} - {"text"}
        if name in _ROLES and not tag[1]:
            opened.append(name)
            _keep(parts, complete, opened, _PARAGRAPH)
        elif name not in _ROLES:
            _keep(parts, complete, opened, _PARAGRAPH if name in _PARAGRAPHS else " ")
    _keep(parts, complete, opened, body[at:])
    return {role: "".join(pieces) for role, pieces in parts.items()}


def _keep(parts: dict[str, list[str]], complete: set[str], opened: list[str], text: str) -> None:
    role = _ROLES[opened[-1]] if opened else None
    if role is not None and role not in complete:
        parts.setdefault(role, []).append(text)


def _paragraphs(text: str) -> str:
    """Return text with its wrapped lines joined; an indented line begins a paragraph, as wires have it."""
    lines = (_CLOSED_BY_SEMICOLON.sub("", line) for part in _INDENT.split(text) if (line := _line(part)))
    whole = _PARAGRAPH.join(lines)
    above = _ABOVE_TEXT.match(whole)
    return whole if above is None else whole[above.end() :]


def _title(text: str) -> str:
    """Return a title as one line, without the marks, the day and the byline that some papers write next to it."""
    line = _line(_TYPESET.sub("", text))
    day = _DAY_OF_PAPER.match(line)
    line = line if day is None else line[day.end() :]
    return _BELOW_TITLE.sub("", line) or line


def _line(text: str) -> str:
    """Return text as one line; typesetters' marks such as `&LR;`, which name no character, are blanks."""
    return " ".join(_ENTITY.sub(lambda name: _NAMED.get(name[0], " "), unescape(text)).split())


def _written_time(text: str) -> str | None:
    """Return the time at the start of a text such as "January 1, 1989, Sunday, Home Edition"."""
    parts = text[:200].split(",")
    times = (loose_time(",".join(parts[:count])) for count in range(len(parts), 0, -1))
    return next((time for time in times if time is not None), None)


def _day(identity: str) -> str | None:
    """Return the day in a DOCNO: APW19981016.0240, XIN_ENG_20050910.0001, AP880217-0100, and LA010189-0001 too."""
    full = _FULL_DAY.search(identity)
    if full is not None:
        return loose_time(full[0])
    short = _SHORT_DAY.search(identity)
    if short is None:
        return None
    # The Los Angeles Times puts the year last; 89 is no day of a month, so the two never compete.
    return loose_time(short[0]) or loose_time(f"{short[1]}/{short[2]}/{short[3]}")
