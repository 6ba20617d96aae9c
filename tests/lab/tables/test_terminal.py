from __future__ import annotations

import re
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from lab.tables.samples import TABLE, tables
from meadow.lab.tables import Column, Entry, Row, Table
from meadow.lab.tables.terminal import format_table

BESIDE = """\
                ──────────────── ROUGE ────────────────
system  length                  R-1                 R-2              cost ↓
───────────────────────────────────────────────────────────────────────────
lead    10 %    0.400  [.380, .432]  0.100 [.050, .200]  12.3  [11.2, 13.5]
◦ lead  10 %    0.410                    –                  –
mead_2  10 %    0.450‡ [.410, .490]  0.200               −1.3†  [−2.0, 1.0]
oracle  20 %    0.600                0.500               −9.0
"""
BELOW = """\
                ───────── ROUGE ──────────
system  length           R-1           R-2        cost ↓
────────────────────────────────────────────────────────
lead    10 %          0.400          0.100         12.3
                [.380, .432]  [.050, .200]  [11.2, 13.5]
◦ lead  10 %          0.410              –            –
mead_2  10 %          0.450‡         0.200         −1.3†
                [.410, .490]                 [−2.0, 1.0]
oracle  20 %          0.600          0.500         −9.0
"""


def body(text: str) -> list[str]:
    return text.split("\n\n")[1].splitlines()


def test_intervals_stand_beside_where_there_is_room() -> None:
    assert body(format_table(TABLE, width=75)) == BESIDE.splitlines()


def test_intervals_stand_below_where_there_is_none() -> None:
    assert body(format_table(TABLE, width=74)) == BELOW.splitlines()


def test_a_narrow_terminal_gets_several_parts_each_with_the_labels() -> None:
    parts = format_table(TABLE, width=34).split("\n\n")[1:4]
    assert [part.splitlines()[1].split()[2] for part in parts] == ["R-1", "R-2", "cost"]
    assert all("mead_2" in part for part in parts)


def test_the_footer_explains_and_names_the_command() -> None:
    notes, made = format_table(TABLE).split("\n\n")[2:]
    assert notes.splitlines()[0] == "† differs from lead, p < 0.05"
    assert made == "experiment:summaries|v:0.1\nmade by: meadow lab run summaries --out here\n"


def test_emphasis_falls_on_the_best_of_ours_and_moves_nothing() -> None:
    plain, marked = format_table(TABLE), format_table(TABLE, emphasis=lambda text: f"«{text}»")
    assert re.findall("«.*?».", marked) == ["«0.450»‡", "«0.200» ", "«−1.3»†"], "an oracle does not contend"
    assert marked.replace("«", "").replace("»", "") == plain


def test_a_group_wider_than_its_columns_is_whole() -> None:
    table = replace(TABLE, columns=(*TABLE.columns[:2], Column("c", group="a group with a long name")))
    assert "a group with a long name" in format_table(table, intervals=False)


@given(tables(), st.integers(20, 120))
def test_lines_are_clean_and_every_part_has_a_rule(table: Table, width: int) -> None:
    lines = format_table(table, width=width).splitlines()
    rules = [line for line in lines if line and set(line) == {"─"}]
    assert len(rules) >= 1
    assert all(line == line.rstrip() for line in lines)
    assert not any(letter in "".join(lines) for letter in "\x1b\t\u202e")


@given(tables())
def test_no_row_is_wider_than_its_rule(table: Table) -> None:
    part = format_table(replace(table, title="T"), width=10_000).split("\n\n")[1].splitlines()
    rule = next(line for line in part if line and set(line) == {"─"})
    assert all(cell_len(line) <= cell_len(rule) for line in part)


def test_names_of_groups_that_need_room_are_part_of_the_width() -> None:
    names = ("a name that is long", "another such name", "and one that is longer")
    columns = tuple(Column("x", group=name) for name in names)
    table = Table("wide", "Wide", ("system",), columns, (Row(("lead",), (Entry(1.0),) * 3),))
    assert max(map(cell_len, format_table(table, width=50).splitlines())) <= 50
