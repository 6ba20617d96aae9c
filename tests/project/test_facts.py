"""What README, CITATION and CHANGELOG say is so."""

from __future__ import annotations

import re

from meadow.version import __version__
from project.project import ROOT

LONGEST_README = 120  # what a newcomer reads in a minute


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_readme_is_short() -> None:
    assert len(read("README.md").splitlines()) <= LONGEST_README


def test_readme_opens_with_the_two_commands() -> None:
    in_fences = "\n".join(re.findall(r"^```[^\n]*\n(.*?)^```", read("README.md"), re.DOTALL | re.MULTILINE))
    commands = re.findall(r"^(?:\$ )?(make \w+)", in_fences, re.MULTILINE)
    assert commands[:2] == ["make demo", "make test"]


def test_citation_names_this_version() -> None:
    stated = re.search(r'^version: "?([^"\n]+)"?$', read("CITATION.cff"), re.MULTILINE)
    assert stated is not None
    assert stated[1] == __version__


def test_changelog_describes_this_version() -> None:
    headings = re.findall(r"^## \[?([^\]\s]+)", read("CHANGELOG.md"), re.MULTILINE)
    assert __version__ in headings


def test_licence_is_whole() -> None:
    text = read("LICENSE")
    assert "Apache License" in text
    assert "END OF TERMS AND CONDITIONS" in text
