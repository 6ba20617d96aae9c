"""A reader with a guard: small inputs are read here and now, large ones in a worker process with limits.

Put a reader whose parser may crash, hang or swell in `formats.py` as `Watched(read_html)`. What it does before parsing
(byte cap, depth scan) guards small inputs; past `Limits.worker_bytes` the worker's limits hold as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from meadow.ingest.items import Item, Limits
from meadow.ingest.opening import Opened, read_all, reopen
from meadow.ingest.worker import iter_limited


@dataclass(frozen=True, slots=True)
class Watched:
    """Reads with `reader`: in this process up to `limits.worker_bytes`, in a worker past that."""

    reader: Callable[[Opened, Limits], Iterator[Item]]

    def __call__(self, opened: Opened, limits: Limits) -> Iterator[Item]:
        """Yield the items of the input."""
        data = read_all(opened, limits)
        if len(data) <= limits.worker_bytes:
            return self.reader(replace(opened, chunks=iter([data]), stream=None), limits)
        job = _Job(self.reader, opened.place, opened.path, opened.depth, data, limits)
        return iter_limited(
            _read, job, seconds=limits.worker_seconds, megabytes=limits.worker_megabytes, place=opened.place
        )


@dataclass(frozen=True, slots=True)
class _Job:
    reader: Callable[[Opened, Limits], Iterator[Item]]
    place: str
    path: Path | None
    depth: int
    data: bytes
    limits: Limits


def _read(job: _Job) -> Iterator[Item]:
    return job.reader(reopen(job.data, place=job.place, path=job.path, depth=job.depth), job.limits)
