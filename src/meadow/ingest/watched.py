"""A reader under guard: small inputs are read here and now, large ones in a worker process with limits.

For readers whose parser may crash, hang or swell. What they do before parsing (byte cap, depth scan) guards small inputs;
past `Limits.worker_bytes` the worker's limits hold as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import PurePath

from meadow.ingest.items import Limits
from meadow.ingest.opening import Found, Opened, read_all, reopen
from meadow.ingest.worker import iter_limited

WatchedReader = Callable[[Opened, Limits], Iterator[Found]]


def read_watched(read: WatchedReader, opened: Opened, limits: Limits) -> Iterator[Found]:
    """Yield the items that a reader finds: in this process up to `limits.worker_bytes`, in a worker past that."""
    data = read_all(opened, limits)
    if len(data) <= limits.worker_bytes:
        return read(replace(opened, chunks=iter([data]), stream=None), limits)
    job = _ReadJob(read, opened.place, opened.path, opened.depth, data, limits, opened.address)
    return iter_limited(
        _read, job, seconds=limits.worker_seconds, megabytes=limits.worker_megabytes, place=opened.place
    )


@dataclass(frozen=True, slots=True)
class _ReadJob:
    read: WatchedReader
    place: str
    path: PurePath | None
    depth: int
    data: bytes
    limits: Limits
    address: str | None = None


def _read(job: _ReadJob) -> Iterator[Found]:
    return job.read(reopen(job.data, place=job.place, path=job.path, depth=job.depth, address=job.address), job.limits)
