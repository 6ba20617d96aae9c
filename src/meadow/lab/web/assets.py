"""What the pages of experiments load."""

from __future__ import annotations

from meadow.lab.tables.html import rules
from meadow.web.assets import Asset, scripts, sheet


def assets() -> dict[str, Asset]:
    """Return the files by name."""
    return {"tables.css": sheet(rules()), **scripts("meadow.lab.web", "copy.js")}
