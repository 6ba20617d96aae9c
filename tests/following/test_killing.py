"""What was reported survives a kill, and a run that was killed ends where one that was not does."""

from __future__ import annotations

from pathlib import Path

import pytest

from following.killing import content, follow_and_kill, kill_often, write_news


def test_kills_lose_nothing_that_was_reported(tmp_path: Path) -> None:
    check(tmp_path, 40, 1, longest=1.2)


@pytest.mark.drill
def test_thirty_kills_lose_nothing_that_was_reported(tmp_path: Path) -> None:
    check(tmp_path, 3_000, 30, longest=2.0)


def check(folder: Path, articles: int, kills: int, *, longest: float) -> None:
    write_news(folder / "news", articles)
    told = kill_often(folder / "killed", kills, longest=longest)
    (folder / "whole").mkdir()
    assert follow_and_kill(folder / "whole", None)[1]
    counts, stories = content(folder / "killed")
    assert counts == {"documents": articles, "revisions": articles, "quarantine": 0}
    assert (counts, stories) == content(folder / "whole")
    assert len(told) <= articles
