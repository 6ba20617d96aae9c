"""A process that adds articles to a workspace and reports each once it is safe: `python child.py FOLDER COUNT START`.

It sends those from START on, which are more than are missing: after a crash nobody knows where the last one was.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from meadow.model import Document
from meadow.workspace import Workspace
from meadow.workspace.ingesting import Added
from store.articles import NOON

_WORDS = 400


def stream(count: int, start: int = 0) -> Iterator[Document]:
    """Iterate over made-up articles: each of one of many topics, whose words it draws from."""
    for number in range(start, count):
        chance = random.Random(number)
        topic = chance.randrange(1 + number // 12)
        words = [f"w{(topic * 37 + chance.randrange(25)) % _WORDS}x{topic}" for _ in range(30)]
        yield Document(
            f"d{number}", f"Paper {number % 7}", f"Title {words[0]}", " ".join(words) + ".", language="en",
            published=NOON + timedelta(minutes=number),
        )  # fmt: skip


def main(folder: str, count: int, start: int) -> None:
    """Send the articles, and print the id of each that is safe."""
    with Workspace(folder) as workspace:
        for outcome in workspace.iter_add(stream(count, start)):
            if isinstance(outcome, Added):
                sys.stdout.write(f"{outcome.document_id}\n")
                sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
