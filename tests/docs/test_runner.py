"""The runner of the documentation's examples can fail, and fails for the right reasons."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from docs.console import Command, as_released, commands, is_ours, matches, needs_shell, run_command
from docs.markdown import Block, blocks, code_of, local_links, without_blocks
from docs.test_examples import run_console, run_python
from docs.test_reference import mentions
from meadow.rank import RANKERS

PAGE = """
# A page

```python
x = 1
```

1. In a list:

   ```console no-check exit=2
   $ meadow nonsense
   ```

````markdown
```python
not code
```
````
"""


def test_blocks_are_found_with_language_flags_and_line() -> None:
    assert list(blocks(PAGE)) == [
        Block("python", (), "x = 1\n", 5),
        Block("console", ("no-check", "exit=2"), "$ meadow nonsense\n", 11),
        Block("markdown", (), "```python\nnot code\n```\n", 15),
    ]


def test_an_unclosed_block_is_an_error() -> None:
    with pytest.raises(ValueError, match="opens on line 2 is never closed"):
        list(blocks("\n```python\nx\n"))


def test_prose_is_what_is_outside_blocks() -> None:
    assert "code" not in without_blocks(PAGE)
    assert "A page" in without_blocks(PAGE)
    assert "In a list" in without_blocks(PAGE)


def test_local_links() -> None:
    text = (
        '[a](a.md) ![b](img/b.png) [c](https://x.example/c.md) [d](#here) [e](e.md#there) [f](<f.md> "F")\n'
        "`[g](g.md)` [m](mailto:a@b.example)\n\n```text\n[h](h.md)\n```\n\n[i]: i.md\n"
    )
    assert local_links(text) == ["a.md", "img/b.png", "e.md", "f.md", "i.md"]


def test_code_is_blocks_and_spans() -> None:
    code = code_of("Use `mmr` or ``a`b``.\n\n```text\nmeadow digest\n```\n")
    assert [mentions(code, name) for name in ("mmr", "meadow digest", "Use", "mm")] == [True, True, False, False]


@pytest.mark.parametrize("code", ["mmr", "mmr(balance=1)", "rank:mmr", "x mmr."])
def test_a_mention(code: str) -> None:
    assert mentions(code, "mmr")


@pytest.mark.parametrize("code", ["tfidf+mmr", "mmr-2", "mmrs", "x.mmr", "MMR"])
def test_part_of_a_longer_name_is_no_mention(code: str) -> None:
    assert not mentions(code, "mmr")


def test_python_blocks_share_their_names() -> None:
    names: dict[str, object] = {}
    run_python(Block("python", (), "x = 2\n", 1), "p.md", names)
    run_python(Block("python", (), ">>> x + 1\n3\n>>> y = [x]\n", 5), "p.md", names)
    run_python(Block("python", (), "assert y == [2]\n", 9), "p.md", names)


def test_a_wrong_doctest_fails() -> None:
    with pytest.raises(AssertionError, match="Expected"):
        run_python(Block("python", (), ">>> 1 + 1\n3\n", 1), "p.md", {})


def test_a_failing_block_names_the_line_of_the_page() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        run_python(Block("python", (), "x = 1\nx / 0\n", 40), "p.md", {})
    assert (caught.traceback[-1].path, caught.traceback[-1].lineno + 1) == ("p.md", 41)


def test_commands_with_their_output() -> None:
    code = "$ make demo\n$ meadow a \\\n    --b 1\nout\n\n  more\n$ meadow c | head\n"
    assert list(commands(code)) == [
        Command("make demo", ()),
        Command("meadow a \\\n    --b 1", ("out", "", "  more")),
        Command("meadow c | head", ()),
    ]
    assert [is_ours(command) for command in commands(code)] == [False, True, True]
    assert not is_ours(Command("meadow-farm", ()))


@pytest.mark.parametrize(
    ("expected", "printed"),
    [
        (("a", "b"), "a\nb\n"),
        (("a", "…", "c"), "a\nb\nb\nc\n"),
        (("a", "...", "c"), "a\nc\n"),
        (("…",), "anything\nat all\n"),
        (("…",), ""),
        ((), "\n"),
        (("a  ", ""), "a\n\n\n"),
        (("1.5 (x)*",), "1.5 (x)*"),
    ],
)
def test_output_that_matches(expected: tuple[str, ...], printed: str) -> None:
    assert matches(expected, printed)


@pytest.mark.parametrize(
    ("expected", "printed"),
    [
        (("a",), "a\nb\n"),
        (("a", "…", "d"), "a\nb\nc\n"),
        ((), "a\n"),
        (("a",), ""),
        (("a…",), "abc\n"),
        (("1x5",), "1.5\n"),
    ],
)
def test_output_that_does_not_match(expected: tuple[str, ...], printed: str) -> None:
    assert not matches(expected, printed)


@pytest.mark.parametrize(
    ("line", "shell"),
    [
        ("meadow digest news/ --words 60", False),
        ("meadow report 'Why? (And when?)' news/  # a comment; with marks", False),
        ("meadow evaluate rouge \\\n    --metrics rouge2", False),
        ("meadow track - < a.jsonl", True),
        ("meadow digest news/*.jsonl", True),
        ("meadow --version | tr a-z A-Z", True),
        ("cat a.jsonl", True),
        ('meadow digest "$HOME"', True),
    ],
)
def test_what_only_a_shell_can_run_is_distinguished_from_one_call(line: str, shell: bool) -> None:
    assert needs_shell(line) == shell


def test_a_call_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text("def own(view): ...\n\n\nMETHODS = {'rank': {'own': own}}\n", encoding="utf-8")
    before = dict(os.environ), Path.cwd(), list(RANKERS)
    printed, status = run_command("meadow methods own --plugin own.py", tmp_path)
    assert (status, "own" in printed) == (0, True)
    assert (dict(os.environ), Path.cwd(), list(RANKERS)) == before
    assert run_command("meadow methods own", tmp_path)[1] == 2


def test_a_command_runs_the_meadow_under_test(tmp_path: Path) -> None:
    printed, status = run_command("meadow --version | tr a-z A-Z", tmp_path)
    assert (printed[:7], status) == ("MEADOW ", 0)


def test_a_console_block_fails_by_status_and_by_output(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="ended with 2"):
        run_console(Block("console", ("no-check",), "$ meadow nonsense\n", 1), "p.md", tmp_path)
    with pytest.raises(AssertionError, match="printed"):
        run_console(Block("console", (), "$ meadow --version\nmeadow 99\n", 1), "p.md", tmp_path)
    run_console(Block("console", ("exit=2",), "$ meadow nonsense\n…\n", 1), "p.md", tmp_path)


def test_only_the_digest_of_a_signature_is_left_out() -> None:
    assert as_released("a|v:0.1.0+0a1b2c3d\n") == "a|v:0.1.0\n"
    assert as_released('"v:0.2.0.dev0+0a1b2c3d"') == '"v:0.2.0.dev0"'
    kept = "v:0.1.0+0a1b2c3 14d+3d v:0.1.0 meadow 0.1.0+0a1b2c3d"
    assert as_released(kept) == kept
