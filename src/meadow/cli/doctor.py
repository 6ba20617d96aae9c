"""`meadow doctor`: what Meadow needs is there, and what else could be."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated

import typer

from meadow.cli import options
from meadow.errors import BusyStoreError, MeadowError, NewerStoreError, UsageError

_CORE = (
    "numpy",
    "scipy",
    "numba",
    "sentencex",
    "PyStemmer",
    "wordfreq",
    "py3langid",
    "msgspec",
    "selectolax",
    "fastfeedparser",
    "apsw",
    "typer",
    "rich",
    "jinja2",
)
_EXTRAS: Mapping[str, tuple[str, ...]] = {
    "ja": ("sudachipy", "sudachidict-small"),
    "html": ("trafilatura", "lxml_html_clean"),
    "feeds": ("feedparser",),
    "files": ("pyarrow", "zstandard"),
    "semantic": ("onnxruntime", "tokenizers"),
    "cluster": ("dask", "distributed"),
    "plots": ("matplotlib",),
    "frames": ("pandas",),
    "postgres": ("psycopg",),
    "web": ("fastapi", "uvicorn", "python-multipart"),
}


DropOutdated = Annotated[
    bool, typer.Option("--drop-outdated", help="Remove kept summaries of the workspace that other code made.")
]


def doctor(
    json: options.Json = False,
    strict: Annotated[bool, typer.Option("--strict", help="End with 1 if an optional part is missing.")] = False,
    warm: Annotated[bool, typer.Option("--warm", help="Compile what is compiled on first use now, once.")] = False,
    drop_outdated: DropOutdated = False,
    workspace: options.Workspace = None,
) -> None:
    """Check that everything Meadow needs is installed, and say what optional parts would add.

    With `--workspace` that workspace is checked too: its file, whether its stories agree with its log, and how many of its
    kept summaries other code made. These are made again when they are needed.

    [dim]Examples:[/dim]

    meadow doctor

    meadow doctor --warm --json
    """
    from meadow.cli import printing

    if drop_outdated and workspace is None:
        raise UsageError(
            "--drop-outdated needs a workspace.", given="--drop-outdated", advice="Name it by --workspace."
        )
    rows = list(_checks())
    if warm:
        rows.append(_warmed())
    if workspace is not None:
        rows += _workspace_checks(workspace, drop_outdated=drop_outdated)
    if json:
        printing.print_json({"checks": rows})
    else:
        for row in rows:
            printing.print_text(f"{row['state']:8}  {row['what']:24}  {row['detail']}")
    if any(row["state"] in ("missing", "damaged") for row in rows):
        raise typer.Exit(3)
    if strict and any(row["state"] == "optional" for row in rows):
        raise typer.Exit(1)


def _warmed() -> dict[str, str]:
    from meadow.cli import printing
    from meadow.cli.warming import iter_warming
    from meadow.kernels.loading import when_compiling

    when_compiling(None)  # every step is printed below
    done = False
    for what in iter_warming():
        printing.note(f"Compiling: {what} …")
        done = True
    kept = "kept on disk" if done else "no folder to keep it in, so plain code is used; NUMBA_CACHE_DIR can name one"
    return _check("compiled code", kept, present=done, needed=False)


def _checks() -> Iterator[dict[str, str]]:
    from meadow.brief.pdf import BROWSERS
    from meadow.provenance.installed import version_mark

    yield _check("meadow", f"{version_mark()} on Python {sys.version.split()[0]}", present=True)
    for name in _CORE:
        version = _version(name)
        yield _check(name, version or "not installed; reinstall meadow", present=version is not None)
    for extra, names in _EXTRAS.items():
        complete = all(_version(name) for name in names)
        advice = ", ".join(names) if complete else f"pip install 'meadow[{extra}]'"
        yield _check(f"extra {extra}", advice, present=complete, needed=False)
    browser = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    yield _check(
        "browser",
        "found" if browser else "only for --pdf and the browser tests: install chromium",
        present=bool(browser),
        needed=False,
    )
    yield _check("installed size", _size(), present=True)


def _check(what: str, detail: str, *, present: bool, needed: bool = True) -> dict[str, str]:
    return {"what": what, "state": "ok" if present else "missing" if needed else "optional", "detail": detail}


def _version(name: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _size() -> str:
    """Return what Meadow, its core dependencies and all that they pull in take on disk."""
    from importlib.metadata import distribution

    installed = [distribution(name) for name in _closure(_CORE)]
    files = {Path(str(each.locate_file(file))) for each in installed for file in each.files or ()}
    ours = {path for path in Path(__file__).parents[1].rglob("*") if "__pycache__" not in path.parts}
    total = sum(path.stat().st_size for path in files | ours if path.is_file())
    return f"{total / 1e6:.0f} MB with all dependencies"


def _closure(names: tuple[str, ...]) -> set[str]:
    from importlib.metadata import distribution

    closure: set[str] = set()
    waiting = [name for name in names if _version(name)]
    while waiting:
        name = waiting.pop()
        if name in closure:
            continue
        closure.add(name)
        required = (line.split(";")[0] for line in distribution(name).requires or () if "extra ==" not in line)
        plain = ("".join(c if c.isalnum() or c in "-_." else " " for c in line).split() for line in required)
        waiting += [words[0] for words in plain if words and _version(words[0])]
    return closure


def _workspace_checks(path: str, *, drop_outdated: bool) -> Iterator[dict[str, str]]:
    from meadow.store.opening import has_store, shown_place
    from meadow.workspace import Workspace

    faults: list[str] = []
    counts, outdated = {"documents": 0, "stories": 0}, 0
    try:
        with Workspace(path, create=False) as workspace:
            faults += workspace.check()
            counts = workspace.store.counts()
            outdated = workspace.drop_outdated() if drop_outdated and not faults else len(workspace.outdated())
    except Exception as error:  # damage may end anything that reads, and must not end what finds it
        if not has_store(path) or isinstance(error, BusyStoreError | NewerStoreError):
            raise
        problem = error.problem if isinstance(error, MeadowError) else f"{type(error).__name__}: {error}"
        faults.append(f"it cannot be read further: {problem}")
    for fault in faults:
        yield {"state": "damaged", "what": "workspace", "detail": fault}
    if not faults:
        detail = f"{shown_place(path)}: {counts['documents']:,} articles, {counts['stories']:,} stories"
        yield {"state": "ok", "what": "workspace", "detail": detail}
    if outdated:
        what = "removed" if drop_outdated and not faults else "not used; --drop-outdated removes them"
        yield {"state": "ok", "what": "outdated results", "detail": f"{outdated:,} made by other code, {what}"}
