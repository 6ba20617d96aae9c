"""A teacher prepares a notebook: what its cells show is short, and pupils can compute its tables again."""

from __future__ import annotations

import shutil
from pathlib import Path

from meadow.sample import sample_path
from newcomers import notebook
from newcomers.conftest import Newcomer


def test_the_cells_of_a_notebook(newcomer: Newcomer) -> None:
    shutil.copytree(sample_path(), newcomer.folder / "news")
    assert newcomer.script(Path(notebook.__file__)).stdout.endswith("all done\n")
