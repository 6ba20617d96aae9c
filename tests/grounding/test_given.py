"""Texts to check: what is a sentence of them, and what it cites."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest

from meadow.errors import InputError
from meadow.grounding.given import Given, parse_given
from meadow.model import Document

DOCUMENTS = (
    Document("one", title="The council meets again", text="x", url="https://one.example/a"),
    Document("two", title="The yard is empty now", text="y"),
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The council met. The yard closed.", [("The council met.", None), ("The yard closed.", None)]),
        ("The council met [1]. The yard closed.[2]", [("The council met.", {"one"}), ("The yard closed.", {"two"})]),
        ("The council met.[^a]\n\n[^a]: [The yard is empty now](https://x.example)", [("The council met.", {"two"})]),
        ("# Head\n\n- The council met.[1, 2]\n", [("The council met.", {"one", "two"})]),
        ("The council met.[7]", [("The council met.", set())]),
        ("The **council** met\nagain.", [("The council met again.", None)]),
        ("[1] Outlet, 2026, two 3-20: The yard closed.", [("The yard closed.", {"two"})]),
    ],
)
def test_text_and_markdown(text: str, expected: list[tuple[str, set[str] | None]]) -> None:
    assert [(each.text, each.cites) for each in parse_given(text, DOCUMENTS)] == expected


@pytest.mark.parametrize(
    "value",
    [
        [{"sentence": "The council met.", "sources": ["one"]}],
        {"sentences": [{"written": "The council met.", "document": "one"}]},
        {"stories": [{"summary": {"sentences": [{"text": "The council met.", "document": "one"}]}}]},
        [{"sentence": "The council met.", "sources": ["https://one.example/a"]}],
    ],
)
def test_json(value: object) -> None:
    assert parse_given(json.dumps(value), DOCUMENTS) == (Given("The council met.", frozenset({"one"})),)


@pytest.mark.parametrize("text", ['[{"sentence": ', '[{"words": 3}]', "[3]"])
def test_broken_json_says_what_is_allowed(text: str) -> None:
    with pytest.raises(InputError, match="JSON"):
        parse_given(text, DOCUMENTS)


def test_a_text_may_begin_with_a_bracket() -> None:
    assert [each.text for each in parse_given("[Updated] The council met.", DOCUMENTS)] == [
        "[Updated] The council met."
    ]


@pytest.mark.parametrize("piece", ["](", "- ](x", "[1] a, ", "[1]", " ", "**", "[", "1 articles, ", ": ", "> "])
def test_hostile_lines_end(piece: str) -> None:
    for text in (piece * 30_000, f"- {piece * 30_000}", f"[1] {piece * 30_000}", f"The council {piece * 30_000} met."):
        with suppress(InputError):  # "[[[" begins like JSON
            parse_given(text, DOCUMENTS)
