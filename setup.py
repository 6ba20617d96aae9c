"""Build Meadow: its loops are compiled by Cython where there is a C compiler, and run as they are where there is none.

Each file of `meadow/kernels/loops` is Python whose annotations say the C types (see `loops/types.py`). From them this
writes what Cython wants to know, a declaration file, so that no loop is written twice. A function without an underscore
can be called from Python, and other threads run meanwhile. A class is a set of arrays and numbers that loops pass on.
"""

from __future__ import annotations

import ast
import json
import os
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import TypeGuard

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.errors import CCompilerError, ExecError, PlatformError

ROOT = Path(__file__).resolve().parent
LOOPS = Path("src", "meadow", "kernels", "loops")
PACKAGE = "meadow.kernels.loops.compiled"
NOT_COMPILED = {"__init__.py", "types.py"}
REQUIRED = "MEADOW_COMPILE"  # set to fail where the loops cannot be compiled
RELEASED = "released_"
MATHS = {"inf": "INFINITY as inf", "nan": "NAN as nan"}  # what C has under another name than Python's `math`

C_TYPES = {
    "None": "void",
    "bool": "bint",
    "int": "int64_t",
    "float": "double",
    "Word": "uint64_t",
    "Text": "const uint8_t[::1]",
    "Bytes": "uint8_t[::1]",
    "Flags": "uint8_t[::1]",
    "Ints": "int32_t[::1]",
    "Longs": "int64_t[::1]",
    "Words": "uint64_t[::1]",
    "Reals": "double[::1]",
}
DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,  # the declarations say it
    "infer_types": True,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
}
BUNDLED = (
    ("Inter", "OFL-1.1", "file"),
    ("Source Serif 4", "OFL-1.1", "file"),
    ("IBM Plex Mono", "OFL-1.1", "file"),
    ("word frequencies of wordfreq 3.1.1", "CC-BY-SA-4.0", "data"),
)
STABLE = "0x030B0000"  # the limited API of Python 3.11: one extension for it and all later ones


def declarations(source: str) -> str:
    """Return what Cython reads before a file of loops: the C type of each constant, argument, result and variable."""
    lines = ["cimport cython", "from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t"]
    tree = ast.parse(source)
    types = {**C_TYPES, **{node.name: node.name for node in tree.body if isinstance(node, ast.ClassDef)}}
    for node in tree.body:
        if _is_maths(node):
            lines.append(f"from libc.math cimport {', '.join(MATHS.get(each.name, each.name) for each in node.names)}")
        elif isinstance(node, ast.AnnAssign):
            name, c_type = ast.unparse(node.target), _c_type(node.annotation, types)
            lines += ["cdef extern from *:", f'    """static const {c_type} c{name} = {_number(node)};"""']
            lines += [f'    {c_type} {name} "c{name}"']
        elif isinstance(node, ast.ClassDef):
            parts = [each for each in node.body if isinstance(each, ast.AnnAssign)]
            lines.append(f"cdef class {node.name}:")
            lines += [f"    cdef public {_c_type(each.annotation, types)} {ast.unparse(each.target)}" for each in parts]
        elif isinstance(node, ast.FunctionDef):
            local = ", ".join(f"{name}={kind}" for name, kind in _variables(node, types).items())
            lines += [f"@cython.locals({local})"] if local else []
            lines.append(f"cdef {_signature(node, types)} noexcept nogil")
            lines += [f"cpdef {_signature(node, types, RELEASED)}"] if _is_public(node) else []
    return "\n".join(lines) + "\n"


def with_released(source: str) -> str:
    """Return a file of loops, line by line, and after it the functions that Python calls, which let other threads run.

    Constants, what comes from `math` and the parts of classes are declared, and so left out.
    """
    lines = [*source.splitlines(), "import cython"]
    for node in ast.parse(source).body:
        parts = node.body if isinstance(node, ast.ClassDef) else [node]
        for part in parts:
            if isinstance(part, ast.AnnAssign) or _is_maths(part):
                lines[part.lineno - 1] = ""
        if isinstance(node, ast.FunctionDef) and _is_public(node):
            names = ", ".join(each.arg for each in node.args.args)
            lines.append(f"def {RELEASED}{node.name}({names}):")
            lines.append(f"    {ast.get_docstring(node)!r}")
            lines.append("    with cython.nogil:")
            lines.append(f"        {'' if _is_none(node.returns) else 'return '}{node.name}({names})")
            lines.append(f"globals()[{node.name!r}] = {RELEASED}{node.name}")
    return "\n".join(lines) + "\n"


def _is_maths(node: ast.AST) -> TypeGuard[ast.ImportFrom]:
    return isinstance(node, ast.ImportFrom) and node.module == "math"


def _is_none(annotation: ast.expr | None) -> bool:
    return isinstance(annotation, ast.Constant) and annotation.value is None


def _number(node: ast.AnnAssign) -> str:
    """Return the value of a constant as C writes it."""
    value = ast.literal_eval(node.value or ast.Constant(None))
    suffix = "ULL" if ast.unparse(node.annotation) == "Word" else ""
    return f"{value}{suffix}" if type(value) is int else value.hex()


def _is_public(node: ast.FunctionDef) -> bool:
    return not node.name.startswith("_")


def _signature(node: ast.FunctionDef, types: Mapping[str, str], prefix: str = "") -> str:
    arguments = ", ".join(f"{_c_type(each.annotation, types)} {each.arg}" for each in node.args.args)
    return f"{_c_type(node.returns, types)} {prefix}{node.name}({arguments})"


