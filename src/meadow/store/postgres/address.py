"""The address of a workspace in a Postgres: what it says, and how it is shown, which is always without its password."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import quote, unquote

from meadow.errors import UsageError

SCHEMES = ("postgresql://", "postgres://")
USUAL_SCHEMA = "meadow"
_SCHEMA = re.compile(r"(?!pg_)[a-z_][a-z0-9_]{0,39}")
_SEARCH_PATH = re.compile(r"(?:^|\s)(?:-c\s*|--)search_path=(\S*)")
_HOST = re.compile(r"(\[[^\]]*\]|[^:\[\]]*)(:\d*)?")
_HIDDEN = "postgresql://…"  # where an address cannot be read, nobody knows what in it is a password
_ALLOWED = "postgresql://USER:PASSWORD@HOST:PORT/DATABASE?schema=NAME, of which only the first part must be there."


@dataclass(frozen=True, slots=True)
class Address:
    """The connection parameters, the schema of the workspace, and its name in messages."""

    settings: Mapping[str, str] = field(repr=False)
    schema: str
    shown: str

    def __str__(self) -> str:
        return self.shown


def is_address(place: str) -> bool:
    """Return whether a place is the address of a Postgres."""
    return place.startswith(SCHEMES)


def parse_address(text: str) -> Address:
    """Return what an address says; `schema=NAME` or a search path in `options` names the schema."""
    _, _, rest = text.partition("://")
    head, _, query = rest.partition("?")
    _check_written(head)
    pairs = [_pair(each) for each in query.split("&") if each]
    named = [unquote(value) for key, value in pairs if key == "schema"]
    settings = _settings(
        f"postgresql://{head}?" + "&".join(f"{key}={value}" for key, value in pairs if key != "schema")
    )
    options = settings.get("options", "")
    named += _SEARCH_PATH.findall(options)
    settings["options"] = _SEARCH_PATH.sub(" ", options).strip()
    schema = _schema(named)
    return Address(settings, schema, _shown(settings, schema))


def _check_written(head: str) -> None:
    """Refuse a password whose signs would be read as parts of the address, and could then be shown."""
    authority, _, path = head.partition("/")
    hosts = authority.rpartition("@")[2].split(",")
    if authority.count("@") > 1 or "@" in path or not all(map(_HOST.fullmatch, hosts)):
        raise _refusal(
            "The address of the Postgres cannot be read.",
            advice="Signs of a password such as @ / ? # : are written %40 %2F %3F %23 %3A; or leave it to ~/.pgpass.",
        )


def _pair(text: str) -> tuple[str, str]:
    key, sign, value = text.partition("=")
    if not sign or not key.isidentifier():
        raise _refusal("The part of the address behind ? is not made of NAME=VALUE.")
    return key, value.replace("=", "%3D")


def _settings(url: str) -> dict[str, str]:
    import psycopg
    from psycopg.conninfo import conninfo_to_dict

    try:
        return {key: str(value) for key, value in conninfo_to_dict(url).items()}
    except psycopg.Error:
        # What libpq says of it quotes from the address, where the password is.
        raise _refusal("The address of the Postgres has a part that libpq does not know, or cannot be read.") from None


def _schema(named: list[str]) -> str:
    names = dict.fromkeys(named or [USUAL_SCHEMA])
    if len(names) > 1 or not all(map(_SCHEMA.fullmatch, names)):
        raise UsageError(
            "The schema of the workspace is not one that can be used.", given=", ".join(names),
            allowed="One name of at most 40 small letters, digits and _, not beginning with a digit or pg_.",
            advice="Write ?schema=NAME behind the database.",
        )  # fmt: skip
    return next(iter(names))


def _shown(settings: Mapping[str, str], schema: str) -> str:
    user, host, port = settings.get("user", ""), settings.get("host", ""), settings.get("port", "")
    hidden = ":***" if "password" in settings else ""
    where = "" if host.startswith("/") else host
    folder = f"host={quote(host)}&" if host.startswith("/") else ""
    name = f"{quote(user)}{hidden}@" if user or hidden else ""
    return (
        f"postgresql://{name}{where}{f':{port}' if port else ''}/{settings.get('dbname', '')}?{folder}schema={schema}"
    )


def _refusal(problem: str, *, advice: str | None = None) -> UsageError:
    return UsageError(problem, given=_HIDDEN, allowed=_ALLOWED, advice=advice)
