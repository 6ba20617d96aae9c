from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import InputError, NoTokensWarning, UnknownNameError
from meadow.lab.evaluate import headlines
from meadow.lab.evaluate.headlines import Lengths, brevity_penalty, headline_lengths, length_penalty, score

REFERENCES = [["Ferry sinks off the north coast", "Ferry sinks"], ["Mayor opens the long awaited bridge"]]


def words(count: int) -> str:
    return " ".join(f"w{number}" for number in range(count))


def share_of_letters(headline: str, models: object) -> float:
    return 0.5


@pytest.mark.golden("H6")
def test_golden_brevity_penalty() -> None:
    # Shortest references: 25 + 15 = 40 words; headlines: 20 + 10 = 30.
    references = [[words(25), words(30)], [words(15)]]
    found = brevity_penalty([words(20), words(10)], references)
    assert found == pytest.approx(math.exp(1 - 40 / 30)) == pytest.approx(0.716531, abs=5e-7)


@pytest.mark.golden("H6")
def test_golden_length_penalty() -> None:
    # Longest references: 30 + 20 = 50 words; headlines: 45 + 35 = 80.
    references = [[words(25), words(30)], [words(20), words(3)]]
    found = length_penalty([words(45), words(35)], references)
    assert found == pytest.approx(math.exp(1 - 80 / 50)) == pytest.approx(0.548812, abs=5e-7)


@pytest.mark.golden("H6")
def test_a_penalty_never_rewards() -> None:
    assert brevity_penalty([words(30)], [[words(10)]]) == 1
    assert length_penalty([words(10)], [[words(30)]]) == 1


@pytest.mark.golden("H6")
def test_empty_headlines_have_no_brevity_and_empty_references_are_an_error() -> None:
    assert brevity_penalty(["", "?!"], REFERENCES) == 0
    assert length_penalty([""], [["word"]]) == 1
    for penalty in (brevity_penalty, length_penalty):
        with pytest.raises(InputError, match=r"references of all stories have no length.*Check the references"):
            penalty(["word"], [["", "—"]])


@pytest.mark.golden("H6")
def test_a_penalty_is_of_the_method_and_applied_to_single_headlines() -> None:
    texts = ["Ferry", "Mayor opens the long awaited bridge today with a large band"]
    # Lengths 1 and 11; shortest 2 and 6, longest 6 and 6: each penalty meets one headline, with the method's number.
    assert headline_lengths(texts, REFERENCES) == Lengths((1, 11), (2, 6), (6, 6))
    plain = score(texts, REFERENCES, metric="rouge1-recall")
    brief = score(texts, REFERENCES, metric="rouge1-recall", penalty="brevity")
    long = score(texts, REFERENCES, metric="rouge1-recall", penalty="length")
    assert brief == pytest.approx([plain[0] * 1.0, plain[1]])  # 12 words against 8 wanted: clamped to 1
    assert long == pytest.approx([plain[0], plain[1] * 1.0])  # 12 words against 12 allowed
    with pytest.warns(NoTokensWarning, match="1 of 5 texts have no token"):
        again = score([texts[0], ""], REFERENCES, metric="rouge1-recall", penalty="brevity")
    assert again == pytest.approx([plain[0] * math.exp(1 - 8 / 1), 0])
    more = score([words(7), texts[1]], REFERENCES, metric="rouge1-recall", penalty="length")
    assert more[1] == pytest.approx(plain[1] * math.exp(1 - 18 / 12))


@pytest.mark.golden("H6")
def test_a_headline_as_long_as_a_reference_is_not_punished() -> None:
    lengths = Lengths(headlines=(2, 1, 6), shortest=(2, 2, 9), longest=(2, 5, 9))
    assert lengths.factors("brevity") == (1.0, math.exp(1 - 13 / 9), math.exp(1 - 13 / 9))
    assert Lengths((5, 6), (1, 1), (5, 5)).factors("length") == (1.0, math.exp(1 - 11 / 10))
    assert lengths.factors(None) == (1.0, 1.0, 1.0)


@pytest.mark.golden("H6")
def test_several_references_are_summed_and_the_google_dialect_takes_the_best() -> None:
    texts, references = ["Ferry sinks"], REFERENCES[:1]
    # Two hits in six words and two in two: 4/8 by sums, 2/2 for the best reference; precision 4/4.
    assert score(texts, references, metric="rouge1-recall") == [0.5]
    assert score(texts, references, metric="rouge1-precision") == [1.0]
    assert score(texts, references, metric="rouge1-recall", dialect="google") == [1.0]
    assert score(texts, references, metric="rouge2-recall") == pytest.approx([2 / 6], abs=5e-6)  # five digits


