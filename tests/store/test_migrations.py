"""Which migrations are missing, whatever the engine."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from meadow.errors import NewerStoreError
from meadow.store.migrations import missing_of


class Step(NamedTuple):
    name: str


STEPS = (Step("0001-first"), Step("0002-second"), Step("0003-third"))


@pytest.mark.parametrize(
    ("applied", "missing"),
    [
        ([], STEPS),
        (["0001-first"], STEPS[1:]),
        (["0001-first", "0003-third"], STEPS[1:2]),
        ([s.name for s in STEPS], ()),
    ],
)
def test_what_was_not_applied_is_missing_in_its_order(applied: list[str], missing: tuple[Step, ...]) -> None:
    assert missing_of(STEPS, applied, "desk") == list(missing)


def test_a_step_that_is_not_known_is_of_a_newer_version() -> None:
    with pytest.raises(NewerStoreError, match=r"The workspace desk was written by a newer Meadow\.") as caught:
        missing_of(STEPS, ["0001-first", "0009-later"], "desk")
    assert caught.value.given == "0009-later"
    assert caught.value.allowed == "This Meadow knows the forms up to 0003-third."
