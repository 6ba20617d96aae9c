"""From counts to scores: several references, whole corpora, options, limits, stop words, signatures."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import fbeta_score

from meadow.errors import InputError
from meadow.lab.evaluate import rouge
from meadow.lab.evaluate.rouge import Counts, Overlap
from meadow.lab.evaluate.rouge_rules import RougeRules, RougeVariant, parse_metric, rules_for
from meadow.lab.evaluate.rouge_scores import combine, f_measure, overlap, overlaps, total
from meadow.provenance.installed import version_mark

ROUGE1 = RougeVariant("N", length=1)

# A headline and three references: 3, 2 and 1 of its 4 words are theirs, and they have 4, 5 and 2 words.
HEADLINE = "gull tern swan heron"
REFERENCES = ["gull tern swan ibis", "gull tern crane egret stork", "heron rook"]


def one(
    multiple: rouge.Multiple | None = None, *, dialect: rouge.Dialect = "google", metric: str = "rouge1"
) -> Overlap:
    return rouge.score(HEADLINE, REFERENCES, metrics=[metric], multiple=multiple, dialect=dialect)[metric]


@pytest.mark.golden("H6")
def test_hits_and_sizes_are_summed_over_references() -> None:
    found = one(dialect="rouge155")
    assert (found.hits, found.candidate, found.reference) == (3 + 2 + 1, 3 * 4, 4 + 5 + 2)
    assert (found.precision, found.recall) == (0.5, round(6 / 11, 5))
    assert one("sum").recall == 6 / 11  # the google dialect keeps all digits


@pytest.mark.golden("H6")
def test_google_takes_the_best_f() -> None:
    # F = 2·hits / (4 + size): 6/8, 4/9, 2/6.
    assert (one().precision, one().recall, one().f) == (0.75, 0.75, 0.75)


@pytest.mark.golden("H6")
def test_bigrams_of_a_headline_against_several_references() -> None:
    # The headline's bigrams: gull-tern, tern-swan, swan-heron. The references have 3, 4 and 1, of which 2, 1 and 0 match.
    found = one("sum", metric="rouge2")
    assert (found.recall, found.precision) == (3 / 8, 3 / 9)


def test_jackknife_is_the_mean_of_the_best_of_all_but_one() -> None:
    # F: 3/4, 4/9, 1/3. Without the first the best is 4/9, else 3/4.
    found = one("jackknife")
    assert found.f == pytest.approx((4 / 9 + 3 / 4 + 3 / 4) / 3)
    assert found.recall == pytest.approx((2 / 5 + 3 / 4 + 3 / 4) / 3)
    assert found.hits == 2 + 3 + 3


def test_jackknife_of_sums() -> None:
    # Recall without the first: 3/7, without the second: 4/6, without the third: 5/9.
    assert one("jackknife-sum").recall == pytest.approx((3 / 7 + 4 / 6 + 5 / 9) / 3)


def test_jackknife_ranks_by_the_dialect_s_own_measure() -> None:
    # Recalls are 3/4, 2/5, 1/2: without the first, rouge155 prefers the third where google prefers the second.
    assert one("jackknife", dialect="rouge155").recall == pytest.approx((0.5 + 0.75 + 0.75) / 3)


@pytest.mark.parametrize("multiple", ["jackknife", "jackknife-sum"])
def test_jackknife_needs_two_references(multiple: rouge.Multiple) -> None:
    with pytest.raises(InputError, match=r"leaves out one reference at a time, but only one.*at least two references"):
        rouge.score("gull", "gull", multiple=multiple)


def test_no_counts_are_no_score() -> None:
    with pytest.raises(InputError, match="no reference to compare with"):
        combine([], ROUGE1, RougeRules())
    with pytest.raises(InputError, match="no score to average"):
        rouge.average([])


COUNTS = st.tuples(st.integers(0, 50), st.integers(0, 50), st.integers(0, 50)).map(
    lambda sizes: Counts(min(sizes), sizes[1], sizes[2])
)


@given(st.lists(COUNTS, min_size=1, max_size=6))
def test_the_best_reference_is_better_than_the_jackknife(counts: list[Counts]) -> None:
    best = combine(counts, ROUGE1, rules_for({"multiple": "best"}))
    assert all(overlap(item, ROUGE1, RougeRules()).f <= best.f for item in counts)
    if len(counts) > 1:
        assert combine(counts, ROUGE1, rules_for({"multiple": "jackknife"})).f <= best.f + 1e-12


@given(st.lists(COUNTS, max_size=6))
def test_scores_of_many_rows_are_those_of_one(counts: list[Counts]) -> None:
    rows = np.array([(c.hits, c.candidate, c.reference) for c in counts], dtype=np.float64).reshape(-1, 3)
    for alpha in (0.0, 0.3, 0.5, 1.0):
        rules = rules_for({"alpha": alpha})
        assert overlaps(rows, rules) == [overlap(item, ROUGE1, rules) for item in counts]


@given(st.lists(COUNTS, min_size=1, max_size=6))
def test_counts_add_up(counts: list[Counts]) -> None:
    summed = total(counts)
    assert summed.hits == sum(item.hits for item in counts)
    assert combine(counts, ROUGE1, rules_for({"multiple": "sum"})) == overlap(summed, ROUGE1, RougeRules())


@given(st.floats(0, 1), st.floats(0, 1))
def test_alpha_leads_from_recall_to_precision(precision: float, recall: float) -> None:
    assert f_measure(0.0, 0.0) == 0.0
    if precision > 1e-100 and recall > 1e-100:
        assert f_measure(precision, recall, 0.0) == pytest.approx(recall)
        assert f_measure(precision, recall, 1.0) == pytest.approx(precision)
        assert min(precision, recall) <= f_measure(precision, recall, 0.3) * (1 + 1e-12)


@pytest.mark.parametrize("beta", [0.5, 1.0, 2.0])
def test_alpha_is_van_rijsbergen_s(beta: float) -> None:
    # Four words, two found, one wrong: alpha = 1 / (1 + beta²) is the usual F-beta.
    wanted = fbeta_score([1, 1, 1, 1, 0], [1, 1, 0, 0, 1], beta=beta)
    found = rouge.score("gull tern rook", "gull tern swan heron", metrics=["rouge1"], alpha=1 / (1 + beta**2))[
        "rouge1"
    ].f
    assert found == pytest.approx(wanted)


def test_a_corpus_by_items_and_by_words() -> None:
    scores = [found["rouge1"] for found in rouge.score_many([("gull", "gull"), ("gull tern swan", "rook crane ibis")])]
    assert rouge.average(scores).f == 0.5  # items weigh the same: 1 and 0
    pooled = rouge.pooled(scores, "rouge1")
    assert (pooled.hits, pooled.candidate, pooled.f) == (1, 4, 0.25)  # words weigh the same: 1 of 4


def test_a_corpus_of_weighted_subsequences() -> None:
    scores = [found["rougeW"] for found in rouge.score_many([("gull tern", "gull tern")] * 3, metrics=["rougeW"])]
    assert rouge.pooled(scores, "rougeW").f == pytest.approx(1.0)


# --- options ---


def test_stop_words_are_ours_or_given() -> None:
    text = "The gulls of the harbour"
    assert rouge.tokens(text, stopwords=True) == ["gull", "harbour"]
    assert rouge.tokens(text, stopwords=["gulls"]) == ["the", "of", "the", "harbour"]
    assert rouge.tokens(text, stopwords=False, stem=False) == ["the", "gulls", "of", "the", "harbour"]
    assert rouge.tokens("De meeuwen van de haven", stopwords=True, language="nl", stem=False) == ["meeuwen", "haven"]


def test_short_words_are_not_stemmed() -> None:
    assert rouge.tokens("his gas uses ponies") == ["his", "gas", "use", "poni"]
    assert rouge.tokens("his gas uses ponies", dialect="rouge155") == ["his", "gas", "us", "poni"]


@pytest.mark.parametrize(
    ("options", "kept"),
    [
        ({"words": 3}, ["gull", "tern", "swan"]),
        ({"words": 99}, ["gull", "tern", "swan", "heron"]),
        ({"characters": 9}, ["gull", "tern"]),
        ({"characters": 10}, ["gull", "tern"]),
        ({"characters": 11}, ["gull", "tern", "s"]),
        ({"utf8_bytes": 11}, ["gull", "tern", "s"]),
        ({"utf8_bytes": 11, "dialect": "rouge155"}, ["gull", "tern", "sw"]),
        ({"characters": 11, "dialect": "rouge155"}, ["gull", "tern", "sw"]),
    ],
)
def test_limits(options: rouge.RougeOptions, kept: list[str]) -> None:
    assert rouge.tokens("Gull tern\nswan heron", **options) == kept


def test_sentences_may_be_split_further() -> None:
    candidate = "A gull flew over the wall. The ship left the harbour."
    reference = "The ship left the harbour. A gull flew over the wall."
    lines = rouge.score(candidate, reference, metrics=["rougeLsum"])["rougeLsum"]
    split = rouge.score(candidate, reference, metrics=["rougeLsum"], split_sentences=True)["rougeLsum"]
    assert lines.f < split.f == 1.0


def test_exceptions_serve_the_google_dialect_only_when_given() -> None:
    assert rouge.tokens("The ship sank") == ["the", "ship", "sank"]
    assert rouge.tokens("The ship sank", dialect="rouge155") == ["the", "ship", "sink"]
    assert rouge.tokens("The ship sank", dialect="rouge155", exceptions={}) == ["the", "ship", "sank"]
    assert rouge.tokens("The ship sank", exceptions={"sank": "sink"}) == ["the", "ship", "sink"]
    assert rouge.tokens("De muren", language="nl", exceptions={"muren": "wal"}) == ["de", "wal"]


# --- signatures ---


def test_a_signature_says_what_could_change_the_number() -> None:
    assert rouge.signature("rouge2", references=4) == (
        f"rouge2(stem=True)|dialect:google|language:en|refs:4|multiple:best|v:{version_mark()}"
    )
    assert rouge.signature("rougeW(weight=1.5)", stem=False, words=100, alpha=0.2) == (
        f"rougeW(weight=1.5, stem=False, words=100, alpha=0.2)|dialect:google|language:en|refs:1|v:{version_mark()}"
    )


def test_signatures_tell_lists_of_words_apart() -> None:
    lines = {
        rouge.signature("rouge1"),
        rouge.signature("rouge1", stopwords=["the"]),
        rouge.signature("rouge1", stopwords=["a"]),
        rouge.signature("rouge1", split_sentences=True),
        rouge.signature("rouge1", exceptions={"sank": "sink"}),
        rouge.signature("rouge1", dialect="rouge155"),
        rouge.signature("rouge1", dialect="rouge155", exceptions={}),
    }
    assert len(lines) == 7
    assert rouge.signature("rouge1", stopwords={"b", "a"}) == rouge.signature("rouge1", stopwords=["a", "b"])


def test_metrics_of_the_interface_all_parse() -> None:
    names = ["rouge1", "rouge9", "rougeL", "rougeLsum", "rougeW", "rougeS4", "rougeSU4"]
    assert list(rouge.score("gull tern", "gull tern", metrics=names, dialect="rouge155")) == names
    assert [str(parse_metric(name)) for name in names] == names
