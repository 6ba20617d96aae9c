"""Lines whose only verb is a participle describe a picture; sentences that hold one as well are news."""

from __future__ import annotations

import pytest

from meadow.text.selfcontained import check_sentence

CAPTIONS = [
    ("Campaign leaflet sent by Skerra council candidate Ann Lund.", "en"),
    ("A view of the harbour of Skerra, taken in spring.", "en"),
    ("The house of Nils Corrigan, seen from the road.", "en"),
    ("Rescuers searching the wreck of the Alma.", "en"),
    ("Ann Lund, the mayor of Skerra, pictured at the port.", "en"),
    ("Search of two cottages owned by the captain.", "en"),
    ("Foto tomada por Ana Lund en el puerto de Skerra.", "es"),
    ("Captura de pantalla de la página del puerto.", "es"),
    ("Imagen del usuario Ana Lund.", "es"),
]
NEWS = [
    ("The leaflet was sent by Skerra council candidate Ann Lund.", "en"),
    ("A captain seen by the coast guard of Skerra fled.", "en"),
    ("A man arrested by the police of Skerra faces two charges.", "en"),
    ("Three men arrested by Skerra police face two charges.", "en"),
    ("A photograph taken by Ann Lund shows the ferry off Skerra.", "en"),
    ("Divers of the coast guard arrived by boat at Skerra.", "en"),
    ("Skerra devalued by a similar amount last September.", "en"),
    ("Rescuers searching the wreck of the Alma found nine people.", "en"),
    ("A letter sent by Ann Lund upends the case of the Alma.", "en"),
    ("A view of the harbour, taken when Skerra burned, sold for 900 crowns.", "en"),
    ("Fotos tomadas por Ana Lund muestran que el puerto de Skerra está vacío.", "es"),
    ("Een foto van Skerra, genomen door Ann Lund, toont het wrak van de Alma.", "nl"),
]


@pytest.mark.parametrize(("text", "language"), CAPTIONS)
def test_a_participle_alone_tells_no_news(text: str, language: str) -> None:
    assert check_sentence(text, language).junk


@pytest.mark.parametrize(("text", "language"), NEWS)
def test_a_participle_beside_a_verb_does(text: str, language: str) -> None:
    assert check_sentence(text, language).usable
