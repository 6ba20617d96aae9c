"""`meadow schema`: what each command prints with `--json` has its shape, key by key."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from command import run_meadow
from meadow.brief.schemas import SHAPES, VERSION
from meadow.sample import sample_path

NEWS = str(sample_path())
COMMANDS: dict[str, tuple[str, ...]] = {
    "summarize": (NEWS, "--words", "60"),
    "digest": (NEWS, "--words", "30"),
    "track": (NEWS,),
    "group": (NEWS,),
    "headline": (NEWS,),
    "report": ("Why did wolves kill sheep?", NEWS),
    "pack": ("Why did wolves kill sheep?", NEWS, "--tokens", "400"),
    "check": ("claims.txt", NEWS),
    "methods": (),
    "doctor": (),
    "stories": ("--workspace", "kept"),
    "story": ("wolf-lpa-01", "--workspace", "kept"),
    "search": ("wolves", "--workspace", "kept"),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("schemas")
    (path / "claims.txt").write_text("Wolves killed 41 sheep near Haldmoor. Nobody saw a whale.")
    done = run_meadow("follow", NEWS, "--once", "--workspace", "kept", folder=path)
    assert done.returncode == 0, done.stderr
    return path


def test_every_schema_has_a_command() -> None:
    assert set(COMMANDS) == set(SHAPES)


@pytest.mark.parametrize("name", SHAPES)
def test_what_a_command_prints_has_its_shape(name: str, folder: Path) -> None:
    done = run_meadow(name, *COMMANDS[name], "--json", folder=folder)
    assert done.stdout, done.stderr
    for line in done.stdout.splitlines():
        value = json.loads(line)
        # What a shape does not name is left out on the way, so that a new key without a shape is seen.
        assert msgspec.to_builtins(msgspec.convert(value, SHAPES[name])) == value


def test_a_schema_says_its_dialect_and_version(folder: Path) -> None:
    schema = json.loads(run_meadow("schema", "digest", folder=folder).stdout)
    assert schema["$schema"].startswith("https://json-schema.org/")
    assert (schema["version"], schema["title"]) == (VERSION, "meadow digest --json")
    assert set(schema["$defs"]["SentenceShape"]["required"]) >= {"document", "index", "start", "end", "text"}
    failed = run_meadow("schema", "digst", folder=folder)
    assert failed.returncode == 2
    assert "Did you mean 'digest'" in failed.stderr
