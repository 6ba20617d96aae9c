"""Every example in README.md and docs/ runs, and prints what the page says."""

from __future__ import annotations

import doctest
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from docs.console import ReleasedOutput, commands, is_ours, matches, run_command
from docs.markdown import DATABASE, Block, blocks, page_name, pages
from meadow.sample import sample_path
from postgres import Server

PAGES = pages()
KNOWN_FLAGS = {"python": set[str](), "console": {"no-check"}}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the reader's folder: it holds the sample as `news/`, and the examples run in it."""
    shutil.copytree(sample_path(), tmp_path / "news")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run_python(block: Block, page: str, names: dict[str, Any]) -> None:
    """Run a block; one with `>>>` prompts must print what it shows."""
    if ">>> " not in block.code:
        # Blank lines ahead make a traceback name the line of the page.
        exec(compile("\n" * (block.line - 1) + block.code, page, "exec"), names)  # noqa: S102 - running it is the test
        return
    test = doctest.DocTestParser().get_doctest(block.code, names, page, page, block.line - 1)
    report: list[str] = []
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    runner = doctest.DocTestRunner(ReleasedOutput(), optionflags=flags, verbose=False)
    runner.run(test, out=report.append, clear_globs=False)
    names.update(test.globs)
    assert not report, "".join(report)


def run_console(block: Block, page: str, folder: Path) -> None:
    """Run the block's Meadow commands in order and compare what they print."""
    last_status = next((int(flag.removeprefix("exit=")) for flag in block.flags if flag.startswith("exit=")), 0)
    ours = [command for command in commands(block.code) if is_ours(command)]
    for number, command in enumerate(ours, start=1):
        printed, status = run_command(command.line, folder)
        place = f"{page}:{block.line}: $ {command.line}"
        assert status == (last_status if number == len(ours) else 0), f"{place}\nended with {status}:\n{printed}"
        if "no-check" not in block.flags:
            assert matches(command.expected, printed), f"{place}\nprinted:\n{printed}"


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_the_examples_of_a_page_run(
    page: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    names: dict[str, Any] = {"__name__": "__main__"}
    if DATABASE in page.read_text(encoding="utf-8"):
        server: Server = request.getfixturevalue("postgres")
        monkeypatch.setenv(DATABASE.strip('"$'), server.new_place())
    for block in blocks(page.read_text(encoding="utf-8")):
        if block.language == "python" and "asyncio.run" in block.code:
            # A thread of its own: where tests drive a browser, this one has an event loop running already.
            with ThreadPoolExecutor(1) as thread:
                thread.submit(run_python, block, page_name(page), names).result()
        elif block.language == "python":
            run_python(block, page_name(page), names)
        elif block.language == "console":
            run_console(block, page_name(page), folder)


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_blocks_carry_only_words_that_mean_something(page: Path) -> None:
    found = [block for block in blocks(page.read_text(encoding="utf-8")) if block.language in KNOWN_FLAGS]
    unknown = [
        f"line {block.line - 1}: {flag}"
        for block in found
        for flag in block.flags
        if flag not in KNOWN_FLAGS[block.language] and not (block.language == "console" and flag.startswith("exit="))
    ]
    assert unknown == []
