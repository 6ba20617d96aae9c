"""A pack of evidence as JSON."""

from __future__ import annotations

from meadow.brief.json import pick_value
from meadow.model import Pack


def pack_value(pack: Pack) -> dict[str, object]:
    """Return a pack as `pack --json` prints it."""
    return {
        "question": pack.question,
        "text": pack.text,
        "tokens": int(pack.tokens),
        "sentences": [pick_value(pick) for pick in pack.picks],
        "missing": list(pack.missing),
        "notes": list(pack.notes),
        "signature": pack.run.signature,
    }
