"""Loops give the same bits compiled and as they are, and what was compiled is of the sources at hand."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import sparse

from meadow.errors import UsageError
from meadow.kernels import intern, loops, overlap, shingles, word_hashes
from meadow.kernels.loops import exchange as _exchange
from meadow.kernels.loops import groups as _groups
from meadow.kernels.loops import overlap as _overlap
from meadow.kernels.loops import postings as _postings
from meadow.kernels.loops import shingles as _shingles
from meadow.kernels.loops import sparse as _sparse
from meadow.kernels.loops import terms as _terms
from meadow.kernels.loops import words as _words
from meadow.kernels.loops.types import run as run_loop
from meadow.kernels.word_runs import Bodies, Rule, starts_of
from meadow.rank import lexrank
from meadow.vectors import cells
from project.project import ROOT
from real_rows import real_matrices
from uncompiled import plain

Arrays = Sequence[NDArray[np.generic]]
HERE = Path(loops.__file__).parent
HERE_OF_TESTS = Path(__file__).parent
LOOPS = {
    "exchange": _exchange,
    "groups": _groups,
    "overlap": _overlap,
    "postings": _postings,
    "shingles": _shingles,
    "sparse": _sparse,
    "terms": _terms,
    "words": _words,
}
TEXTS = st.lists(st.text(alphabet="aB'’.,1٣ßİé猫𝒳 \ud800", max_size=30), max_size=6)
IDS = st.lists(st.lists(st.integers(0, 4), max_size=70), min_size=1, max_size=4)
BODIES = st.lists(st.lists(st.integers(0, 5), max_size=45), max_size=12)


def both(module: ModuleType, name: str, do: Callable[[], Arrays]) -> tuple[list[bytes], list[bytes]]:
    """Return the bytes that come of the loops of a module, as they were loaded and as they are."""
    answers = []
    for found in (LOOPS[name], plain(name)):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(module, "loops", found)
            answers.append([each.tobytes() for each in do()])
    return answers[0], answers[1]


def pairs_of(rows: Sequence[Sequence[int]]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    left, right = np.divmod(np.arange(len(rows) ** 2), len(rows))
    return left.astype(np.int32), right.astype(np.int32)


def flat(rows: Sequence[Sequence[int]]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    return np.array([word for row in rows for word in row], np.int32), starts_of(map(len, rows))


@given(TEXTS)
def test_words_get_the_same_ids_and_hashes(texts: list[str]) -> None:
    def ids() -> Arrays:
        table = intern.WordTable.empty(words=2, size=8)  # so small that all arrays grow
        return [*table.intern(texts), *table.intern(texts[::-1]), table.arena[: table.ends[table.count]]]

    one, other = both(intern, "words", ids)
    assert one == other
    one, other = both(word_hashes, "words", lambda: word_hashes.hash_words(texts))
    assert one == other


@settings(max_examples=30)
@given(IDS, st.integers(0, 3), st.floats(1, 2))
def test_texts_have_the_same_in_common(rows: list[list[int]], reach: int, weight: float) -> None:
    ids, ends = flat(rows)
    pairs, lines = pairs_of(rows), overlap.Lines(ids, ends, np.arange(len(rows) + 1))
    powers = np.array([run**weight for run in range(80)])
    one, other = both(
        overlap,
        "overlap",
        lambda: [
            overlap.common_ngrams(*overlap.packed_ngrams(ids, ends, 2), *pairs),
            overlap.common_pairs(ids, ends, *pairs, reach, 5),
            overlap.common_lengths(ids, ends, *pairs, 5),
            overlap.union_hits(ids, ends, lines, *pairs, 5),
            overlap.weighted_lengths(ids, ends, *pairs, powers),
            overlap.weighted_union_hits(ids, ends, lines, *pairs, 5, powers),
        ],
    )
    assert one == other


@settings(max_examples=30)
@given(BODIES, st.sampled_from([2, 3, 5]), st.integers(0, 5))
def test_bodies_get_the_same_links(rows: list[list[int]], run: int, window: int) -> None:
    words = np.array([word * 7919 for row in [*rows, *rows] for word in row], np.uint64)
    bodies = Bodies(words, starts_of(map(len, [*rows, *rows])), np.full(2 * len(rows), run))

    def links() -> Arrays:
        index = shingles.CompiledBodyIndex()
        return [*index.link(bodies, Rule(0.5, 0.3, window)), *shingles._fingerprints(bodies)]

    one, other = both(shingles, "shingles", links)
    assert one == other


def test_many_bodies_are_posted_again_alike() -> None:
    words = np.random.default_rng(5).integers(0, 5000, 40 * 120).astype(np.uint64)
    bodies = Bodies(words, np.arange(0, 40 * 120 + 1, 40), np.full(120, 5))

    def links() -> Arrays:
        index = shingles.CompiledBodyIndex()
        index.put(bodies)
        return index.link(bodies, Rule(0.5, 0.3))

    one, other = both(shingles, "shingles", links)
    assert one == other


@given(BODIES.filter(lambda rows: len(rows) > 1))
def test_two_bodies_compare_alike(rows: list[list[int]]) -> None:
    words = np.array([word for row in rows for word in row], np.uint64)
    ends, room = starts_of(map(len, rows)), np.empty((2, 64), np.uint64)
    table = np.empty(1024, np.int32)
    answers = [
        (
            run_loop(found.words_in_runs, words, ends, 0, 1, 2, table),
            run_loop(found.figures_differ, words, ends, 0, 1, *room),
        )
        for found in (_shingles, plain("shingles"))
    ]
    assert answers[0] == answers[1]


@settings(max_examples=30, deadline=None)
@given(real_matrices(empty_rows=False), st.floats(0, 1))
def test_sparse_rows_give_the_same_sums(matrix: sparse.csr_array, damping: float) -> None:
    rows = cells.matrix_cells(matrix)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cells, "COMPILED", True)
        patch.setattr(lexrank, "COMPILED", True)
        one, other = both(cells, "sparse", lambda: [cells.products_of_pairs(rows)])
        assert one == other
        one, other = both(lexrank, "sparse", lambda: [lexrank.similarity_walk(matrix, damping)])
        assert one == other


def public_loops() -> Iterator[str]:
    for name in LOOPS:
        for node in ast.parse((HERE / f"{name}.py").read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                yield f"{name}.{node.name}"


def test_every_file_of_loops_is_compared() -> None:
    files = {file.stem for file in HERE.glob("*.py")} - {"__init__", "types"}
    assert files == set(LOOPS)
    # Loops are compared through those who run them: each of these files has a test of both, as have the names here.
    users = (file for file in (ROOT / "src" / "meadow").rglob("*.py") if "loops" not in file.parent.parts)
    text = "".join(file.read_text(encoding="utf-8") for file in [*users, Path(__file__)])
    assert [name for name in public_loops() if f".{name.split('.')[1]}," not in text] == []
    tests = "".join(file.read_text(encoding="utf-8") for file in HERE_OF_TESTS.glob("test_*.py"))
    compared = {name for name in LOOPS if f'"{name}",' in tests or f'="{name}"' in tests}
    assert compared == set(LOOPS)


# --- which of the two runs ---


@pytest.mark.skipif(os.environ.get("MEADOW_KERNELS") == "plain", reason="plain loops are asked for")
@pytest.mark.skipif(not (shutil.which("cc") or shutil.which("gcc")), reason="there is no C compiler")
def test_what_was_compiled_is_of_these_sources() -> None:
    assert loops.state() == "compiled", "python tools/kernels.py compiles the loops"
    assert {name: Path(module.__file__ or "").parent.name for name, module in LOOPS.items()} == dict.fromkeys(
        LOOPS, "compiled"
    )


def chosen(**environment: str) -> str:
    program = (
        "from meadow.kernels.loops import COMPILED, words; print(COMPILED, words.__file__.rsplit('.', 1)[1], end='')"
    )
    variables = {**os.environ, "MEADOW_KERNELS": "", **environment}
    ran = subprocess.run([sys.executable, "-c", program], env=variables, capture_output=True, text=True, check=False)
    return ran.stdout or ran.stderr.splitlines()[-1]


def test_a_variable_forces_one_of_the_two() -> None:
    assert chosen(MEADOW_KERNELS="plain") == "False py"
    assert "MEADOW_KERNELS is 'fast'" in chosen(MEADOW_KERNELS="fast")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of compiled loops that are of these sources, as far as names and digests say."""
    monkeypatch.setattr(loops, "FOLDER", tmp_path)
    monkeypatch.setattr(loops, "SOURCES", tmp_path / "sources.txt")
    monkeypatch.delenv("MEADOW_KERNELS", raising=False)
    (tmp_path / "sources.txt").write_text(loops.digests(), encoding="utf-8")
    for name in LOOPS:
        (tmp_path / f"{name}.abi3.so").touch()
    return tmp_path


@pytest.mark.skipif(sys.platform == "win32", reason="extensions have another name")
def test_only_whole_and_current_loops_are_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (loops.state(), loops._choose()) == ("compiled", True)
    monkeypatch.setenv("MEADOW_KERNELS", "plain")
    assert not loops._choose()
    monkeypatch.setenv("MEADOW_KERNELS", "compiled")
    assert loops._choose()
    (folder / "words.abi3.so").unlink()
    assert loops.state() == "not compiled"
    with pytest.raises(UsageError, match=r"there are none .*not compiled"):
        loops._choose()
    (folder / "words.abi3.so").touch()
    (folder / "sources.txt").write_text("0" + loops.digests(), encoding="utf-8")
    assert loops.state() == "other sources"
    monkeypatch.delenv("MEADOW_KERNELS")
    assert not loops._choose()
