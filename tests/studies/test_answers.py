"""Answers of each task: what a slot takes, what is missing, and what a judge's answers come to."""

from __future__ import annotations

from typing import Any

import pytest

from meadow.errors import InputError, UnknownNameError
from meadow.studies.answer_slots import Parts, decode, item_values, parse_sentence
from meadow.studies.answers import ANSWERS, answers_of
from meadow.studies.answers.alignment import limit
from meadow.studies.answers.subsumption import pair_parts
from meadow.studies.slots import sentence_key
from studies.items import BLAZE, BURNED, CREWS, GONE, ITEM, UNHURT

S = sentence_key
HEADLINE = ITEM.candidates[0].key

GOOD = [
    ("utility", ("utility", S(BURNED)), 0),
    ("utility", ("skip", S(UNHURT)), "broken"),
    ("utility", ("skip",), "another language"),
    ("utility", ("submitted",), True),
    ("subsumption", ("pair", S(BURNED), S(GONE)), "covers"),
    ("subsumption", ("settled", S(GONE)), True),
    ("grouping", ("group", S(BLAZE)), "g-1"),
    ("grouping", ("group", S(BLAZE)), "aside"),
    ("grouping", ("label", "g-1"), S(BLAZE)),
    ("grouping", ("ranking",), ["g-1", "g-2"]),
    ("alignment", ("short", "abstract"), "The mill burned."),
    ("alignment", ("long", "source", "0"), {"alternatives": [[S(BURNED)], [S(CREWS), S(GONE)]], "rank": "A"}),
    ("alignment", ("long", "source", "0"), {"rank": "C"}),
    ("alignment", ("short", "question", "3"), {"text": "What burned?", "answers": ["the mill"]}),
    ("concepts", ("concept", "factor", "7"), "fire"),
    ("headlines", ("written",), "Mill gone"),
    ("headlines", ("rating", HEADLINE), {"quality": 5}),
]
BAD = [
    ("utility", ("utility", S(BURNED)), 11, "from 0 to 10"),
    ("utility", ("utility", S(BURNED)), True, "whole number"),
    ("utility", ("utility", S(BURNED)), 3.5, "whole number"),
    ("utility", ("utility", "m1#9"), 3, "no sentence of the item"),
    ("utility", ("utility", "m/2#0"), 3, "no sentence of the item"),
    ("utility", ("score", S(BURNED)), 3, "no slot"),
    ("utility", ("skip",), "", "1 to 500"),
    ("utility", ("submitted",), 1, "true"),
    ("subsumption", ("pair", S(GONE), S(BURNED)), "covers", "order of the item"),
    ("subsumption", ("pair", S(GONE), S(GONE)), "equal", "paired with itself"),
    ("subsumption", ("pair", S(BURNED), S(GONE)), "same", "covers, covered"),
    ("subsumption", ("settled", S(GONE)), False, "true"),
    ("grouping", ("group", S(BLAZE)), "no/slash", "key of a group"),
    ("grouping", ("label", "g1"), "m1#7", "no sentence"),
    ("grouping", ("ranking",), ["g1", "g1"], "each once"),
    ("grouping", ("ranking",), "g1", "list of keys"),
    ("alignment", ("middle", "abstract"), "x", "no slot"),
    ("alignment", ("short", "source", "01"), {"rank": "A"}, "no slot"),
    ("alignment", ("short", "source", "0"), {"alternatives": [[]]}, "one sentence or more"),
    ("alignment", ("short", "source", "0"), {"alternatives": [], "rank": "D"}, '"A", "B" or "C"'),
    ("alignment", ("short", "question", "0"), {"text": "What?", "answers": []}, "one answer or more"),
    ("concepts", ("concept", "factor", "8"), "x", "0…7"),
    ("concepts", ("concept", "place", "0"), "x", "person|organisation|factor"),
    ("headlines", ("rating", "nobody"), {"quality": 3}, "Headlines of the item"),
    ("headlines", ("rating", HEADLINE), {"quality": 6}, "1–5"),
    ("headlines", ("rating", HEADLINE), {"beauty": 3}, "1–5"),
    ("headlines", ("written",), "x" * 301, "300"),
]


