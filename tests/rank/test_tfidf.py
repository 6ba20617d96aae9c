"""TF·IDF as T9 has it: each word's count in the story times its rarity in a background collection, summed per sentence."""

import math

import numpy as np
import pytest
from hypothesis import given, settings

from meadow.model import Document
from meadow.rank import RANKERS
from meadow.rank.tfidf import term_weights, tfidf
from meadow.text.background import IdfTable, background_from_texts
from meadow.vectors.view import view_documents
from stories import FLAT, documents, view


@pytest.mark.golden("T9")
def test_a_word_five_times_in_the_story_and_in_ten_of_a_thousand_texts_weighs_23() -> None:
    # tf 5, |DB| 1000, df 10: 5 · ln(1000/10) = 23.025851.
    collection = background_from_texts("thousand", [["ferry"] if n < 10 else ["other"] for n in range(1000)])
    story = view_documents(
        [Document("d", text="Ferry. Ferry ferry. Ferry, ferry!", language="en")], background=collection
    )
    assert term_weights(story.counts("terms")) == pytest.approx([23.025851], abs=5e-7)
    assert len(story) == 3
    # Every occurrence counts: sentences with one, two and two of them.
    assert tfidf(story).values == pytest.approx(23.025851 * np.array([1, 2, 2]), abs=2e-6)


@pytest.mark.golden("T9")
def test_stop_words_and_punctuation_do_not_count_and_an_unseen_word_has_a_document_frequency_of_one() -> None:
    collection = background_from_texts("hundred", [["storm"] for _ in range(100)])
    story = view(["The storm and the ferry.", "And the, of it!"])
    story = view_documents(story.documents, background=collection)
    # storm: ln(100/100) = 0; ferry is unseen: ln(100/1).
    assert tfidf(story).values == pytest.approx([math.log(100), 0.0])


def test_word_forms_of_one_stem_count_together() -> None:
    table = IdfTable("toy", {"ferry": 2.0, "ferries": 5.0, "sank": 1.0}, unknown=0.0)
    story = view_documents(view(["Ferries sank.", "A ferry."]).documents, background=table)
    # The stem occurs twice and has the rarity of its most common form: 2 · 2; sank: 1 · 1.
    assert tfidf(story).values == pytest.approx([5.0, 4.0])


@given(documents)
@settings(max_examples=40, deadline=None)
def test_scaled_scores_keep_the_order_and_put_the_best_at_one(made: list[Document]) -> None:
    story = view_documents(made, background=FLAT)
    raw, scaled = (RANKERS.build(spec)(story).values for spec in ("tfidf", "tfidf(scaled=true)"))
    assert (np.argsort(-raw, kind="stable") == np.argsort(-scaled, kind="stable")).all()
    assert scaled.max() == pytest.approx(1.0 if raw.max() > 0 else 0.0)
