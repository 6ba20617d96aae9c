"""Openings and quotations that speak of somebody or something that stood before; what reads like them and does not."""

from __future__ import annotations

import pytest

from meadow.text.selfcontained import check_sentence

LEANS = [
    ("Hours later, divers found the wreck of the Alma.", "en"),
    ("The following morning the port of Skerra was closed.", "en"),
    ("In the subsequent nine years the harbour of Skerra was rebuilt.", "en"),
    ("The discovery was made by divers of Skerra.", "en"),
    ("Compare that to the harbour of Brackwater.", "en"),
    ("Next , the mayor of Skerra announced a new ferry.", "en"),
    ("In other cases, the harbour of Skerra was closed.", "en"),
    ("As such, the harbour of Skerra stays open.", "en"),
    ("Even worse, the harbour of Skerra is silting up.", "en"),
    ("Every bit as clearly, the harbour of Skerra is silting up.", "en"),
    ("2. The harbour of Skerra is closed.", "en"),
    ("3) Los puertos de Skerra están cerrados.", "es"),
    ("Just ask the harbour master of Skerra.", "en"),
    ("Other sailors are still in Skerra.", "en"),
    ("Brackwater, another harbour of the coast, was closed.", "en"),
    ("The former harbour master of Skerra, Ann Lund, also said that the door was open.", "en"),
    ("The analysts expect more ferries to be sold.", "en"),
    ("The transaction affects forty sailors of Skerra.", "en"),
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
    ("Para ello el puerto de Skerra compró un transbordador.", "es"),
    ("Ya se abrieron los puertos de la costa.", "es"),
    ("Es más, el puerto de Skerra cerró.", "es"),
    ("Al mismo tiempo, el puerto de Skerra cerró.", "es"),
    ("Tolsby, otro puerto de la costa, cerró el lunes.", "es"),
    ("El alcalde de Skerra, Nils Corrigan, de visita en la isla, también anunció un transbordador.", "es"),
    ("Ordena cerrar el puerto de Skerra.", "es"),
    ("Es ministra de Transporte desde 2021.", "es"),
    ("Dan is het tijd voor een nieuwe veerboot.", "nl"),
]
STANDS = [
    ("Next week, the mayor of Skerra will announce a new ferry.", "en"),
    ("2.5 million people live in Skerra and Lorvane.", "en"),
    ("14. Juli war der Tag, an dem der Hafen von Skerra schloss.", "de"),
    ("Next to the harbour of Skerra, another ferry sank.", "en"),
    ("Even the harbour of Skerra is silting up.", "en"),
    ("The analyst Ann Lund expects more ferries to be sold.", "en"),
    ("The ferry company of Skerra and Brackwater has sold its boats but also said nothing of buyers.", "en"),
    ("Police said Ann Lund called the coast guard with her phone.", "en"),
    ("Under his command, Nils Corrigan said, divers searched the wreck.", "en"),
    ("“She opened the door,” Ann Lund said of the captain.", "en"),
    ("“She opened the door,” said Nils Corrigan, the captain's lawyer.", "en"),
    ("“Nobody opened the door,” said Ann Lund.", "en"),
    ("Es ley en Skerra que los puertos cierren de noche.", "es"),
    ("Después de la tormenta, el puerto de Skerra cerró.", "es"),
    ("Skerra paga a aquellos marineros que perdieron su barco.", "es"),
    ("«He visto el puerto de Skerra», dijo Ana Lund.", "es"),
    ("Es la primera vez que cierra el puerto de Skerra.", "es"),
    ("La ministra lamentó la muerte de nueve personas en Skerra.", "es"),
]


@pytest.mark.parametrize(("text", "language"), LEANS)
def test_what_stood_before_is_missed(text: str, language: str) -> None:
    assert check_sentence(text, language).dependence is not None


@pytest.mark.parametrize(("text", "language"), STANDS)
def test_nothing_is_missed(text: str, language: str) -> None:
    assert check_sentence(text, language).dependence is None
