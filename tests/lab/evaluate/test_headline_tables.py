from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import InputError, UsageError
from meadow.lab.evaluate.agreement import judge_agreement, spearman
from meadow.lab.evaluate.headlines import (
    correlation_table,
    headline_lengths,
    mean_over_judges,
    method_table,
    rank_correlations,
    reference_plan,
    score,
)

# Tables I and II: ROUGE-1 and ROUGE-2 recall, quality and readability of the five methods.
TABLES = {
    "method 1": {"rouge1": 0.21831, "rouge2": 0.07791, "quality": 2.67, "readability": 3.63},
    "method 2": {"rouge1": 0.38883, "rouge2": 0.15944, "quality": 3.18, "readability": 3.57},
    "method 3": {"rouge1": 0.32039, "rouge2": 0.12834, "quality": 3.37, "readability": 4.31},
    "method 4": {"rouge1": 0.38693, "rouge2": 0.08758, "quality": 2.92, "readability": 3.21},
    "method 5": {"rouge1": 0.36326, "rouge2": 0.14423, "quality": 2.79, "readability": 2.23},
}

REFERENCES = [
    ["Ferry sinks off the north coast", "Ferry sinks"],
    ["Mayor opens the long awaited bridge"],
    ["Rain ends"],
]
HEADLINES = {
    "short": ["Ferry", "Bridge opens", "Rain"],
    "fair": ["Ferry sinks off coast", "Mayor opens bridge", "Rain ends at last"],
    "long": [
        "A ferry with many people sinks off the coast in the north",
        "The mayor opens a bridge after many years of long delays",
        "After weeks and weeks the rain ends in most of the country",
    ],
}
QUALITY: dict[str, list[float | None]] = {"short": [2, 3, 2], "fair": [5, 4, 4], "long": [3, None, 3]}


def known(value: float | None) -> float:
    assert value is not None
    return value


@pytest.mark.golden("H8")
def test_golden_rank_correlations_of_tables_1_and_2() -> None:
    found = rank_correlations(TABLES)
    # Ranks of ROUGE-1: 1 5 2 4 3; of quality: 1 4 5 3 2; squared differences 0 1 9 1 1 = 12; 1 − 6·12/(5·24) = 0.4.
    assert found["rouge1", "quality"] == pytest.approx(1 - 6 * 12 / (5 * 24))
    expected = {
        ("rouge1", "quality"): 0.4,
        ("rouge2", "readability"): -0.3,
        ("rouge1", "readability"): -0.5,
        ("rouge2", "quality"): 0.5,
        ("quality", "readability"): 0.4,
        ("rouge1", "rouge2"): 0.7,
    }
    assert found == pytest.approx(expected)


@pytest.mark.golden("H8")
def test_the_table_has_six_rows() -> None:
    rows = correlation_table(HEADLINES, REFERENCES, QUALITY)
    assert [(row.metric, row.penalty) for row in rows] == [
        ("rouge1-recall", None),
        ("rouge1-recall", "brevity"),
        ("rouge1-recall", "length"),
        ("rouge1-precision", None),
        ("rouge1-precision", "brevity"),
        ("rouge1-precision", "length"),
    ]
    # What the source saw: recall rises with length and precision falls; the length penalty takes recall's part away.
    lengths = [known(row.length) for row in rows]
    assert lengths[0] > 0 > lengths[3]
    assert lengths[2] < lengths[0]
    assert rows[2].signature.startswith("recall|penalty:length(words)|rouge1(stem=True, exceptions=")


@pytest.mark.golden("H8")
def test_headlines_are_pooled_over_methods_and_unjudged_ones_left_out() -> None:
    row = correlation_table(HEADLINES, REFERENCES, QUALITY)[5]
    scores = {
        name: score(texts, REFERENCES, metric="rouge1-precision", penalty="length") for name, texts in HEADLINES.items()
    }
    lengths = {name: headline_lengths(texts, REFERENCES).headlines for name, texts in HEADLINES.items()}
    assert row.length == spearman(
        [value for name in HEADLINES for value in scores[name]],
        [value for name in HEADLINES for value in lengths[name]],
    )
    judged = [(s, q) for name in HEADLINES for s, q in zip(scores[name], QUALITY[name], strict=True) if q is not None]
    assert len(judged) == 8
    assert row.quality == spearman([s for s, _ in judged], [q for _, q in judged])
    means = [sum(scores[name]) / 3 for name in HEADLINES]
    assert row.method_length == spearman(means, [sum(lengths[name]) / 3 for name in HEADLINES])
    assert row.method_quality == spearman(means, [7 / 3, 13 / 3, 3])


