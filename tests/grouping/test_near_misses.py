"""Numbers that only seem to differ: a reader who meets three false alarms stops reading."""

from __future__ import annotations

import pytest

from grouping.differing import Article, differences

A, B = "Harbour Wire", "Courier"

NEAR_MISSES: dict[str, tuple[str, list[Article]]] = {
    "a lower bound that holds": (
        "en",
        [(0, A, "At least 12 people were killed by the storm in Tarn."), (0, B, "The storm in Tarn killed 14 people.")],
    ),
    "more than": (
        "en",
        [(0, A, "The storm in Tarn injured more than 200 people."), (0, B, "The storm in Tarn injured 212 people.")],
    ),
    "about": (
        "en",
        [
            (0, A, "About 500 people were evacuated from the dam in Orl."),
            (1, B, "Police said 487 people were evacuated from the dam in Orl."),
        ],
    ),
    "a round number": (
        "en",
        [(0, A, "The fire in Orl left 3,000 people homeless."), (1, B, "The fire in Orl left 3,040 people homeless.")],
    ),
    "a range": (
        "en",
        [
            (0, A, "Between 10 and 15 people were injured in the crash at Ostend Bridge."),
            (1, B, "The crash at Ostend Bridge left 13 injured."),
        ],
    ),
    "north and south": (
        "en",
        [(0, A, "The flood left 12 dead in the north."), (1, B, "The flood left three dead in the south.")],
    ),
    "a city and the country": (
        "en",
        [(0, A, "The storm killed 46 people."), (1, B, "The storm killed 10 people in Carrow.")],
    ),
    "a part of the whole": (
        "en",
        [
            (0, A, "The blast injured 40 people in Vell."),
            (1, B, "Doctors let 12 of the 40 injured go home after the blast in Vell."),
        ],
    ),
    "a group among them": (
        "en",
        [
            (0, A, "The blast killed 40 people in Vell."),
            (1, B, "Two firefighters died in Vell, and the dead, including three children, were named."),
        ],
    ),
    "more of them": (
        "en",
        [(0, A, "The fire killed six people in Brandt."), (1, B, "Two more people died after the fire in Brandt.")],
    ),
    "another year": (
        "en",
        [
            (0, A, "The avalanche killed five skiers above Zell."),
            (1, B, "Last year an avalanche killed eight skiers above Zell. In 2004 one killed 12 skiers."),
        ],
    ),
    "what may be": (
        "en",
        [
            (0, A, "The avalanche killed five people above Zell."),
            (1, B, "The avalanche may have killed eight people above Zell, rescuers feared."),
        ],
    ),
    "two days of a strike": (
        "en",
        [
            (0, A, "On Monday 2,000 demonstrators filled the square."),
            (24, B, "On Tuesday 3,000 demonstrators filled the square."),
        ],
    ),
    "brother and sister": (
        "en",
        [(0, A, "The pilot, Jan Holt, 23, survived."), (1, B, "His sister, Mia Holt, 20, waited ashore.")],
    ),
    "a price that moves": (
        "en",
        [
            (0, A, "Shares in Oriel Lines rose to 45 crowns from 40 crowns on Monday."),
            (24, A, "Shares in Oriel Lines rose to 47 crowns from 45 crowns on Tuesday."),
        ],
    ),
    "both given by one document": (
        "en",
        [
            (0, A, "Two trawlers left port at dawn. Three trawlers stayed at the quay of Hale."),
            (1, B, "Three trawlers stayed at the quay of Hale."),
        ],
    ),
    "a mother of two": (
        "en",
        [(0, A, "A mother of two died in the crash."), (1, B, "The crash killed four people.")],
    ),
    "two attacks together": (
        "en",
        [
            (0, A, "The shelling of the school and of the market in Vell killed 54 people, doctors said."),
            (1, B, "The shelling of the school in Vell killed 41 people, doctors said."),
        ],
    ),
    "dos ataques juntos": (
        "es",
        [
            (0, A, "El bombardeo de la escuela y de la plaza causó 54 muertos."),
            (1, B, "El bombardeo de la escuela causó 41 muertos."),
        ],
    ),
    "al menos": (
        "es",
        [(0, A, "El choque de Vell dejó al menos 20 heridos."), (0, B, "El choque de Vell causó 23 heridos.")],
    ),
    "una parte": (
        "es",
        [
            (0, A, "La explosión de Vell dejó 40 heridos."),
            (0, B, "Doce de los 40 heridos de la explosión de Vell volvieron a casa."),
        ],
    ),
    "un separador ajeno": (
        "es",
        [
            (0, A, "El expediente del naufragio tiene 60.000 páginas, dijo el juez."),
            (0, B, "El expediente del naufragio tiene 60,000 páginas, dijo el juez."),
        ],
    ),
    "zeker": (
        "nl",
        [
            (0, A, "Bij het ongeluk in Lommel raakten zeker 20 mensen gewond."),
            (0, B, "Bij het ongeluk in Lommel raakten 23 mensen gewond."),
        ],
    ),
    "nog twee": (
        "nl",
        [(0, A, "Bij de brand in Brandt vielen zes doden."), (0, B, "Er vielen nog twee doden na de brand in Brandt.")],
    ),
    "以上": (
        "ja",
        [(0, A, "ベルの事故で20人以上が負傷した。"), (0, B, "ベルの事故で23人が負傷した。")],
    ),
    "うち": (
        "ja",
        [(0, A, "ベルの爆発で40人が負傷した。"), (0, B, "ベルの爆発で負傷した40人のうち12人が退院した。")],
    ),
    "さらに": (
        "ja",
        [(0, A, "ベルの爆発で6人が死亡した。"), (0, B, "ベルの爆発でさらに2人が死亡した。")],
    ),
    "北緯": (
        "ja",
        [(0, A, "震源は北緯36.4度付近だった。"), (0, B, "震源は北緯25.3度付近だった。")],
    ),
}


@pytest.mark.parametrize("name", NEAR_MISSES)
def test_what_only_seems_to_differ_is_no_disagreement(name: str) -> None:
    language, articles = NEAR_MISSES[name]

    assert differences(articles, language) == ()
