"""A part of the hostile corpus through every verb; `make drill` runs all of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from hostile_corpus import CARRIERS, PAYLOADS, corpus, run_corpus


@pytest.mark.golden("B2", "B8")
def test_every_verb_survives_a_part_of_the_hostile_corpus(tmp_path: Path) -> None:
    files = corpus()
    assert len({file.name for file in files}) == len(files) == len(CARRIERS) * len(PAYLOADS) >= 400
    # One file in 23: a step that shares no factor with the number of formats meets each of them.
    tally, told = run_corpus(files[::23], tmp_path)
    assert told == []
    assert tally.faults == 0
    assert tally.runs >= 100
