"""Evidence packs: never more tokens than asked for, whatever counts them, and every piece cited."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import meadow
from meadow.errors import BudgetError, UsageError
from meadow.reports.packing import estimate_tokens
from meadow.sample import sample_path
from reports.news import FERRY, document

QUESTION = "What about the hatch of the ferry?"


def test_each_line_names_source_date_id_and_offsets() -> None:
    made = meadow.pack(QUESTION, FERRY, tokens=1000)
    lines = made.text.splitlines()
    assert lines[0] == f"Question: {QUESTION}"
    assert lines[1].startswith("[1] Coast Post, 2026-04-01T08:00:00+00:00, a1 0-86: The ferry Blue Heron sank")
    by_id = {each.id: each for each in FERRY}
    for line, pick in zip(lines[1:], made.picks, strict=True):
        match = re.fullmatch(r"\[\d+\] .*, (\w+) (\d+)-(\d+): (.*)", line)
        assert match is not None
        assert by_id[match[1]].text[int(match[2]) : int(match[3])] == match[4] == pick.sentence.text


@settings(max_examples=30, deadline=None)
@given(
    st.integers(60, 400),
    st.sampled_from([estimate_tokens, len, lambda text: len(text.split()), lambda text: len(text.encode())]),
)
def test_no_pack_exceeds_its_tokens_by_any_counter(tokens: int, count: object) -> None:
    made = meadow.pack(QUESTION, FERRY, tokens=tokens, count=count)  # type: ignore[arg-type]
    assert made.tokens <= tokens
    assert made.tokens == count(made.text)  # type: ignore[operator]


def test_tokens_that_do_not_add_up_are_counted_as_a_whole() -> None:
    def superadditive(text: str) -> int:
        return len(text) ** 2 // 100

    made = meadow.pack(QUESTION, FERRY, tokens=400, count=superadditive)
    assert superadditive(made.text) <= 400
    assert made.picks


def test_more_tokens_hold_more_evidence_and_the_best_comes_first() -> None:
    few, many = (meadow.pack(QUESTION, FERRY, tokens=tokens) for tokens in (90, 1000))
    assert len(few.picks) == 1 < len(many.picks)
    assert "hatch" in few.picks[0].written


def test_with_few_tokens_the_newest_answer_comes_first() -> None:
    news = list(meadow.read(sample_path()))
    few = meadow.pack("Will the wood-fired bakery in Ninemile keep its oven?", news, tokens=130)
    assert [pick.ref.document_id for pick in few.picks] == ["bakery-ra-01"]
    assert "saves Quill's Bakery" in few.text


def test_copies_are_packed_once() -> None:
    copies = [document(f"c{n}", FERRY[0].text, day=n + 1, source=f"Outlet {n}") for n in range(5)]
    assert meadow.pack(QUESTION, copies, tokens=2000).text.count("sank off Marlow") == 1


def test_without_evidence_only_the_question_is_left() -> None:
    made = meadow.pack("chess championship in Oslo", FERRY, tokens=100)
    assert made.picks == ()
    assert made.text == "Question: chess championship in Oslo\n"
    assert made.missing == ("chess", "championship", "Oslo")


@pytest.mark.parametrize("tokens", [0, -5])
def test_an_impossible_length_is_an_error(tokens: int) -> None:
    with pytest.raises(BudgetError, match="is no length"):
        meadow.pack(QUESTION, FERRY, tokens=tokens)


def test_too_few_tokens_for_the_question_are_an_error() -> None:
    with pytest.raises(BudgetError, match="do not even hold the question"):
        meadow.pack(QUESTION, FERRY, tokens=3)
    with pytest.raises(UsageError, match="The question is empty"):
        meadow.pack(" ", FERRY, tokens=100)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [("", 0), ("ferry", 2), ("the ferry sank.", 6), ("é", 1), ("打ち上げ", 6), ("1910", 2), ("a\n", 2)],
)
def test_the_estimate_is_as_documented(text: str, tokens: int) -> None:
    assert estimate_tokens(text) == tokens


@given(st.text(), st.text())
def test_the_estimate_grows_with_the_text(first: str, second: str) -> None:
    assert estimate_tokens(first) <= estimate_tokens(first + second)
