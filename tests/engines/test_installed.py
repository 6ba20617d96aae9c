"""What two machines must have in common: code and data, and nothing that a process keeps beside them."""

from __future__ import annotations

from pathlib import Path

import pytest

from meadow.engines.installed import folder_digest, installation, package_digest
from meadow.version import __version__


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Return a folder with code and data."""
    (tmp_path / "text" / "data").mkdir(parents=True)
    (tmp_path / "text" / "words.py").write_text("WORDS = 1\n", encoding="utf-8")
    (tmp_path / "text" / "data" / "stops.txt").write_text("the\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    "name", ["words.cpython-311.pyc", "walk.nbi", "walk.1.nbc", "walk.lock", "words-nl.0f.npz", "x.draft"]
)
def test_what_a_process_keeps_beside_the_code_changes_nothing(package: Path, name: str) -> None:
    # Kept in the middle of a run, it would set a worker that looked before apart from one that looks after.
    before = folder_digest(package)
    (package / "text" / "__pycache__").mkdir()
    (package / "text" / "__pycache__" / name).write_bytes(b"kept")
    assert folder_digest(package) == before


def test_any_line_of_code_or_data_changes_it_and_so_does_a_name(package: Path) -> None:
    digests = [folder_digest(package)]
    (package / "text" / "data" / "stops.txt").write_text("the a\n", encoding="utf-8")
    digests.append(folder_digest(package))
    (package / "text" / "words.py").write_text("WORDS = 2\n", encoding="utf-8")
    digests.append(folder_digest(package))
    (package / "text" / "words.py").rename(package / "text" / "terms.py")
    digests.append(folder_digest(package))
    (package / "text" / "table.npz").write_bytes(b"data that came with the package")
    digests.append(folder_digest(package))
    assert len(set(digests)) == len(digests)


def test_notes_are_no_code(package: Path) -> None:
    before = folder_digest(package)
    (package / "NOTES.md").write_text("how it came to be\n", encoding="utf-8")
    assert folder_digest(package) == before


def test_an_installation_is_told_by_version_files_python_and_libraries() -> None:
    told = installation()
    assert told["meadow"] == __version__
    assert package_digest().startswith(told["its files"])
    assert told["Python"].count(".") == 1
    assert {"numpy", "scipy", "py3langid"} <= told.keys()
