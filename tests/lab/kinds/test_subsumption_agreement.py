"""Agreement on subsumption through the experiment: the paper's Tables 8 and 9, and links that need no judge."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from lab.evaluate.test_subsumption import TABLE_8, TABLE_9
from lab.kinds.running import figures, measured, report, table
from meadow.lab.catalogue import load_experiment
from meadow.lab.experiment import Experiment
from meadow.lab.tables import Table
from meadow.lab.testbed import SubsumptionAnswer, Testbed, Topic
from meadow.model import SentenceRef
from stories import document

PLAIN = Experiment("mine", "subsumption-agreement", resamples=100)
JUDGES = [f"Judge {number}" for number in range(1, 6)]


def story(name: str, answers: Sequence[Sequence[object]], sentences: int) -> Topic:
    """Return a story of two documents of which judges were asked about the first; an answer is a name such as A2-5."""
    texts = [[f"Number {place} of {side} was told." for place in range(sentences)] for side in ("one", "two")]
    documents = tuple(document(f"{name}{side + 1}", text, hours=side) for side, text in enumerate(texts))
    given = tuple(
        SubsumptionAnswer(judge, SentenceRef(f"{name}1", place), _refs(name, answer))
        for place, row in enumerate(answers)
        for judge, answer in zip(JUDGES, row, strict=True)
    )
    return Topic(name, documents, subsumption=given)


def _refs(name: str, answer: object) -> frozenset[SentenceRef]:
    names = [answer] if isinstance(answer, str) else list(answer or ())  # type: ignore[call-overload]
    return frozenset(SentenceRef(f"{name}2", int(str(each).rpartition("-")[2]) - 1) for each in names)


def labels(shown: Table) -> list[tuple[str, ...]]:
    return [row.labels for row in shown.rows]


@pytest.mark.golden("M13")
def test_table_8_of_the_paper() -> None:
    bed = Testbed("A", (story("A", TABLE_8, 10),))
    shown = table(report(bed, PLAIN), "table-8")
    assert shown.heads == ("sentence", *JUDGES)
    assert labels(shown)[0] == ("A1-1", "–", "A2-1", "A2-1", "–", "A2-1")
    assert labels(shown)[4] == ("A1-5", "–", "A2-1", "–", "A2-2", "A2-4")
    # The paper prints +4 for the sixth sentence, but four judges named none there.
    scores = [tuple(entry.value for entry in row.entries) for row in shown.rows]
    assert scores == [(3, None), (3, None), (None, 4), (4, None), (None, 2), (None, 4), (None, 4)]


@pytest.mark.golden("M13")
def test_table_9_has_a_row_per_story_and_the_papers_beside_it() -> None:
    rows, total = TABLE_9["A"]
    answers: list[list[object]] = []
    for level, (plus, minus) in zip((5, 4, 3, 2), rows, strict=True):
        odd: list[object] = [{f"A2-{judge + 3}"} for judge in range(5 - level)]
        answers += [[*[{"A2-1"}] * level, *odd] for _ in range(plus)]
        answers += [[*[None] * level, *odd] for _ in range(minus)]
    bed = Testbed("A", (story("A", answers, total),))
    shown = table(report(bed, load_experiment("subsumption-agreement")), "table-9")
    ours = figures(shown, "A")
    theirs = next(row for row in shown.rows if row.theirs and row.labels == ("A",))
    names = [column.name for column in shown.columns]
    for name, entry in zip(names, theirs.entries, strict=True):
        if entry.value is not None:
            assert ours[name] == entry.value, name
    assert sum(value or 0 for value in ours.values()) == total == 25
    assert [row.labels[0] for row in shown.rows if row.theirs] == list("ABCDEF")


def test_judges_of_several_stories_may_be_more_or_fewer() -> None:
    first = story("A", TABLE_8, 10)
    second = Topic("B", first.documents, subsumption=first.subsumption[:2])
    shown = table(report(Testbed("both", (first, second)), PLAIN), "table-9")
    assert [column.name for column in shown.columns][:2] == ["5 +", "5 −"]
    assert figures(shown, "B")["5 +"] is None
    assert figures(shown, "B")["1 −"] == 1  # one judge says none, the other names one: equal scores count as none
    assert table(report(Testbed("both", (second, first)), PLAIN), "table-8").title.endswith("the first of A")


def test_of_many_sentences_that_a_judge_names_the_first_are_shown() -> None:
    many = [[{"A2-1", "A2-2", "A2-3", "A2-4"}, {"A2-1", "A2-2"}, None, None, None]]
    bed = Testbed("A", (story("A", many, 5),))
    assert labels(table(report(bed, PLAIN), "table-8")) == [("A1-1", "A2-1, A2-2 +2", "A2-1, A2-2", "–", "–", "–")]


@pytest.mark.golden("M11")
def test_links_are_found_without_judges_and_held_against_a_majority() -> None:
    said = "The ferry Marlin sank off Skerra on Monday night"
    documents = (
        document("a1", [f"{said}.", "Cats purr."]),
        document("a2", [f"{said}, and divers found her.", "Rain."]),
    )
    ref, by = SentenceRef("a1", 0), SentenceRef("a2", 0)
    votes = (frozenset({by}), frozenset({by}), frozenset[SentenceRef]())
    answers = tuple(SubsumptionAnswer(judge, ref, vote) for judge, vote in zip(JUDGES, votes, strict=False))
    bed = Testbed("A", (Topic("A", documents, subsumption=answers),))
    found = report(bed, PLAIN)
    assert figures(table(found, "links"), "A") == {
        "by a majority": 1, "automatic": 1, "in both": 1, "precision": 1, "recall": 1,
    }  # fmt: skip
    automatic = next(each.measured for each in measured(bed, PLAIN) if each.cell.system == "automatic")
    assert automatic is not None
    assert automatic.output["links"] == [["a1-1", "a2-1"]]
