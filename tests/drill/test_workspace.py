"""Promises of a workspace at their full figures: kills, restarts, repeats, backups, memory (TRUST A1, A3, A4, A8, A10)."""

from __future__ import annotations

import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from meadow.workspace import Workspace
from store.articles import SteppingClock, article, articles
from workspace.child import stream
from workspace.killing import backups_during_ingest, kill_often, partition, run_and_kill

TESTS = Path(__file__).resolve().parents[1]
_MEGABYTES_PER_100_K = 1.0


@pytest.mark.drill
def test_two_hundred_kills_lose_nothing(tmp_path: Path) -> None:
    assert kill_often(tmp_path, 200_000, 200, longest=0.3, finish=False)


@pytest.mark.drill
def test_ten_thousand_documents_with_twenty_kills_make_the_same_stories_as_without(tmp_path: Path) -> None:
    kill_often(tmp_path / "killed", 10_000, 20, longest=1.0)
    assert run_and_kill(tmp_path / "whole", 10_000, None).done
    assert partition(tmp_path / "killed") == partition(tmp_path / "whole")


@pytest.mark.drill
def test_a_thousand_orders_of_sending_end_in_one_content(tmp_path: Path) -> None:
    chance = random.Random(5)
    sent = [*articles(6), replace(article(1), text="Another text."), replace(article(2), title="Renamed")]
    expected = {(each.id, each.title, each.text) for each in sent}
    for number in range(1_000):
        order = [*range(len(sent)), *chance.choices(range(len(sent)), k=chance.randrange(8))]
        chance.shuffle(order)
        while order:
            with Workspace(tmp_path / str(number), tracker="cidr", clock=SteppingClock()) as workspace:
                count = chance.randrange(1, len(order) + 1)
                workspace.add([sent[each] for each in order[:count]])
                order = order[count:]
        with Workspace(tmp_path / str(number)) as workspace:
            revisions = [rev for each in articles(6) for rev in workspace.store.revisions(each.id)]
        assert {(each.document.id, each.document.title, each.document.text) for each in revisions} == expected


@pytest.mark.drill
def test_twenty_backups_during_ingest_are_committed_prefixes(tmp_path: Path) -> None:
    assert backups_during_ingest(tmp_path / "space", tmp_path, list(stream(30_000)), most=20) == 20


# In a process of its own, so that the peak is the workspace's.
_ENDLESS = """
import resource, sys
from drill.endless import documents
from meadow.workspace import Workspace

with Workspace(sys.argv[1], tracker="meadow(window_documents=8640)") as workspace:
    for hundred in range(10):
        for _ in workspace.iter_add(documents(hundred * 100_000, (hundred + 1) * 100_000)):
            pass
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, flush=True)
"""


@pytest.mark.drill
def test_a_million_documents_to_disk_need_the_memory_of_a_few(tmp_path: Path) -> None:
    command = [sys.executable, "-c", _ENDLESS, str(tmp_path / "space")]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=TESTS)
    kilobytes = list(map(int, done.stdout.split()))
    # Warm after 700 k documents of four words: until then no segment of the search index has reached its largest size.
    growth = (kilobytes[-1] - kilobytes[6]) / 1000 / (len(kilobytes) - 7)
    assert growth <= _MEGABYTES_PER_100_K, f"{growth:.2f} MB per 100 k documents: {kilobytes}"
