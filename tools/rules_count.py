"""How much language is written in Python: `python tools/rules_count.py [--calls FOLDER]`.

For each package that reads text: lines and files, calls that take a regular expression, the alternatives in them, word lists
(four or more words in one literal) with their words, and branches on a language. `--calls` digests a folder of articles and
prints how often compiled patterns were called, by the file that called them.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

SOURCE = Path(__file__).parents[1] / "src" / "meadow"
PACKAGES = (
    "text", "vectors", "grouping", "select", "reports", "headlines", "rewrite", "ingest", "alerts", "tracking",
)  # fmt: skip
_FUNCTIONS = frozenset({"compile", "search", "match", "fullmatch", "sub", "subn", "split", "findall", "finditer"})
_WORD = re.compile(r"[^\W\d_]{2,}[.']?")
_FEWEST_WORDS = 4
_COLUMNS = ("files", "lines", "regex", "alternatives", "lists", "words", "branches")


def main() -> None:
    """Print the table of packages, or the calls of a digest."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", metavar="FOLDER", help="count the pattern calls of a digest of this folder")
    asked = parser.parse_args()
    if asked.calls is not None:
        _print_calls(asked.calls)
        return
    print(f"{'':<12}" + "".join(f"{name:>13}" for name in _COLUMNS))
    every = {package: package_counts(package) for package in PACKAGES}
    for package, counts in {**every, "together": sum(every.values(), Counter())}.items():
        print(f"{package:<12}" + "".join(f"{counts[name]:>13,}" for name in _COLUMNS))


def package_counts(package: str) -> Counter[str]:
    """Return the counts of a package by column."""
    counts: Counter[str] = Counter()
    for path in sorted((SOURCE / package).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        counts.update({"files": 1, "lines": text.count("\n")})
        counts.update(module_counts(text))
    return counts


def module_counts(text: str) -> Counter[str]:
    """Return what a module has of regular expressions, word lists and branches on a language."""
    counts: Counter[str] = Counter()
    inside: set[int] = set()  # parts of a list that was counted
    for node in ast.walk(ast.parse(text)):
        if _is_regex(node):
            counts["regex"] += 1
        elif isinstance(node, ast.Compare) and any(_is_language(each) for each in (node.left, *node.comparators)):
            counts["branches"] += 1
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and _looks_like_a_pattern(node.value):
            counts["alternatives"] += node.value.count("|")
        words = [] if id(node) in inside else list(_words(node))
        if len(words) >= _FEWEST_WORDS:
            counts.update({"lists": 1, "words": len(words)})
            inside.update(map(id, ast.walk(node)))
    return counts


def _is_regex(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in _FUNCTIONS
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "re"
    )


def _is_language(node: ast.AST) -> bool:
    """Say whether an operand is a variable called language or an attribute of that name."""
    return (isinstance(node, ast.Name) and node.id == "language") or (
        isinstance(node, ast.Attribute) and node.attr == "language"
    )


def _looks_like_a_pattern(text: str) -> bool:
    return "|" in text and "\n" not in text


def _words(node: ast.AST) -> Iterator[str]:
    """Yield the words of a literal that lists words: of a set, a list, a tuple, or a string that is split."""
    if isinstance(node, (ast.Set, ast.List, ast.Tuple)):
        texts = [each.value for each in node.elts if isinstance(each, ast.Constant) and isinstance(each.value, str)]
        if len(texts) == len(node.elts) and all(_WORD.fullmatch(text) and text == text.lower() for text in texts):
            yield from texts
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "split":
        if isinstance(node.func.value, ast.Constant) and isinstance(node.func.value.value, str):
            yield from node.func.value.value.split()
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and _is_list_in_a_string(node.value):
        yield from re.split(r"[|\s]+", node.value)


def _is_list_in_a_string(text: str) -> bool:
    return "|" in text and all(_WORD.fullmatch(word) for word in text.split("|"))


def _print_calls(folder: str) -> None:
    """Digest a folder, and print how often methods of compiled patterns were called from which file of the package."""
    from meadow.cli import main as command

    calls: Counter[str] = Counter()
    methods = {"search", "match", "fullmatch", "sub", "split", "findall", "finditer"}

    def count(frame: FrameType, event: str, called: Any) -> None:
        if event == "c_call" and called.__name__ in methods and isinstance(called.__self__, re.Pattern):
            calls[frame.f_code.co_filename.rpartition("meadow/")[2]] += 1

    sys.argv = ["meadow", "digest", folder]
    sys.setprofile(count)
    try:
        command()
    except SystemExit:
        pass
    finally:
        sys.setprofile(None)
    print(f"{sum(calls.values()):,} calls of patterns from {len(calls)} files", file=sys.stderr)
    for path, number in calls.most_common(60):
        print(f"{number:>9,} {path}", file=sys.stderr)


if __name__ == "__main__":
    main()
