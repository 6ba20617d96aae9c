"""Why a story's sentences rank as they do: the centroid table (M3) and the score table (M8), as text."""

from __future__ import annotations

from collections.abc import Collection

from meadow.model import CentroidTerm, Explanation, ScoreRow, SentenceRef

_CENTROID_ROWS = 20
_CHOSEN = "*"


def format_explanation(explanation: Explanation, *, chosen: Collection[SentenceRef] = ()) -> str:
    """Return both tables as plain text: the heaviest terms, then every sentence, chosen ones marked with a star."""
    shown, every = len(explanation.centroid[:_CENTROID_ROWS]), len(explanation.centroid)
    return "\n".join(
        (
            f"\nCentroid (the heaviest {shown} of {every} terms)" if every > shown else "\nCentroid",
            *centroid_lines(explanation.centroid[:_CENTROID_ROWS]),
            "\nScores (* = in the summary)",
            *_score_lines(explanation.rows, chosen),
            f"\n{explanation.run.signature}",
        )
    )


def centroid_lines(rows: tuple[CentroidTerm, ...]) -> list[str]:
    """Return the centroid table: a head, and a line per term."""
    cells = [(row.term, f"{row.tf:.2f}", f"{row.idf:.2f}", f"{row.weight:.2f}") for row in rows]
    return _aligned([("term", "TF", "IDF", "TF·IDF"), *cells], left=1)


def _score_lines(rows: tuple[ScoreRow, ...], chosen: Collection[SentenceRef]) -> list[str]:
    names = tuple(rows[0].features) if rows else ()
    header = ("document", "sentence", "length", *names, "score", "")
    body = [
        (
            row.document_id,
            str(row.number),
            str(row.length),
            *(f"{row.features[name]:.6f}" for name in names),
            f"{row.score:.6f}",
            _CHOSEN if SentenceRef(row.document_id, row.number - 1) in chosen else "",
        )
        for row in rows
    ]
    return _aligned([header, *body], left=1)


def _aligned(rows: list[tuple[str, ...]], *, left: int) -> list[str]:
    """Return rows with columns padded to equal width, the first `left` of them to the left."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    padded = (
        (cell.ljust(width) if column < left else cell.rjust(width))
        for row in rows
        for column, (cell, width) in enumerate(zip(row, widths, strict=True))
    )
    return ["  ".join(next(padded) for _ in widths).rstrip() for _ in rows]
