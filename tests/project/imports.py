"""The imports of a module as dotted names, however they are written."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

# A lazy table's "meadow.rank.lexrank:lexrank" is an import that only waits.
_TABLE_ENTRY = re.compile(r"(meadow\.[\w.]+):\w+")


def imported_names(module: str, tree: ast.Module) -> Iterator[str]:
    """Yield what `module` imports, anywhere in it: `from a import b` as `a.b`, relative ones resolved."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = _origin(module, node)
            yield from (f"{origin}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            entry = _TABLE_ENTRY.fullmatch(node.value)
            if entry is not None:
                yield entry[1]


def _origin(module: str, node: ast.ImportFrom) -> str:
    if node.level == 0:
        return str(node.module)
    package = module.split(".")[: -node.level]
    return ".".join([*package, node.module] if node.module is not None else package)
