"""Which code makes a figure: a digest of the package's files, of plug-ins, and of the libraries that compute.

A cell of an experiment is reused only under the same digest, so an edited line makes every figure anew.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from importlib.resources import files
from pathlib import Path
from sysconfig import get_path
from types import ModuleType

from meadow.engines.installed import libraries_in_use
from meadow.engines.installed import package_digest as _package_digest
from meadow.provenance import content_id
from meadow.registry import added_methods


def code_version() -> str:
    """Return sixteen letters that change with the package's code or data, the plug-ins, the libraries or Python."""
    libraries = (f"{name}={version}" for name, version in libraries_in_use().items())
    return content_id(_package_digest(), *libraries, *_plugins())


def _plugins() -> Iterator[str]:
    """Yield what each added method consists of: the files it draws on, or its own source where it is in none."""
    for name, member in added_methods():
        yield name
        for function in _functions(member):
            behind = _files_behind(inspect.getmodule(function))
            yield from (path.read_text(encoding="utf-8", errors="replace") for path in behind)
            if not behind:
                yield _own_source(function)


def _functions(member: object) -> list[object]:
    """Return the functions that a member of a registry consists of: itself, or those that its fields hold."""
    if not is_dataclass(member) or callable(member):
        return [member]
    return [value for field in fields(member) if callable(value := getattr(member, field.name))]


def _files_behind(start: ModuleType | None) -> list[Path]:
    """Return the file of a module, and of those that names in it come from and somebody may edit, in a fixed order."""
    files: dict[str, Path] = {}
    waiting = [start] if start is not None else []
    while waiting:
        module = waiting.pop()
        file = getattr(module, "__file__", None)
        if file is None or module.__name__ in files or not (module is start or _edited(Path(file))):
            continue
        files[module.__name__] = Path(file)
        homes = (value if inspect.ismodule(value) else inspect.getmodule(value) for value in vars(module).values())
        waiting += [home for home in homes if home is not None]
    return [files[name] for name in sorted(files)]


def _edited(file: Path) -> bool:
    """Tell whether a file is neither Python's own, nor of an installed library, nor of this package."""
    here = (Path(get_path("stdlib")), Path(str(files("meadow"))))
    installed = {"site-packages", "dist-packages"} & set(file.parts)
    return file.suffix == ".py" and not installed and not any(file.is_relative_to(folder) for folder in here)


def _own_source(function: object) -> str:
    try:
        return inspect.getsource(function)  # type: ignore[arg-type]
    except (OSError, TypeError):
        code = getattr(function, "__code__", None)
        return repr(function) if code is None else f"{code.co_code!r}{code.co_consts!r}{code.co_names!r}"
