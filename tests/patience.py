"""How long a test waits for what must come: until it comes. Only what never comes ends the patience of a busy machine."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE_SECONDS = 300.0


def until(holds: Callable[[], bool], *, seconds: float = PATIENCE_SECONDS) -> bool:
    """Wait for something that another thread or process brings about; return whether it came."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            return holds()
        time.sleep(0.02)
    return True
