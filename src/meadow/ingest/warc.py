"""WARC files of web archives, such as those of Common Crawl's news: each page that was answered is read as a page.

Records come one after the other and are never held but for one. Read are answers with the status 200, resources, and texts
that were converted (WET), each at `path:N` with the address that it was fetched from; requests, images, scripts and the like
are counted in one note. Nothing in a record is fetched or opened.

Source: WARC 1.1 (ISO 28500:2017).
"""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath

from meadow.errors import LimitError, ReadError
from meadow.ingest.items import Limits, Skipped
from meadow.ingest.opening import Found, Opened, open_chunks
from meadow.text.decoding import by_name

_LONGEST_HEAD = 1 << 16
_VERSION = re.compile(rb"WARC/\d\.\d+\s*\r?\n")
_LINE = re.compile(r"([!-9;-~]{1,100}):[ \t]*([^\r\n]*(?:\r?\n[ \t][^\r\n]*)*)")
_CHARSET = re.compile(r"charset=[\"']?([\w.:-]{2,30})", re.IGNORECASE)
_TEXTS = re.compile(
    r"text/(?!css|javascript|x-)|application/(?:xhtml|rss|atom|feed|json|ld\+json|xml|pdf)|$", re.IGNORECASE
)
_SHOWN_KINDS = 5

Head = Mapping[str, str]


def read_warc(opened: Opened, limits: Limits) -> Iterator[Found]:
    """Yield each archived page as an opened input, an error for each that is damaged, and a note on the others."""
    stream = _WarcStream(opened.chunks)
    passed: Counter[str] = Counter()
    number = 0
    while stream.skip_blanks():
        number += 1
        place = f"{opened.place}:{number}"
        head = stream.take_head(place)
        length = head.get("content-length", "")
        if not length.isdigit() or len(length) > 15:
            raise ReadError(place, "a record without a length, so that what follows it cannot be found")
        kind = _kind_of(head)
        if kind is not None or int(length) > limits.item_bytes:
            stream.skip(int(length), place)
            if kind is None:
                yield LimitError(place, f"a record of {int(length):,} bytes; one may have {limits.item_bytes:,}")
            else:
                passed[kind] += 1
            continue
        body = stream.take(int(length), place)
        found = _page(head, body, opened, place, limits)
        if isinstance(found, str):
            passed[found] += 1
        else:
            yield found
    if passed:
        kinds = ", ".join(f"{count:,} × {kind}" for kind, count in passed.most_common(_SHOWN_KINDS))
        yield Skipped(opened.place, f"records that are no pages: {kinds}")


def _kind_of(head: Head) -> str | None:
    """Return why a record is passed over, by its type; None of one that may hold a page."""
    kind = head.get("warc-type", "")
    return None if kind in {"response", "resource", "conversion"} else kind[:40] or "records without a type"


def _page(head: Head, body: bytes, opened: Opened, place: str, limits: Limits) -> Found | str:
    kind = head.get("content-type", "")
    try:
        if head.get("warc-type") == "response" and kind.lower().startswith("application/http"):
            answer, body = _answer(body, place, limits)
            if answer.get(":status") != "200":
                return f"an answer with the status {answer.get(':status', 'unknown')[:10]}"
            kind = answer.get("content-type", "")
        if not _TEXTS.match(kind):
            return kind.partition(";")[0][:40]
        if not body.strip():
            return "an empty answer"
        return _opened(head.get("warc-target-uri", "").strip("<> "), kind, body, opened, place, limits)
    except ReadError as error:
        return error


def _opened(url: str, kind: str, body: bytes, opened: Opened, place: str, limits: Limits) -> Opened:
    named = _CHARSET.search(kind)
    text = None if named is None or named[1].lower() in {"utf-8", "utf8"} else by_name(body, named[1])
    name = PurePosixPath(url.partition("?")[0]).name
    return open_chunks(
        iter([body if text is None else text.encode()]),
        place=place,
        path=PurePosixPath(name) if name else None,
        limits=limits,
        depth=opened.depth + 1,
        outer=opened.inflation,
        address=url,
    )


