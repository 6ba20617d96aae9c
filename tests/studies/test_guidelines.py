"""Guidelines: one text per task under a number, and Markdown that shows what is hostile instead of obeying it."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from meadow.errors import InputError, UnknownNameError
from meadow.studies.guidelines import (
    NUMBERS,
    check_guidelines,
    default_guidelines,
    guidelines_version,
    markdown_html,
)

TAGS = {"p", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "strong", "em", "code", "a", "blockquote"}
HOSTILE = [
    "<script>alert(1)</script>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    '[x](https://a.example/"onmouseover="alert(1))',
    "[x](https://a.example/'onmouseover='alert(1))",
    "![x](https://a.example/x.png)",
    "<img src=x onerror=alert(1)>",
    "`<b>`**<i>***<u>*",
    "# <svg/onload=alert(1)>",
    "> <iframe src=//a.example>",
    "[<b>x</b>](https://a.example)",
    "&lt;script&gt;",
    "[a](https://b.example)[c](vbscript:x)",
    "\u202e\x00[x](https://a.example)",
]


class Seen(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def seen(html: str) -> list[tuple[str, dict[str, str | None]]]:
    parser = Seen()
    parser.feed(html)
    return parser.tags


@pytest.mark.golden("B4")
@pytest.mark.parametrize("text", [*HOSTILE, "\n".join(HOSTILE), " ".join(HOSTILE)])
def test_hostile_markdown_becomes_text(text: str) -> None:
    for tag, attributes in seen(markdown_html(text)):
        assert tag in TAGS
        assert set(attributes) <= ({"href", "rel"} if tag == "a" else set())
        assert tag != "a" or str(attributes["href"]).startswith(("http://", "https://"))


def test_marks_mean_what_they_should() -> None:
    html = markdown_html(
        "# One *two*\n\na **b** `c<`\nd\n\n- x\n  y\n- [z](https://a.example/?q=1&r=2)\n\n1. p\n2. q\n\n> said"
    )
    assert html == (
        "<h2>One <em>two</em></h2>\n<p>a <strong>b</strong> <code>c&lt;</code> d</p>\n"
        '<ul><li>x y</li><li><a href="https://a.example/?q=1&amp;r=2" rel="noreferrer">z</a></li></ul>\n'
        "<ol><li>p</li><li>q</li></ol>\n<blockquote><p>said</p></blockquote>"
    )


@pytest.mark.parametrize("piece", ["[", "](", "**", "*a", "`", "[a](https://", "> ", "- ", "#", "1. ", "\n", " "])
def test_no_text_takes_long(piece: str) -> None:
    assert len(markdown_html(piece * (100_000 // len(piece)))) < 3_000_000


@pytest.mark.parametrize("task", NUMBERS)
def test_every_task_has_guidelines_that_can_be_shown(task: str) -> None:
    found = default_guidelines(task)
    assert check_guidelines(found.text) == found.text
    assert guidelines_version(task, found.text) == f"{found.number} ({found.digest})"
    assert guidelines_version(task, "Mine.").startswith("own (")
    assert re.search(r"<h2>.+</h2>", markdown_html(found.text))


@pytest.mark.golden("G8")
def test_the_rules_and_steps_of_grouping_are_at_hand() -> None:
    html = markdown_html(default_guidelines("grouping").text)
    rules, steps = re.findall(r"<ol>(.*?)</ol>", html)
    assert (rules.count("<li>"), steps.count("<li>")) == (9, 6)


def test_bad_guidelines_are_reported() -> None:
    with pytest.raises(InputError, match="empty"):
        check_guidelines(" \n")
    with pytest.raises(InputError, match="At most"):
        check_guidelines("x" * 100_001)
    with pytest.raises(UnknownNameError, match="utility"):
        default_guidelines("utilities")
