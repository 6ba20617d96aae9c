"""The gold phrases: large enough, well formed, and the part that served to write rules is found."""

from __future__ import annotations

import pytest

from text.phrases.gold_phrases import LANGUAGES, PARTS, Figures, compared, load_cases, mistakes


@pytest.mark.parametrize(("language", "least"), [("en", 60), ("es", 60), ("nl", 60), ("ja", 30)])
def test_gold_is_large_enough_and_half_of_it_is_held_out(language: str, least: int) -> None:
    cases = load_cases(language)
    assert len(cases) >= least
    assert {case.part for case in cases} == set(PARTS)
    assert 2 * sum(case.part != "tuned" for case in cases) >= len(cases)
    assert len({case.text for case in cases}) == len(cases)


@pytest.mark.parametrize("language", LANGUAGES)
def test_tuned_sentences_stay_as_good_as_they_were(language: str) -> None:
    wrong = list(mistakes(language, "tuned"))
    # Left: in English a place named once, without a cue, that reads like a person; in Japanese an adverb that is a noun.
    assert len(wrong) <= {"en": 2, "ja": 2}.get(language, 0), wrong


def test_figures_add_up() -> None:
    whole = Figures(found=3, gold=4, right=2) + Figures(found=1, gold=0, right=0)
    assert whole == Figures(4, 4, 2)
    assert (whole.precision, whole.recall) == (0.5, 0.5)
    assert (Figures().precision, Figures().recall) == (1.0, 1.0)


def test_a_case_compares_place_and_meaning() -> None:
    case = next(case for case in load_cases("en") if case.text.startswith("Police arrested two men"))
    assert [case.text[start:end] for start, end, _ in case.items["np"]] == ["Police", "two men", "city of Norwold"]
    assert case.items["counted"] == [(16, 19, "men")]
    assert compared(case, "en")["number"].right == 3
