from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import UnknownNameError
from meadow.text import language as language_module
from meadow.text.language import UNSPACED, detect_language, language_name, normalize_language

NEWS = {
    "en": "The ferry sank within sight of the harbour, and all of the passengers were saved by fishermen.",
    "es": "El ferri se hundió a la vista del puerto y todos los pasajeros fueron rescatados por pescadores.",
    "nl": "De veerboot zonk in het zicht van de haven en alle passagiers werden door vissers gered.",
    "fr": "Le bac a coulé en vue du port et tous les passagers ont été sauvés par des pêcheurs.",
    "de": "Die Fähre sank in Sichtweite des Hafens, und alle Fahrgäste wurden von Fischern gerettet.",
    "cs": "Trajekt se potopil na dohled od přístavu a všechny cestující zachránili rybáři.",
    "ru": "Паром затонул в виду гавани, и все пассажиры были спасены рыбаками.",
    "ar": "غرقت العبارة على مرأى من الميناء وأنقذ الصيادون جميع الركاب.",
    "el": "Το πλοίο βυθίστηκε κοντά στο λιμάνι και όλοι οι επιβάτες σώθηκαν.",
    "he": "המעבורת טבעה מול הנמל וכל הנוסעים ניצלו בידי דייגים.",
    "hi": "नौका बंदरगाह के पास डूब गई और सभी यात्रियों को बचा लिया गया।",
    "ja": "船は港の近くで沈んだが、乗客は全員救助された。",
    "zh": "渡轮在港口附近沉没，所有乘客均被渔民救起。",
    "ko": "여객선이 항구 근처에서 침몰했으나 승객은 모두 구조되었다.",
    "th": "เรือข้ามฟากจมใกล้ท่าเรือแต่ผู้โดยสารทุกคนปลอดภัย",
}


@pytest.mark.parametrize("language", NEWS)
def test_news_in_each_language(language: str) -> None:
    assert detect_language(NEWS[language]) == language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("", "en"),
        ("12:30 — 4.5 %", "en"),
        ("Oriel Lines", "en"),
        ("港", "zh"),
        ("の", "ja"),
        ("Правда", "ru"),
        ("سلام", "ar"),
        ("Ναι", "el"),
        ("https://harbour.example/noticias/hoy/el-ferri-se-hunde", "en"),
    ],
)
def test_little_text_is_judged_by_its_script(text: str, language: str) -> None:
    assert detect_language(text) == language


def test_the_default_is_what_little_text_gets() -> None:
    assert detect_language("Oriel Lines", default="nl") == "nl"
    assert detect_language("", default="es") == "es"


def test_a_headline_full_of_names_is_not_taken_for_welsh() -> None:
    assert detect_language("Brask, Oriel Lines and Marrow Inc shares fall") == "en"


def test_a_foreign_name_does_not_change_the_language() -> None:
    assert detect_language(f"{NEWS['en']} The ship was named 月の海 by its owner.") == "en"
    assert detect_language(f"{NEWS['ja']} Oriel Lines") == "ja"


@pytest.mark.parametrize(
    ("given_code", "code"),
    [
        ("en", "en"),
        ("EN-us", "en"),
        ("en_GB", "en"),
        ("eng", "en"),
        ("ENG", "en"),
        ("English", "en"),
        (" nld ", "nl"),
        ("dut", "nl"),
        ("jpn", "ja"),
        ("日本語", "ja"),
        ("zh-Hant-TW", "zh"),
        ("iw", "he"),
        ("español", "es"),
        ("nb", "no"),
    ],
)
def test_many_names_one_code(given_code: str, code: str) -> None:
    assert normalize_language(given_code) == code


@pytest.mark.parametrize("unknown", ["", "klingon", "xx", "e"])
def test_an_unknown_language_is_an_error_that_lists_the_known_ones(unknown: str) -> None:
    with pytest.raises(UnknownNameError) as caught:
        normalize_language(unknown)
    message = str(caught.value)
    assert f"There is no language called {unknown!r}." in message
    assert "en" in (caught.value.allowed or "")
    assert "ISO 639-1" in message


@pytest.mark.parametrize(
    ("code", "name"),
    [("en", "English"), ("es", "Spanish"), ("nl", "Dutch"), ("ja", "Japanese"), ("zh", "Chinese"), ("no", "Norwegian"),
     ("lo", "Lao"), ("he", "Hebrew"), ("ro", "Romanian"), ("id", "Indonesian"), ("tlh", "Tlh")],
)  # fmt: skip
def test_languages_have_english_names(code: str, name: str) -> None:
    assert language_name(code) == name


@pytest.mark.parametrize("language", NEWS)
def test_every_name_leads_back_to_its_code(language: str) -> None:
    assert normalize_language(language_name(language)) == language


def test_unspaced_languages() -> None:
    assert frozenset({"ja", "zh", "th"}) == UNSPACED


@given(st.text(max_size=100))
def test_every_text_has_a_language_that_can_be_named(text: str) -> None:
    code = detect_language(text)
    assert normalize_language(code) == code


MORE = {
    "en": "That was what the captain said to the crew, and this was written in the log with the time of the call.",
    "es": "El capitán lo dijo por radio y la tripulación fue a los botes con su equipaje, según una nota del puerto.",
    "nl": "Het was voor de bemanning niet te doen, en een van hen ging naar de brug bij het licht uit de haven.",
    "fr": "Dans une note, les autorités du port ont écrit que la porte est restée ouverte pour des raisons peu claires.",
}


@pytest.mark.parametrize("language", MORE)
def test_common_words_tell_a_language_without_a_model(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language_module, "_identifier", lambda: pytest.fail("the model was asked"))
    assert detect_language(f"{NEWS[language]} {MORE[language]} " * 2) == language


@pytest.mark.parametrize("other", ["de", "cs", "ja", "he"])
def test_common_words_quoted_in_another_language_do_not_tell(other: str) -> None:
    assert detect_language(NEWS[other] * 4 + " " + NEWS["en"]) == other


@given(st.text(st.characters(max_codepoint=127)))
def test_words_of_ascii_are_found_as_in_any_text(text: str) -> None:
    assert language_module._words(text) == language_module._RUN.findall(text.lower())


@given(st.text(st.sampled_from("abé ,1かン・漢字한국αωאבनौไท،غم"), max_size=40))
def test_latin_letters_spare_a_look_at_other_scripts_only_where_none_can_win(sample: str) -> None:
    letters = sum(character.isalpha() for character in sample)
    kana, han, latin = (sum(pattern.match(each) is not None for each in sample) for pattern in
                        (language_module._KANA, language_module._HAN, language_module._LATIN))  # fmt: skip
    most = (
        code for code, script in language_module._SCRIPTS if 2 * sum(map(bool, map(script.match, sample))) > letters
    )
    eastern = "ja" if kana * 20 > han else "zh"
    expected = eastern if kana + han > latin else next(most, None)
    assert language_module._by_script(sample, letters) == expected


@given(st.text(alphabet="aBé “”’‘–—…-'_9\n", max_size=40))
def test_words_are_runs_of_letters_whatever_marks_a_printer_sets(text: str) -> None:
    assert language_module._words(text) == re.findall(r"[^\W\d_]+", text.lower())
