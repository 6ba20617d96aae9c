"""Lessons: what sentences are worth by references and by judges, and the errors where the two do not fit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lab.conftest import Run
from meadow.errors import InputError
from meadow.headlines.bayes_table import fit_bayes, parse_table
from meadow.lab.evaluate import rouge
from meadow.lab.evaluate.judge_tables import parse_judges
from meadow.lab.evaluate.metric import parse_measure
from meadow.lab.lessons import Lesson, fit_headlines, headline_examples, lesson_from_references, lessons_from_judges
from meadow.lab.scoring import dialect_notes, figures_of
from meadow.model import Document
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


OPENINGS = ("A ferry sank off Skerra", "A wolf was seen in Ninemile", "The old mill burned", "The bridge was closed")


def article(number: int, title: str | None, *sentences: str) -> Document:
    return Document(f"d{number}", title=title, text=" ".join(sentences), language="en")


def titled(count: int = 8) -> list[Document]:
    """Return articles whose first sentence is their title with a day, and whose others have nothing of it."""
    return [
        article(
            number, OPENINGS[number % 4], f"{OPENINGS[number % 4]} on day {number}.", "Nobody knew why.", "Rain is due."
        )
        for number in range(count)
    ]


@pytest.mark.golden("H1")
def test_an_article_teaches_by_the_sentence_closest_to_its_title() -> None:
    (example,) = headline_examples(
        [article(0, "Wolf seen", "Rain fell all night.", "Dogs barked.", "A wolf was seen.")]
    )
    assert example[1] == 2


def test_short_untitled_and_unrelated_articles_teach_nothing() -> None:
    nothing = [
        article(0, None, "A wolf was seen.", "Dogs barked.", "Rain fell."),
        article(1, " ", "A wolf was seen.", "Dogs barked.", "Rain fell."),
        article(2, "Wolf seen", "A wolf was seen.", "Dogs barked."),
        article(3, "Quarterly results", "A wolf was seen.", "Dogs barked.", "Rain fell."),
    ]
    assert list(headline_examples(nothing)) == []
    with pytest.raises(InputError, match=r"Of 4 documents 0 can be learned from\..*has a title, 3 sentences or more"):
        fit_headlines(nothing, data="none")


@pytest.mark.golden("H1")
def test_the_table_is_that_of_all_examples_and_each_half_is_tried_by_the_other() -> None:
    fitted = fit_headlines(titled(), data="ours")
    assert fitted.table == fit_bayes(headline_examples(titled()), data="ours")
    assert (fitted.examples, fitted.lead, fitted.table.positives, fitted.table.negatives) == (8, 1.0, 8, 16)
    assert fitted.found == 1.0  # all that tells the first sentence tells it in the other half too


def test_the_command_prints_and_writes_a_table_that_reads_back(meadow: Run, folder: Path) -> None:
    lines = [json.dumps({"id": each.id, "title": each.title, "text": each.text, "language": "en"}) for each in titled()]
    (folder / "news.jsonl").write_text("\n".join(lines), encoding="utf-8")
    status, out, err = meadow("lab fit --headlines news.jsonl --out table.json")
    assert status == 0, err
    assert out.splitlines()[0].startswith("feature")
    assert "in 1.000 of 8 articles, each tried by the table of the other half; the first sentence is in 1.000." in out
    table = parse_table((folder / "table.json").read_text(encoding="utf-8"))
    assert table.positives == 8
    assert table.data.startswith("news.jsonl (")
    value = json.loads(meadow("lab fit --headlines news.jsonl --json")[1])
    assert (value["examples"], value["found"], value["lead"]) == (8, 1.0, 1.0)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("lab fit --headlines", "--headlines learns from the titles of articles."),
        ("lab fit --headlines stories/ferry --references references.jsonl", "none of --references"),
        ("lab fit --headlines stories/ferry", "Of 2 documents 0 can be learned from."),
    ],
)
def test_the_command_says_what_it_learns_from(meadow: Run, line: str, told: str) -> None:
    status, out, err = meadow(line)
    assert (status, out) == (2, "")
    assert told in err


def test_each_text_has_a_figure_per_notation() -> None:
    texts, references = ["A ferry sank.", "…"], ["The ferry sank off Skerra."]
    found = figures_of(texts, references, ["rouge1.recall", "rouge2(dialect=rouge155)"], language="en")
    first = rouge.score(texts[0], references, metrics=["rouge1"])["rouge1"].recall
    second = rouge.score(texts[0], references, metrics=["rouge2"], dialect="rouge155")["rouge2"].f
    assert found == [[first, second], [0.0, 0.0]]


def test_without_references_nothing_is_worth_anything() -> None:
    assert figures_of(["A ferry sank."], [], ["rouge1", "words"], language="en") == [[0.0, 3.0]]


def test_a_dialect_is_named_where_the_notation_does_not() -> None:
    measures = map(parse_measure, ["rouge1", "words", "rouge2(dialect=rouge155).recall", "rougeW"])
    assert dialect_notes(measures) == ("Dialect google: rouge1, rougeW.",)
    assert dialect_notes(map(parse_measure, ["redundancy", "rouge1(dialect=google)"])) == ()
