"""A process that acts in a study and reports each action once it is safe: `python acting_child.py FOLDER START COUNT`.

It sends the actions from START on, under the same keys each time, as a browser does that has not heard back.
"""

from __future__ import annotations

import random
import sys

from meadow.studies.judging.acting import ActionResult
from meadow.workspace import Workspace

BATCH = 3


def told(number: int) -> ActionResult:
    """Return the action of a number: a sentence taken or left, a step back or forth; the same each time."""
    chance = random.Random(number)
    key = f"child.{number}"
    if number == 0:
        return ActionResult("the-ferry/started", "true", key)
    if chance.random() < 0.2:
        return ActionResult("the-ferry/", key=key, step="undo" if chance.random() < 0.7 else "redo")
    slot = f"the-ferry/pick/wire%2F1#{chance.randrange(40)}"
    return ActionResult(slot, '{"place": null}' if chance.random() < 0.7 else "null", key)


def main(folder: str, start: int, count: int) -> None:
    """Act in small batches, and print how many are on disk after each."""
    with Workspace(folder) as workspace:
        judging = workspace.judging
        while start < count:
            end = min(count, start - start % BATCH + BATCH)
            judging.act("ferries", "Ana", [told(number) for number in range(start, end)])
            sys.stdout.write(f"{end}\n")
            sys.stdout.flush()
            start = end


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
