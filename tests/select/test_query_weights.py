"""Questions in `whole`: weights by hand, concepts that follow them, and summaries that tell what was asked."""

from __future__ import annotations

import numpy as np
import pytest

import meadow
from meadow.errors import SpecError
from meadow.model import Document, Scores
from meadow.select.concepts import PAIR, WORD, story_concepts
from meadow.select.query_weights import query_weights, speaking
from meadow.vectors.view import StoryView, view_documents


def _documents(*texts: str) -> list[Document]:
    return [Document(f"d{number}", None, None, text, None, language="en") for number, text in enumerate(texts)]


def _asked(view: StoryView, *answers: float) -> Scores:
    return Scores(np.ones(len(view)), {"focus": np.array(answers)})


_STRIKE = (
    "Dockers at the port of Carrowmere began a strike over night shifts on Monday.",
    "The strike at the port of Carrowmere stopped forty ships, the harbour office said.",
    "The union wants night shifts at the port to pay a third more than they do now.",
)
_MUSEUM = (
    "The museum of Vellin opens a hall of clocks that were made in the valley.",
    "A hall of clocks opens at the museum of Vellin, and entry is free until May.",
    "Visitors to the museum of Vellin may wind one of the clocks of the new hall.",
    "The museum of Vellin paid for its hall of clocks with the sale of a painting.",
)


class TestWeights:
    def test_by_hand(self) -> None:
        # The words of the three sentences are apart, so each is like the sum of all as much as it weighs in it.
        view = view_documents(_documents("Ferry sank. Trawler docked.", "Wolves howled."))
        weights = query_weights(view, _asked(view, 2.0, 0.0, 1.0), "focus")
        # Documents: best 1 and ½, sums 1/√2 and ½ of 1/√2. Sentences: 1 + ½, 0 + ½, ½ + ½·½/√2.
        direct = np.array([1.5, 0.5, 0.5 + 0.25 / np.sqrt(2)]) / 1.5
        relevance = direct + direct / direct.max()
        assert weights is not None
        assert weights == pytest.approx(relevance / relevance.max() / np.array([1, 2**0.25, 1]))

    def test_without_a_question_or_a_word_of_it_there_are_none(self) -> None:
        view = view_documents(_documents("Ferry sank."))
        assert query_weights(view, Scores(np.ones(1)), None) is None
        assert query_weights(view, _asked(view, 0.0), "focus") is None

    def test_a_ranking_without_the_feature_is_an_error(self) -> None:
        with pytest.raises(SpecError, match="no feature 'focus'") as caught:
            meadow.summarize(_documents(*_STRIKE), rank="centroid", select="coverage(asked=focus)", words=20)
        assert caught.value.allowed == "This ranking has: centroid."


def test_a_concept_weighs_by_the_best_sentence_of_each_document_that_speaks_of_the_question() -> None:
    view = view_documents(_documents("Ferry docked. Ferry sank.", "Wolves howled."))
    weights = np.array([0.4, 1.0, 0.2])
    assert speaking(weights).tolist() == [False, True, False]
    concepts = story_concepts(view, weights)  # one document speaks of it, so n is 1
    expected = [WORD * each for each in (1.0, 0.4, 1.0, 0.2, 0.2)] + [PAIR * each for each in (0.4, 1.0, 0.2)]
    assert sorted(concepts.first) == pytest.approx(sorted(expected))


class TestSummaries:
    question = "Why did dockers go on strike?"

    def test_a_question_finds_the_few_documents_that_speak_of_it(self) -> None:
        documents = _documents(*_MUSEUM, *_STRIKE)
        without = meadow.summarize(documents, method="coverage", words=35)
        asked = meadow.summarize(documents, words=35, question=self.question)
        assert "museum" in without.text
        assert "museum" not in asked.text
        assert "strike" in asked.text

    def test_the_signature_says_so_and_makes_the_same_again(self) -> None:
        documents = _documents(*_MUSEUM, *_STRIKE)
        asked = meadow.summarize(documents, words=35, question=self.question)
        assert f'question="{self.question}"' in asked.run.signature
        assert "select:coverage(asked=focus, score=20)" in asked.run.signature
        again = meadow.summarize(documents, recipe=meadow.make_recipe(words=35, question=self.question))
        assert again == asked

    def test_a_question_of_other_words_tells_the_story_as_without_it(self) -> None:
        documents = _documents(*_MUSEUM)
        asked = meadow.summarize(documents, words=35, question="Zebra?", annotate=False)
        assert asked.text == meadow.summarize(documents, method="coverage", words=35, annotate=False).text

    @pytest.mark.parametrize(
        ("question", "select"),
        [
            ("¿Por qué pararon los estibadores?", "coverage(asked=focus, score=20)"),
            ("the strike at the port", "coverage(asked=focus)"),
            ("Write a report on the strike at the port.", "coverage(asked=focus)"),
            (None, "sequence"),
        ],
    )
    def test_a_topic_asks_for_no_single_sentence(self, question: str | None, select: str) -> None:
        assert meadow.make_recipe(question=question).select == select

    def test_what_is_said_of_the_selector_stands(self) -> None:
        spec = "coverage(asked=none, score=10)"
        recipe = meadow.make_recipe(select=spec, question=self.question)
        assert recipe.select == spec
