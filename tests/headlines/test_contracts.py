"""Every headline method, alone and nested, keeps the public contract; and a method that breaks it is found out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from meadow.headlines import HEADLINES
from meadow.headlines.candidate import Candidate, Rank
from meadow.headlines.title import title
from meadow.model import SentenceRef
from meadow.pipeline import HEADLINE_METHODS
from meadow.testing import ContractError, check_headline
from meadow.vectors.view import StoryView


@pytest.mark.parametrize(
    "spec",
    sorted(
        {
            *HEADLINES,
            *HEADLINE_METHODS,
            "compress(words=5)",
            "compress(characters=1)",
            "core(core(phrase(sentences=1)))",
        }
    ),
)
def test_every_method(spec: str) -> None:
    check_headline(HEADLINES.build(spec))


def _changed(**fields: object) -> object:
    def method(view: StoryView, rank: Rank) -> Candidate:
        return replace(title(view, rank), **fields)  # type: ignore[arg-type]

    return method


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"text": " "}, "must not be printed"),
        ({"text": ""}, "empty"),
        ({"text": "Ferry\ncapsizes"}, "more than one line"),
        ({"text": "Ferry \x1b[31mcapsizes"}, "must not be printed"),
        ({"evidence": (SentenceRef("nobody", 0),)}, "no sentences of this story"),
        ({"evidence": (SentenceRef("d0", 99),)}, "no sentences of this story"),
        ({"score": float("nan")}, "score is nan"),
    ],
)
def test_a_broken_method_is_found_out(fields: dict[str, object], complaint: str) -> None:
    with pytest.raises(ContractError, match=complaint):
        check_headline(_changed(**fields))  # type: ignore[arg-type]


def test_a_method_that_depends_on_the_call_is_found_out() -> None:
    calls = iter(range(1000))

    def counting(view: StoryView, rank: Rank) -> Candidate:
        return replace(title(view, rank), text=f"Ferry {next(calls)}")

    with pytest.raises(ContractError, match="another headline"):
        check_headline(counting)
