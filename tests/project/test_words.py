"""Plain words: docstrings, comments, messages and names use the words that a stranger would search for."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator

import pytest

from project.project import PACKAGE

# Plain words instead: reported, printed, says; next to, with; the caller; project; length, space; interface; is, occurs.
PRIVATE = re.compile(
    r"\b(?:re)?told\b|\btell(?:s|ing|ings|er)?\b|\bbeside\b|\bwho(?:ever|m)\b|\bhouse\b|\b(?:room|door|bear|stand)s?\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_SENTENCE = 3  # words: a shorter text is a name, a key or a pattern

# Words that are right in a package, with the reason.
ALLOWED = {
    ("model", "told"): "a field of JSON, TimelineDay.told",
    ("store", "beside"): "a column of the table routes",
    ("testing", "door"): "articles of the tests",
    ("testing", "told"): "articles of the tests",
    ("testing", "whom"): "articles of the tests",
    ("web", "beside"): "a parameter of addresses",
}
# How often the words still occur, in word lists of languages too. These numbers may only get lower.
LEFT = {
    "grounding": 14, "grouping": 109, "headlines": 48, "kernels": 52, "lab": 86, "reports": 82, "select": 20,
    "text": 195, "tracking": 86, "vectors": 88,
}  # fmt: skip


def prose(source: str) -> Iterator[str]:
    """Yield the comments of a module, its texts of several words, and the names that it gives, word by word."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value.split()) >= _SENTENCE:
            yield node.value
        yield " ".join(word for name in given_names(node) for word in _WORD.findall(name))


def given_names(node: ast.AST) -> Iterator[str]:
    """Yield the names that a node gives to a class, a function, a parameter or a variable."""
    if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        yield node.name
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
        yield node.id if isinstance(node, ast.Name) else node.attr


def private_words(source: str) -> Iterator[str]:
    """Yield every private word of a module, in small letters."""
    for text in prose(source):
        yield from (found.group().lower() for found in PRIVATE.finditer(text))


def found_by_package() -> dict[str, Counter[str]]:
    """Return how often each private word occurs in each package."""
    found: dict[str, Counter[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        package = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        found.setdefault(package, Counter()).update(private_words(path.read_text(encoding="utf-8")))
    return found


def test_no_private_words() -> None:
    for package, words in found_by_package().items():
        refused = Counter({word: count for word, count in words.items() if (package, word) not in ALLOWED})
        assert refused.total() <= LEFT.get(package, 0), f"say it in plain words, in {package}: {refused}"


def test_every_exception_is_needed() -> None:
    found = found_by_package()
    assert [each for each in ALLOWED if not found[each[0]][each[1]]] == [], "take these out of ALLOWED"


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ('def f():\n    """Tell whoever asks."""', ["tell", "whoever"]),
        ("x = 1  # stands beside it", ["stands", "beside"]),
        ('raise ValueError(f"{x} was told to stop.")', ["told"]),
        ('_SAID = "said|told"\nKEY = "told"', []),
        ("class ToldStory:\n    _room: int\n\ndef f(beside, *, is_told): ...", ["told", "room", "beside", "told"]),
        ("understand = standard = storytelling = 1  # a bearing, indoors", []),
    ],
)
def test_words_are_found_in_prose_and_names(source: str, words: list[str]) -> None:
    assert sorted(private_words(source)) == sorted(words)
