"""What two machines must have in common: code and data, and nothing else that a process keeps."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from meadow.provenance import installed, signature
from meadow.provenance.installed import folder_digest, installation, package_digest, version_mark
from meadow.version import __version__
from project.project import ROOT


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
def test_what_a_process_keeps_in_addition_to_the_code_changes_nothing(package: Path, name: str) -> None:
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


def test_an_installation_is_described_by_version_files_python_and_libraries() -> None:
    told = installation()
    assert told["meadow"] == __version__
    assert package_digest().startswith(told["its files"])
    assert told["Python"].count(".") == 1
    assert {"numpy", "scipy", "py3langid"} <= told.keys()


def test_a_release_is_named_by_its_version_and_any_other_code_by_a_digest_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installed, "RELEASED", "")
    assert version_mark() == f"{__version__}+{package_digest()[:8]}"
    monkeypatch.setattr(installed, "RELEASED", package_digest())
    assert version_mark() == __version__
    assert signature({"rank": "lead"}) == f"rank:lead|v:{__version__}"
    monkeypatch.setattr(installed, "package_digest", lambda: "0a1b2c3d4e5f")
    assert signature({"rank": "lead"}) == f"rank:lead|v:{__version__}+0a1b2c3d"


def test_the_file_with_the_release_mark_does_not_change_the_digest(package: Path) -> None:
    (package / "version.py").write_text('RELEASED = ""\n', encoding="utf-8")
    before = folder_digest(package, without="version.py")
    (package / "version.py").write_text(f'RELEASED = "{before}"\n', encoding="utf-8")
    assert folder_digest(package, without="version.py") == before
    assert folder_digest(package) != before


def test_a_release_writes_the_digest_into_its_line_and_nothing_else() -> None:
    script = runpy.run_path(str(ROOT / "tools" / "release.py"))
    text = script["VERSION_FILE"].read_text(encoding="utf-8")
    new = script["marked"](text, "0a1b")
    assert [line for line in new.splitlines() if line not in text.splitlines()] == ['RELEASED = "0a1b"']
    assert script["marked"](new, "2c3d") == new.replace("0a1b", "2c3d")
    with pytest.raises(ValueError, match="must have one line RELEASED"):
        script["marked"]('__version__ = "1"\n', "0a1b")


def test_a_signature_loads_no_metadata_and_an_import_computes_nothing() -> None:
    program = (
        "import sys, meadow, meadow.provenance.installed as i; print(i.package_digest.cache_info().currsize);"
        "meadow.provenance.signature({}); print(i.package_digest.cache_info().currsize, 'importlib.metadata' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["0", "1 False"]