@pytest.mark.parametrize(("task", "parts", "answer"), GOOD)
def test_a_slot_takes_what_fits(task: str, parts: Parts, answer: Any) -> None:
    answers_of(task).check(ITEM, parts, answer)


@pytest.mark.parametrize(("task", "parts", "answer", "words"), BAD)
def test_a_slot_refuses_what_does_not_and_says_what_would(task: str, parts: Parts, answer: Any, words: str) -> None:
    with pytest.raises(InputError) as caught:
        answers_of(task).check(ITEM, parts, answer)
    assert words in str(caught.value)
    assert caught.value.allowed


@pytest.mark.parametrize("task", ANSWERS)
def test_an_empty_item_is_not_done_and_a_skipped_one_is(task: str) -> None:
    kind = answers_of(task)
    assert kind.missing(ITEM, {})
    assert kind.done(ITEM, {})[0] == 0
    assert kind.missing(ITEM, {("skip",): "I know the people"}) == ()


def test_an_unknown_task_is_reported() -> None:
    with pytest.raises(UnknownNameError, match="Did you mean 'utility'"):
        answers_of("utillity")


def test_sentences_are_named_so_that_slashes_only_divide() -> None:
    assert S(BLAZE) == "m%2F2#0"
    assert parse_sentence(S(BLAZE), ITEM) == BLAZE


def test_values_are_those_of_one_item_without_cleared_slots() -> None:
    held = {"mill/utility/m1#0": "7", "mill/utility/m1#1": "null", "milly/utility/m1#0": "3"}
    assert item_values("mill", held) == {("utility", "m1#0"): 7}
    with pytest.raises(InputError, match="no JSON"):
        decode("{")
    with pytest.raises(InputError, match="no JSON"):
        decode("NaN")


def test_an_unscored_sentence_is_not_worth_nothing() -> None:
    kind = answers_of("utility")
    values: dict[Parts, Any] = {("utility", S(BURNED)): 0, ("utility", S(GONE)): 10, ("skip", S(UNHURT)): "broken"}
    answers = kind.read(ITEM, values)
    assert answers.scores == {BURNED: 0, GONE: 10}
    assert answers.skipped == {UNHURT: "broken"}
    assert kind.missing(ITEM, values) == ("2 sentences without a score; the first is sentence 3.",)
    rest: dict[Parts, Any] = {("utility", S(CREWS)): 4, ("utility", S(BLAZE)): 4}
    assert kind.missing(ITEM, {**values, **rest}) == ()


def test_subsumption_links_have_a_direction_and_circles_are_classes() -> None:
    kind = answers_of("subsumption")
    seen = [
        pair_parts(ITEM, GONE, BURNED, "covered"),  # "the mill is gone" says no more than that it burned down
        pair_parts(ITEM, CREWS, BLAZE, "covered"),
        pair_parts(ITEM, BLAZE, BURNED, "covered"),
        pair_parts(ITEM, BURNED, CREWS, "covered"),
    ]
    answers = kind.read(ITEM, dict(seen))
    assert answers.links == {(GONE, BURNED), (CREWS, BLAZE), (BLAZE, BURNED), (BURNED, CREWS)}
    assert answers.by(GONE) == {BURNED}
    assert answers.classes == ((BURNED, CREWS, BLAZE),)
    assert kind.read(ITEM, {("pair", S(BURNED), S(GONE)): "equal"}).classes == ((BURNED, GONE),)


def test_groups_are_checked_by_the_rules_of_the_lab() -> None:
    kind = answers_of("grouping")
    values: dict[Parts, Any] = {("group", S(BURNED)): "a", ("group", S(UNHURT)): "a", ("group", S(GONE)): "b"}
    told = " ".join(kind.missing(ITEM, values))
    assert "Group 1 has sentences of 'm1' only" in told
    assert "Group 2 has 1 sentence" in told
    assert "2 of 2 groups have no label" in told
    assert "2 groups without a rank" in told
    sound: dict[Parts, Any] = {
        ("group", S(BURNED)): "a", ("group", S(GONE)): "a", ("label", "a"): S(GONE), ("ranking",): ["a", "gone"],
        ("group", S(UNHURT)): "aside",
    }  # fmt: skip
    assert kind.missing(ITEM, sound) == ()
    answers = kind.read(ITEM, sound)
    assert answers.labels(ITEM) == ["a", None, None, None, "a"]
    assert answers.aside == (UNHURT,)
    assert answers.untouched == (CREWS, BLAZE)


