"""Openings and quotations that speak of somebody or something that stood before; what reads like them and does not."""

from __future__ import annotations

import pytest

from meadow.text.standing import judge

LEANS = [
    ("Hours later, divers found the wreck of the Alma.", "en"),
    ("The following morning the port of Skerra was closed.", "en"),
    ("In the subsequent nine years the harbour of Skerra was rebuilt.", "en"),
    ("The discovery was made by divers of Skerra.", "en"),
    ("Compare that to the harbour of Brackwater.", "en"),
    ("Next , the mayor of Skerra announced a new ferry.", "en"),
    ("Police said she called the coast guard of Skerra.", "en"),
    ("Authorities had refused to name him.", "en"),
    ("Under his command, divers searched the wreck.", "en"),
    ("“She opened the door,” said Ann Lund.", "en"),
    ('"For them, the night was long," Ann Lund said.', "en"),
    ("Después el puerto pasó a otras manos.", "es"),
    ("La noticia la confirmó el alcalde de Skerra.", "es"),
    ("Cerca de 80 personas murieron en aquellas protestas.", "es"),
    ("El barco zarpó de la mencionada isla de Skerra.", "es"),
    ("Es el mayor de los puertos de Skerra.", "es"),
    ("Dan is het tijd voor een nieuwe veerboot.", "nl"),
]
STANDS = [
    ("Next week, the mayor of Skerra will announce a new ferry.", "en"),
    ("Police said Ann Lund called the coast guard with her phone.", "en"),
    ("Under his command, Nils Corrigan said, divers searched the wreck.", "en"),
    ("“She opened the door,” Ann Lund said of the captain.", "en"),
    ("“She opened the door,” said Nils Corrigan, the captain's lawyer.", "en"),
    ("“Nobody opened the door,” said Ann Lund.", "en"),
    ("Después de la tormenta, el puerto de Skerra cerró.", "es"),
    ("Skerra paga a aquellos marineros que perdieron su barco.", "es"),
    ("«He visto el puerto de Skerra», dijo Ana Lund.", "es"),
    ("Es la primera vez que cierra el puerto de Skerra.", "es"),
    ("La ministra lamentó la muerte de nueve personas en Skerra.", "es"),
]


@pytest.mark.parametrize(("text", "language"), LEANS)
def test_what_stood_before_is_missed(text: str, language: str) -> None:
    assert judge(text, language).leans is not None


@pytest.mark.parametrize(("text", "language"), STANDS)
def test_nothing_is_missed(text: str, language: str) -> None:
    assert judge(text, language).leans is None
