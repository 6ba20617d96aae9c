from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow import errors
from meadow.errors import (
    BudgetError,
    InputError,
    MeadowError,
    MissingExtraError,
    NothingReadableError,
    PluginError,
    ReadError,
    ReadWarning,
    SpecError,
    UnknownNameError,
    UsageError,
)

RANKERS = ("centroid", "lead", "lexrank", "mix", "random")


def test_an_error_is_a_whole_explanation() -> None:
    error = MeadowError("The length is -3.", given="-3", allowed="A length is 1 or more.", advice="Try --words 100.")
    assert str(error) == "The length is -3. A length is 1 or more. Try --words 100."
    assert (error.problem, error.given) == ("The length is -3.", "-3")
    assert (error.allowed, error.advice) == ("A length is 1 or more.", "Try --words 100.")


def test_absent_parts_leave_no_trace() -> None:
    error = MeadowError("It is closed.")
    assert str(error) == "It is closed."
    assert (error.given, error.allowed, error.advice) == (None, None, None)


def test_an_unknown_name_suggests_the_known_one() -> None:
    error = UnknownNameError("ranker", "lexrnk", RANKERS)
    assert str(error) == (
        "There is no ranker called 'lexrnk'. Did you mean 'lexrank'? Known: centroid, lead, lexrank, mix, random."
    )
    assert error.suggestions == ("lexrank",)
    assert error.given == "lexrnk"


@pytest.mark.parametrize(("typed", "meant"), [("LEAD", "lead"), ("centriod", "centroid"), ("Lex-Rank", "lexrank")])
def test_case_and_slips_are_forgiven_in_suggestions(typed: str, meant: str) -> None:
    assert UnknownNameError("ranker", typed, RANKERS).suggestions[0] == meant


def test_suggestions_keep_the_case_of_the_known_name() -> None:
    assert UnknownNameError("table", "rouge-l", ["ROUGE-L"]).suggestions == ("ROUGE-L",)


def test_several_suggestions_are_joined() -> None:
    error = UnknownNameError("preset", "mead-d", ["mead-c", "mead-cp", "top"])
    assert "Did you mean 'mead-c' or 'mead-cp'?" in str(error)


def test_nothing_close_suggests_nothing() -> None:
    error = UnknownNameError("ranker", "zzz", RANKERS, advice="`meadow methods` describes them all.")
    assert str(error).startswith("There is no ranker called 'zzz'. Known: centroid")
    assert str(error).endswith("`meadow methods` describes them all.")


def test_an_empty_list_says_none() -> None:
    assert str(UnknownNameError("tracker", "x", [])) == "There is no tracker called 'x'. Known: none."


def test_a_long_list_is_cut() -> None:
    shown = str(UnknownNameError("ranker", "x", [f"r{number:03}" for number in range(100)]))
    assert "r039, and 60 more." in shown
    assert "r040" not in shown


@given(st.text(max_size=20), st.lists(st.text(min_size=1, max_size=8), max_size=60))
def test_suggestions_are_known_names(name: str, known: list[str]) -> None:
    error = UnknownNameError("ranker", name, known)
    assert set(error.suggestions) <= set(known)
    assert len(error.suggestions) <= 3


def test_a_read_error_holds_place_and_reason() -> None:
    error = ReadError("news/a.jsonl:12", "the date is 'soon'", advice="Write it as 2026-03-03.")
    assert str(error) == "news/a.jsonl:12: the date is 'soon' Write it as 2026-03-03."
    assert (error.place, error.reason) == ("news/a.jsonl:12", "the date is 'soon'")


def test_a_missing_extra_says_how_to_install_it() -> None:
    error = MissingExtraError("Japanese", "ja")
    assert (
        str(error) == "Japanese needs the extra 'ja', which is not installed. Install it with: pip install 'meadow[ja]'"
    )
    assert error.extra == "ja"


@pytest.mark.parametrize(
    ("kind", "parent", "exit_code"),
    [
        (UsageError, MeadowError, 2),
        (BudgetError, UsageError, 2),
        (SpecError, UsageError, 2),
        (UnknownNameError, UsageError, 2),
        (InputError, MeadowError, 2),
        (ReadError, InputError, 2),
        (NothingReadableError, InputError, 2),
        (PluginError, MeadowError, 2),
        (MissingExtraError, MeadowError, 3),
    ],
)
def test_the_tree_and_its_exit_codes(kind: type[MeadowError], parent: type[MeadowError], exit_code: int) -> None:
    assert issubclass(kind, parent)
    assert kind.exit_code == exit_code


def test_every_error_is_foreseen_by_one_except() -> None:
    kinds = [value for value in vars(errors).values() if isinstance(value, type) and issubclass(value, BaseException)]
    raised = [kind for kind in kinds if not issubclass(kind, UserWarning)]
    assert ReadWarning not in raised
    assert [kind for kind in raised if not issubclass(kind, MeadowError)] == []


@pytest.mark.parametrize(
    "error",
    [
        BudgetError("Two lengths.", given="both", allowed="One.", advice="Drop one."),
        UnknownNameError("ranker", "lexrnk", RANKERS, advice="See the list."),
        ReadError("a.txt", "empty file"),
        MissingExtraError("Japanese", "ja"),
    ],
)
def test_errors_cross_process_borders_whole(error: MeadowError) -> None:
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)
