"""Which code makes a result: a digest of the package's files, of plug-ins, and of the libraries that compute.

A cell of an experiment and a kept result of a workspace are reused only under the same digest.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from sysconfig import get_path
from types import ModuleType

from meadow.provenance import content_id
from meadow.provenance.installed import libraries_in_use, package_digest
from meadow.registry import added_methods
from meadow.version import __version__

_PACKAGE = Path(__file__).parents[1]
_loaded: dict[tuple[int, ...], tuple[list[object], str]] = {}


def code_version() -> str:
    """Return sixteen letters that change with the package's code or data, the plug-ins, the libraries or Python."""
    return _version_with(content_id(*_plugins()))


def running_code() -> str:
    """Return the code version with plug-ins as they were when first asked about: a later edit is not what runs."""
    methods: list[object] = [member for _, member in added_methods()]
    key = tuple(id(member) for member in methods)
    if key not in _loaded:
        # The methods are kept with their digest, so that no other object gets the id of one.
        _loaded[key] = methods, content_id(*_plugins())
    return _version_with(_loaded[key][1])


def _version_with(plugins: str) -> str:
    libraries = (f"{name}={version}" for name, version in libraries_in_use().items())
    return content_id(__version__, package_digest(), *libraries, plugins)


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
    """Return whether a file is neither Python's own, nor of an installed library, nor of this package."""
    here = (Path(get_path("stdlib")), _PACKAGE)
    installed = {"site-packages", "dist-packages"} & set(file.parts)
    return file.suffix == ".py" and not installed and not any(file.is_relative_to(folder) for folder in here)


def _own_source(function: object) -> str:
    try:
        return inspect.getsource(function)  # type: ignore[arg-type]
    except (OSError, TypeError):
        code = getattr(function, "__code__", None)
        return repr(function) if code is None else f"{code.co_code!r}{code.co_consts!r}{code.co_names!r}"
