"""Focus: BM25 by hand and against the index of texts, what names add, and how a question reaches a mix."""

import math

import numpy as np
import pytest
from hypothesis import given, settings

from meadow import pipeline
from meadow.errors import SpecError
from meadow.model import Document
from meadow.rank import RANKERS
from meadow.rank.focus import focus, question_weights
from meadow.registry import Method
from meadow.text.stems import stem_words
from meadow.text.stopwords import stop_words
from meadow.text.tokens import words
from meadow.vectors.bm25 import bm25
from meadow.vectors.view import StoryView, view_documents
from stories import FERRY, FLAT, documents, view

DOOR = "Why was the door to the car deck open?"


def ferry() -> StoryView:
    return view_documents(FERRY, background=FLAT)


def terms(text: str) -> list[str]:
    return stem_words([word for word in words(text) if word not in stop_words("en")])


def test_by_hand() -> None:
    story = view(["Red fox.", "Grey owl.", "Grey, grey hen."])
    # grey is in 2 of 3 sentences: idf ln(1 + 1.5/2.5). Mean length 7/3. f = 1 of 2 words, f = 2 of 3 words.
    idf = math.log(1 + 1.5 / 2.5)
    second = idf * 2.2 / (1 + 1.2 * (0.25 + 0.75 * 2 / (7 / 3)))
    third = idf * 2 * 2.2 / (2 + 1.2 * (0.25 + 0.75 * 3 / (7 / 3)))
    assert focus(story, question="what is grey?").values == pytest.approx([0, second, third])


@given(documents)
@settings(max_examples=40, deadline=None)
def test_without_names_it_is_bm25_of_the_sentences(made: list[Document]) -> None:
    story = view_documents(made, background=FLAT)
    question = "captain of the ferry in a storm, in a storm"
    index = bm25([terms(sentence.text) for sentence in story.sentences])
    assert focus(story, question=question).values == pytest.approx(index.scores(terms(question)))


def test_the_sentence_that_answers_is_best() -> None:
    story = ferry()
    best = story.sentences[int(focus(story, question=DOOR).values.argmax())]
    assert best.ref.document_id == "courier"
    assert "door" in best.text


def test_words_of_a_name_weigh_more_and_stop_words_nothing() -> None:
    story = view(["Red fox."])
    question = "What did captain Aurel Denko say about the storm, and was Denko hurt?"
    assert question_weights(story, question, 2.0) == {
        "captain": 1, "aurel": 2, "denko": 4, "say": 1, "storm": 1, "hurt": 1
    }  # fmt: skip
    assert question_weights(story, question, 0.0)["denko"] == 0
    plain, named = (focus(ferry(), question="Aurel Denko's arm", names=n).values for n in (1.0, 3.0))
    assert named.argmax() == plain.argmax()
    assert named.max() > plain.max()


def test_a_question_is_read_in_every_language_of_the_story() -> None:
    dutch = Document("nl", text="De veerboten bleven in de haven.", language="nl")
    story = view_documents([*FERRY, dutch], background=FLAT)
    assert focus(story, question="Waar bleven de veerboten?").values[-1] > 0


def test_a_question_that_nothing_answers_gives_zeros() -> None:
    assert not focus(ferry(), question="zzz?").values.any()


@pytest.mark.parametrize("spec", ["focus", 'focus(question=" ")', "mix(centroid=1, focus=2)"])
def test_without_a_question_the_error_says_what_to_give(spec: str) -> None:
    with pytest.raises(SpecError, match="no question") as caught:
        RANKERS.build(spec)(ferry())
    assert caught.value.allowed is not None
    assert "focus(question=" in caught.value.allowed


class TestInAMix:
    """A question is a parameter of `mix` too, which hands it to rankers that read one."""

    def test_it_reaches_focus(self) -> None:
        story = ferry()
        mixed = RANKERS.build(f'mix(centroid=1, focus=2, question="{DOOR}")')(story)
        assert mixed.features["focus"].max() == 1
        alone = RANKERS.build(f'focus(question="{DOOR}", scaled=true)')(story).values
        assert np.array_equal(mixed.features["focus"], alone)
        assert mixed.values == pytest.approx(mixed.features["centroid"] + 2 * alone)

    def test_it_changes_the_summary_and_is_in_its_signature(self) -> None:
        without = pipeline.summarize(FERRY, rank="mix(centroid=1)", select="top", sentences=1)
        spec = f'mix(centroid=1, focus=2, question="{DOOR}")'
        summary = pipeline.summarize(FERRY, rank=spec, select="top", sentences=1)
        assert summary.picks[0].ref.document_id == "courier" != without.picks[0].ref.document_id
        assert f'question="{DOOR}"' in summary.run.signature

    def test_it_can_be_given_elsewhere_as_a_seed_is(self) -> None:
        for spec in ("mix(centroid=1, focus=2)", "focus"):
            asked: Method = RANKERS.build(spec).with_default("question", DOOR)
            assert asked(ferry()).values.any()
        assert RANKERS.build("centroid").with_default("question", DOOR).spec.keywords == ()

    def test_a_question_that_no_ranker_reads_is_an_error(self) -> None:
        with pytest.raises(SpecError, match="none of its rankers reads one") as caught:
            RANKERS.build(f'mix(centroid=1, question="{DOOR}")')(ferry())
        assert caught.value.advice == "Give focus a weight, or leave the question out."
