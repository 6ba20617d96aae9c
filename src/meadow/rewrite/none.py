"""None: sentences are printed as the source wrote them.

Source: the plain extract of Radev, Jing, Styś and Tam (2004).
"""

from __future__ import annotations

from meadow.rewrite.rewritten import Rewritten


def none(text: str, language: str = "en") -> Rewritten:  # noqa: ARG001 - the family's signature
    """Return the sentence as it is, on one line."""
    return Rewritten(" ".join(text.split()))
