"""Loops as they are, whatever is compiled: what the compiled ones are compared with."""

from __future__ import annotations

import importlib.util
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from meadow.kernels import loops

HERE = Path(loops.__file__).parent


def _loaded(file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"plain_{file.stem}", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def plain(name: str) -> ModuleType:
    """Return a file of loops as it is."""
    return _loaded(HERE / f"{name}.py")


def with_plain_loops(module: ModuleType, **names: str) -> Any:
    """Return a copy of a module whose loops, by the names it has for them, are not compiled."""
    assert module.__file__ is not None
    copy = _loaded(Path(module.__file__))
    for known_as, name in names.items():
        assert hasattr(copy, known_as)
        setattr(copy, known_as, plain(name))
    return copy
