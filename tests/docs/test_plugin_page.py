"""The page on plug-ins shows one of each family, and says of each what it takes."""

from __future__ import annotations

import re

from meadow.registry import _HOMES, offered
from project.project import ROOT

PAGE = (ROOT / "docs" / "how-to" / "write-a-plugin.md").read_text(encoding="utf-8")
FAMILIES = {*_HOMES, *offered("families")}


def test_every_family_has_an_example_that_runs() -> None:
    shown = {family for tables in re.findall(r"METHODS = (\{.*?\}\n)", PAGE, re.DOTALL) for family in _families(tables)}
    assert shown == FAMILIES


def test_every_family_is_in_the_table() -> None:
    assert set(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)) == FAMILIES


def _families(table: str) -> list[str]:
    """Return the families of a table of methods: what precedes an opening brace."""
    return re.findall(r"""["'](\w+)["']: \{""", table)
