"""Quotations of a claim, which its sources must have letter for letter."""

from __future__ import annotations

import re
from collections.abc import Iterator

_QUOTED = re.compile(r"“([^“”\n]{2,1000})”|„([^„“”\n]{2,1000})[“”]|«([^«»\n]{2,1000})»|\"([^\"\n]{2,1000})\"")


def quotations(text: str) -> Iterator[str]:
    """Yield what stands between quotation marks, without the comma or stop that the sentence around it adds."""
    for match in _QUOTED.finditer(text):
        quoted = next(group for group in match.groups() if group is not None).strip(" ,.")
        if quoted:
            yield quoted
