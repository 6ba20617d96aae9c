"""What the pages of studies load."""

from __future__ import annotations

from meadow.web.assets import Asset, scripts, sheet, static_text

_PACKAGE = "meadow.studies.web"
_SCRIPTS = (
    "alignment.js", "checks.js", "concepts.js", "grouping.js", "headlines.js", "judging.js", "report.js", "rows.js",
    "subsumption.js", "utility.js",
)  # fmt: skip


def assets() -> dict[str, Asset]:
    """Return the files by name."""
    sheets = {name: sheet(static_text(_PACKAGE, name)) for name in ("judging.css", "tasks.css")}
    return sheets | scripts(_PACKAGE, *_SCRIPTS)
