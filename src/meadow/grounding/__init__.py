"""Is every sentence of a text in its sources: verdicts without a model, the same every time."""

from __future__ import annotations

from meadow.grounding.checking import check

__all__ = ["check"]
