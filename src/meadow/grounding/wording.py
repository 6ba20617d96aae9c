"""The reason of a verdict in one sentence."""

from __future__ import annotations

from collections.abc import Sequence

from meadow.model import Change, SourceSpan, VerdictKind

_LONGEST = 6  # words that a reason lists


def reason_for(
    kind: VerdictKind, changes: Sequence[Change], uncovered: Sequence[str], sources: Sequence[SourceSpan]
) -> str:
    """Return why a sentence has its verdict."""
    where = f"{sources[0].ref.document_id}:{sources[0].ref.index}" if sources else ""
    if kind == "supported":
        return f"All of it is in {' and '.join(f'{each.ref.document_id}:{each.ref.index}' for each in sources)}."
    if kind == "wrong source":
        return f"It is in {where}, which the sentence does not cite."
    if kind == "changed":
        return f"{_changed(changes[0])} (compared with {where})."
    if kind == "partly":
        listed = ", ".join(uncovered[:_LONGEST]) + (" …" if len(uncovered) > _LONGEST else "")
        return f"Not in {where}: {listed}." if listed else f"The rules cannot decide whether {where} says it."
    return "No source sentence has most of its words." if sources else "No source sentence shares a word with it."


def _changed(change: Change) -> str:
    what = {"role": "role (who did what, where)", "polarity": "negation"}.get(change.kind, change.kind)
    if change.kind == "attribution":
        return f"Stated as a fact; the source attributes it to “{change.source}”"
    if change.kind == "quotation":
        return f"The quotation “{change.given}” is not in the source word for word"
    if not change.source:
        return f"Different {what}: the source does not have “{change.given}”"
    if not change.given:
        return f"Different {what}: the source has “{change.source}”"
    return f"Different {what}: “{change.given}”, in the source “{change.source}”"
