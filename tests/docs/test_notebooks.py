"""The notebooks in `examples/` run from top to bottom, and each last expression is something that a notebook can show."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SHOWN: dict[str, list[str | None]] = {
    "morning.ipynb": ["Document(", "<h4>", "<table>", "'headline'"],
    "mead.ipynb": ["<meter", "'centroid'", "<table", "Interjudge agreement"],
    "evidence.ipynb": ["<sup", None, "supported", "'kind': 'supported'"],
}


def cells_of(name: str) -> list[str]:
    book = json.loads((EXAMPLES / name).read_text(encoding="utf-8"))
    assert (
        book["nbformat"],
        [cell["outputs"] for cell in book["cells"] if cell["cell_type"] == "code" and cell["outputs"]],
    ) == (4, [])
    return ["".join(cell["source"]) for cell in book["cells"] if cell["cell_type"] == "code"]


def run_cell(source: str, names: dict[str, Any]) -> str:
    """Run a cell as a notebook does, and return what it would show of the last expression: HTML, else the repr."""
    *before, last = ast.parse(source).body
    exec(compile(ast.Module(before, []), "cell", "exec"), names)  # noqa: S102 - a notebook of ours
    if not isinstance(last, ast.Expr):
        exec(compile(ast.Module([last], []), "cell", "exec"), names)  # noqa: S102 - likewise
        return ""
    value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)  # noqa: S307 - likewise
    return str(value._repr_html_()) if hasattr(value, "_repr_html_") else repr(value)


@pytest.mark.parametrize("name", SHOWN)
def test_a_notebook_runs_and_shows_its_values(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    cells = cells_of(name)
    assert len(cells) == len(SHOWN[name])
    for source, wanted in zip(cells, SHOWN[name], strict=True):
        shown = run_cell(source, names)
        assert wanted is None or wanted in shown, (source, shown[:500])


def test_every_notebook_is_tested() -> None:
    assert sorted(path.name for path in EXAMPLES.glob("*.ipynb")) == sorted(SHOWN)
