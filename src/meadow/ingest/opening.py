"""Bytes from files, standard input and archives, as a stream on which the limits hold.

Gzip and Zstandard unfold, UTF-16 and UTF-32 with a mark become UTF-8. Nothing loads a whole file unless `read_all` or
`seekable` is asked to.
"""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from pathlib import Path, PurePath
from typing import BinaryIO

from meadow.errors import LimitError, ReadError
from meadow.ingest.addresses import is_web_address
from meadow.ingest.folding import GZIP, ZSTANDARD, ZSTANDARD_STARTS, Inflation, inflate_gzip, inflate_zstandard
from meadow.ingest.items import Item, Limits
from meadow.ingest.paths import shown_path

_CHUNK = 1 << 18
_HEAD = 1 << 16
_FOLDED = (((GZIP,), "the gzip data", inflate_gzip), (ZSTANDARD_STARTS, "the Zstandard data", inflate_zstandard))
_FOLDED_SUFFIXES = (".gz", ".zst")
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

    `place` is the path as the user gave it; `path` is None for standard input. A member of an archive has the `depth` 1,
    of an archive in an archive 2: its `path` is where it would lie had the archive been unpacked, and nothing is there.
    Of an answer of the web `path` is a name alone, a `PurePath`: only a `Path` leads to the disk of this machine.
    `stream` is the open file itself where it can be sought and holds the content as it is; `inflation` is the meter on
    which everything unfolded from this input counts. `address` is where an archived page was fetched from. Readers
    write into `dropped` and `shapes` what they leave out and whose JSON they met, for `--explain-input`.
    """

    place: str
    path: PurePath | None
    head: bytes
    chunks: Iterator[bytes]
    depth: int = 0
    stream: BinaryIO | None = None
    inflation: Inflation | None = None
    address: str | None = None
    dropped: dict[str, None] = field(default_factory=dict, compare=False)
    shapes: dict[str, None] = field(default_factory=dict, compare=False)

    @property
    def fetched_from(self) -> str | None:
        """The address of a page that was fetched, now or when it was archived; None of a file."""
        known = self.address or self.place
        return known if is_web_address(known) else None

    @property
    def name(self) -> str:
        """The file's name without the suffix of its compression; empty for standard input."""
        if self.path is None:
            return ""
        folded = next((suffix for suffix in _FOLDED_SUFFIXES if self.path.name.endswith(suffix)), "")
        return self.path.name.removesuffix(folded)


# What a reader yields: items, and that of an archive further inputs as well, which are read in turn.
Found = Item | Opened


@contextmanager
def open_file(path: Path, limits: Limits) -> Iterator[Opened]:
    """Open a file as a stream of UTF-8 (or binary) chunks; it is closed at the end of the block."""
    with path.open("rb") as stream:
        yield _open_stream(stream, shown_path(path), path, limits)


@contextmanager
def open_standard_input(stream: BinaryIO, limits: Limits) -> Iterator[Opened]:
    """Take a stream that is open already as standard input; it stays open."""
    yield _open_stream(stream, "-", None, limits)


def open_chunks(
    chunks: Iterator[bytes],
    *,
    place: str,
    path: PurePath | None,
    limits: Limits,
    depth: int = 0,
    outer: Inflation | None = None,
    address: str | None = None,
) -> Opened:
    """Open bytes that come in chunks, a member of an archive for instance; `outer` is the meter of that archive."""
    start, chunks = _peek(chunks, len(ZSTANDARD))
    inflation = outer
    for signs, what, inflate in _FOLDED:
        if start.startswith(signs):
            inflation = Inflation(place, what, limits, outer=outer)
            chunks = inflate(chunks, inflation)
            break
    head, chunks = _peek(_as_utf8(chunks), _HEAD)
    if not head[:_HEAD].strip():  # a file may begin with many blank lines
        head, chunks = _peek_past_blanks(chunks, limits.file_bytes)
    return Opened(place, path, head[:_HEAD], chunks, depth, None, inflation, address)


def reopen(data: bytes, *, place: str, path: PurePath | None, depth: int, address: str | None = None) -> Opened:
    """Open content that was read and unfolded before, in a worker process for instance."""
    return Opened(place, path, data[:_HEAD], iter([data]), depth, io.BytesIO(data), address=address)


def _open_stream(stream: BinaryIO, place: str, path: Path | None, limits: Limits) -> Opened:
    opened = open_chunks(iter(partial(stream.read, _CHUNK), b""), place=place, path=path, limits=limits)
    is_plain = opened.inflation is None and stream.seekable()
    return replace(opened, stream=stream) if is_plain else opened


def seekable(opened: Opened, limits: Limits) -> BinaryIO:
    """Return the content as a stream that can be sought: the open file, else its content in memory, as `read_all`."""
    return io.BytesIO(read_all(opened, limits)) if opened.stream is None else opened.stream


def read_all(opened: Opened, limits: Limits) -> bytes:
    """Return the whole content; past `limits.file_bytes` it is a `LimitError`."""
    parts, size = [], 0
    for chunk in opened.chunks:
        size += len(chunk)
        if size > limits.file_bytes:
            raise LimitError(
                opened.place,
                f"larger than {limits.file_bytes:,} bytes, the limit for a file that is read whole.",
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
        if size <= longest:
            parts.append(first)
        else:
            parts.clear()
        for line in others:
            yield None if size > longest else b"".join(parts)
            parts, size = [line], len(line)
    if size:
        yield None if size > longest else b"".join(parts)


def _peek(chunks: Iterator[bytes], size: int) -> tuple[bytes, Iterator[bytes]]:
    head = b""
    try:
        for chunk in chunks:
            head += chunk
            if len(head) >= size:
                break
    except ReadError as error:  # what came before it is read first
        if not head:
            raise
        chunks = _failing(error)
    return head, chain([head], chunks)


def _failing(error: ReadError) -> Iterator[bytes]:
    yield b""
    raise error


def _peek_past_blanks(chunks: Iterator[bytes], most: int) -> tuple[bytes, Iterator[bytes]]:
    """Return how the input begins after its blanks, and all of it; past `most` blank bytes it counts as empty."""
    passed: list[bytes] = []
    size = 0
    for chunk in chunks:
        passed.append(chunk)
        size += len(chunk)
        if chunk.strip() or size > most:
            return chunk.lstrip(), chain(passed, chunks)
    return b"", iter(passed)


def has_wide_mark(start: bytes) -> bool:
    """Say whether an input begins with the mark of UTF-16 or UTF-32, in which a line end is no single byte."""
    return any(start.startswith(mark) for mark, _ in _MARKS)


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
