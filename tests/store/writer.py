"""A process that writes to a workspace at the same time as others: `python writer.py PLACE WHO TURNS`.

In each turn it keeps an action and a mark of its own, and puts a new document into the log, whoever adds meanwhile.
"""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from meadow.model import Action, ReadMark
from meadow.store.opening import open_store
from store.articles import NOON, article, put


def main(place: str, who: int, turns: int) -> None:
    """Write, one transaction for each turn."""
    with closing(open_store(place, create=False)) as store:
        for turn in range(turns):
            with store.writing() as writer:
                writer.act(Action(0, "utility", f"p{who}", "a0:0", str(turn), NOON))
                writer.mark(ReadMark(f"p{who}", "s", turn, NOON))
                name = f"w{who}-{turn}"
                put(writer, article(turn, id=name), name)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
