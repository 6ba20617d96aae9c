from __future__ import annotations

from pathlib import Path

from docs.reprinting import reprinted, shown_lines

PAGE = """# A page

```console
$ meadow --version
meadow 0.0
$ pip install meadow
what pip says
```

```python
>>> 1 + 1
3
>>> [number
...  for number in range(2)]
[0, 1]
```

```console no-check
$ meadow --version
as it was
```
"""


def test_outputs_are_written_anew_and_all_else_stays(tmp_path: Path) -> None:
    from meadow.version import __version__

    wanted = PAGE.replace("meadow 0.0", f"meadow {__version__}").replace("1 + 1\n3", "1 + 1\n2")
    assert reprinted(PAGE, tmp_path) == wanted
    assert reprinted(wanted, tmp_path) == wanted


def test_what_is_not_compared_runs_and_stays_unchanged(tmp_path: Path) -> None:
    Path(tmp_path, "news.txt").write_text("Ferry sinks\n\nThe ferry Star of Skerra sank on Monday.\n", encoding="utf-8")
    page = (
        "```console no-check\n$ meadow summarize news.txt --html made.html\nnot this\n```\n\n"
        "```console\n$ meadow track made.html --json\nnot this\n```\n"
    )
    changed = reprinted(page, tmp_path)
    assert Path(tmp_path, "made.html").exists()
    assert changed.startswith(page[: page.index("```console\n")])
    assert changed.count("not this") == 1


def test_a_line_that_occurs_twice_is_changed_in_its_own_block(tmp_path: Path) -> None:
    page = "```python\n>>> 2\n2\n```\n\n```python\n>>> 2\n3\n```\n"
    assert reprinted(page, tmp_path) == page.replace("3", "2")


def test_lines_that_a_page_leaves_out_stay_left_out() -> None:
    printed = ["Ferry sinks", "11 articles", "", "A long text", "of two lines", "dead", "  17: 3 articles"]
    assert shown_lines(["Ferry sank", "10 articles", "…", "  14: 2 articles"], printed) == [
        "Ferry sinks",
        "11 articles",
        "…",
        "  17: 3 articles",
    ]
    assert shown_lines(["a", "b"], printed) == printed


def test_lines_that_were_not_printed_together_are_not_shown_together() -> None:
    """A page that shows the first story and leaves out the rest takes no line of the rest, however alike."""
    shown = ["Ferry sank", "10 articles", "", "Eleven died. [1]", "", "dead", "  11: 2 articles", "…"]
    printed = ["Ferry sinks", "11 articles", "", "Seventeen", "people died. [1]", "", "dead", "  17: 3 articles"]
    others = ["", "Wolves seen", "10 articles", "", "Eleven died. [1]", "", "dead", "  11: 2 articles"]
    assert shown_lines(shown, printed + others) == [*printed, "…"]
    assert shown_lines(["…", *shown[:-1]], [*others[1:], "", *printed]) == ["…", *printed]


def test_runs_stay_in_order_and_one_that_is_nowhere_leaves_the_page_as_it_is() -> None:
    printed = ["a one", "b two", "c three", "d four"]
    assert shown_lines(["a 1", "…", "c 3", "…"], printed) == ["a one", "…", "c three", "…"]
    assert shown_lines(["b", "…", "c", "…", "d"], ["b new"]) == ["b", "…", "c", "…", "d"]
    assert shown_lines(["…", "d 4"], printed) == ["…", "d four"]


def test_a_signature_is_printed_as_the_release_prints_it(tmp_path: Path) -> None:
    from meadow.version import __version__

    example = ">>> from meadow.provenance import signature\n>>> print(signature({'rank': 'lead'}))\n"
    page = f"```python\n{example}rank:lead|v:0.0\n```\n"
    wanted = page.replace("v:0.0", f"v:{__version__}")
    assert reprinted(page, tmp_path) == wanted
    assert reprinted(wanted, tmp_path) == wanted
