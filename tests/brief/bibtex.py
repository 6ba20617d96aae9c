"""A reader of BibTeX files as strict as BibTeX itself where it matters: braces are counted, backslashes protect none."""

from __future__ import annotations

import re
from dataclasses import dataclass

_ENTRY = re.compile(r"@(\w+)\{([^\s{},]+),\n")
_FIELD = re.compile(r"  (\w+) = ")
_COMMAND = re.compile(r"\\(?:[a-z]+\{\}|.)")
_MEANS = {
    r"\textbackslash{}": "\\",
    r"\textbraceleft{}": "{",
    r"\textbraceright{}": "}",
    r"\textasciitilde{}": "~",
    r"\textasciicircum{}": "^",
    r"\textless{}": "<",
    r"\textgreater{}": ">",
    r"\textbar{}": "|",
    **{f"\\{special}": special for special in "#$%&_"},
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: its kind, its key, and its fields as written between their outer braces."""

    kind: str
    key: str
    fields: dict[str, str]


def read_bibtex(text: str) -> list[Entry]:
    """Return the entries of a file; whatever is not an entry or a field is an error."""
    entries, at = [], 0
    while at < len(text):
        opening = _ENTRY.match(text, at)
        assert opening is not None, text[at : at + 80]
        at, fields = opening.end(), {}
        while (named := _FIELD.match(text, at)) is not None:
            at = _end_of_value(text, named.end())
            fields[named[1]] = text[named.end() : at]
            assert text[at : at + 2] == ",\n", text[at : at + 80]
            at += 2
        assert text[at : at + 2] == "}\n", text[at : at + 80]
        at += 3
        entries.append(Entry(opening[1], opening[2], fields))
    return entries


def printed(value: str) -> str:
    """Return what LaTeX prints for a field: only commands for a character are allowed."""
    inner = re.fullmatch(r"\{\{(?:\{\}(?=\\))?(.*)\}\}", value)
    assert inner is not None, value
    left = _COMMAND.sub("", inner[1])
    assert re.search(r"[\\{}~^<>|#$%&_]", left) is None, value
    return _COMMAND.sub(lambda found: _MEANS[found[0]], inner[1])


def _end_of_value(text: str, at: int) -> int:
    if text[at] != "{":
        word = re.compile(r"[a-z]+").match(text, at)
        assert word is not None, text[at : at + 80]
        return word.end()
    depth = 0
    while True:
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        at += 1
        if depth == 0:
            return at
