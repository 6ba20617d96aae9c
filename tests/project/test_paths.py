"""No file names a machine: no absolute path of anyone's disk, no package host."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from project.project import name_of, project_files, text_of

# A leading word character, dot, tilde, brace or bracket means that the slash only continues a longer path or URL.
_MACHINE_PATH = re.compile(r"(?<![\w.~)}\]-])/(?:home|root|work|Users|tmp)/|\b[A-Za-z]:\\+Users\\")

# Written in two parts, or this file would find itself.
_HOSTS = tuple(
    ".".join(parts)
    for parts in [
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("registry", "npmjs"),
        ("deb", "debian"),
        ("conda", "anaconda"),
    ]
)
_HOST = re.compile("|".join(re.escape(host) for host in _HOSTS), re.IGNORECASE)

# "path" -> why it may name a machine's path or a package host.
ALLOWED: dict[str, str] = {}


def machine_names(text: str) -> Iterator[tuple[int, str]]:
    """Yield line number and match of each machine path and package host in a text."""
    for number, line in enumerate(text.splitlines(), start=1):
        for pattern in (_MACHINE_PATH, _HOST):
            yield from ((number, match[0]) for match in pattern.finditer(line))


@cache
def all_machine_names() -> list[tuple[str, int, str]]:
    texts = ((name_of(path), text_of(path)) for path in project_files())
    return [(name, *found) for name, text in texts if text is not None for found in machine_names(text)]


def test_no_file_names_a_machine() -> None:
    assert [found for found in all_machine_names() if found[0] not in ALLOWED] == []


def test_allowed_files_are_needed() -> None:
    assert sorted(ALLOWED.keys() - {name for name, *_ in all_machine_names()}) == []


@pytest.mark.parametrize("folder", ["home", "root", "work", "Users", "tmp"])
@pytest.mark.parametrize("before", ["", '"', "see ", "file://", "="])
def test_the_check_finds_absolute_paths(folder: str, before: str) -> None:
    assert len(list(machine_names(f"{before}/{folder}/someone/file.txt"))) == 1


def test_the_check_finds_hosts_and_drives() -> None:
    found = list(machine_names(f"ok\nhttps://{_HOSTS[0]}/simple\nC:\\" + "Users\\someone"))
    assert [line for line, _ in found] == [2, 3]


@pytest.mark.parametrize(
    "text", ["https://meadow.example/work/1", "../home/x", "~/tmp/x", "$HOME/work/x", "{root}/work/", "a/tmp/b"]
)
def test_the_check_lets_relative_paths_pass(text: str) -> None:
    assert list(machine_names(text)) == []
