"""The batch yardstick: average link over TF-IDF, beside scikit-learn's."""

import numpy as np
import pytest
from hypothesis import given
from sklearn.cluster import AgglomerativeClustering
from sklearn.feature_extraction.text import TfidfVectorizer

from meadow.errors import SpecError
from meadow.lab.evaluate.clustering import compare
from meadow.model import Document
from meadow.tracking.batch import agglomerative, average_link
from stories import document, documents

# Words that are their own stems, so that scikit-learn counts the same terms.
_TEXTS = ("wolf storm rock", "wolf storm boat", "wolf boat boat", "budget vote tax", "budget vote debt", "tax debt sum")


def test_it_groups_as_scikit_learn_does() -> None:
    made = [document(f"d{at}", [text]) for at, text in enumerate(_TEXTS)]
    vectors = TfidfVectorizer().fit_transform(_TEXTS).toarray()
    for threshold in (0.1, 0.2, 0.3, 0.5, 0.9):
        peer = AgglomerativeClustering(
            n_clusters=None, metric="cosine", linkage="average", distance_threshold=1 - threshold
        ).fit_predict(vectors)
        assert compare(agglomerative(made, threshold=threshold), peer.tolist()).v == pytest.approx(1.0)


@given(documents)
def test_a_higher_threshold_only_splits(made: list[Document]) -> None:
    tree = average_link(made)
    coarse, fine = tree.cut(0.2), tree.cut(0.6)
    assert len(coarse) == len(made)
    for label in set(fine):
        assert len({coarse[at] for at in np.flatnonzero(np.array(fine) == label).tolist()}) == 1


def test_none_and_one_document_are_no_trouble() -> None:
    assert agglomerative([]) == []
    assert agglomerative([document("a", ["Wolf."])]) == [0]


def test_a_threshold_that_no_cosine_has_is_refused() -> None:
    with pytest.raises(SpecError, match="agglomerative was given threshold=2"):
        agglomerative([document("a", ["Wolf."])], threshold=2)
