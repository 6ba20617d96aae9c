"""A run of `meadow follow` that is killed again and again, and what is left of it."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

from meadow.store.contract import Wanted
from meadow.workspace import Workspace
from store.articles import articles


def write_news(folder: Path, count: int) -> None:
    """Write articles into files, ten to a file."""
    folder.mkdir(parents=True)
    lines = [json.dumps({"id": each.id, "title": each.title, "text": each.text, "source": each.source,
                         "published": each.published_text}) for each in articles(count)]  # fmt: skip
    for start in range(0, count, 10):
        (folder / f"{start:06}.jsonl").write_text("\n".join(lines[start : start + 10]), encoding="utf-8")


def follow_and_kill(folder: Path, after: float | None) -> tuple[set[str], bool]:
    """Follow the news once, killed after some seconds; return the reported documents, and whether it ended itself."""
    process = subprocess.Popen(
        [sys.executable, "-m", "meadow", "follow", "../news", "--once", "--json", "--workspace", "space"],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        out, _ = process.communicate(timeout=after)
    except subprocess.TimeoutExpired:
        process.kill()
        out, _ = process.communicate()
    whole = [json.loads(line) for line in out.decode().splitlines(keepends=True) if line.endswith("\n")]
    return {line["document"] for line in whole if "document" in line}, process.returncode == 0


def kill_often(folder: Path, kills: int, *, longest: float) -> set[str]:
    """Kill `kills` runs at random, then let one end; return all documents that were ever reported."""
    chance = random.Random(7)
    folder.mkdir()
    told: set[str] = set()
    for _ in range(kills):
        told |= follow_and_kill(folder, chance.uniform(0.3, longest))[0]
        with Workspace(folder / "space") as workspace:
            assert workspace.check() == []
            assert {each.id for each in workspace.store.documents(told)} == told
    last, ended = follow_and_kill(folder, None)
    assert ended
    return told | last


def content(folder: Path) -> tuple[dict[str, int], set[frozenset[str]]]:
    """Return what a workspace holds: how much of each kind, and its stories."""
    with Workspace(folder / "space") as workspace:
        counts = workspace.store.counts()
        stories = {frozenset(workspace.store.members(row.id)) for row in workspace.store.stories(Wanted())}
        return {name: counts[name] for name in ("documents", "revisions", "quarantine")}, stories
