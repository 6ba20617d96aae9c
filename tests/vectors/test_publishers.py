"""Publisher families and agencies: who reports on their own, and how the count came about."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from meadow.errors import UsageError
from meadow.model import CopyGroup, Document, corroboration, publishers
from meadow.model.publishers import family_of, registrable_domain

EDITIONS = ("World", "Asia", "Business", "US", "UK", "Sport", "Top News", "Africa", "Latest")


@pytest.fixture(autouse=True)
def no_table(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv("MEADOW_PUBLISHERS", raising=False)
    publishers._table.cache_clear()
    yield
    publishers._table.cache_clear()


def article(hour: int, source: str, text: str, url: str | None = None) -> Document:
    return Document(f"a{hour}", source, None, text, datetime(2026, 3, 2, hour, tzinfo=UTC), url=url, language="en")


def test_nine_editions_of_one_house_are_one_source() -> None:
    found = corroboration(
        [article(hour, f"Harbour Wire {name}", "Twelve people died.") for hour, name in enumerate(EDITIONS)], ()
    )

    assert found.independent == ("Harbour Wire World",)
    assert (len(found.sources), found.families, found.how) == (9, ("harbour wire",), "1 publisher")


def test_an_agency_piece_rewritten_by_three_papers_is_one_source() -> None:
    papers = [
        article(0, "Courier", "ORL (AP) — Twelve people died in the flood."),
        article(1, "Ledger", "A dozen died at Orl on Monday. Additional reporting by the Associated Press"),
        article(2, "Echo", "The flood at Orl took twelve lives, officials said. (AP)"),
    ]
    found = corroboration(papers, ())

    assert found.independent == ("Courier",)
    assert dict(found.credited) == {"Ledger": "Associated Press", "Echo": "Associated Press"}
    assert found.how == "2 credit Associated Press"
    with_agency = corroboration([*papers, article(3, "AP", "Twelve people died in the flood at Orl.")], ())
    assert with_agency.independent == ("AP",)
    own = article(4, "Courier", "The mayor of Orl told the Courier that the dyke was old.")
    assert corroboration([*papers, own], ()).independent == ("Courier", "Ledger")


def test_a_paper_that_quotes_another_is_no_second_source() -> None:
    first = article(0, "Courier", "Twelve people died in the flood, the mayor said.")
    quoting = article(1, "Ledger", "Twelve people died in the flood at Orl, the Courier reported on Monday.")
    own = article(2, "Echo", "The Courier building at Orl was under water, and twelve people died, doctors said.")
    found = corroboration([first, quoting, own], ())

    assert found.independent == ("Courier", "Echo")
    assert found.how == "1 credits Courier"


def test_a_publisher_of_copies_alone_does_not_count() -> None:
    found = corroboration(
        [article(0, "Courier", "x"), article(1, "Echo", "x"), article(2, "Echo Sport", "y")],
        (CopyGroup("a0", ("a1",), (1.0,)),),
    )
    assert found.independent == ("Courier", "Echo Sport")
    assert found.how == "2 publishers"
    copied = corroboration([article(0, "Courier", "x"), article(1, "Echo", "x")], (CopyGroup("a0", ("a1",), (1.0,)),))
    assert copied.how == "1 only copied"


@pytest.mark.parametrize(
    ("source", "family"),
    [
        ("World news | The Guardian", "guardian"),
        ("Harbour Wire - Business", "harbour wire"),
        ("Times of India", "times of india"),
        ("China Daily", "china daily"),
        ("World News", "world"),
        ("news.example.co.uk", "example.co.uk"),
    ],
)
def test_desks_and_editions_are_no_part_of_a_name(source: str, family: str) -> None:
    assert family_of(article(0, source, "x")) == family


@pytest.mark.parametrize(
    ("address", "domain"),
    [
        ("https://www.news.example.com/world", "example.com"),
        ("https://news.example.co.uk", "example.co.uk"),
        ("https://valley.blogspot.com/2026", "valley.blogspot.com"),
        ("http://[::1", ""),
        (None, ""),
    ],
)
def test_the_domain_is_the_registered_one(address: str | None, domain: str) -> None:
    assert registrable_domain(address) == domain


def test_a_table_joins_sources_and_domains(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = tmp_path / "publishers.csv"
    table.write_text("Northgate Ledger,Ledger Group\nvalley.example,Ledger Group\n", encoding="utf-8")
    monkeypatch.setenv("MEADOW_PUBLISHERS", str(table))
    found = corroboration(
        [article(0, "Northgate Ledger", "x"), article(1, "Valley Post", "y", "https://www.valley.example/1")], ()
    )

    assert found.families == ("Ledger Group",)
    assert found.independent == ("Northgate Ledger",)


@pytest.mark.parametrize(("text", "error"), [("a,b,c\n", "Row 1 of .* has 3 columns"), (None, "cannot be read")])
def test_a_table_that_cannot_be_read_is_an_error(
    text: str | None, error: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tmp_path / "publishers.csv"
    if text is not None:
        table.write_text(text, encoding="utf-8")
    monkeypatch.setenv("MEADOW_PUBLISHERS", str(table))
    with pytest.raises(UsageError, match=error):
        corroboration([article(0, "Courier", "x")], ())
