"""Codes, notes and bylines before a lead: each is cut with the dateline behind it, and no word of a story with them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.rewrite.trim import trim
from meadow.text.datelines import dateline_length, is_dateline, without_preamble
from meadow.text.parting import joined, length_before, typeset_codes
from meadow.text.preambles import may_have_preamble, preamble_length
from meadow.text.selfcontained import check_leads, check_sentence

LEAD = "The ferry sank off Skerra on Monday."
PIECES = (
    *(
        "&UR;",
        "&LR;",
        "AT&T",
        "By ",
        "ANN LUND",
        "Associated Press Writer",
        "SKERRA",
        ", Letria",
        "(AP)",
        " _ ",
        "[Text]",
    ),
    *("[passage omitted]", "(Adds details)", "c.1998", "N.Y. Times News Service", LEAD, " ", "_", ".", ","),
)


def cut(before: str, rest: str = LEAD, language: str = "en") -> str:
    """Return what is taken off."""
    text = before + rest
    return text[: dateline_length(text, language)]


class TestCodes:
    """What no reader was meant to see goes wherever a lead may begin."""

    @pytest.mark.parametrize(
        "code",
        [
            "[Text] ",
            "[Excerpt] ",
            "[Summary] ",
            "[passage omitted] ",
            "[begin recording] ",
            "[Report by Ann Lund] ",
            "[Unattributed commentary by the station] ",
            "[By Ann Lund in Skerra] ",
            "[Report by Ann Lund] [Text] ",
            "(Begin optional trim) ",
            "(SECOND OPTIONAL TRIM BEGINS) ",
            "(STORY CAN END HERE. OPTIONAL MATERIAL FOLLOWS) ",
            "(Adds details, quotes) ",
            "(UPDATES toll) ",
            "(03-03) 12:34 PST ",
            "ATTENTION - ADDS quotes /// ",
            "/// ",
            "nn ",
            "c.1998 N.Y. Times News Service ",
            "(c) 1999, Los Angeles Times ",
            "c. 1999 The Skerra Globe ",
        ],
    )
    def test_they_are_cut(self, code: str) -> None:
        assert cut(code) == code
        assert without_preamble(code + LEAD) == LEAD
        assert cut(code + "SKERRA, Letria (AP) _ ") == code + "SKERRA, Letria (AP) _ "

    @pytest.mark.parametrize(
        "text",
        [
            "[Lund] told the court so.",
            "[words indistinct] the bridge is closed.",
            "(Lund was arrested later.) The ferry sank.",
            "(The first trim of the budget failed.) The ferry sank.",
            "Attention - the bridge is closed.",
            "c.1998 cars are sold in Skerra.",
            "nn",
        ],
    )
    def test_words_of_the_story_are_not(self, text: str) -> None:
        assert dateline_length(text) == 0
        assert without_preamble(text) == text

    def test_at_most_five_stand_in_a_row(self) -> None:
        assert cut("[Text] " * 5) == "[Text] " * 5
        assert cut("[Text] " * 6) == "[Text] " * 5

    def test_languages_without_blanks_have_none(self) -> None:
        assert without_preamble("[Text] 船が沈んだ。", "ja") == "[Text] 船が沈んだ。"


class TestBylines:
    """Where names end is told by the dateline or the office behind them."""

    @pytest.mark.parametrize(
        "byline",
        [
            "By ANN LUND Associated Press Writer SKERRA, Letria (AP) _ ",
            "By ANN LUND and JONAS RUBIN Associated Press Writers SKERRA (AP) _ ",
            "BY ANN LUND SKERRA _ ",
            "By Ann Lund, Staff Writer BOSTON — ",
            "By Ann van der Lund of the Skerra Times VELLIN (AP) — ",
            "By ANN LUND c.1998 N.Y. Times News Service WASHINGTON _ ",
            "By ANN LUND c.1998 N.Y. Times News Service ",
            "Associated Press Writer SKERRA (AP) _ ",
            "AP Sports Writer SKERRA (AP) -- ",
            "By Ann Lund Associated Press Writer ",
            "By Ann Lund Washington Post Staff Writer ",
            "&UR; By ANN LUND &LR; SKERRA _ ",
            "[Text] By ANN LUND SKERRA (AP) _ [Text] ",
        ],
    )
    def test_they_are_cut(self, byline: str) -> None:
        assert cut(byline) == byline
        assert not check_sentence(byline + LEAD).junk

    @pytest.mark.parametrize(
        "text",
        [
            "By Ann Lund The ferry sank off Skerra on Monday.",
            "By Ann Lund's account, SKERRA (AP) _ the ferry was full.",
            "By Monday SKERRA _ The port was closed.",
            "By Easter Monday SKERRA _ The port was closed.",
            "By Ann Lund Staff Writer SKERRA",
            "AP Writer of the year is Ann Lund.",
            "Associated Press Writer Ann Lund won the prize.",
            "By Staff Writer.",
        ],
    )
    def test_without_an_end_they_stay(self, text: str) -> None:
        assert dateline_length(text) == 0

    def test_so_many_names_are_none(self) -> None:
        assert cut("By " + "Ann " * 18 + "SKERRA (AP) _ ") != ""
        assert cut("By " + "Ann " * 25 + "SKERRA (AP) _ ") == ""

    def test_the_dateline_is_asked_for(self) -> None:
        assert preamble_length("By Ann Lund SKERRA _ The ferry", lambda text: 9 * text.startswith("SKERRA")) == 21
        assert preamble_length("By Ann Lund SKERRA _ The ferry", lambda _: 0) == 0


class TestTypesetCodes:
    """Codes of typesetters go wherever they stand, each recorded at its place in the source's own text."""

    @pytest.mark.parametrize(
        ("text", "printed", "cuts"),
        [
            ("&QL; " + LEAD, LEAD, [("code", 0, 5)]),
            (LEAD + " &QL;", LEAD, [("code", 36, 41)]),
            ("The ferry &UR; Alma &LR; sank.", "The ferry Alma sank.", [("code", 9, 14), ("code", 19, 24)]),
            ("&UR; SKERRA &LR; _ " + LEAD, LEAD, [("dateline", 0, 19)]),
            ("&Cx1f; " + LEAD, LEAD, [("code", 0, 7)]),
            (LEAD + " [passage omitted]", LEAD, [("code", 36, 54)]),
            ("SKERRA &LR; _ The ferry &UR; sank .", "The ferry sank.", [("dateline", 0, 14), ("code", 23, 28)]),
        ],
    )
    def test_they_are_cut(self, text: str, printed: str, cuts: list[tuple[str, int, int]]) -> None:
        written = trim(text, dates=False)
        assert written.text == printed
        assert [(each.kind, each.start, each.end) for each in written.cuts] == cuts

    @pytest.mark.parametrize(
        "text", ["AT&T and H&MS; the rest sold.", "R&D; and so on.", "A & B; C.", "The end [sic]", "[a]"]
    )
    def test_ampersands_and_brackets_of_the_story_stay(self, text: str) -> None:
        assert joined(text) == text
        assert typeset_codes(text) == ()
        assert trim(text, dates=False).text == text

    def test_they_are_no_part_of_the_judgement(self) -> None:
        assert check_sentence("&UR; He said so. &QL;") == check_sentence("He said so.")
        assert check_leads(["&UR; " + LEAD]) == check_leads([LEAD])
        assert check_leads(["By ANN LUND Associated Press Writer SKERRA (AP) _ " + LEAD]) == check_leads([LEAD])


