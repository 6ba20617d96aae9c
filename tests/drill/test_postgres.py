"""Promises of a workspace in Postgres at full figures: kills of those who add, of the server, memory (TRUST A1, A4)."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from meadow.store.opening import open_store
from meadow.workspace import Workspace
from postgres import Server, running_server
from workspace.child import stream
from workspace.killing import CHILD, check_nothing_lost, kill_often, partition, run_and_kill

_MOST_KILOBYTES = 200_000


@pytest.mark.drill
def test_a_hundred_kills_lose_nothing(postgres: Server) -> None:
    assert kill_often(postgres.new_place(), 100_000, 100, longest=0.3, finish=False)


@pytest.mark.drill
def test_five_thousand_documents_with_ten_kills_make_the_same_stories_as_without(postgres: Server) -> None:
    killed, whole = postgres.new_place(), postgres.new_place()
    kill_often(killed, 5_000, 10, longest=1.0)
    assert run_and_kill(whole, 5_000, None).done
    assert partition(killed) == partition(whole)


@pytest.mark.drill
def test_what_was_acknowledged_survives_the_end_of_the_server() -> None:
    acknowledged: set[str] = set()
    with running_server(in_memory=False) as server:
        place = server.new_place()
        for _ in range(10):
            command = [sys.executable, str(CHILD), place, "100000", str(max(len(acknowledged) - 150, 0))]
            with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as child:
                assert child.stdout is not None
                # From the first acknowledgement on, however long that takes to come on a busy machine.
                acknowledged.add(child.stdout.readline().strip())
                ending = threading.Timer(1.0, server.end_at_once)
                ending.start()
                acknowledged |= {line.strip() for line in child.stdout}
                assert child.wait() != 0
                ending.join()
            server.start_again()
            check_nothing_lost(place, acknowledged)
    assert "" not in acknowledged  # nobody ended before the server did


# In a process of its own, so that the peak is the copy's; what getrusage says of it would be the peak of who started it.
_COPYING = """
import pathlib, sys
from meadow.store.opening import copy_store
copy_store(sys.argv[1], sys.argv[2])
print(next(line.split()[1] for line in pathlib.Path("/proc/self/status").read_text().splitlines() if "VmHWM" in line))
"""


@pytest.mark.drill
def test_a_copy_of_twenty_thousand_articles_needs_the_memory_of_a_few(postgres: Server, tmp_path: Path) -> None:
    with Workspace(tmp_path / "space", tracker="cidr") as workspace:
        for _ in workspace.iter_add(stream(20_000)):
            pass
    place = postgres.new_place()
    begun = time.monotonic()
    for source, target in ((str(tmp_path / "space"), place), (place, str(tmp_path / "back"))):
        done = subprocess.run(
            [sys.executable, "-c", _COPYING, source, target], check=True, capture_output=True, text=True
        )
        assert int(done.stdout) < _MOST_KILOBYTES, f"{done.stdout.strip()} kB after {time.monotonic() - begun:.0f} s"
    one, other = open_store(tmp_path / "space"), open_store(tmp_path / "back")
    assert one.content_hash() == other.content_hash()
    one.close()
    other.close()
