"""Presets have one option, MEAD's length cutoff; what it means is printed, and what it cannot mean is said."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow import pipeline
from meadow.errors import SpecError, UnknownNameError, UsageError
from meadow.lab.systems import summarizer
from meadow.model import Document
from meadow.pipeline.presets import PRESETS, choose_preset, make_recipe, settled
from meadow.rank import RANKERS
from meadow.recipe import DEFAULT_TRACKER

MIXED = [name for name, preset in PRESETS.items() if preset.rank.startswith("mix(")]
STORY = [
    Document("a", text="Ferry sinks. The ferry Alma sank off Skerra on Monday with nine people aboard.", language="en"),
    Document(
        "b", text="Ferry sinks. Divers found the ferry Alma off Skerra on Tuesday after a long search.", language="en"
    ),
]


@pytest.mark.parametrize("name", MIXED)
def test_every_preset_that_mixes_takes_a_cutoff(name: str) -> None:
    ranker = RANKERS.build(choose_preset(f"{name}(minimum_words=7)").rank).spec
    assert dict(ranker.keywords)["minimum_words"] == 7
    rest = dict(RANKERS.build(PRESETS[name].rank).spec.keywords)
    assert {**rest, "minimum_words": 7} == dict(ranker.keywords)


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_a_bare_name_is_the_preset_as_it_is_listed(name: str) -> None:
    assert choose_preset(name) == PRESETS[name]


def test_short_sentences_are_cut_off_and_the_signature_says_so() -> None:
    short = pipeline.summarize(STORY, method="mead-paper", words=18)
    long = pipeline.summarize(STORY, method="mead", words=18)
    assert "Ferry sinks." in [pick.written for pick in short.picks]
    assert "Ferry sinks." not in [pick.written for pick in long.picks]
    assert "rank:mix(centroid=1, position=2, first=1, minimum_words=9)" in long.run.signature
    assert pipeline.summarize(STORY, method="mead-paper:minimum_words=9", words=18) == long
    assert pipeline.summarize(STORY, method="mead(minimum_words=0)", words=18).text == short.text


def test_the_release_can_do_without_its_cutoff() -> None:
    assert "minimum_words=0" in make_recipe(method="mead-release(minimum_words=0)").rank


def test_an_experiment_has_the_same_option_next_to_steps() -> None:
    made = summarizer("mead-paper(minimum_words=9, select=mmr)")
    assert (made.rank, made.select) == (choose_preset("mead").rank, "mmr")


@pytest.mark.parametrize("method", ["lead(minimum_words=9)", "mead(first=3)", "mead(9)", "mead()"])
def test_other_options_say_what_there_is(method: str) -> None:
    with pytest.raises(
        SpecError, match=r"minimum_words is the one option of a preset.*mead-cp.*Such as mead\(minimum_words=12\)"
    ):
        choose_preset(method)


def test_an_unknown_name_with_an_option_is_reported_by_its_name() -> None:
    with pytest.raises(UnknownNameError, match=r"called 'meda'\. Did you mean 'mead'"):
        choose_preset("meda(minimum_words=9)")
    with pytest.raises(UnknownNameError, match="is a selector: give it with --select"):
        choose_preset("mmr(balance=0.7)")


def test_a_cutoff_and_another_ranker_do_not_go_together() -> None:
    with pytest.raises(UsageError, match="cuts off sentences of the preset's own ranker"):
        choose_preset("mead(minimum_words=9)", rank="lexrank")


@given(st.integers(0, 60))
def test_no_sentence_under_the_cutoff_has_a_score(words: int) -> None:
    recipe = make_recipe(method=f"mead(minimum_words={words})")
    for row in pipeline.explain(STORY, recipe=recipe).rows:
        assert row.length >= words or row.score == 0


@pytest.mark.parametrize(
    "asked",
    [{}, {"words": 60, "annotate": False}, {"rank": "random", "seed": 7}, {"question": "Why did the ferry capsize?"}],
    ids=["nothing", "text alone", "a seed", "a question"],
)
def test_a_recipe_that_is_settled_stays_as_it_is(asked: dict[str, Any]) -> None:
    recipe = make_recipe(**asked)
    assert settled(recipe) is recipe
    assert make_recipe(recipe=recipe) is recipe
    assert (recipe.seed, recipe.question, recipe.tracker) == (None, None, DEFAULT_TRACKER)


@pytest.mark.parametrize("name", ["mead", "mead-c", "mead-cp", "mead-cpf"])
def test_mead_cuts_off_headings_and_datelines_as_its_release_does(name: str) -> None:
    texts = (
        "SKERRA, Monday\n\nFerry sinks\n\nThe ferry Alma sank off Skerra on Monday with nine people aboard, a guard said.",
        "Search goes on\n\nDivers found the wreck of the ferry Alma off Skerra after a long search in heavy seas.",
        "Owner silent\n\nThe owner of the ferry Alma said nothing on the accident off Skerra and closed its office.",
    )
    story = [Document(f"d{number}", text=text, language="en") for number, text in enumerate(texts)]
    written = [pick.written for pick in pipeline.summarize(story, method=name, words=60).picks]
    assert len(written) == 3
    assert min(len(sentence.split()) for sentence in written) >= 9
    paper = choose_preset(name.replace("mead", "mead-paper")).rank
    assert RANKERS.build(choose_preset(name).rank).spec.keywords == (
        *RANKERS.build(paper).spec.keywords, ("minimum_words", 9)
    )  # fmt: skip
    assert choose_preset(f"{name.replace('mead', 'mead-paper')}(minimum_words=9)") == choose_preset(name)
