"""Archives, zip and tar: their members are read like the files of a folder, straight from the archive, never to disk.

What could lead out of the archive is reported and not read: names with `..`, absolute ones, drive letters, links and
devices; so are encrypted members. Hidden names are passed over, as in a folder. All that is unfolded counts on one meter
(`Inflation`), so nested, overlapping and layered bombs stop while streaming. The place of a member is
`archive.zip/inner/name.txt`; members come in the order of the archive.

Source: the .zip file format (PKWARE APPNOTE) and POSIX pax (IEEE 1003.1).
"""

from __future__ import annotations

import io
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import PurePath, PurePosixPath
from typing import BinaryIO

from meadow.errors import LimitError, ReadError
from meadow.ingest.folding import Inflation
from meadow.ingest.items import Limits, Skipped
from meadow.ingest.opening import Found, Opened, open_chunks, seekable
from meadow.ingest.paths import is_passed_over
from meadow.ingest.tarstream import TarMember, TarStream

_UNPACK = "Unpack it and name the folder."
_CHUNK = 1 << 18
_LONGEST_NAME = 1_000
_SHOWN_NAME = 100
_DRIVE = re.compile(r"[A-Za-z]:")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
_SUFFIXES = (".tar.gz", ".tar.zst", ".tgz", ".tzst", ".tar", ".zip")
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED = 0x1
_UNIX = 3
# What zipfile raises on bytes that are no zip archive, or no longer one; OSError where an offset leads before the file.
DAMAGE = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, ValueError, OverflowError, RuntimeError, OSError)
_END = b"PK\x05\x06"
_END_64 = b"PK\x06\x06"
_END_SIZE = 22
_END_64_SIZE = 56 + 20
_LONGEST_COMMENT = 1 << 16
# Names and times of a member take up so many bytes of the directory on average, and rarely more.
_DIRECTORY_ENTRY = 256

Content = Callable[[str, Limits, Inflation], Iterator[bytes]]


def read_zip(opened: Opened, limits: Limits) -> Iterator[Found]:
    """Yield the members of a zip archive as opened inputs, and an error for each that is not read."""
    _check_depth(opened, limits)
    stream = seekable(opened, limits)
    try:
        size = _check_directory(stream, opened.place, limits)
        archive = zipfile.ZipFile(stream)
    except DAMAGE as error:
        raise ReadError(opened.place, f"the zip archive is damaged ({error}).") from error
    inflation = Inflation(opened.place, "the archive", limits, taken=size, outer=opened.inflation)
    for count, member in enumerate(archive.infolist(), start=1):
        _check_count(count, opened.place, limits)
        name = _zip_name(member)
        if not name.endswith("/") or member.file_size:
            content = partial(_zip_chunks, archive, member)
            yield from _visit(opened, name, _zip_fault(member, name), content, limits, inflation)
        if inflation.is_spent:  # the error was reported with the member in which it came
            return
    if not archive.infolist():
        yield Skipped(opened.place, "an archive without members")


def read_tar(opened: Opened, limits: Limits) -> Iterator[Found]:
    """Yield the members of a tar archive as opened inputs, in one pass, and an error for each that is not read."""
    _check_depth(opened, limits)
    inflation = opened.inflation
    chunks = opened.chunks
    if inflation is None:
        inflation = Inflation(opened.place, "the archive", limits)
        chunks = _counted(chunks, inflation)
    stream = TarStream(chunks, opened.place)
    count = 0
    for count, member in enumerate(stream, start=1):
        _check_count(count, opened.place, limits)
        if member.kind != "folder":
            fault = None if member.kind == "file" else f"is {member.kind}"
            yield from _visit(opened, member.name, fault, partial(_tar_chunks, member), limits, inflation)
        if stream.broken or inflation.is_spent:
            return
    if count == 0:
        yield Skipped(opened.place, "an archive without members")


