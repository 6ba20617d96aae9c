"""A teacher's notebook as a script: a cell is a function, and it looks at what Jupyter would show of its values.

`python notebook.py` ends with 0 and prints how long the pages of its cells are; `test_teacher.py` runs it.
"""

from __future__ import annotations

import re
from html import unescape
from itertools import permutations
from math import sqrt
from statistics import fmean
from typing import Protocol

import meadow
from meadow import lab
from meadow.brief.explanation import format_explanation
from meadow.lab.evaluate.judge_tables import JudgeTable


class Shown(Protocol):
    """A value that notebooks show as HTML."""

    def _repr_html_(self) -> str: ...


def shown(value: Shown, *, most: int) -> str:
    """Return what a reader sees of a value: its HTML without tags, which loads nothing and has a reasonable length."""
    page = value._repr_html_()
    assert 0 < len(page) <= most, f"{type(value).__name__}: {len(page)} characters"
    assert not re.search(r"<script|src=|https?://|<link|object at 0x", page), page[:300]
    print(f"{type(value).__name__}: {len(page)}")  # noqa: T201
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page)).split())


def cell_digest(documents: list[meadow.Document]) -> None:
    """Check that a digest shows every headline, and a summary its sentences with numbered sources."""
    digest = meadow.digest(documents, sentences=1)
    page = shown(digest, most=5_000)
    assert [brief.headline.text for brief in digest if " ".join(brief.headline.text.split()) not in page] == []
    assert digest.stories[0].headline.text in shown(digest.stories[0], most=2_000)
    summary = meadow.summarize(documents, sentences=3)
    page = shown(summary, most=2_000)
    assert [pick.ref.document_id for pick in summary.picks if (pick.written or pick.sentence.text) not in page] == []
    assert "sentence " in summary._repr_html_(), "a source says which sentence it is"


def cell_explanation(documents: list[meadow.Document]) -> None:
    """Check the numbers of the explanation against their formulas, as pupils do."""
    reasons = meadow.explain(documents, method="mead-cp")
    sheep = next(term for term in reasons.centroid if term.term == "sheep")
    counted = sum(len(re.findall(r"\bsheep\b", document.text.lower())) for document in documents)
    assert sheep.tf == counted / len(documents)
    assert all(abs(term.weight - term.tf * term.idf) < 1e-9 for term in reasons.centroid)
    for row in reasons.rows:
        assert abs(row.features["position"] - 1 / sqrt(row.number)) < 1e-9
        assert abs(row.score - sum(row.features.values())) < 1e-9 or row.score == 0, row
    assert max(row.features["centroid"] for row in reasons.rows) == 1
    table = format_explanation(reasons)
    assert [line.split()[0] for line in table.splitlines() if line.startswith(("term", "document"))] == [
        "term",
        "document",
    ]
    assert len(table.splitlines()) < len(reasons.rows) + 40


def _shares(table: JudgeTable, count: int) -> tuple[float, float]:
    """Return relative utility of the judges and of chance for extracts of some sentences, from the judges' scores."""
    judges = range(len(table.judges))
    best = [sum(sorted(scores)[-count:]) for scores in table.utilities]
    # Judges take the best of their own; of sentences that tie, the earlier ones, as `sorted` leaves them.
    orders = [sorted(range(len(its)), key=[-score for score in its].__getitem__) for its in table.utilities]
    of_judges = fmean(
        sum(table.utilities[b][at] for at in orders[a][:count]) / best[b] for a, b in permutations(judges, 2)
    )
    return of_judges, fmean(count * fmean(table.utilities[judge]) / best[judge] for judge in judges)


def cell_tables() -> None:
    """Check the tables of MEAD over one story: J and R from the judges' scores, D from J, R and S."""
    results = lab.run("mead-tables", topics=["wolf"], workers=1, systems=["lead", "mead"])
    page = shown(results, most=60_000)
    table = next(each for each in results.findings.tables if each.name == "table-10")
    assert table.title in page
    row = next(each for each in table.rows if each.labels == ("20 %",) and not each.theirs)
    of_judges, chance, system, scale = (entry.value for entry in row.entries[:4] if entry.value is not None)
    judged = lab.open_testbed().topic("wolf").utilities
    assert judged is not None
    wanted = _shares(judged, round(0.2 * len(judged.sentences)))
    assert abs(of_judges - wanted[0]) < 1e-9, (of_judges, wanted)
    assert abs(chance - wanted[1]) < 1e-9, (chance, wanted)
    assert abs(scale - (system - chance) / (of_judges - chance)) < 1e-9
    assert {plot.name for plot in results.findings.plots} >= {"figure-8"}


def cell_groups(documents: list[meadow.Document]) -> None:
    """Check that groups hold sentences of two documents or more, and none twice."""
    grouping = meadow.group(documents)
    shown(grouping, most=20_000)
    known = {document.id for document in documents}
    members = [member for group in grouping.groups for member in group.members]
    assert len(members) == len(set(members)) > 5
    for group in grouping.groups:
        assert group.label in group.members
        assert len({member.document_id for member in group.members} & known) > 1
    assert not set(members) & set(grouping.ungrouped)


def main() -> None:
    """Run all cells."""
    wolves = [document for document in meadow.read("news", strict=True) if document.id.startswith("wolf-")]
    assert len(wolves) == 5
    cell_digest(wolves)
    cell_explanation(wolves)
    cell_groups(wolves)
    cell_tables()
    print("all done")  # noqa: T201


if __name__ == "__main__":
    main()
