"""Explanations: which choice makes two scores differ, by how much, and over which words."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meadow.errors import InputError, UnknownNameError
from meadow.lab.evaluate import rouge
from meadow.lab.evaluate.rouge import Finding, RougeOptions

pytestmark = pytest.mark.filterwarnings("ignore::meadow.errors.NoTokensWarning")


def factors(findings: list[Finding]) -> list[str]:
    return [finding.factor for finding in findings]


def only(findings: list[Finding], factor: str) -> Finding:
    (found,) = [finding for finding in findings if finding.factor == factor]
    return found


def test_stemming_is_told_by_the_words_it_joins() -> None:
    findings = rouge.reconcile("Gulls flew home", "a gull flew home", {"stem": False}, {"stem": True}, metric="rouge2")
    assert factors(findings) == ["stemming"]
    finding = findings[0]
    assert finding.gained == ("gulls flew",)
    assert finding.lost == ()
    # Two bigrams of two and three: 1 of 2 and 1 of 3 match before, 2 of 2 and 2 of 3 after.
    assert (finding.before.f, finding.after.f) == (0.4, 0.8)
    assert finding.effect == pytest.approx(0.4)
    assert str(finding) == (
        "stemming: +0.40000 F; NLTK's Porter stemmer, 0 exceptions, instead of no stemmer, 0 exceptions (+ 'gulls flew')"
    )


def test_a_limit_takes_the_end_away() -> None:
    text = "gull tern swan"
    finding = only(rouge.reconcile(text, text, {}, {"words": 2}, metric="rouge1"), "length limit")
    assert finding.lost == ("swan",)
    assert finding.explanation == "texts are cut at words=2 instead of the whole text"
    assert finding.effect == 0.0


def test_the_script_s_byte_limit_is_a_factor_of_its_own() -> None:
    text = "gull\ntern\nswan"
    findings = rouge.reconcile(text, text, {"utf8_bytes": 6}, {"utf8_bytes": 6, "dialect": "rouge155"}, metric="rougeL")
    assert "no line ends" in only(findings, "length limit").explanation


def test_counting_matters_to_the_last_word_of_pairs() -> None:
    finding = only(rouge.reconcile("gull tern", "rook tern", metric="rougeSU"), "counting")
    assert finding.before.f > finding.after.f == 0.0
    assert "no last word in rougeSU" in finding.explanation
    back = rouge.reconcile("gull tern", "rook tern", {"dialect": "rouge155"}, {"dialect": "google"}, metric="rougeSU")
    assert "every word in rougeSU" in only(back, "counting").explanation


def test_several_references_are_a_factor_only_where_there_are_several() -> None:
    one = rouge.reconcile("gull tern", ["gull rook"], metric="rouge1")
    several = rouge.reconcile("gull tern", ["gull rook", "ibis"], metric="rouge1")
    assert "several references" not in factors(one)
    finding = only(several, "several references")
    # The best of 1/2 and 0 against the sum of both: 1 hit of 4 and of 3 words.
    assert finding.before.f == 0.5
    assert finding.after.f == pytest.approx(2 / 7)
    assert finding.explanation == "several references by sum instead of best (F)"


def test_the_same_rules_leave_nothing_to_explain() -> None:
    assert rouge.reconcile("gull", "gull", {"stem": False}, {"stem": False}) == []


def test_bad_calls_say_what_to_do() -> None:
    with pytest.raises(InputError, match="at least one reference"):
        rouge.reconcile("gull", [])
    with pytest.raises(UnknownNameError, match="no ROUGE metric"):
        rouge.reconcile("gull", "gull", metric="bleu")


TEXTS = st.lists(st.sampled_from(["the", "gulls", "gull", "news", "new", "flies", "K", "é", "\n"]), max_size=12).map(
    " ".join
)
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "dialect": st.sampled_from(["google", "rouge155"]),
        "stem": st.booleans(),
        "stopwords": st.sampled_from([False, ["the"]]),
        "words": st.none() | st.integers(1, 9),
        "multiple": st.sampled_from([None, "best", "sum", "jackknife"]),
        "alpha": st.sampled_from([0.5, 0.2]),
        "language": st.sampled_from(["en", "nl"]),
    },
)


@given(
    TEXTS,
    st.lists(TEXTS, min_size=2, max_size=3),
    OPTIONS,
    OPTIONS,
    st.sampled_from(["rouge1", "rouge2", "rougeL", "rougeLsum", "rougeW", "rougeSU4"]),
)
@settings(max_examples=120, deadline=None)
def test_the_effects_lead_from_one_score_to_the_other(
    candidate: str, references: list[str], first: RougeOptions, second: RougeOptions, metric: str
) -> None:
    findings = rouge.reconcile(candidate, references, first, second, metric=metric)
    start = rouge.score(candidate, references, metrics=[metric], **first)[metric]
    end = rouge.score(candidate, references, metrics=[metric], **second)[metric]
    steps = [start, *(finding.after for finding in findings)]
    assert [finding.before for finding in findings] == steps[:-1]
    assert steps[-1] == end
    assert math.fsum(finding.effect for finding in findings) == pytest.approx(end.f - start.f, abs=1e-12)
