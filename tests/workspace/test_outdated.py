"""What a workspace keeps of stories is of the code that made it: other code makes it again."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from meadow.provenance import code_version
from meadow.recipe import Recipe
from meadow.registry import drop_plugin, load_plugin
from meadow.select import SELECTORS
from meadow.select.top import top
from meadow.store.contract import Wanted
from meadow.workspace import Workspace
from stories import FERRY

THREE = Recipe.parse("select:top|budget:sentences=3")
RANKER = """
import numpy as np
from meadow.model import Scores

def by_place(view):
    return Scores({sign}np.arange(len(view), dtype=float), {{}})

METHODS = {{"rank": {{"by-place": by_place}}}}
"""


WITHIN_A_SECOND = (1_790_000_000, 1_790_000_000)


def told(folder: Path, recipe: Recipe) -> list[str]:
    """Return the sentences of the one story in a workspace, made by a process that has just opened it."""
    with Workspace(folder) as workspace:
        return [pick.written for pick in workspace.story("wire", recipe=recipe).brief.summary.picks]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with Workspace(tmp_path / "desk") as workspace:
        workspace.add(FERRY)
    return tmp_path / "desk"


def upgrade(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a selector take one sentence only, under another digest of the package, as after an upgrade."""
    monkeypatch.setitem(SELECTORS._targets, "top", lambda view, scores, budget: top(view, scores, budget)[:1])
    monkeypatch.setattr(code_version, "package_digest", lambda: "upgraded")


def test_a_kept_summary_is_made_again_by_other_code(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = told(folder, THREE)
    assert len(before) == 3
    upgrade(monkeypatch)
    assert told(folder, THREE) == before[:1]


def test_a_kept_heading_is_made_again_by_other_code(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Workspace(folder) as workspace:
        assert workspace.prepare(["wire"]) == 1
        assert workspace.headings(within=0.0)[0].current
        assert workspace.prepare(["wire"]) == 0
    monkeypatch.setattr(code_version, "package_digest", lambda: "upgraded")
    with Workspace(folder) as workspace:
        assert not workspace.headings(within=0.0)[0].current, "shown until it is made again, and marked"
        assert workspace.prepare(["wire"]) == 1


def test_a_kept_summary_is_made_again_by_a_plugin_edited_within_a_second(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    plugin = tmp_path / "by_place.py"
    recipe = Recipe.parse("rank:by-place|select:top|budget:sentences=1")
    texts = []
    for sign in ("-", "+"):
        plugin.write_text(RANKER.format(sign=sign), encoding="utf-8")
        os.utime(plugin, WITHIN_A_SECOND)
        load_plugin(plugin)
        texts.append(told(folder, recipe))
        drop_plugin(plugin)
    assert texts[0] != texts[1]


def test_a_plugin_that_is_edited_while_it_runs_is_still_the_one_that_was_loaded(tmp_path: Path) -> None:
    plugin = tmp_path / "by_place.py"
    plugin.write_text(RANKER.format(sign="-"), encoding="utf-8")
    load_plugin(plugin)
    before = code_version.running_code()
    plugin.write_text(RANKER.format(sign="+"), encoding="utf-8")
    assert code_version.running_code() == before
    assert code_version.code_version() != before
    load_plugin(plugin)
    assert code_version.running_code() == code_version.code_version() != before


def test_what_other_code_made_is_counted_and_removed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told(folder, THREE)
    with Workspace(folder) as workspace:
        workspace.prepare(["wire"])
        assert (workspace.outdated(), workspace.drop_outdated()) == ([], 0)
    upgrade(monkeypatch)
    told(folder, THREE)
    with Workspace(folder) as workspace:
        outdated = workspace.outdated()
        assert len(outdated) == 2
        assert "heading|wire" in outdated
        assert workspace.drop_outdated() == 2
        assert workspace.outdated() == []
        assert len(workspace.store.result_keys()) == 1, "what this code made is still there"
        assert [row.id for row in workspace.store.stories(Wanted())] == ["wire"]
