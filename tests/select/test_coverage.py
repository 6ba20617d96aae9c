"""Whole: concepts weighed by hand, what must always hold, and the stories that are easily got wrong."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import meadow
from meadow.model import Document, Scores
from meadow.select import SELECTORS
from meadow.select.budget import RemainingBudget
from meadow.select.concepts import AGAIN, PAIR, WORD, copied_rows, story_concepts
from meadow.select.coverage import coverage
from meadow.vectors.view import StoryView, view_documents

_START = datetime(2026, 3, 2, 9, tzinfo=UTC)


def _story(*texts: str, language: str = "en") -> list[Document]:
    return [
        Document(f"d{number}", f"Outlet {number}", None, text, _START + timedelta(hours=number), language=language)
        for number, text in enumerate(texts)
    ]


def _words(view: StoryView, limit: int) -> RemainingBudget:
    sizes = np.array([len(sentence.text.split()) for sentence in view.sentences], np.int32)
    return RemainingBudget("words", limit, sizes, sizes > 0)


def _texts(view: StoryView, rows: tuple[int, ...]) -> list[str]:
    return [view.sentences[row].text for row in rows]


class TestConcepts:
    def test_weights_by_hand(self) -> None:
        # Two documents, so one is enough. Both hold ferry, sank and the two together; one holds each of the others.
        concepts = story_concepts(view_documents(_story("Ferry sank fast.", "Ferry docked. Ferry sank.")))
        weights = sorted(concepts.first.tolist())
        both, one = [WORD * 2 / 2] * 2 + [PAIR * 2 / 2], [WORD * 1 / 2] * 2 + [PAIR * 1 / 2] * 2
        assert weights == pytest.approx(sorted(both + one))
        assert sorted(set(np.round(concepts.second / concepts.first, 6))) == [0.0, AGAIN]

    def test_in_one_document_alone_what_is_said_early_weighs_more(self) -> None:
        concepts = story_concepts(view_documents(_story("Ferry sank. Trawler docked.")))
        early, late = [WORD, WORD, PAIR], [each / math.sqrt(2) for each in (WORD, WORD, PAIR)]
        assert sorted(concepts.first.tolist()) == pytest.approx(sorted(early + late))

    def test_what_a_sentence_holds_and_the_rate(self) -> None:
        concepts = story_concepts(view_documents(_story("Ferry sank.", "Trawler docked.")))
        # Each sentence holds two words at half their weight and a pair at half its own.
        assert concepts.held.tolist() == pytest.approx([(2 * WORD + PAIR) / 2] * 2)
        assert concepts.rate == pytest.approx((2 * WORD + PAIR) / 2 / 2)

    def test_a_copied_sentence_adds_nothing_and_is_no_second_document(self) -> None:
        once = story_concepts(view_documents(_story("Ferry sank.", "Trawler docked.")))
        view = view_documents(_story("Ferry sank.", "Trawler docked.", "Ferry sank. Trawler docked."))
        again = story_concepts(view)
        assert copied_rows(view).tolist() == [False, False, True, True]
        assert again.first.tolist() == once.first.tolist()
        assert again.held.tolist() == [*once.held, *once.held]

    def test_rare_concepts_of_a_large_story_count_only_where_nothing_is_shared(self) -> None:
        shared = [f"Ferry sank near port{number}." for number in range(6)]
        names = story_concepts(view_documents(_story(*shared)))
        assert len(names.first) == 4  # ferry, sank, and each with its neighbour; no port
        alone = ["Ferry sank.", "Wolves howled.", "Prices rose.", "Judges resigned.", "Rain fell.", "Divers searched."]
        assert len(story_concepts(view_documents(_story(*alone))).first) == 18

    def test_two_languages_share_no_concept(self) -> None:
        documents = [*_story("Ferry sank."), Document("nl", text="Ferry sank.", language="nl")]
        assert len(story_concepts(view_documents(documents)).first) == 6


QUAKE = _story(
    "A strong earthquake struck the port of Lorvane on Wednesday, killing at least 12 people. "
    "Rescue teams searched collapsed houses through the night. The mayor asked for tents and water.",
    "At least 14 people were killed when a strong earthquake struck the port city of Lorvane on Wednesday. "
    "Rescue teams searched collapsed buildings through the night. Schools will stay closed until Monday.",
    "The earthquake that struck Lorvane on Wednesday killed 14 people, officials said. Power was cut in half the city.",
)


class TestChoice:
    def test_the_newest_of_several_that_say_the_same_is_told(self) -> None:
        view = view_documents(QUAKE)
        texts = _texts(view, coverage(view, Scores(np.ones(len(view))), _words(view, 20)))
        assert texts == [view.sentences[3].text]  # the second report, since the third brings too little

    def test_a_forecast_is_told_until_its_day_has_passed(self) -> None:
        forecast = "The Star of Skerra will be raised on Friday, the coast guard of Lethria said."
        later = "Divers found three more bodies in the ferry's wreck, police said."
        documents = _story(forecast, later)
        assert len(meadow.summarize(documents, method="coverage", words=60).picks) == 2
        documents[1] = replace(documents[1], published=_START + timedelta(days=9))
        assert [pick.written for pick in meadow.summarize(documents, method="coverage", words=60).picks] == [later]

    def test_room_is_used_while_something_new_fits(self) -> None:
        view = view_documents(QUAKE)
        texts = " ".join(_texts(view, coverage(view, Scores(np.ones(len(view))), _words(view, 60))))
        assert all(fact in texts for fact in ("tents", "closed until Monday", "Power was cut"))

    def test_each_fact_once_and_the_room_is_used(self) -> None:
        view = view_documents(QUAKE)
        texts = " ".join(_texts(view, coverage(view, Scores(np.ones(len(view))), _words(view, 60))))
        assert texts.count("kill") == 1
        assert texts.count("Rescue") == 1
        assert len(texts.split()) >= 35

    def test_the_first_news_of_each_document_comes_before_what_is_as_good_further_down(self) -> None:
        news, later = (
            "Divers raised the wrecked ferry Star on Monday.",
            "Police closed the whole harbour for three days.",
        )
        view = view_documents(_story(f"He blamed a loose bow door for the disaster. {news} {later}"))
        scores, budget = Scores(np.array([1.0, 0.9, 1.0])), _words(view, 9)
        assert _texts(view, coverage(view, scores, budget, likeness=0, position=50)) == [news]
        assert _texts(view, coverage(view, scores, budget, score=5, likeness=0, position=0)) == [later]

    def test_of_two_openings_as_good_the_one_that_tells_how_it_ended_comes_in(self) -> None:
        lost, found = "Two thieves robbed the gallery of a painting.", "Police found stolen treasure in a shed."
        first, last = _story(f"{lost} Nobody heard an alarm.", f"{found} Nobody was hurt on Monday.")
        scores = Scores(np.ones(4))
        for days, told in ((0, lost), (9, found)):
            view = view_documents([first, replace(last, published=_START + timedelta(days=days, hours=1))])
            assert _texts(view, coverage(view, scores, _words(view, 9), running=0, likeness=0, position=50)) == [told]

    def test_a_sentence_that_quotes_may_open_but_one_that_opens_quoted_may_not(self) -> None:
        quoting = 'The coast guard of Lethria said the ferry Star had "gone down with all her lifeboats" off Skerra.'
        other = "Schools in the port of Lorvane stay closed until Monday."
        view = view_documents(_story(f"{other} {quoting}", f"{quoting[:-1]} on Monday."))
        scores = Scores(np.array([0.1, 1.0, 1.0]))
        rows = coverage(view, scores, _words(view, 60), score=5, position=0)
        assert "coast guard" in _texts(view, rows)[0]
        quoted = '"The ferry Star has gone down with all her lifeboats off Skerra," the coast guard of Lethria said.'
        view = view_documents(_story(f"{other} {quoted}", f"{quoted[:-1]} on Monday."))
        assert _texts(view, coverage(view, scores, _words(view, 60), score=5, position=0))[0] == other

    def test_what_leans_on_another_sentence_stays_out(self) -> None:
        view = view_documents(_story("The ferry Star sank off Skerra on Monday. He blamed a loose bow door."))
        scores, budget = Scores(np.ones(len(view))), _words(view, 40)
        assert coverage(view, scores, budget) == (0,)
        assert sorted(coverage(view, scores, budget, standalone=False)) == [0, 1]

    def test_what_the_ranker_cut_off_stays_out_of_words_but_fills_sentences(self) -> None:
        view = view_documents(_story("The ferry sank off Skerra. Divers searched the wreck all night."))
        scores = Scores(np.array([0.0, 1.0]))
        assert coverage(view, scores, _words(view, 40)) == (1,)
        both = RemainingBudget("sentences", 2, np.ones(2, np.int32), np.ones(2, np.bool_))
        assert coverage(view, scores, both) == (0, 1)  # in time order, since a scene does not open

    def test_a_high_weight_of_scores_lets_them_decide(self) -> None:
        view = view_documents(QUAKE)
        for row in range(len(view)):
            values = np.where(np.arange(len(view)) == row, 1.0, 0.01)
            one = RemainingBudget("sentences", 1, np.ones(len(view), np.int32), np.ones(len(view), np.bool_))
            assert coverage(view, Scores(values), one, score=1000) == (row,)

    def test_a_story_of_copies_is_told_once(self) -> None:
        text = "The ferry Star sank off Skerra on Monday. Divers searched the wreck until dawn."
        view = view_documents(_story(text, text, text))
        assert sorted(coverage(view, Scores(np.ones(len(view))), _words(view, 100))) == [0, 1]

    def test_unrelated_documents_all_have_a_say(self) -> None:
        view = view_documents(_story("The ferry sank.", "Wolves howled at night.", "Bread prices rose again."))
        assert sorted(coverage(view, Scores(np.ones(3)), _words(view, 100))) == [0, 1, 2]

    def test_japanese_without_blanks(self) -> None:
        texts = (
            "フェリーが月曜日にスケラ沖で沈没し、17人が死亡した。",
            "スケラ沖で沈没したフェリーの捜索は木曜日に終わった。",
        )
        summary = meadow.summarize(_story(*texts, language="ja"), method="coverage", characters=60)
        assert 0 < len(summary.text) <= 60

    def test_no_words_at_all(self) -> None:
        view = view_documents(_story("…! ?"))
        assert coverage(view, Scores(np.zeros(len(view))), _words(view, 10)) == (0,)

    def test_a_parameter_that_cannot_be(self) -> None:
        with pytest.raises(meadow.MeadowError, match="coverage was given likeness=-1"):
            SELECTORS.build("coverage(likeness=-1)")(view_documents(QUAKE), Scores(np.ones(8)), None)


_PARTS = st.sampled_from(["ferry", "sank", "Skerra", "the", "of", "divers", "wolves", "night", "17", "said", "He"])
_SENTENCES = st.lists(_PARTS, min_size=1, max_size=8).map(lambda words: " ".join(words).capitalize() + ".")
_TEXTS = st.lists(st.lists(_SENTENCES, min_size=1, max_size=5).map(" ".join), min_size=1, max_size=5)


@settings(max_examples=60)
@given(texts=_TEXTS, limit=st.integers(1, 60), unit=st.sampled_from(["sentences", "words", "characters"]))
def test_the_budget_holds_and_the_order_of_documents_does_not_matter(texts: list[str], limit: int, unit: str) -> None:
    story = _story(*texts)
    length = {unit: limit}
    summary = meadow.summarize(story, **length)  # type: ignore[arg-type]
    used = {
        "sentences": len(summary.picks),
        "words": len(summary.text.split()),
        "characters": len(summary.text),
    }
    assert used[unit] <= limit
    assert meadow.summarize(story[::-1], **length) == summary  # type: ignore[arg-type]
