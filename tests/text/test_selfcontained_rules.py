"""The questions that a sentence is asked, one by one, each with what must not be taken for it."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.text.selfcontained import SentenceCheck, check_sentence, forecast_day
from meadow.text.selfcontained.checks import check_lead, is_self_contained
from meadow.text.selfcontained.fusion import is_fused
from meadow.text.selfcontained.quotations import read_quotations
from meadow.text.selfcontained.speakers import has_speaker

STORY = [
    ("en", "A ferry with 245 people aboard capsized off Skerra on Monday, the coast guard said."),
    ("en", "He said that the ferry sank."),
    ("en", "“The door was open all the time,” Nils Corrigan told reporters."),
    ("en", "“The door was open all the time,” he said."),
    ("en", "The ferry will be raised on Friday, the owner said."),
    ("en", "Candles flickered along the wet quay all night."),
    ("en", "When I stood on the pier, the ferry was gone."),
    ("en", "From our reporter The ferry sank off Skerra on Monday."),
    ("en", "Report by Ann Lund The ferry sank off Skerra on Monday."),
    ("en", "They flickered along the wet quay all night."),
    ("en", "Photos: The Skerra ferry"),
    ("en", "Rescuers searching the wreck of the Alma."),
    ("en", "Was it the hatch?"),
    ("en", ""),
    ("en", "***"),
    ("es", "«No fue una roca que nadie vio», declaró la ministra Petra Halvorsen."),
    ("es", "El ferri será reflotado el viernes."),
    ("es", "Las velas tiemblan sobre el muelle mojado."),
    ("nl", "De veerboot kapseisde maandag voor de kust van Skerra."),
    ("nl", "Helaas is de haven van Skerra nog dicht."),
    ("ja", "森崎賢治氏は「原因を詳しく調べる必要がある」と述べた。"),
    ("ja", "「原因を詳しく調べる必要がある」と述べた。"),
    ("ja", "市は来月から橋を閉鎖する方針だ。"),
    ("fr", "Le bac devrait repartir lundi de Skerra."),
    ("de", "Die Fähre soll am Freitag gehoben werden."),
    ("xx", "Skerra ferri 245 Alma."),
]


class TestOpening:
    """What may be printed first is what the whole judgement allows, found sooner."""

    @pytest.mark.parametrize(("language", "text"), STORY)
    def test_it_is_the_same_judgement(self, language: str, text: str) -> None:
        whole, opening = check_sentence(text, language), check_lead(text, language)
        assert opening == (whole if whole.usable and whole.self_contained else None)

    @given(st.lists(st.sampled_from([text for _, text in STORY]), min_size=1, max_size=3).map(" ".join),
           st.sampled_from(["en", "es", "nl", "ja", "fr", "de", "zh", "xx"]))  # fmt: skip
    def test_it_is_the_same_for_anything_put_together(self, text: str, language: str) -> None:
        whole, opening = check_sentence(text, language), check_lead(text, language)
        assert opening == (whole if whole.usable and whole.self_contained else None)
        assert is_self_contained(text, language) == (whole.dependence is None) or whole.junk

    @pytest.mark.parametrize(("length", "junk"), [(2_000, False), (2_001, True)])
    def test_a_line_of_more_than_two_thousand_characters_is_a_table(self, length: int, junk: bool) -> None:
        text = ("The ferry of Skerra sank on Monday with 12 people, " * 50)[: length - 1] + "."
        assert len(text) == length
        assert check_sentence(text).junk is junk
        assert (check_lead(text) is None) is junk

    def test_every_field_has_its_word_in_whether_a_sentence_stands(self) -> None:
        assert SentenceCheck().printable_anywhere
        assert not SentenceCheck(junk=True).usable
        assert not SentenceCheck(fused=True).usable
        assert not SentenceCheck(voice=True).usable
        assert not SentenceCheck(speaker=False).usable
        assert SentenceCheck(speaker=True).printable_anywhere
        assert SentenceCheck(dependence="opening").usable
        assert not SentenceCheck(dependence="opening").printable_anywhere
        assert SentenceCheck(scene=True).usable
        assert not SentenceCheck(scene=True).printable_anywhere
        assert SentenceCheck(forecast=True).printable_anywhere
        assert [SentenceCheck(speaker=said).quotation for said in (True, False, None)] == [True, True, False]


class TestVoice:
    """Whose words they are."""

    @pytest.mark.parametrize(
        "text",
        [
            "The US sent divers to Skerra.",
            "World War I medals were found at Skerra.",
            "The queen, Elizabeth I, left Skerra.",
            "The coal mine of Skerra was closed.",
            "Phase I of the works at Skerra ended.",
            "A source told E!",
            "Type I ships left Skerra.",
            "The I-95 bridge at Skerra closed.",
            "Section I) of the law was changed.",
        ],
    )
    def test_words_that_only_look_like_pronouns(self, text: str) -> None:
        assert not check_sentence(text).voice

    @pytest.mark.parametrize("end", ["?", "!", "! ", "! ’", "!)", "！", "？"])
    def test_whoever_asks_or_exclaims_speaks_for_themselves(self, end: str) -> None:
        assert check_sentence(f"The ferry of Skerra sank{end}").voice

    def test_what_is_quoted_is_not_the_writers(self) -> None:
        assert not check_sentence("“I saw the ferry sink myself,” Nils Corrigan said.").voice


class TestScenes:
    """What lacks all that a report needs."""

    @pytest.mark.parametrize(
        ("text", "scene"),
        [
            ("Candles flickered along the wet quay all night.", True),
            ("Candles flickered along the quay of Skerra.", False),
            ("Candles flickered along the 12 quays.", False),
            ("Candles flickered wildly.", False),
            ("Along the wet quay candles flickered.", True),
            ("Candles, Candles and smoke flickered along.", False),
        ],
    )
    def test_a_name_or_a_figure_makes_it_news(self, text: str, scene: bool) -> None:
        assert check_sentence(text).scene is scene

    def test_four_different_words_are_enough(self) -> None:
        assert check_sentence("Rain fell on water.").scene
        assert not check_sentence("Rain fell down.").scene
        assert not check_sentence("Rain on rain on rain.").scene

    def test_what_leans_speaks_for_somebody_or_quotes_is_no_scene(self) -> None:
        for text in ("They flickered along the wet quay all night.", "We flickered along the wet quay all night.",
                     "“Candles flickered along the quay,” a diver cried."):  # fmt: skip
            assert not check_sentence(text).scene

    def test_a_word_of_news_makes_it_news(self) -> None:
        assert not check_sentence("The minister flickered along the wet quay.").scene

    @pytest.mark.parametrize("language", ["ja", "xx", "ru"])
    def test_a_language_without_a_list_is_never_accused(self, language: str) -> None:
        assert not check_sentence("Candles flickered along the wet quay all night.", language).scene


class TestForecasts:
    """What is going to happen, and when."""

    ANCHOR = datetime(2026, 3, 4, 12, tzinfo=UTC)

    @pytest.mark.parametrize(
        ("text", "day"),
        [
            ("The ferry that sank on Monday will be raised on Friday.", date(2026, 3, 6)),
            ("It will be raised on 4 March 2026.", date(2026, 3, 4)),
            ("It will be raised on 3 March 2026.", None),
            ("It will be raised on 9 March and sail on 12 March.", date(2026, 3, 12)),
            ("It will be raised in March 2027.", None),
            ("“It will sail on Friday,” he said.", None),
            ("It will be raised.", None),
        ],
    )
    def test_the_last_day_that_it_names(self, text: str, day: date | None) -> None:
        assert forecast_day(text, anchor=self.ANCHOR) == day

    def test_without_an_anchor_every_whole_date_counts(self) -> None:
        assert forecast_day("It sank on 3 March 2026 and will be raised on Friday.") == date(2026, 3, 3)


class TestFusion:
    """Two sentences in one."""

    @pytest.mark.parametrize(
        ("language", "text"),
        [
            ("en", "By our reporter However some boats sank."), ("en", "The ferry sank off Skerra. edition of today."),
            ("en", "The port closed! more boats sank."), ("es", "De nuestra redacción El barco se hundió."),
            ("fr", "De notre envoyé Selon les marins le bac a coulé."), ("nl", "Van onze redactie De haven is dicht."),
            ("de", "Von unserem Reporter Doch viele sanken hier."), ("ru", "Порт закрыт. паром ушёл."),
        ],
    )  # fmt: skip
    def test_known(self, language: str, text: str) -> None:
        assert is_fused(text, language)

    @pytest.mark.parametrize(
        ("language", "text"),
        [
            ("en", "They saw The Crown Of Skerra there."), ("en", "It is written in The Times of Skerra."),
            ("en", "The firm Oriel Inc. said so."), ("en", "J. said so of it."), ("en", "The ship (No. 3.) said so of it."),
            ("en", "The ferry sank off Skerra. “Nobody died.”"), ("en", "It was built in 1961. more or less there."),
            ("es", "El barco se hundió en La Paz ayer."), ("xx", "Skerra The ferry sank there."),
        ],
    )  # fmt: skip
    def test_not_accused(self, language: str, text: str) -> None:
        assert not is_fused(text, language)


class TestQuotations:
    """Text taken apart at its marks."""

    @pytest.mark.parametrize(
        ("text", "outside", "inside", "paired"),
        [
            ("No marks.", "No marks.", (), True),
            ("He said “no” twice.", "He said   twice.", ("no",), True),
            ("„Nee”, zei ze.", " , zei ze.", ("Nee",), True),
            ("«No», dijo.", " , dijo.", ("No",), True),
            ("``No,'' he said.", "  he said.", ("No,",), True),
            ("「船」と『港』。", " と 。", ("船", "港"), True),
            ("“No,” he said, “never.”", "  he said,  ", ("No,", "never."), True),
            ("He said: “No", "He said:  ", ("No",), False),
            ("no,” he said.", " he said.", ("no,",), False),
            ("“No, he said.", " ", ("No, he said.",), False),
            ("It's the dogs' day.", "It's the dogs' day.", (), True),
        ],
    )
    def test_outside_and_inside(self, text: str, outside: str, inside: tuple[str, ...], paired: bool) -> None:
        found = read_quotations(text)
        assert (found.inside, found.paired) == (inside, paired)
        assert found.outside.split() == outside.split()

    @pytest.mark.parametrize(
        ("quoted", "clause"), [("one two three", False), ("one two three four", True), ("", False)]
    )
    def test_four_words_are_a_clause(self, quoted: str, clause: bool) -> None:
        assert read_quotations(f"He said “{quoted}”.").is_clause(spaced=True) is clause

    @pytest.mark.parametrize(("quoted", "clause"), [("港は静かだった", False), ("港は静かだった。", True)])
    def test_eight_characters_are_one_without_blanks(self, quoted: str, clause: bool) -> None:
        assert read_quotations(f"市長は「{quoted}」と述べた。").is_clause(spaced=False) is clause

    @given(st.text(st.sampled_from("ab .“”„«»\"'`「」,:"), max_size=40))
    def test_no_letter_is_lost(self, text: str) -> None:
        found = read_quotations(text)
        letters = "".join([found.outside, *found.inside])
        assert sorted(filter(str.isalpha, letters)) == sorted(filter(str.isalpha, text))


@pytest.mark.parametrize(
    ("language", "text", "told"),
    [
        ("en", "“It sank in the night,” Nils Corrigan said.", True), ("en", "“It sank in the night,” he said.", False),
        ("en", "“It sank in the night,” a diver said.", True), ("en", "“It sank in the night.”", False),
        ("en", "She told Nils Corrigan: “It sank.”", True), ("en", "They said “it sank in the night”.", False),
        ("es", "«Se hundió de noche», dijo la ministra.", True), ("es", "«Se hundió de noche», dijo.", False),
        ("nl", "„Het zonk in de nacht”, zei Verhoef.", True), ("nl", "„Het zonk in de nacht”, zei hij.", False),
        ("ja", "森崎氏は「船は沈んだ」と述べた。", True), ("ja", "「船は沈んだ」と述べた。", False),
        ("ja", "「船は沈んだ」という声がある。", True),
    ],
)  # fmt: skip
def test_who_speaks(language: str, text: str, told: bool) -> None:
    assert has_speaker(read_quotations(text), language) is told


@pytest.mark.parametrize(
    ("language", "text", "junk"),
    [
        ("en", "Ferry sinks.", True),
        ("en", "Ferry sinks today.", False),
        ("ja", "港", False),
        ("ja", "…", True),
        ("zh", "港口。", False),
        ("en", "18.40 crowns a day.", True),
        ("en", "18 boats of the harbour sank there.", False),
        ("en", "2026", True),
        ("en", "Anyone with tips on it can call 555 0142.", True),
        ("en", "Police called 555 men.", False),
        ("en", "“The Last Ferry” airs at 8 p.m. on Skerra One.", True),
        ("en", "The firm airs its views in Skerra.", False),
        ("ja", "『潮見の港』", True),
        ("ja", "ABC NEWS 2026。", True),
        ("ja", "市長は『潮見の港』を見た。", False),
        ("en", "The owner could not be reached for comment.", True),
        ("en", "The owner made a comment on it.", False),
    ],
)
def test_lines_that_are_no_sentence(language: str, text: str, junk: bool) -> None:
    assert check_sentence(text, language).junk is junk
