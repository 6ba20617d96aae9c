"""The settings of the web app: its tokens, and the addresses under which it answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hmac import compare_digest, digest
from pathlib import Path
from urllib.parse import urlsplit

from meadow.errors import UsageError

_SCHEMES = ("http", "https")
_FEED_TOKEN = 40


@dataclass(frozen=True, slots=True)
class WebSettings:
    """Settings of the app: the origins under which it is reached, and the reader of each token.

    `sample` says that the workspace holds the bundled sample and is gone when the app ends. `feeds` are the tokens that
    let a feed reader read feeds and nothing else, and whose they are. `runs` is a folder of experiments.
    """

    origins: tuple[str, ...]
    readers: Mapping[str, str]
    sample: bool = False
    feeds: Mapping[str, str] = field(default_factory=dict)
    runs: Path | None = None

    @property
    def hosts(self) -> frozenset[str]:
        """The allowed values of the header Host."""
        return frozenset(urlsplit(origin).netloc for origin in self.origins)

    @property
    def cookie(self) -> str:
        """The name of the cookie that holds a token: with this port, since browsers share cookies between ports."""
        return f"meadow-{urlsplit(self.origins[0]).port or 0}"

    @property
    def judge_cookie(self) -> str:
        """The name of the cookie that holds the token of who takes part in a study."""
        return f"{self.cookie}-judge"

    def reader_of(self, token: str | None) -> str | None:
        """Return whose token this is, None if it is nobody's; how long that takes says nothing about the tokens."""
        return _owner(token, self.readers)

    def feed_reader_of(self, token: str | None) -> str | None:
        """Return whose token for feeds this is, None if it is nobody's."""
        return _owner(token, self.feeds)

    def feed_token(self, reader: str) -> str | None:
        """Return a reader's token for feeds; None where there are none."""
        return next((token for token, name in self.feeds.items() if name == reader), None)


def _owner(token: str | None, owners: Mapping[str, str]) -> str | None:
    given = (token or "").encode("utf-8", "replace")
    matches = [name for known, name in owners.items() if compare_digest(given, known.encode("utf-8"))]
    return matches[0] if matches else None


def make_feed_tokens(secret: str, readers: Iterable[str]) -> dict[str, str]:
    """Return a token for feeds of each reader: the same from a workspace's secret each time, so that addresses last."""
    return {
        digest(secret.encode(), f"feeds of {name}".encode(), "sha256").hex()[:_FEED_TOKEN]: name for name in readers
    }


def make_origins(host: str, port: int, public_url: str | None = None) -> tuple[str, ...]:
    """Return the origins of an app that listens at an address; the first is the one to open."""
    local = [f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}" for name in _names(host)]
    named = [] if public_url is None else [parse_origin(public_url)]
    if not local and not named:
        raise UsageError(
            f"At {host} the app listens to every network, and cannot know by which name it is reached.", given=host,
            advice="Name its address with --public-url, such as http://news-desk.example:8710.",
        )  # fmt: skip
    return tuple(dict.fromkeys([*named, *local]))


def parse_origin(url: str) -> str:
    """Return scheme, host and port of an address; one with a path is refused, since the app lives at the root."""
    try:
        parts = urlsplit(url)
        known = parts.scheme in _SCHEMES and parts.hostname is not None and parts.username is None
    except ValueError:
        known = False
    if not known or parts.path not in ("", "/") or parts.query or parts.fragment:
        raise UsageError(
            f"{url!r} is no address of a web app.", given=url, allowed="Scheme, host and port: https://news.example:8710.",
            advice="The app lives at the root of its host: leave the path out.",
        )  # fmt: skip
    return f"{parts.scheme}://{parts.netloc.lower()}"


def _names(host: str) -> Iterable[str]:
    if host in ("127.0.0.1", "localhost", "::1"):
        return dict.fromkeys((host, "127.0.0.1", "localhost"))
    return () if host in ("0.0.0.0", "::") else (host,)  # noqa: S104 - compared, not bound
