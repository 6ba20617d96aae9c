"""The table of a Naive Bayes over sentences: features by hand, bins of equal frequency, odds by Laplace's rule."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import InputError
from meadow.headlines.bayes_features import FEATURES, sentence_features
from meadow.headlines.bayes_table import (
    BINS,
    BayesTable,
    FeatureCounts,
    fit_bayes,
    format_table,
    parse_table,
    shipped_languages,
    shipped_table,
)
from meadow.model import Document
from meadow.vectors.view import StoryView, view_documents
from stories import FLAT, document, documents


def view(*made: Document) -> StoryView:
    return view_documents(made, background=FLAT)


STORY = view(
    document(
        "a", ["Ferry sank off Skerra.", "14 of 20 boats sank in the storm near the old pier."], title="Ferry sank"
    ),
    document("b", ["Divers wait.", "Ferry sank off Skerra."], hours=1),
)


class TestFeatures:
    """Six numbers per sentence."""

    def test_places_count_from_one_in_each_document(self) -> None:
        assert list(sentence_features(STORY)) == list(FEATURES)
        assert sentence_features(STORY)["position"].tolist() == [1, 2, 1, 2]

    def test_lengths_are_by_the_mean_of_the_documents_own_sentences(self) -> None:
        # 4 and 12 words have a mean of 8, 2 and 4 one of 3.
        assert sentence_features(STORY)["length"] == pytest.approx([4 / 8, 12 / 8, 2 / 3, 4 / 3])

    def test_the_best_of_the_centroid_has_one_and_the_first_sentence_is_itself(self) -> None:
        features = sentence_features(view_documents(STORY.documents))
        assert features["centroid"].max() == pytest.approx(1.0)
        assert features["centroid"].min() < 1.0
        assert sentence_features(STORY)["centroid"].max() == 0.0  # where no word is rare nothing is central
        assert features["first"][[0, 2]] == pytest.approx([1.0, 1.0])
        assert features["first"][3] == 0.0  # divers and a ferry have no word in common

    def test_the_share_of_the_title_is_absent_where_there_is_none(self) -> None:
        title = sentence_features(STORY)["title"]
        assert title[0] == pytest.approx(2 / 3)  # ferry and sank, of ferry, sank and Skerra
        assert np.isnan(title[2:]).all()
        bare = sentence_features(view(document("a", ["Ferry sank."])))
        assert np.isnan(bare["title"]).all()

    def test_a_document_that_is_its_title_has_none_beside_itself(self) -> None:
        alone = sentence_features(view(Document("a", title="Ferry sank", text="Ferry sank", language="en")))
        assert np.isnan(alone["title"]).all()

    def test_words_with_a_digit_are_counted(self) -> None:
        assert sentence_features(STORY)["numbers"] == pytest.approx([0.0, 2 / 12, 0.0, 0.0])

    @given(documents)
    def test_shares_are_shares_and_every_sentence_has_every_feature(self, made: list[Document]) -> None:
        story = view(*made)
        features = sentence_features(story)
        assert {len(values) for values in features.values()} == {len(story)}
        for name in ("centroid", "first", "numbers"):
            assert (features[name] >= 0).all()
            assert (features[name] <= 1 + 1e-9).all()


def table(positive: tuple[int, ...], negative: tuple[int, ...], edges: tuple[float, ...]) -> BayesTable:
    """Return a table in which the position alone says something."""
    silent = FeatureCounts((), (3,), (7,))
    features = dict.fromkeys(FEATURES, silent) | {"position": FeatureCounts(edges, positive, negative)}
    return BayesTable(features, sum(positive), sum(negative), "by hand")


class TestOdds:
    """The log of the odds, by hand."""

    def test_laplace_gives_every_bin_one_more(self) -> None:
        made = table((3, 1), (2, 4), (1.0,))
        prior = math.log(4 / 6)
        first = math.log((4 / 6) / (3 / 8))
        later = math.log((2 / 6) / (5 / 8))
        assert made.log_odds(STORY) == pytest.approx([prior + first, prior + later] * 2)

    def test_an_edge_belongs_to_the_lower_bin(self) -> None:
        lower, upper = table((9, 1), (1, 9), (1.0,)), table((9, 1), (1, 9), (0.5,))
        assert lower.log_odds(STORY)[0] > lower.log_odds(STORY)[1]
        assert upper.log_odds(STORY)[0] == upper.log_odds(STORY)[1]

    def test_rows_come_likeliest_first_and_equal_ones_as_they_stand(self) -> None:
        assert table((9, 1), (1, 9), (1.0,)).ranked_rows(STORY) == [0, 2, 1, 3]
        assert table((1, 9), (9, 1), (1.0,)).ranked_rows(STORY) == [1, 3, 0, 2]
        assert table((5,), (5,), ()).ranked_rows(STORY) == [0, 1, 2, 3]

    def test_a_table_without_examples_of_a_kind_divides_by_nothing(self) -> None:
        assert np.isfinite(table((0, 0), (0, 0), (1.0,)).log_odds(STORY)).all()


class TestFit:
    """What examples teach."""

    def test_each_sentence_counts_once_and_the_chosen_ones_are_positive(self) -> None:
        made = fit_bayes([(STORY, 0), (STORY, 2)], data="two")
        assert (made.positives, made.negatives, made.data) == (2, 6, "two")
        for name, counts in made.features.items():
            known = sum(counts.positive) + sum(counts.negative)
            assert known == (4 if name == "title" else 8), name
            assert len(counts.positive) == len(counts.negative) == len(counts.edges) + 1 <= BINS

    def test_first_sentences_that_were_chosen_are_likelier(self) -> None:
        made = fit_bayes([(STORY, 0), (STORY, 2)], data="two")
        assert set(made.ranked_rows(STORY)[:2]) == {0, 2}

    def test_without_an_example_there_is_nothing_to_learn(self) -> None:
        with pytest.raises(InputError, match="no example to learn from"):
            fit_bayes([], data="none")

    def test_a_table_is_told_by_its_content(self) -> None:
        one, other = table((3, 1), (2, 4), (1.0,)), table((3, 1), (2, 5), (1.0,))
        assert one.digest == table((3, 1), (2, 4), (1.0,)).digest
        assert one.digest != other.digest


class TestFiles:
    """Tables as JSON, and those that come along."""

    def test_every_language_with_a_table_has_its_own_and_others_share_one(self) -> None:
        assert "en" in shipped_languages()
        assert shipped_table("xx") == shipped_table()
        assert all(shipped_table(language) != shipped_table() for language in shipped_languages())
        assert shipped_table("en").positives > 100

    @given(st.lists(st.integers(0, 99), min_size=2, max_size=2), st.text(max_size=20))
    def test_what_is_written_reads_back(self, counts: list[int], data: str) -> None:
        made = table((counts[0], 1), (2, counts[1]), (1.5,))
        named = BayesTable(made.features, made.positives, made.negatives, data)
        assert parse_table(format_table(named)) == named

    @pytest.mark.parametrize("text", ["", "[]", "{}", "no json", '{"features": {}}'])
    def test_what_is_no_table_says_how_to_make_one(self, text: str) -> None:
        with pytest.raises(InputError, match="This is no table of bayes-phrase") as refused:
            parse_table(text)
        assert "meadow lab fit --headlines" in str(refused.value.advice)

    @pytest.mark.parametrize(
        "change",
        [
            {"edges": [1.0, 2.0]},
            {"positive": [1]},
            {"negative": [1, 2, 3]},
            {"edges": [2.0, 1.0], "positive": [1] * 3, "negative": [1] * 3},
        ],
    )
    def test_bins_that_do_not_fit_are_named_with_their_feature(self, change: dict[str, Any]) -> None:
        value = json.loads(format_table(table((3, 1), (2, 4), (1.0,))))
        value["features"]["position"] |= change
        with pytest.raises(InputError, match="The feature 'position' of this table"):
            parse_table(json.dumps(value))
