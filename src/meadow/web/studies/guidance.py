"""Guidelines as paragraphs of plain text, with what is between stars set in bold."""

from __future__ import annotations

import re

_BOLD = re.compile(r"\*\*(.+?)\*\*")


def paragraphs(text: str) -> list[list[tuple[str, bool]]]:
    """Return guidelines as paragraphs of pieces; each piece says whether it is bold."""
    blocks = [" ".join(block.split()) for block in re.split(r"\n\s*\n", text) if block.strip()]
    return [[(piece, at % 2 == 1) for at, piece in enumerate(_BOLD.split(block)) if piece] for block in blocks]
