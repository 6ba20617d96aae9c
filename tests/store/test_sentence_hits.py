"""The sentences that answer a query, to the exact character, with the words to mark."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.model import Document, SentenceRef
from meadow.store.query import Query
from meadow.store.sentence_hits import matching_spans, sentence_hits

TEXT = (
    "The ferry Alda left Skerra at dawn. The ferry ran aground on a reef. Ninety people were on board. "
    "Divers will look at the reef, and ferries keep clear of it."
)
ARTICLE = Document("a", title="Ferry aground", text=TEXT, language="en")


def test_the_best_sentences_come_first_with_their_words_marked() -> None:
    first, second, third = sentence_hits(ARTICLE, Query(("the", "reef", "ferry")))
    assert [hit.sentence.ref for hit in (first, second, third)] == [SentenceRef("a", index) for index in (1, 3, 0)]
    assert [TEXT[start:end] for start, end in first.spans] == ["ferry", "reef"]
    assert [TEXT[start:end] for start, end in second.spans] == ["reef", "ferries"]
    assert TEXT[first.sentence.start : first.sentence.end] == first.sentence.text
    assert first.score > second.score > third.score > 0


def test_a_sentence_with_the_phrase_comes_before_better_scores() -> None:
    query = Query(("reef", "ferries", "divers"), phrases=("on board",))
    assert [hit.sentence.ref.index for hit in sentence_hits(ARTICLE, query)] == [2, 3, 1]


def test_the_limit_holds_and_nothing_is_shown_without_a_match() -> None:
    assert len(sentence_hits(ARTICLE, Query(("ferry",)), limit=2)) == 2
    assert sentence_hits(ARTICLE, Query(("council",))) == ()
    assert sentence_hits(Document("b"), Query(("ferry",))) == ()
    assert sentence_hits(Document("b", text="***"), Query(("ferry",))) == ()


@pytest.mark.parametrize(
    ("language", "text", "asked", "marked"),
    [
        ("es", "Los barcos salieron.", "barco", ["barcos"]),
        ("ja", "青い船が港に着いたと市長が述べた。", "述べる", ["述べ"]),
        ("zh", "他在北京大学读书。", "北京大学", ["北京大学"]),
        ("th", "เรือข้ามฟากเกยตื้น", "เรือข้าม", ["เรือข้าม"]),
        ("ar", "وصلت السفينة إلى الميناء.", "سفينة", ["السفينة"]),
        ("he", "הספינה הגיעה לנמל.", "לנמל", ["לנמל"]),
    ],
)
def test_words_are_marked_in_every_script(language: str, text: str, asked: str, marked: list[str]) -> None:
    (hit,) = sentence_hits(Document("d", text=text, language=language), Query((asked,)))
    assert [text[start:end] for start, end in hit.spans] == marked


def test_titles_are_marked_by_themselves() -> None:
    assert matching_spans("Two Ferries aground: a FERRY drifts", Query(("ferry",)), "en") == ((4, 11), (23, 28))


WORDS = st.sampled_from(("ferry", "Ferries", "reef", "the", "Skerra.", "Ran", "İstanbul", "港口", "\n\n", "9,000"))


@given(st.lists(WORDS, max_size=30).map(" ".join), st.lists(WORDS.filter(str.strip), min_size=1, max_size=3))
def test_spans_lie_within_their_sentences_in_order(text: str, asked: list[str]) -> None:
    document = Document("d", text=text, language="en")
    for hit in sentence_hits(document, Query(tuple(asked)), limit=99):
        edges = [edge for span in hit.spans for edge in span]
        assert edges == sorted(set(edges))
        assert hit.sentence.start <= edges[0] < edges[-1] <= hit.sentence.end
        assert hit.score > 0
