"""The life of a story: its phases."""

from datetime import timedelta

import pytest

from meadow.errors import UsageError
from meadow.model import Story
from meadow.tracking.lifecycle import phase
from stories import START


@pytest.mark.parametrize(
    ("hours", "wanted"), [(0, "growing"), (24, "growing"), (25, "quiet"), (72, "quiet"), (73, "closed")]
)
def test_a_story_goes_quiet_and_closes_by_the_time_since_its_last_document(hours: float, wanted: str) -> None:
    story = Story("a", ("a", "b"), START - timedelta(hours=50), START)
    assert phase(story, START + timedelta(hours=hours)) == wanted


def test_one_document_opens_a_story_and_an_undated_one_has_no_phase() -> None:
    assert phase(Story("a", ("a",), START, START), START) == "open"
    assert phase(Story("a", ("a",)), START) is None


def test_quiet_cannot_come_after_closed() -> None:
    with pytest.raises(UsageError, match="quiet after 80 hours and closed after 72"):
        phase(Story("a", ("a",), START, START), START, quiet_after_hours=80)
