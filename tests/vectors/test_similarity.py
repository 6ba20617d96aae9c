"""Word overlap and containment."""

import pytest
from hypothesis import given

from meadow.text.tokens import tokenize
from meadow.vectors.products import overlaps_with
from meadow.vectors.similarity import containment, word_overlap
from meadow.vectors.view import view_documents
from paper import cluster_a
from stories import FLAT, documents


def _mead_words(text: str) -> list[str]:
    return [word.lower() for word in tokenize(text, "mead")]


@pytest.mark.golden("M7")
def test_overlap_of_the_papers_sentences_3_and_4() -> None:
    # Section 2.3: 17 and 16 words, 6 in common: 2·6/33; the printed 18 words would give 12/34.
    third, fourth = ["w"] * 11 + list("abcdef"), ["v"] * 10 + list("abcdef")
    assert (len(third), len(fourth)) == (17, 16)
    assert word_overlap(third, fourth) == pytest.approx(12 / 33)
    assert pytest.approx(0.352941, abs=1e-6) == 2 * 6 / (18 + 16)


@pytest.mark.golden("M7")
def test_overlap_and_containment_of_section_2_2() -> None:
    first, second = list("xabcdefg"), list("abcdefg") + ["y"] * 12
    assert (len(first), len(second)) == (8, 19)
    assert word_overlap(first, second) == pytest.approx(14 / 27)
    assert containment(first, second) == 7 / 8
    assert containment(second, first) == 7 / 19


@pytest.mark.golden("M7")
@pytest.mark.parametrize(
    ("one", "other", "value"),
    [
        (("A1", 1), ("A2", 1), 0.4),
        (("A1", 1), ("A2", 3), 0.48),
        (("A1", 2), ("A2", 5), 0.487805),
        (("A1", 4), ("A2", 10), 0.84),
        (("A1", 10), ("A2", 11), 0.516129),
    ],
)
def test_overlap_in_cluster_a(one: tuple[str, int], other: tuple[str, int], value: float) -> None:
    view = view_documents(cluster_a(repaired=False))
    text = {(sentence.ref.document_id, sentence.ref.index + 1): sentence.text for sentence in view.sentences}
    assert word_overlap(_mead_words(text[one]), _mead_words(text[other])) == pytest.approx(value, abs=1e-6)


@pytest.mark.golden("M7")
def test_repeated_words_count_as_often_as_both_have_them() -> None:
    assert word_overlap(["a", "a", "a"], ["a", "a", "b"]) == pytest.approx(2 * 2 / 6)
    assert word_overlap(["a"], ["a"]) == 1
    assert word_overlap(["a"], ["b"]) == 0
    assert word_overlap([], []) == 0


@given(documents)
def test_the_matrix_form_equals_the_formula(made: list) -> None:  # type: ignore[type-arg]
    story = view_documents(made, background=FLAT)
    chosen = list(range(0, len(story), 2))
    words = [tokenize(sentence.text) for sentence in story.sentences]
    counts = story.counts("words")
    for row in chosen:
        wanted = [word_overlap(words[row], other) for other in words]
        assert overlaps_with(counts.matrix, counts.lengths, row).tolist() == pytest.approx(wanted)
