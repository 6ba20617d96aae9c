"""How rare words are: from word frequencies, from a collection, from a table."""

import gzip
import math
from pathlib import Path

import numpy as np
import pytest

from meadow.errors import InputError
from meadow.ingest.idf import load_idf_table
from meadow.text.background import (
    IdfTable,
    WordFrequencies,
    background_from_texts,
    default_background,
    format_idf_table,
    parse_idf_table,
)
from paper import enidf


def test_frequencies_fall_from_common_to_rare_to_unknown() -> None:
    the, government, belgium, unknown = WordFrequencies("en").idf(["the", "Government", "belgium", "skerraxx"])
    assert 0 <= the < 0.01 < government < belgium < unknown
    # -ln(1 − exp(−300 · 1e-8)) for a word that the list lacks.
    assert unknown == pytest.approx(-math.log(-math.expm1(-300e-8)))


def test_numbers_are_looked_up_by_their_shape() -> None:
    year, number, price, unknown = WordFrequencies("en").idf(["2026", "23", "3.2", "skerraxx"])
    assert number < year < price < unknown


def test_a_language_without_a_list_takes_english_and_says_so() -> None:
    assert default_background("nl").name == "wordfreq-nl"
    assert default_background("eu").name == "wordfreq-en"


def test_a_collection_gives_log_of_documents_over_document_frequency() -> None:
    table = background_from_texts("mine", [["wolf", "wolf", "sheep"], ["wolf"], ["ferry"]])
    assert table.idf(["wolf", "sheep", "never"]) == pytest.approx([math.log(3 / 2), math.log(3), math.log(3)])
    with pytest.raises(InputError, match="at least one text"):
        background_from_texts("none", [])


def test_a_table_is_looked_up_as_written_and_folded_by_its_most_common_spelling() -> None:
    table = parse_idf_table("Belgium \t 5.6\nbelgium\t9\n\nthe \t 0.01\n", name="t")
    assert table.idf(["Belgium", "belgium", "BELGIUM"]).tolist() == [5.6, 9.0, 3.0]
    assert table.folded().idf(["belgium", "unseen"]).tolist() == [5.6, 3.0]
    assert table.folded() is table.folded()


def test_a_table_says_what_unknown_words_get_and_reads_back_as_written() -> None:
    table = background_from_texts("mine", [["wolf", "#", "sheep"], ["wolf"], ["ferry"]])
    text = format_idf_table(table, documents=3)
    assert text.splitlines()[:2] == [f"# 3 documents, unknown={math.log(3)!r}", f"wolf\t{math.log(3 / 2)!r}"]
    assert parse_idf_table(text, name="mine") == table
    assert parse_idf_table("# a note\n#\t2\n", name="t").idf(["#", "never"]).tolist() == [2.0, 3.0]
    with pytest.raises(InputError, match="t:1:"):
        parse_idf_table("# unknown=x\nwolf\t1\n", name="t")


@pytest.mark.parametrize(
    ("text", "said"),
    [("", "holds no word"), ("wolf 3", "t:1: 'wolf 3' is not a row"), ("a\t1\nb\tx", "t:2:"), ("a\tnan", "t:1:")],
)
def test_a_table_that_is_none_says_where(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        parse_idf_table(text, name="t")


def test_tables_load_from_plain_and_gzipped_files(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("wolf\t2\n")
    (tmp_path / "a.gz").write_bytes(gzip.compress(b"wolf\t2\n"))
    for name in ("a.txt", "a.gz"):
        assert load_idf_table(tmp_path / name) == IdfTable(name, {"wolf": 2.0})
    for damaged in (b"\x1f\x8bnonsense", gzip.compress(b"wolf\t2\n")[:-9]):
        (tmp_path / "bad.gz").write_bytes(damaged)
        with pytest.raises(InputError, match="damaged gzip"):
            load_idf_table(tmp_path / "bad.gz")
    with pytest.raises(InputError, match="There is no IDF table"):
        load_idf_table(tmp_path / "missing")


def test_the_assumed_text_length_brings_frequencies_near_meads_table() -> None:
    table = {word: value for word, value in enidf().folded().values.items() if value < 8}
    words = sorted(table)
    ours = WordFrequencies("en").idf(words)
    known = ours < 12
    assert abs(float(np.mean(ours[known] - np.array([table[word] for word in words])[known]))) < 0.25
