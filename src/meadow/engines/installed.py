"""What is installed here: which code and which libraries results rest on, so that two machines can be held together."""

from __future__ import annotations

import hashlib
import platform
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path

from meadow.version import __version__

# Those that could change a figure; what only reads or prints is not among them.
_LIBRARIES = (
    "numpy", "scipy", "numba", "sentencex", "PyStemmer", "simplemma", "wordfreq", "py3langid", "sudachipy",
    "sudachidict-small", "onnxruntime", "tokenizers",
)  # fmt: skip
_CACHES = (
    "__pycache__"  # what any process may put there in the middle of another's work: bytecode, kernels, kept tables
)


def libraries_in_use() -> dict[str, str]:
    """Return the versions of Python and of the installed libraries that figures rest on."""
    versions = {"python": platform.python_version()}
    for name in _LIBRARIES:
        try:
            versions[name] = version(name)
        except PackageNotFoundError:
            continue
    return versions


@cache
def package_digest() -> str:
    """Return what changes with any line of the package's code or data."""
    return folder_digest(Path(str(files("meadow"))))


def folder_digest(root: Path) -> str:
    """Return what changes with any file of code or data below a folder; notes in Markdown and caches are neither."""
    digest = hashlib.sha256()
    for path in sorted(root.rglob("*")):
        if path.is_file() and path.suffix != ".md" and _CACHES not in path.parts:
            digest.update(path.relative_to(root).as_posix().encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def installation() -> dict[str, str]:
    """Return what must be the same on two machines for their results to be: version, code, libraries, Python's minor."""
    libraries = libraries_in_use()
    python = ".".join(libraries.pop("python").split(".")[:2])
    return {"meadow": __version__, "its files": package_digest()[:12], "Python": python, **libraries}