def test_recall_is_meant_where_no_side_is_named() -> None:
    texts = ["Ferry sinks", "Mayor opens bridge"]
    assert score(texts, REFERENCES, metric="rouge1") == score(texts, REFERENCES, metric="rouge1-recall")
    f = score(texts, REFERENCES, metric="rougeL-f")
    assert f != score(texts, REFERENCES, metric="rougeL")


def test_a_single_reference_may_stand_alone() -> None:
    assert score(["A b c"], ["A b d"], metric="rouge1") == score(["A b c"], [["A b d"]], metric="rouge1")


def test_lengths_count_what_rouge_counts_or_characters() -> None:
    texts, references = ["The ferry, at last!"], [["the ferry"]]
    assert headline_lengths(texts, references).headlines == (4,)
    assert headline_lengths(texts, references, stopwords=["the", "at"]).headlines == (2,)
    assert headline_lengths(texts, references, unit="characters").headlines == (19,)
    assert brevity_penalty(["abc"], [["abcdef"]], unit="characters") == pytest.approx(math.exp(-1))


def test_a_metric_of_ones_own_is_penalised_too() -> None:
    found = score([words(2), words(4)], [[words(4)], [words(4)]], metric=share_of_letters, penalty="brevity")
    assert found == pytest.approx([0.5 * math.exp(1 - 8 / 6), 0.5])


def test_other_languages_use_their_words() -> None:
    assert score(["Überflutung in Köln"], [["Überflutung in Köln"]], metric="rouge1", language="de") == [1.0]


lengths_of_stories = st.lists(st.tuples(*[st.integers(0, 12)] * 3), min_size=1, max_size=8)


@given(lengths_of_stories)
def test_penalties_lie_between_0_and_1_and_only_one_bites(rows: list[tuple[int, int, int]]) -> None:
    lengths = Lengths(
        headlines=tuple(row[0] for row in rows),
        shortest=tuple(1 + min(row[1:]) for row in rows),
        longest=tuple(1 + max(row[1:]) for row in rows),
    )
    assert 0 <= lengths.brevity_penalty <= 1
    assert 0 < lengths.length_penalty <= 1
    assert max(lengths.brevity_penalty, lengths.length_penalty) == 1  # no method is too short and too long at once
    pairs = zip(lengths.factors("brevity"), lengths.factors("length"), strict=True)
    assert all(max(pair) == 1 for pair in pairs)


def test_the_signature_names_metric_penalty_and_options() -> None:
    found = headlines.score_signature("rouge1", references=5, penalty="length", stem=False)
    assert found.startswith("recall|penalty:length(words)|rouge1(stem=False)|dialect:rouge155|language:en|refs:5|")
    assert headlines.score_signature("rouge2-precision").startswith("precision|rouge2(stem=True, exceptions=")


def test_errors_say_what_to_do() -> None:
    with pytest.raises(InputError, match=r"There are 1 headlines, but references for 2 stories.*empty text"):
        score(["one"], REFERENCES, metric="rouge1")
    with pytest.raises(InputError, match="There are 0 headlines"):
        score([], [], metric="rouge1")
    with pytest.raises(InputError, match=r"Story 1 has no reference.*Leave the story out"):
        score(["one", "two"], [["one"], []], metric="rouge1")
    with pytest.raises(InputError, match=r"a single text was given.*Write \[headline\]"):
        score("one", ["one"], metric="rouge1")
    with pytest.raises(UnknownNameError, match=r"no headline penalty called 'brevty'. Did you mean 'brevity'"):
        score(["one"], [["one"]], metric="rouge1", penalty="brevty")  # type: ignore[arg-type]
    with pytest.raises(UnknownNameError, match=r"no unit of length called 'bytes'.*characters, words"):
        brevity_penalty(["one"], [["one"]], unit="bytes")  # type: ignore[arg-type]
    with pytest.raises(UnknownNameError, match="no ROUGE metric called 'rogue1'"):
        score(["one"], [["one"]], metric="rogue1")


def test_a_side_is_written_behind_a_point_or_a_hyphen() -> None:
    texts = ["the cat sat"]
    references = [["the cat sat on the mat"]]
    for side in ("recall", "precision", "f"):
        by_point, by_hyphen = (score(texts, references, metric=f"rouge1{mark}{side}") for mark in ".-")
        assert by_point == by_hyphen
    assert score(texts, references, metric="rouge1") == score(texts, references, metric="rouge1.recall")
