"""Lessons: what sentences are worth by references and by judges, and the errors where the two do not fit."""

from __future__ import annotations

import pytest

from meadow.errors import InputError
from meadow.lab.evaluate.judge_tables import parse_judges
from meadow.lab.lessons import Lesson, lesson_from_references, lessons_from_judges
from stories import view

STORY = view(
    ["The ferry sank off Skerra.", "Nobody knows why yet."],
    ["Divers found the ferry.", "—"],
)
JUDGES = "document,index,Ada,Ben\nd0,0,10,8\nd1,0,6,3\nd0,1,0,1\n"


def test_worth_by_references_is_the_share_of_words_and_bigrams_they_hold() -> None:
    lesson = lesson_from_references("ferry", STORY, ["The ferry sank. Divers found it."])
    assert lesson.rows == (0, 1, 2, 3)
    # Sentence 0 has "the", "ferry", "sank" of 5 words and "the ferry", "ferry sank" of 4 bigrams; sentence 2 has all four
    # words of "divers found the ferry" and "divers found", "the ferry" of its 3 bigrams.
    expected = [(3 / 5 + 2 / 4) / 2, 0.0, (4 / 4 + 2 / 3) / 2, 0.0]
    assert lesson.worth.tolist() == pytest.approx(expected, abs=1e-5)


def test_several_references_are_averaged() -> None:
    one, none = ("The ferry sank off Skerra.", "Rain fell.")
    worth = [lesson_from_references("f", STORY, texts).worth[0] for texts in ([one], [one, none], [none])]
    assert worth == pytest.approx([1.0, 0.5, 0.0])


@pytest.mark.parametrize("references", [[], ["", "  \n"]])
def test_a_story_without_reference_is_an_error(references: list[str]) -> None:
    with pytest.raises(InputError, match=r"The story 'ferry' has no reference\. .* leave the story out"):
        lesson_from_references("ferry", STORY, references)


def test_worth_by_judges_is_their_mean_and_the_unjudged_are_left_out() -> None:
    (lesson,) = lessons_from_judges([("ferry", STORY)], parse_judges(JUDGES))
    assert lesson.rows == (0, 1, 2)
    assert lesson.worth.tolist() == [9.0, 0.5, 4.5]


def test_one_table_may_hold_several_stories() -> None:
    first, second = view(["A lamp broke.", "Glass fell."]), STORY
    table = parse_judges("document,index,Ada\nd0,0,4\nd0,1,2\nd1,1,7\n")
    lessons = lessons_from_judges([("lamp", first), ("ferry", second)], table)
    assert [lesson.rows for lesson in lessons] == [(0, 1), (0, 1, 3)]


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("d1,7,3,3", r"sentence 7 of 'd1', which is not in the stories. That document has 2 sentences, counted from 0"),
        ("wire,0,3,3", r"sentence 0 of 'wire', which is not in the stories. The stories have the documents d0, d1"),
    ],
)
def test_judges_of_other_sentences_are_an_error(row: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        lessons_from_judges([("ferry", STORY)], parse_judges(f"{JUDGES}{row}\n"))


def test_the_digest_tells_documents_and_worth_apart_but_not_the_name() -> None:
    lesson = lesson_from_references("a", STORY, ["The ferry sank."])
    renamed = lesson_from_references("b", STORY, ["The ferry sank."])
    other = lesson_from_references("a", STORY, ["Divers found it."])
    shorter = Lesson("a", STORY, lesson.rows[:2], lesson.worth[:2])
    assert lesson.digest == renamed.digest
    assert len({lesson.digest, other.digest, shorter.digest}) == 3
    assert len(lesson.digest) == 8
