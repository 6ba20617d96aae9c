"""Compression: whole clauses go, every cut is recorded, and what is left is a sentence of the source's words."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import SpecError
from meadow.rewrite.compress import compress
from meadow.rewrite.rewritten import Rewritten
from meadow.text.shortening import MARK

LONG = "The ferry, which was built in 1987, capsized off Skerra (a rock) on Monday, killing nine people."


@pytest.mark.golden("T1")
@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", "SANT ORIEL (LPA) - Nine people died on Monday, the coast guard said.", "Nine people died on Monday."),
        ("en", "The ferry (built in 1987) capsized off Skerra.", "The ferry capsized off Skerra."),
        ("en", "The captain, 52, was rescued by a trawler.", "The captain was rescued by a trawler."),
        ("es", "Nueve personas murieron el lunes, según la guardia costera.", "Nueve personas murieron el lunes."),
        (
            "nl",
            "Negen mensen kwamen maandag om het leven, zei de kustwacht.",
            "Negen mensen kwamen maandag om het leven.",
        ),
        ("ja", "海上保安庁によると、月曜日に九人が死亡した。", "月曜日に九人が死亡した。"),
    ],
)
def test_datelines_attributions_and_parentheses_go(language: str, text: str, wanted: str) -> None:
    assert compress(text, language).text == wanted


@pytest.mark.parametrize(
    "text",
    [
        "The mayor, Livia Sand, opened the bridge on Monday.",  # without the name nobody knows who
        "The pump does not (always) help against high water.",
        "“We lost everything,” the owner said.",
        "Unless the river falls, the bridge stays closed, the city says it fears.",
        "The ferry capsized off Skerra.",
        "Lund, 43, and Sand, 68, were elected to the council.",
    ],
)
def test_what_would_lose_a_name_or_change_a_fact_stays(text: str) -> None:
    assert compress(text).text == text


def test_clauses_go_one_kind_after_another_until_the_sentence_fits() -> None:
    lengths = [len(compress(LONG, characters=limit).text) for limit in (200, 100, 80, 60, 42)]
    assert lengths == sorted(lengths, reverse=True)
    assert all(length <= limit for length, limit in zip(lengths, (200, 100, 80, 60, 42), strict=True))
    assert compress(LONG, characters=42).text == "The ferry capsized off Skerra on Monday."


def test_a_sentence_without_clauses_is_cut_and_marked_as_the_last_resort() -> None:
    text = "The ferry capsized off Skerra on Monday morning in calm weather."
    result = compress(text, characters=40)
    assert result.text.endswith(MARK)
    assert len(result.text) <= 40
    assert result.cuts[-1].kind == "shortened"
    assert text.startswith(result.text.removesuffix(MARK))


def test_boilerplate_is_left_out_altogether() -> None:
    assert compress("All rights reserved.").text == ""


@pytest.mark.parametrize("characters", [0, -3])
def test_an_impossible_length_says_what_is_allowed(characters: int) -> None:
    with pytest.raises(SpecError, match="1 or more"):
        compress("A ferry capsized.", characters=characters)


def _left(text: str, result: Rewritten) -> str:
    gone = {place for cut in result.cuts for place in range(cut.start, cut.end)}
    return "".join(character for place, character in enumerate(text) if place not in gone and not character.isspace())


pieces = st.sampled_from(
    ["The ferry", "which sank", "police said", "on Monday", "(a wreck)", "killing two", "he said", "not", "“no”", "52"]
)


@given(
    st.lists(pieces, min_size=1, max_size=9),
    st.sampled_from([", ", " ", "; "]),
    st.one_of(st.none(), st.integers(5, 90)),
)
def test_what_is_printed_is_the_source_without_the_recorded_cuts(
    parts: list[str], mark: str, limit: int | None
) -> None:
    text = mark.join(parts) + "."
    result = compress(text, characters=limit)
    if limit is not None:
        assert len(result.text) <= limit
    if not any(cut.kind == "shortened" for cut in result.cuts):
        assert "".join(result.text.split()) == _left(text, result)
    cuts = result.cuts
    assert all(one.end <= other.start for one, other in pairwise(cuts))
