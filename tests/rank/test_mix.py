"""Mix puts rankers of any unit on one scale, and leaves MEAD's own features as they are."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings

from meadow.errors import SpecError
from meadow.model import Document
from meadow.rank import RANKERS
from meadow.vectors.view import view_documents
from stories import FERRY, FLAT, documents

UNITS = ("kl", "lexrank", "patterns", "sumbasic", "tfidf", "topic-signature")


@pytest.mark.parametrize("name", UNITS)
def test_a_rankers_best_sentence_has_one_in_a_mix(name: str) -> None:
    story = view_documents(FERRY)
    alone = RANKERS.build(name)(story).values
    mixed = RANKERS.build(f"mix({name}=2, position=1)")(story)
    assert mixed.features[name].max() == pytest.approx(1.0)
    assert (np.argsort(-mixed.features[name], kind="stable") == np.argsort(-alone, kind="stable")).all()
    assert mixed.values == pytest.approx(2 * mixed.features[name] + mixed.features["position"])


def test_raw_numbers_meet_in_the_reading_that_has_raw_numbers() -> None:
    story = view_documents(FERRY)
    mixed = RANKERS.build("mix(tfidf=1, centroid=1, reading=section3)")(story)
    assert np.array_equal(mixed.features["tfidf"], RANKERS.build("tfidf")(story).values)


@given(documents)
@settings(max_examples=30, deadline=None)
def test_meads_features_are_what_they_are_alone(made: list[Document]) -> None:
    story = view_documents(made, background=FLAT)
    mixed = RANKERS.build("mix(centroid=1, position=2, first=1)")(story)
    for name, values in mixed.features.items():
        assert np.array_equal(values, RANKERS.build(name)(story).values)


@pytest.mark.golden("M4")
def test_the_title_and_the_cut_of_the_centroid_go_to_the_rankers_that_know_them() -> None:
    titled = [replace(document, title="Door of the car deck") for document in FERRY]
    story = view_documents(titled)
    mixed = RANKERS.build("mix(centroid=1, first=1, title=true, keep_over=1)")(story)
    assert np.array_equal(mixed.features["first"], RANKERS.build("first(title=true)")(story).values)
    assert np.array_equal(mixed.features["centroid"], RANKERS.build("centroid(keep_over=1)")(story).values)
    assert not np.array_equal(mixed.features["first"], RANKERS.build("first")(story).values)


@pytest.mark.parametrize("weight", ["1e308", "-1e308", "1e10"])
def test_weights_that_could_overflow_are_refused(weight: str) -> None:
    with pytest.raises(SpecError, match=r"centroid=.*A weight is from -1e\+09 to 1e\+09"):
        RANKERS.build(f"mix(centroid={weight}, position={weight})")(view_documents(FERRY))
    largest = RANKERS.build("mix(centroid=1e9, position=-1e9)")(view_documents(FERRY))
    assert np.isfinite(largest.values).all()
