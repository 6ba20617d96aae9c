"""What a word is, byte by byte: each rule of the scanner by hand, in every script, against a few plain lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.kernels.intern import WordTable
from meadow.kernels.word_hashes import hash_words
from meadow.kernels.word_runs import word_hash
from meadow.kernels.word_scanner import character_tables, pack
from meadow.text.tokens import fold, marks, words


def read(text: str) -> list[str]:
    """Return the words that the compiled reader finds, in order."""
    table = WordTable.empty()
    ids, _ = table.intern([text])
    known = table.words()
    return [known[number] for number in ids]


def plainly(text: str) -> list[str]:
    """Return the words by a loop over characters, as the rules are written down."""
    folded, found, at = fold(text), list[str](), 0
    while at < len(folded):
        if not _is_part(folded[at]):
            at += 1
            continue
        start, run = at, 0
        while at < len(folded):
            if _is_part(folded[at]):
                at, run = at + 1, run + 1
            elif _joins(folded, at, run):
                at, run = at + 1, 0
            else:
                break
        found.append(folded[start:at])
    return found


def _is_part(letter: str) -> bool:
    return letter.isalnum() or letter in marks()


def _joins(text: str, at: int, run: int) -> bool:
    before, after = text[at - 1], text[at + 1 : at + 2]
    if not after or not _is_part(after) or text[at] not in "'.,":
        return False
    if text[at] == "'":
        return not before.isdecimal() and not after.isdecimal()
    if before.isdecimal():
        return after.isdecimal()
    return text[at] == "." and run == 1 and not after.isdecimal()


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", []),
        ("ferry", ["ferry"]),
        ("FERRY Ferry", ["ferry", "ferry"]),
        ("don't don’t", ["don't", "don't"]),
        ("'tis dogs' day", ["tis", "dogs", "day"]),
        ("a'1 1'a", ["a", "1", "1", "a"]),
        ("25,000 25,000.5", ["25,000", "25,000.5"]),
        ("25, 000", ["25", "000"]),
        ("3.5 3. 5", ["3.5", "3", "5"]),
        ("1.a a.1", ["1", "a", "a", "1"]),
        ("u.s. p.m.", ["u.s", "p.m"]),
        ("ab.c a.bc", ["ab", "c", "a.bc"]),
        ("a.b.c.d", ["a.b.c.d"]),
        ("end.Next", ["end", "next"]),
        ("snake_case", ["snake", "case"]),
        ("well-known", ["well", "known"]),
        ("é e\u0301", ["é", "e\u0301"]),
        ("ΟΔΟΣ οδός", ["οδοσ", "οδόσ"]),
        ("İstanbul", ["istanbul"]),
        ("हिन्दी", ["हिन्दी"]),
        ("船と港", ["船と港"]),
        ("x² ½", ["x²", "½"]),
        ("١٢٣", ["١٢٣"]),
        ("𝔘𝔫𝔦", ["𝔘𝔫𝔦"]),
        ("🐺a🐺", ["a"]),
        ("a\x00b", ["a", "b"]),
        ("a\ud800b", ["a", "b"]),
        ("\u0301", ["\u0301"]),
        ("a,b a;b", ["a", "b", "a", "b"]),
    ],
)
def test_words_by_hand(text: str, wanted: list[str]) -> None:
    assert read(text) == plainly(text) == words(text) == wanted


# Everything that a rule asks about, in all lengths of UTF-8.
PIECES = st.sampled_from(
    [
        "a",
        "B",
        "é",
        "İ",
        "ς",
        "1",
        "٣",
        "²",
        "'",
        "’",
        ".",
        ",",
        "_",
        "-",
        " ",
        "\u0301",
        "\u093f",
        "船",
        "𝔘",
        "🐺",
        "\x00",
        "\n",
    ]
)


@given(st.lists(PIECES, max_size=14).map("".join))
def test_words_are_those_of_the_plain_loop(text: str) -> None:
    assert read(text) == plainly(text)


@given(st.lists(st.lists(PIECES, max_size=8).map("".join), max_size=5))
def test_no_word_reaches_from_one_text_into_the_next(texts: list[str]) -> None:
    table = WordTable.empty(words=4, size=16)
    ids, ends = table.intern(texts)
    known, starts = table.words(), [0, *ends.tolist()]
    rows = [[known[number] for number in ids[start:end]] for start, end in zip(starts, ends.tolist(), strict=False)]
    assert rows == [plainly(text) for text in texts]


@given(st.lists(st.lists(PIECES, max_size=8).map("".join), max_size=4))
def test_hashes_are_those_of_the_folded_bytes(texts: list[str]) -> None:
    hashes, ends = hash_words(texts)
    assert hashes.tolist() == [word_hash(word) for text in texts for word in plainly(text)]
    assert ends.tolist()[1:] == [sum(len(plainly(text)) for text in texts[: at + 1]) for at in range(len(texts))]


class TestTable:
    """Ids of words."""

    def test_they_count_up_in_order_of_first_appearance(self) -> None:
        table = WordTable.empty()
        ids, ends = table.intern(["b a b", "", "c a"])
        assert (ids.tolist(), ends.tolist(), table.words()) == ([0, 1, 0, 2, 1], [3, 3, 5], ["b", "a", "c"])
        assert (table.words(1), table.words(3), table.count) == (["a", "c"], [], 3)

    def test_no_text_has_no_words(self) -> None:
        table = WordTable.empty()
        assert [part.tolist() for part in table.intern([])] == [[], []]
        assert [part.tolist() for part in table.intern(["", " "])] == [[], [0, 0]]
        assert (table.words(), table.count) == ([], 0)

    @given(st.lists(st.integers(0, 400), max_size=120), st.integers(1, 16))
    def test_growing_changes_no_id(self, numbers: list[int], parts: int) -> None:
        names = [f"w{number}" for number in numbers]
        wanted: dict[str, int] = {}
        table = WordTable.empty(words=2, size=8)
        for start in range(0, len(names), parts):
            part = names[start : start + parts]
            ids, _ = table.intern([" ".join(part)])
            assert ids.tolist() == [wanted.setdefault(name, len(wanted)) for name in part]
        assert table.words() == list(wanted)

    def test_words_of_equal_beginnings_and_lengths_keep_apart(self) -> None:
        names = [f"{first}{middle}{last}" for first in "ab" for middle in "xy" * 20 for last in "cd"]
        table = WordTable.empty(words=2, size=8)
        ids, _ = table.intern([" ".join(names)])
        assert [table.words()[number] for number in ids] == names
        assert table.count == 8


class TestCharacters:
    """The tables behind the scanner."""

    def test_a_class_for_each_kind(self) -> None:
        classes, _ = character_tables()
        kinds = {name: int(classes[ord(name)]) for name in "aé船1٣'’., -_"}
        assert kinds["a"] == kinds["é"] == kinds["船"]
        assert kinds["1"] == kinds["٣"] != kinds["a"]
        assert kinds["'"] == kinds["’"]
        assert len({kinds[name] for name in "a1'.,"}) == 5
        assert kinds[" "] == kinds["-"] == kinds["_"] == 0

    def test_all_characters_are_letters_and_digits_to_numpy_that_are_so_to_python(self) -> None:
        classes, _ = character_tables()
        special = {*map(ord, marks()), *map(ord, "'’.,")}
        for point in range(len(classes)):
            if point not in special and not 0xD800 <= point <= 0xDFFF:
                character = chr(point)
                kind = (2 if character.isdecimal() else 1) if character.isalnum() else 0
                assert classes[point] == kind, hex(point)

    def test_folding_is_that_of_the_plain_words(self) -> None:
        _, folded = character_tables()
        letters = "AÉΣςİIЖ𝔘ǅﬀ"
        assert [chr(folded[ord(letter)]) for letter in letters] == [fold(letter) for letter in letters]

    def test_half_a_pair_is_packed_as_something_that_is_no_word(self) -> None:
        buffer, ends = pack(["a\ud800", "b"])
        assert (buffer.tobytes(), ends.tolist()) == (b"a?b", [2, 3])


def test_five_million_bytes_in_one_line() -> None:
    line = "The ferry left Skerra at noon with 25,000 crowns. " * 100_000
    table = WordTable.empty()
    ids, ends = table.intern([line])
    assert (len(ids), ends.tolist()) == (900_000, [900_000])
    assert table.words() == ["the", "ferry", "left", "skerra", "at", "noon", "with", "25,000", "crowns"]
    hashes, _ = hash_words([line])
    assert hashes[:9].tolist() * 2 == hashes[-18:].tolist()
