"""Compressed bytes, unfolded as a stream: bombs stop at the limits, long before they are large.

`Inflation` is the meter. One meter is for one compressed file or archive; what is unfolded inside an archive counts
on the archive's meter too, so a bomb gains nothing by hiding in layers.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from meadow.errors import LimitError, MissingReaderError, ReadError
from meadow.ingest.items import Limits

GZIP = b"\x1f\x8b"
ZSTANDARD = b"\x28\xb5\x2f\xfd"
# A skippable frame, which tools write for notes of theirs, has one of 16 signs (RFC 8878, section 3.1.2).
ZSTANDARD_STARTS = (ZSTANDARD, *(bytes([0x50 + number]) + b"\x2a\x4d\x18" for number in range(16)))
_CHUNK = 1 << 18
_GZIP_WINDOW = 31  # zlib's way of saying: a gzip header, the largest window
# An honest file of a few kilobytes may fold very well; the ratio is judged only past this size.
_UNJUDGED = 16 << 20
# Four bytes of Zstandard may expand to 128 KiB. Fed in slices of this size, one step gives 32 MiB at most; and gzip data
# of very many members, whose rest is copied for each, cost no more than a small multiple of one member.
_SLICE = 1 << 10
_LARGEST_WINDOW = 1 << 27


class Inflation:
    """Counts the bytes that went into unfolding and those that came out; too many of them raise a `LimitError`."""

    def __init__(
        self, place: str, what: str, limits: Limits, *, taken: int = 0, outer: Inflation | None = None
    ) -> None:
        self.place = place
        self.what = what
        self.limits = limits
        self.taken = taken
        self.given = 0
        self.outer = outer

    @property
    def excess(self) -> str | None:
        """Say by how much the limits are passed; None as long as they hold."""
        if self.given > self.limits.inflated_bytes:
            return f"more than {self.limits.inflated_bytes:,} bytes"
        if self.given > _UNJUDGED and self.given > self.taken * self.limits.inflation:
            return f"more than {self.limits.inflation} times its size"
        return None

    @property
    def is_spent(self) -> bool:
        """Return whether the limits are passed here or further out, so that nothing more will come."""
        return self.excess is not None or (self.outer is not None and self.outer.is_spent)

    def give(self, size: int) -> None:
        """Count bytes that came out."""
        self.given += size
        if self.excess is not None:
            reason = f"{self.what} unfolds to {self.excess}."
            raise LimitError(self.place, reason, advice="Unpack it yourself if you trust it.")
        if self.outer is not None:
            self.outer.give(size)


def inflate_gzip(chunks: Iterator[bytes], inflation: Inflation) -> Iterator[bytes]:
    """Yield what gzip data unfold to; damaged data and a missing end raise a `ReadError` after what came before."""
    return _gathered(_unfolded_members(chunks, inflation))


def _unfolded_members(chunks: Iterator[bytes], inflation: Inflation) -> Iterator[bytes]:
    inflater = zlib.decompressobj(wbits=_GZIP_WINDOW)
    for chunk in _slices(chunks, inflation):
        # A gzip file may hold several members one after the other, and padding of zeros between them and at its end.
        rest = chunk.lstrip(b"\0") if inflater.eof else chunk
        while rest:
            inflater = zlib.decompressobj(wbits=_GZIP_WINDOW) if inflater.eof else inflater
            try:
                piece = inflater.decompress(rest, _CHUNK)
            except zlib.error as error:
                raise _damaged(inflation, error) from error
            inflation.give(len(piece))
            yield piece
            rest = inflater.unused_data.lstrip(b"\0") if inflater.eof else inflater.unconsumed_tail
    yield inflater.flush()
    if not inflater.eof:
        raise _cut_short(inflation)


def inflate_zstandard(chunks: Iterator[bytes], inflation: Inflation) -> Iterator[bytes]:
    """Yield what Zstandard data unfold to, frame after frame, as `inflate_gzip` does; needs the extra `files`."""
    return _gathered(_unfolded_frames(chunks, inflation))


def _unfolded_frames(chunks: Iterator[bytes], inflation: Inflation) -> Iterator[bytes]:
    try:
        import zstandard
    except ImportError as error:
        raise MissingReaderError(inflation.place, "Zstandard compression (.zst)", "files") from error
    folded = zstandard.ZstdDecompressor(max_window_size=_LARGEST_WINDOW)
    frame = folded.decompressobj()
    for part in _slices(chunks, inflation):
        rest = part
        while rest:
            frame = folded.decompressobj() if frame.eof else frame
            try:
                piece = frame.decompress(rest)
            except zstandard.ZstdError as error:
                raise _damaged(inflation, error) from error
            inflation.give(len(piece))
            yield piece
            rest = frame.unused_data if frame.eof else b""
    if not frame.eof:
        raise _cut_short(inflation)


def _gathered(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Yield small pieces joined to larger ones; what is held when an error comes is yielded before it."""
    gathered: list[bytes] = []
    size = 0
    try:
        for piece in pieces:
            gathered.append(piece)
            size += len(piece)
            if size >= _CHUNK:
                yield b"".join(gathered)
                gathered, size = [], 0
    except ReadError:
        yield b"".join(gathered)
        raise
    yield b"".join(gathered)


def _slices(chunks: Iterator[bytes], inflation: Inflation) -> Iterator[bytes]:
    for chunk in chunks:
        inflation.taken += len(chunk)
        yield from (chunk[start : start + _SLICE] for start in range(0, len(chunk), _SLICE))


def _damaged(inflation: Inflation, error: Exception) -> ReadError:
    return ReadError(
        inflation.place, f"{inflation.what} is damaged ({error}).", advice="What came before the damage was read."
    )


def _cut_short(inflation: Inflation) -> ReadError:
    return ReadError(inflation.place, f"{inflation.what} is cut short.", advice="What came before the end was read.")
