"""Which addresses an app answers under, and whose token is whose."""

from __future__ import annotations

import pytest

from meadow.errors import UsageError
from meadow.web.settings import WebSettings, make_origins, parse_origin

EVERYWHERE = "0.0.0.0"  # noqa: S104 - read, not bound


def test_this_machine_goes_by_two_names() -> None:
    assert make_origins("127.0.0.1", 8710) == ("http://127.0.0.1:8710", "http://localhost:8710")
    assert make_origins("::1", 80)[0] == "http://[::1]:80"


def test_a_public_address_comes_first() -> None:
    assert make_origins(EVERYWHERE, 8710, "https://News.example/") == ("https://news.example",)
    assert make_origins("192.0.2.7", 8710, "http://desk:8710") == ("http://desk:8710", "http://192.0.2.7:8710")


def test_all_networks_need_a_name() -> None:
    with pytest.raises(UsageError, match="--public-url"):
        make_origins(EVERYWHERE, 8710)


@pytest.mark.parametrize(
    "url",
    ["news.example", "ftp://news.example", "http://", "http://a/b", "http://a?b", "http://u@a", "http://[::1", ""],
)
def test_what_is_no_origin_is_refused(url: str) -> None:
    with pytest.raises(UsageError, match="is no address of a web app"):
        parse_origin(url)


def test_a_token_belongs_to_one_reader() -> None:
    settings = WebSettings(("http://127.0.0.1:8710",), {"one": "Ana", "two": "Bo"})
    assert [settings.reader_of(token) for token in ("one", "two", "three", "", None, "\ud800")] == ["Ana", "Bo"] + [
        None
    ] * 4
    assert settings.hosts == {"127.0.0.1:8710"}
    assert settings.cookie == "meadow-8710"
