"""What a sentence is: junk, fused, leaning, in the writer's own voice, a scene, a forecast, a quotation and its speaker."""

from __future__ import annotations

from dataclasses import replace

import pytest

from meadow.text.selfcontained import SentenceCheck, check_sentence, is_self_contained

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

FUSED = {
    "en": [
        "From our reporter The ferry sank off Skerra on Monday.",
        "The ferry sank off Skerra. edition The captain was rescued by a trawler.",
    ],
    "nl": ["Van ter plaatse Het veer zonk voor de kust.", "De dijk brak door. editie Vijf huizen liepen onder."],
}

SCENES = {
    "en": ["Seawater and diesel ran down the steps.", "Candles flickered along the wet quay all night."],
    "nl": ["De sigaret beeft tussen dunne vingers."],
    "es": ["Las velas tiemblan sobre el muelle mojado."],
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

CLASSES = {"fused": FUSED, "scene": SCENES}


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
    ("text", "why"),
    [
        ("“The door was open.", "marks"),
        ("`` Ada Quist has left the harbour board .", "marks"),
        ("The ministers met the families (and left.", "marks"),
        ("(The minister did not call back.)", "fragment"),
        ("The minister wrote on Monday:", "fragment"),
        ("plan, hailed at home as the saviour of the port, is failing.", "fragment"),
        ("2. The harbour of Skerra is closed.", "fragment"),
        ("“She opened the door,” said Ann Lund.", "opening"),
        ("“She opened the door,” Ann Lund said of the captain.", None),
        ("Corrigan said the door was open, and nobody, he said, had looked at it.", None),
        ("2.5 million people live in Skerra and Lorvane.", None),
    ],
)
def test_marks_and_forms_tell_what_a_sentence_depends_on(text: str, why: str | None) -> None:
    assert check_sentence(text).dependence == why
    assert is_self_contained(text) is (why is None)


def test_what_a_quotation_says_is_not_the_writers() -> None:
    found = check_sentence("“I will sell our ships here,” said Petra Halvorsen, whose firm owns the ferry.")
    assert (found.voice, found.forecast, found.dependence) == (False, False, None)


def test_only_clauses_count_as_quotations() -> None:
    assert not check_sentence("The “black” box was found off Skerra on Monday.").quotation
    assert check_sentence("The minister called it “the worst day of the year” on Monday.").quotation


def test_a_language_without_lists_is_judged_by_its_marks() -> None:
    assert check_sentence("Ein Schiff sank vor Skerra und nichts davon steht hier.", "xx").printable_anywhere


def test_a_line_of_thousands_of_characters_is_no_sentence() -> None:
    assert check_sentence("word " * 500).junk


def test_a_name_may_end_with_an_exclamation_mark() -> None:
    assert not check_sentence("Ann Lund has left Skerra, a source told E!").voice
    assert check_sentence("Ann Lund has left Skerra at last!").voice