def test_groups_are_in_the_order_of_the_ranking() -> None:
    held = {BURNED: "a", GONE: "a", CREWS: "b", BLAZE: "b"}
    values: dict[Parts, Any] = {("group", S(ref)): key for ref, key in held.items()}
    kind = answers_of("grouping")
    assert [group.key for group in kind.read(ITEM, values).groups] == ["a", "b"]
    assert [group.key for group in kind.read(ITEM, {**values, ("ranking",): ["b"]}).groups] == ["b", "a"]


def test_concepts_are_each_named_once() -> None:
    kind = answers_of("concepts")
    values: dict[Parts, Any] = {("concept", "factor", "0"): "fire", ("concept", "factor", "1"): " Fire "}
    assert "is given twice" in kind.missing(ITEM, values)[0]
    assert kind.missing(ITEM, {("concept", "factor", "0"): "fire", ("concept", "person", "0"): "fire"}) == ()


def test_a_headline_is_written_and_the_others_are_rated() -> None:
    kind = answers_of("headlines")
    assert kind.missing(ITEM, {("written",): "x", ("rating", HEADLINE): {"quality": 2}}) == (
        "1 headline without a rating on both scales.",
    )
    whole = {("written",): "x", ("rating", HEADLINE): {"quality": 2, "readability": 4}}
    assert kind.missing(ITEM, whole) == ()
    assert kind.done(ITEM, whole) == (3, 3)


def _abstract(text: str, *, asked: str = "What burned?") -> dict[Parts, Any]:
    source = {"alternatives": [[S(BURNED)]], "rank": "A"}
    question = {"text": asked, "answers": ["mill"]}
    return {
        (length, part, *rest): value
        for length in ("short", "long")
        for part, rest, value in (("abstract", (), text), ("source", ("0",), source), ("question", ("0",), question))
    }


@pytest.mark.golden("T17")
def test_an_abstract_has_a_limit_sources_ranks_and_questions() -> None:
    kind = answers_of("alignment")
    characters = sum(len(sentence.text) for sentence in ITEM.sentences)
    assert (limit(ITEM, "short"), limit(ITEM, "long")) == (characters * 5 // 100, characters * 10 // 100)
    assert kind.missing(ITEM, _abstract("Fire.")) == ()
    over = kind.missing(ITEM, _abstract("Mill gone."))
    short = limit(ITEM, "short")
    assert over == (f"Short abstract: 10 characters, {10 - short} more than the {short} it may have.",)
    values = _abstract("Fire.")
    values["short", "source", "0"] = {"alternatives": []}
    del values["long", "source", "0"], values["long", "question", "0"]
    assert kind.missing(ITEM, values) == (
        "Short abstract: sentence 1 has no source sentences.",
        "Short abstract: sentence 1 has no rank (A, B or C).",
        "Long abstract: sentence 1 has no source sentences.",
        "Long abstract: sentence 1 has no rank (A, B or C).",
        "Long abstract: no question with an answer yet.",
        "The question 'What burned?' of the short abstract is not asked about the long one too.",
    )


@pytest.mark.golden("T17")
def test_what_is_asked_about_the_short_abstract_is_asked_about_the_long_one() -> None:
    kind = answers_of("alignment")
    values = _abstract("Fire.")
    values["long", "question", "0"] = {"text": "what  BURNED?", "answers": ["Mill", "the mill"]}
    assert kind.missing(ITEM, values) == ()
    values["short", "question", "1"] = {"text": "Where?", "answers": ["Orrin"]}
    assert len(kind.missing(ITEM, values)) == 1
    values["long", "question", "4"] = {"text": "Where?", "answers": ["Tarn"]}
    assert "'Where?'" in kind.missing(ITEM, values)[0]


def test_sources_of_sentences_that_are_gone_are_reported() -> None:
    values = _abstract("Fire.")
    values["short", "source", "2"] = {"alternatives": [[S(GONE)]], "rank": "B"}
    assert (
        "sentence 3 has sources, but the text has only 1 sentences" in answers_of("alignment").missing(ITEM, values)[0]
    )
