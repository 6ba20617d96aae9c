"""A story analysed once: rows in time order, parts and pairs of views, counts by scheme, and what is kept."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import InputError
from meadow.model import Document
from meadow.text.background import IdfTable
from meadow.vectors.bigrams import story_bigrams
from meadow.vectors.centroid import story_centroid
from meadow.vectors.collection import Collection
from meadow.vectors.counts import Counts, count_texts
from meadow.vectors.local_terms import numbered_by_appearance
from meadow.vectors.view import StoryView, check_unique_ids, view_documents

START = datetime(2026, 3, 2, tzinfo=UTC)
FLAT = IdfTable("flat", {}, unknown=1.0)
RARE = IdfTable("rare", {"ferry": 2.0, "hatch": 3.0, "hatches": 1.5}, unknown=1.0)


def document(name: str, text: str, *, hours: float = 0.0, language: str = "en", place: str | None = None) -> Document:
    return Document(name, text=text, language=language, published=START + timedelta(hours=hours), place=place)


NEWS = (
    document("b", "The ferry sank. A hatch broke.", hours=2),
    document("a", "A ferry left. The ferry came.", hours=1),
    document("c", "El barco se hundió.", hours=3, language="es"),
)


def table(counts: Counts) -> list[dict[str, float]]:
    """Return the counts of each row by term."""
    dense = counts.matrix.toarray()
    return [{counts.terms[at]: float(row[at]) for at in np.flatnonzero(row)} for row in dense]


class TestRows:
    """Sentences as rows."""

    def test_documents_come_in_time_order_and_sentences_in_theirs(self) -> None:
        view = view_documents(NEWS)
        assert [each.id for each in view.documents] == ["a", "b", "c"]
        assert view.document_of.tolist() == [0, 0, 1, 1, 2]
        assert view.number.tolist() == [1, 2, 1, 2, 1]
        assert len(view) == 5
        for row, sentence in enumerate(view.sentences):
            text = view.documents[view.document_of[row]].text
            assert text[sentence.start : sentence.end] == sentence.text

    def test_the_order_given_does_not_matter_and_who_asks_again_gets_the_same(self) -> None:
        assert view_documents(NEWS[::-1]) is view_documents(NEWS)
        assert view_documents(NEWS, background=FLAT) is not view_documents(NEWS)

    def test_the_language_is_that_of_most_sentences(self) -> None:
        view = view_documents(NEWS)
        assert (view.language, view.row_languages, view.language_of(4)) == ("en", ["en"] * 4 + ["es"], "es")
        even = view_documents([document("n", "De boot zonk.", language="nl"), document("e", "It sank.", hours=1)])
        assert even.language == "nl"

    def test_a_part_has_the_rows_asked_for_and_their_documents_only(self) -> None:
        part = view_documents(NEWS, background=FLAT).part([3, 0])
        assert [sentence.text for sentence in part.sentences] == ["A hatch broke.", "A ferry left."]
        assert [each.id for each in part.documents] == ["a", "b"]
        assert (part.document_of.tolist(), part.number.tolist()) == ([1, 0], [2, 1])
        assert part.background is FLAT

    def test_two_views_stand_below_each_other_under_the_background_of_the_first(self) -> None:
        upper, lower = view_documents(NEWS[:1], background=FLAT), view_documents(NEWS[1:], background=RARE)
        both = upper.beside(lower)
        assert [each.id for each in both.documents] == ["b", "a", "c"]
        assert both.document_of.tolist() == [0, 0, 1, 1, 2]
        assert both.number.tolist() == [1, 2, 1, 2, 1]
        assert both.sentences == (*upper.sentences, *lower.sentences)
        assert both.background is FLAT

    def test_no_documents_and_documents_without_a_sentence(self) -> None:
        none = view_documents([])
        assert (len(none), none.documents, none.counts().matrix.shape) == (0, (), (0, 0))
        blank = view_documents([document("x", "  ")])
        assert (len(blank), blank.language) == (0, "en")

    def test_an_id_that_two_documents_share_is_named_with_both_places(self) -> None:
        with pytest.raises(InputError) as caught:
            check_unique_ids([document("a", "One.", place="x.jsonl:1"), document("a", "Two.", place="y.jsonl:2")])
        assert str(caught.value).startswith("Two documents have the id 'a': x.jsonl:1 and y.jsonl:2.")
        with pytest.raises(InputError, match=r"^Two documents have the id 'a'\. Give each"):
            check_unique_ids([document("a", "One."), document("a", "Two.")])
        same = document("a", "One.")
        check_unique_ids([same, same])

    def test_what_was_found_is_kept_and_found_once(self) -> None:
        view, asked = view_documents(NEWS, background=IdfTable("once", {}, unknown=1.0)), list[str]()

        def found(of: StoryView) -> int:
            asked.append("view")
            return len(of)

        def told(text: str, language: str) -> str:
            asked.append(language)
            return text.upper()

        assert [view.kept(found), view.kept(found)] == [5, 5]
        assert view.told(told, 4) == view.told(told, 4) == "EL BARCO SE HUNDIÓ."
        assert view.told_of_all(told)[4] == "EL BARCO SE HUNDIÓ."
        assert asked == ["view", "es", "en", "en", "en", "en"]

    def test_what_is_asked_together_is_asked_once_for_each_language(self) -> None:
        view, asked = view_documents(NEWS, background=IdfTable("together", {}, unknown=1.0)), list[object]()

        def told(texts: Sequence[str], language: str, beside: Sequence[int]) -> list[str]:
            asked.append((language, list(beside)))
            return [text.upper() for text in texts]

        beside = [10, 11, 12, 13, 14]
        assert view.told_together(told, [4], beside) == ["EL BARCO SE HUNDIÓ."]
        every = view.told_together(told, [4, 2, 0], beside)
        assert every == [view.sentences[row].text.upper() for row in (4, 2, 0)]
        assert view.told_together(told, [0, 2, 4, 0], beside) == [*every[::-1], every[-1]]
        assert view.told_together(told, [], beside) == []
        assert asked == [("es", [14]), ("en", [12, 10])]
        assert view.told_together(lambda texts, language: [language for _ in texts], [4, 0]) == ["es", "en"]


class TestCounts:
    """Counts under each scheme."""

    def test_terms_are_stems_without_stop_words_and_words_are_all(self) -> None:
        view = view_documents(NEWS[:2], background=FLAT)
        terms, words = view.counts("terms"), view.counts("words")
        assert table(terms) == [
            {"ferri": 1, "left": 1},
            {"ferri": 1, "came": 1},
            {"ferri": 1, "sank": 1},
            {"hatch": 1, "broke": 1},
        ]
        assert table(words)[1] == {"the": 1, "ferry": 1, "came": 1}
        assert terms.lengths.tolist() == words.lengths.tolist() == [3, 3, 3, 3]
        assert view.counts("terms") is terms

    def test_terms_are_numbered_as_they_come_and_weighed_by_their_commonest_form(self) -> None:
        counts = count_texts(["hatches of a ferry", "hatch"], ["en", "en"], {"en": RARE})
        assert counts.terms == ("hatch", "ferri")
        assert counts.idf.tolist() == [1.5, 2.0]
        assert counts.weighted().toarray().tolist() == [[1.5, 2.0], [1.5, 0.0]]
        assert counts.unit_rows().toarray() == pytest.approx(np.array([[0.6, 0.8], [1.0, 0.0]]))
        assert counts.unit_rows() is counts.unit_rows()

    def test_a_term_that_languages_share_is_one_column_of_the_lesser_rarity(self) -> None:
        lesser = IdfTable("lesser", {"marlow": 4.0}, unknown=1.0)
        more = IdfTable("more", {"marlow": 6.0}, unknown=1.0)
        counts = count_texts(["Marlow burns", "Marlow arde", "Marlow"], ["en", "es", "en"], {"en": more, "es": lesser})
        column = counts.terms.index("marlow")
        assert counts.matrix.toarray()[:, column].tolist() == [1, 1, 1]
        assert counts.idf[column] == 4.0
        assert counts.lengths.tolist() == [2, 2, 1]

    def test_other_texts_stand_in_rows_below(self) -> None:
        view = view_documents(NEWS[:2], background=FLAT)
        counts = view.counts_with(["Ferry of hatches", "Barco"], ["en", "es"])
        assert counts.matrix.shape[0] == len(view) + 2
        assert table(counts)[:4] == table(view.counts())
        assert table(counts)[4:] == [{"ferri": 1, "hatch": 1}, {"barc": 1}]

    def test_nothing_to_count(self) -> None:
        counts = count_texts(["the of", ""], ["en", "en"], {"en": FLAT})
        assert (counts.matrix.shape, counts.terms, counts.lengths.tolist()) == ((2, 0), (), [2, 0])
        assert counts.unit_rows().shape == (2, 0)


@given(st.lists(st.integers(-5, 5), max_size=20))
def test_kinds_are_counted_from_0_as_they_come(keys: list[int]) -> None:
    order = list(dict.fromkeys(keys))
    assert numbered_by_appearance(np.array(keys, np.int64)).tolist() == [order.index(key) for key in keys]


class TestBigrams:
    """Pairs of neighbouring words."""

    def test_pairs_stay_within_a_sentence_and_two_stop_words_are_none(self) -> None:
        view = view_documents([document("a", "The old ferry sank. Ferry of the sea.")])
        found = story_bigrams(view)
        # the-old, old-ferry, ferry-sank; ferry-of, the-sea: "of the" says nothing.
        assert found.matrix.toarray().tolist() == [[1, 1, 1, 0, 0], [0, 0, 0, 1, 1]]

    def test_a_pair_counts_once_in_a_sentence_and_once_for_each_document(self) -> None:
        view = view_documents(
            [document("a", "Old ferry, old ferry. Old ferries."), document("b", "An old ferry sank.", hours=1)]
        )
        found = story_bigrams(view)
        dense = found.matrix.toarray()
        assert dense[:, 0].tolist() == [1, 1, 1]
        assert found.documents[0] == 2
        assert set(found.documents.tolist()) == {1, 2}
        assert set(found.matrix.data.tolist()) == {1.0}

    def test_pairs_of_two_languages_are_two_and_nothing_gives_nothing(self) -> None:
        both = view_documents(
            [document("a", "Skerra Marlow."), document("b", "Skerra Marlow.", hours=1, language="es")]
        )
        assert story_bigrams(both).matrix.toarray().tolist() == [[1, 0], [0, 1]]
        none = story_bigrams(view_documents([]))
        assert (none.matrix.shape, none.documents.tolist()) == ((0, 0), [])


class TestCentroid:
    """The words that characterise a story."""

    def counts(self) -> Counts:
        return count_texts(["ferry ferry hatch", "ferry sea"], ["en", "en"], {"en": RARE})

    def test_weights_are_mean_occurrences_times_rarity_by_hand(self) -> None:
        # Ferry 3/2 · 2 = 3, hatch 1/2 · 3 = 1.5, sea 1/2 · 1.
        centroid = story_centroid(self.counts(), 2, keep_over=1.0)
        assert centroid.tf.tolist() == [1.5, 0.5, 0.5]
        assert centroid.weights.tolist() == [3.0, 1.5, 0.0]
        assert [(row.term, row.weight) for row in centroid.table()] == [("ferri", 3.0), ("hatch", 1.5)]

    def test_what_is_just_as_heavy_as_the_threshold_is_not_kept_unless_so_many_are_asked_for(self) -> None:
        assert story_centroid(self.counts(), 2).weights.tolist() == [0.0, 0.0, 0.0]
        assert story_centroid(self.counts(), 2, keep_at_least=2).weights.tolist() == [3.0, 1.5, 0.0]
        assert story_centroid(self.counts(), 2, keep_over=1.0, keep_at_least=1).weights.tolist() == [3.0, 1.5, 0.0]

    def test_equal_weights_are_listed_by_their_text_and_no_document_is_no_division(self) -> None:
        counts = count_texts(["wolf sheep"], ["en"], {"en": FLAT})
        assert [row.term for row in story_centroid(counts, 1, keep_over=0.5).table()] == ["sheep", "wolf"]
        assert story_centroid(count_texts([], [], {}), 0).table() == []


class TestCollection:
    """Documents as a background."""

    PAST = (document("p", "The ferry sank."), document("q", "A Ferry left the sea."), document("r", "A wolf came."))

    def test_a_word_is_as_rare_as_the_documents_that_hold_it_in_any_case(self) -> None:
        past = Collection("past", self.PAST)
        assert past.idf(["ferry", "FERRY", "wolf", "nowhere"]).tolist() == pytest.approx(
            [np.log(3 / 2), np.log(3 / 2), np.log(3), np.log(3)]
        )
        assert past.folded() is past
        assert past.languages == ("en", "en", "en")
        assert past.sequences() is past.sequences()

    def test_sentences_of_a_story_are_left_out_by_id_and_text(self) -> None:
        past = Collection("past", self.PAST)
        assert past.rest([self.PAST[0]]).tolist() == [False, True, True]
        other = document("p", "Another text.")
        assert past.rest([other]).tolist() == [True, True, True]
        with pytest.raises(InputError) as caught:
            past.rest(self.PAST)
        assert str(caught.value).startswith("The collection 'past' holds no sentence beside the story's own.")

    def test_two_collections_of_one_name_are_told_apart(self) -> None:
        assert Collection("past", self.PAST).digest != Collection("past", self.PAST[:2]).digest


def test_a_function_of_a_row_is_asked_once_for_each_row() -> None:
    view = view_documents([Document("a", text="The ferry sank. Nine people died.", language="en")])
    asked: list[int] = []

    def length(of: StoryView, row: int) -> int:
        asked.append(row)
        return len(of.sentences[row].text)

    assert [view.kept_of(length, row) for row in (1, 0, 1, 1)] == [17, 15, 17, 17]
    assert asked == [1, 0]
    assert view.kept_of(lambda _of, row: -row, 1) == -1
