from __future__ import annotations

from hypothesis import given
from markdown_it import MarkdownIt

from lab.tables.samples import TABLE, tables
from meadow.lab.tables import Table
from meadow.lab.tables.figures import label_texts
from meadow.lab.tables.markdown import format_table
from meadow.text.printable import one_line

EXPECTED = """\
### Recall on three stories

| system  | length | ROUGE: R-1              | ROUGE: R-2         | cost ↓                |
| :------ | :----- | ----------------------: | -----------------: | --------------------: |
| lead    | 10 %   | 0.400 [.380, .432]      | 0.100 [.050, .200] | 12.3 [11.2, 13.5]     |
| ◦ lead  | 10 %   | 0.410                   | –                  | –                     |
| mead\\_2 | 10 %   | **0.450**‡ [.410, .490] | **0.200**          | **−1.3**† [−2.0, 1.0] |
| oracle  | 20 %   | 0.600                   | 0.500              | −9.0                  |

- † differs from lead, p \\< 0.05
- ‡ differs from lead, p \\< 0.01
- random failed on 1 of 3 cells (wolf): no sentences
- ◦ printed in the paper
- ↓ lower is better

`experiment:summaries|v:0.1`

`meadow lab run summaries --out here`
"""


def cells(text: str) -> list[str]:
    """Return what a reader sees in each cell of the table, read by another program."""
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    inside = [tokens[place + 1] for place, token in enumerate(tokens) if token.type in ("th_open", "td_open")]
    return ["".join(child.content for child in token.children or []) for token in inside]


def test_the_whole_of_it() -> None:
    assert format_table(TABLE) == EXPECTED


@given(tables())
def test_another_program_reads_the_same_table(table: Table) -> None:
    found = cells(format_table(table))
    across = len(table.heads) + len(table.columns)
    assert len(found) == across * (1 + len(table.rows))
    assert found[: len(table.heads)] == [one_line(head) for head in table.heads]
    for number, row in enumerate(table.rows, start=1):
        assert tuple(found[number * across :][: len(table.heads)]) == label_texts(row)
