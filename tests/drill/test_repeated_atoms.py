"""No pattern is catastrophic, in any verb: what is repeated ten times as often takes about ten times as long (B8).

Each atom fills two documents. A quadratic loop gives itself away by the ratio of two sizes, a slow one by the time.
"""

from __future__ import annotations

import json
import string
import time
from pathlib import Path

import pytest

from command import run_meadow
from hostile_corpus import QUESTION, VERBS

pytestmark = pytest.mark.drill

ATOMS = (
    *string.punctuation, "“", "”", "’", "«", "、", "。", "橋", "1", "1 ", "1,", "1.", "12 3", "x-y-z-", "a ", "A ", "A. ",
    "a, ", "Mr. ", "(a) ", "1 a ", ". ", ".\n", "- ", "e\u0301", "http://a.b/ ", "a@b.c ", "10% ", "$1 ", "and ", "said ",
    "A said ", "1-1 ", "Jan 1 ", "x’s ", "\"a\" ",
)  # fmt: skip
TIMES = 10_000
MOST_SECONDS = 10


@pytest.mark.golden("B8")
@pytest.mark.parametrize("atom", ATOMS, ids=ascii)
def test_every_verb_reads_ten_thousand_of_one_atom_in_time(atom: str, tmp_path: Path) -> None:
    rows = [{"id": f"d{n}", "title": f"Bell {n}", "text": f"{atom * TIMES} The bell rang {n} times."} for n in range(2)]
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    slow = {}
    for verb, options in VERBS.items():
        paths = (QUESTION, "a.jsonl") if verb in ("report", "pack") else ("a.jsonl",)
        started = time.process_time()
        done = run_meadow(verb, *paths, *options, folder=tmp_path)
        seconds = time.process_time() - started
        assert done.returncode in (0, 2), done.stderr
        if seconds > MOST_SECONDS:
            slow[verb] = round(seconds, 1)
    assert slow == {}
