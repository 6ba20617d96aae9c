"""Questions to a workspace: which articles answer, and what is said where none can."""

from __future__ import annotations

from pathlib import Path

import pytest

from meadow.errors import UnknownNameError, UsageError
from meadow.workspace.asking import LONGEST_QUESTION
from web.apps import filled


def test_a_report_is_made_from_the_stories_whose_articles_have_the_words(tmp_path: Path) -> None:
    with filled(tmp_path) as workspace:
        answered = workspace.report("What does the bridge cost?", sentences=5)
        assert {each.id for each in answered.documents} == {"bridge-1", "bridge-2"}
        assert answered.report is not None
        assert answered.report.answered
        assert any("four million crowns" in pick.written for pick in answered.report.picks)


def test_a_report_on_a_story_reads_that_story_alone(tmp_path: Path) -> None:
    with filled(tmp_path) as workspace:
        answered = workspace.report("What does the bridge cost?", story_id="wire")
        assert {each.id for each in answered.documents} == {"wire", "echo", "courier"}
        assert answered.report is not None
        assert not answered.report.answered


def test_without_an_article_that_has_a_word_there_is_no_report(tmp_path: Path) -> None:
    with filled(tmp_path) as workspace:
        assert workspace.report("xylophones").report is None
        assert workspace.pack("xylophones").pack is None


def test_signs_in_a_question_command_nothing(tmp_path: Path) -> None:
    with filled(tmp_path) as workspace:
        for question in ('Who said "the bridge costs', "bridge -council", "bridge source:Nobody since:never"):
            assert workspace.report(question).documents


def test_evidence_fits_its_budget_and_comes_from_the_same_articles(tmp_path: Path) -> None:
    with filled(tmp_path) as workspace:
        packed = workspace.pack("What does the bridge cost?", tokens=60)
        assert packed.pack is not None
        assert packed.pack.tokens <= 60
        assert packed.documents == workspace.report("What does the bridge cost?").documents


@pytest.mark.parametrize("question", ["", "  ", "?!", "x" * (LONGEST_QUESTION + 1)])
def test_what_is_no_question_is_reported(tmp_path: Path, question: str) -> None:
    with filled(tmp_path) as workspace, pytest.raises(UsageError, match="no question"):
        workspace.report(question)


def test_a_story_that_is_not_there_is_reported(tmp_path: Path) -> None:
    with filled(tmp_path) as workspace, pytest.raises(UnknownNameError):
        workspace.report("Why?", story_id="nowhere")
