"""Which code and which libraries are installed here: what results depend on besides their input and their settings."""

from __future__ import annotations

import hashlib
import os
import platform
from functools import cache
from pathlib import Path

from meadow.version import RELEASED, __version__

# Those that could change a figure; what only reads or prints is not among them.
_LIBRARIES = (
    "numpy", "scipy", "numba", "sentencex", "PyStemmer", "simplemma", "wordfreq", "py3langid", "sudachipy",
    "sudachidict-small", "onnxruntime", "tokenizers",
)  # fmt: skip
_CACHES = "__pycache__"  # any process may write there at any time: bytecode, kernels, kept tables
_PACKAGE = Path(__file__).parents[1]
_SHOWN_DIGITS = 8


def libraries_in_use() -> dict[str, str]:
    """Return the versions of Python and of the installed libraries that figures rest on."""
    return dict(_libraries())


@cache
def _libraries() -> tuple[tuple[str, str], ...]:
    from importlib.metadata import PackageNotFoundError, version  # slow to load, and signatures need none of it

    found = [("python", platform.python_version())]
    for name in _LIBRARIES:
        try:
            found.append((name, version(name)))
        except PackageNotFoundError:
            continue
    return tuple(found)


@cache
def package_digest() -> str:
    """Return a digest of the package's code and data, without the file that holds the version and the release mark."""
    return folder_digest(_PACKAGE, without="version.py")


def folder_digest(root: Path, *, without: str | None = None) -> str:
    """Return a digest of the files of code and data below a folder; notes in Markdown and caches do not count."""
    digest = hashlib.sha256()
    for name, path in sorted(_files(str(root))):
        if name != without:
            digest.update(name.encode())
            digest.update(hashlib.sha256(Path(path).read_bytes()).digest())
    return digest.hexdigest()


def _files(root: str) -> list[tuple[str, str]]:
    """Return the files below a folder, each with its name from there."""
    found = []
    for folder, inner, names in os.walk(root):  # two thirds of the time that Path.rglob takes
        inner[:] = [each for each in inner if each != _CACHES]
        paths = [os.path.join(folder, name) for name in names if not name.endswith(".md")]  # noqa: PTH118 - likewise
        found += [(path[len(root) + 1 :].replace(os.sep, "/"), path) for path in paths]
    return found


def version_mark() -> str:
    """Return the version of the code that runs: `0.2.0` as it was released, else `0.2.0+` and a digest of its files."""
    digest = package_digest()
    return __version__ if digest == RELEASED else f"{__version__}+{digest[:_SHOWN_DIGITS]}"


def installation() -> dict[str, str]:
    """Return what must be the same on two machines for their results to be: version, code, libraries, Python's minor."""
    libraries = libraries_in_use()
    python = ".".join(libraries.pop("python").split(".")[:2])
    return {"meadow": __version__, "its files": package_digest()[:12], "Python": python, **libraries}