def _visit(
    archive: Opened, name: str, fault: str | None, content: Content, limits: Limits, inflation: Inflation
) -> Iterator[Found]:
    """Yield one member as an opened input, an error if it is not to be read, nothing if its name is hidden."""
    parts = [part for part in name.replace("\\", "/").split("/") if part not in ("", ".")]
    fault = _name_fault(name, parts) or fault
    if fault is not None:
        shown = name if len(name) <= _SHOWN_NAME else f"{name[:_SHOWN_NAME]}…"
        yield ReadError(archive.place, f"the member {shown!r} {fault}, and is not read.")
        return
    if any(map(is_passed_over, parts)):
        return
    place = "/".join((archive.place, *parts))
    try:
        yield open_chunks(
            content(place, limits, inflation),
            place=place,
            path=_folder(archive.path).joinpath(*parts),
            limits=limits,
            depth=archive.depth + 1,
            outer=inflation,
        )
    except ReadError as error:
        yield error


def _zip_chunks(
    archive: zipfile.ZipFile, member: zipfile.ZipInfo, place: str, limits: Limits, outer: Inflation
) -> Iterator[bytes]:
    inflation = Inflation(place, "the member", limits, taken=member.compress_size, outer=outer)
    try:
        with archive.open(member) as stream:
            while piece := stream.read(_CHUNK):
                inflation.give(len(piece))
                yield piece
    except DAMAGE as error:
        raise ReadError(place, f"damaged in the archive ({error}).") from error


def _tar_chunks(member: TarMember, place: str, limits: Limits, outer: Inflation) -> Iterator[bytes]:  # noqa: ARG001 - Content
    return member.chunks


def _counted(chunks: Iterator[bytes], inflation: Inflation) -> Iterator[bytes]:
    for chunk in chunks:
        inflation.taken += len(chunk)
        yield chunk


def _name_fault(name: str, parts: list[str]) -> str | None:
    """Say why a name is no path inside the archive; None if it is one."""
    if not parts or len(name) > _LONGEST_NAME:
        return "has no name" if not parts else f"has a name of {len(name):,} characters"
    if name.startswith(("/", "\\")) or _DRIVE.match(name) or ".." in parts:
        return "leads out of the archive"
    return "has control characters in its name" if _CONTROL.search(name) else None


def _zip_name(member: zipfile.ZipInfo) -> str:
    """Return the name of a member with the NUL at which `zipfile` cuts it, so that it is refused and not mistaken."""
    return member.orig_filename if "\0" in member.orig_filename else member.filename


def _zip_fault(member: zipfile.ZipInfo, name: str) -> str | None:
    if name.endswith("/"):
        return "is a folder with content"
    mode = member.external_attr >> 16 if member.create_system == _UNIX else 0
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        return "is a link or a device"
    if member.flag_bits & _ENCRYPTED:
        return "is encrypted"
    return None if member.compress_type in _METHODS else "is compressed in an unusual way"


def _check_depth(opened: Opened, limits: Limits) -> None:
    if opened.depth > limits.nested_archives:
        reason = f"an archive in an archive, nested more than {limits.nested_archives} deep."
        raise LimitError(opened.place, reason, advice=_UNPACK)


def _check_count(count: int, place: str, limits: Limits) -> None:
    if count > limits.members:
        raise LimitError(place, f"the archive has more than {limits.members:,} members.", advice=_UNPACK)


def _check_directory(stream: BinaryIO, place: str, limits: Limits) -> int:
    """Return the size of a zip archive, whose directory must be short: `zipfile` loads all of it at once."""
    size = stream.seek(0, io.SEEK_END)
    stream.seek(max(0, size - _LONGEST_COMMENT - _END_SIZE - _END_64_SIZE))
    tail = stream.read()
    end = tail.rfind(_END)
    directory = int.from_bytes(tail[end + 12 : end + 16], "little") if end >= 0 else 0
    if tail[max(0, end - _END_64_SIZE) :].startswith(_END_64):
        directory = int.from_bytes(tail[end - _END_64_SIZE + 40 : end - _END_64_SIZE + 48], "little")
    if directory > limits.members * _DIRECTORY_ENTRY:
        reason = f"the archive has a directory of {directory:,} bytes, too many for {limits.members:,} members."
        raise LimitError(place, reason, advice=_UNPACK)
    return size


def _folder(archive: PurePath | None) -> PurePath:
    """Return where an archive would be unpacked to; at the root, whose name is empty, for standard input."""
    if archive is None:
        return PurePosixPath("/")
    suffix = next((suffix for suffix in _SUFFIXES if archive.name.lower().endswith(suffix)), "")
    return archive.with_name(archive.name[: len(archive.name) - len(suffix)] or archive.name)
