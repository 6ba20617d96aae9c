"""Learned weights: known ones come back, left-out figures are those of the other stories' weights, errors explain."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meadow.errors import InputError, SpecError, UnknownNameError, UsageError
from meadow.lab.evaluate.agreement import spearman
from meadow.lab.fitting import (
    DEFAULT_RANKERS,
    DEFAULT_STRENGTH,
    LEARNED,
    STRENGTHS,
    Fit,
    StoryFit,
    fit_weights,
    format_weights,
)
from meadow.lab.lessons import Lesson
from meadow.rank import RANKERS
from meadow.rank.weights_file import parse_rank
from meadow.spec import parse_spec
from meadow.vectors.view import StoryView
from stories import view

PLAIN: dict[str, Any] = {"minimum_words": 0, "standalone": False}
RANKERS_OF_THREE = ("centroid", "first", "position")
_WORDS = (
    "ferry", "capsized", "skerra", "coast", "guard", "captain", "storm", "harbour", "rescued", "door", "deck", "divers",
    "quay", "night", "island", "boat",
)  # fmt: skip


def story_texts(seed: int) -> list[str]:
    """Return eighteen sentences of three to eleven words, drawn from a few."""
    draw = np.random.default_rng(seed)
    return [" ".join(draw.choice(_WORDS, size=draw.integers(3, 12))) + "." for _ in range(18)]


def story(seed: int) -> StoryView:
    """Return a story of three documents of six sentences."""
    texts = story_texts(seed)
    return view(texts[:6], texts[6:12], texts[12:])


def lesson(seed: int, rank: str, *, noise: float = 0.0) -> Lesson:
    """Return a story whose sentences are worth what a ranker says, give or take."""
    own = story(seed)
    worth = RANKERS.build(rank)(own).values + noise * np.random.default_rng(seed).normal(size=len(own))
    return Lesson(f"story-{seed}", own, tuple(range(len(own))), worth)


def weights_in(rank: str) -> dict[str, float]:
    return {name: float(value) for name, value in parse_spec(rank).keywords if name in RANKERS}  # type: ignore[arg-type]


@settings(max_examples=40)
@given(st.integers(0, 1000), st.lists(st.integers(1, 5), min_size=3, max_size=3))
def test_weights_that_made_the_worth_come_back(seed: int, made: list[int]) -> None:
    rank = "mix(" + ", ".join(f"{name}={weight}" for name, weight in zip(RANKERS_OF_THREE, made, strict=True)) + ")"
    fit = fit_weights([lesson(seed + place, rank) for place in range(6)], rankers=RANKERS_OF_THREE, **PLAIN)
    assert fit.strength in STRENGTHS
    # Each story's worth is divided by its own deviation, so that stories together only come near to the one ratio; the
    # exact recovery from one story is in test_ridge.
    found = weights_in(fit.rank)
    assert [found[name] for name in RANKERS_OF_THREE] == pytest.approx([each / sum(made) for each in made], abs=0.15)
    assert fit.spearman[LEARNED] > 0.95


def test_left_out_figures_are_those_of_weights_from_the_other_stories() -> None:
    lessons = [lesson(seed, "mix(centroid=1, first=2)", noise=0.5) for seed in range(4)]
    fit = fit_weights(lessons, rankers=RANKERS_OF_THREE, **PLAIN)
    assert [story_fit.name for story_fit in fit.stories] == [each.name for each in lessons]
    for place, own in enumerate(lessons):
        others = fit_weights([*lessons[:place], *lessons[place + 1 :]], rankers=RANKERS_OF_THREE, **PLAIN)
        if others.strength == fit.strength:
            scores = RANKERS.build(others.rank)(own.view).values
            expected = spearman(scores.tolist(), own.worth.tolist())
            assert fit.stories[place].spearman[LEARNED] == pytest.approx(
                expected, abs=0.02
            )  # weights have three digits
        alone = spearman(RANKERS.build("first")(own.view).values.tolist(), own.worth.tolist())
        assert fit.stories[place].spearman["first"] == pytest.approx(alone)
    mean = np.mean([each.spearman[LEARNED] for each in fit.stories])
    assert fit.spearman[LEARNED] == pytest.approx(mean)
    assert fit.sentences == 72


def test_the_order_of_the_lessons_does_not_matter_and_equal_ones_give_equal_fits() -> None:
    lessons = [lesson(seed, "mix(centroid=1, position=1)", noise=0.3) for seed in range(5)]
    assert fit_weights(lessons, **PLAIN) == fit_weights(lessons[::-1], **PLAIN)


def test_a_ranker_that_speaks_against_worth_gets_none_unless_signed() -> None:
    lessons = [lesson(seed, "mix(centroid=2, position=-1)") for seed in range(3)]
    assert "position" not in fit_weights(lessons, rankers=("centroid", "position"), **PLAIN).rank
    signed = fit_weights(lessons, rankers=("centroid", "position"), nonnegative=False, **PLAIN)
    assert weights_in(signed.rank)["position"] < 0 < weights_in(signed.rank)["centroid"]


def test_one_story_has_the_default_regularisation_and_its_own_figures() -> None:
    fit = fit_weights([lesson(7, "mix(centroid=1)")], rankers=("centroid",), **PLAIN)
    assert (fit.left_out, fit.strength, fit.rank) == (False, DEFAULT_STRENGTH, "mix(centroid=1.0)")
    assert fit.spearman[LEARNED] == pytest.approx(1.0)


def test_sentences_that_the_gates_rule_out_are_not_learned_from() -> None:
    own = view(
        ["The ferry sank off Skerra in a storm that nobody had forecast.", "He knew.", "Divers found it."],
        ["However, he had closed the door to the car deck before the ferry left.", "The ferry sank off Skerra."],
        ["Nine people died when the old ferry sank off Skerra, the coast guard said on Monday."],
    )  # fmt: skip
    taught = Lesson("ferry", own, tuple(range(6)), np.array([6.0, 100.0, 100.0, 100.0, 100.0, 5.0]))
    gated = fit_weights([taught], rankers=("lexrank",))
    assert gated.sentences == 2
    assert gated.rank.endswith("minimum_words=9, standalone=true)")
    assert fit_weights([taught], rankers=("position",), **PLAIN | {"nonnegative": False}).sentences == 6
    judged_part = Lesson("ferry", own, (0, 5), np.array([6.0, 5.0]))
    assert fit_weights([judged_part], rankers=("lexrank",)).rank == gated.rank


def test_a_ranker_that_says_the_same_of_all_sentences_has_no_weight_and_a_rho_of_0() -> None:
    own = view(*([sentences] for sentences in story_texts(3)))  # all of them are first sentences
    taught = Lesson("a", own, tuple(range(len(own))), RANKERS.build("tfidf")(own).values)
    fit = fit_weights([taught], rankers=("tfidf", "position"), **PLAIN)
    assert fit.rank == "mix(tfidf=1.0)"
    assert fit.spearman["position"] == 0.0


def test_the_default_rankers_are_known_and_none_is_another_in_disguise() -> None:
    fit = fit_weights([lesson(seed, "mix(lexrank=1)") for seed in range(3)], **PLAIN)
    assert fit.rankers == DEFAULT_RANKERS
    assert RANKERS.build(fit.rank).spec.name == "mix"


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"rankers": ["lexrnk"]}, UnknownNameError, "no ranker called 'lexrnk'. Did you mean 'lexrank'"),
        ({"rankers": []}, UsageError, "no ranker to learn a weight for"),
        ({"rankers": ["first", "first"]}, UsageError, "'first' is given twice"),
        ({"rankers": ["focus"]}, UsageError, "No weight can be learned for 'focus'. Can: centroid, "),
        ({"rankers": ["mix"]}, UsageError, "No weight can be learned for 'mix'"),
        ({"minimum_words": -1}, SpecError, "minimum_words is at least 0"),
        ({"nonnegative": False}, UsageError, "Weights below 0 cannot go with minimum_words or standalone"),
    ],
)
def test_bad_options_are_explained(options: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        fit_weights([lesson(1, "mix(centroid=1)")], **options)


@pytest.mark.parametrize(
    ("lessons", "words"),
    [
        ([], "no story to learn from"),
        ([lesson(1, "position"), lesson(1, "position")], "Two stories are called 'story-1'"),
        (
            [Lesson("flat", story(1), (0, 1, 2), np.ones(3))],
            "story 'flat': its 3 usable sentences are all worth the same",
        ),
        ([Lesson("short", story(1), (4,), np.ones(1))], "story 'short': it has too few sentences"),
        ([lesson(1, "mix(position=-1)")], "None of the rankers position prefers"),
    ],
)
def test_lessons_that_teach_nothing_are_explained(lessons: list[Lesson], words: str) -> None:
    with pytest.raises(InputError, match=re.escape(words)):
        fit_weights(lessons, rankers=("position",), **PLAIN)


RANK = "mix(lexrank=0.612, early=0.388, minimum_words=9, standalone=true)"


def fit(*names: str, left_out: bool = True) -> Fit:
    figures = {"learned": 0.41236, "lexrank": 0.3, "early": -0.0001}
    stories = tuple(StoryFit(name, 40, figures) for name in names)
    return Fit(RANK, ("lexrank", "early"), 0.1, left_out, "1f3a9c04", stories)


def test_the_file_says_what_was_learned_from_what_and_how_good_it_is() -> None:
    held = tomllib.loads(format_weights(fit("ferry", "wolf"), target="judges"))
    assert held["rank"] == RANK
    assert held["learned_from"] | {"signature": ""} == {
        "target": "judges", "stories": 2, "sentences": 80, "rankers": ["lexrank", "early"], "regularisation": 0.1,
        "left_out": True, "signature": "",
    }  # fmt: skip
    assert f"rank:{RANK}|stories:2|data:1f3a9c04|v:" in held["learned_from"]["signature"]
    assert held["spearman"] == {"learned": 0.412, "lexrank": 0.3, "early": 0.0}
    assert held["stories"]["wolf"] == {"sentences": 40, "learned": 0.412, "lexrank": 0.3, "early": 0.0}


def test_the_whole_file_as_it_is_written() -> None:
    text = format_weights(fit("ferry", left_out=False), target="judges")
    assert text.startswith("# Weights that `meadow lab fit` learned.")
    assert f'\nrank = "{RANK}"\n\n[learned_from]\n' in text
    assert "learned: on the one story learned from.\n[spearman]\nlearned = 0.412\n" in text
    assert text.endswith('"ferry" = { sentences = 40, learned = 0.412, lexrank = 0.300, early = 0.000 }\n')


@given(st.text())
def test_any_name_of_a_story_can_be_written_and_read_back(name: str) -> None:
    text = format_weights(fit(name), target="references")
    assert list(tomllib.loads(text)["stories"]) == [name]
    assert parse_rank(text) == RANK


def test_a_name_that_is_no_text_is_written_with_a_mark() -> None:
    written = format_weights(fit("bad\udcff"), target="references").encode()
    assert list(tomllib.loads(written.decode())["stories"]) == ["bad?"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("mix(centroid=1)", "It is not TOML: .* `meadow lab fit` writes such files"),
        ("weights = 1", "It has no rank that is a text. It holds: weights."),
        ("rank = 3", "It has no rank that is a text. It holds: rank."),
        ("", "It holds: nothing"),
    ],
)
def test_other_files_are_refused_with_advice(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        parse_rank(text)


def test_a_ranker_that_is_not_installed_is_named() -> None:
    with pytest.raises(UnknownNameError, match="no ranker called 'mixx'"):
        parse_rank('rank = "mixx(centroid=1)"')