class TestDatelines:
    """Datelines of the web, of Kyodo and of Dow Jones, with what must be known of the place."""

    @pytest.mark.parametrize(
        "dateline",
        [
            *("(CNN)", "Vellin (CNN)", "Vellin, Letria (CNN)", "Washington (CNN) ", "WASHINGTON (CNN)"),
            *(
                "LOS ANGELES -- (Reuters) ",
                "SKERRA (AP) _ (AP) ",
                "SKERRA _ (AFP) ",
                "SKERRA -- Oct. 3: ",
                "SKERRA _ March 3: ",
            ),
            *("NEW YORK -(Dow Jones)- ", "SKERRA, March 3 Kyodo - ", "SKERRA, Letria, March 3 /PRNewswire/ -- "),
            *(
                "NEW DELHI: ",
                "SAN FRANCISCO / ",
                "SKERRA • ",
                "BRUSSEL (BELGA) = ",
                "1998-10-03 (AP) ",
                "1998-10-03 (AP) -- ",
            ),
            *("Kabul, Afghanistan — ", "New Skerra, Ohio — ", "Los Vellin, Texas -- ", "San Lorvane, Calif. — "),
            *("AFP - ", "Reuters - ", "AP — ", "Xinhua -- "),
        ],
    )
    def test_they_are_cut(self, dateline: str) -> None:
        # California is left to those who write it in full or as the post office does.
        assert cut(dateline) == ("" if "Calif." in dateline else dateline)

    @pytest.mark.parametrize(
        "text",
        [
            *("Vellin (CNN) The ferry sank.", "Vellin (LPA)The ferry sank.", "Vellin, Letria — The ferry sank."),
            *(
                "Ann Lund, Ohio — The ferry sank.",
                "SKERRA: The ferry sank.",
                "New Delhi: The ferry sank.",
                "LUND: Never.",
            ),
            *("SKERRA / The ferry sank.", "NEW DELHI: the ferry sank.", "SKERRA, March 3 Lund - The ferry sank."),
            *("SKERRA Kyodo - The ferry sank.", "1998-10-03 (Lund) The ferry sank.", "1998-10-03 (AP) the ferry sank."),
            *("BBC - The channel", "Kyoto - The city", "afp - The agency", "SKERRA • the ferry sank."),
        ],
    )
    def test_what_is_less_is_none(self, text: str) -> None:
        assert dateline_length(text) == 0

    def test_an_agency_or_a_day_is_told_again_only_behind_a_dateline(self) -> None:
        assert cut("SKERRA _ (Lund) ") == "SKERRA _ "
        assert cut("SKERRA _ March 3 ") == "SKERRA _ "
        assert cut("Oct. 3: ") == ""

    @pytest.mark.parametrize("text", ["SKERRA, Letria (AP) _", "SKERRA (Reuters) -", "MADRID, 3 Mar. (EUROPA PRESS) -"])
    def test_a_dateline_alone_on_its_line_is_no_sentence(self, text: str) -> None:
        assert is_dateline(text)
        assert check_sentence(text).junk

    def test_a_lead_behind_a_dateline_without_a_dash_is_one_sentence(self) -> None:
        assert not check_sentence("WASHINGTON (CNN) The ferry sank on Monday.").fused
        assert check_sentence("The ferry sank (on Monday) The port was closed.").fused
        assert check_sentence("WASHINGTON (CNN) The ferry sank and then (here) The port was closed.").fused

    def test_a_stroke_behind_a_city_is_no_rubric(self) -> None:
        assert not check_sentence("SAN FRANCISCO / The mayor closed the harbour on Monday.").junk
        assert check_sentence("Sport / The team of Skerra won on Sunday.").junk


