"""The hostile corpus, all of it, through every verb: the table of TRUST.md's promises under hostile input."""

from __future__ import annotations

from pathlib import Path

import pytest

from hostile_corpus import corpus, run_corpus

pytestmark = pytest.mark.drill


@pytest.mark.golden("B2", "B8")
def test_no_file_of_the_corpus_stops_slows_or_fools_a_verb(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tally, told = run_corpus(corpus(), tmp_path)
    with capsys.disabled():
        print(f"\n{tally.table()}")  # noqa: T201 - the table is what the drill is for
    assert told == []
    assert tally.files >= 400