def _answer(block: bytes, place: str, limits: Limits) -> tuple[Head, bytes]:
    """Return the headers of an HTTP answer, the status as `:status`, and its body as it was before it was sent."""
    written, separator, body = block.partition(b"\r\n\r\n")
    if not separator:
        written, _, body = block.partition(b"\n\n")
    first, _, lines = written.decode("latin-1")[:_LONGEST_HEAD].partition("\n")
    head = {":status": "".join(first.split()[1:2]), **_fields(lines)}
    if "chunked" in head.get("transfer-encoding", "").lower():
        body = _unchunked(body)
    # Common Crawl has taken both off and left the headers, so the body itself says.
    if head.get("content-encoding", "").lower() in {"gzip", "x-gzip", "deflate"} and body[:1] in (b"\x1f", b"\x78"):
        body = _inflated(body, place, limits)
    return head, body


def _unchunked(body: bytes) -> bytes:
    parts, at = [], 0
    while (found := re.compile(rb"([0-9A-Fa-f]{1,8})[^\r\n]{0,200}\r\n").match(body, at)) is not None:
        size, at = int(found[1], 16), found.end()
        if size == 0:
            break
        parts.append(body[at : at + size])
        at += size + 2
    return b"".join(parts) if parts else body


def _inflated(body: bytes, place: str, limits: Limits) -> bytes:
    unfolding = zlib.decompressobj(zlib.MAX_WBITS | 32)
    try:
        data = unfolding.decompress(body, limits.item_bytes + 1)
    except zlib.error as error:
        raise ReadError(place, f"the compressed answer is damaged ({error})") from error
    if len(data) > limits.item_bytes:
        raise LimitError(place, f"unfolds to more than {limits.item_bytes:,} bytes, the limit for one document")
    return data


def _fields(lines: str) -> Head:
    return {found[1].lower(): " ".join(found[2].split()) for found in _LINE.finditer(lines)}


class _WarcStream:
    """Bytes that come in chunks, taken or passed over by number; what is passed over is never held."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self._chunks = chunks
        self._held = b""

    def skip_blanks(self) -> bool:
        """Pass over the line ends between records, and say whether anything follows."""
        self._held = self._held.lstrip(b"\r\n")
        while not self._held:
            chunk = next(self._chunks, None)
            if chunk is None:
                return False
            self._held = chunk.lstrip(b"\r\n")
        return True

    def take_head(self, place: str) -> Head:
        """Return the named fields of a record, up to the empty line."""
        while (end := _END.search(self._held)) is None:
            chunk = next(self._chunks, None)
            if chunk is None or len(self._held) > _LONGEST_HEAD:
                raise ReadError(place, "a record whose head does not end; the file is cut short or damaged")
            self._held += chunk
        head, self._held = self._held[: end.start()], self._held[end.end() :]
        version = _VERSION.match(head + b"\n")
        if version is None or len(head) > _LONGEST_HEAD:
            raise ReadError(place, "no WARC record begins here; what follows cannot be read")
        return _fields(head[version.end() :].decode("utf-8", "replace"))

    def take(self, size: int, place: str) -> bytes:
        """Return so many bytes; fewer are an error."""
        parts, left = [self._held[:size]], size - len(self._held)
        self._held = self._held[size:]
        while left > 0:
            chunk = next(self._chunks, None)
            if chunk is None:
                raise ReadError(place, "the file is cut short within this record")
            parts.append(chunk[:left])
            self._held = chunk[left:]
            left -= len(chunk)
        return b"".join(parts)

    def skip(self, size: int, place: str) -> None:
        """Pass over so many bytes."""
        left = size - len(self._held)
        self._held = self._held[size:]
        while left > 0:
            chunk = next(self._chunks, None)
            if chunk is None:
                raise ReadError(place, "the file is cut short within this record")
            self._held = chunk[left:]
            left -= len(chunk)


_END = re.compile(rb"\r?\n\r?\n")
