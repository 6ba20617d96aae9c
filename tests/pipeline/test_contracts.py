"""Every registered method keeps the public contract of its family; and a method that breaks it is found out."""

from __future__ import annotations

import numpy as np
import pytest

from meadow.headlines import HEADLINES
from meadow.model import Scores
from meadow.pipeline.presets import PRESETS, TRACKER_ALIASES
from meadow.rank import RANKERS
from meadow.rewrite import REWRITERS
from meadow.rewrite.rewritten import Rewritten
from meadow.select import SELECTORS
from meadow.testing import (
    ContractError,
    check_headline,
    check_ranker,
    check_rewriter,
    check_selector,
    check_tracker,
)
from meadow.tracking import TRACKERS
from meadow.tracking.cidr import Cidr, cidr
from meadow.vectors.view import StoryView
from stories import view


@pytest.mark.parametrize("name", [name for name in RANKERS if name not in ("mix", "focus")])
def test_every_ranker(name: str) -> None:
    check_ranker(RANKERS.function(name))


@pytest.mark.parametrize(
    "spec",
    [
        'focus(question="How many people died off Skerra?")',
        'mix(centroid=1, focus=2, question="How many people died off Skerra?")',
        "mix(kl=1, lexrank=1, patterns=1, sumbasic=1, tfidf=1, topic-signature=1)",
        "lexrank(continuous=false)",
        "topic-signature(share=false)",
    ],
)
def test_rankers_with_settings(spec: str) -> None:
    check_ranker(RANKERS.build(spec))


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_every_presets_ranker_and_selector(name: str) -> None:
    ranker, _, selector, rewriter = PRESETS[name].methods()
    check_ranker(ranker)
    check_selector(selector)
    check_rewriter(rewriter.function)


@pytest.mark.parametrize("name", list(SELECTORS))
def test_every_selector(name: str) -> None:
    check_selector(SELECTORS.function(name))


@pytest.mark.parametrize("name", list(REWRITERS))
def test_every_rewriter(name: str) -> None:
    check_rewriter(REWRITERS.function(name))


@pytest.mark.parametrize("name", list(HEADLINES))
def test_every_headline_method(name: str) -> None:
    check_headline(HEADLINES.function(name))


@pytest.mark.parametrize("spec", [*TRACKERS, *TRACKER_ALIASES.values()])
def test_every_tracker(spec: str) -> None:
    method = TRACKERS.build(spec)
    check_tracker(lambda: method(None))


@pytest.mark.golden("M9")
@pytest.mark.golden("T8")
def test_lead_takes_turns_and_random_is_a_seeded_order() -> None:
    story = view(["a one.", "a two."], ["b one.", "b two.", "b three."])
    lead = RANKERS.build("lead")(story).values
    assert np.argsort(-lead).tolist() == [0, 2, 1, 3, 4]
    first, again, other = (RANKERS.build(f"random(seed={seed})")(story).values for seed in (1, 1, 2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)
    assert len(set(first.tolist())) == 5


class TestBrokenMethods:
    """Each broken method must be caught: a contract that nothing can break would be worth nothing."""

    def test_ranker_of_the_wrong_length(self) -> None:
        with pytest.raises(ContractError, match="shape"):
            check_ranker(lambda view: Scores(np.zeros(len(view) + 1)))

    def test_ranker_that_gives_nan(self) -> None:
        with pytest.raises(ContractError, match="not finite"):
            check_ranker(lambda view: Scores(np.full(len(view), np.nan)))

    def test_ranker_that_throws_dice(self) -> None:
        rng = np.random.default_rng(0)
        with pytest.raises(ContractError, match="second call"):
            check_ranker(lambda view: Scores(rng.random(len(view))))

    def test_ranker_that_a_copy_or_a_gap_turns_round(self) -> None:
        def turncoat(view: StoryView) -> Scores:
            rising = np.arange(len(view), dtype=np.float64)
            return Scores(rising if len(view.documents) == 5 else -rising)

        with pytest.raises(ContractError, match="something else than before"):
            check_ranker(turncoat)

    def test_ranker_that_throws_dice_by_a_seed_need_not_be_stable(self) -> None:
        def dice(view: StoryView, *, seed: int = 0) -> Scores:
            return Scores(np.random.default_rng(seed + len(view)).random(len(view)))

        check_ranker(dice)
        with pytest.raises(ContractError, match="something else than before"):
            check_ranker(lambda view: dice(view))

    def test_selector_that_takes_all(self) -> None:
        with pytest.raises(ContractError, match="exceed"):
            check_selector(lambda view, scores, budget: tuple(range(len(view))))

    def test_selector_that_repeats_itself(self) -> None:
        with pytest.raises(ContractError, match="twice"):
            check_selector(lambda view, scores, budget: (0, 0))

    def test_rewriter_that_adds(self) -> None:
        with pytest.raises(ContractError, match="adds"):
            check_rewriter(lambda text, language: Rewritten(text + " Really!"))

    def test_tracker_that_forgets(self) -> None:
        class Forgetful(Cidr):
            def restore(self, snapshot: object) -> None:
                """Do nothing."""

        with pytest.raises(ContractError, match="another future"):
            check_tracker(lambda: Forgetful(None, threshold=0.5, keep_over=0.0, background_documents=0))
        check_tracker(cidr)
