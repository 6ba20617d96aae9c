"""E-mail: one document per message of a file, a Maildir or an mbox, and one per message that a digest holds.

The title is the subject, the source who sent it, the id the Message-ID. A newsletter's HTML is read as a page is; where it
has no article, and in a message without HTML, the plain text counts. Digests are those of MIME (`multipart/digest`) and of
mailing lists (RFC 1153); a message that is attached is read as well, any other attachment is named and not opened. `given`
offsets count in the part that the text was in, its transfer encoding taken off.

Source: RFC 5322, 2045 to 2047, 1153 and 4155 (mbox).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.errors import HeaderParseError, MessageError
from email.header import decode_header, make_header
from email.message import Message
from email.parser import BytesParser
from email.utils import getaddresses
from typing import Any

from selectolax.lexbor import LexborHTMLParser

from meadow.errors import LimitError, ReadError
from meadow.ingest.addresses import is_web_address
from meadow.ingest.article import Article, StatedMetadata, build_document, known_language
from meadow.ingest.html_markup import reduce_markup
from meadow.ingest.html_text import main_text
from meadow.ingest.items import Hint, Item, Limits, Skipped
from meadow.ingest.loose_times import loose_time
from meadow.ingest.opening import Opened, iter_lines, read_all
from meadow.text.clean import clean_text, decode
from meadow.text.decoding import by_name

_FROM_LINE = re.compile(rb"From \S+ {1,9}(?:[A-Z][a-z]{2} {1,2}){2}\d{1,2} \d\d:\d\d")
# A list's digest in plain text: messages between lines of hyphens, each with headers of its own.
_BETWEEN = re.compile(r"(?:\A|\n)-{30}\n\n?(?=(?:Date|From|Subject|Message(?:-ID)?): )")
_END_OF_DIGEST = re.compile(r"\n-{30}\s*(?:\n\s*End of [^\n]*|\Z).*", re.DOTALL)
_COMMENT = re.compile(r"\s\([^()]{0,200}\)\s*$")  # a zone's name behind a date
# What Python's own parser raises on damaged messages, each seen on mutated ones or in its list of faults.
_FAULTS = (RecursionError, ValueError, LookupError, MessageError, AttributeError, TypeError)
_MOST_PARTS = 500  # of a message; a newsletter has a few
_DEEPEST = 20
_CHARSET = re.compile(r"charset\s*=\s*[\"']?([\w.:-]{2,30})", re.IGNORECASE | re.ASCII)
_FILE = re.compile(r"name\*?=(?:\"([^\"]{1,200})|([^\s;\"]{1,200}))", re.IGNORECASE)


def read_message(opened: Opened, limits: Limits) -> Iterator[Item]:
    """Yield the document of a message, or those of the messages in a digest."""
    yield from _items(read_all(opened, limits), opened.place, limits)


def read_mbox(opened: Opened, limits: Limits) -> Iterator[Item]:
    """Yield the documents of the messages in an mbox, each at `path:N`; one that is too long does not end the others."""
    number, size = 0, 0
    lines: list[bytes] = []
    after_blank = True
    for line in iter_lines(opened.chunks, longest=limits.item_bytes):
        if line is not None and after_blank and _FROM_LINE.match(line):
            if number:
                yield from _of_mbox(lines, size, f"{opened.place}:{number}", limits)
            number, size, lines = number + 1, 0, []
        else:
            size += limits.item_bytes if line is None else len(line) + 1
            if size <= limits.item_bytes and line is not None:
                lines.append(line[1:] if line.startswith(b">From ") else line)
        after_blank = line is not None and not line.strip()
    yield from _of_mbox(lines, size, f"{opened.place}:{number}", limits)


def _of_mbox(lines: list[bytes], size: int, place: str, limits: Limits) -> Iterator[Item]:
    if size > limits.item_bytes:
        yield LimitError(place, f"longer than {limits.item_bytes:,} bytes, the limit for one document")
    else:
        yield from _items(b"\n".join(lines), place, limits)


def _items(data: bytes, place: str, limits: Limits) -> Iterator[Item]:
    try:
        message = BytesParser().parsebytes(data)
    except _FAULTS as error:
        yield _unparsed(place, error)
        return
    yield from _message_items(message, place, limits, depth=0)


def _unparsed(place: str, error: Exception) -> ReadError:
    return ReadError(place, f"the message cannot be parsed ({type(error).__name__})")


@dataclass(slots=True)
class _Parts:
    """What a message is made of: its texts, the messages in it, and the names of its attachments."""

    plain: list[Message]
    html: list[Message]
    messages: list[Message]
    attached: list[str]
    count: int = 0


def _message_items(message: Message, place: str, limits: Limits, *, depth: int) -> Iterator[Item]:
    parts = _Parts([], [], [], [])
    try:
        if depth > _DEEPEST:
            raise LimitError(place, f"messages are nested more than {_DEEPEST} deep")
        _sort(message, parts, place, depth)
        found = list(_texts(message, parts, place, limits))
    except ReadError as error:
        yield error
        return
    except _FAULTS as error:
        yield _unparsed(place, error)
        return
    yield from found
    for number, inner in enumerate(parts.messages, start=1):
        yield from _message_items(inner, f"{place}:{number}", limits, depth=depth + 1)
    if parts.attached:
        yield Hint(place, f"attachments are not read: {', '.join(map(repr, parts.attached[:5]))}")
    if not found and not parts.messages:
        yield Skipped(place, "a message without text")


def _sort(part: Message, parts: _Parts, place: str, depth: int) -> None:
    parts.count += 1
    if parts.count > _MOST_PARTS or depth > _DEEPEST:
        raise LimitError(place, f"a message of more than {_MOST_PARTS} parts, or nested more than {_DEEPEST} deep")
    kind, inner = part.get_content_type(), part.get_payload()
    disposition = _raw(part, "Content-Disposition") or ""
    if kind == "message/rfc822" and isinstance(inner, list):
        parts.messages += [each for each in inner if isinstance(each, Message)]
    elif isinstance(inner, list):
        for each in inner:
            if isinstance(each, Message):
                _sort(each, parts, place, depth + 1)
    elif disposition.lower().startswith("attachment"):
        named = _FILE.search(disposition) or _FILE.search(_raw(part, "Content-Type") or "")
        parts.attached.append((kind if named is None else _decoded(named[1] or named[2]) or kind)[:80])
    elif kind == "text/html":
        parts.html.append(part)
    elif kind in {"text/plain", "text"}:
        parts.plain.append(part)


def _texts(message: Message, parts: _Parts, place: str, limits: Limits) -> Iterator[Item]:
    """Yield the document of a message's own text, or those of the digest that it is."""
    pages = [_content(part, place) for part in parts.html]
    written = [_content(part, place) for part in parts.plain]
    for page in pages:
        text = clean_text(main_text(LexborHTMLParser(reduce_markup(page, place=place, limits=limits).text)))
        if text:
            yield _document(message, text, place, StatedMetadata(page))
            return
    plain = "\n\n".join(text for text in written if text.strip())
    sections = _BETWEEN.split(plain.replace("\r\n", "\n"))
    if len(sections) > 2:
        for number, section in enumerate(sections[1:], start=1):
            section = _END_OF_DIGEST.sub("\n", section)
            yield from _items(section.encode("utf-8", "replace"), f"{place}:{number}", limits)
    elif plain.strip():
        yield _document(message, plain, place, None)
    elif pages and not parts.messages:
        yield ReadError(place, "a message without an article: all its words are in menus, forms and the like")


