"""Search: hits by story with the words marked, filters, and every state of the page."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from brief.hostile import STRINGS
from meadow.web.pages.search import pieces
from stories import document
from web.apps import Reader, filled, reader_of
from web.pages import FOREIGN, Part, page


def stories(shown: Part) -> list[str]:
    return [each.words for each in shown.all(".hit-story > .headline")]


def test_hits_are_by_story_with_their_words_marked(reader: Reader) -> None:
    shown = page(reader.get("/search?q=bridges+council"))
    assert len(stories(shown)) == 1
    assert {each.words.lower() for each in shown.all("mark")} >= {"bridge", "council"}
    line = shown.first(".hit li")
    assert line.first("a").attribute("href") == "/d/bridge-2#n1"
    assert line.words == "1 Ninemile will rebuild its old bridge, the council decided."
    assert shown.text("title") == "bridges council: search · Meadow"
    assert shown.text(".page-head .meta") == "2 articles in 1 story"


def test_some_of_the_words_are_distinguished_from_all(reader: Reader) -> None:
    assert "No article has all of these words" in reader.get("/search?q=ferry+xylophone").text
    assert "No article has all of these words" not in reader.get("/search?q=ferry").text


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("q=the", 2),
        ("q=the&since=2026-03-03", 2),
        ("q=bridge&source=Outlet+bridge-2", 1),
        ('q=bridge&source="Outlet+bridge-2"', 1),
        ("q=bridge&language=es", 0),
        ("q=ferry&until=2026-03-01", 0),
        ("q=xylophone", 0),
    ],
)
def test_filters_are_in_the_address(reader: Reader, query: str, count: int) -> None:
    shown = page(reader.get(f"/search?{query}"))
    assert len(stories(shown)) == count
    assert ("No article has any of these words" in shown.words) == (count == 0)


def test_without_a_query_the_page_says_how_to_search(reader: Reader) -> None:
    shown = page(reader.get("/search"))
    assert "Find articles by their words" in shown.words
    assert shown.text("title") == "Search · Meadow"


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("q=%22open", "A quote is opened and not closed."),
        ("q=-drill", "The query has no word to look for."),
        ("source=Wire", "The query has no word to look for."),
        ("q=ferry&since=nonsense", "nonsense"),
        ("q=ferry&articles=many", "'many' is no number of articles."),
        ("q=" + "x" * 1001, "at most 1,000 characters"),
    ],
)
def test_a_bad_query_is_shown_with_what_is_allowed(reader: Reader, query: str, said: str) -> None:
    answer = reader.get(f"/search?{query}")
    assert answer.status_code == 400
    assert said in Part(LexborHTMLParser(answer.text)).text(".problem")
    assert 'aria-invalid="true"' in answer.text


def test_a_query_becomes_a_question(reader: Reader) -> None:
    form = page(reader.get("/search?q=bridge+-council+%22old+bridge%22")).first(".to-report")
    assert form.first("input[name=q]").attribute("value") == "bridge old bridge"


def test_more_articles_are_one_link_away(tmp_path: Path) -> None:
    many = [document(f"d{number}", [f"Bridge number {number} of Ninemile is closed."]) for number in range(5)]
    with filled(tmp_path, many) as workspace:
        shown = page(reader_of(workspace).get("/search?q=bridge&articles=3"))
        assert len(shown.all(".hit")) == 3
        more = shown.first(".paging a").attribute("href")
        assert len(page(reader_of(workspace).get(more)).all(".hit")) == 5


def test_hostile_text_and_queries_stay_text(tmp_path: Path) -> None:
    texts = [each.replace("\ud800", "").replace("\x00", "") for each in STRINGS]
    hostile = [document(f"h{number}", [f"Bridge {each}"], title=f"Bridge {each}") for number, each in enumerate(texts)]
    with filled(tmp_path, hostile) as workspace:
        reader = reader_of(workspace)
        shown = page(reader.get("/search?q=bridge&articles=200"))
        assert len(shown.all(".hit")) > 20
        assert shown.all(FOREIGN) == []
        for each in texts:
            answer = reader.get(f"/search?q={quote(each)}&source={quote(each)}")
            assert answer.status_code in (200, 400)
            assert "<script>alert" not in answer.text


@given(st.text(), st.lists(st.integers(0, 30), max_size=8, unique=True))
def test_pieces_make_up_the_text(text: str, ends: list[int]) -> None:
    at = sorted(min(each, len(text)) for each in ends)
    spans = [(low + 5, high + 5) for low, high in zip(at[::2], at[1::2], strict=False)]
    cut = pieces(text, spans, start=5)
    assert "".join(piece.text for piece in cut) == text
    assert "".join(piece.text for piece in cut if piece.marked) == "".join(text[a - 5 : b - 5] for a, b in spans)
