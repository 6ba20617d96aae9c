from __future__ import annotations

import re
from contextlib import suppress
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from meadow.errors import LimitError
from meadow.ingest.html_markup import BLOCKS, LINK, reduce_markup
from meadow.ingest.items import LIMITS, Limits


def reduced(page: str, limits: Limits = LIMITS) -> str:
    return reduce_markup(page, place="a.html", limits=limits).text


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<p>A <b>bold</b> <i>word</i>", "<p>A bold word</p>"),
        ("<P CLASS=x ID='y' style=z onclick=\"a>b\">A</P>", '<p class="x" id="y">A</p>'),
        ("<a href=x>Go</a>", "<x-a>Go</x-a>"),
        ("<my-card>A</my-card><o:p>B</o:p>", "<div>A</div>B"),
        # End tags that may be left out, and those that have no start.
        ("<p>A<p>B<div>C</div>", "<p>A</p><p>B</p><div>C</div>"),
        ("<ul><li>A<li><a>B<li>C</ul>", "<ul><li>A</li><li><x-a>B</x-a></li><li>C</li></ul>"),
        (
            "<table><tr><td>A<td>B<tr><td>C</table>",
            "<table><tr><td>A</td><td>B</td></tr><tr><td>C</td></tr></table>",
        ),
        ("<dl><dt>A<dd>B<dt>C</dl>", "<dl><dt>A</dt><dd>B</dd><dt>C</dt></dl>"),
        ("</div></p>A</a>", "A"),
        ("<div><a>A<div>B</a>C</div>D", "<div><x-a>A<div>BC</div>D</x-a></div>"),
        # What is no markup, and what is no text.
        ("1 < 2 <3 & <", "1 &lt; 2 &lt;3 & &lt;"),
        ("<<b>p>", "&lt;p>"),
        ("A<!-- <p> -->B<!-->C<!--->D<!x>E<?y>F</>G", "ABCDEFG"),
        ("A<script>if (a</b>c) '<p>'</script >B<style>p{}</style>C", "ABC"),
        ("<svg><text>A</text></svg>B<button>C</button>", "B"),
        ("<title>A <b> & B</title>", "<title>A &lt;b> & B</title>"),
        ("A<br/>B</br>C<hr>", "A<br>B<br>C<hr>"),
        ("<meta name=date content=2026-03-03 foo=bar>", '<meta name="date" content="2026-03-03">'),
        ("<p title='a\"b' class='a\"b'>A", '<p class="a&quot;b">A</p>'),
        ('<p =">A', "<p>A</p>"),
        # What never ends runs to the end of the page, as in browsers …
        ("A<p class=x B C", "A"),
        ("A<script>B", "A"),
        ("A<svg>B", "AB"),
        # … but one slip must not cost a page: a quote, a comment or a text field that nothing closes is none.
        ("A<!-- B <p>C", "A B <p>C</p>"),
        ("A<textarea>B<p>C", "AB<p>C</p>"),
        ("A<title>B", "AB"),
        ("A<p class='B <p>C", 'A<p class="">C</p>'),
    ],
)
def test_pages_are_cut_down(page: str, expected: str) -> None:
    assert reduced(page) == expected


def test_linked_data_are_kept_apart() -> None:
    markup = reduce_markup("A<script type='application/ld+json'>{\"a\": 1}</script>B", place="p", limits=LIMITS)
    assert (markup.text, markup.linked_data) == ("AB", ('{"a": 1}',))


def test_depth_has_a_limit() -> None:
    assert reduced("<div>" * 5, Limits(html_nesting=5))
    with pytest.raises(LimitError, match=r"a\.html: HTML elements are nested more than 5 deep"):
        reduced("<div>" * 6, Limits(html_nesting=5))
    with pytest.raises(LimitError):
        reduced("<div>" * 100_000)


@pytest.mark.parametrize("tags", ["<p>", "<li>", "<tr><td>", "<dd>", "<br>", "<b>", "<font color=1>", "<p><b>"])
def test_what_only_looks_nested_is_not(tags: str) -> None:
    assert "x" in reduced(f"{tags * 2_000}x")


# Each of these takes the parser long, or much memory, if it is handed over as it is.
TRAPS = {
    "nested tags": "<div>" * 100_000,
    "comments": "<!--" * 50_000,
    "formatting that comes back": "".join(f"<p><i a={number}>x</p>" for number in range(8_000)),
    "attributes": "<p " + " ".join(f"a{number}=1" for number in range(100_000)) + ">x",
    "list items in definitions": "<li><dd>" * 20_000,
    "misnested": "<b><div></b>" * 20_000,
    "spans around blocks": "<span><div></span>" * 20_000,
    "cells that hide ends": "<div><table><td></div>" * 20_000,
    "hidden in CDATA": "<div><svg><![CDATA[></svg></div>]]>" * 20_000,
    "tags that never end": "<p " * 300_000,
    "quotes that never end": '<p class="' * 100_000,
    "scripts that never end": "<script></scrip" * 50_000,
    "drawings that never end": "<svg>" * 100_000,
    "lone marks": "<" * 500_000,
    "wide": "<p>x</p>" * 50_000,
}


@pytest.mark.drill
@pytest.mark.parametrize("name", TRAPS)
def test_traps_cost_little(name: str) -> None:
    begun = process_time()
    with suppress(LimitError):
        LexborHTMLParser(reduced(TRAPS[name]))
    assert process_time() - begun <= 2.0


NAMES = (
    "<p> </p> <div> </div> <a> </a> <li> <ul> </ul> <td> <tr> <table> </table> <dd> <b> </b> <sup> </sup> <time> y <br>"
    " <h1> </h1> <article> </article>"
)
TAGS = st.sampled_from(NAMES.split(" "))
PIECES = re.compile(rf"<(/?)({'|'.join(sorted(BLOCKS, key=len, reverse=True))}|{LINK}|time|sup|rt|rp)(?: [^<>]*)?>")


@given(st.lists(TAGS, max_size=60).map("".join))
def test_tags_are_always_balanced(page: str) -> None:
    opened: list[str] = []
    for end, name in PIECES.findall(reduced(page)):
        if end:
            assert opened.pop() == name
        else:
            opened.append(name)
    assert opened == []


@given(st.lists(TAGS, max_size=60).map("".join))
def test_no_text_is_lost_and_none_is_won(page: str) -> None:
    assert reduced(page).count("y") == page.count("y")


@given(st.text(alphabet="<>/!?-=\"' &;abpdivscrtx[]", max_size=200))
def test_anything_is_reduced_to_markup_that_reduces_to_itself(page: str) -> None:
    once = reduced(page)
    # A page that says "x-a" in its text keeps it.
    assert reduced(re.sub(rf"(</?){LINK}(?=[ >])", r"\1a", once)) == once