def _document(message: Message, text: str, place: str, given: StatedMetadata | None) -> Item:
    sender, address = _sender(message)
    archived = (_header(message, "Archived-At") or "").strip("<> ")
    try:
        article = Article(
            id=(_header(message, "Message-ID") or "").strip("<> \t\n"),
            title=_header(message, "Subject"),
            text=text,
            source=sender or address.rpartition("@")[2],
            published=_date(message),
            url=archived if is_web_address(archived) else None,
            language=known_language(_header(message, "Content-Language")),
            authors=[name for name in (sender,) if name],
        )
        return build_document(article, place=place, as_given=given is None, given=given)
    except ReadError as error:
        return error


def _sender(message: Message) -> tuple[str, str]:
    """Return the name and the address of who sent a message."""
    written = (_raw(message, "From") or _raw(message, "Sender") or "")[:1000]
    name, address = next(iter(getaddresses([written])), ("", ""))
    return (_decoded(name) or "").strip('" '), address


def _date(message: Message) -> str | None:
    return loose_time(_COMMENT.sub("", _header(message, "Date") or ""))


def _content(part: Message, place: str) -> str:
    """Return the text of a part: its transfer encoding taken off, in the charset that it names if that fits."""
    data: Any = part.get_payload(decode=True)
    named = _CHARSET.search(_raw(part, "Content-Type") or "")
    text = by_name(data, named[1]) if named is not None and isinstance(data, bytes) and not _is_utf8(data) else None
    return decode(data or b"", place=place) if text is None else text


def _is_utf8(data: bytes) -> bool:
    # The stateful encodings of Japanese and Korean are all ASCII: what the part says of itself decides there.
    if b"\x1b" in data:
        return False
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _raw(part: Message, name: str) -> str | None:
    """Return a header as it is written, in the charset that its bytes look like; folded lines are one."""
    written = next((value for key, value in part.raw_items() if key.lower() == name.lower()), None)
    if written is None:
        return None
    data = str(written).encode("utf-8", "surrogateescape")
    try:
        return " ".join(decode(data).split())
    except ReadError:
        return " ".join(data.decode("utf-8", "replace").split())


def _header(part: Message, name: str) -> str | None:
    return _decoded(_raw(part, name))


def _decoded(written: str | None) -> str | None:
    """Return a header's text, its encoded words decoded; what cannot be decoded as it is written."""
    if written is None or "=?" not in written:
        return written
    try:
        return str(make_header(decode_header(written)))
    except (HeaderParseError, LookupError, UnicodeError, ValueError):
        return written
