"""Archives for tests, made in memory: plain ones, and ones that nobody honest would make."""

from __future__ import annotations

import io
import tarfile
import zipfile
from collections.abc import Mapping

TEXT = b"Ferry back in service\n\nThe ferry sails again."


def zipped(members: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a zip archive of names and contents, in order."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(zipfile.ZipInfo(name), content, method)
    return buffer.getvalue()


def zipped_as(name: str, mode: int, content: bytes = b"../../secret") -> bytes:
    """Return a zip archive with one member that Unix would call something else than a file."""
    member = zipfile.ZipInfo(name)
    member.create_system, member.external_attr = 3, mode << 16
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(member, content)
    return buffer.getvalue()


def tarred(members: Mapping[str, bytes], form: int = tarfile.PAX_FORMAT, mode: str = "w") -> bytes:
    """Return a tar archive of names and contents, in order."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode=mode, format=form) as archive:  # type: ignore[call-overload]
        for name, content in members.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return buffer.getvalue()


def tarred_as(name: str, kind: bytes, target: str = "") -> bytes:
    """Return a tar archive with one member of another kind and a text file after it."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        member = tarfile.TarInfo(name)
        member.type, member.linkname = kind, target
        archive.addfile(member)
        text = tarfile.TarInfo("after.txt")
        text.size = len(TEXT)
        archive.addfile(text, io.BytesIO(TEXT))
    return buffer.getvalue()
