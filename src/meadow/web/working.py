"""`python -m meadow.web.working`: the process that writes while the app reads; it follows sources and prepares headings.

The app sends one order on each line of standard input, the first says where and how to follow. What happens goes to standard
output, an event as JSON on each line. When standard input ends, and it does however the app ends, so does this process.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from collections.abc import Iterable, Mapping
from typing import Any, TextIO

from meadow.web.bus import BusEvent
from meadow.web.follower import Follower
from meadow.web.preparing import HeadingPreparer
from meadow.web.worker import NOTE
from meadow.workspace import Workspace
from meadow.workspace.following import Following

_NICENESS = 5  # readers go first


def main() -> None:
    """Work until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the app, which ends this process in its own time
    os.nice(_NICENESS)
    orders = iter(sys.stdin)
    work(json.loads(next(orders)), orders, _Lines(sys.stdout))


class _Lines:
    """Events as lines of JSON, whole whichever thread writes them."""

    def __init__(self, out: TextIO) -> None:
        self._out, self._lock = out, threading.Lock()

    def publish(self, event: BusEvent) -> None:
        with self._lock:
            self._out.write(json.dumps({"name": event.name, "value": event.value}) + "\n")
            self._out.flush()

    def note(self, text: str) -> None:
        """Let the app say something in its terminal."""
        self.publish(BusEvent(NOTE, {"text": text}))


def work(given: Mapping[str, Any], orders: Iterable[str], lines: _Lines) -> None:
    """Follow and prepare headings as the first order says, and carry out the others, until there are no more."""
    how = Following(given["every"], allow_hosts=given["allow_hosts"])
    with Workspace(given["folder"], create=False) as workspace:
        follower = Follower(workspace, how, publish=lines.publish, note=lines.note)
        preparer = HeadingPreparer(workspace, note=lines.note)
        follower.start()
        preparer.start()
        try:
            for line in orders:
                order = json.loads(line)
                if "prepare" in order:
                    preparer.ask(order["prepare"])
                else:
                    follower.wake()
        finally:
            follower.close()
            preparer.close()


if __name__ == "__main__":
    main()
