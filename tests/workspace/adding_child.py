"""A process that adds articles at the same time as others: `python adding_child.py PLACE WHO WRITERS COUNT`.

Every article is sent by two of the writers, in small groups. It waits for a line of input before it begins, and prints the
id of each article that is safe, and whether it was new.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from meadow.workspace import Workspace, ingesting
from meadow.workspace.ingesting import Added
from workspace.child import stream


def main(place: str, who: int, writers: int, count: int) -> None:
    """Send a share of the articles."""
    ingesting.GROUP_DOCUMENTS = 8
    with Workspace(place) as workspace:
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        sys.stdin.readline()
        share = [each for number, each in enumerate(stream(count)) if who in (number % writers, (number + 1) % writers)]
        for outcome in workspace.iter_add(iter(share)):
            assert isinstance(outcome, Added)
            sys.stdout.write(f"{outcome.document_id} {outcome.is_new}\n")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
