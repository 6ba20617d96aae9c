"""Runs of words in common, by hand: what is compared of a text, which fingerprints it leaves, what counts as shared."""

from __future__ import annotations

import gzip
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.kernels import word_runs
from meadow.kernels.word_runs import (
    CHARACTER_RUN,
    FEW_RUNS,
    WINNOW,
    WORD_RUN,
    BodyIndex,
    Hashes,
    Rule,
    body_text,
    figures_differ,
    fingerprints,
    read_bodies,
    sharing,
    words_in_runs,
)
from shared import shared


def body(text: str) -> Hashes:
    return read_bodies([text]).words


@pytest.mark.parametrize(
    ("text", "compared"),
    [
        ("The ferry stopped.", ("The ferry stopped.", WORD_RUN)),
        ("SKERRA, March 3 (Harbour Wire) — The ferry stopped.", ("The ferry stopped.", WORD_RUN)),
        ("By Mira Sol\n\nThe ferry stopped.", ("The ferry stopped.", WORD_RUN)),
        ("The ferry stopped.\nBy Mira Sol", ("The ferry stopped.", WORD_RUN)),
        ("By Mira Sol", ("By Mira Sol", WORD_RUN)),
        ("Η «Άλντα» έδεσε 日本 ξανά.", ("Η «Άλντα» έδεσε 日本 ξανά.", WORD_RUN)),
        ("", ("", WORD_RUN)),
    ],
    ids=["plain", "dateline", "byline above", "byline below", "byline alone", "a foreign name", "empty"],
)
def test_what_is_compared(text: str, compared: tuple[str, int]) -> None:
    assert body_text(text) == compared


def test_each_character_is_a_word_where_the_script_has_no_blanks() -> None:
    text, run = body_text("船は12時に潮見へ。")
    assert run == CHARACTER_RUN
    assert text.split() == ["船", "は", "12", "時", "に", "潮", "見", "へ", "。"]


def test_a_long_text_keeps_its_dateline() -> None:
    long = "SKERRA, March 3 (Harbour Wire) — " + "The ferry stopped. " * 40
    assert body_text(long) == (long, WORD_RUN)


def test_words_in_runs_by_hand() -> None:
    # Of "a b c d x e f g" the runs of three that stand in the other are "a b c", "b c d" and "e f g": seven words.
    first, second = body("a b c d x e f g"), body("e f g y a b c d")
    assert words_in_runs(first, second, 3) == 7
    assert words_in_runs(second, first, 3) == 7
    assert words_in_runs(first, second, 4) == 4
    assert words_in_runs(first, second, 5) == 0


def test_a_repeated_run_counts_wherever_it_stands() -> None:
    assert words_in_runs(body("a b c a b c"), body("a b c"), 3) == 6
    assert words_in_runs(body("a b c"), body("a b c a b c"), 3) == 3


@pytest.mark.parametrize(
    ("first", "second", "differ"),
    [
        ("12 dead and 30 hurt", "14 dead and 31 hurt", True),
        ("12 dead", "14 dead", False),
        ("12 dead, 30 hurt, 5 boats", "14 dead, 30 hurt, 5 boats", False),
        ("12 dead, 30 hurt, 5 boats", "12 dead, 31 hurt, 6 boats", True),
        ("12 dead, 30 hurt", "nobody hurt", False),
    ],
    ids=["all of two", "one of one", "one of three", "two of three", "none to compare"],
)
def test_figures_that_make_a_form(first: str, second: str, differ: bool) -> None:
    assert figures_differ(body(first), body(second)) is differ


@given(st.lists(st.integers(0, 50), max_size=30), st.lists(st.integers(0, 50), max_size=30), st.integers(0, 9))
def test_enough_words_in_a_row_leave_a_fingerprint_in_common(before: list[int], after: list[int], start: int) -> None:
    common = list(range(100 + start, 100 + start + WORD_RUN + WINNOW - 1))
    first, second = np.array([*before, *common], np.uint64), np.array([*common, *after], np.uint64)
    assert set(fingerprints(first, WORD_RUN)) & set(fingerprints(second, WORD_RUN))


def test_a_text_shorter_than_a_run_leaves_no_fingerprint() -> None:
    assert fingerprints(body("a b c d e f g"), WORD_RUN) == []
    assert len(fingerprints(body("a b c d e f g h"), WORD_RUN)) == 1


def test_a_short_text_leaves_all_its_runs() -> None:
    hashes = np.arange(40, dtype=np.uint64)
    assert len(fingerprints(hashes[: WORD_RUN + FEW_RUNS - 1], WORD_RUN)) == FEW_RUNS
    assert len(fingerprints(hashes[: WORD_RUN + FEW_RUNS], WORD_RUN)) < FEW_RUNS


def test_of_several_origins_the_closest_wins_and_of_equal_ones_the_earliest() -> None:
    text = "one two three four five six seven eight nine ten eleven twelve"
    texts = [text.removesuffix(" ten eleven twelve"), f"{text} more", f"less {text}", text]
    assert BodyIndex().link(read_bodies(texts), Rule(0.6, 0.3)).parents.tolist() == [-1, 0, 1, 1]


def test_a_phrase_that_everybody_prints_costs_no_more_than_its_newest_holders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_runs, "POSTINGS_READ", 2)
    index = BodyIndex()
    index.put(read_bodies(["the very same phrase of just eight words"] * 5))
    prints = fingerprints(body("the very same phrase of just eight words"), WORD_RUN)
    assert index._candidates(prints, 0) == [3, 4]


def test_cut_reports_are_found_in_seven_languages_and_translations_are_not() -> None:
    with gzip.open(shared("data", "multiling2011", "docs.jsonl.gz"), "rt", encoding="utf-8") as file:
        rows = [row for row in map(json.loads, file) if row["cluster"].startswith("M000.")]
    texts = {row["lang"]: row["text"] for row in rows}
    assert len(texts) == 7
    halves = [text[: len(text) // 2] for text in texts.values()]
    links = BodyIndex().link(read_bodies([*texts.values(), *halves]), Rule(0.6, 0.3))
    assert links.parents.tolist() == [-1] * 7 + list(range(7))


# Few words and long texts, so that runs come again within a text and in others; some are in a script without blanks.
SOME_TEXTS = st.lists(
    st.one_of(
        st.lists(st.sampled_from(["a", "b", "c", "7"]), max_size=60).map(" ".join),
        st.integers(0, 40).map(lambda start: " ".join(f"w{number}" for number in range(start, start + 45))),
        st.text(alphabet="船港潮", max_size=40),
    ),
    max_size=6,
)


@given(SOME_TEXTS)
def test_who_shares_is_told_at_once_as_it_is_one_by_one(texts: list[str]) -> None:
    bodies = read_bodies(texts)
    rows = list(bodies.rows())
    prints = [set(fingerprints(row, run)) for row, run in zip(rows, bodies.runs.tolist(), strict=True)]
    expected = [
        number
        for number in range(len(rows))
        if any(
            prints[number] & prints[other] or rows[number].tobytes() == rows[other].tobytes()
            for other in range(len(rows))
            if other != number
        )
    ]
    assert sharing(bodies) == expected
