"""Which sentences can be read first, and which lean on what stood before them."""

import pytest

from meadow.text.selfcontained import is_self_contained

ALONE = {
    "en": [
        "By the time he arrived, Ann Lund had left Skerra.",
        "A ferry with 245 people aboard capsized off Skerra on Monday, the coast guard said.",
        "The Vellin dyke gave way at about 3 a.m. on Sunday.",
        "This week the river rose by two metres at Tolsby bridge.",
        "“We are asking people not to wait,” Corrigan told reporters.",
        '"The ground has taken all it can take," spokesman Nils Corrigan said.',
        "Two thieves posing as maintenance workers stole a painting.",
        "Some residents refused to leave their homes in Brackwater.",
        "There were no immediate reports of deaths in the town.",
        "The captain (52) was taken to hospital.",
        "Later rains flooded the port of Skerra.",
        "In response to the sinking, Lethria closed the line.",
    ],
    "es": [
        "No llegan los refuerzos a la ciudad de Skerra.",
        "Al menos nueve personas murieron este lunes al volcar un transbordador.",
        "La policía detuvo a dos hombres en el puerto.",
        "Según la Guardia Costera, viajaban 214 pasajeros.",
        "«No fue una roca», declaró la ministra Petra Halvorsen.",
        "Sin luz ni agua, Puerto Claro espera a los técnicos.",
        "Por primera vez en diez años cerró el puerto.",
        "Mientras el agua subía, la ciudad dormía.",
        "Luego de siete meses, el ferri vuelve a navegar.",
        "Otras ciudades cerraron sus puertos el lunes.",
    ],
    "nl": [
        "De hoogwatergolf in de Aldern is langs Waterveen getrokken.",
        "Het waterschap opende de sluizen bij Oosterhaven.",
        "„We zijn opgelucht”, zei dijkgraaf Marijke Verhoef.",
        "’s Nachts steeg het water in Waterveen tot zeven meter.",
        "Het gaat slecht met de visserij in Oosterhaven.",
        "Er vielen geen doden in Waterveen.",
    ],
    "ja": [
        "潮見宇宙開発機構は9日、打ち上げを発表した。",
        "森崎賢治氏は「原因を調べる」と述べた。",
        "「原因を調べる」と森崎賢治氏は述べた。",
        "これまでに5機が成功している。",
        "この春、鳴崎町に新しい港が開く。",
        "一方的な閉鎖に市民が反発している。",
    ],
    "fr": [
        "Il pleut.",
        "Il y a dix ans, le port fermait.",
        "Ce lundi, le bac a coulé au large de Skerra.",
        "Le bac a coulé au large de Skerra.",
        "« Le port est fermé », a déclaré la ministre Petra Halvorsen.",
    ],
    "de": [
        "Das alte Schiff sank vor Skerra.",
        "Das Schiff sank vor Skerra.",
        "Die Fähre sank vor Skerra.",
        "Es gab keine Verletzten in Skerra.",
        "„Das Wasser steigt“, sagte Ministerin Petra Halvorsen.",
        "Diese Woche öffnet der neue Hafen.",
    ],
    "it": ["Egli tace."],
}
LEANING = {
    "en": [
        "Just as they did in Sant Oriel.",
        "All the suspects should be considered armed.",
        "Over the weekend it became the latest firm to leave.",
        "Previously, the court of Skerra had refused.",
        "Later in the evening the ferry sank.",
        "In response, the owner closed the line.",
        "He added that the search would go on.",
        "However, the two ministers did not meet.",
        "It is lying on its side, she said.",
        "Bank details and passwords were not affected, it added.",
        "That is enough.”",
        "“Forty-five is our number.",
        'They had been warned in January."',
        "But the company denied it.",
        "Some of them were children.",
    ],
    "es": [
        "No quieren aislar todavía más a Skerra.",
        "La petición figura en un comunicado del consejo.",
        "La acusación llegó tras un ataque en la ciudad.",
        "Ella lo negó.",
        "Sin embargo, pero no hubo acuerdo»",
        "Además, hubo retrasos.",
        "«Cada hora cuenta",
        "Pero nadie respondió.",
        "Sin embargo, la Junta reveló otra causa.",
        "No obstante, el puerto abrió.",
        "Allí habló con cuatro de sus compatriotas.",
        "Por ahora se desconoce si alguno está entre las víctimas.",
        "Otras dos siguen desaparecidas.",
        "El organismo descarta así la hipótesis de la roca.",
        "Por su parte, la naviera calló.",
        "«No volveremos», afirmó.",
    ],
    "nl": [
        "Hij zei dat het water zakt.",
        "Dat was niet de bedoeling.",
        "„Zij was na vier dagen weer thuis.",
        "Onder hen is Tine Blokhuis (74).",
        "Het gaat vooralsnog om de lage wijken.",
        "„Rampentoerisme” noemde hij het.",
        "Daardoor kwam de stad onder water te staan.",
    ],
    "ja": [
        "しかし、原因は不明だ。",
        "これについて、同社は説明しなかった。",
        "「原因を調べる",
        "「こぶし大の部品が動かなかった」と述べた。",
        "同日、会見が開かれた。",
        "こうした動きに市民が反発している。",
    ],
    "fr": [
        "« Cela suffit.",
        "Il a ajouté que le port restait fermé.",
        "C’est un désastre.",
        "En revanche, le port reste ouvert.",
        "« Le port est fermé », a-t-il dit.",
        "Selon lui, « le port est fermé », explique-t-elle.",
    ],
    "de": [
        "Er sagte nichts.",
        "Das ist zu wenig.",
        "Außerdem fehlten Boote.",
        "Unter ihnen waren zwei Kinder.",
        "„Das Wasser steigt“, sagte sie.",
        "Deshalb blieb der Hafen zu.",
    ],
    "it": ["« Basta."],
}


@pytest.mark.parametrize(("language", "text"), [(language, text) for language, own in ALONE.items() for text in own])
def test_sentences_that_stand_alone(language: str, text: str) -> None:
    assert is_self_contained(text, language)


@pytest.mark.parametrize(("language", "text"), [(language, text) for language, own in LEANING.items() for text in own])
def test_sentences_that_lean_on_others(language: str, text: str) -> None:
    assert not is_self_contained(text, language)


def test_empty_and_marks_only_do_not_fail() -> None:
    assert is_self_contained("")
    assert is_self_contained("… !")


def test_a_quotation_must_say_whose_it_is() -> None:
    assert is_self_contained("“We lost everything,” said Ruth Ambler.")
    assert not is_self_contained("“We lost everything.”")
    assert not is_self_contained("“We lost everything,” she said.")
