"""The page on explaining a summary speaks of the output that it shows: features and reasons, all of them and no others."""

from __future__ import annotations

import re
from pathlib import Path

from meadow.brief.choices import WORDINGS

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "how-to" / "explain-a-summary.md").read_text(encoding="utf-8")


def test_the_features_explained_are_the_columns_printed() -> None:
    head = next(line for line in PAGE.splitlines() if line.startswith("document  "))
    section = PAGE[PAGE.index("## The scores") : PAGE.index("## Why")]
    explained = re.findall(r"^- \*\*(.+?)\*\*", section, re.MULTILINE)
    assert explained == [name for name in head.split() if name not in ("document", "sentence", "why")]
    formula = re.search(r"here (.+)\.$", section, re.MULTILINE)
    rank = re.search(r"^rank:mix\((.+?)\)\|", PAGE, re.MULTILINE)
    assert formula is not None
    assert rank is not None
    weights = dict(part.split("=") for part in rank[1].split(", "))
    shown = [name if weight == "1" else f"{weight} · {name}" for name, weight in weights.items()]
    assert formula[1] == " + ".join(shown)


def test_every_reason_is_explained() -> None:
    section = PAGE[PAGE.index("## Why") : PAGE.index("## As data")]
    for kind, wording in WORDINGS.items():
        pieces = [piece.strip(" ,[]%") for piece in re.split(r"\{.*?\}", wording.removeprefix("left out: "))]
        longest = max(pieces, key=len)
        assert longest in section, f"the page does not explain {kind}: {longest!r}"
