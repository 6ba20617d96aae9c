"""Bytes from files and standard input, as a stream on which the limits hold.

Gzip unfolds, UTF-16 and UTF-32 with a mark become UTF-8. Nothing loads a whole file unless `read_all` is asked to.
"""

from __future__ import annotations

import codecs
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from meadow.errors import LimitError, ReadError
from meadow.ingest.items import Limits

_CHUNK = 1 << 18
_HEAD = 1 << 16
_GZIP = b"\x1f\x8b"
_GZIP_WINDOW = 31  # zlib's way of saying: a gzip header, the largest window
# An honest file of a few kilobytes may fold very well; the ratio is judged only past this size.
_UNJUDGED_INFLATION = 16 << 20
# UTF-32 first: its little-endian mark begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


@dataclass(frozen=True, slots=True)
class Opened:
    """An input that is being read: `head` is how it begins, `chunks` is all of it, once.

    `place` is the path as the user gave it; `path` is None for standard input.
    """

    place: str
    path: Path | None
    head: bytes
    chunks: Iterator[bytes]

    @property
    def name(self) -> str:
        """The file's name without the suffix of its compression; empty for standard input."""
        return "" if self.path is None else self.path.name.removesuffix(".gz")


@contextmanager
def open_file(path: Path, limits: Limits) -> Iterator[Opened]:
    """Open a file as a stream of UTF-8 (or binary) chunks; it is closed at the end of the block."""
    with path.open("rb") as stream:
        yield _opened(stream, path.as_posix(), path, limits)


@contextmanager
def open_standard_input(stream: BinaryIO, limits: Limits) -> Iterator[Opened]:
    """Take a stream that is open already as standard input; it stays open."""
    yield _opened(stream, "-", None, limits)


def _opened(stream: BinaryIO, place: str, path: Path | None, limits: Limits) -> Opened:
    start, chunks = _peek(iter(partial(stream.read, _CHUNK), b""), len(_GZIP))
    if start.startswith(_GZIP):
        chunks = _inflate(chunks, place, limits)
    head, chunks = _peek(_as_utf8(chunks), _HEAD)
    return Opened(place, path, head[:_HEAD], chunks)


def read_all(opened: Opened, limits: Limits) -> bytes:
    """Return the whole content; past `limits.file_bytes` it is a `LimitError`."""
    parts, size = [], 0
    for chunk in opened.chunks:
        size += len(chunk)
        if size > limits.file_bytes:
            raise LimitError(
                opened.place,
                f"larger than {limits.file_bytes:,} bytes, the limit for one document.",
                advice="Split it, or write it as JSON Lines, which may have any length.",
            )
        parts.append(chunk)
    return b"".join(parts)


def iter_lines(chunks: Iterator[bytes], *, longest: int) -> Iterator[bytes | None]:
    """Yield the lines without their ends; None stands for a line that is longer than `longest`, which is never held."""
    parts: list[bytes] = []
    size = 0
    for chunk in chunks:
        first, *others = chunk.split(b"\n")
        size += len(first)
        parts = [*parts, first] if size <= longest else []
        for line in others:
            yield None if size > longest else b"".join(parts)
            parts, size = [line], len(line)
    if size:
        yield None if size > longest else b"".join(parts)


def _peek(chunks: Iterator[bytes], size: int) -> tuple[bytes, Iterator[bytes]]:
    head = b""
    for chunk in chunks:
        head += chunk
        if len(head) >= size:
            break
    return head, chain([head], chunks)


def _as_utf8(chunks: Iterator[bytes]) -> Iterator[bytes]:
    start, chunks = _peek(chunks, len(codecs.BOM_UTF32_LE))
    if start.startswith(codecs.BOM_UTF8):
        yield next(chunks)[len(codecs.BOM_UTF8) :]
    encoding = next((encoding for mark, encoding in _MARKS if start.startswith(mark)), None)
    if encoding is None:
        yield from chunks
        return
    decoder = codecs.getincrementaldecoder(encoding)(errors="replace")
    for chunk in chunks:
        yield decoder.decode(chunk).encode()
    yield decoder.decode(b"", final=True).encode()


def _inflate(chunks: Iterator[bytes], place: str, limits: Limits) -> Iterator[bytes]:
    inflater = zlib.decompressobj(wbits=_GZIP_WINDOW)
    taken = given = 0
    for chunk in chunks:
        taken += len(chunk)
        # A gzip file may hold several members one after the other, and padding of zeros between them and at its end.
        rest = chunk.lstrip(b"\0") if inflater.eof else chunk
        while rest:
            inflater = zlib.decompressobj(wbits=_GZIP_WINDOW) if inflater.eof else inflater
            piece = _inflated(inflater, rest, place)
            given += len(piece)
            _check_inflation(taken, given, place, limits)
            yield piece
            rest = inflater.unused_data.lstrip(b"\0") if inflater.eof else inflater.unconsumed_tail
    yield inflater.flush()
    if not inflater.eof:
        raise ReadError(place, "the gzip data is cut short.", advice="What came before the end was read.")


def _inflated(inflater: zlib._Decompress, data: bytes, place: str) -> bytes:
    try:
        return inflater.decompress(data, _CHUNK)
    except zlib.error as error:
        raise ReadError(place, f"the gzip data is damaged ({error}).", advice="What came before was read.") from error


def _check_inflation(taken: int, given: int, place: str, limits: Limits) -> None:
    folded = given > _UNJUDGED_INFLATION and given > taken * limits.inflation
    if folded or given > limits.inflated_bytes:
        why = f"more than {limits.inflation} times its size" if folded else f"more than {limits.inflated_bytes:,} bytes"
        raise LimitError(place, f"the gzip data unfolds to {why}.", advice="Unpack it yourself if you trust it.")
