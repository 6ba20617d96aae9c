"""Sentences from one mould are one family: as many as there may be, every two of them reach the threshold."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from meadow.grouping.families import LEAST_MEMBERS, families, summed, without
from meadow.grouping.similar_pairs import similar_pairs
from meadow.grouping.statements import statements
from meadow.model import Document
from meadow.vectors.view import view_documents

_MOULDS = (
    "The ferry {} capsized off the northern coast while nine sailors slept below deck and heavy rain hid every beacon.",
    "Councillors of ward {} voted against raising parking fees near schools, clinics, markets, libraries and small parks.",
)


def _documents(count: int, moulds: tuple[str, ...] = _MOULDS) -> list[Document]:
    """Return so many articles; each has one sentence from every mould, with a word that no other article has."""
    return [
        Document(f"d{number}", text=" ".join(mould.format(f"X{number}q") for mould in moulds), language="en")
        for number in range(count)
    ]


def _rows(count: int, slot: float) -> sparse.csr_array:
    """Return rows that share two columns and have one of their own, which weighs `slot` of 1."""
    shared = np.full((count, 2), np.sqrt((1 - slot) / 2))
    return sparse.csr_array(np.hstack([shared, np.eye(count) * np.sqrt(slot)]))


@pytest.mark.parametrize("count", [3, LEAST_MEMBERS - 1, LEAST_MEMBERS, 300])
def test_a_family_has_its_least_size(count: int) -> None:
    first_of = families(_rows(count, 0.3), ["en"] * count, least=0.5)
    assert len(set(first_of.tolist())) == (1 if count >= LEAST_MEMBERS else count)


def test_rows_that_reach_the_threshold_by_their_rare_words_alone_are_no_family() -> None:
    assert families(_rows(100, 0.6), ["en"] * 100, least=0.5).tolist() == list(range(100))


def test_a_family_has_one_language() -> None:
    first_of = families(_rows(200, 0.3), ["en", "nl"] * 100, least=0.5)
    assert first_of.tolist() == [0, 1] * 100


def test_every_two_of_a_family_are_similar() -> None:
    chance = np.random.default_rng(7)
    rare = chance.random((600, 40)) * (chance.random((600, 40)) > 0.98)
    values = 2.0 * np.repeat(chance.random((3, 40)) > 0.8, 200, axis=0) + rare
    rows = sparse.csr_array(values / np.linalg.norm(values, axis=1, keepdims=True))
    first_of = families(rows, ["en"] * 600, least=0.6)
    assert len(set(first_of.tolist())) < 600
    products = (rows @ rows.T).toarray()
    assert all(
        products[first_of == first][:, first_of == first].min() >= 0.6 - 1e-9 for first in set(first_of.tolist())
    )


def test_a_family_is_one_row_that_holds_all() -> None:
    rows = _rows(100, 0.3)
    first_of = families(rows, ["en"] * 100, least=0.5)
    assert np.allclose(summed(rows, first_of).toarray()[0], rows.toarray().sum(axis=0))
    assert np.diff(without(rows, first_of).indptr).tolist() == [3, *[0] * 99]
    alone = np.arange(100)
    assert summed(rows, alone) is rows is without(rows, alone)


def test_many_sentences_from_a_mould_are_one_group_each() -> None:
    for count in (20, 70, 1_000):
        groups = statements(view_documents(_documents(count)))
        assert groups == (tuple(range(0, 2 * count, 2)), tuple(range(1, 2 * count, 2))), count


def test_sentences_of_one_article_from_a_mould_are_no_group() -> None:
    text = " ".join(_MOULDS[0].format(f"X{number}q") for number in range(200))
    documents = [Document("a", text=text, language="en"), Document("b", text="Rain fell in Varda.", language="en")]
    assert statements(view_documents(documents)) == ()


def test_no_two_of_a_family_are_compared() -> None:
    rows = _rows(1_000, 0.3)
    first_of = families(rows, ["en"] * 1_000, least=0.5)
    assert len(similar_pairs(without(rows, first_of), least=0.5)[0]) == 0


def test_a_crowd_without_a_mould_meets_only_the_nearest(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = np.random.default_rng(3)
    values = chance.random((200, 12)) * (chance.random((200, 12)) > 0.3)
    rows = sparse.csr_array(values / np.linalg.norm(values, axis=1, keepdims=True))
    first, second = similar_pairs(rows, least=0.5)
    monkeypatch.setattr("meadow.grouping.similar_pairs._ALL_PAIRS", 0)
    monkeypatch.setattr("meadow.grouping.similar_pairs._ROW_PAIRS", 5)
    some = set(zip(*(side.tolist() for side in similar_pairs(rows, least=0.5)), strict=True))
    assert some < set(zip(first.tolist(), second.tolist(), strict=True))
    assert np.bincount([pair[0] for pair in some]).max() <= 5


def test_look_ups_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = _rows(200, 0.5)
    assert len(similar_pairs(rows, least=0.45)[0]) == 200 * 199 // 2
    monkeypatch.setattr("meadow.grouping.similar_pairs._ALL_LOOKUPS", 0)
    monkeypatch.setattr("meadow.grouping.similar_pairs._ROW_LOOKUPS", 100)
    assert len(similar_pairs(rows, least=0.45)[0]) == 0
