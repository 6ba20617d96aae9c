"""The lists by which questions are read: whole words, in any case, and the same event by other words."""

from __future__ import annotations

from typing import get_args

import pytest

from meadow.model import QuestionKind
from meadow.reports.irregular import other_forms
from meadow.reports.wordings import LANGUAGES, kin, pattern
from meadow.text.stems import stem_words

SECTIONS = ("cause sure", "taken back", "supposed")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_knows_every_kind_of_question_and_how_causes_are_told(language: str) -> None:
    kinds: tuple[QuestionKind, ...] = get_args(QuestionKind)
    assert [kind for kind in kinds if pattern(language, kind) is None and kind != "open"] == []
    assert pattern(language, "cause sure") is not None


def test_a_language_without_lists_has_no_patterns() -> None:
    assert pattern("fr", "why") is None
    assert kin("fr") == {}
    assert pattern("en", "nothing of the kind") is None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("because", "because"),
        ("BECAUSE  of", "BECAUSE  of"),
        ("becauseway", None),
        ("unbecause", None),
        ("because\nof", "because\nof"),
    ],
)
def test_only_whole_words_are_found_whatever_the_blanks_between_them(text: str, found: str | None) -> None:
    words = pattern("en", "cause sure")
    assert words is not None
    match = words.search(text)
    assert (None if match is None else match[0]) == found


def test_where_a_script_has_no_blanks_words_stand_anywhere() -> None:
    asking = pattern("ja", "why")
    assert asking is not None
    assert asking.search("打ち上げはなぜ失敗したのか") is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_of_one_event_are_found_from_each_other(language: str) -> None:
    groups = kin(language)
    for stem, members in groups.items():
        assert stem in stem_words(sorted(members), language)
        for member in stem_words(sorted(members), language):
            assert groups[member] & members


def test_who_dies_is_killed_and_a_word_may_stand_in_two_groups() -> None:
    assert {"die", "killed", "toll", "drowned"} <= kin("en")["die"]
    assert kin("en")["die"] == kin("en")["kill"]
    found = stem_words(["found"], "en")[0]
    assert {"recovered", "established"} <= kin("en")[found]


@pytest.mark.parametrize("forms", ["sink sank sunk", "man men", "go went gone", "leaf leaves"])
def test_each_irregular_form_leads_to_all(forms: str) -> None:
    for form in forms.split():
        assert other_forms(form, "en") >= set(forms.split())


def test_other_words_and_other_languages_have_only_themselves() -> None:
    assert other_forms("ferry", "en") == {"ferry"}
    assert other_forms("men", "de") == {"men"}