class TestBulletsOfUnderscores:
    """One or two underscores are a bullet; three are a line below a story."""

    @pytest.mark.parametrize("bullet", ["_", "_ ", "__", "__ "])
    def test_they_are_cut(self, bullet: str) -> None:
        assert cut(bullet) == bullet
        assert check_sentence(bullet + LEAD).printable_anywhere

    def test_what_leans_leans_behind_them(self) -> None:
        assert check_sentence("_He said the ferry of Skerra sank.").dependence is not None

    @pytest.mark.parametrize("text", ["___" + LEAD, "_ _ _", "_", "_the ferry sank."])
    def test_other_underscores_are_none(self, text: str) -> None:
        assert dateline_length(text) == 0
        assert check_sentence("_ _ _").junk
        assert check_sentence("___ Ann Lund wrote from Skerra.").junk


def test_the_first_letters_tell_nearly_all_sentences_apart() -> None:
    assert not may_have_preamble(LEAD)
    assert not may_have_preamble("")
    assert may_have_preamble("By Ann Lund")


@given(st.lists(st.sampled_from(PIECES), max_size=10).map("".join), st.sampled_from(["en", "es", "nl", "ja"]))
def test_what_is_printed_is_the_text_without_its_cuts(text: str, language: str) -> None:
    written = trim(text, language, dates=False)
    at, kept = 0, ""
    for each in written.cuts:
        assert at <= each.start < each.end <= len(text)
        kept += text[at : each.start]
        at = each.end
    assert "".join(written.text.split()) == "".join((kept + text[at:]).split())


@given(st.lists(st.sampled_from(PIECES), max_size=8).map("".join), st.integers(0, 40))
def test_a_length_of_the_joined_text_is_found_in_the_text(text: str, length: int) -> None:
    whole = joined(text)
    length = min(length, len(whole))
    place = length_before(text, length)
    assert place <= len(text)
    assert "".join(joined(text[:place]).split()).startswith("".join(whole[:length].split())[:-6])
