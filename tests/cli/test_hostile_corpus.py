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
    # What is slow is asked by the drill: a busy machine that compiles the kernels first may take any time.
    assert [fault for fault in told if not fault.startswith("slow: ")] == []
    assert tally.faults == tally.slow
    assert tally.runs >= 100
