"""The documentation is complete: links lead somewhere, and docs/reference/ mentions all there is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import typer
from markdown_it import MarkdownIt

import meadow
from docs.markdown import ROOT, code_of, local_links, page_name, pages
from project.project import registries

REFERENCE = ROOT / "docs" / "reference"


@cache
def reference_code() -> str:
    texts = [path.read_text(encoding="utf-8") for path in sorted(REFERENCE.rglob("*.md"))]
    assert texts, "docs/reference/ holds no page"
    return "\n".join(code_of(text) for text in texts)


def mentions(code: str, name: str) -> bool:
    """Tell whether code mentions a name as a whole, not as a part of a longer one."""
    return re.search(rf"(?<![\w+.-]){re.escape(name)}(?![\w+-])", code) is not None


def verbs(group: Any, before: str = "meadow") -> Iterator[str]:
    """Yield every command as one types it: `meadow digest`, `meadow lab run`."""
    for name in group.list_commands(None):
        command = group.get_command(None, name)
        yield f"{before} {name}"
        if hasattr(command, "list_commands"):
            yield from verbs(command, f"{before} {name}")


@pytest.mark.parametrize("page", pages(), ids=page_name)
def test_local_links_lead_to_files(page: Path) -> None:
    links = local_links(page.read_text(encoding="utf-8"))
    targets = [(link, (page.parent / link).resolve()) for link in links]
    assert [link for link, target in targets if not target.exists() or not target.is_relative_to(ROOT)] == []


@pytest.mark.parametrize("page", pages(), ids=page_name)
def test_rows_of_a_table_are_in_a_table(page: Path) -> None:
    # A blank line inside a table ends it, and what follows is shown as text with pipes.
    tokens = MarkdownIt("commonmark").enable("table").parse(page.read_text(encoding="utf-8"))
    outside = [after.content for token, after in pairwise(tokens) if token.type == "paragraph_open"]
    assert [text.splitlines()[0] for text in outside if text.startswith("|")] == []


@pytest.mark.parametrize("page", pages(), ids=page_name)
def test_pages_name_no_folder_that_readers_lack(page: Path) -> None:
    assert "../shared" not in page.read_text(encoding="utf-8")


def test_every_method_is_in_the_reference() -> None:
    names = [f"{table.family}:{name}" for table in registries() for name in table]
    assert names
    assert [name for name in names if not mentions(reference_code(), name.split(":")[1])] == []


def test_every_command_is_in_the_reference() -> None:
    from meadow.cli.app import app

    names = list(verbs(typer.main.get_command(app)))
    assert {"meadow demo", "meadow evaluate rouge", "meadow lab run"} <= set(names)
    assert [name for name in names if not mentions(reference_code(), name)] == []


def test_every_public_name_is_in_the_reference() -> None:
    names = [name for name in meadow.__all__ if name != "__version__"]
    missing = [name for name in names if not mentions(reference_code(), f"meadow.{name}")]
    assert missing == []
