"""Messages between a process and its workers: a length, then that number of bytes."""

from __future__ import annotations

from typing import IO

LENGTH = 8


def send(stream: IO[bytes], data: bytes) -> None:
    """Write one message, at once."""
    stream.write(len(data).to_bytes(LENGTH))
    stream.write(data)
    stream.flush()


def receive(stream: IO[bytes]) -> bytes | None:
    """Return the next message; None where the other side is gone, in the middle of one too."""
    head = stream.read(LENGTH)
    if len(head) < LENGTH:
        return None
    size = int.from_bytes(head)
    data = stream.read(size)
    return data if len(data) == size else None
