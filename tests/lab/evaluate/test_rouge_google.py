"""Dialect `google` against rouge-score itself: the same bits for every text, metric and number of references."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meadow.errors import InputError, NoTokensWarning, UnknownNameError, UsageError
from meadow.lab.evaluate import rouge
from meadow.lab.evaluate.rouge import Overlap
from shared import shared

METRICS = [*(f"rouge{n}" for n in range(1, 10)), "rougeL", "rougeLsum"]
Triple = tuple[float, float, float]

pytestmark = pytest.mark.filterwarnings("ignore::meadow.errors.NoTokensWarning")

WORDS = st.sampled_from(
    [
        "the",
        "Gull",
        "gulls",
        "flying",
        "flies",
        "flew",
        "harbour",
        "HARBOURS",
        "news",
        "1990s",
        "don't",
        "é",
        "Ünal",
        "K",
    ]
)
TEXTS = st.lists(st.tuples(WORDS, st.sampled_from([" ", " ", " ", "\n", ", ", "-"])), max_size=40).map(
    lambda pieces: "".join(word + gap for word, gap in pieces)
)


def theirs(candidate: str, references: Sequence[str], *, stem: bool, metrics: list[str] = METRICS) -> dict[str, Triple]:
    from rouge_score import rouge_scorer  # it brings all of nltk, which no other test needs

    found = rouge_scorer.RougeScorer(metrics, use_stemmer=stem).score_multi(references, candidate)
    return {name: (score.precision, score.recall, score.fmeasure) for name, score in found.items()}


def ours(candidate: str, references: Sequence[str], *, stem: bool) -> dict[str, Triple]:
    return triples(rouge.score(candidate, references, metrics=METRICS, stem=stem))


def triples(scores: dict[str, Overlap]) -> dict[str, Triple]:
    return {name: (score.precision, score.recall, score.f) for name, score in scores.items()}


@given(TEXTS, st.lists(TEXTS, min_size=1, max_size=3), st.booleans())
@settings(max_examples=150, deadline=None)
def test_any_texts_score_the_same_bits(candidate: str, references: list[str], stem: bool) -> None:
    assert ours(candidate, references, stem=stem) == theirs(candidate, references, stem=stem)


@given(st.text(), st.text(), st.booleans())
@settings(max_examples=150, deadline=None)
def test_any_characters_score_the_same_bits(candidate: str, reference: str, stem: bool) -> None:
    assert ours(candidate, [reference], stem=stem) == theirs(candidate, [reference], stem=stem)


def rows(*parts: str) -> Iterator[dict[str, Any]]:
    with gzip.open(shared("data", *parts), "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


@pytest.mark.parametrize("stem", [True, False])
@pytest.mark.parametrize("size", ["", "_large"])
def test_the_pairs_of_rouge_score_s_own_tests(size: str, stem: bool) -> None:
    folder = shared("data", "rouge155", "google")
    candidate, reference = (
        (folder / f"{name}{size}.txt").read_text(encoding="utf-8") for name in ("prediction", "target")
    )
    lines = list(zip(candidate.splitlines(), reference.splitlines(), strict=True))
    # The peer's table for the longest common subsequence of the two whole files would take minutes.
    for pair in [(candidate[:6000], reference[:6000]), *lines[:50]]:
        assert ours(pair[0], [pair[1]], stem=stem) == theirs(pair[0], [pair[1]], stem=stem)


@pytest.mark.parametrize("stem", [True, False])
def test_real_summaries_with_eleven_references(stem: bool) -> None:
    metrics = ["rouge1", "rouge2", "rougeL", "rougeLsum"]
    items = [(row["text"], row["references"]) for row in rows("summary_judgements", "summeval.jsonl.gz")][::40]
    found = rouge.score_many(items, metrics=metrics, stem=stem)
    assert [triples(scores) for scores in found] == [
        theirs(candidate, references, stem=stem, metrics=metrics) for candidate, references in items
    ]


def test_real_news_through_the_kernels() -> None:
    pairs = [
        (row["text"], text) for row in rows("summary_judgements", "summeval.jsonl.gz") for text in row["references"]
    ]
    metrics = ["rouge1", "rouge2", "rouge3", "rougeL", "rougeLsum"]
    found = rouge.score_many(pairs, metrics=metrics)
    assert len(found) == len(pairs)
    for at in range(0, len(pairs), 57):
        candidate, reference = pairs[at]
        assert triples(found[at]) == theirs(candidate, [reference], stem=True, metrics=metrics)


def test_the_first_of_equally_good_references_wins() -> None:
    found = rouge.score("gull tern", ["gull swan", "tern crane", "gull tern heron ibis"], metrics=["rouge1"])["rouge1"]
    # F is 1/2, 1/2 and 2/3: the third; and of the first two alone, the first.
    assert (found.hits, found.candidate, found.reference) == (2, 2, 4)
    both = rouge.score("gull tern", ["gull swan", "tern crane heron"], metrics=["rouge1"])["rouge1"]
    assert both.reference == 2


def test_lines_are_sentences_of_rouge_l_sum_only() -> None:
    candidate, reference = "gull tern\nswan heron", "swan heron\ngull tern"
    scores = rouge.score(candidate, reference, metrics=["rougeL", "rougeLsum"])
    assert (scores["rougeL"].f, scores["rougeLsum"].f) == (0.5, 1.0)


# --- metrics that rouge-score does not have ---


def test_skip_pairs_by_hand() -> None:
    # Four words have six pairs. "gull tern swan heron" and "gull swan tern heron" share all but tern-swan.
    found = rouge.score("gull tern swan heron", "gull swan tern heron", metrics=["rougeS", "rougeS0", "rougeSU"])
    assert (found["rougeS"].hits, found["rougeS"].candidate) == (5, 6)
    assert (found["rougeS0"].hits, found["rougeS0"].candidate) == (0, 3)  # neighbours only
    assert (found["rougeSU"].hits, found["rougeSU"].candidate) == (9, 10)


def test_weighted_subsequence_prefers_runs() -> None:
    # Both candidates have four words of the reference in order; only the first has them in one run.
    reference = "w1 w2 w3 w4 w5 w6 w7"
    together = rouge.score("w1 w2 w3 w4 x1 x2 x3", reference, metrics=["rougeW", "rougeL"])
    apart = rouge.score("w1 x1 w2 x2 w3 x3 w4", reference, metrics=["rougeW", "rougeL"])
    assert together["rougeL"].f == apart["rougeL"].f == 4 / 7
    assert together["rougeW"].hits == pytest.approx(4**1.2, rel=1e-12)
    assert together["rougeW"].f == pytest.approx(4 / 7, rel=1e-12)
    assert apart["rougeW"].hits == 4.0
    assert apart["rougeW"].recall == pytest.approx((4 / 7**1.2) ** (1 / 1.2), rel=1e-12)


def test_a_weight_of_one_is_the_plain_subsequence() -> None:
    scores = rouge.score("gull x tern", "gull tern swan", metrics=["rougeW(weight=1)", "rougeL"])
    assert scores["rougeW(weight=1)"].f == scores["rougeL"].f


# --- languages ---

SENTENCES = {
    "en": "The old harbour wall will be rebuilt before winter",
    "el": "Το παλιό τείχος του λιμανιού θα ξαναχτιστεί πριν τον χειμώνα",
    "ru": "Старая стена гавани будет восстановлена до зимы",
    "he": "קיר הנמל הישן ייבנה מחדש לפני החורף",
    "ar": "سيعاد بناء جدار الميناء القديم قبل الشتاء",
    "hi": "पुरानी बंदरगाह की दीवार सर्दियों से पहले फिर बनेगी",
    "zh": "旧港口的墙将在冬天之前重建",
    "th": "กำแพงท่าเรือเก่าจะสร้างใหม่ก่อนฤดูหนาว",
    "cs": "Stará přístavní zeď bude před zimou přestavěna",
    "nl": "De oude havenmuur wordt vóór de winter herbouwd",
}


@pytest.mark.parametrize("dialect", ["google", "rouge155"])
@pytest.mark.parametrize("language", SENTENCES)
def test_identical_texts_score_one_in_any_script(language: str, dialect: rouge.Dialect) -> None:
    text = SENTENCES[language]
    metrics = ["rouge1", "rouge2", "rougeL", "rougeLsum", "rougeS4", "rougeSU4"]
    scores = rouge.score(text, text, metrics=metrics, language=language, dialect=dialect)
    assert {name: score.f for name, score in scores.items()} == dict.fromkeys(metrics, 1.0)


def test_identical_japanese_texts_score_one() -> None:
    pytest.importorskip("sudachipy")
    text = "古い港の壁は冬の前に建て直される"
    assert rouge.score(text, text, metrics=["rouge2"], language="ja")["rouge2"].f == 1.0


def test_other_languages_are_stemmed_by_their_own_stemmer() -> None:
    assert rouge.tokens("De havens", language="nl") == ["de", "haven"]
    assert rouge.tokens("De havens", language="nl", stem=False) == ["de", "havens"]


@pytest.mark.parametrize(("language", "text"), [("zh", "旧港口的墙"), ("th", "ท่าเรือ")])
def test_a_limit_of_words_counts_tokens_where_words_have_no_blanks(language: str, text: str) -> None:
    every = rouge.tokens(text, language=language)
    assert rouge.tokens(f"{text}\n{text}", language=language, words=3) == every[:3]
    assert rouge.tokens(f"{text}\n{text}", language=language, words=len(every) + 1) == [*every, every[0]]


# --- what is asked for and what is answered ---


@pytest.mark.filterwarnings("default::meadow.errors.NoTokensWarning")
@pytest.mark.parametrize(
    ("candidate", "reference", "empty"), [("Гавань", "Гавань", 1), ("", "gull", 1), ("gull", "…", 1)]
)
def test_a_text_without_tokens_warns(candidate: str, reference: str, empty: int) -> None:
    with pytest.warns(NoTokensWarning, match=f"{empty} of .* have no token left .* give the language") as caught:
        scores = rouge.score(candidate, reference, metrics=["rouge1", "rougeL", "rougeLsum", "rougeW"])
    assert {score.f for score in scores.values()} == {0.0}
    assert caught[0].filename == __file__


def test_scores_come_in_order_and_under_the_names_given() -> None:
    pairs = [("gull", "gull"), ("gull", "tern"), ("tern", "tern")]
    found = rouge.score_many(pairs, metrics=["rouge1", "rougeW(weight=1.2)"])
    assert [score["rouge1"].f for score in found] == [1.0, 0.0, 1.0]
    assert list(found[0]) == ["rouge1", "rougeW(weight=1.2)"]
    assert rouge.score("gull", "gull", metrics="rouge1")["rouge1"].f == 1.0
    assert rouge.score_many([]) == []


def test_one_reference_may_be_a_text_or_a_list() -> None:
    assert rouge.score("gull tern", "gull") == rouge.score("gull tern", ["gull"])


@given(st.lists(st.tuples(TEXTS, TEXTS), max_size=4))
@settings(max_examples=30, deadline=None)
def test_many_pairs_score_as_one_by_one(pairs: list[tuple[str, str]]) -> None:
    assert rouge.score_many(pairs, metrics=METRICS) == [rouge.score(*pair, metrics=METRICS) for pair in pairs]


@given(TEXTS, TEXTS, st.sampled_from([*METRICS, "rougeW", "rougeS", "rougeSU4"]))
@settings(max_examples=100, deadline=None)
def test_scores_are_fractions_and_swapping_texts_swaps_them(one: str, other: str, metric: str) -> None:
    forth = rouge.score(one, other, metrics=[metric])[metric]
    back = rouge.score(other, one, metrics=[metric])[metric]
    assert 0 <= forth.precision <= 1
    assert 0 <= forth.recall <= 1
    assert min(forth.precision, forth.recall) <= forth.f + 1e-12
    if metric != "rougeLsum":  # its union depends on which side has the lines
        assert (forth.precision, forth.recall) == (back.recall, back.precision)


def test_bad_calls_say_what_to_do() -> None:
    with pytest.raises(InputError, match=r"Candidate 1 has no reference.*at least one reference"):
        rouge.score_many([("gull", "gull"), ("gull", [])])
    with pytest.raises(UsageError, match="no metric"):
        rouge.score("gull", "gull", metrics=[])
    with pytest.raises(UnknownNameError, match=r"no ROUGE metric called 'rouge0'.*rougeLsum"):
        rouge.score("gull", "gull", metrics=["rouge0"])
    with pytest.raises(UnknownNameError, match="no ROUGE dialect called 'perl'"):
        rouge.score("gull", "gull", dialect="perl")  # type: ignore[arg-type]
    with pytest.raises(UnknownNameError, match=r"way with several references called 'mean'.*jackknife"):
        rouge.score("gull", "gull", multiple="mean")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=r"words=0 cannot be used.*at least 1"):
        rouge.score("gull", "gull", words=0)
    with pytest.raises(UsageError, match=r"words=5, characters=9 cannot be used.*at most one"):
        rouge.score("gull", "gull", words=5, characters=9)
    with pytest.raises(UsageError, match=r"alpha=1.5.*between 0"):
        rouge.score("gull", "gull", alpha=1.5)
    with pytest.raises(UsageError, match=r"no list of stop words for the language 'xx'.*stopwords="):
        rouge.score("gull", "gull", language="xx", stopwords=True)
    with pytest.raises(UsageError, match=r"stopwords='the' is a text.*collection"):
        rouge.score("gull", "gull", stopwords="the")