def test_one_method_has_no_correlation_over_methods() -> None:
    row = correlation_table({"fair": HEADLINES["fair"]}, REFERENCES, {"fair": [1, 2, 3]}, unit="characters")[0]
    assert row.quality is not None
    assert (row.method_length, row.method_quality) == (None, None)


def test_a_table_of_means_leaves_out_what_is_missing() -> None:
    found = method_table({"quality": {"one": [1, None, 3], "two": [None]}, "readability": {"one": [4, 5]}})
    assert found == {"one": {"quality": 2.0, "readability": 4.5}, "two": {"quality": None, "readability": None}}
    assert rank_correlations(found) == {("quality", "readability"): None}


@pytest.mark.golden("H7")
def test_the_study_has_one_reference_for_all_and_more_for_a_random_part() -> None:
    stories = [f"story {number}" for number in range(100)]
    plan = reference_plan(stories, seed=1)
    assert list(plan) == stories
    assert sorted(plan.values()) == [1] * 90 + [5] * 10
    assert plan == reference_plan(stories, seed=1) != reference_plan(stories, seed=2)


@given(st.integers(0, 60), st.floats(0, 1), st.integers(0, 5))
def test_a_plan_covers_each_story(count: int, part: float, extra: int) -> None:
    plan = reference_plan([str(number) for number in range(count)], part=part, extra=extra)
    assert len(plan) == count
    assert sum(plan.values()) - count == extra * int(count * part + 0.5)


@pytest.mark.golden("H7")
def test_several_judges_are_averaged_and_their_agreement_told() -> None:
    judges: dict[str, list[float | None]] = {"first": [1, 2, 3, 5], "second": [2, 2, 4, 5], "third": [1, None, 3, 4]}
    assert mean_over_judges(list(judges.values())) == pytest.approx([4 / 3, 2, 10 / 3, 14 / 3])
    found = judge_agreement(judges)
    assert found.least is not None
    assert found.least > 0.675  # what the source calls high
    assert mean_over_judges([[None], [None]]) == [None]


def test_errors_say_what_to_do() -> None:
    with pytest.raises(InputError, match=r"headlines of fair, long, short, but quality scores of fair"):
        correlation_table(HEADLINES, REFERENCES, {"fair": [1, 2, 3]})
    with pytest.raises(InputError, match=r"'fair' has 3 headlines, but 2 quality scores.*None"):
        correlation_table({"fair": HEADLINES["fair"]}, REFERENCES, {"fair": [1, 2]})
    with pytest.raises(InputError, match=r"headlines of no method"):
        correlation_table({}, REFERENCES, {})
    with pytest.raises(InputError, match=r"The judges scored 1, 2 headlines.*Give None"):
        mean_over_judges([[1], [1, 2]])
    with pytest.raises(InputError, match="The judges scored no headlines"):
        mean_over_judges([])
    with pytest.raises(UsageError, match=r"part=1.5 and extra=4 is impossible.*between 0 and 1"):
        reference_plan(["story"], part=1.5)


def test_signs_of_table_3_on_headlines_drawn_at_random() -> None:
    """Check the portable part of the source's findings, on words instead of news.

    Every story has its own words and a vocabulary of chatter. Three methods write headlines of falling discipline: the
    more words, the more of the story is hit and the more chatter comes along; people like those near the usual length.
    """
    random = Random(5)
    references: list[list[str]] = []
    texts: dict[str, list[str]] = {"terse": [], "usual": [], "wordy": []}
    quality: dict[str, list[float | None]] = {"terse": [], "usual": [], "wordy": []}
    for story in range(60):
        topic = [f"s{story}w{number}" for number in range(8)]
        references.append([" ".join(random.sample(topic, 5)), " ".join(random.sample(topic, 6))])
        for method, hits, chatter in (("terse", 2, 0), ("usual", 4, 2), ("wordy", 6, 10)):
            drawn = random.sample(topic, hits) + [
                f"c{random.randrange(50)}" for _ in range(chatter + random.randrange(3))
            ]
            texts[method].append(" ".join(drawn))
            quality[method].append(5 - abs(len(drawn) - 6) / 3 + random.random())
    recall, _, recall_penalised, precision, *_ = correlation_table(texts, references, quality)
    assert known(recall.length) > 0.3
    assert known(precision.length) < -0.3
    assert known(recall_penalised.length) < known(recall.length)
    assert known(recall_penalised.quality) > known(recall.quality)
