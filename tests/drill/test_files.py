"""Files larger than the memory that reading and writing them takes."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from meadow.ingest.saving import KINDS

TESTS = Path(__file__).resolve().parents[1]

# In a process of its own, so that the peak is that of reading and writing; each round takes as much again.
_ROUNDS = """
import resource, sys
from drill.endless import documents
from meadow.ingest.jsonl import document_value
from meadow.ingest.partitions import iter_partition, iter_partitions
from meadow.ingest.saving import DOCUMENT_COLUMNS, save_partitions
from meadow.model import Document

for number in range(1, 4):
    rows = (document_value(each) | {"title": "a long title " * 60} for each in documents(0, number * 40_000))
    folder = f"{sys.argv[1]}/{number}"
    list(save_partitions(rows, folder, kind=sys.argv[2], columns=DOCUMENT_COLUMNS, rows_per_file=80_000))
    parts = iter_partitions([folder], size=4 << 20)
    read = sum(isinstance(item, Document) for part in parts for item in iter_partition(part))
    print(read, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


@pytest.mark.drill
@pytest.mark.parametrize("kind", KINDS)
def test_three_times_as_many_documents_need_the_memory_of_the_first(tmp_path: Path, kind: str) -> None:
    command = [sys.executable, "-c", _ROUNDS, str(tmp_path), kind]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=TESTS)
    rounds = [tuple(map(int, line.split())) for line in done.stdout.splitlines()]
    assert [read for read, _ in rounds] == [40_000, 80_000, 120_000]
    # 32 MB of titles more in each round; what is held may grow by a few.
    assert all(later - earlier < 8_000 for (_, earlier), (_, later) in pairwise(rounds)), rounds
