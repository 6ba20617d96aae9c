"""Small rooms of text at their edges: words of a text, pieces, what is kept, XML, titles and lines for a terminal."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import LimitError, ReadError
from meadow.text import per_word, pieces
from meadow.text.abbreviations import abbreviations, parse_sections
from meadow.text.analysis import Analyses
from meadow.text.per_word import PerWord
from meadow.text.pieces import Pieces
from meadow.text.printable import one_line, printable
from meadow.text.safexml import MOST_NESTING, parse_tags, parse_xml
from meadow.text.shortening import MARK, shorten
from meadow.text.shown import escaped_json, one_shown_line, shown_lines
from meadow.text.sounds import sound_key
from meadow.text.stems import has_stems, stem_of, stem_words
from meadow.text.stopwords import stop_words
from meadow.text.word_sets import small_words

ANY = st.text(st.characters(exclude_categories=()), max_size=40)


@given(st.one_of(ANY, st.text(st.sampled_from("aB7_ ’“”–—‘…'-éß"), max_size=40)))
def test_words_of_a_text_are_those_of_the_pattern(text: str) -> None:
    assert small_words(text) == re.findall(r"\w+", text.lower())


class TestPieces:
    """Pieces of texts are read once, whatever they hold."""

    @staticmethod
    def letters(piece: str) -> list[int]:
        """Return a number for each letter of a piece: none, one or several."""
        return [ord(letter) for letter in piece if letter.isalpha()]

    @given(st.lists(st.text(st.sampled_from("ab7 .\t\n"), max_size=20), max_size=6))
    def test_numbers_are_those_of_each_piece_in_order(self, texts: list[str]) -> None:
        numbers, ends = Pieces(self.letters).read(texts)
        starts = [0, *ends][: len(ends)]
        assert [numbers[start:end] for start, end in zip(starts, ends, strict=True)] == [
            self.letters(text) for text in texts
        ]

    def test_a_piece_is_asked_about_once(self) -> None:
        asked: list[str] = []

        def read(piece: str) -> list[int]:
            asked.append(piece)
            return [len(piece)]

        known = Pieces(read)
        assert known.read(["a bb a", "bb"]) == ([1, 2, 1, 2], [3, 4])
        assert known.read(["a"]) == ([1], [1])
        assert asked == ["a", "bb"]

    def test_past_a_bound_all_are_forgotten_and_read_anew(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(pieces, "MOST_PIECES", 3)
        asked: list[str] = []

        def read(piece: str) -> list[int]:
            asked.append(piece)
            return self.letters(piece)

        known = Pieces(read)
        first = known.read(["a bc 7 d"])
        # Four are more than three: the next call forgets them, those of several words too, and says the same.
        assert known.read(["a bc 7 d"]) == first == ([97, 98, 99, 100], [4])
        assert asked == ["a", "bc", "7", "d"] * 2

    def test_a_bound_that_is_just_reached_forgets_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(pieces, "MOST_PIECES", 2)
        asked: list[str] = []

        def read(piece: str) -> list[int]:
            asked.append(piece)
            return [1]

        known = Pieces(read)
        known.read(["a b"])
        known.read(["a b"])
        assert asked == ["a", "b"]


class TestPerWord:
    """Answers about words, kept within bounds."""

    def test_long_words_are_asked_every_time(self) -> None:
        asked: list[str] = []

        def length(word: str) -> int:
            asked.append(word)
            return len(word)

        answers = PerWord(length)
        for _ in range(2):
            assert (answers["x" * 100], answers["x" * 101]) == (100, 101)
        assert [len(word) for word in asked] == [100, 101, 101]

    def test_when_there_are_too_many_all_are_forgotten(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(per_word, "_MOST_WORDS", 2)
        answers: PerWord[str] = PerWord(str.upper)
        assert [answers[word] for word in "abcab"] == list("ABCAB")
        assert len(answers) <= 2


class TestKept:
    """Which texts are kept, and which go first."""

    def test_the_one_that_was_asked_for_longest_ago_goes(self) -> None:
        kept = Analyses(most_characters=4 * 510)
        first, second = kept.of("a" * 10), kept.of("b" * 10)
        for letter in "cd":
            kept.of(letter * 10)
        assert kept.of("a" * 10) is first  # asked for again: now b is the oldest
        kept.of("e" * 10)
        assert kept.of("a" * 10) is first
        assert kept.of("b" * 10) is not second

    def test_a_text_of_a_quarter_of_the_room_is_kept_and_a_longer_one_is_not(self) -> None:
        kept = Analyses(most_characters=4 * 510)
        assert kept.of("a" * 10) is kept.of("a" * 10)
        assert kept.of("a" * 11) is not kept.of("a" * 11)

    def test_what_is_forgotten_takes_no_room(self) -> None:
        kept = Analyses(most_characters=4 * 510)
        for round_ in range(3):
            for letter in "abcd":
                kept.of(letter * 10)
            assert (len(kept), kept.characters) == (4, 4 * 510), round_
            kept.forget()
            assert (len(kept), kept.characters) == (0, 0)


class Texts:
    """Keeps names and text of a parse."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.texts: list[str] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.names += [name, *attributes]

    def end(self, name: str) -> None:
        self.names.append(f"/{name}")

    def text(self, data: str) -> None:
        self.texts.append(data)


