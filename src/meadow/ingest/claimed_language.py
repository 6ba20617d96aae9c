"""The language that a file claims, where the claim means something."""

from __future__ import annotations

from meadow.errors import UnknownNameError
from meadow.text.language import normalize_language


def known_language(claim: str | None) -> str | None:
    """Return the code of a claimed language; None if there is no claim or nobody knows it: the text then decides."""
    if claim is None or not claim.strip():
        return None
    try:
        return normalize_language(claim)
    except UnknownNameError:
        return None
