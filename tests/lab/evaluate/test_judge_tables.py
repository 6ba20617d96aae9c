"""Tables of judges in three formats, and extracts beside them."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from contextlib import suppress
from xml.sax.saxutils import quoteattr

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import InputError
from meadow.lab.evaluate.judge_tables import (
    DOCUMENTS,
    ITEMS,
    JUDGES,
    NOTES,
    SCORES,
    TEXTS,
    JudgeTable,
    parse_extract,
    parse_judges,
    parse_judges_csv,
    read_judges,
)
from meadow.model import SentenceRef
from shared import shared

WIDE_CSV = "document,index,Ada,Ben\nd1,0,10,8\nd1,2,3,4.5\nd2,0,0,1\n"
LONG_CSV = "judge,document,index,utility\nAda,d1,0,10\nBen,d1,0,8\nAda,d1,2,3\nBen,d1,2,4.5\nAda,d2,0,0\nBen,d2,0,1\n"
WIDE_JSONL = """
{"document": "d1", "index": 0, "judges": {"Ada": 10, "Ben": 8}}
{"document": "d1", "index": 2, "judges": {"Ada": 3, "Ben": 4.5}}
{"document": "d2", "index": 0, "judges": {"Ben": 1, "Ada": 0}}
"""
LONG_JSONL = """
{"document": "d1", "index": 0, "judge": "Ada", "utility": 10}
{"document": "d1", "index": 0, "judge": "Ben", "utility": 8}
{"document": "d1", "index": 2, "judge": "Ben", "utility": 4.5}
{"document": "d1", "index": 2, "judge": "Ada", "utility": 3}
{"document": "d2", "index": 0, "judge": "Ada", "utility": 0}
{"document": "d2", "index": 0, "judge": "Ben", "utility": 1}
"""
SENTJUDGE = """<?xml version='1.0'?>
<!DOCTYPE SENT-JUDGE SYSTEM "sentjudge.dtd">
<SENT-JUDGE QID="1">
<S DID="d1" PAR="1" RSNT="1" SNO="1"><JUDGE N="Ada" UTIL="10"/><JUDGE N="Ben" UTIL="8"/></S>
<S DID="d1" PAR="1" RSNT="3" SNO="3"><JUDGE N="Ada" UTIL="3"/><JUDGE N="Ben" UTIL="4.5"/></S>
<S DID="d2" PAR="1" RSNT="1" SNO="1"><JUDGE N="Ada" UTIL="0"/><JUDGE N="Ben" UTIL="1"/></S>
</SENT-JUDGE>
"""
BOMB = '<!DOCTYPE S [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><S DID="&b;" SNO="1"/>'


@pytest.mark.golden("M10")
@pytest.mark.parametrize("text", [WIDE_CSV, LONG_CSV, WIDE_JSONL, LONG_JSONL, SENTJUDGE, "\ufeff" + WIDE_CSV])
def test_every_format_gives_the_same_table(text: str) -> None:
    table = parse_judges(text)
    assert table.judges == ("Ada", "Ben")
    assert table.sentences == (SentenceRef("d1", 0), SentenceRef("d1", 2), SentenceRef("d2", 0))
    assert table.utilities == ((10, 3, 0), (8, 4.5, 1))


def test_the_judges_of_ga3_are_in_file_order() -> None:
    table = parse_judges(shared("data", "mead", "GA3", "GA3.sentjudge").read_text(encoding="utf-8"))
    assert list(dict.fromkeys(place.document_id for place in table.sentences)) == ["41", "81", "87"]
    # MEAD's sentence 1 is the headline, which nobody judged; sentence 2 has index 1.
    assert table.sentences[0] == SentenceRef("41", 1)


def test_a_document_may_be_called_nought() -> None:
    table = parse_judges('{"document": 0, "index": 0, "judges": {"Ada": 0}}')
    assert table.sentences == (SentenceRef("0", 0),)
    assert table.utilities == ((0,),)


def test_document_and_index_may_be_missing() -> None:
    table = parse_judges("Ada,Ben\n10,8\n3,4\n")
    assert table.sentences == (SentenceRef("", 0), SentenceRef("", 1))


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("sentence,Ada,Ben\nx,10,8\ny,3,4.5\n", "2 judges: Ada, Ben; sentences named by column 'sentence'; 2 sentences"),
        ("Ada,Ben\n10,8\n3,4.5\n", "2 judges: Ada, Ben; 2 sentences"),
        ("ID,Text,Ada,Ben,Comment\n1,The ferry sank.,10,8,so\n2,It rained.,3,4.5,\n",
         "2 judges: Ada, Ben; sentences named by column 'ID'; 2 sentences; not used: columns 'Text', 'Comment'"),
        ("text,Ada,Ben\nThe ferry sank.,10,8\nIt rained.,3,4.5\n",
         "2 judges: Ada, Ben; sentences named by column 'text'; 2 sentences"),
        ("judge,sentence,score\nAda,x,10\nAda,y,3\nBen,x,8\nBen,y,4.5\n",
         "2 judges: Ada, Ben; sentences named by column 'sentence'; 2 sentences"),
        ("Annotator,item id,when,Rating\nAda,x,noon,10\nBen,x,noon,8\nBen,y,noon,4.5\nAda,y,noon,3\n",
         "2 judges: Ada, Ben; sentences named by column 'item id'; 2 sentences; not used: column 'when'"),
        ('{"id": "x", "judge": "Ada", "score": 10}\n{"id": "y", "judge": "Ada", "score": 3}\n'
         '{"id": "x", "judge": "Ben", "score": 8}\n{"id": "y", "judge": "Ben", "score": 4.5}\n',
         "2 judges: Ada, Ben; sentences named by column 'id'; 2 sentences"),
        ('{"id": "x", "judges": {"Ada": 10, "Ben": 8}, "day": 1}\n{"id": "y", "judges": {"Ada": 3, "Ben": 4.5}}\n',
         "2 judges: Ada, Ben; sentences named by column 'id'; 2 sentences; not used: column 'day'"),
    ],
)  # fmt: skip
def test_columns_are_taken_by_their_names_and_that_is_said(text: str, taken: str) -> None:
    read = read_judges(text)
    assert read.taken == taken
    assert read.table == JudgeTable(("Ada", "Ben"), (SentenceRef("", 0), SentenceRef("", 1)), ((10, 3), (8, 4.5)))


def test_a_sentence_named_by_its_document_and_index_is_that_sentence() -> None:
    wanted = parse_judges(WIDE_CSV)
    named = "sentence,Ada,Ben\nd1:0,10,8\nd1:2,3,4.5\nd2:0,0,1\n"
    apart = "doc,sentence,Ada,Ben\nd1,0,10,8\nd1,2,3,4.5\nd2,0,0,1\n"
    assert parse_judges(named) == parse_judges(apart) == wanted
    assert read_judges(SENTJUDGE).taken == "2 judges: Ada, Ben; 3 sentences"
    mixed = parse_judges("sentence,Ada\nd1:0,10\nheadline,3\n")
    assert mixed.sentences == (SentenceRef("", 0), SentenceRef("", 1))


def test_a_nested_judge_may_have_any_name() -> None:
    table = parse_judges('{"story": "s", "document": "d1", "index": 0, "judges": {"document": 1, "text": 2, "id": 3}}')
    assert (table.judges, table.sentences) == (("document", "text", "id"), (SentenceRef("d1", 0),))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "holds no judgement"),
        (
            "judge,sentence,stars\nAda,a,1\n",
            "columns judge, sentence, stars, and none of them names the scores. Wide: ",
        ),
        ("judge,score\nAda,1\n", "columns judge, score, and none of them names the items"),
        ("id,text\na,b\n", "columns id, text, and none of them names the judges"),
        ("judge,id,score\n,a,1\n", "a row names no judge in the column 'judge'"),
        ("judge,id,score\nAda,,1\n", "row 1 has no 'id'"),
        (
            "id,genre,Ada\na,wire,1\n",
            r"'genre' gives 'wire', which is no number, to 'a' \(taken for judges: genre, Ada\)",
        ),
        ("id,Ada\na,1\na,2\n", "'Ada' scores 'a' twice"),
        ("rater,id,rating\nAda,a,1\nAda,b,1\nBen,a,1\n", "'Ben' gives no score to 'b'"),
        ("document,index,Ada\nd1,0,\n", "'Ada' gives no score to sentence 0 of 'd1'"),
        ("document,index,Ada,Ben\nd1,0,10\n", "'Ben' gives no score to sentence 0 of 'd1'"),
        ("Ada,Ben\n1,2,3\n", "row 1 has more cells than headings"),
        ('{"index": 0, "judges": {"Ada": 1' + "0" * 400 + "}}", "'Ada' gives '1000.*, which is no number"),
        ("Ada\nten\n", "'Ada' gives 'ten', which is no number"),
        ("document,index,Ada\nd1,0,1\nd1,0,2\n", "'Ada' scores sentence 0 of 'd1' twice"),
        ("index,Ada\n-1,2\n", "'-1' is not a sentence number"),
        ('judge,index,utility\nAda,0,1\nBen,1,1\n"Ada",1,1\n', "'Ben' gives no score to sentence 0"),
        ('Ada\n"unfinished', "CSV table cannot be read"),
        ('{"index": 0', "line 1 is not valid JSON"),
        ('{"judges": {"Ada": 1}}\n[1]', "line 2: .* is not a JSON object"),
        ("<SENT-JUDGE><S DID='d1'/></SENT-JUDGE>", "element S has no DID, or no SNO from 1"),
        ("<SENT-JUDGE><S DID='d1' SNO='0'/></SENT-JUDGE>", "no SNO from 1"),
        ("<SENT-JUDGE><S DID='d1' SNO='1'><JUDGE N='Ada'/></S></SENT-JUDGE>", "element JUDGE lacks the attribute UTIL"),
        ("<SENT-JUDGE>", "not well-formed XML"),
        ("<S DID='\ud800'/>", "no SNO from 1"),
        (BOMB, r"declares an entity \(a\), which is refused"),
    ],
)
def test_bad_tables_are_explained(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        parse_judges(text)


def test_an_external_doctype_is_neither_opened_nor_needed() -> None:
    text = SENTJUDGE.replace('"sentjudge.dtd"', '"http://127.0.0.1:9/none.dtd"')
    assert parse_judges(text) == parse_judges(SENTJUDGE)


@pytest.mark.parametrize(
    "text",
    [
        "0 2",
        "0,\n2\n",
        '<!DOCTYPE EXTRACT SYSTEM "x.dtd"><EXTRACT><S ORDER="1" DID="d1" SNO="1"/><S DID="d2" SNO="1"/></EXTRACT>',
        '{"text": "…", "sentences": [{"document": "d1", "index": 0}, {"document": "d2", "index": 0}]}',
    ],
)
def test_extracts_are_read_in_every_form(text: str) -> None:
    assert parse_extract(text, parse_judges(WIDE_CSV)) == {0, 2}


def test_an_empty_extract_is_an_extract() -> None:
    assert parse_extract(" \n", parse_judges(WIDE_CSV)) == frozenset()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('<EXTRACT><S DID="d1" SNO="2"/></EXTRACT>', "holds sentence 1 of 'd1', which nobody has judged"),
        ('{"sentences": 3}', 'no list "sentences"'),
        ("first second", "'first' is not a sentence number"),
    ],
)
def test_bad_extracts_are_explained(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        parse_extract(text, parse_judges(WIDE_CSV))


COLUMNS = {*DOCUMENTS, *ITEMS, *TEXTS, *NOTES, *JUDGES, *SCORES}

# What may stand in a cell, a JSON text or an attribute; controls and surrogates cannot stand in XML at all.
NAMES = st.text(
    st.characters(min_codepoint=0x20, exclude_categories=["Cs", "Cc", "Cn"]), min_size=1, max_size=8
).filter(lambda name: name.strip() == name and name != "judges" and name.casefold() not in COLUMNS)


@st.composite
def tables(draw: st.DrawFn) -> JudgeTable:
    judges = draw(st.lists(NAMES, min_size=1, max_size=3, unique=True))
    places = draw(st.lists(st.tuples(NAMES, st.integers(0, 99)), min_size=1, max_size=4, unique=True))
    row = st.tuples(*[st.integers(0, 10).map(float)] * len(places))
    refs = tuple(SentenceRef(document, index) for document, index in places)
    return JudgeTable(tuple(judges), refs, tuple(draw(row) for _ in judges))


def _rows(table: JudgeTable) -> Iterator[tuple[SentenceRef, dict[str, float]]]:
    for number, place in enumerate(table.sentences):
        yield place, {judge: table.utilities[at][number] for at, judge in enumerate(table.judges)}


@given(tables())
def test_any_names_survive_csv(table: JudgeTable) -> None:
    sheet = io.StringIO()
    writer = csv.writer(sheet)
    writer.writerow(["document", "index", *table.judges])
    for place, scores in _rows(table):
        writer.writerow([place.document_id, place.index, *scores.values()])
    assert parse_judges_csv(sheet.getvalue()) == table


@given(tables())
def test_any_names_survive_json(table: JudgeTable) -> None:
    rows = [{"document": p.document_id, "index": p.index, "judges": scores} for p, scores in _rows(table)]
    assert parse_judges("\n".join(map(json.dumps, rows))) == table


@given(tables())
def test_any_names_survive_xml(table: JudgeTable) -> None:
    sentences = [
        f"<S DID={quoteattr(p.document_id)} SNO='{p.index + 1}'>"
        + "".join(f"<JUDGE N={quoteattr(judge)} UTIL='{score:g}'/>" for judge, score in scores.items())
        + "</S>"
        for p, scores in _rows(table)
    ]
    assert parse_judges(f"<SENT-JUDGE>{''.join(sentences)}</SENT-JUDGE>") == table


@given(st.text(max_size=60), st.sampled_from(["", "{", "<", "[", "judge,utility\n", '{"judges": ', "<S "]))
def test_any_text_gives_a_table_or_an_explanation(text: str, start: str) -> None:
    with suppress(InputError):
        table = parse_judges(start + text)
        assert len(table.utilities) == len(table.judges)
        assert all(len(row) == len(table.sentences) for row in table.utilities)
