from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given

from lab.tables.samples import TABLE, TEXTS, tables
from meadow.lab.tables import Table
from meadow.lab.tables.latex import escape_latex, format_table

_COMMAND = re.compile(r"\\(?:[A-Za-z]+|.)", re.DOTALL)
_ENGINES = ("pdflatex", "lualatex", "xelatex", "tectonic")


def unbalanced(text: str) -> bool:
    """Tell whether braces do not match, commands (escaped braces among them) and comments aside."""
    depth = 0
    for letter in _COMMAND.sub("", re.sub(r"(?m)^%.*$", "", text)):
        depth += (letter == "{") - (letter == "}")
        if depth < 0:
            return True
    return depth != 0


def test_the_check_of_braces_finds_faults() -> None:
    assert [unbalanced(text) for text in ("{", "}{", r"\{", r"{\}", r"{\}}", "a{b}")] == [
        True,
        True,
        False,
        True,
        False,
        False,
    ]


def test_lines_of_the_table() -> None:
    lines = format_table(TABLE).splitlines()
    assert lines[1] == "% Made by: meadow lab run summaries --out here"
    assert r"\begin{tabular}{llrrr}" in lines
    assert r"\cmidrule(lr){3-4}" in lines
    assert r"&  & \multicolumn{2}{c}{ROUGE} & \multicolumn{1}{c}{} \\" in lines
    assert (
        r"mead\_2 & 10 \% & \textbf{0.450}\textsuperscript{\ddag{}} {\scriptsize {[}.410, .490{]}} & \textbf{0.200}"
        r" & \textbf{$-$1.3}\textsuperscript{\dag{}} {\scriptsize {[}$-$2.0, 1.0{]}} \\"
    ) in lines
    assert r"\textit{$\circ$ lead} & \textit{10 \%} & \textit{0.410} & \textit{--} & \textit{--} \\" in lines
    assert r"\par\smallskip{\footnotesize \dag{} differs from lead, p \textless{} 0.05\par}" in lines


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("a_b & 10 %", r"a\_b \& 10 \%"),
        ("[x]*", "{[}x{]}{*}"),
        ("--out", "-{}-out"),
        ("mead-release", "mead-release"),
        ("Holm's", "Holm's"),
        ("''", "'{}'"),
        ('given("x")', r"given({\char34}x{\char34})"),
        ("\\end{table}", r"\textbackslash{}end\{table\}"),
    ],
)
def test_escapes(text: str, escaped: str) -> None:
    assert escape_latex(text) == escaped


@given(TEXTS)
def test_escaped_text_holds_no_active_character(text: str) -> None:
    escaped = escape_latex(text)
    assert not unbalanced(escaped)
    bare = _COMMAND.sub("", escaped)
    assert not set(bare) & set('&#%_^<>|\\"')
    assert bare.count("$") % 2 == 0
    assert "--" not in escaped


@given(tables())
def test_any_table_is_balanced_and_every_line_has_all_its_cells(table: Table) -> None:
    text = format_table(table)
    assert not unbalanced(text)
    body = text.split("\\midrule\n")[1].split("\\bottomrule")[0].splitlines()
    assert len(body) == len(table.rows)
    across = len(table.heads) + len(table.columns)
    for line in body:
        assert line.endswith(r"\\")
        assert len(re.findall(r"(?<!\\)&", line)) == across - 1
        assert not line.startswith(("[", "*")), "taken for an argument of the line before"


@pytest.mark.skipif(not any(map(shutil.which, _ENGINES)), reason="no TeX engine is installed")
def test_it_compiles(tmp_path: Path) -> None:
    engine = next(found for name in _ENGINES if (found := shutil.which(name)) is not None)
    head = "\\documentclass{article}\\usepackage{booktabs}\\begin{document}\n"
    document = f"{head}{format_table(TABLE)}\\end{{document}}\n"
    (tmp_path / "t.tex").write_text(document, encoding="utf-8")
    quiet = [] if engine.endswith("tectonic") else ["-interaction=nonstopmode", "-halt-on-error"]
    done = subprocess.run([engine, *quiet, "t.tex"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
