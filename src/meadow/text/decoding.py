"""Bytes to text: byte-order marks, UTF-8, a declared charset, the usual legacy encodings, or an error that says why not."""

from __future__ import annotations

import codecs
import re

from meadow.errors import ReadError

_CONVERT = "Convert it to text or HTML first."
_SAVE_AS_UTF8 = "Save it as UTF-8."
_MAGIC = (
    (b"%PDF", "a PDF file", _CONVERT),
    (b"PK\x03\x04", "a zip archive, such as a Word (.docx) or OpenDocument file", _CONVERT),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Word or Office file", _CONVERT),
    (b"{\\rtf", "an RTF file", _CONVERT),
    (b"\x89PNG\r\n", "a PNG image", _CONVERT),
    (b"\xff\xd8\xff", "a JPEG image", _CONVERT),
    (b"GIF8", "a GIF image", _CONVERT),
    (b"RIFF", "an image, sound or film", _CONVERT),
    (b"\x1f\x8b", "gzip-compressed data", "Unpack it first, or let its name end in .gz."),
    (b"BZh", "bzip2-compressed data", "Unpack it first."),
    (b"\xfd7zXZ\x00", "xz-compressed data", "Unpack it first."),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive", "Unpack it first."),
    (b"\x28\xb5\x2f\xfd", "zstd-compressed data", "Unpack it first, or let its name end in .zst."),
    (b"SQLite format 3\x00", "an SQLite database", "Export its articles as JSON Lines or CSV first."),
)
# The UTF-32 marks come first: the little-endian one begins like that of UTF-16.
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_DECLARED = re.compile(rb"""(?:charset|encoding)\s*=\s*["']?([A-Za-z0-9_.:-]{2,30})""", re.IGNORECASE)
_NO_CHARSETS = frozenset(
    ("utf-7", "utf-32", "utf-32-le", "utf-32-be", "unicode-escape", "raw-unicode-escape", "punycode", "idna")
)
_CONTROL_BYTES = bytes(byte for byte in (*range(32), 127) if byte not in b"\t\n\v\f\r")
_JAPANESE_ESCAPES = re.compile(rb"\x1b\$[@B].{2,400}?\x1b\([BJ]", re.DOTALL)
_HIRAGANA = re.compile("[ぁ-ゖ]")
_CYRILLIC = re.compile("[А-яЁё]")
_CAPITAL_CYRILLIC = re.compile("[А-ЯЁ]")
_SAMPLE = 65_536


def decode(data: bytes, *, place: str = "input") -> str:
    """Return the text that `data` holds, or raise a `ReadError` that names `place` and says what the data look like.

    In order: a byte-order mark; UTF-16 without one; UTF-8; the charset that HTML or XML declares; Japanese and Russian
    legacy encodings where the result reads like them; Windows-1252. Nearly valid UTF-8 stays so, with U+FFFD at the damage.
    """
    marked = _by_mark(data, place)
    if marked is not None:
        return marked
    check_not_binary(data, place=place)
    if _JAPANESE_ESCAPES.search(data[:_SAMPLE]):
        return data.decode("iso2022_jp", "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return _by_declaration(data) or _damaged_utf8(data) or _legacy(data)


def check_not_binary(data: bytes, *, place: str = "input") -> None:
    """Raise a `ReadError` if `data` start like a known binary format or are full of control bytes."""
    for magic, name, advice in _MAGIC:
        if data.startswith(magic):
            raise ReadError(place, f"looks like binary data ({name}), not text.", advice=advice)
    sample = data[:_SAMPLE]
    if _JAPANESE_ESCAPES.search(sample):
        return
    controls = len(sample) - len(sample.translate(None, _CONTROL_BYTES))
    # One stray control in a text is dirt; one in fifty bytes is no text. Random bytes have one in nine.
    if controls * 50 > len(sample):
        reason = f"looks like binary data ({controls} control bytes in the first {len(sample)}), not text."
        raise ReadError(place, reason, advice=_CONVERT)


def _by_mark(data: bytes, place: str) -> str | None:
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return _by_utf(data[len(mark) :], encoding, place)
    bare = _bare_utf16(data[:_SAMPLE])
    return None if bare is None else _by_utf(data, bare, place)


def _by_utf(data: bytes, encoding: str, place: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as trouble:
        damaged = _damaged_utf8(data) if encoding == "utf-8" else None
        if damaged is not None:
            return damaged
        reason = f"has the mark of {encoding.upper()} but is damaged at byte {trouble.start}: {trouble.reason}."
        raise ReadError(place, reason, advice=_SAVE_AS_UTF8) from trouble


def _bare_utf16(sample: bytes) -> str | None:
    """Tell UTF-16 of a Western text without a mark by its zeros: nearly every second byte, and only those."""
    pairs = len(sample) // 2
    if pairs < 2 or sample.count(0) * 3 < pairs:
        return None
    even, odd = sample[0 : pairs * 2 : 2].count(0), sample[1 : pairs * 2 : 2].count(0)
    if odd * 10 >= pairs * 7 and even * 20 <= pairs:
        return "utf-16-le"
    return "utf-16-be" if even * 10 >= pairs * 7 and odd * 20 <= pairs else None


def _by_declaration(data: bytes) -> str | None:
    declared = _DECLARED.search(data[:2048])
    return None if declared is None else by_name(data, declared[1].decode("ascii"))


def by_name(data: bytes, name: str) -> str | None:
    """Return text in the charset that it names itself, in letters of ASCII; None if that is unknown or wrong.

    What names itself in ASCII cannot be UTF-16, so that means UTF-8, as the Encoding Standard of the WHATWG has it; UTF-7,
    UTF-32 and the codecs of Python's own are no charsets there.
    """
    try:
        codec = codecs.lookup(name).name
        if codec.startswith("utf-16"):
            return data.decode("utf-8", "replace")
        return None if codec in _NO_CHARSETS else data.decode(codec)
    except (LookupError, UnicodeError, AssertionError):  # an unknown name, a codec of another kind, or a wrong claim
        return None


def _damaged_utf8(data: bytes) -> str | None:
    """UTF-8 with a few broken bytes: far more whole non-ASCII characters than damage, which Latin text never looks like."""
    text = data.decode("utf-8", "replace")
    damage = text.count("\ufffd")
    whole = sum(not character.isascii() for character in text[:_SAMPLE]) - text[:_SAMPLE].count("\ufffd")
    return text if whole >= 4 * damage else None


def _legacy(data: bytes) -> str:
    for encoding in ("shift_jis", "euc_jp"):
        text = _try(data, encoding)
        if text is not None and len(_HIRAGANA.findall(text[:_SAMPLE])) * 5 > _foreign(text):
            return text
    text = _try(data, "cp1251")
    if text is not None:
        letters = _CYRILLIC.findall(text[:_SAMPLE])
        words_of_small_letters = len(_CAPITAL_CYRILLIC.findall(text[:_SAMPLE])) * 2 < len(letters)
        # In Western text accents are one letter in ten or fewer, in Russian nearly every letter is above ASCII.
        if words_of_small_letters and len(letters) * 2 > sum(map(str.isalpha, text[:_SAMPLE])):
            return text
    return data.decode("cp1252", "replace")


def _foreign(text: str) -> int:
    return sum(not character.isascii() for character in text[:_SAMPLE])


def _try(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None
