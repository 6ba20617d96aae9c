r"""A table as LaTeX for `booktabs`: the best of a column bold, a paper's own figures in italics, marks explained below.

Source: our own.

It asks for nothing but `\usepackage{booktabs}`. Signs outside the fonts of LaTeX's own encoding, such as Japanese labels,
stay as they are and want XeLaTeX or LuaLaTeX with a font that has them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from meadow.lab.tables import Column, Entry, Row, Table
from meadow.lab.tables.figures import (
    footnotes,
    group_spans,
    has_groups,
    heading_text,
    interval_text,
    label_texts,
    number_text,
)
from meadow.text.printable import one_line

# A bracket or a star after the end of a line would be taken for its argument. A double quote is a command of babel's in
# some languages, so it goes in by number.
_ESCAPES = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", "[": "{[}", "]": "{]}", "*": "{*}", "`": r"\textasciigrave{}", '"': r"{\char34}",
    "–": "--", "—": "---", "…": r"\dots{}", "’": "'", "‘": "`", "“": "``", "”": "''", "§": r"\S{}", "\u00a0": "~",
    "†": r"\dag{}", "‡": r"\ddag{}", "◦": r"$\circ$", "·": r"\textperiodcentered{}",
    "−": "$-$", "±": r"$\pm$", "×": r"$\times$", "≤": r"$\le$", "≥": r"$\ge$", "≠": r"$\neq$", "≈": r"$\approx$",
    "∞": r"$\infty$", "↓": r"$\downarrow$", "↑": r"$\uparrow$", "→": r"$\to$", "√": r"$\surd$", "∆": r"$\Delta$",
    "α": r"$\alpha$", "β": r"$\beta$", "κ": r"$\kappa$", "λ": r"$\lambda$", "μ": r"$\mu$", "ρ": r"$\rho$",
    "σ": r"$\sigma$", "τ": r"$\tau$", "χ": r"$\chi$", "²": r"\textsuperscript{2}",
}  # fmt: skip
_SPECIAL = re.compile("[" + re.escape("".join(_ESCAPES)) + "]")
# Two hyphens would join to a dash, two apostrophes to a quotation mark.
_JOINING = re.compile("-(?=-)|'(?=')")
_OUTSIDE_LABEL = re.compile(r"[^A-Za-z0-9:.-]+")


def format_table(table: Table, *, intervals: bool = True) -> str:
    """Return a `table` environment with caption, label, figures and notes; the command that made it is a comment."""
    return "\n".join([*_opening(table), *_head(table), *_body(table, intervals), *_closing(table)]) + "\n"


def escape_latex(text: str) -> str:
    """Return text as one line that LaTeX prints as it is."""
    apart = _JOINING.sub(r"\g<0>\0", one_line(text))
    return _SPECIAL.sub(lambda special: _ESCAPES[special[0]], apart).replace("\0", "{}")


def _opening(table: Table) -> Iterator[str]:
    # A line break within a comment would end it; one_line takes care.
    yield r"% Needs \usepackage{booktabs}."
    if table.command is not None:
        yield f"% Made by: {one_line(table.command)}"
    yield r"\begin{table}"
    yield r"\centering"
    yield rf"\caption{{{escape_latex(table.title)}}}"
    yield rf"\label{{tab:{_OUTSIDE_LABEL.sub('-', table.name)}}}"
    yield rf"\begin{{tabular}}{{{'l' * len(table.heads)}{'r' * len(table.columns)}}}"
    yield r"\toprule"


def _head(table: Table) -> Iterator[str]:
    if has_groups(table):
        yield from _groups(table)
    names = [heading_text(column) for column in table.columns]
    yield _line([*map(escape_latex, table.heads), *(rf"\multicolumn{{1}}{{c}}{{{escape_latex(n)}}}" for n in names)])
    yield r"\midrule"


def _groups(table: Table) -> Iterator[str]:
    """Yield the line of the groups' names, then a rule below each."""
    cells, rules, start = [""] * len(table.heads), [], len(table.heads) + 1
    for group, count in group_spans(column.group for column in table.columns):
        cells.append(rf"\multicolumn{{{count}}}{{c}}{{{'' if group is None else escape_latex(group)}}}")
        if group is not None:
            rules.append(rf"\cmidrule(lr){{{start}-{start + count - 1}}}")
        start += count
    yield _line(cells)
    yield " ".join(rules)


def _body(table: Table, intervals: bool) -> Iterator[str]:
    best = [table.best(position) for position in range(len(table.columns))]
    for number, row in enumerate(table.rows):
        figures = (
            _cell(row, entry, column, best=number in winners, intervals=intervals)
            for entry, column, winners in zip(row.entries, table.columns, best, strict=True)
        )
        yield _line([*(_slanted(row, escape_latex(label)) for label in label_texts(row)), *figures])


def _cell(row: Row, entry: Entry, column: Column, *, best: bool, intervals: bool) -> str:
    number = _slanted(row, escape_latex(number_text(entry.value, column.digits)))
    marks = "".join(rf"\textsuperscript{{{escape_latex(mark)}}}" for mark in entry.marks)
    bounds = interval_text(entry, column.digits) if intervals else None
    figure = (rf"\textbf{{{number}}}" if best else number) + marks
    return figure if bounds is None else rf"{figure} {{\scriptsize {escape_latex(bounds)}}}"


def _slanted(row: Row, text: str) -> str:
    return rf"\textit{{{text}}}" if row.theirs and text else text


def _line(cells: list[str]) -> str:
    return " & ".join(cells).strip() + r" \\"


def _closing(table: Table) -> Iterator[str]:
    yield r"\bottomrule"
    yield r"\end{tabular}"
    notes = [escape_latex(line) for line in footnotes(table)]
    if table.signature is not None:
        notes.append(rf"\texttt{{{_breakable(escape_latex(table.signature))}}}")
    yield from (rf"\par\smallskip{{\footnotesize {note}\par}}" for note in notes)
    yield r"\end{table}"


def _breakable(signature: str) -> str:
    # Typewriter text is never hyphenated, and a signature has no blanks: let lines break between its parts.
    bar = _ESCAPES["|"]
    return signature.replace(bar, bar + r"\allowbreak ")
