"""Whether two texts under one name are versions of one article."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.following.likeness import has_same_title, is_near_same
from meadow.model import Document

FERRY = "The ferry Star of Skerra sank on Monday evening off the harbour, and divers searched the wreck all night long."


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        (FERRY, FERRY + " Two more were found in the morning, the coast guard said, and the search goes on.", True),
        (FERRY, FERRY.replace("Monday evening", "Monday night"), True),
        (FERRY[:60], FERRY + " The owner of the line spoke of a sudden leak." * 9, True),
        (FERRY, "Wolves have come back to the hills above Haldmoor, where shepherds lost eleven sheep.", False),
        ("Ferry sinks.", "ferry sinks", True),
        ("Ferry sinks.", "Ferry sails.", False),
        ("", "", False),
        ("It is 4 to 9 degrees in the north and sunny.", "It is 12 to 15 degrees in the north and sunny.", False),
        (
            "フェリーが月曜日の夜に港の沖で沈没しました。",
            "フェリーが月曜日の夜に港の沖で沈没しました。捜索は続く。",
            True,
        ),
    ],
)
def test_versions_are_distinguished_from_other_articles(first: str, second: str, same: bool) -> None:
    assert is_near_same(first, second) is same


@given(st.text("ab ", max_size=80), st.text("ab ", max_size=80))
def test_the_order_does_not_matter(first: str, second: str) -> None:
    assert is_near_same(first, second) == is_near_same(second, first)


def test_titles_are_compared_but_for_blanks_and_capitals_and_only_where_both_have_one() -> None:
    assert has_same_title(Document("a", title="Ferry  SINKS"), Document("b", title="ferry sinks"))
    assert not has_same_title(Document("a", title="Ferry sinks"), Document("b", title="Ferry sails"))
    assert not has_same_title(Document("a", text="x"), Document("b", text="x"))
