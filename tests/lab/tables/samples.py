"""A table that has a bit of everything, and any table at all: what the tests of all forms share."""

from __future__ import annotations

from hypothesis import strategies as st

from meadow.lab.tables import Better, Column, Entry, Row, Table

TABLE = Table(
    "table-3",
    "Recall on three stories",
    ("system", "length"),
    (
        Column("R-1", "higher", group="ROUGE"),
        Column("R-2", "higher", group="ROUGE"),
        Column("cost", "lower", 1),
    ),
    (
        Row(("lead", "10 %"), (Entry(0.4, 0.38, 0.4321), Entry(0.1, 0.05, 0.2), Entry(12.34, 11.2, 13.5))),
        Row(("lead", "10 %"), (Entry(0.41), Entry(None), Entry(None)), theirs=True),
        Row(("mead_2", "10 %"), (Entry(0.45, 0.41, 0.49, ("‡",)), Entry(0.2), Entry(-1.26, -2.0, 1.0, ("†",)))),
        Row(("oracle", "20 %"), (Entry(0.6), Entry(0.5), Entry(-9.0)), contends=False),
    ),
    marks={"†": "differs from lead, p < 0.05", "‡": "differs from lead, p < 0.01"},
    notes=("random failed on 1 of 3 cells (wolf): no sentences",),
    signature="experiment:summaries|v:0.1",
    command="meadow lab run summaries --out here",
)

# Letters of several scripts, what every form has to escape, and what no line may hold.
TEXTS = st.text(alphabet=st.sampled_from("abzé日本 \\{}$&#%_^~<>|[]*-`'\"†◦−\n\t\x1b\u202e,;:=+1"), max_size=12)
NUMBERS = st.none() | st.floats(allow_nan=False, allow_infinity=False, width=32)
ENTRIES = st.builds(Entry, NUMBERS, NUMBERS, NUMBERS, st.lists(st.sampled_from("†‡*"), unique=True).map(tuple))


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Draw any table: none to three rows and columns, texts full of what must be escaped."""
    better: list[Better | None] = ["higher", "lower", None]
    columns = st.builds(Column, TEXTS, st.sampled_from(better), st.integers(0, 4), st.none() | TEXTS)
    shown = tuple(draw(st.lists(columns, max_size=3)))
    heads = tuple(draw(st.lists(TEXTS.map(lambda text: f"of{text}"), min_size=1, max_size=2)))
    rows = st.builds(
        Row,
        st.tuples(*(TEXTS for _ in heads)),
        st.tuples(*(ENTRIES for _ in shown)),
        st.booleans(),
        st.booleans(),
    )
    return Table(
        "drawn",
        draw(TEXTS),
        heads,
        shown,
        tuple(draw(st.lists(rows, max_size=3))),
        draw(st.dictionaries(st.sampled_from("†‡"), TEXTS)),
        tuple(draw(st.lists(TEXTS, max_size=2))),
        draw(st.none() | TEXTS),
        draw(st.none() | TEXTS.map(lambda text: f"meadow {text}.")),
    )
