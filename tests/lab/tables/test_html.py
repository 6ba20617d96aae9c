from __future__ import annotations

import base64
import math
import re
from html.parser import HTMLParser

from hypothesis import given

from lab.tables.samples import TABLE, tables
from meadow.lab.tables import Entry, Plot, Series, Table
from meadow.lab.tables.html import Scale, column_scale, format_table, page, whisker

PLOT = Plot("curve", "Recall by rate", "rate", "recall", (Series("lead", (10.0, 20.0), (0.4, None)),))
SVG = "<svg xmlns='http://www.w3.org/2000/svg'></svg>"


class Reader(HTMLParser):
    """Counts cells, and fails on a tag that closes what is not open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.cells = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("th", "td"):
            self.cells += int(dict(attrs).get("colspan") or 1)
        if tag not in ("meta", "link", "img"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    assert reader.open == []
    return reader


def test_a_fragment_brings_its_style_and_is_labelled() -> None:
    text = format_table(TABLE)
    assert text.count("<style>") == 1
    assert "<caption>Recall on three stories</caption>" in text
    assert '<th scope="colgroup" colspan="2" class="group">ROUGE</th>' in text
    assert '<tr class="theirs"><th scope="row" class="label">◦\u00a0lead</th>' in text
    assert "<b>0.450</b><sup>‡</sup> <small>[.410, .490]</small><svg" in text
    assert re.findall("<b>(.*?)</b>", text) == ["0.450", "0.200", "−1.3"]


@given(tables())
def test_any_table_is_well_formed_and_has_all_its_cells(table: Table) -> None:
    across, grouped = len(table.heads) + len(table.columns), any(c.group is not None for c in table.columns)
    assert read(format_table(table)).cells == across * (1 + grouped + len(table.rows))


def test_text_is_never_markup() -> None:
    table = Table("<t>", "<script>x</script>", ("<i>",), (), ())
    text = format_table(table)
    assert "<script" not in text
    assert "<i>" not in text
    assert 'id="-t-"' in text


def test_a_page_is_whole_and_loads_nothing() -> None:
    text = page([TABLE, TABLE], [(PLOT, SVG)], title="Ferry & wolf")
    read(text)
    assert text.startswith("<!doctype html>")
    assert text.count("<style>") == 1
    assert "<title>Ferry &amp; wolf</title>" in text
    assert 'name="viewport"' in text
    assert "prefers-color-scheme: dark" in text
    sources = re.findall(r'(?:src|href)="([^"]*)"', text)
    assert all(source.startswith("data:") for source in sources)
    assert base64.b64decode(sources[-1].partition("base64,")[2]).decode() == SVG
    assert 'alt="Plot: Recall by rate; recall by rate"' in text
    assert "<td>–</td>" in text, "the numbers of a plot are there to read"


def test_whiskers_of_a_column_share_a_scale() -> None:
    scale = column_scale([Entry(0.5, 0.0, 1.0), Entry(None), Entry(math.inf)])
    assert scale == Scale(0.0, 1.0)
    drawn = whisker(Entry(0.5, 0.0, 1.0), scale)
    assert drawn is not None
    assert 'x1="3.0" x2="109.0"' in drawn
    assert 'cx="56.0"' in drawn
    assert whisker(Entry(0.5, None, 1.0), scale) is None
    assert column_scale([Entry(None)]) is None
    assert Scale(0.3, 0.3).place(0.3) == "56.0"
