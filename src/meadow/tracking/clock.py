"""The time of a stream: never back, and not at once wherever a single document says.

Source: our own. Feeds hold documents without a time, late ones, and now and then one that is dated years ahead.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import datetime


class Clock:
    """The latest believable time so far, in seconds; none until the first document with a time.

    A document without a time, or one that comes late, happens now. One that runs ahead of the clock by more than the
    window stands alone: no story reaches so far. Only if the very next document bears it out does the clock move there,
    so one wrong date closes no story.
    """

    def __init__(self, window: float) -> None:
        self._window = window
        self._now: float | None = None
        self._leap: float | None = None

    def tell(self, published: datetime | None) -> tuple[float, bool]:
        """Return when a document happens, NaN if there is no time yet, and whether it stands alone."""
        leap, self._leap = self._leap, None
        if published is not None:
            time = published.timestamp()
            now = time if self._now is None else self._now
            if time - now > self._window:
                if leap is None or abs(time - leap) > self._window:
                    self._leap = time
                    return time, True
                time = max(time, leap)
            self._now = max(now, time)
        return math.nan if self._now is None else self._now, False

    def snapshot(self) -> dict[str, float | None]:
        """Return the times as JSON data."""
        return {"now": self._now, "leap": self._leap}

    def restore(self, snapshot: Mapping[str, float | None]) -> None:
        """Take over the times of another clock."""
        self._now, self._leap = snapshot["now"], snapshot["leap"]
