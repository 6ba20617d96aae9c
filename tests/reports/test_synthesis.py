"""What goes into a report: evidence first, every concept and day before a second time, and nothing twice."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.reports.question import read_question
from meadow.reports.retrieval import Evidence, asked_counts, concept_terms, find_evidence, per_document
from meadow.reports.synthesis import candidates, choose_rows, day_of, repeating
from meadow.vectors.view import view_documents
from reports.news import FERRY, STRIKES, document

VIEW = view_documents(FERRY)
EVIDENCE = find_evidence(VIEW, read_question(VIEW, "the ferry Blue Heron"))


def texts(rows: list[int]) -> list[str]:
    return [VIEW.sentences[row].text for row in rows]


def test_rows_are_evidence_and_none_comes_twice() -> None:
    rows = list(choose_rows(VIEW, EVIDENCE))
    assert len(set(rows)) == len(rows)
    assert set(rows) <= set(EVIDENCE.rows)


@given(st.integers(0, 9))
def test_a_shorter_report_is_the_head_of_a_longer_one(count: int) -> None:
    rows = list(choose_rows(VIEW, EVIDENCE, count=count))
    assert rows == list(islice(choose_rows(VIEW, EVIDENCE), count))


def test_what_is_told_already_is_not_told_again_nor_is_what_repeats_it() -> None:
    copies = view_documents([*FERRY, document("a9", FERRY[0].text, day=9, source="Inland News")])
    evidence = find_evidence(copies, read_question(copies, "the ferry Blue Heron"))
    sank = [row for row, sentence in enumerate(copies.sentences) if "sank off Marlow" in sentence.text]
    assert len(sank) == 2
    told = list(choose_rows(copies, evidence, first=[sank[0]]))
    assert not set(sank) & set(told)
    assert set(sank) & set(choose_rows(copies, evidence))


def test_only_what_can_be_printed_is_told() -> None:
    hatch = [row for row in range(len(VIEW)) if "hatch" in VIEW.sentences[row].text]
    rows = list(choose_rows(VIEW, EVIDENCE, printable=lambda row: row not in hatch))
    assert rows
    assert not set(rows) & set(hatch)
    assert list(choose_rows(VIEW, EVIDENCE, printable=lambda _: False)) == []


def test_candidates_are_the_best_of_a_readable_length_in_time_order() -> None:
    best = candidates(VIEW, EVIDENCE, 3)
    assert best == sorted(best)
    assert len(best) == 3
    assert set(best) <= set(EVIDENCE.rows)
    short = view_documents([document("x", "The ferry sank. It sank.")])
    everything = Evidence(np.ones(2), {}, (), 1.0, np.ones((2, 1), np.bool_))
    # Where no sentence has a readable length, all will do.
    assert candidates(short, everything, 5) == [0, 1]
    mixed = view_documents([document("x", "The ferry sank. The ferry Blue Heron sank off Marlow on Monday.")])
    assert candidates(mixed, everything, 5) == [1]


def test_a_day_is_that_of_the_document() -> None:
    days = [day_of(VIEW, row) for row in range(len(VIEW))]
    assert [None if day is None else day.isoformat() for day in days] == [
        *["2026-04-01"] * 3, *["2026-04-02"] * 3, *["2026-04-05"] * 2, None, None,
    ]  # fmt: skip


def test_every_day_is_told_before_a_day_is_told_twice() -> None:
    view = view_documents(STRIKES)
    evidence = find_evidence(view, read_question(view, "hunger strikes"))
    first = list(choose_rows(view, evidence, count=5))
    assert len({day_of(view, row) for row in first}) == 5


def test_who_covers_whom() -> None:
    whole = "The ferry Blue Heron sank off Marlow on Wednesday."
    view = view_documents(
        [
            document("r1", whole),
            document("r2", f"{whole[:-1]} after water entered a hatch."),
            document("r3", "Prosecutors charged the owner with negligence."),
            document("r4", "The ferry Blue Heron did not sink off Marlow on Wednesday."),
        ]
    )
    covered = repeating(view, range(4))
    assert covered[0].tolist() == [False, True, False, False]
    assert not covered[1].any()
    assert not covered[2].any()
    assert not covered[3].any()
    assert not covered.diagonal().any()


# --- the evidence ---


def test_counts_by_group_and_by_document_by_hand() -> None:
    view = view_documents([document("x", "Hatch and hatch. A ferry came."), document("y", "A hatch broke.", day=2)])
    counts = asked_counts(
        view, [frozenset({"hatch"}), frozenset({"ferri", "broke"}), frozenset({"nowhere"}), frozenset()]
    )
    assert counts.tolist() == [[2, 0, 0, 0], [0, 1, 0, 0], [1, 1, 0, 0]]
    assert per_document(view, counts).tolist() == [[2, 1, 0, 0], [1, 1, 0, 0]]
    assert asked_counts(view, []).shape == (3, 0)


def test_more_of_the_question_is_more_evidence() -> None:
    row_of = {sentence.text: row for row, sentence in enumerate(VIEW.sentences)}
    evidence = find_evidence(VIEW, read_question(VIEW, "an open hatch let water into the ferry"))
    best = VIEW.sentences[evidence.rows[0]].text
    assert best.startswith("Investigators said on Thursday that an open hatch let water into the ferry")
    assert evidence.scores[row_of[best]] == evidence.scores.max()
    assert set(evidence.features) == {"question", "concepts", "document"}
    assert all(values.min() >= 0.0 and values.max() <= 1.0 for values in evidence.features.values())


def test_evidence_far_below_the_best_is_none() -> None:
    kept = EVIDENCE.scores[EVIDENCE.scores > 0]
    assert kept.min() >= 0.25 * kept.max()
    assert EVIDENCE.rows == sorted(EVIDENCE.rows, key=lambda row: (-EVIDENCE.scores[row], row))


def test_documents_that_were_gathered_for_a_question_are_told_from_others() -> None:
    assert EVIDENCE.is_gathered
    assert EVIDENCE.gathered == 1.0
    mixed = view_documents([*FERRY[:1], *STRIKES])
    found = find_evidence(mixed, read_question(mixed, "the ferry Blue Heron"))
    assert found.gathered == pytest.approx(1 / 6)
    assert not found.is_gathered


def test_rows_told_first_are_foremost_and_the_rest_stays() -> None:
    last = EVIDENCE.rows[-1]
    lifted = EVIDENCE.told_first([last])
    assert lifted.scores[last] == max(1.0, EVIDENCE.scores.max())
    assert np.delete(lifted.scores, last).tolist() == np.delete(EVIDENCE.scores, last).tolist()
    assert EVIDENCE.scores[last] < lifted.scores[last]


def test_without_enough_of_the_question_there_is_no_evidence() -> None:
    none = find_evidence(VIEW, read_question(VIEW, "volcano eruption"))
    assert (none.answered, none.coverage, none.rows, none.concepts) == (False, 0.0, [], ())
    assert none.held.shape == (len(VIEW), 2)
    assert not none.held.any()


def test_a_concept_is_looked_for_by_the_stems_of_its_main_form() -> None:
    lines = next(each for each in EVIDENCE.concepts if each.concept.text == "Blue Heron")
    assert concept_terms(VIEW, lines) == {"blue", "heron"}
