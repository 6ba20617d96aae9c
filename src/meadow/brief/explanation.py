"""Why a story's sentences rank as they do: the centroid table (M3) and the score table (M8), as text."""

from __future__ import annotations

from meadow.brief.choices import choice_text, places_of
from meadow.model import CentroidTerm, Explanation

_CENTROID_ROWS = 20


def format_explanation(explanation: Explanation) -> str:
    """Return both tables as plain text: the heaviest terms, then every sentence with why it is in the summary or not."""
    shown, every = len(explanation.centroid[:_CENTROID_ROWS]), len(explanation.centroid)
    return "\n".join(
        (
            f"\nCentroid (the heaviest {shown} of {every} terms)" if every > shown else "\nCentroid",
            *centroid_lines(explanation.centroid[:_CENTROID_ROWS]),
            "\nScores",
            *_score_lines(explanation),
            f"\n{explanation.run.signature}",
        )
    )


def centroid_lines(rows: tuple[CentroidTerm, ...]) -> list[str]:
    """Return the centroid table: a head, and a line per term."""
    cells = [(row.term, f"{row.tf:.2f}", f"{row.idf:.2f}", f"{row.weight:.2f}") for row in rows]
    return _aligned([("term", "TF", "IDF", "TF·IDF"), *cells], left=1)


def _score_lines(explanation: Explanation) -> list[str]:
    rows, places = explanation.rows, places_of(explanation)
    names = tuple(rows[0].features) if rows else ()
    header = ("document", "sentence", "length", *names, "score")
    body = [
        (
            row.document_id,
            str(row.number),
            str(row.length),
            *(f"{row.features[name]:.6f}" for name in names),
            f"{row.score:.6f}",
        )
        for row in rows
    ]
    why = ["why", *("" if row.choice is None else choice_text(row.choice, places) for row in rows)]
    return [f"{line}  {reason}".rstrip() for line, reason in zip(_aligned([header, *body], left=1), why, strict=True)]


def _aligned(rows: list[tuple[str, ...]], *, left: int) -> list[str]:
    """Return rows with columns padded to equal width, the first `left` of them to the left."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    padded = (
        (cell.ljust(width) if column < left else cell.rjust(width))
        for row in rows
        for column, (cell, width) in enumerate(zip(row, widths, strict=True))
    )
    return ["  ".join(next(padded) for _ in widths).rstrip() for _ in rows]
