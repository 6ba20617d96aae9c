"""Addresses on the network: what a URL asks for, and whether the machine behind it is one that a feed may send us to.

A feed is a stranger's text. Were any address in it fetched, it could make us read the router's settings page or a cloud's
metadata service. So only public addresses are dialled, and the check is made on the number that is dialled, not on the
name, which may mean another number a moment later.
"""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

from meadow.errors import FetchError

_PORTS = {"http": 80, "https": 443}
_LONGEST = 4096
# Networks whose addresses carry the IPv4 address that is reached: how many bits follow it.
_CARRIERS = {
    ipaddress.ip_network(network): bits
    for network, bits in (("64:ff9b::/96", 0), ("::ffff:0:0:0/96", 0), ("::/96", 0), ("2002::/16", 80))
}

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


@dataclass(frozen=True, slots=True)
class Endpoint:
    """What a URL asks for: a scheme, a host and port to dial, and the path to ask there."""

    scheme: str
    host: str
    port: int
    target: str

    @property
    def authority(self) -> str:
        """Host and port as a header shows them: the port only where it is not the scheme's own."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def origin(self) -> str:
        """Scheme and authority: what one robots.txt speaks for."""
        return f"{self.scheme}://{self.authority}"

    @property
    def url(self) -> str:
        """The whole address in one spelling."""
        return self.origin + self.target

    def is_named_in(self, names: frozenset[str]) -> bool:
        """Return whether a list of hosts, with or without their ports, holds this one."""
        return not names.isdisjoint({self.host, f"{self.host}:{self.port}", self.authority})


def is_web_address(name: str) -> bool:
    """Return whether something the user names is a page or feed on the web, not a file."""
    return name[:8].lower().startswith(("http://", "https://"))


def join_address(base: str, address: str) -> str | None:
    """Return an address that may be relative as seen from another one; None where the two make no sense together."""
    try:
        return urljoin(base, address)
    except ValueError:
        return None


def parse_endpoint(url: str, *, base: str | None = None) -> Endpoint:
    """Return what a URL asks for, seen from `base` where it is relative; one that cannot be fetched is a `FetchError`."""
    given = url.strip()
    whole = given if base is None else join_address(base, given)
    if whole is None:
        raise FetchError(given[:200], "not an address: its parts make no sense together")
    if len(whole) > _LONGEST or any(ord(character) <= 0x20 or ord(character) == 0x7F for character in whole):
        raise FetchError(url[:200], "not an address: it is too long or holds blanks or control characters")
    try:
        parts = urlsplit(whole)
        host, port = parts.hostname, parts.port
        name = None if host is None else _plain_host(host)
    except (ValueError, UnicodeError) as error:
        raise FetchError(whole, f"not an address: {error}") from error
    if parts.scheme not in _PORTS:
        raise FetchError(whole, f"only http and https are fetched, not {parts.scheme or 'a bare name'!r}")
    if not name:
        raise FetchError(whole, "not an address: it names no host")
    if parts.username is not None or parts.password is not None:
        raise FetchError(_without_secrets(whole), "an address with a user name or password is not fetched")
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Endpoint(parts.scheme, name, _PORTS[parts.scheme] if port is None else port, _as_ascii(target))


def is_public(address: Address) -> bool:
    """Return whether an address is public: not of this machine, a private network or a group of machines."""
    carried = carried_address(address)
    if carried is not None:
        return is_public(carried)
    is_of_one_site = isinstance(address, ipaddress.IPv6Address) and address.is_site_local
    return address.is_global and not address.is_multicast and not is_of_one_site


def carried_address(address: Address) -> ipaddress.IPv4Address | None:
    """Return the IPv4 address that an IPv6 address carries; None if it carries none."""
    if isinstance(address, ipaddress.IPv4Address):
        return None
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address.teredo is not None:
        return address.teredo[1]
    behind = next((bits for network, bits in _CARRIERS.items() if address in network), None)
    return None if behind is None else ipaddress.IPv4Address(int(address) >> behind & 0xFFFFFFFF)


def _plain_host(host: str) -> str:
    """Return a host name in the letters that travel: without the final point, international names encoded."""
    bare = host.rstrip(".").lower()
    return bare if bare.isascii() else bare.encode("idna").decode("ascii")


def _as_ascii(target: str) -> str:
    """Return a path with every character beyond ASCII as its percent-encoded bytes."""
    encoded = target.encode("utf-8", "surrogatepass")
    return "".join(chr(byte) if byte < 0x80 else f"%{byte:02X}" for byte in encoded)


def _without_secrets(url: str) -> str:
    head, _, tail = url.partition("://")
    return f"{head}://…@{tail.rpartition('@')[2]}"
