"""A workspace that may only be read: on a read-only file system, or in a folder that others own."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from meadow.errors import StoreError
from meadow.store.contract import Wanted
from meadow.workspace import Workspace
from stories import FERRY

# As root every folder can be written, so a file system that is read-only is needed: a mount of its own in a namespace.
MOUNTED = """
mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" || exit 77
shift
exec "$@"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with Workspace(tmp_path / "desk") as workspace:
        workspace.add(FERRY)
    return tmp_path / "desk"


def contents(folder: Path) -> dict[str, str]:
    return {each.name: hashlib.sha256(each.read_bytes()).hexdigest() for each in sorted(folder.iterdir())}


@pytest.fixture
def forbidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)


@pytest.mark.usefixtures("forbidden")
def test_it_is_read_exported_and_backed_up_and_nothing_changes(folder: Path, tmp_path: Path) -> None:
    before = contents(folder)
    with Workspace(folder) as workspace:
        assert [row.id for row in workspace.store.stories(Wanted())] == ["wire"]
        assert workspace.story("wire").brief.summary.picks
        assert workspace.headings()
        assert workspace.prepare(["wire"]) == 1
        assert [each.id for each, _ in workspace.export()] == [each.id for each in FERRY]
        workspace.backup(tmp_path / "copy.sqlite3")
        for write in (lambda: workspace.mark("wire"), lambda: workspace.add(FERRY)):
            with pytest.raises(StoreError, match="read-only") as refused:
                write()
            assert str(folder) in str(refused.value)
    assert contents(folder) == before
    assert (tmp_path / "copy.sqlite3").is_file()


def test_what_a_killed_writer_left_in_its_log_is_read(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Workspace(folder) as workspace:
        workspace.rename("wire", "The ferry")
        shutil.copytree(
            folder, tmp_path / "killed"
        )  # with its log, which a writer that ends would have moved into the file
    assert (tmp_path / "killed" / "meadow.sqlite3-wal").stat().st_size > 0
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)
    with Workspace(tmp_path / "killed") as workspace:
        assert workspace.story("wire").brief.headline.text == "The ferry"


@pytest.mark.skipif(sys.platform != "linux" or os.getuid() != 0, reason="needs a mount of its own")
def test_commands_on_a_read_only_file_system(folder: Path, tmp_path: Path) -> None:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "meadow", *arguments, "--workspace", str(folder)]
        return subprocess.run(
            ["unshare", "-m", "sh", "-c", MOUNTED, "sh", str(folder), *command],
            capture_output=True,
            text=True,
            check=False,
        )

    shown = run("stories")
    if shown.returncode == 77 or "unshare" in shown.stderr:
        pytest.skip("no mount is allowed here")
    assert (shown.returncode, "ferry" in shown.stdout.lower()) == (0, True)
    assert run("export", "--out", str(tmp_path / "out.jsonl")).returncode == 0
    assert run("backup", str(tmp_path / "copy.sqlite3")).returncode == 0
    refused = run("rename", "wire", "The ferry")
    assert refused.returncode == 3
    assert "read-only" in refused.stderr
