"""Bytes at the edge of each rule: one more or one less and they are read otherwise."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import ReadError
from meadow.text.decoding import check_not_binary, decode

JAPANESE = "港の入り口で船が沈み、乗客は全員が助かりました。"
RUSSIAN = "Паром затонул у входа в гавань."


class TestSixteenBits:
    """UTF-16 without a mark."""

    @pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
    @pytest.mark.parametrize("text", ["ab", "The ferry", "x" * 1001, "Señal clara", "a\nb\r\nc"])
    def test_western_text(self, text: str, encoding: str) -> None:
        assert decode(text.encode(encoding)) == text

    def test_one_letter_is_too_little(self) -> None:
        with pytest.raises(ReadError, match="control bytes"):
            decode("a".encode("utf-16-le"))

    @pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
    def test_fewer_than_seven_zeros_in_ten_are_something_else(self, encoding: str) -> None:
        data = ("ferrie" + "船船船船").encode(encoding)
        with pytest.raises(ReadError):
            decode(data)

    @pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
    def test_one_zero_in_twenty_on_the_other_side_is_allowed(self, encoding: str) -> None:
        # A letter whose other byte is zero, Ā (U+0100), beside nineteen plain ones; two of twenty are too many.
        assert decode(("x" * 19 + "Ā").encode(encoding)) == "x" * 19 + "Ā"
        with pytest.raises(ReadError):
            decode(("x" * 18 + "ĀĀ").encode(encoding))

    def test_an_odd_byte_at_the_end_is_damage_with_its_place(self) -> None:
        with pytest.raises(
            ReadError, match=r"a\.txt: has the mark of UTF-16-LE but is damaged at byte 18: truncated data"
        ):
            decode("The ferry".encode("utf-16-le") + b"x", place="a.txt")


class TestMarks:
    """Byte-order marks."""

    @pytest.mark.parametrize(
        "mark", [codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE]
    )
    def test_alone_it_is_an_empty_text(self, mark: bytes) -> None:
        assert decode(mark) == ""

    def test_a_mark_decides_over_controls_and_signatures(self) -> None:
        assert decode(codecs.BOM_UTF8 + b"%PDF \x01\x02\x03") == "%PDF \x01\x02\x03"

    @pytest.mark.parametrize(("mark", "name"), [(codecs.BOM_UTF32_LE, "UTF-32-LE"), (codecs.BOM_UTF16_BE, "UTF-16-BE")])
    def test_damage_behind_a_mark_is_told_with_its_place(self, mark: bytes, name: str) -> None:
        with pytest.raises(ReadError, match=f"^news.txt: has the mark of {name} but is damaged") as caught:
            decode(mark + b"abc", place="news.txt")
        assert caught.value.advice == "Save it as UTF-8."

    def test_damaged_utf8_behind_a_mark_that_has_no_whole_letters_is_refused(self) -> None:
        with pytest.raises(ReadError, match="UTF-8"):
            decode(codecs.BOM_UTF8 + b"abc\xff\xfe")


class TestDeclarations:
    """What a page says of its own encoding."""

    @pytest.mark.parametrize(
        "declared", [b'charset="iso-8859-2"', b"charset=iso-8859-2", b"encoding='ISO-8859-2'", b"CHARSET = iso-8859-2"]
    )
    def test_ways_to_say_it(self, declared: bytes) -> None:
        assert decode(b"<meta " + declared + b">" + "přístav".encode("iso-8859-2")).endswith("přístav")

    def test_it_stands_in_the_first_two_kilobytes(self) -> None:
        page = b"charset=iso-8859-2"
        word = "přístav".encode("iso-8859-2")
        assert decode(b" " * (2048 - len(page)) + page + word).endswith("přístav")
        assert not decode(b" " * 2048 + page + word).endswith("přístav")

    def test_valid_utf8_is_utf8_whatever_it_says(self) -> None:
        assert decode('<meta charset="iso-8859-2">přístav'.encode()).endswith("přístav")

    @pytest.mark.parametrize("name", ["nonsense", "rot13", "base64", "idna", "undefined", "x" * 40])
    def test_a_name_that_helps_nobody_is_passed_over(self, name: str) -> None:
        assert decode(b"charset=" + name.encode() + b" Se\xf1al") == f"charset={name} Señal"


class TestLegacy:
    """Encodings known by how they read."""

    @pytest.mark.parametrize("encoding", ["shift_jis", "euc_jp"])
    def test_japanese_needs_a_fifth_of_its_letters_in_hiragana(self, encoding: str) -> None:
        assert decode(JAPANESE.encode(encoding)) == JAPANESE
        # One of five is not enough, one of four is.
        assert decode("船港潮見の".encode(encoding)) != "船港潮見の"
        assert decode("船港潮の".encode(encoding)) == "船港潮の"

    def test_japanese_between_escapes_may_hold_controls(self) -> None:
        data = JAPANESE.encode("iso2022_jp")
        assert b"\x1b" in data
        assert decode(data) == JAPANESE
        check_not_binary(data)

    def test_russian_in_small_letters_only(self) -> None:
        assert decode(RUSSIAN.encode("cp1251")) == RUSSIAN
        # Half of the letters in capitals is what Western accents look like in this encoding.
        assert decode("ПАром".encode("cp1251")) == "ПАром"
        assert decode("ПАРом".encode("cp1251")) != "ПАРом"

    def test_russian_letters_are_more_than_half_of_all(self) -> None:
        assert decode("паром ferr".encode("cp1251")) == "паром ferr"
        assert decode("паром ferry".encode("cp1251")) != "паром ferry"

    @pytest.mark.parametrize("text", ["El capitán", "«Señal»", "Café — “fin”", "10 €", "naïve façade", "Škoda"])
    def test_western_text(self, text: str) -> None:
        assert decode(text.encode("cp1252")) == text

    def test_a_byte_that_no_letter_has_is_marked(self) -> None:
        assert decode(b"Se\xf1al \x81") == "Señal \ufffd"


class TestBinary:
    """What is refused."""

    @pytest.mark.parametrize(
        ("magic", "advice"),
        [
            (b"GIF89a", "Convert"),
            (b"RIFF\x00", "Convert"),
            (b"BZh91AY", "Unpack"),
            (b"\xfd7zXZ\x00", "Unpack"),
            (b"7z\xbc\xaf\x27\x1c", "Unpack"),
            (b"\x28\xb5\x2f\xfd", ".zst"),
            (b"\x1f\x8b", ".gz"),
            (b"SQLite format 3\x00", "Export"),
        ],
    )
    def test_a_signature_is_named_with_what_to_do(self, magic: bytes, advice: str) -> None:
        with pytest.raises(ReadError) as caught:
            decode(magic + b"text " * 100)
        assert advice in (caught.value.advice or "")

    def test_a_signature_inside_a_text_is_none(self) -> None:
        assert decode(b"The sign %PDF and the sign PK\x03\x04 were read. " + b"The ferry sank. " * 9).startswith(
            "The sign"
        )

    def test_white_space_is_no_control(self) -> None:
        assert decode(b"\t\n\v\f\r" * 50) == "\t\n\v\f\r" * 50

    @pytest.mark.parametrize("byte", [0, 1, 8, 14, 31, 127])
    def test_every_other_control_is(self, byte: int) -> None:
        with pytest.raises(ReadError, match="2 control bytes in the first 99"):
            check_not_binary(bytes([byte]) * 2 + b"x" * 97)
        check_not_binary(bytes([byte]) * 2 + b"x" * 98)

    def test_only_the_first_64_kilobytes_are_looked_at(self) -> None:
        check_not_binary(b"x" * 65_536 + b"\x00" * 100_000)
        with pytest.raises(ReadError, match="65536"):
            check_not_binary(b"\x00" * 2_000 + b"x" * 100_000)


@given(
    st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=2, max_size=60),
    st.sampled_from(["utf-8-sig", "utf-16", "utf-32"]),
)
def test_any_text_with_a_mark_comes_back(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding)) == text


@given(st.text("abcdefghij .,áéíóúñü¿¡«»", min_size=8, max_size=60).filter(lambda text: text[:4].isascii()))
def test_spanish_comes_back_from_windows(text: str) -> None:
    plain = "El capitán y la tripulación de la nave: " + text
    assert decode(plain.encode("cp1252")) == plain


def test_nothing_is_an_empty_text() -> None:
    assert decode(b"") == ""
    check_not_binary(b"")
