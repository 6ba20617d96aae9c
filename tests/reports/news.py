"""Small fictional document sets for the tests of reports."""

from __future__ import annotations

from datetime import UTC, datetime

from meadow.model import Document


def document(
    name: str, text: str, *, day: int | None = 1, source: str = "Coast Post", language: str = "en"
) -> Document:
    published = None if day is None else datetime(2026, 4, day, 8, tzinfo=UTC)
    return Document(id=name, source=source, title=None, text=text, published=published, url=None, language=language)


FERRY = (
    document(
        "a1",
        "The ferry Blue Heron sank off Marlow on Wednesday after water entered through a hatch. "
        "Six people died, the harbour office said. Captain Iris Vale was rescued by a trawler.",
    ),
    document(
        "a2",
        "Investigators said on Thursday that an open hatch let water into the ferry Blue Heron. "
        "Eight people died, according to the harbour office. Vale told the investigators that the hatch was broken.",
        day=2,
        source="Inland News",
    ),
    document(
        "a3",
        "Prosecutors charged the owner of the Blue Heron, Marlow Lines, with negligence on Sunday. "
        "Captain Iris Vale had reported the broken hatch of the ferry in March.",
        day=5,
    ),
    document("a4", "Ferries have served Marlow since 1910. The Blue Heron was built in 1988.", day=None),
)

STRIKES = tuple(
    document(
        f"s{number}",
        f"Teachers in {place} began a hunger strike on Monday over unpaid wages. "
        f"The hunger strike in {place} ended after {number + 2} days, the union said.",
        day=number + 1,
    )
    for number, place in enumerate(("Brackwater", "Oldmere", "Tarn Hollow", "Vessel Bay", "Westwick"))
)

SPANISH = (
    document("e1", "El transbordador Garza Azul se hundió frente a Marlow. Murieron seis personas.", language="es"),
    document("e2", "La capitana Iris Vale declaró que la escotilla del Garza Azul estaba rota.", day=2, language="es"),
)
