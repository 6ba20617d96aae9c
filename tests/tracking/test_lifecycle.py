"""The life of a story: its phases, its cohesion, and the document that does not fit."""

from datetime import timedelta

import pytest
from hypothesis import given

from meadow.errors import UsageError
from meadow.model import Document, Story
from meadow.tracking.lifecycle import cohesion, phase
from stories import FERRY, FLAT, START, document, documents


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


def test_cohesion_is_the_mean_cosine_of_all_pairs() -> None:
    made = [
        document(name, [text]) for name, text in (("a", "Wolf ferry."), ("b", "Wolf storm."), ("c", "Ferry storm."))
    ]
    # Each pair shares one of two words of equal weight: a cosine of ½.
    found = cohesion(made, background=FLAT)
    assert found.value == pytest.approx(0.5)
    assert found.closeness == pytest.approx((0.5, 0.5, 0.5))
    assert found.odd == ()


def test_a_document_about_something_else_is_the_odd_one_out() -> None:
    stranger = document("stranger", ["Parliament passed the budget after a long debate on pensions."])
    reports = [Document(f"r{at}", text=FERRY[at % 2].text, language="en") for at in range(4)]
    assert cohesion([*reports, stranger]).odd == ("stranger",)
    assert cohesion(reports).odd == ()
    assert cohesion([reports[0], reports[1], stranger]).odd == (), "three documents raise no alarm"


def test_one_document_holds_together() -> None:
    assert cohesion([document("a", ["Wolf."])]).value == 1.0
    assert cohesion([]).closeness == ()


@given(documents)
def test_cohesion_is_a_share_and_does_not_depend_on_the_order(made: list[Document]) -> None:
    found, turned = cohesion(made, background=FLAT), cohesion(made[::-1], background=FLAT)
    assert 0.0 <= found.value <= 1.0 + 1e-9
    assert found.value == pytest.approx(turned.value)
    assert set(found.odd) <= {each.id for each in made}
