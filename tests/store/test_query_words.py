"""A query as languages read it: what is wanted, what is strict, and what phrases ask of texts."""

from __future__ import annotations

import pytest

from meadow.model import Document
from meadow.store.query import Query
from meadow.store.query_words import language_of, needs_texts, passes, phrases_held, read_query


def test_function_words_count_and_are_not_wanted() -> None:
    reading = read_query(Query(("the", "Ferry", "ferry")), "en")
    assert reading.tokens == {"the": 1, "ferry": 2}
    assert reading.wanted == {"ferry"}
    assert read_query(Query(("the", "who")), "en").wanted == {"the", "who"}
    assert read_query(Query(("die", "hard")), "de").wanted == {"hard"}
    assert read_query(Query(("die", "hard")), "en").wanted == {"die", "hard"}


def test_words_of_phrases_are_wanted_in_any_case() -> None:
    reading = read_query(Query(("the", "ferry"), phrases=("state of alert",)), "en")
    assert reading.strict == {"state", "of", "alert"}
    assert reading.wanted == {"ferry", "state", "of", "alert"}
    assert reading.tokens == {"the": 1, "ferry": 1, "state": 1, "of": 1, "alert": 1}


def test_scripts_without_blanks_read_words_their_own_way() -> None:
    query = Query(("北京大学",), excluded=("渡轮", "搁浅船"))
    assert read_query(query, "zh").wanted == {"北京", "京大", "大学"}
    assert read_query(query, "en").wanted == {"北京大学"}
    assert read_query(query, "zh").excluded == {"渡轮"}
    assert needs_texts(query, ["zh"])
    assert not needs_texts(query, ["en"])


def test_an_undated_undeclared_text_shows_its_language() -> None:
    assert language_of(Document("d", text="渡轮在港口附近搁浅，无人受伤。")) == "zh"
    assert language_of(Document("d", text="渡轮", language="ja")) == "ja"


@pytest.mark.parametrize(
    ("document", "passing"),
    [
        (Document("d", text="The Cooling\n tower is shut.", language="en"), True),
        (Document("d", text="The cooling, tower: shut.", language="en"), True),
        (Document("d", title="Cooling tower", text="It is shut.", language="en"), True),
        (Document("d", title="It is cooling", text="Tower shut.", language="en"), False),
        (Document("d", text="A recooling tower is shut.", language="en"), False),
        (Document("d", text="The cooling tower near the dry dock is shut.", language="en"), False),
        (Document("d", text="The cooling tower of Haldmoor is shut.", language="en"), False),
    ],
)
def test_phrases_match_word_for_word(document: Document, passing: bool) -> None:
    query = Query(phrases=("cooling tower",), excluded=("haldmoor",), excluded_phrases=("dry dock",))
    assert passes(document, query) == passing


def test_phrases_of_scripts_without_blanks_are_runs_of_characters() -> None:
    assert passes(Document("d", text="青い 船が港に着いた。", language="ja"), Query(phrases=("船が港",)))
    assert not passes(Document("d", text="船の港に着いた。", language="ja"), Query(phrases=("船が港",)))


def test_held_phrases_are_counted() -> None:
    query = Query(phrases=("cooling tower", "shut down", "dry dock"))
    assert phrases_held("The cooling tower was shut down.", query, "en") == 2
