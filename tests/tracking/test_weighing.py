"""What terms weigh: the formula by hand, what the stream teaches, and lengths that do not depend on the company."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from meadow.ingest import read
from meadow.model import Document
from meadow.sample import sample_path
from meadow.text.background import IdfTable
from meadow.tracking.weighing import Weighing, WeightedRows, reweighed, rows_alone
from stories import FLAT, document, documents

TABLE = IdfTable("table", {"ferry": 3.0, "wolf": 20.0}, unknown=2.0)


def test_a_weight_is_sublinear_count_times_idf_over_a_damped_length() -> None:
    rows = Weighing(FLAT).rows([document("a", ["Ferry ferry wolf."])])
    # IDF 2 throughout: 2 · (1 + ln 2) and 2, at the length of both, plus 6.
    heavy, light = 2 * (1 + math.log(2)), 2.0
    length = math.hypot(heavy, light) + 6
    assert rows.weights.tolist() == pytest.approx([heavy / length, light / length])
    assert rows.counts.tolist() == [2.0, 1.0]


def test_no_word_is_rarer_than_one_text_in_a_thousand() -> None:
    weighing = Weighing(TABLE)
    rows = weighing.rows([document("a", ["Wolf ferry storm."])])
    assert weighing.idf[rows.terms].tolist() == pytest.approx([math.log(1000), 3.0, 2.0])


def test_the_stream_teaches_how_many_stories_use_a_word() -> None:
    weighing = Weighing(FLAT)
    (ferry, wolf) = weighing.rows([document("a", ["Ferry wolf."])]).terms.tolist()
    factors = weighing.learn(np.array([3, 1]), {"en": 3})
    # (3 + 1000 e⁻²) / 1003 and (1 + 1000 e⁻²) / 1003.
    wanted = [-math.log((used + 1000 * math.exp(-2)) / 1003) for used in (3, 1)]
    assert weighing.idf[[ferry, wolf]].tolist() == pytest.approx(wanted)
    assert factors[[ferry, wolf]].tolist() == pytest.approx([value / 2 for value in wanted])


def test_a_word_met_later_counts_the_stories_without_it() -> None:
    weighing = Weighing(FLAT)
    weighing.rows([document("a", ["Ferry."])])
    weighing.learn(np.array([1]), {"en": 500})
    late = weighing.rows([document("b", ["Wolf."])]).terms
    # −ln(1000 e⁻² / 1500)
    assert weighing.idf[late].tolist() == pytest.approx([2 + math.log(1.5)])


def test_languages_teach_themselves_alone() -> None:
    weighing = Weighing(FLAT)
    both = weighing.rows([document("a", ["Ferry."]), replace(document("b", ["Ferry."]), language="es")]).terms
    assert len(set(both.tolist())) == 2
    weighing.learn(np.array([1, 0]), {"en": 900})
    english, spanish = weighing.idf[both].tolist()
    assert english == pytest.approx(-math.log((1 + 1000 * math.exp(-2)) / 1900))
    assert spanish == pytest.approx(2.0)


def test_word_forms_fall_together_where_there_is_no_stemmer() -> None:
    """Czech has no stemmer here: five letters stand for all forms of a name."""
    forms = [replace(document(name, [word]), language="cs") for name, word in (("a", "Trajekt."), ("b", "Trajektem."))]
    assert len(set(Weighing(FLAT).rows(forms).terms.tolist())) == 1


def test_only_the_heaviest_terms_of_a_long_text_count() -> None:
    words = [f"word{number}" for number in range(200)]
    table = IdfTable("rising", {word: 1.0 + at / 100 for at, word in enumerate(words)})
    weighing = Weighing(table)
    terms = weighing.rows([document("a", [" ".join(words) + "."])]).terms
    assert len(terms) == 60
    assert weighing.idf[terms].min() == pytest.approx(2.4)


def test_a_word_of_every_fifth_text_says_nothing() -> None:
    table = IdfTable("table", {"people": 1.5, "ferry": 2.1}, unknown=1.0)
    weighing = Weighing(table)
    rows = weighing.rows([document("a", ["People on a ferry."])])
    assert weighing.idf[rows.terms].tolist() == [2.1]
    assert rows.weights.tolist() == pytest.approx([2.1 / 8.1])


@given(documents)
def test_a_document_weighs_the_same_alone_and_in_company(made: list[Document]) -> None:
    together, single = Weighing(None), Weighing(None)
    rows = together.rows(made)
    alone = [single.rows([each]) for each in made]
    assert rows.weights.tolist() == [value for each in alone for value in each.weights.tolist()]
    assert rows.terms.tolist() == [value for each in alone for value in each.terms.tolist()]


@given(documents)
def test_reweighed_rows_are_those_of_the_new_weights(made: list[Document]) -> None:
    """A row of one document is exactly what the document would weigh if it came now."""
    weighing = Weighing(None)
    rows = weighing.rows(made)
    factors = weighing.learn(np.bincount(rows.terms, minlength=len(weighing.idf)), {"en": len(made)})
    assume((weighing.idf >= 1.6).all())
    changed = reweighed(rows.weights, rows.ends, np.ones(len(made)), factors[rows.terms])
    assert changed.tolist() == pytest.approx(_weights(weighing.rows(made), rows), abs=1e-9)


def _weights(now: WeightedRows, rows: WeightedRows) -> list[float]:
    """Return the weights of now in the order of the rows before; texts here are short, so that all terms are kept."""
    assert now.terms.tolist() == rows.terms.tolist()
    return [float(weight) for weight in now.weights]


def test_a_snapshot_holds_all_that_was_learned() -> None:
    weighing, other = Weighing(None), Weighing(None)
    rows = weighing.rows([document("a", ["A ferry capsized off Skerra."])])
    weighing.learn(np.bincount(rows.terms, minlength=len(weighing.idf)), {"en": 1})
    other.restore(json.loads(json.dumps(weighing.snapshot())))
    later = document("b", ["The ferry of Skerra had a new captain."])
    assert [part.tolist() for part in weighing.rows([later])] == [part.tolist() for part in other.rows([later])]


@given(st.integers(1, 5))
def test_a_text_without_words_has_no_weights(count: int) -> None:
    rows = Weighing(None).rows([document(str(at), ["…"]) for at in range(count)])
    assert rows.ends.tolist() == [0] * (count + 1)


def _assert_equal_rows(found: WeightedRows, expected: WeightedRows) -> None:
    assert [part.tolist() for part in found] == [part.tolist() for part in expected]


@pytest.mark.parametrize("background", [None, TABLE, IdfTable("odd", {"the": -1.0, "ferri": 0.5}, unknown=9.0)])
def test_rows_alone_are_those_of_a_stream_that_begins(background: IdfTable | None) -> None:
    by_language: dict[str | None, list[Document]] = {}
    for each in read(sample_path()):
        by_language.setdefault(each.language, []).append(each)
    for language in (None, "he", "ar", "xx"):
        by_language[language] = [replace(each, language=language) for each in by_language["en"][:5]]

    for every in by_language.values():
        _assert_equal_rows(rows_alone(every[:12], background), Weighing(background).rows(every[:12]))


@given(st.lists(st.lists(st.sampled_from(["Ferries", "ferry", "the", "wolf,", "wolves", "7", "…"])), min_size=1))
def test_rows_alone_keep_order_and_the_rarity_of_the_first_form(texts: list[list[str]]) -> None:
    every = [Document(str(at), text=" ".join(words), language="en") for at, words in enumerate(texts)]

    _assert_equal_rows(rows_alone(every, None), Weighing(None).rows(every))