class TestXml:
    """XML from strangers, once more."""

    def test_so_many_may_be_nested_by_default_and_no_more(self) -> None:
        def nested(depth: int) -> str:
            return "<a>" * depth + "</a>" * depth

        assert len(parse_tags(nested(MOST_NESTING), place="x")) == MOST_NESTING == 64
        with pytest.raises(LimitError, match="nested more than 64 deep"):
            parse_tags(nested(65), place="x")

    def test_elements_side_by_side_are_not_nested(self) -> None:
        assert len(parse_tags("<a>" + "<b></b>" * 1_000 + "</a>", place="x")) == 1_001

    def test_a_parameter_that_nobody_declared_is_passed_over(self) -> None:
        handler = Texts()
        parse_xml('<!DOCTYPE a SYSTEM "a.dtd" [%unknown;]><a>x</a>', handler, place="x")
        assert (handler.names, handler.texts) == (["a", "/a"], ["x"])

    def test_a_long_text_comes_in_few_pieces(self) -> None:
        handler = Texts()
        parse_xml("<a>" + "one\ntwo &amp; " * 200 + "</a>", handler, place="x")
        assert "".join(handler.texts) == "one\ntwo & " * 200
        assert len(handler.texts) < 20

    @given(st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff"), max_size=40))
    def test_escaped_text_comes_back(self, text: str) -> None:
        handler = Texts()
        parse_xml(f"<a>{escape(text)}</a>", handler, place="x")
        assert "".join(handler.texts) == text

    @pytest.mark.parametrize(
        "text", ["", "<", "<a", "<a></b>", "no xml", "<a/><b/>", "\x00", "<a>&#0;</a>", "<a>\ud800</a><"]
    )
    def test_what_is_no_xml_says_where(self, text: str) -> None:
        with pytest.raises(ReadError, match=r"^x: not well-formed XML: .+ in line \d+, column \d+"):
            parse_tags(text, place="x")


class TestShown:
    """Strings of strangers within our lines."""

    @given(ANY)
    def test_nothing_unseen_is_left(self, text: str) -> None:
        for shown in (one_shown_line(text), shown_lines(text)):
            shown.encode("utf-8")
            assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", shown)
        assert "\n" not in one_shown_line(text)
        assert shown_lines(text).count("\n") == text.count("\n")

    @pytest.mark.parametrize(
        ("text", "line"),
        [
            ("a\nb", r"a\nb"),
            ("a\tb", r"a\tb"),
            ("a\rb", r"a\rb"),
            ("\x1b[31m", r"\x1b[31m"),
            ("\u202e", r"\u202e"),
            ("\x9b", r"\x9b"),
            ("\udc80", r"\x80"),
            ("\udcff", r"\xff"),
            ("\udc7f", r"\udc7f"),
            ("\udd00", r"\udd00"),
            ("é船🐺", "é船🐺"),
        ],
    )
    def test_each_as_its_escape(self, text: str, line: str) -> None:
        assert one_shown_line(text) == line

    def test_json_stays_json(self) -> None:
        assert escaped_json('"a\x9bb"') == '"a\\u009bb"'
        assert escaped_json('{\n\t"a": 1}') == '{\n\t"a": 1}'

    @given(ANY)
    def test_printable_text_is_printable_and_stays_so(self, text: str) -> None:
        once = printable(text)
        once.encode("utf-8")
        assert printable(once) == once
        assert one_line(text) == one_line(one_line(text))
        assert not re.search(r"\s\s|^\s|\s$", one_line(text))


class TestShortening:
    """The last resort."""

    @pytest.mark.parametrize(
        ("text", "room", "cut"),
        [
            ("One two; three four", 15, "One two…"),
            ("One two, three four", 15, "One two…"),
            ("One two three", 9, "One two…"),
            ("Onetwothree", 5, "Onet…"),
            ("One", 1, "…"),
            ("a; one two three four five", 18, "a; one two three…"),
            ("船は沈んだ、港は閉鎖", 8, "船は沈んだ…"),
            ("one two - three four", 16, "one two…"),
            ("one -- two", 8, "one…"),
        ],
    )
    def test_where_it_is_cut(self, text: str, room: int, cut: str) -> None:
        assert shorten(text, lambda part: len(part) <= room) in (cut, "" if cut == "…" else cut)

    @given(st.text(st.sampled_from("ab ,;:-"), max_size=40), st.integers(0, 45))
    def test_it_fits_begins_alike_and_is_marked(self, text: str, room: int) -> None:
        short = shorten(text, lambda part: len(part) <= room)
        assert short == "" or (
            len(short) <= room and short.endswith(MARK) and text.startswith(short.removesuffix(MARK))
        )


class TestLists:
    """Lists of words as they are read."""

    def test_sections_and_comments(self) -> None:
        text = "a b  # of nobody\n[one]  # the first\nc d # e\n#f\n\n[two words]\ng#h\n[one]\ni"
        assert parse_sections(text) == {"one": {"c", "d", "i"}, "two words": {"g#h"}}

    @pytest.mark.parametrize("language", ["xx", "", "../en", "en.txt"])
    def test_a_language_without_a_list_has_its_stop_words_only(self, language: str) -> None:
        lists = abbreviations(language)
        assert lists.starters == lists.words == stop_words(language)
        assert not lists.knows("mr")

    @pytest.mark.parametrize("language", ["en", "es", "nl", "fr", "de"])
    def test_lists_are_small_words_without_their_stop(self, language: str) -> None:
        lists = abbreviations(language)
        every = lists.name | lists.number | lists.phrase | lists.list | lists.clock | lists.place
        assert every
        assert all(word == word.lower() and not word.endswith(".") for word in every)
        assert all(map(lists.knows, lists.name | lists.phrase | lists.list | lists.clock))
        assert lists.words.isdisjoint(lists.name | lists.phrase | lists.list | lists.clock)


class TestStems:
    """Forms that fall together."""

    @pytest.mark.parametrize(
        ("language", "one", "other"),
        [("en", "ferries", "ferry"), ("es", "barcos", "barco"), ("nl", "ministers", "minister"), ("fr", "bateaux", "bateau"),
         ("de", "fähren", "fähre"), ("ja", "述べ", "述べる"), ("el", "λιμάνια", "λιμάνι"), ("ru", "порты", "порт")],
    )  # fmt: skip
    def test_two_forms(self, language: str, one: str, other: str) -> None:
        assert stem_words([one], language) == stem_words([other], language)
        assert stem_of(language)[one] == stem_words([one], language)[0]
        assert has_stems(language)

    @pytest.mark.parametrize("language", ["zh", "he", "th", "xx"])
    def test_without_a_stemmer_words_stay(self, language: str) -> None:
        assert stem_words(["ferries", "船"], language) == ["ferries", "船"]
        assert not has_stems(language)

    @given(
        st.lists(st.text(st.sampled_from("αβγςόabcé'7"), min_size=1, max_size=8), max_size=5),
        st.sampled_from(["el", "en", "fr", "hu"]),
    )
    def test_a_stem_is_never_empty_and_words_stay_in_order(self, words: list[str], language: str) -> None:
        stems = stem_words(words, language)
        assert all(stems)
        assert stems == [stem_of(language)[word] for word in words]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Aldern", "アルデルン"),
        ("Kira", "Кира"),
        ("Pell", "Bell"),
        ("Vale", "Fahl"),
        ("Zora", "Sora"),
        ("ÉDITH", "edith"),
        ("Tomas", "Τόμας"),
    ],
)
def test_names_that_sound_alike(one: str, other: str) -> None:
    assert sound_key(one) == sound_key(other) != ""


@pytest.mark.parametrize(
    ("word", "key"), [("", ""), ("aeiou", ""), ("7", ""), ("Anna", "n"), ("bob", "b"), ("bab", "b"), ("船", "")]
)
def test_keys_by_hand(word: str, key: str) -> None:
    assert sound_key(word)[: len(key) + 1] in (key, key + key)
