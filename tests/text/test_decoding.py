from __future__ import annotations

import codecs
import contextlib
import gzip

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from meadow.errors import ReadError
from meadow.text.clean import decode

FERRY = "The ferry “Señora Ágnes” sank — 40 people were saved."
RUSSIAN = "Паром затонул у входа в гавань, все пассажиры были спасены спасателями."
JAPANESE = "船は港の入り口で沈みましたが、全員が助かりました。市長はすぐに調査を始めると述べました。"


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
    ],
)
def test_a_byte_order_mark_decides_and_goes(mark: bytes, encoding: str) -> None:
    assert decode(mark + FERRY.encode(encoding)) == FERRY


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_sixteen_bits_without_a_mark_are_told_by_their_zeros(encoding: str) -> None:
    assert decode("The ferry sank at noon.".encode(encoding)) == "The ferry sank at noon."


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (FERRY, "utf-8"),
        ("El capitán señaló: «mañana».", "cp1252"),
        (RUSSIAN, "cp1251"),
        (JAPANESE, "shift_jis"),
        (JAPANESE, "euc_jp"),
        (JAPANESE, "iso2022_jp"),
    ],
)
def test_legacy_encodings_are_recognized_by_how_they_read(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding)) == text


def test_a_declared_charset_is_believed_where_the_bytes_agree() -> None:
    page = '<?xml version="1.0" encoding="iso-8859-2"?><p>Loď se potopila u přístavu.</p>'
    assert decode(page.encode("iso-8859-2")) == page
    assert "Señal" in decode(b'<meta charset="no-such-charset"><p>' + "Señal".encode("cp1252"))
    assert "Señal" in decode(b'<meta charset="hex"><p>' + "Señal".encode("cp1252"))


def test_damaged_utf8_stays_utf8() -> None:
    text = "Ágnes Čapková přišla později, říkal starosta. " * 5
    assert decode(text.encode()[:-1] + b"\xc5") == text[:-1] + "\ufffd"
    assert decode(codecs.BOM_UTF8 + text.encode() + b"\xff") == text + "\ufffd"


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"%PDF-1.7\n%\xe2\xe3", "a PDF file"),
        (b"PK\x03\x04\x14\x00\x06\x00", "Word (.docx)"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old Word"),
        (b"\x89PNG\r\n\x1a\n", "PNG image"),
        (b"\xff\xd8\xff\xe0", "JPEG image"),
        (b"{\\rtf1\\ansi Hello}", "RTF"),
        (gzip.compress(b"text", mtime=0), "gzip"),
        (b"SQLite format 3\x00", "SQLite"),
    ],
)
def test_known_binary_formats_are_named(data: bytes, name: str) -> None:
    with pytest.raises(ReadError) as caught:
        decode(data, place="news/a.txt")
    assert caught.value.place == "news/a.txt"
    assert "looks like binary data" in caught.value.reason
    assert name in caught.value.reason
    assert caught.value.advice


def test_the_error_reads_as_a_whole() -> None:
    with pytest.raises(ReadError) as caught:
        decode(b"%PDF-1.4", place="a.pdf")
    message = "a.pdf: looks like binary data (a PDF file), not text. Convert it to text or HTML first."
    assert str(caught.value) == message


def test_unknown_binary_data_are_told_by_their_controls() -> None:
    with pytest.raises(ReadError, match="control bytes"):
        decode(bytes(range(256)) * 4)


def test_a_stray_control_is_no_reason_to_refuse() -> None:
    assert decode(b"The ferry\x00 sank at noon within sight of the harbour, said the mayor.").startswith(
        "The ferry\x00"
    )


def test_a_false_mark_is_an_error_with_its_place() -> None:
    with pytest.raises(ReadError, match=r"input: has the mark of UTF-16-LE but is damaged at byte 0"):
        decode(codecs.BOM_UTF16_LE + b"a")


@given(st.binary(max_size=200))
@example(b"")
@example(b"\xff\xfe")
def test_any_bytes_give_text_or_the_named_error(data: bytes) -> None:
    with contextlib.suppress(ReadError):
        assert isinstance(decode(data), str)


@given(
    st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=80).filter(
        lambda text: not text.startswith("\ufeff")
    )
)
@example("PK is short for peak")
def test_utf8_comes_back(text: str) -> None:
    assume(not text.startswith(("%PDF", "GIF8", "RIFF", "BZh", "{\\rtf")))
    assert decode(text.encode()) == text


@pytest.mark.parametrize(("controls", "refused"), [(1, False), (2, True)])
def test_one_control_in_fifty_bytes_is_dirt_and_more_is_no_text(controls: int, refused: bool) -> None:
    data = b"\x01" * controls + b"a" * (50 - controls)
    if refused:
        with pytest.raises(ReadError, match=r"2 control bytes in the first 50"):
            decode(data)
    else:
        assert decode(data) == data.decode()


def test_four_whole_letters_make_up_for_one_that_is_broken() -> None:
    # Four whole letters beside one broken byte are damaged UTF-8; three are taken for the Latin of Windows.
    assert decode("éééé".encode() + b"\xff") == "éééé\ufffd"
    assert decode("ééé".encode() + b"\xff") == "Ã©Ã©Ã©ÿ"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_seven_letters_in_ten_with_a_zero_are_sixteen_bits(encoding: str) -> None:
    text = "ferries" + "船船船"
    assert decode(text.encode(encoding)) == text


@pytest.mark.parametrize("name", ["utf-16", "UTF-16LE", "utf_16_be", "utf16"])
@pytest.mark.parametrize(
    "form", ['<meta charset="{}"><p>', '<?xml version="1.0" encoding="{}"?>', '<meta content="x; charset={}">']
)
def test_what_names_itself_in_ascii_is_not_utf16(name: str, form: str) -> None:
    """As the Encoding Standard has it, it is UTF-8, even where a byte of it is none."""
    text = decode(form.format(name).encode() + b"The ferry sank \xff on Monday.")
    assert text.endswith("The ferry sank \ufffd on Monday.")


@pytest.mark.parametrize("name", ["utf-7", "utf-32", "unicode_escape", "raw_unicode_escape", "punycode", "idna"])
def test_codecs_that_are_no_charsets_are_ignored(name: str) -> None:
    text = f'<meta charset="{name}"><p>Señal \\x41+AGE-'
    assert decode(text.encode("cp1252")) == text
