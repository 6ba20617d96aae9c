"""What a sentence is: junk, fused, leaning, in the writer's own voice, a scene, a forecast, a quotation and its speaker."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.text.selfcontained import SentenceCheck, check_sentence, forecast_day, is_self_contained
from meadow.text.selfcontained.lists import listed
from meadow.text.selfcontained.quotations import read_quotations

NEWS = {
    "en": [
        "A ferry with 245 people aboard capsized off Skerra on Monday, the coast guard said.",
        "Petra Halvorsen, the transport minister, resigned on Thursday over the sinking of the ferry.",
        "Police in Sant Oriel arrested two harbour officials, according to prosecutors.",
        "“The door was open,” Nils Corrigan, a spokesman of the coast guard, told reporters.",
        "The US sent divers to Skerra, and troops who had served in World War I medals were shown the wreck.",
        "Some of the 245 passengers reached Brackwater in boats.",
        "The Hague, where the captain is held, has asked Skerra for papers.",
        "The coast guard of Skerra said on Monday that relatives of the captain were questioned.",
        "Divers did not respond to the alarm of the ferry Star for an hour, the board said.",
        "Parcels were delivered every morning to the islanders of Skerra, the mayor said.",
    ],
    "es": [
        "Al menos nueve personas murieron al volcar un transbordador frente a Skerra.",
        "«No fue una roca», declaró la ministra Petra Halvorsen.",
        "La policía de Puerto Claro detuvo a dos funcionarios del puerto.",
    ],
    "nl": [
        "De veerboot kapseisde maandag voor de kust van Skerra.",
        "„We zijn opgelucht”, zei dijkgraaf Marijke Verhoef.",
        "De politie van Oosterhaven heeft twee mensen aangehouden.",
    ],
    "ja": [
        "潮見宇宙開発機構は9日、打ち上げに成功したと発表した。",
        "森崎賢治氏は「原因を詳しく調べる必要がある」と述べた。",
    ],
}

JUNK = {
    "en": [
        "Story highlights The ferry had failed two inspections, its owner says",
        "Image caption Divers wait for calmer seas off Skerra",
        "Photos: The Skerra ferry",
        "Play Video",
        "ADDS quotes /// DATELINE: Sant Oriel",
        "Tuesday, March 3, 2026",
        "3 March 2026 14:20",
        "Are you in Sant Oriel? Send us your pictures",
        "You can add location information to your Tweets, such as the port.",
        "Anyone with information can call the harbour police at (213) 555-0142.",
        "Coast guard handout via AP",
        "A handout photo shows the ferry off Skerra.",
        "Skip Twitter post by @harbourwire The ferry sank.",
        "Background on the ferry that sank off Skerra.",
        "#skerra is what everybody writes about.",
        "All the news of the harbour, delivered every morning.",
        "HARBOUR WATCH | Petra Halvorsen at the ferry terminal on Monday.",
        "The ferry's owner did not immediately respond to questions.",
        "A call to the owner's lawyer wasn't immediately returned.",
        "The ministry in Carrowmere did not answer requests for comment.",
        "Ambulances at the harbour of Skerra after the night of the ferry.",
        "The route of the ferry from Skerra to Brackwater.",
        "Ferry disaster / The owner is charged.",
        "⇒ 2026: the ferry sinks.",
        "Shr 18 cts vs 13 cts",
        "31 mln dlrs.",
        ".logo{display: block; width: 330px}",
        "#skerra #ferry",
        "@harbourwire: divers found the door of the ferry",
        "Reuter",
        "\x03",
    ],
    "es": [
        "La forma más rápida de ponerte al día.",
        "La ministra Petra Halvorsen posa con sus hijos, en una imagen de 2019.",
        "Este artículo es parte de nuestra cobertura especial.",
        "Ver más: el naufragio",
        "3 de marzo de 2026",
        "Vista general de la plaza de Skerra.",
        "Un niño llorando tras el naufragio.",
        "Página de inicio del puerto.",
    ],
    "nl": ["Lees ook: veerboot gezonken", "Aftrap: zondag 20 uur", "maandag 2 maart 2026"],
    "fr": ["Samedi 8 janvier 2026", "Lire aussi : le bac de Skerra"],
    "ja": [
        "『潮見のロケット、打ち上げ成功』。",
        "潮見新聞、2026年3月9日。",
        "潮見新聞、2026年3月9日午前11時56分。",
        "関連記事：鳴崎町の港",
    ],
}

FUSED = {
    "en": [
        "From our reporter The ferry sank off Skerra on Monday.",
        "The ferry sank off Skerra. edition The captain was rescued by a trawler.",
    ],
    "nl": ["Van ter plaatse Het veer zonk voor de kust.", "De dijk brak door. editie Vijf huizen liepen onder."],
}

OWN_VOICE = {
    "en": [
        "When I stood on the pier, the ferry was gone.",
        "What would you have done on that night?",
        "Sadly, the inspectors of Skerra never looked at the door.",
        "The wait for the new ferry is over!",
    ],
    "es": [
        "Una sección donde seguir tus temas.",
        "Hemos visto naufragios peores en Skerra.",
        "Lamentablemente, el puerto de Skerra sigue cerrado.",
    ],
    "nl": ["Toch wil ik nog eens naar Skerra.", "Helaas is de haven van Skerra nog dicht."],
    "ja": ["私は潮見の海辺でロケットを見ていた。"],
}

SCENES = {
    "en": ["Seawater and diesel ran down the steps.", "Candles flickered along the wet quay all night."],
    "nl": ["De sigaret beeft tussen dunne vingers."],
    "es": ["Las velas tiemblan sobre el muelle mojado."],
}

FORECASTS = {
    "en": [
        "The ferry will be raised on Friday, the owner said.",
        "The minister is expected to announce her resignation.",
        "Skerra plans to buy two ships from Brackwater.",
        "Ferry Owner To Pay Victims of Skerra",
        "The court was due to hear the captain on Tuesday.",
        "The captain's lawyers say they’ll appeal.",
    ],
    "es": [
        "El ferri será reflotado el viernes.",
        "Se espera que la ministra dimita.",
        "La empresa va a comprar dos barcos.",
    ],
    "nl": ["De veerboot zal vrijdag worden gelicht.", "De minister treedt naar verwachting af."],
    "fr": ["Le bac devrait être renfloué vendredi."],
    "de": ["Die Fähre soll am Freitag gehoben werden."],
    "ja": ["機構は来月、2号機を打ち上げる予定だ。"],
}

NAMELESS = {
    "en": [
        "“We lost everything that night.”",
        "``The door was open all along,'' he said.",
        '"It was the longest night of our lives.',
        "And nobody told us anything.”",
    ],
    "es": ["«La puerta estaba abierta desde el principio»."],
    "nl": ['" De deur stond de hele tijd open. "'],
    "ja": ["「原因を詳しく調べる必要がある」。"],
}

NAMED = {
    "en": [
        "``The door was open all along,'' said Nils Corrigan.",
        '"It was the longest night of our lives," a survivor said.',
        "Corrigan said the door “was open all along and nobody looked.”",
    ],
    "es": ["«La puerta estaba abierta desde el principio», dijo la ministra."],
    "nl": ['" De deur stond de hele tijd open ", zei Marijke Verhoef.'],
    "ja": ["「原因を詳しく調べる必要がある」と森崎氏は述べた。"],
}

LEANING = {
    "en": [
        ("He was rescued by a trawler.", "opening"),
        ("When asked about the door, the minister left.", "opening"),
        ("The harbour also closed its northern gate.", "opening"),
        ("Before the vote, the harbour board also closed its gate.", "opening"),
        ("…It was not clear how many boats sank.", "opening"),
        ("If he had voted, the ferry would have stayed.", "opening"),
        ("While another said the ferry was old, nobody stopped it.", "opening"),
        ("For these reasons the port stays closed.", "opening"),
        ("The crossing, on the other hand, was calm.", "opening"),
        ("Of the three ships the Aldern was one.", "opening"),
        ("Two boys were among the dead, he said.", "reported"),
        ("The captain died here Monday.", "place"),
        ("The company said it would pay.", "leftover"),
        ("The documents also show a second failure.", "leftover"),
        ("The hospital, where nine people died, was locked.", "leftover"),
        ("By that measure the harbour of Skerra is safe.", "opening"),
        ("No arrests were made in that fire.", "opening"),
        ("Inspectors, however, found the door open.", "opening"),
        ("Initially thought to have been the captain.", "opening"),
        ("By comparison, Brackwater has six ferries.", "opening"),
        ("The main difference is that the new ferry has two doors.", "opening"),
        ("If that fails, Skerra will buy a ferry.", "opening"),
        ("The union, which represents dockers, went on strike.", "leftover"),
        ("The four robbers stole the ferry's safe.", "leftover"),
        ("The 55-page report blames the owner of the ferry.", "leftover"),
        ("“The door was open.", "marks"),
        ("`` Ada Quist has left the harbour board .", "marks"),
        ("The ministers met the families (and left.", "marks"),
        ("(The minister did not call back.)", "fragment"),
        ("The minister wrote on Monday:", "fragment"),
        ("plan, hailed at home as the saviour of the port, is failing.", "fragment"),
    ],
    "es": [
        ("La ministra también visitó el puerto.", "opening"),
        ("Por estas razones el puerto sigue cerrado.", "opening"),
        ("Nadie ha muerto aquí.", "place"),
        ("El portavoz dijo que pagarán.", "leftover"),
        ("Fue detenido por la policía.", "leftover"),
        ("Asegura que el ferri era seguro.", "leftover"),
        ("Antes, la empresa había cerrado el puerto.", "opening"),
        ("La principal diferencia es la puerta del ferri.", "opening"),
    ],
    "fr": [
        ("En comparaison, le bac de Skerra est neuf.", "opening"),
        ("Plus tard, le port de Skerra a été fermé.", "opening"),
        ("Une autre secousse a frappé Skerra.", "opening"),
        ("Selon le port, il était neuf.", "opening"),
        ("Le port a ensuite fermé ses portes.", "opening"),
    ],
    "nl": [
        ("Volgens hem was de deur open.", "opening"),
        ("Niemand is hier gestorven.", "place"),
        ("Het bedrijf heeft niets gezegd.", "leftover"),
    ],
    "ja": [("それを見て森崎氏は立ち去った。", "opening"), ("結果は次の通り。", "fragment")],
}  # fmt: skip

CLASSES = {"junk": JUNK, "fused": FUSED, "voice": OWN_VOICE, "scene": SCENES, "forecast": FORECASTS}


def _cases(table: dict[str, list[str]]) -> list[tuple[str, str]]:
    return [(language, text) for language, texts in table.items() for text in texts]


@pytest.mark.parametrize(("language", "text"), _cases(NEWS))
def test_plain_news_stands_and_is_nothing_else(language: str, text: str) -> None:
    found = check_sentence(text, language)
    assert found.printable_anywhere
    assert found.usable
    assert replace(found, speaker=None) == SentenceCheck()


@pytest.mark.parametrize("name", CLASSES)
def test_each_class_is_known(name: str) -> None:
    missed = [text for language, text in _cases(CLASSES[name]) if not getattr(check_sentence(text, language), name)]
    assert missed == []


@pytest.mark.parametrize("name", ["junk", "fused", "voice"])
def test_what_is_not_usable_never_stands(name: str) -> None:
    found = [check_sentence(text, language) for language, text in _cases(CLASSES[name])]
    assert not any(each.usable or each.printable_anywhere for each in found)


@pytest.mark.parametrize(("language", "text"), _cases(NAMELESS))
def test_a_quotation_without_its_speaker_is_not_usable(language: str, text: str) -> None:
    found = check_sentence(text, language)
    assert found.quotation
    assert found.speaker is False
    assert not found.usable


@pytest.mark.parametrize(("language", "text"), _cases(NAMED))
def test_a_quotation_with_its_speaker_is_usable(language: str, text: str) -> None:
    found = check_sentence(text, language)
    assert found.speaker is True
    assert found.usable


@pytest.mark.parametrize(
    ("language", "text", "why"), [(language, *case) for language, cases in LEANING.items() for case in cases]
)
def test_a_sentence_that_leans_says_on_what(language: str, text: str, why: str) -> None:
    found = check_sentence(text, language)
    assert found.dependence == why
    assert not found.self_contained
    assert not found.printable_anywhere
    assert not is_self_contained(text, language)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "In 2016, he bought the ferry with money of the bank."),
        ("en", "On Tuesday, she asked the harbour for papers."),
        ("en", "For years, they had warned of the open door."),
        ("en", "According to the coast guard, it had left port with an open door."),
        ("en", "If that is true, the owner may be charged."),
        ("nl", "In de haven heeft hij de papieren getoond."),
        ("fr", "Dans le port, elle a montré les papiers du ferry."),
    ],
)
def test_a_pronoun_behind_an_opening_that_names_nobody_leans(language: str, text: str) -> None:
    assert check_sentence(text, language).dependence == "opening"


@pytest.mark.parametrize(
    "text",
    [
        "When Petra Halvorsen resigned, she thanked the divers of Skerra.",
        "According to the coast guard, it was clear on Monday that the ferry had sunk.",
        "In the harbour of Skerra, Nils Corrigan said he had seen the ferry.",
    ],
)
def test_a_pronoun_behind_a_name_or_that_means_nothing_stands(text: str) -> None:
    assert check_sentence(text, "en").dependence is None


def test_what_a_quotation_says_is_not_the_writers() -> None:
    found = check_sentence("“I will sell our ships here,” said Petra Halvorsen, whose firm owns the ferry.")
    assert (found.voice, found.forecast, found.dependence) == (False, False, None)


def test_the_us_and_world_war_one_are_no_persons() -> None:
    assert not check_sentence("The US navy sank in World War I off Skerra.").voice
    assert check_sentence("The navy forgot about us in Skerra.").voice


def test_the_subject_who_speaks_first_may_be_he_later() -> None:
    assert check_sentence("Corrigan said the door was open, and nobody, he added, had looked at it.").self_contained


@pytest.mark.parametrize(
    ("text", "outside", "inside", "paired"),
    [
        ("No marks.", "No marks.", (), True),
        ("`` The door was open .", "", ("The door was open .",), False),
        ("“One,” said Ann.", "  said Ann.", ("One,",), True),
        ("``One,'' said Ann.", "  said Ann.", ("One,",), True),
        ("„Eins“, sagte Ann.", " , sagte Ann.", ("Eins",), True),
        ("«Uno», dijo Ann.", " , dijo Ann.", ("Uno",), True),
        ("アンは「一」と言った。", "アンは と言った。", ("一",), True),
        ("One,” said Ann.", " said Ann.", ("One,",), False),
        ("Ann said: “One.", "Ann said: ", ("One.",), False),
        ('Ann: " One.', "Ann: ", ("One.",), False),
    ],
)
def test_quotations_are_taken_apart(text: str, outside: str, inside: tuple[str, ...], paired: bool) -> None:
    assert tuple(read_quotations(text)) == (outside, inside, paired)


def test_only_clauses_count_as_quotations() -> None:
    assert not check_sentence("The “black” box was found off Skerra on Monday.").quotation
    assert check_sentence("The minister called it “the worst day of the year” on Monday.").quotation


@pytest.mark.parametrize(
    ("text", "language", "day"),
    [
        ("The ferry that sank on Monday will be raised on Friday.", "en", date(2026, 3, 13)),
        ("The ferry will be raised tomorrow.", "en", date(2026, 3, 11)),
        ("The ferry will be raised soon.", "en", None),
        ("The ferry sank on Monday.", "en", None),
        ("El ferri será reflotado el viernes.", "es", date(2026, 3, 13)),
        ("De veerboot zal op 3 april worden gelicht.", "nl", date(2026, 4, 3)),
    ],
)
def test_the_day_of_a_forecast_lies_ahead(text: str, language: str, day: date | None) -> None:
    # 10 March 2026 is a Tuesday
    assert forecast_day(text, language, anchor=datetime(2026, 3, 10, tzinfo=UTC)) == day


def test_a_language_without_lists_is_judged_by_its_marks() -> None:
    assert check_sentence("Ein Schiff sank vor Skerra und nichts davon steht hier.", "xx").printable_anywhere
    assert listed("xx", "voice") == listed("../en", "voice") == frozenset()


def test_a_line_of_thousands_of_characters_is_no_sentence() -> None:
    assert check_sentence("word " * 500).junk


@given(st.text(max_size=200), st.sampled_from(["en", "es", "nl", "ja", "fr", "de", "zh", "xx"]))
def test_any_text_can_be_judged_and_always_the_same_way(text: str, language: str) -> None:
    found = check_sentence(text, language)
    assert found == check_sentence(text, language)
    assert found.usable or not found.printable_anywhere
    assert found.junk or found.self_contained == is_self_contained(text, language)


def test_who_is_named_behind_a_pronoun_is_meant_by_it() -> None:
    assert check_sentence("When she arrived in Skerra, Ann Lund was applauded.").dependence is None


@pytest.mark.parametrize("text", ["Yes, the ferry of Skerra is back.", "Meet the captain of the Skerra ferry."])
def test_to_the_reader_is_the_writers_voice(text: str) -> None:
    assert check_sentence(text).voice


def test_a_name_may_end_with_an_exclamation_mark() -> None:
    assert not check_sentence("Ann Lund has left Skerra, a source told E!").voice
    assert check_sentence("Ann Lund has left Skerra at last!").voice


@pytest.mark.parametrize("text", ["Aseguró que el puerto de Skerra cierra.", "Cuenta con nueve barcos en Skerra."])
def test_a_spanish_verb_without_its_subject_leans(text: str) -> None:
    assert check_sentence(text, "es").dependence == "leftover"
    assert check_sentence("Murió el alcalde de Skerra.", "es").dependence is None
