"""Nobody is spoken of by surname alone before somebody has said who that is."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import meadow
from meadow.model import Document
from meadow.select.candidates import Candidates
from meadow.select.coreference import unresolved_rows, with_introductions
from meadow.select.exchange import Problem, best_set
from meadow.select.redundancy import ChosenSet
from meadow.text.selfcontained import check_sentence
from meadow.vectors.coreference.surnames import introduces, unresolved_surname
from meadow.vectors.sentence_checks import sentence_checks
from meadow.vectors.view import StoryView, view_documents

HEARING = (
    "The court of Sant Oriel heard the first witnesses of the ferry disaster on Monday.",
    "Prosecutor Jonas Rubin opened the hearing in Sant Oriel with a film of the ferry.",
    "Rubin said that the ferry left port with an open door.",
    "Witness Ann Lund told the court that the captain of the ferry had slept.",
)


def _view(*texts: str, language: str = "en") -> StoryView:
    return view_documents([Document(f"d{n}", text=text, language=language) for n, text in enumerate(texts)])


def test_a_surname_leans_on_the_sentence_that_introduced_it() -> None:
    view = _view(" ".join(HEARING))
    assert [unresolved_surname(view, row) for row in range(4)] == [None, None, "Rubin", None]
    assert unresolved_rows(view, [0, 1, 2]) == []
    assert unresolved_rows(view, [0, 2, 1]) == [2]
    assert unresolved_rows(view, [0, 3, 2]) == [2]


def test_who_is_younger_has_a_surname_too() -> None:
    view = _view("The court met. Prosecutor Jonas Rubin Jr. spoke. Rubin said that the door was open.")
    assert unresolved_surname(view, len(view) - 1) == "Rubin"


def test_a_mere_noun_may_speak_behind_who_that_is() -> None:
    view = _view("The court met. An official of the port was heard. “The doors were open,” the official said.")
    assert unresolved_rows(view, [0, 1, 2]) == []
    assert unresolved_rows(view, [0, 2]) == [2]


def test_one_row_is_judged_as_the_whole_story_is() -> None:
    view = _view(" ".join(HEARING))
    assert [each.surname for each in sentence_checks(view)] == [
        unresolved_surname(view, row) for row in range(len(view))
    ]


@pytest.mark.parametrize(
    "last",
    [
        "Rubin's film was shown to the court.",
        "In the afternoon, Rubin and his clerks left the court.",
        "The door was open, according to Rubin.",
        "The door was open, according to Rubin, who declined to say more.",
        "Unlike the captain, Rubin wants an inquiry.",
    ],
)
def test_a_surname_needs_an_introduction_wherever_its_bearer_acts_or_speaks(last: str) -> None:
    view = _view(f"Divers came from Skerra. Prosecutor Jonas Rubin spoke. {last}")
    assert unresolved_surname(view, len(view) - 1) == "Rubin"


@pytest.mark.parametrize(
    "last",
    [
        "Rubin, the prosecutor, said that the door was open.",  # who that is stands beside the name
        "The court thanked the divers, and Rubin's film was shown.",
        "Skerra said that the door was open.",
        "Rubin's, on Chapel Street, is the last bakery of Skerra.",
    ],
)
def test_what_needs_no_introduction(last: str) -> None:
    view = _view(f"Divers came from Skerra. Prosecutor Jonas Rubin spoke. {last}")
    assert unresolved_surname(view, len(view) - 1) is None


def test_whoever_a_first_sentence_names_is_known() -> None:
    known = _view("Rubin opened the hearing.", "The court met. Jonas Rubin spoke. Rubin said that the door was open.")
    assert unresolved_rows(known, [0, len(known) - 1]) == []


def test_another_document_may_introduce() -> None:
    view = _view("The prosecutor is Jonas Rubin.", f"{HEARING[1]} {HEARING[2]}")
    assert unresolved_rows(view, [0, 2]) == []


def test_a_title_is_no_introduction() -> None:
    assert introduces("Prosecutor Jonas Rubin spoke.", "Rubin", "en")
    assert not introduces("Mr. Rubin spoke.", "Rubin", "en")
    assert not introduces("Rubin spoke.", "Rubin", "en")


def test_a_summary_introduces_whom_it_speaks_of() -> None:
    documents = [Document("a", text=" ".join(HEARING), language="en")]
    texts = [pick.written for pick in meadow.summarize(documents, method="coverage", words=27).picks]
    assert HEARING[2] not in texts or HEARING[1] in texts[: texts.index(HEARING[2])]


def test_mr_and_ms_tell_nobody_who_that_is() -> None:
    view = _view(
        "The ferry of Skerra sank on Monday. Captain Ann Lund slept. When Ms Lund woke up, the ferry lay on its side."
    )
    assert unresolved_surname(view, 2) == "Lund"
    assert sentence_checks(view)[2].surname == "Lund"


def test_a_verb_behind_a_surname_makes_it_a_subject() -> None:
    view = _view("The ferry of Skerra sank on Monday. Captain Ann Lund slept. Police say that Lund ignored two alarms.")
    assert unresolved_surname(view, 2) == "Lund"


KITCHEN = (
    "Nine children drank soap at breakfast in Carrowmere on Monday, the ministry of health of Carrowmere said.",
    "Breakfast at the school of Carrowmere was made by a kitchen helper from Skerra.",
    "The helper took soap for juice at breakfast in Carrowmere, and nine children drank soap.",
)


def test_a_thing_is_introduced_before_it_is_spoken_of_as_known() -> None:
    view = _view(" ".join(KITCHEN))
    assert unresolved_rows(view, [0, 2]) == [2]
    assert unresolved_rows(view, [0, 1, 2]) == []
    assert unresolved_rows(view, [2, 1]) == [2]


@pytest.mark.parametrize("words", [32, 46, 60])
def test_a_summary_introduces_what_it_speaks_of(words: int) -> None:
    documents = [Document("a", text=" ".join(KITCHEN), language="en")]
    texts = [pick.written for pick in meadow.summarize(documents, words=words, select="coverage(most=2, held=2)").picks]
    assert texts
    assert KITCHEN[2] not in texts or KITCHEN[1] in texts[: texts.index(KITCHEN[2])]


def test_an_introduction_comes_in_where_the_set_is_worth_more_with_it() -> None:
    """Alone, sentence 0 would fit beside 2; with room for two sentences 1 goes in, so that 2 may stay behind it."""
    costs = np.array([5, 5, 5], np.int64)
    none = np.empty(0, np.int64)
    problem = Problem(
        costs=costs, capacity=10, worth=np.array([2, 3, 9], np.int64), starts=np.zeros(4, np.int64), concepts=none,
        first=none, second=none, along=np.zeros(3, np.int64), products=np.eye(3, dtype=np.int64),
        barred=np.zeros((3, 3), np.bool_), pull=0.0,
    )  # fmt: skip
    view = _view(" ".join(KITCHEN))
    found = Candidates(np.arange(3), costs, 10)

    def choose(given: Problem) -> ChosenSet:
        return ChosenSet(given, best_set(given))

    # Worth: {1, 2} = 12 by itself. Were 0 worth 4, {0, 2} = 13 would win and be mended: {0, 1} = 7 against {1, 2} = 12.
    dearer = problem._replace(worth=np.array([4, 3, 9], np.int64))
    assert sorted(choose(dearer).members) == [0, 2]
    assert sorted(with_introductions(view, found, choose(dearer), choose, sorted)) == [1, 2]
    # Where the introduction costs too much room, the sentence goes instead.
    tight = dearer._replace(costs=np.array([5, 8, 5], np.int64))
    assert sorted(with_introductions(view, found, choose(tight), choose, sorted)) == [0]


def test_one_unknown_after_the_other_is_ruled_out() -> None:
    people = ["Ann Lund", "Jonas Rubin", "Nils Corrigan", "Petra Halvorsen", "Ivar Maran"]
    said = [f"{name.split()[-1]} said that the ferry left port with an open door." for name in people]
    view = _view(" ".join(["The court met.", *(f"Witness {name} spoke." for name in people), *said]))
    rows = np.array([0, *range(len(view) - len(said), len(view))])
    costs, none = np.ones(len(rows), np.int64), np.empty(0, np.int64)
    problem = Problem(
        costs=costs, capacity=1, worth=np.arange(1, len(rows) + 1), starts=np.zeros(len(rows) + 1, np.int64), concepts=none,
        first=none, second=none, along=np.zeros(len(rows), np.int64), products=np.eye(len(rows), dtype=np.int64),
        barred=np.zeros((len(rows), len(rows)), np.bool_), pull=0.0,
    )  # fmt: skip

    def choose(given: Problem) -> ChosenSet:
        return ChosenSet(given, best_set(given))

    assert with_introductions(view, Candidates(rows, costs, 1), choose(problem), choose, sorted) == [0]


def test_japanese_names_are_not_asked_for() -> None:
    assert unresolved_surname(_view("佐藤健一氏が話した。佐藤氏は船が沈んだと述べた。", language="ja"), 1) is None


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("A couple of hours later, police found the ferry off Skerra.", "en"),
        ("Two days later the ferry was found off Skerra.", "en"),
        ("Following the announcement, Ann Lund thanked the divers of Skerra.", "en"),
        ("As previously reported, Ann Lund left Skerra in May.", "en"),
        ("Dos días después, la policía halló el barco ante Skerra.", "es"),
        ("Poco después, Marenza anunció el cierre del puerto.", "es"),
    ],
)
def test_times_that_another_sentence_tells_lean(text: str, language: str) -> None:
    assert check_sentence(text, language).dependence == "opening"


@pytest.mark.parametrize(
    "text", ["Two days of rain closed the port of Skerra.", "After the Skerra crash, Ann Lund closed the port."]
)
def test_times_of_their_own_do_not(text: str) -> None:
    assert check_sentence(text, "en").dependence is None


@pytest.mark.parametrize("text", ["ウィキペディアに渡し船に関する記事があります。", "鳴崎通信、2026年3月2日閲覧。"])
def test_what_points_out_of_a_japanese_article_is_junk(text: str) -> None:
    assert check_sentence(text, "ja").junk


@settings(max_examples=30)
@given(st.permutations(range(4)))
def test_a_story_in_any_order_has_nobody_unmet_before_their_introduction(order: list[int]) -> None:
    view = _view(" ".join(HEARING[place] for place in order))
    rows = list(range(len(view)))
    unmet = unresolved_rows(view, rows)
    assert all(unresolved_surname(view, row) is not None for row in unmet)
    assert unmet == []  # in the order of its document every surname stands behind the name in full
    assert np.array_equal(unresolved_rows(view, rows), unmet)
