"""The terms of documents: stems, counts and rarity, one by one or in batches, and how they fade."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meadow.model import Document
from meadow.text.background import IdfTable
from meadow.tracking import terms
from meadow.tracking.terms import DocumentTerms, TermRows, texts_and_languages
from stories import FLAT, document, documents


def _listed(rows: TermRows, known: DocumentTerms) -> list[list[tuple[str, float, float]]]:
    cells = list(zip(known.names(rows.terms), rows.counts.tolist(), rows.idf.tolist(), strict=True))
    return [cells[start:end] for start, end in zip(rows.ends[:-1].tolist(), rows.ends[1:].tolist(), strict=True)]


def test_title_and_text_are_counted_without_stop_words_in_order_of_appearance() -> None:
    known = DocumentTerms(FLAT)
    rows = known.rows([document("a", ["The ferries and a ferry."], title="Ferry capsized")])
    assert _listed(rows, known) == [[("ferri", 3.0, 2.0), ("capsiz", 1.0, 2.0)]]


def test_a_title_that_is_the_whole_text_counts_once() -> None:
    known = DocumentTerms(FLAT)
    assert _listed(known.rows([Document("a", title="Wolf", language="en")]), known) == [[("wolf", 1.0, 2.0)]]


def test_rarity_mixes_the_background_with_the_stream() -> None:
    known = DocumentTerms(IdfTable("toy", {"wolf": math.log(10)}), background_documents=30)
    rows = known.rows(
        [document("a", ["Wolf."]), document("b", ["Wolf."]), document("c", ["…"]), document("d", ["Wolf."])]
    )
    # The background counts as 3 of 30; after 1, 2 and 4 documents the stream adds 1, 2 and 3 with the word.
    wanted = [-math.log((3 + met) / (30 + seen)) for met, seen in ((1, 1), (2, 2), (3, 4))]
    assert rows.idf.tolist() == pytest.approx(wanted)


def test_the_first_form_sets_a_terms_rarity_and_nothing_weighs_less_than_nothing() -> None:
    table = IdfTable("toy", {"ferry": 2.0, "ferries": 5.0, "storm": -1.0}, unknown=1.0)
    known = DocumentTerms(table)
    rows = known.rows([document("a", ["Ferry storm."]), document("b", ["Ferries."])])
    assert rows.idf.tolist() == [2.0, 0.0, 2.0]


def test_documents_of_several_languages_come_back_in_their_order() -> None:
    known = DocumentTerms(FLAT)
    mixed = [
        Document("en", text="wolf ferry", language="en"),
        Document("nl", text="wolf veerboot wolf", language="nl"),
        Document("no", text="…", language="en"),
        Document("th", text="หมาป่า", language="th"),
        Document("more", text="ferry", language="en"),
    ]
    rows = _listed(known.rows(mixed), known)
    assert [[name for name, *_ in row] for row in rows[:3]] == [["wolf", "ferri"], ["wolf", "veerboot"], []]
    assert rows[1][0][1] == 2.0
    assert rows[4][0][0] == "ferri"
    assert len(rows[3]) > 1
    # Languages share no term, even where they share a word.
    assert len(set(known.rows(mixed[:2]).terms.tolist())) == 4


@settings(deadline=None)
@given(documents)
def test_batches_and_dictionaries_give_what_steps_give(made: list[Document]) -> None:
    stepwise, batch, plain = (DocumentTerms(FLAT, background_documents=5) for _ in range(3))
    wanted = [row for each in made for row in _listed(stepwise.rows([each]), stepwise)]
    assert _listed(batch.rows(made), batch) == wanted
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(terms, "COMPILED", False)
        assert _listed(plain.rows(made), plain) == wanted
    assert plain.snapshot() == batch.snapshot() == stepwise.snapshot()


@settings(deadline=None)
@given(documents)
def test_a_restored_snapshot_goes_on(made: list[Document]) -> None:
    half = len(made) // 2
    whole, begun, resumed = (DocumentTerms(FLAT, background_documents=5) for _ in range(3))
    wanted = [row for each in made for row in _listed(whole.rows([each]), whole)][half:]
    for each in made[:half]:
        begun.rows([each])
    resumed.restore(json.loads(json.dumps(begun.snapshot())))
    assert [row for each in made[half:] for row in _listed(begun.rows([each]), begun)] == wanted
    assert [row for each in made[half:] for row in _listed(resumed.rows([each]), resumed)] == wanted


def test_fading_halves_counts_and_forgets_what_nothing_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terms, "FADE_EVERY", 4)
    known = DocumentTerms(FLAT, background_documents=10)
    texts = ("Wolf storm the.", "Wolf ferry.", "Wolf.", "Wolf harbour.")
    rows = known.rows([document(str(number), [text]) for number, text in enumerate(texts)])
    assert known.until_fading == 4
    wolf, storm, ferry, harbour = (
        known.names(rows.terms).index(name) for name in ("wolf", "storm", "ferri", "harbour")
    )
    held = rows.terms[[ferry]]
    new = known.fade(held)
    # Four documents with the wolf become two; ferry is held by a story; storm and harbour had one each, and go.
    assert [int(new[rows.terms[at]]) for at in (wolf, ferry)] == [0, 1]
    assert [int(new[rows.terms[at]]) for at in (storm, harbour)] == [-1, -1]
    assert known.names(np.array([0, 1], np.int32)) == ["wolf", "ferri"]
    again = known.rows([document("e", ["The storm and the wolf."])])
    share = math.exp(-2.0)
    assert _listed(again, known) == [
        [
            ("storm", 1.0, -math.log((10 * share + 1) / (10 + 3))),
            ("wolf", 1.0, -math.log((10 * share + 3) / (10 + 3))),
        ]
    ]


@settings(deadline=None)
@given(documents, st.booleans())
def test_texts_that_were_expected_are_counted_as_others(made: list[Document], others: bool) -> None:
    texts, languages = texts_and_languages(made)
    expecting, plain = DocumentTerms(None, letters=5), DocumentTerms(None, letters=5)

    expecting.expect(texts, languages)
    if others:  # what comes need not be what was expected
        texts = [*texts[:1], *(f"{text} storm" for text in texts[1:])]
    for start in range(0, len(texts), 2):
        part = texts[start : start + 2], languages[start : start + 2]
        assert _listed(expecting.rows_of(*part), expecting) == _listed(plain.rows_of(*part), plain)

    assert expecting.snapshot() == plain.snapshot()


def test_a_list_of_frequencies_is_asked_once_for_all_that_is_expected(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []

    def rarities(_: DocumentTerms, words: list[str], language: str) -> list[float]:
        asked.append(words)
        return [float(len(language))] * len(words)

    monkeypatch.setattr(DocumentTerms, "_rarities", rarities)
    counting = DocumentTerms(None)
    before = counting.snapshot()

    counting.expect(["Ferry storm.", "Storm wolf."], ["en", "en"])

    assert asked == [["ferry", "storm", "wolf"]]
    assert counting.snapshot() == before


WORDS = st.sampled_from(["Ferry", "ferries", "wolf", "veerboot", "transbordador", "the", "12"])
TOLD = st.lists(
    st.tuples(st.lists(WORDS, max_size=6).map(" ".join), st.sampled_from(["en", "nl", "es"])),
    max_size=8,
)


@given(TOLD, TOLD, st.integers(1, 4))
def test_what_is_asked_ahead_changes_no_row(
    coming: list[tuple[str, str]], others: list[tuple[str, str]], size: int
) -> None:
    asked, plain = DocumentTerms(None), DocumentTerms(None)
    # Texts that never come, and some that come twice, are asked for as well.
    asked.expect([text for text, _ in coming + others], [language for _, language in coming + others])
    for start in range(0, len(coming), size):
        texts, languages = zip(*coming[start : start + size], strict=True)
        expected, found = plain.rows_of(texts, languages), asked.rows_of(texts, languages)
        assert _listed(found, asked) == _listed(expected, plain)
    assert [each.tolist() if isinstance(each, np.ndarray) else each for each in asked.rarities()] == [
        each.tolist() if isinstance(each, np.ndarray) else each for each in plain.rarities()
    ]
