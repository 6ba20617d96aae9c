"""Addresses of a Postgres: what they say, and that no message shows a password."""

from __future__ import annotations

import pytest

from meadow.errors import MeadowError, UsageError
from meadow.store.opening import has_store, open_store, shown_place
from meadow.store.postgres.address import parse_address

SECRET = "hunter2"  # noqa: S105 - nobody's


def test_an_address_is_shown_without_its_password() -> None:
    address = parse_address(f"postgresql://desk:{SECRET}@db.example:5433/news?schema=spring&sslmode=require")
    assert address.shown == "postgresql://desk:***@db.example:5433/news?schema=spring"
    assert (address.settings["password"], address.settings["sslmode"]) == (SECRET, "require")
    assert SECRET not in repr(address) + str(address)


@pytest.mark.parametrize(
    ("written", "schema", "shown"),
    [
        ("postgres://db.example/news", "meadow", "postgresql://db.example/news?schema=meadow"),
        ("postgresql:///news?host=/run/pg", "meadow", "postgresql:///news?host=/run/pg&schema=meadow"),
        ("postgresql://", "meadow", "postgresql:///?schema=meadow"),
        ("postgresql:///news?options=-csearch_path%3Dspring", "spring", "postgresql:///news?schema=spring"),
        (
            "postgresql:///news?options=-c%20search_path=spring&schema=spring",
            "spring",
            "postgresql:///news?schema=spring",
        ),
        (f"postgresql:///news?user=desk&password={SECRET}", "meadow", "postgresql://desk:***@/news?schema=meadow"),
        ("postgresql://[::1]:5433/news", "meadow", "postgresql://::1:5433/news?schema=meadow"),
        ("postgresql://a:1,b:2/news", "meadow", "postgresql://a,b:1,2/news?schema=meadow"),
        (
            "postgresql://desk:p%40ss%3A@db.example/news",
            "meadow",
            "postgresql://desk:***@db.example/news?schema=meadow",
        ),
    ],
)
def test_an_address_names_a_schema(written: str, schema: str, shown: str) -> None:
    address = parse_address(written)
    assert (address.schema, address.shown) == (schema, shown)


def test_options_other_than_the_schema_are_kept() -> None:
    address = parse_address("postgresql:///news?options=-c%20search_path%3Dspring%20-c%20statement_timeout%3D5s")
    assert address.settings["options"] == "-c statement_timeout=5s"


@pytest.mark.parametrize(
    "written",
    [
        f"postgresql://desk:a@{SECRET}@db.example/news",
        f"postgresql://desk:a/{SECRET}@db.example/news",
        f"postgresql://desk:a?{SECRET}@db.example/news",
        f"postgresql://desk:12?{SECRET}@db.example/news",
        f"postgresql://desk:{SECRET}",
        f"postgresql://desk:{SECRET}@db.example:port/news",
        f"postgresql://desk:{SECRET}@db.example/news?nothing=1",
        f"postgresql://desk:{SECRET}@db.example/news?schema",
        f"postgresql://desk:{SECRET}@db.example/news?schema=Spring",
        f"postgresql://desk:{SECRET}@db.example/news?schema=pg_catalog",
        f"postgresql://desk:{SECRET}@db.example/news?schema=a%22;drop",
        f"postgresql://desk:{SECRET}@db.example/news?schema=a&schema=b",
        f"postgresql://desk:{SECRET}@db.example/news?options=-csearch_path%3Da,b",
        f"postgresql://desk:{SECRET}%zz@db.example/news",
    ],
)
def test_an_address_that_cannot_be_used_is_refused_without_its_password(written: str) -> None:
    with pytest.raises(UsageError) as refused:
        open_store(written)
    assert SECRET not in str(refused.value) + repr(refused.value.given)
    assert refused.value.allowed is not None
    assert refused.value.__cause__ is None


def test_only_postgres_is_known_in_addition_to_folders() -> None:
    with pytest.raises(MeadowError, match="cannot be at mysql://") as refused:
        open_store(f"mysql://desk:{SECRET}@db.example/news")
    assert SECRET not in str(refused.value)
    assert has_store("postgresql://db.example/news")
    assert shown_place("news") == "news"