def _c_type(annotation: ast.expr | None, types: Mapping[str, str]) -> str:
    """Return the C type that an annotation names."""
    match annotation:
        case ast.Constant(value=None):
            return "void"
        case ast.Name(id=name) if name in types:
            return types[name]
        case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=parts)):
            return f"({', '.join(_c_type(each, types) for each in parts)})"
    what = "nothing" if annotation is None else ast.unparse(annotation)
    raise SystemExit(
        f"A loop has a value of type {what}; what can be compiled is {', '.join(types)} and tuples of them."
    )


def _variables(function: ast.FunctionDef, named: Mapping[str, str]) -> dict[str, str]:
    """Return the variables whose type Cython is not to infer: the annotated ones, and those that begin as a plain number.

    A number would be a C long, which is short on Windows.
    """
    types: dict[str, str] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            types[node.target.id] = _c_type(node.annotation, named)
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                for name, value in _assigned(target, node.value):
                    if name not in types and _is_whole(value):
                        types[name] = C_TYPES["int"]
    return types


def _assigned(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(target, ast.Name):
        yield target.id, value
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for one, other in zip(target.elts, value.elts, strict=True):
            yield from _assigned(one, other)


def _is_whole(value: ast.expr) -> bool:
    if isinstance(value, ast.UnaryOp):
        value = value.operand
    return isinstance(value, ast.Constant) and type(value.value) is int


def loops() -> list[Path]:
    """Return the files that are compiled."""
    return [file for file in sorted((ROOT / LOOPS).glob("*.py")) if file.name not in NOT_COMPILED]


class BuildLoops(build_ext):
    """Compile the loops; where that cannot be done, say so and go on without."""

    def run(self) -> None:
        """Translate, compile, and note from which sources."""
        sources = digests()
        targets = {Path(self.get_ext_fullpath(each.name)).parent for each in self.extensions}
        for folder in targets:
            folder.mkdir(parents=True, exist_ok=True)
        for extension, file in zip(self.extensions, translated(Path(self.build_temp)), strict=True):
            extension.sources = [str(file)]
        try:
            super().run()
        except (CCompilerError, ExecError, PlatformError) as error:
            if os.environ.get(REQUIRED):
                raise
            self.warn(f"loops are not compiled, Meadow will be slower: {error}")
            return
        for folder in targets:
            (folder / "sources.txt").write_text(sources, encoding="utf-8")

    def get_source_files(self) -> list[str]:
        """Return nothing: the loops are among the files of their package."""
        return []


def translated(folder: Path) -> list[Path]:
    """Return the C files of all loops, which Cython writes into a folder."""
    from Cython.Build import cythonize

    # Cython takes the name of a module from the packages around it.
    here = folder.joinpath(*PACKAGE.split("."))
    here.mkdir(parents=True, exist_ok=True)
    for package in (here, *here.parents[: PACKAGE.count(".")]):
        (package / "__init__.py").touch()
    for file in loops():
        source = file.read_text(encoding="utf-8")
        _write(here / file.name, with_released(source))
        _write(here / f"{file.stem}.pxd", declarations(source))
    names = [str(here / file.name) for file in loops()]
    cythonize(names, compiler_directives=DIRECTIVES, include_path=[str(folder)], quiet=True)
    return [here / f"{file.stem}.c" for file in loops()]


def extension(file: Path) -> Extension:
    """Return what is compiled of a file of loops; its source is there once Cython has written it."""
    # Products and sums stay two roundings, as in Python.
    flags = [] if sys.platform == "win32" else ["-O3", "-g0", "-ffp-contract=off"]
    stripped = ["-Wl,--strip-all"] if sys.platform == "linux" else []
    return Extension(
        f"{PACKAGE}.{file.stem}",
        [],
        define_macros=[("Py_LIMITED_API", STABLE)],
        extra_compile_args=flags,
        extra_link_args=stripped,
        py_limited_api=True,
    )


class WheelWithParts(bdist_wheel):
    """Write the list of parts next to the metadata (PEP 770)."""

    def write_wheelfile(self, wheelfile_base: str, *given: str) -> None:
        """Write the list before the file that closes the metadata."""
        folder = Path(wheelfile_base, "sboms")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "meadow.cdx.json").write_text(json.dumps(parts(), indent=1) + "\n", encoding="utf-8")
        super().write_wheelfile(wheelfile_base, *given)


def parts() -> dict[str, object]:
    """Return what the wheel is made of and asks for, as CycloneDX."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    required = [re.match(r"([\w.-]+)\s*(.*)", each).groups() for each in project["dependencies"]]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "metadata": {"component": _part("meadow", project["license"], "application")},
        "components": [
            *(_part(name, licence, kind) for name, licence, kind in BUNDLED),
            *({"type": "library", "name": name, "purl": f"pkg:pypi/{name.lower()}", "scope": "required",
               "properties": [{"name": "meadow:requires", "value": bound}]} for name, bound in required),
        ],
    }  # fmt: skip


def _part(name: str, licence: str, kind: str) -> dict[str, object]:
    return {"type": kind, "name": name, "licenses": [{"expression": licence}]}


def digests() -> str:
    """Return the digest and the name of each file of loops, as `meadow.kernels.loops` reads them."""
    return "".join(f"{sha256(file.read_bytes()).hexdigest()} {file.stem}\n" for file in loops())


def _write(file: Path, text: str) -> None:
    if not file.is_file() or file.read_text(encoding="utf-8") != text:
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    setup(
        ext_modules=[extension(file) for file in loops()],
        cmdclass={"build_ext": BuildLoops, "bdist_wheel": WheelWithParts},
        options={"bdist_wheel": {"py_limited_api": "cp311"}},
    )
