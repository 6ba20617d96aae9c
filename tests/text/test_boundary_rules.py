"""Each rule about the end of a sentence, with the case beside it that the rule must leave alone."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.text.sentences import split_sentences


def split(text: str, language: str = "en") -> list[str]:
    return [text[start:end] for start, end in split_sentences(text, language)]


def check(sentences: list[str], language: str = "en", glue: str = " ") -> None:
    assert split(glue.join(sentences), language) == sentences


class TestAbbreviations:
    """What a stop behind a short word means, by the list that the word is on."""

    @pytest.mark.parametrize(
        "title", ["Mr", "Mrs", "Dr", "Prof", "Gen", "Lt", "Sen", "Rep", "Gov", "Capt", "Rev", "Messrs"]
    )
    def test_a_name_follows_a_title(self, title: str) -> None:
        check([f"The harbour was closed by {title}. Vale on Monday.", "Nobody left."])

    @pytest.mark.parametrize("short", ["e.g", "i.e", "cf", "vs", "approx"])
    def test_more_of_the_phrase_follows(self, short: str) -> None:
        check([f"They closed some ports, {short}. Skerra, that day.", "Nobody left."])

    @pytest.mark.parametrize("short", ["No", "Fig", "Vol", "Ch", "p"])
    def test_a_number_follows_or_a_sentence_ends(self, short: str) -> None:
        check([f"It is written in {short}. 7 of the report.", "Nobody read it."])

    def test_no_is_a_word_where_no_number_follows(self) -> None:
        check(["They asked again and he said no.", "The council left."])

    @pytest.mark.parametrize("company", ["Oriel Lines Inc", "Oriel Lines Ltd", "Oriel Corp", "Marrow Bros", "Oriel Co"])
    def test_a_company_ends_a_sentence_before_a_word_that_begins_them(self, company: str) -> None:
        check([f"The ferry belongs to {company}.", "The owner said nothing."])
        check([f"The ferry belongs to {company}. Chairman Ivo Brandt, who said nothing."])

    def test_and_so_on_ends_a_sentence_before_any_capital(self) -> None:
        check(["They took boats, nets, etc.", "Skerra was empty."])
        check(["They took boats, nets, etc. and left."])

    @pytest.mark.parametrize("zone", ["Friday", "Monday", "March", "GMT", "EST", "Eastern", "local"])
    def test_a_clock_goes_on_with_its_day_or_zone(self, zone: str) -> None:
        check([f"They met at 5 p.m. {zone} in the hall.", "Nobody left."])

    def test_a_clock_ends_a_sentence_before_another_capital(self) -> None:
        check(["They met at 5 p.m.", "Skerra was dark by then."])

    @pytest.mark.parametrize("state", ["Calif", "Fla", "Mass", "Wash", "Tex"])
    def test_a_state_behind_a_comma_ends_a_sentence(self, state: str) -> None:
        check([f"They sailed to Marlow, {state}.", "Skerra was dark."])
        check([f"They sailed to Marlow, {state}., before dark."])

    @pytest.mark.parametrize("word", ["ill", "miss", "mass", "wash", "ore"])
    def test_a_word_in_small_letters_is_no_state(self, word: str) -> None:
        check([f"In the end there was much to {word}.", "Skerra was dark."])

    @pytest.mark.parametrize("acronym", ["U.S", "U.K", "U.N", "E.U", "D.C"])
    def test_letters_with_stops_end_a_sentence_before_a_word_that_begins_them(self, acronym: str) -> None:
        check([f"They live in the {acronym}.", "The others left."])
        check([f"They met the {acronym}. Coast Guard there."])

    def test_an_acronym_that_no_list_has_is_judged_alike(self) -> None:
        check(["It was told by the S.H.A.L.", "They left then."])
        check(["It was told by the S.H.A.L. Bureau then."])

    def test_an_acronym_without_stops_ends_a_sentence(self) -> None:
        check(["They were told of it by the NDRF.", "Ships left."])


class TestInitials:
    """Single capitals."""

    def test_initials_of_a_name(self) -> None:
        check(["J. K. Rowan wrote to A. Vale.", "He did not answer."])
        check(["It was built by J. A. Lund.", "It sank."])

    def test_an_initial_before_a_word_that_begins_sentences_ends_one(self) -> None:
        check(["They chose plan B.", "The others left."])

    @pytest.mark.parametrize("particle", ["De", "Van", "La", "Von", "Del"])
    def test_a_particle_of_a_name_begins_no_sentence(self, particle: str) -> None:
        check([f"It was built by J. {particle} Vries.", "It sank."])


class TestNumbers:
    """Digits around a stop."""

    @pytest.mark.parametrize("language", ["de", "cs", "da", "no", "fi", "pl"])
    def test_ordinals_where_the_language_writes_them_so(self, language: str) -> None:
        assert len(split("Es war der 3. Mai und kalt.", language)) == 1

    @pytest.mark.parametrize("language", ["en", "es", "nl", "fr"])
    def test_no_ordinals_where_it_does_not(self, language: str) -> None:
        assert len(split("The count was 3. Marlow was next.", language)) == 2

    def test_a_year_is_no_ordinal(self) -> None:
        assert split("Das war 2019. Marlow war leer.", "de") == ["Das war 2019.", "Marlow war leer."]

    def test_decimals_whole_and_taken_apart(self) -> None:
        check(["It rose by 3.5 percent and 6 . 1 points.", "It fell by 2."])

    def test_a_number_may_begin_a_sentence(self) -> None:
        check(["The ferry sank off the pier.", "40 people were saved."])

    def test_a_quoted_number_may_begin_one(self) -> None:
        check(["The ferry sank off the pier.", "“40 people” were saved."])


class TestQuotations:
    """Marks inside and at the end of quoted words."""

    @pytest.mark.parametrize("verb", ["said", "asked", "replied", "shouted", "wrote", "exclaimed"])
    def test_whoever_asks_belongs_to_the_question(self, verb: str) -> None:
        check([f"“Where are they?” Iris Vale {verb}.", "Nobody knew."])
        check([f"“Never again!” Dr. Vale {verb}.", "Nobody knew."])

    def test_a_name_that_does_something_else_begins_a_sentence(self) -> None:
        check(["“Where are they?”", "Iris Vale left the room."])

    def test_a_pronoun_begins_a_sentence(self) -> None:
        check(["“Where are they?”", "She asked it twice."])

    def test_in_other_languages_the_name_begins_a_sentence(self) -> None:
        assert split("“Waar zijn ze?” Iris Vale vroeg het.", "nl") == ["“Waar zijn ze?”", "Iris Vale vroeg het."]

    def test_a_closing_quote_stays_with_its_sentence(self) -> None:
        check(["“The ferry sank.”", "“Nobody died.”", "(They said so.)"])

    @pytest.mark.parametrize("language", ["de", "cs", "hr", "lt", "is"])
    def test_low_quotes_are_closed_by_what_opens_english_ones(self, language: str) -> None:
        assert split("„Das Schiff sank.“ Marlow war leer.", language) == ["„Das Schiff sank.“", "Marlow war leer."]

    def test_lone_straight_quotes_are_told_by_counting(self) -> None:
        check(['" The ferry sank . "', "Nobody died ."])
        check(["« Le bac a coulé. »", "Personne n’est mort."], "fr")

    def test_a_signature_behind_a_dash_begins_anew_and_small_letters_do_not(self) -> None:
        check(["Never again!", "— Ana Ruel"])
        check(["Never again! — that was all."])

    def test_an_aside_in_mid_sentence_ends_none(self) -> None:
        check(["The ferry (which sank. Really.) was old.", "Nobody died."])

    def test_a_sentence_in_brackets_is_one(self) -> None:
        check(["The ferry was old.", "(It was built in 1961.)", "Nobody died."])


class TestDots:
    """Several dots."""

    def test_dots_go_on_before_a_small_letter_and_before_i(self) -> None:
        check(["Well... we left.", "Nobody died."])
        check(["Well... I’m here... I left.", "Nobody died."])

    @pytest.mark.parametrize("dots", ["...", "…", ". . .", "...."])
    def test_dots_end_a_sentence_before_another_capital(self, dots: str) -> None:
        check([f"They waited{dots}", "The ferry came."])

    def test_dots_behind_a_stop_belong_to_it(self) -> None:
        check(["They had a deal. ...", "The ferry came."])


class TestNoBlank:
    """Two sentences that lost their blank."""

    @pytest.mark.parametrize(
        ("text", "parts"),
        [
            ("They left the hall.The rest stayed.", 2),
            ("They left the hall.Divers stayed there.", 2),
            ("They left the hall.Ivo stayed.", 1),
            ("They use harbour.Example and more.", 2),
            ("They read skerra.example/News.Next there.", 1),
            ("They wrote to ana@skerra.Oriel there.", 1),
            ("They use Node.js there.", 1),
            ("It is the U.S.The end.", 1),
            ("They left Skerra.NASA stayed.", 1),
            ("It cost 40.The rest was free.", 2),
            ("It ran 40km.The rest was free.", 2),
        ],
    )
    def test_how_many_there_are(self, text: str, parts: int) -> None:
        assert len(split(text)) == parts

    @pytest.mark.parametrize("opening", ["¿Quién lo sabe?", "¡Nadie lo sabe!"])
    def test_an_upside_down_mark_always_begins_one(self, opening: str) -> None:
        assert split(f"El barco se hundió.{opening}", "es") == ["El barco se hundió.", opening]


class TestPieces:
    """Abbreviations of several pieces."""

    def test_spanish_pieces(self) -> None:
        check(["Viven en EE. UU. desde mayo.", "Son dos."], "es")
        check(["Salió a las 5 p. m. del lunes.", "Son dos."], "es")

    def test_dutch_pieces(self) -> None:
        check(["Het gaat o.a. om de haven.", "Meer niet."], "nl")
        check(["Het gaat om de heer mr. J. de Vries.", "Hij bleef."], "nl")

    def test_a_clipped_word_begins_a_dutch_sentence(self) -> None:
        check(["De haven is dicht.", "'s Avonds ging hij open.", "’t Was laat."], "nl")


class TestEastAsian:
    """Scripts without blanks."""

    @pytest.mark.parametrize(
        ("language", "sentences"),
        [
            ("ja", ["船は沈んだ。", "港は閉鎖された！", "なぜか？", "誰も知らない。"]),
            ("ja", ["「船は沈んだ。」と市長は述べた。", "港は静かだ。"]),
            ("ja", ["「船は沈んだ！」市長は言った。", "港は静かだ。"]),
            ("ja", ["「船は沈んだ。」", "とても静かだ。"]),
            ("ja", ["「船は沈んだ。」", "でも港は静かだ。"]),
            ("ja", ["「船は沈んだ。」「港は無事だ。」と述べた。", "以上。"]),
            ("ja", ["Ｂ．Ｋ．ロウ氏が来た。", "以上。"]),
            ("ja", ["３．５％下がった。", "以上。"]),
            ("ja", ["本紙ＡＢＣ．", "以上。"]),
            ("ja", ["Yahoo！ニュースが報じた。", "以上。"]),
            ("ja", ["本当か!", "市長は黙った。"]),
            ("zh", ["船沉了。", "没有人死亡！", "为什么？"]),
            ("zh", ["“船沉了！”他说。", "没有人回答。"]),
            ("zh", ["“船沉了。”，他想。", "没有人回答。"]),
            ("zh", ["“船沉了！”", "港口很安静。"]),
            ("hi", ["नौका डूब गई।", "कोई नहीं मरा॥", "कौन जानता है?"]),
        ],
    )
    def test_where_they_end(self, language: str, sentences: list[str]) -> None:
        check(sentences, language, glue=" " if language == "hi" else "")


class TestOtherMarks:
    """Marks of other scripts."""

    @pytest.mark.parametrize(
        ("language", "sentences"),
        [
            ("ar", ["غرقت العبارة؟", "نعم."]),
            ("ur", ["کشتی ڈوب گئی۔", "کوئی نہیں مرا۔"]),
            ("el", ["Ποιος το ξέρει;", "Κανείς."]),
            ("hy", ["Նավը խորտակվեց։", "Ոչ ոք։"]),
            ("am", ["ጀልባው ሰጠመ።", "ማንም የለም።"]),
            ("en", ["The ferry sank‼", "Who knew⁇", "Nobody⁉"]),
        ],
    )
    def test_they_end_sentences(self, language: str, sentences: list[str]) -> None:
        check(sentences, language)

    def test_a_semicolon_asks_in_greek_only(self) -> None:
        check(["The ferry sank; Nobody died."])


WORDS = st.sampled_from(
    [
        "The",
        "ferry",
        "Dr.",
        "U.S.",
        "p.m.",
        "sank.",
        "40",
        "3.5",
        "“Where?”",
        "(It",
        "sank.)",
        "J.",
        "Vale",
        "...",
        "船。",
        "「港。」",
        "!",
        "?",
        "—",
        "e.g.",
        "'",
        "\n",
        "•",
        "\ud800",
        "\x00",
    ]
)


@given(
    st.lists(WORDS, max_size=14).map(" ".join), st.sampled_from(["en", "es", "nl", "de", "fr", "ja", "zh", "el", "xx"])
)
def test_no_character_is_lost_and_no_sentence_is_empty(text: str, language: str) -> None:
    spans = split_sentences(text, language)
    assert all(start < end and text[start:end] == text[start:end].strip() for start, end in spans)
    assert all(first[1] <= second[0] for first, second in itertools.pairwise(spans))
    assert "".join("".join(text[start:end].split()) for start, end in spans) == "".join(text.split())


@given(st.lists(WORDS, max_size=10).map(" ".join))
def test_blanks_around_a_text_only_shift_its_sentences(text: str) -> None:
    shifted = split_sentences(f"\n \n{text}\n\n")
    assert shifted == tuple((start + 3, end + 3) for start, end in split_sentences(text))


@pytest.mark.parametrize("text", ["", " ", "\n", "\x00", "\ud800", ".", "...", "»", "猫", "a", "A.", "?!"])
def test_next_to_nothing(text: str) -> None:
    whole = text.strip()
    assert split(text) == ([whole] if whole else [])
