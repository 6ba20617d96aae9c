"""Tar archives as a stream of members, in one pass and without a seek.

The standard library's `tarfile` is for archives one trusts: it loads headers of any length into memory, fills the holes of
sparse files, and its older versions backtrack on hostile headers (CVE-2024-6232). This reader knows the formats that are
written today (ustar, pax, GNU's long names), holds one header at a time, and leaves links and devices to its caller.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from meadow.errors import ReadError

_BLOCK = 512
_LONGEST_HEADER = 1 << 16
_MOST_EXTENSIONS = (
    8  # headers that extend the next one: an honest member has one of each kind at most, and there are four
)
_LARGEST = 1 << 62
_SPARSE = "GNU.sparse"  # how the keys begin by which pax describes the holes of a file
_REGULAR = frozenset({b"0", b"\0", b"7"})
_KINDS: Mapping[bytes, str] = {
    b"1": "a link",
    b"2": "a link",
    b"3": "a device",
    b"4": "a device",
    b"6": "a pipe",
    b"S": "a sparse file",
}


@dataclass(frozen=True, slots=True)
class TarMember:
    """A member: its name, what it is ("file", "folder", "a link", …) and its content, to be read before the next one."""

    name: str
    kind: str
    chunks: Iterator[bytes]


@dataclass(frozen=True, slots=True)
class _Header:
    name: str
    type: bytes
    size: int


class TarStream:
    """Reads a tar archive that comes in chunks; `broken` says that they ended too early or failed: nothing follows."""

    def __init__(self, chunks: Iterator[bytes], place: str) -> None:
        self.place = place
        self.chunks = chunks
        self.buffer = b""
        self.at = 0  # how much of the buffer was taken
        self.left = 0  # how much of the current member's content and padding is still to come
        self.broken = False

    def __iter__(self) -> Iterator[TarMember]:
        """Yield the members in order; what is left unread of one is passed over."""
        extended: dict[str, str] = {}
        extensions = 0
        while (header := self._header()) is not None:
            extensions = extensions + 1 if header.type in b"xgLK" else 0
            if extensions > _MOST_EXTENSIONS:
                raise ReadError(self.place, "the tar data is damaged: too many headers extend one member.")
            if extensions:
                extended |= _extended(header.type, self._content(header.size), self.place)
                continue
            name, size = extended.get("path", header.name), _size(extended.get("size"), header.size, self.place)
            kind = _kind(header.type, name, size, extended)
            extended = {}
            self.left = _padded(size)
            yield TarMember(name, kind, self._iter_content(size))
            self._pass_over()

    def _header(self) -> _Header | None:
        block = self._take(_BLOCK)
        inside = bool(block.strip(b"\0"))
        while block and not block.strip(b"\0"):  # blocks of zeros close an archive, but another one may follow it
            block = self._take(_BLOCK)
        if not block:
            return None
        if len(block) < _BLOCK and inside:
            raise self._cut_short()
        expected = _octal(block[148:156])
        if expected is None or expected != sum(block) - sum(block[148:156]) + 8 * ord(" "):
            if not inside:
                raise ReadError(self.place, "the tar data ends, and what follows is not tar data and is not read.")
            raise ReadError(self.place, "the tar data is damaged: a header does not have the sum it claims.")
        size = _number(block[124:136])
        if size is None:
            raise ReadError(self.place, "the tar data is damaged: a header gives no size.")
        prefix = _text(block[345:500]) if block[257:263] == b"ustar\0" else ""
        name = _text(block[:100])
        return _Header(f"{prefix}/{name}" if prefix else name, block[156:157], size)

    def _content(self, size: int) -> bytes:
        """Return the content of a header that extends the next one; an honest one is short."""
        if size > _LONGEST_HEADER:
            raise ReadError(self.place, f"the tar data holds a header of {size:,} bytes, which is not read.")
        self.left = _padded(size)
        content = b"".join(self._iter_content(size))
        self._pass_over()
        return content

    def _iter_content(self, size: int) -> Iterator[bytes]:
        rest = size
        while rest:
            piece = self._next(rest)
            if not piece:
                raise self._cut_short()
            rest -= len(piece)
            self.left -= len(piece)
            yield piece

    def _pass_over(self) -> None:
        while self.left:
            piece = self._next(self.left)
            if not piece and not self.broken:
                raise self._cut_short()
            if not piece:
                return
            self.left -= len(piece)

    def _take(self, size: int) -> bytes:
        parts, rest = [], size
        while rest and (piece := self._next(rest)):
            parts.append(piece)
            rest -= len(piece)
        return b"".join(parts)

    def _next(self, most: int) -> bytes:
        """Return at least one byte and at most `most`; none at the end."""
        while self.at == len(self.buffer):
            try:
                self.buffer, self.at = next(self.chunks), 0
            except StopIteration:
                return b""
            except ReadError:
                self.broken = True
                raise
        piece = self.buffer[self.at : self.at + most]
        self.at += len(piece)
        return piece

    def _cut_short(self) -> ReadError:
        self.broken = True
        return ReadError(self.place, "the tar data is cut short.", advice="What came before the end was read.")


def _kind(type_: bytes, name: str, size: int, extended: Mapping[str, str]) -> str:
    if _SPARSE in extended:
        return _KINDS[b"S"]
    if type_ == b"5" or (type_ in _REGULAR and name.endswith("/")):
        return "a folder with content" if size else "folder"
    if type_ in _REGULAR:
        return "file"
    return _KINDS.get(type_, "a member of an unknown kind")


def _extended(type_: bytes, content: bytes, place: str) -> dict[str, str]:
    """Return what an extra header says about the member after it; one about the whole archive says nothing we need."""
    if type_ == b"L":
        return {"path": _text(content)}
    records = _pax_records(content, place) if type_ == b"x" else ()
    said = {_SPARSE if key.startswith(_SPARSE) else key: value for key, value in records}
    return {key: said[key] for key in ("path", "size", _SPARSE) if key in said}


def _pax_records(content: bytes, place: str) -> Iterator[tuple[str, str]]:
    """Yield the keys and values of records such as `23 path=inner/name.txt` and a line end, length first."""
    at = 0
    while at < len(content) and content[at]:
        digits = content[at : at + 10].partition(b" ")[0]
        length = int(digits) if digits.isdigit() else 0
        key, equals, value = content[at + len(digits) + 1 : at + length].partition(b"=")
        if length <= len(digits) or not equals or at + length > len(content):
            raise ReadError(place, "the tar data is damaged: a pax header does not follow its form.")
        yield _text(key), _text(value.removesuffix(b"\n"))
        at += length


def _size(extended: str | None, given: int, place: str) -> int:
    if extended is None:
        return given
    if not (extended.isascii() and extended.isdigit()) or len(extended) > 18:
        raise ReadError(place, f"the tar data is damaged: {extended[:40]!r} is no size.")
    return int(extended)


def _padded(size: int) -> int:
    return -(-size // _BLOCK) * _BLOCK


def _number(field: bytes) -> int | None:
    if field[0] == 0x80:  # large sizes are binary
        number = int.from_bytes(field[1:])
        return number if number < _LARGEST else None
    return _octal(field)


def _octal(field: bytes) -> int | None:
    digits = field.strip(b" \0")
    return int(digits, 8) if digits and not digits.strip(b"01234567") else None


def _text(field: bytes) -> str:
    return field.partition(b"\0")[0].decode("utf-8", "replace")
