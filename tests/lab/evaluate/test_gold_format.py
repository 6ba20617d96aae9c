"""Gold extracts as text and as JSON, read and written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import InputError, UsageError
from meadow.lab.evaluate.coverage import Gold, GoldUnit, format_gold, parse_extract, parse_gold, parse_gold_units
from meadow.model import SentenceRef

TABLE_1 = [[{1}, {10, 11}], [{3, 5, 6}], [{20, 21, 23}, {1, 30, 60}]]
TABLE_1_TEXT = "1\t{s1} {s10,s11}\n2\t{s3,s5,s6}\n3\t{s20,s21,s23} {s1,s30,s60}\n"
# Two documents: sentences 1 and 2 are the first one's, 3 and 4 the second one's.
NUMBERING = [SentenceRef("d1", 0), SentenceRef("d1", 1), SentenceRef("d2", 0), SentenceRef("d2", 5)]

golds = st.lists(st.lists(st.frozensets(st.integers(1, 4), min_size=1), min_size=1, max_size=3), min_size=1, max_size=5)


@pytest.mark.golden("T2")
@pytest.mark.parametrize(
    "text",
    [
        TABLE_1_TEXT,
        "1\ts1 s10,s11\n\n2\t3,5,6\n3\t20,21,23 1,30,60\n",
        "1\t{s1} {s10, s11}\t\r\n2\t{S3 ,s5,s6}\tB\r\n3\t{20,21,23} {s1,s30,s60}\tC\r\n",
        "\ufeff" + TABLE_1_TEXT,
    ],
)
def test_table_1_is_read(text: str) -> None:
    assert parse_gold(text) == TABLE_1


@pytest.mark.golden("T2")
def test_table_1_is_written() -> None:
    assert format_gold(TABLE_1) == TABLE_1_TEXT
    assert format_gold([[{2}], [{1}]], ids=["a", "b"], ranks="AC") == "a\t{s2}\tA\nb\t{s1}\tC\n"


@pytest.mark.golden("T2")
def test_the_json_form_names_document_and_index() -> None:
    written = format_gold([[{1}, {3, 4}]], ranks="B", form="json", numbering=NUMBERING)
    assert written == '[{"id": "1", "rank": "B", "alternatives": [[["d1", 0]], [["d2", 0], ["d2", 5]]]}]'
    units = parse_gold_units(written, numbering=NUMBERING)
    assert units == (GoldUnit("1", (frozenset({1}), frozenset({3, 4})), "B"),)


@given(golds, st.sampled_from(["text", "json"]), st.booleans())
def test_what_is_written_is_read_back(gold: Gold, form: str, ranked: bool) -> None:
    ranks = [chr(ord("A") + number % 26) for number in range(len(gold))] if ranked else None
    written = format_gold(gold, ranks=ranks, form=form, numbering=NUMBERING)  # type: ignore[arg-type]
    assert parse_gold(written, numbering=NUMBERING) == gold
    read = [unit.rank for unit in parse_gold_units(written, numbering=NUMBERING)]
    assert read == ([None] * len(gold) if ranks is None else ranks)


@pytest.mark.parametrize("text", ["s10 s11 s5", "10,11,5", " s5\ns11\ns10,\n"])
def test_extracts_are_read(text: str) -> None:
    assert parse_extract(text) == {5, 10, 11}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "holds no sentence"),
        ("1 {s1}", "has 1 columns in line 1"),
        ("1\t{s1}\tA\tB", "has 4 columns in line 1"),
        ("\t{s1}", "has 2 columns in line 1"),
        ("1\t{s1", "braces that do not match in line 1"),
        ("1\t{s1,x2}", "has 'x2' where a sentence such as s1 is expected"),
        ("1\t{s1,}", "has '' where a sentence"),
        ("1\t{s0}", "below s1 for the sentence '1'; sentences count from 1"),
        ("1\t{}", "an empty set, for the sentence '1'; leave such a sentence out"),
        ("1\t", "no source, or an empty set, for the sentence '1'"),
        ("1\t{s1}\tAB", "rank 'AB' for the sentence '1'; a rank is one letter"),
        ("1\t{s1}\n1\t{s2}", "two sentences with the id '1'"),
        ("[", "is not valid JSON"),
        ("[]", "holds no sentence"),
        ("[3]", 'no list "alternatives" in entry 1'),
        (
            '[{"alternatives": [[["d1", 1]], [["d9", 0]]]}]',
            r"names \['d9', 0\], which is not .* of the 4 source sentences",
        ),
        ('[{"alternatives": ["d1"]}]', "names 'd1', which is not"),
    ],
)
def test_bad_gold_is_explained(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words) as caught:
        parse_gold(text, numbering=NUMBERING)
    assert "A line is: id, tab, sets such as {s1} {s10,s11}" in str(caught.value)


def test_what_cannot_be_read_back_is_not_written() -> None:
    with pytest.raises(UsageError, match="1 ids and no ranks for 2 sentences"):
        format_gold([[{1}], [{2}]], ids=["a"])
    with pytest.raises(InputError, match="below s1"):
        format_gold([[{0}]])
    with pytest.raises(InputError, match="an id is not blank and has no tab"):
        format_gold([[{1}]], ids=["a\tb"])
    with pytest.raises(InputError, match="names s5, but `numbering` lists 4 source sentences"):
        format_gold([[{5}]], form="json", numbering=NUMBERING)
    with pytest.raises(InputError, match="names s1, but `numbering` lists 0"):
        format_gold([[{1}]], form="json")


def test_a_bad_extract_is_explained() -> None:
    with pytest.raises(InputError, match="has 'x' where a sentence such as s1 is expected"):
        parse_extract("s1 x")
