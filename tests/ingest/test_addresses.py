from __future__ import annotations

from ipaddress import IPv4Address, ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import FetchError
from meadow.ingest.addresses import carried_address, is_public, is_web_address, parse_endpoint


@pytest.mark.parametrize(
    ("url", "whole", "authority"),
    [
        ("http://news.example", "http://news.example/", "news.example"),
        ("HTTP://News.Example.:80/a?b=c#part", "http://news.example/a?b=c", "news.example"),
        ("https://news.example:8443/", "https://news.example:8443/", "news.example:8443"),
        ("http://[2001:db8::1]/x", "http://[2001:db8::1]/x", "[2001:db8::1]"),
        (
            "https://münchen.example/straße",
            "https://xn--mnchen-3ya.example/stra%C3%9Fe",
            "xn--mnchen-3ya.example",
        ),
    ],
)
def test_an_address_has_one_spelling(url: str, whole: str, authority: str) -> None:
    endpoint = parse_endpoint(url)
    assert (endpoint.url, endpoint.authority) == (whole, authority)
    assert parse_endpoint(endpoint.url) == endpoint


def test_a_relative_address_is_seen_from_its_base() -> None:
    assert parse_endpoint("../b", base="http://news.example/x/y/a").url == "http://news.example/x/b"
    assert parse_endpoint("//other.example/b", base="https://news.example/").url == "https://other.example/b"


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("file:///etc/passwd", "only http and https"),
        ("gopher://news.example/", "only http and https"),
        ("news.example", "only http and https"),
        ("http://", "no host"),
        ("http://news.example:99999/", "not an address"),
        ("http://news.example/a b", "blanks"),
        ("http://news.example/\r\nHost: other", "blanks"),
        ("http://user:secret@news.example/", "user name or password"),
        ("http://[::1/", "not an address"),
        ("http://news.example/" + "a" * 5000, "too long"),
    ],
)
def test_what_cannot_be_fetched_says_why(url: str, reason: str) -> None:
    with pytest.raises(FetchError, match=reason) as caught:
        parse_endpoint(url)
    assert caught.value.exit_code == 3


@given(st.text(st.sampled_from("htps:/[]@%.#?aé℀²0\\"), max_size=14))
def test_any_text_is_an_address_or_a_fault(text: str) -> None:
    for base in (None, "http://news.example/a", text):
        try:
            endpoint = parse_endpoint(text, base=base)
        except FetchError:
            continue
        assert parse_endpoint(endpoint.url) == endpoint


@pytest.mark.parametrize("link", ["http://[", "//[", "http://[::1", "http://a℀/"])
def test_a_link_whose_parts_make_no_sense_says_so(link: str) -> None:
    with pytest.raises(FetchError, match="not an address"):
        parse_endpoint(link, base="http://news.example/")


def test_a_password_is_not_repeated() -> None:
    with pytest.raises(FetchError) as caught:
        parse_endpoint("http://user:secret@news.example/")
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    "number",
    [
        "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",  # noqa: S104
        "224.0.0.1",
        "255.255.255.255", "::1", "::", "fe80::1", "fc00::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
        "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "2002:7f00:1::", "2002:c0a8:101::1", "2001:0:1:2:3:4:80ff:fffe",
        "fec0::1", "feff:ffff::1", "::127.0.0.1", "::10.0.0.1", "::ffff:0:127.0.0.1", "::ffff:0:a9fe:a9fe",
    ],
)  # fmt: skip
def test_private_addresses_are_recognised_in_every_disguise(number: str) -> None:
    assert not is_public(ip_address(number))


@pytest.mark.parametrize("number", ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946", "64:ff9b::5db8:d822"])
def test_public_addresses_are_public(number: str) -> None:
    assert is_public(ip_address(number))


@given(st.integers(0, 2**32 - 1).map(IPv4Address))
def test_a_carrier_is_as_public_as_what_it_carries(number: IPv4Address) -> None:
    for carrier in (
        f"::ffff:{number}",
        ip_address((0x64FF9B << 96) | int(number)),
        ip_address((0x2002 << 112) | (int(number) << 80)),
    ):
        address = ip_address(str(carrier))
        assert carried_address(address) == number
        assert is_public(address) == is_public(number)


def test_web_addresses_are_distinguished_from_files() -> None:
    assert is_web_address("https://news.example/feed")
    assert is_web_address("HTTP://news.example")
    assert not is_web_address("news/http.txt")
    assert not is_web_address("ftp://news.example")


def test_a_host_is_allowed_with_or_without_its_port() -> None:
    endpoint = parse_endpoint("http://127.0.0.1:8080/")
    assert endpoint.is_named_in(frozenset({"127.0.0.1"}))
    assert endpoint.is_named_in(frozenset({"127.0.0.1:8080"}))
    assert not endpoint.is_named_in(frozenset({"127.0.0.1:8081", "localhost"}))
