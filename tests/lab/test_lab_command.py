"""`meadow lab` end to end: list, check, run, show, compare and convert, and what they say about wrong input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lab.conftest import Run

RUN = "lab run summaries --documents stories/ferry stories/wolf stories/oven --references references.jsonl"
SMALL = "--systems lead mead --metrics rouge1 words --budgets words=20 --resamples 100 --workers 1"


def test_an_experiment_can_be_copied_changed_and_run(meadow: Run, folder: Path) -> None:
    text = meadow("lab list summaries --toml")[1].replace('"presets", "given", "oracle"', '"lead", "mead"')
    (folder / "mine.toml").write_text(text, encoding="utf-8")
    status, out, _ = meadow(RUN.replace("summaries", "mine.toml"), "--workers", "1", "--resamples", "100")
    assert (status, "lead" in out, "oracle" in out) == (0, True, False)
    assert meadow("lab list --toml")[0] == 2


def test_stories_and_references_make_a_testbed(meadow: Run) -> None:
    status, out, err = meadow(f"{RUN} {SMALL}")
    assert (status, err) == (0, "")
    assert out.splitlines()[0] == "Summaries of 3 topics of documents, words=20"
    assert "made by: meadow lab run summaries --documents stories/ferry" in out
    assert "--workers" not in out


def test_strict_ends_with_1_if_a_cell_failed(meadow: Run, folder: Path) -> None:
    plugin = folder / "grumpy.py"
    plugin.write_text(
        "def grumpy(view):\n    if len(view) > 4:\n        raise ValueError('too long')\n"
        "    import numpy\n    from meadow.model import Scores\n    return Scores(numpy.ones(len(view)))\n"
        "METHODS = {'rank': {'grumpy': grumpy}}\n",
        encoding="utf-8",
    )
    line = f"{RUN} --plugin grumpy.py --metrics rouge1 --budgets words=20 --workers 1 --strict --systems lead"
    status, out, err = meadow(line, "lead(rank=grumpy)")
    assert (status, "ValueError: too long" in out, "cells failed" in err) == (1, True, True)


@pytest.mark.parametrize("place", ["references.jsonl/bed", "x" * 300])
@pytest.mark.parametrize("form", ["", "mead:", "lines:", "summeval:", "multiling:"])
def test_places_that_cannot_be_are_explained(meadow: Run, folder: Path, place: str, form: str) -> None:
    bed = "jsonl:documents.jsonl"
    texts = [{"id": name, "text": f"The {name} in Orrin is old.", "language": "en"} for name in ("mill", "weir")]
    rows = "".join(json.dumps({**text, "cluster": "orrin"}) + "\n" for text in texts)
    (folder / "documents.jsonl").write_text(rows, encoding="utf-8")
    status, _, err = meadow(f"lab convert {bed} {form}{place}")
    assert (status, err.startswith("meadow: "), "Traceback" in err) == (2, True, False)
    status, _, err = meadow(f"lab check {form}{place}")
    assert (status, "Traceback" in err) == (2, False)
