"""Topic signatures: the log-likelihood ratio by hand and as a limit of the two-sample test, and what sentences get."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2, chi2_contingency

from meadow.errors import SpecError
from meadow.model import Document
from meadow.rank import RANKERS
from meadow.rank.topic_signature import (
    SIGNIFICANT,
    OtherText,
    log_likelihood_ratio,
    signature,
    topic_signature,
    two_sample_ratio,
)
from meadow.text.background import IdfTable
from meadow.vectors.collection import Collection
from meadow.vectors.view import view_documents
from stories import FLAT, documents, view


def test_the_ratio_by_hand() -> None:
    # 3 of 100 words where 1 in 1,000 is expected: 2·[3·ln 30 + 97·ln(0.97/0.999)].
    wanted = 2 * (3 * math.log(30) + 97 * math.log(0.97 / 0.999))
    found = log_likelihood_ratio(np.array([3.0]), 100.0, np.array([0.001]))
    assert found == pytest.approx([wanted])
    assert wanted == pytest.approx(14.692, abs=5e-4)


@given(st.integers(1, 50), st.integers(60, 5000), st.floats(1e-5, 0.05))
@settings(max_examples=50, deadline=None)
def test_the_ratio_is_the_two_sample_one_against_a_collection_without_bound(k: int, n: int, p: float) -> None:
    others = 10**10
    table = np.array([[k, n - k], [others * p, others * (1 - p)]])
    witness = chi2_contingency(table, correction=False, lambda_="log-likelihood").statistic
    assert log_likelihood_ratio(np.array([float(k)]), n, np.array([p])) == pytest.approx([witness], rel=1e-3, abs=1e-3)


@given(st.integers(0, 50), st.integers(51, 900), st.integers(0, 40), st.integers(41, 5000))
@settings(max_examples=50, deadline=None)
def test_two_samples_have_the_ratio_of_scipy(k: int, n: int, other_k: int, other_n: int) -> None:
    made = two_sample_ratio(np.array([float(k)]), float(n), OtherText(np.array([float(other_k)]), float(other_n)))
    if k + other_k == 0:
        assert made == pytest.approx([0.0], abs=1e-9)
        return
    table = np.array([[k, n - k], [other_k, other_n - other_k]])
    witness = chi2_contingency(table, correction=False, lambda_="log-likelihood").statistic
    assert made == pytest.approx([witness], rel=1e-9, abs=1e-9)


def test_a_collection_is_the_second_sample_without_the_story_itself() -> None:
    story = Document("story", text="Ferry ferry ferry sank.", language="en")
    other = Document("other", text="Ferry tickets. " + "The wind was cold. " * 30, language="en")
    made = view_documents([story], background=Collection("mine", (story, other)))
    # "ferry": 3 of 4 words here, 1 of 122 there; "sank" occurs once, too seldom.
    (ratio,) = two_sample_ratio(np.array([3.0]), 4.0, OtherText(np.array([1.0]), 122.0)).tolist()
    assert ratio > SIGNIFICANT
    assert topic_signature(made, share=False).values == pytest.approx([3 * ratio])


def test_the_cutoff_is_chi_square_at_one_in_a_thousand() -> None:
    assert pytest.approx(chi2.isf(0.001, df=1), abs=5e-3) == SIGNIFICANT


# "Ferry" and "skerra" are rare (idf 9: once in 2.4 million words), "storm" is about as frequent as here.
RARE = IdfTable("toy", {"storm": 0.02, "calm": 0.02}, unknown=9.0)


def test_sentences_score_by_the_share_of_their_words_in_the_signature() -> None:
    made = view(["The ferry sank off Skerra.", "A storm, a calm."], ["Ferry and storm.", "Skerra ferry!"]).documents
    story = view_documents(made, background=RARE)
    ratios = dict(zip(story.counts("terms").terms, signature(story.counts("terms")).tolist(), strict=True))
    # "sank" is as rare as "ferry" but occurs once; "storm" and "calm" are no more frequent than anywhere.
    assert {term for term, ratio in ratios.items() if ratio > 0} == {"ferri", "skerra"}
    assert topic_signature(story).values == pytest.approx([2 / 3, 0, 1 / 2, 1])
    assert topic_signature(story, fewest=1).values == pytest.approx([1, 0, 1 / 2, 1])
    sums = [ratios["ferri"] + ratios["skerra"], 0, ratios["ferri"], ratios["ferri"] + ratios["skerra"]]
    assert topic_signature(story, share=False).values == pytest.approx(sums)


def test_a_higher_cutoff_leaves_fewer_words() -> None:
    story = view_documents(view(["Ferry ferry ferry.", "Skerra. Skerra."]).documents, background=RARE)
    ratios = signature(story.counts("terms"))
    between = float(np.mean(np.sort(ratios)[-2:]))
    assert (signature(story.counts("terms"), cutoff=between) > 0).tolist() == [True, False]


@given(documents)
@settings(max_examples=40, deadline=None)
def test_shares_lie_between_nothing_and_all(made: list[Document]) -> None:
    values = topic_signature(view_documents(made, background=FLAT)).values
    assert ((values >= 0) & (values <= 1)).all()


def test_a_story_of_one_word_has_a_finite_ratio() -> None:
    story = view_documents(view(["Ferry.", "Ferry."]).documents, background=RARE)
    assert np.isfinite(signature(story.counts("terms"))).all()
    assert topic_signature(story).values.tolist() == [1, 1]


@pytest.mark.parametrize("setting", ["cutoff=-1", "fewest=0"])
def test_settings_out_of_range_say_what_is_allowed(setting: str) -> None:
    with pytest.raises(SpecError, match="at least"):
        RANKERS.build(f"topic-signature({setting})")(view(["Red fox."]))
