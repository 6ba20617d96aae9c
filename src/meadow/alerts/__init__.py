"""Alerts: what a follower should know of once a story has new articles. Pure functions over documents and watches."""

from meadow.alerts.finding import find_alerts
from meadow.alerts.state import StoryState, read_state

__all__ = ["StoryState", "find_alerts", "read_state"]
