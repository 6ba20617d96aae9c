"""What the documentation consists of: its pages, and in each page the code blocks and links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DATABASE = '"$DESK"'
"""The address of a workspace in a Postgres in the commands of a page; a real server runs for it."""

_FENCE = re.compile(r"^(?P<indent> *)(?P<marks>`{3,})(?P<info>[^`\n]*)$")
_LINK = re.compile(r"\[[^\]]*\]\(\s*<?([^)>\s]+)>?(?:\s+\"[^\"]*\")?\s*\)")
_REFERENCE = re.compile(r"^\[[^\]]+\]:\s+(\S+)", re.MULTILINE)
_CODE_SPAN = re.compile(r"(`+)(.+?)\1", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its language, the words after it, its code, and the line of the page where the code starts."""

    language: str
    flags: tuple[str, ...]
    code: str
    line: int


def pages() -> list[Path]:
    """Return README.md and every page below docs/."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def page_name(path: Path) -> str:
    """Return a page's path as messages show it."""
    return path.relative_to(ROOT).as_posix()


def blocks(text: str) -> Iterator[Block]:
    """Yield the fenced blocks of a page; one that is never closed is an error."""
    lines = iter(enumerate(text.splitlines(), start=1))
    for number, line in lines:
        opening = _FENCE.match(line)
        if opening is None:
            continue
        code: list[str] = []
        for _, inner in lines:
            if inner.strip() == opening["marks"]:
                break
            code.append(inner.removeprefix(opening["indent"]))
        else:
            raise ValueError(f"the block that opens on line {number} is never closed")
        language, *flags = opening["info"].split() or [""]
        yield Block(language, tuple(flags), "".join(f"{line}\n" for line in code), number + 1)


def without_blocks(text: str) -> str:
    """Return a page's prose: the text outside its fenced blocks."""
    return re.sub(r"^( *)(`{3,})[^`\n]*$.*?^ *\2$", "", text, flags=re.MULTILINE | re.DOTALL)


def local_links(text: str) -> list[str]:
    """Return the links of a page that lead to files, without their anchors."""
    prose = _CODE_SPAN.sub("", without_blocks(text))
    targets = [*_LINK.findall(prose), *_REFERENCE.findall(prose)]
    files = (target.partition("#")[0] for target in targets if not re.match(r"[a-z][a-z0-9+.-]*:", target))
    return [file for file in files if file]


def code_of(text: str) -> str:
    """Return everything that a page shows as code: blocks and spans."""
    spans = (match[2] for match in _CODE_SPAN.finditer(without_blocks(text)))
    return "\n".join([*(block.code for block in blocks(text)), *spans])
