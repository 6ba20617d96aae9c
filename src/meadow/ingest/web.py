"""A page or feed on the web, fetched once and opened like a file; robots.txt is followed.

The format of an answer is detected from its content, as with a file; its place is the address after redirects.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from http import HTTPStatus
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from meadow.errors import FetchError
from meadow.ingest.fetch import NETWORK, Fetched, fetch
from meadow.ingest.items import Limits
from meadow.ingest.opening import Opened, open_chunks
from meadow.ingest.robots import Robots


@contextmanager
def open_address(url: str, limits: Limits, hosts: frozenset[str]) -> Iterator[Opened]:
    """Open what an address answers; a refusal, an error or no answer is a `FetchError`. `hosts` may be private ones."""
    network = replace(NETWORK, allowed=hosts, body_bytes=limits.file_bytes)
    answer = fetch(url, network=network, permit=Robots(fetch, network).check)
    check_answer(answer, url)
    yield open_answer(answer, limits)


def open_answer(answer: Fetched, limits: Limits) -> Opened:
    """Open what an address answered like a file; it may be a `ReadError`.

    The name at the end of its address helps to detect the format. It is not trusted: never a path on this machine.
    """
    name = PurePosixPath(PurePosixPath(urlsplit(answer.url).path).name)
    return open_chunks(iter([answer.body]), place=answer.url, path=name if name.name else None, limits=limits)


def check_answer(answer: Fetched, url: str) -> None:
    """Raise a `FetchError` unless an address answered with what it holds."""
    if answer.status != HTTPStatus.OK:
        words = {status.value: status.phrase for status in HTTPStatus}
        raise FetchError(url, f"the server answers {answer.status} {words.get(answer.status, '')}".rstrip())
