"""Bibliographies: what is cited and under which key, and that no title becomes a command."""

from __future__ import annotations

import json
import re
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brief.bibtex import printed, read_bibtex
from brief.hostile import ADDRESSES, STRINGS, document_with, wearing
from brief.values import COURIER, RADIO, UNDATED, WIRE, document, pick, rocket
from meadow.brief.bibliography import (
    citation_keys,
    cited_documents,
    escape_latex,
    format_bibtex,
    format_csl,
    plain_address,
)
from meadow.brief.wording import title_text
from meadow.errors import InputError
from meadow.provenance import content_id
from meadow.text.printable import one_line

LATEX = (
    r"\input{/etc/hostname}",
    r"\immediate\write18{touch owned}",
    r"100% of $5 & #1_a ~ ^ \\",
    "}} , evil = {{x",
    "}}}\n@misc{evil, title = {{x}}}",
    "{{{",
    "}",
    r"\{",
    '" # jan # "',
    "a and b, c",
    "@comment{x",
    "\\",
)


def items(text: str) -> list[dict[str, Any]]:
    value = json.loads(text)
    assert isinstance(value, list)
    return value


def test_articles_are_cited_once_in_the_order_of_their_first_sentence() -> None:
    picks = [pick(COURIER, 1), pick(WIRE, 0, covers=[("radio-2", 0)]), pick(COURIER, 0)]

    assert cited_documents([WIRE, COURIER, RADIO], picks) == (COURIER, WIRE)


def test_a_pick_from_an_unknown_document_is_an_error() -> None:
    with pytest.raises(InputError, match="wire-1"):
        cited_documents([COURIER], [pick(WIRE, 0)])


def test_an_entry_has_title_outlet_day_and_address() -> None:
    digits = content_id("wire-1")[:8]
    assert format_bibtex([WIRE]) == (
        f"@misc{{harbour-wire-2026-03-03-{digits},\n"
        "  title = {{Ferry strikes pier}},\n"
        "  author = {{Harbour Wire}},\n"
        "  year = {2026},\n"
        "  month = mar,\n"
        "  day = {3},\n"
        "  url = {https://harbour-wire.example/1},\n"
        "}\n"
    )


def test_an_item_of_csl_has_the_same_under_the_same_key() -> None:
    (item,) = items(format_csl([WIRE]))
    assert item == {
        "id": citation_keys([WIRE])["wire-1"],
        "type": "article-newspaper",
        "title": "Ferry strikes pier",
        "container-title": "Harbour Wire",
        "issued": {"date-parts": [[2026, 3, 3]]},
        "URL": "https://harbour-wire.example/1",
        "language": "en",
    }


def test_what_is_not_known_is_left_out() -> None:
    (entry,) = read_bibtex(format_bibtex([UNDATED]))
    (item,) = items(format_csl([UNDATED]))

    assert entry.fields == {"title": "{{Nobody drowned.}}"}
    assert item == {"id": entry.key, "type": "article-newspaper", "title": "Nobody drowned.", "language": "en"}
    assert re.fullmatch(r"article-undated-[0-9a-f]{8}", entry.key)


def test_nothing_cited_is_an_empty_bibliography() -> None:
    assert (format_bibtex([]), format_csl([])) == ("", "[]\n")


def test_other_scripts_stay_as_they_are_and_keys_are_ascii() -> None:
    documents = rocket().documents
    (entry,) = read_bibtex(format_bibtex(documents))

    assert printed(entry.fields["title"]) == "新しい橋が開通"
    assert re.fullmatch(r"article-2026-03-03-[0-9a-f]{8}", entry.key)


@pytest.mark.parametrize(
    ("source", "start"),
    [("Élan & Cie", "elan-cie-"), ("---", "article-"), ("The " + "very " * 9 + "long", "the-very-very-very-very-")],
)
def test_a_key_starts_with_the_outlet(source: str, start: str) -> None:
    (key,) = citation_keys([document("one", ["A sentence."], source=source)]).values()

    assert key.startswith(f"{start}2026-03-03-")


def test_a_key_does_not_depend_on_what_else_is_cited() -> None:
    assert citation_keys([WIRE])["wire-1"] == citation_keys([RADIO, COURIER, WIRE])["wire-1"]


def test_documents_whose_short_digests_coincide_get_long_ones() -> None:
    seen: dict[str, str] = {}
    for number in count():
        name, digits = f"d{number}", content_id(f"d{number}")[:8]
        if digits in seen:
            break
        seen[digits] = name
    first, second = document(seen[digits], ["One."]), document(name, ["Two."])
    keys = citation_keys([first, second, WIRE])

    assert [len(key.rpartition("-")[2]) for key in keys.values()] == [16, 16, 8]
    assert len(set(keys.values())) == 3


@pytest.mark.golden("B10")
@pytest.mark.parametrize("text", [*STRINGS, *LATEX])
def test_hostile_text_stays_text_in_bibtex(text: str) -> None:
    documents = [document for brief in wearing(text) for document in brief.documents]
    first, second = read_bibtex(format_bibtex(documents))

    assert list(first.fields) == ["title", "author", "year", "month", "day", "url"]
    assert list(second.fields) == ["title", "author", "url"]
    assert re.fullmatch(r"[a-z0-9-]+", first.key + second.key)
    assert printed(first.fields["title"]) == printed(first.fields["author"]) == one_line(text)


@pytest.mark.golden("B10")
@pytest.mark.parametrize("text", [*STRINGS, *LATEX])
def test_hostile_text_stays_text_in_csl(text: str) -> None:
    documents = [document for brief in wearing(text) for document in brief.documents]
    written = format_csl(documents)

    assert [item["title"] for item in items(written)] == [one_line(text), title_text(documents[1])]
    assert re.search("[<>&\x00-\x09\x0b-\x1f]", written) is None


@pytest.mark.golden("B10")
@pytest.mark.parametrize("url", ADDRESSES)
def test_only_web_addresses_are_given(url: str) -> None:
    one = document_with(url)

    assert plain_address(url) is None
    assert "url" not in read_bibtex(format_bibtex([one]))[0].fields
    assert "URL" not in items(format_csl([one]))[0]


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("https://a.example/{x}^`|~_$&#%20", "https://a.example/%7Bx%7D%5E%60%7C~_$&#%20"),
        ("https://a.example/橋?q=é", "https://a.example/%E6%A9%8B?q=%C3%A9"),
    ],
)
def test_addresses_keep_to_the_characters_of_addresses(url: str, address: str) -> None:
    one = document("one", ["A sentence."], url=url)

    assert items(format_csl([one]))[0]["URL"] == address
    assert read_bibtex(format_bibtex([one]))[0].fields["url"] == f"{{{address}}}"


@given(st.one_of(st.text(), st.text('\\{}%$#&_~^<>|"@,=` \nab'), st.sampled_from(LATEX)))
def test_latex_prints_what_was_given(text: str) -> None:
    assert printed(f"{{{{{escape_latex(text)}}}}}") == one_line(text)


@given(st.lists(st.text(), max_size=5))
def test_any_titles_give_one_entry_each(titles: list[str]) -> None:
    documents = [document(f"d{n}", ["A sentence."], title=title, source=title) for n, title in enumerate(titles)]
    entries, listed = read_bibtex(format_bibtex(documents)), items(format_csl(documents))

    assert [printed(entry.fields["title"]) for entry in entries] == [one_line(title) for title in titles]
    assert [entry.key for entry in entries] == [item["id"] for item in listed]
