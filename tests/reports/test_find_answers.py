"""Which sentences answer: what lifts one above another, rule by rule, and what holds of every answer."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.model import Document
from meadow.reports.answering import Answers, choose_answers, find_answers
from meadow.reports.question import Question, read_question
from meadow.vectors.view import StoryView, view_documents
from reports.news import FERRY, document

QUESTIONS = (
    "Why did the ferry sink?",
    "Who owns the Blue Heron?",
    "How many people died?",
    "When did the ferry sink?",
    "Where did the ferry sink?",
    "What happened to the ferry?",
    "the ferry Blue Heron",
    "Is the captain alive?",
)
VIEW = view_documents(FERRY)


def asked(
    *texts: str, question: str, days: tuple[int | None, ...] | None = None
) -> tuple[StoryView, Question, Answers]:
    """Return a view of texts that came out a day apart, the question as read, and its answers."""
    given_days = days if days is not None else tuple(range(1, len(texts) + 1))
    view = view_documents(
        [document(f"q{n}", text, day=day) for n, (text, day) in enumerate(zip(texts, given_days, strict=True))]
    )
    read = read_question(view, question)
    return view, read, find_answers(view, read)


def best(*texts: str, question: str, days: tuple[int | None, ...] | None = None) -> str:
    view, _, answers = asked(*texts, question=question, days=days)
    return view.sentences[answers.rows[0]].text


@given(st.sampled_from(QUESTIONS), st.sets(st.integers(0, len(VIEW) - 1)))
def test_answers_are_rows_in_order_of_their_worth(question: str, replaced: set[int]) -> None:
    answers = find_answers(VIEW, read_question(VIEW, question), replaced=frozenset(replaced))
    assert len(set(answers.rows)) == len(answers.rows)
    assert list(answers.rows) == sorted(answers.rows, key=lambda row: (-answers.scores[row], row))
    assert set(answers.scores) == set(answers.fits) == set(answers.rows)
    assert all(score > 0 for score in answers.scores.values())
    assert all(0.0 <= fit <= 1.0 for fit in answers.fits.values())
    assert 0.0 <= answers.held <= 1.0
    assert answers.fit == (answers.fits[answers.rows[0]] if answers.rows else 0.0)


def test_what_was_replaced_steps_back_by_half() -> None:
    read = read_question(VIEW, "How many people died?")
    plain = find_answers(VIEW, read)
    for row in plain.rows[:3]:
        back = find_answers(VIEW, read, replaced=frozenset({row}))
        assert back.scores[row] == pytest.approx(plain.scores[row] / 2)
        assert all(back.scores[other] == plain.scores[other] for other in plain.rows if other != row)


def test_nothing_asked_and_nothing_read_have_no_answer() -> None:
    read = read_question(VIEW, "How many people died?")
    for answers in (find_answers(VIEW, replace(read, asked=())), find_answers(view_documents([]), read)):
        assert (answers.rows, answers.held, answers.fit) == ((), 0.0, 0.0)
        assert not answers.answers(read)


@pytest.mark.parametrize(
    ("better", "worse", "question"),
    [
        (
            "The ferry sank off Marlow because a hatch broke.",
            "The ferry sank off Marlow in bad weather.",
            "Why did the ferry sink?",
        ),
        ("Twelve people died on the ferry.", "Many people died on the ferry.", "How many people died on the ferry?"),
        ("Greta Holm bought the ferry.", "A rich man bought the ferry.", "Who bought the ferry?"),
        ("The ferry sank off Marlow.", "Did the ferry sink off Marlow?", "Where did the ferry sink?"),
        (
            "A hatch broke, so that the ferry sank.",
            "A rock may have broken it, so that the ferry sank.",
            "Why did the ferry sink?",
        ),
        ("The ferry sank on Monday.", "The council met on Monday about the ferry.", "When did the ferry sink?"),
    ],
    ids=["a cause", "a number", "a name", "no question", "no supposition", "what was done"],
)
def test_of_two_sentences_one_answers_better(better: str, worse: str, question: str) -> None:
    for texts in ((better, worse), (worse, better)):
        assert best(*texts, question=question, days=(None, None)) == better


def test_the_same_answer_from_more_documents_is_likelier_right() -> None:
    texts = (
        "Nine people died on the ferry.",
        "Twelve people died on the ferry.",
        "On the ferry twelve people died, he said.",
    )
    assert "welve" in best(*texts, question="How many people died on the ferry?", days=(None, None, None))
    assert "Nine" in best(texts[0], texts[1], question="How many people died on the ferry?", days=(None, None))


def test_of_equal_sentences_the_later_one_is_worth_more_and_much_more_where_news_is_asked_for() -> None:
    texts = ("The ferry Blue Heron left Marlow.", "The ferry Blue Heron left Marlow.")
    for question, most in (("Who left Marlow?", 1.15), ("What happened to the ferry Blue Heron?", 1.6)):
        _, _, answers = asked(*texts, question=question)
        assert answers.scores[1] / answers.scores[0] == pytest.approx(most)
        _, _, undated = asked(*texts, question=question, days=(None, None))
        assert undated.scores[1] == undated.scores[0]


def test_what_happened_stands_at_the_top_of_an_article() -> None:
    text = "The ferry sank off Marlow. The ferry sank off Marlow."
    _, _, answers = asked(text, question="What happened to the ferry?", days=(None,))
    assert answers.scores[0] / answers.scores[1] == pytest.approx(1.3)
    _, _, where = asked(text, question="Where did the ferry sink?", days=(None,))
    assert where.scores[0] == where.scores[1]


def test_the_place_of_a_dateline_is_no_answer() -> None:
    view, _, answers = asked(
        "OLDMERE, April 1 (Night Wire) - The ferry sank on Monday.", question="Where did the ferry sink?"
    )
    assert len(view) == 1
    assert answers.fits.get(0, 0.0) == 0.0


def test_an_answer_near_the_words_of_the_question_fits_better() -> None:
    far = (
        "Twelve farms, as the council of the old town by the sea said on the first day of the new year, saw people die."
    )
    _, _, answers = asked("Twelve people died.", far, question="How many people died?", days=(None, None))
    assert answers.fits[0] > answers.fits[1]


class TestEnough:
    """Whether the best sentence is an answer at all."""

    ANSWERS = Answers((0,), {0: 1.0}, {0: 0.5}, held=0.5, fit=0.15)
    WHO = Question("Who?", (), kind="who", asks=True)

    def test_just_enough_is_enough(self) -> None:
        assert self.ANSWERS.answers(self.WHO)

    @pytest.mark.parametrize(
        "less",
        [{"held": 0.49}, {"fit": 0.14}, {"done": False}, {"named": False}, {"rows": ()}],
        ids=["of the question", "of the kind", "of what was done", "of names", "at all"],
    )
    def test_less_is_not(self, less: dict[str, object]) -> None:
        assert not replace(self.ANSWERS, **less).answers(self.WHO)  # type: ignore[arg-type]

    @pytest.mark.parametrize("kind", ["open", "what happened"])
    def test_an_open_question_needs_no_kind(self, kind: str) -> None:
        wanted = replace(self.WHO, kind=kind)  # type: ignore[arg-type]
        assert replace(self.ANSWERS, fit=0.0, done=False).answers(wanted)
        assert not replace(self.ANSWERS, held=0.4).answers(wanted)

    def test_a_name_that_no_document_knows_is_no_answer(self) -> None:
        _, read, answers = asked(
            "Greta Holm owns the ferry Blue Heron.", question="Who owns the ferry Blue Heron of Zarquon?"
        )
        assert not answers.named
        assert not answers.answers(read)


class TestChoosing:
    """Which answers are told first."""

    def view(self) -> StoryView:
        texts = (
            "Captain Iris Vale opened the hatch of the ferry at night.",
            "Captain Iris Vale opened the hatch of the ferry at night.",
            "The owner Greta Holm sold boats in Marlow for years.",
            "Divers left the wreck in a storm on Monday.",
        )
        return view_documents([Document(f"c{n}", text=text, language="en") for n, text in enumerate(texts)])

    def test_a_second_answer_says_something_else_and_comes_near_the_first(self) -> None:
        scores, fits = {0: 1.0, 1: 0.9, 2: 0.5, 3: 0.49}, dict.fromkeys(range(4), 1.0)
        answers = Answers((0, 1, 2, 3), scores, fits, 1.0, 1.0)
        assert choose_answers(self.view(), answers) == [0, 2]
        assert choose_answers(self.view(), answers, most=1) == [0]
        assert choose_answers(self.view(), answers, most=9) == [0, 2]

    def test_a_second_answer_fits_if_the_first_does(self) -> None:
        scores = {0: 1.0, 2: 0.9}
        assert choose_answers(self.view(), Answers((0, 2), scores, {0: 1.0, 2: 0.1}, 1.0, 1.0)) == [0]
        assert choose_answers(self.view(), Answers((0, 2), scores, {0: 0.1, 2: 0.1}, 1.0, 0.1)) == [0, 2]

    def test_what_cannot_be_printed_is_passed_over(self) -> None:
        answers = Answers((0, 2), {0: 1.0, 2: 0.9}, {0: 1.0, 2: 1.0}, 1.0, 1.0)
        assert choose_answers(self.view(), answers, printable=lambda row: row != 0) == [2]
        assert choose_answers(self.view(), answers, printable=lambda _: False) == []
        assert choose_answers(self.view(), Answers((), {}, {}, 0.0, 0.0)) == []


def test_many_sentences_are_read_only_so_far() -> None:
    many = view_documents([document("m", " ".join(f"The ferry number {n} sank." for n in range(100)))])
    answers = find_answers(many, read_question(many, "When did the ferry sink?"))
    assert len(answers.rows) == 80
    assert np.isfinite(list(answers.scores.values())).all()
