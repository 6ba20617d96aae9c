"""Pseudo question-answering, and the edit distance under it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import InputError
from meadow.lab.evaluate.pseudo_qa import TextBlocks, answer_scores, edit, exact, normalize

letters = st.text(alphabet="abcde é漢😀", max_size=20)
answers_of_letters = letters.filter(lambda text: bool(normalize(text)))


def textbook_distance(first: str, second: str) -> int:
    """Return the distance by filling the whole table, cell by cell."""
    row = list(range(len(second) + 1))
    for down, left in enumerate(first, start=1):
        corner, row[0] = row[0], down
        for across, above in enumerate(second, start=1):
            corner, row[across] = row[across], min(row[across] + 1, row[across - 1] + 1, corner + (left != above))
    return row[-1]


@given(st.lists(st.text(alphabet="abc漢😀", max_size=40), max_size=6), st.text(alphabet="abcd漢", max_size=40))
def test_all_distances_at_once_are_those_of_the_textbook(texts: list[str], other: str) -> None:
    assert TextBlocks(texts).distances(other).tolist() == [textbook_distance(text, other) for text in texts]


@pytest.mark.parametrize("length", [0, 1, 7, 8, 9, 63, 64, 65, 200])
def test_carries_do_not_leave_their_text(length: int) -> None:
    # A run of one letter is where a carry would travel farthest.
    texts = ["a" * length, "", "a" * length, "b" * length]
    other = "a" * 70
    assert TextBlocks(texts).distances(other).tolist() == [textbook_distance(text, other) for text in texts]


@pytest.mark.golden("T7")
@pytest.mark.parametrize(
    ("sentence", "answer", "score"),
    [
        ("kitten", "sitting", 3 / 7),
        ("AIBO cost 25,000 yen", "250,000 yen", 9 / 11),  # distance 11, and the answer is not contained
        ("xyz", "ab", 0),
        ("a", "bcdef", 0),  # −0.8 before clamping
        ("The ferry left at 7:40 from Carrowmere.", "at 7:40", 1),
    ],
)
def test_edit_scores_by_hand(sentence: str, answer: str, score: float) -> None:
    assert edit([sentence], [answer]) == pytest.approx(score)


@pytest.mark.golden("T7")
def test_scores_are_means_over_answers_of_the_best_sentence() -> None:
    summary = ["kitten", "A sitting cat.", "xyz"]
    assert exact(summary, ["sitting", "ab"]) == 0.5
    assert edit(summary, ["sitting", "kitchen"]) == pytest.approx((1 + (6 - 2) / 7) / 2)
    scores = answer_scores(summary, ["sitting", "kitchen"])
    assert [(score.exact, score.sentence) for score in scores] == [(True, 1), (False, 0)]


@pytest.mark.golden("T7")
def test_the_best_of_several_answers_counts() -> None:
    assert exact(["It cost 40 crowns."], [["forty crowns", "40 crowns"], "forty"]) == 0.5
    assert edit(["kitten"], [["zzzzzzz", "sitting"]]) == pytest.approx(3 / 7)


@pytest.mark.golden("T7")
def test_width_case_and_blanks_do_not_matter() -> None:
    assert exact(["ＡＩＢＯ　は２５，０００円"], ["aibo は25,000円"]) == 1
    assert exact(["two  words\nhere"], ["TWO WORDS HERE "]) == 1
    assert exact(["Die Straße"], ["STRASSE"]) == 1
    assert normalize("\u01f0") == "\u01f0"  # folding takes it apart, and the normal form puts it together again
    # Contained in one sentence, not across two.
    assert exact(["two", "words"], ["two words"]) == 0


@given(st.lists(letters, max_size=4), st.lists(answers_of_letters, min_size=1, max_size=3))
def test_scores_agree_with_their_definition(sentences: list[str], answers: list[str]) -> None:
    expected = []
    for answer in map(normalize, answers):
        folded = [normalize(sentence) for sentence in sentences]
        shares = [(len(text) - textbook_distance(text, answer)) / len(answer) for text in folded]
        expected.append(min(1.0, max([0.0, *shares])))
    scores = answer_scores(sentences, answers)
    assert [score.edit for score in scores] == pytest.approx(expected)
    assert exact(sentences, answers) == sum(score.exact for score in scores) / len(answers)
    assert all(score.edit == 1 for score in scores if score.exact)
    assert exact(sentences, answers) <= edit(sentences, answers) + 1e-12


@given(st.text())
def test_the_compared_form_is_stable(text: str) -> None:
    assert normalize(normalize(text)) == normalize(text)


def test_no_sentences_answer_nothing() -> None:
    assert (exact([], ["yes"]), edit([], ["yes"])) == (0, 0)
    assert answer_scores([], ["yes"])[0].sentence is None
    assert edit([""], ["yes"]) == 0


@pytest.mark.parametrize("answers", [["yes", " \n"], ["yes", []], ["yes", ["no", ""]]])
def test_an_empty_answer_is_refused(answers: list[str | list[str]]) -> None:
    for score in (exact, edit):
        with pytest.raises(InputError, match="The answer at position 1 is empty"):
            score(["some text"], answers)


@given(letters, letters, letters)
def test_distances_are_distances(first: str, second: str, third: str) -> None:
    there, across = TextBlocks([first, third]).distances(second).tolist()
    (back,) = TextBlocks([second]).distances(first).tolist()
    (direct,) = TextBlocks([first]).distances(third).tolist()
    assert there == back
    assert (there == 0) == (first == second)
    assert direct <= there + across
    assert abs(len(first) - len(second)) <= there <= max(len(first), len(second))


@given(st.lists(letters, max_size=3), letters, st.lists(answers_of_letters, min_size=1, max_size=3))
def test_another_sentence_never_hurts(sentences: list[str], more: str, answers: list[str]) -> None:
    for score in (exact, edit):
        assert 0 <= score(sentences, answers) <= score([*sentences, more], answers) <= 1
        assert score([more, *sentences], answers) == pytest.approx(score([*sentences, more], answers))


@given(st.lists(letters, min_size=1, max_size=3), answers_of_letters, answers_of_letters)
def test_another_alternative_never_hurts(sentences: list[str], answer: str, other: str) -> None:
    for score in (exact, edit):
        both = score(sentences, [[answer, other]])
        assert both == pytest.approx(max(score(sentences, [answer]), score(sentences, [other])))
