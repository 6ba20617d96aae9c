"""Routes of new documents: by mean similarity with each side, by hand and by what the documents are about."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from meadow.model import Document
from meadow.tracking.corrections import Side
from meadow.tracking.routing import choose_route, mean_similarities
from meadow.tracking.weighing import Weighing
from stories import FERRY, FLAT, document

FIRE = [
    document("fire-0", ["A fire broke out at the fertiliser plant in Brackwater, and two workers were injured."]),
    document("fire-1", ["Fire crews from Brackwater fought the blaze at the fertiliser plant through the night."]),
]
LATER = document("later", ["The fertiliser plant in Brackwater stays closed after the fire, its owner said."])
SIDES = [Side("echo", ("wire", "echo")), Side("fire-0", ("fire-0", "fire-1"))]


def _by_id(*documents: Document) -> dict[str, Document]:
    return {each.id: each for each in documents}


def test_a_new_document_takes_the_side_that_it_is_more_like() -> None:
    documents = _by_id(*FERRY, *FIRE)
    assert choose_route(LATER, SIDES, documents) == "fire-0"
    assert choose_route(replace(FERRY[2], id="new"), SIDES, documents) == "echo"


def test_the_order_of_sides_decides_only_where_they_are_equally_alike() -> None:
    documents = _by_id(*FERRY, *FIRE)
    assert choose_route(LATER, SIDES[::-1], documents) == "fire-0"
    stranger = document("stranger", ["Wolves howl."])
    assert choose_route(stranger, SIDES, documents) == "echo"
    assert choose_route(stranger, SIDES[::-1], documents) == "fire-0"


def test_a_side_whose_documents_are_all_gone_is_not_taken() -> None:
    assert choose_route(LATER, SIDES, _by_id(*FERRY)) == "echo"


def test_similarity_is_the_mean_of_products_of_weighted_rows() -> None:
    table = Weighing(FLAT).rows([LATER, *FIRE, FERRY[0]]).matrix().toarray()
    by_hand = [np.mean([table[0] @ table[1], table[0] @ table[2]]), table[0] @ table[3]]
    assert mean_similarities(LATER, [FIRE, FERRY[:1]], FLAT) == pytest.approx(by_hand)
    assert by_hand[0] > by_hand[1]


def test_a_large_side_is_known_by_its_latest_documents() -> None:
    crowd = [replace(FERRY[0], id=f"ferry-{at}") for at in range(100)]
    assert mean_similarities(LATER, [[*FIRE, *crowd]]) == pytest.approx(mean_similarities(LATER, [crowd]))
    assert mean_similarities(LATER, [[*crowd, *FIRE]]) != pytest.approx(mean_similarities(LATER, [crowd]))
