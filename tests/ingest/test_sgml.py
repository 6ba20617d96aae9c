from __future__ import annotations

from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.support import check_items, document_of, documents_of, items_of, told
from meadow.ingest import write_jsonl
from meadow.model import Document

WIRE = """<DOC>
<DOCNO> APW20260303.0240 </DOCNO>
<DOCTYPE> NEWS </DOCTYPE>
<DATE_TIME> 03/03/2026 14:05:00 </DATE_TIME>
<HEADER> w2026 &Cx1f; wstm- </HEADER>
<BODY>
<SLUG> BC-Ferry </SLUG>
<HEADLINE> Ferry &amp; crew
 back &LR; in harbour </HEADLINE>
&UR; By ANA RUIZ &QC;
<TEXT>
   SANT ORIEL (AP) _ The ferry is back
in the harbour, officials <ANNOTATION>said</ANNOTATION> Tuesday.
   ``All is well,'' said Varga, 5 < 6.
</TEXT>
</BODY>
<TRAILER> AP-NY-03-03-26 </TRAILER>
</DOC>
<DOC id="XIN_SPA_20260304.0001" type="story">
<HEADLINE>El ferry vuelve</HEADLINE>
<DATELINE>SANT ORIEL</DATELINE>
<TEXT>
<P>
El ferry ha
vuelto.
</P>
<P>Todo va bien.</P>
</TEXT>
</DOC>
<DOC><DOCNO>AP880217-0100</DOCNO></DOC>
<DOC>
<DOCNO> LA010189-0001 </DOCNO>
<DATE><P>January 1, 1989, Sunday, Home Edition</P></DATE>
<HEADLINE><P>HARBOUR OPENS</P></HEADLINE>
<TEXT><P>The harbour opened.
"""


def doc(docno: str = "A", *, fields: str = "", text: str = "The ferry is back.") -> str:
    return f"<DOC><DOCNO>{docno}</DOCNO>{fields}<TEXT>{text}</TEXT></DOC>"


def test_a_file_of_documents() -> None:
    first, second, third, fourth = items_of(WIRE)
    assert isinstance(first, Document)
    assert (first.id, first.source, first.place) == ("APW20260303.0240", "APW", "-:1")
    assert (first.title, first.published_text) == ("Ferry & crew back in harbour", "2026-03-03T14:05:00+00:00")
    assert first.text.split("\n\n") == [
        "SANT ORIEL (AP) _ The ferry is back in the harbour, officials said Tuesday.",
        "``All is well,'' said Varga, 5 < 6.",
    ]
    assert isinstance(second, Document)
    assert (second.id, second.source, second.language) == ("XIN_SPA_20260304.0001", "XIN", "es")
    assert (second.published_text, second.day_only) == ("2026-03-04", True)
    assert (second.title, second.text) == ("El ferry vuelve", "El ferry ha vuelto.\n\nTodo va bien.")
    assert told([third]) == ["-:3: There is neither text nor title. A document needs one of them."]
    assert isinstance(fourth, Document)
    assert (fourth.title, fourth.text, fourth.published_text) == ("HARBOUR OPENS", "The harbour opened.", "1989-01-01")


def test_what_is_read_is_written_and_read_again() -> None:
    documents = [item for item in items_of(WIRE) if isinstance(item, Document)]
    assert documents_of("\n".join(write_jsonl(documents))) == documents


def test_one_document_has_the_place_of_its_file() -> None:
    assert document_of(doc()).place == "-"


@pytest.mark.parametrize(
    ("docno", "day", "source"),
    [
        ("APW19981016.0240", "1998-10-16", "APW"),
        ("NYT19981020.0253", "1998-10-20", "NYT"),
        ("XIN_ENG_20050910.0001", "2005-09-10", "XIN"),
        ("AP880217-0100", "1988-02-17", "AP"),
        ("WSJ870324-0001", "1987-03-24", "WSJ"),
        ("LA010189-0001", "1989-01-01", "LA"),
        ("FT911-3", None, "FT"),
        ("FBIS3-41", None, "FBIS"),
        ("XIE19961399.0001", None, "XIE"),
        ("12345", None, None),
    ],
)
def test_the_docno_gives_day_and_source(docno: str, day: str | None, source: str | None) -> None:
    document = document_of(doc(docno))
    assert (document.id, document.published_text, document.source) == (docno, day, source)


@pytest.mark.parametrize(
    ("fields", "published"),
    [
        ("<DATE_TIME>1998-10-16 14:05:00</DATE_TIME>", "1998-10-16T14:05:00+00:00"),
        ("<DATETIME>1998-10-16T14:05</DATETIME>", "1998-10-16T14:05:00+00:00"),
        ("<DATE>981016</DATE>", "1998-10-16"),
        ("<DATE> Fri, Oct. 16, 1998 </DATE>", "1998-10-16"),
        ("<DATE1>16 October 1998</DATE1>", "1998-10-16"),
        ("<DD> 10/16/98 </DD>", "1998-10-16"),
        ("<DATE>no day</DATE>", "2005-09-10"),
        ("<DATE></DATE>", "2005-09-10"),
        ("<DATE>1998-10-16</DATE><DATE>1999-01-01</DATE>", "1998-10-16"),
    ],
)
def test_the_date_before_the_docno(fields: str, published: str) -> None:
    assert document_of(doc("XIN20050910.0001", fields=fields)).published_text == published


@pytest.mark.parametrize(
    ("body", "title", "text"),
    [
        ("<HL>Up</HL><LP>Lead.</LP><TEXT>Rest.</TEXT>", "Up", "Lead.\n\nRest."),
        ("<HEADLINE>Up</HEADLINE><TEXT>One. <F P=1>Two.</F></TEXT>", "Up", "One. Two."),
        ("<HEADLINE>Up<TEXT>One.", "Up", "One."),
        ("<headline>Up</headline><text>One.</text>", "Up", "One."),
        ("<HEADLINE>Up</HEADLINE><HEADLINE>Down</HEADLINE><TEXT>One.</TEXT><TEXT>Two.</TEXT>", "Up", "One.\n\nTwo."),
        ("<HEADLINE>Up</HEADLINE>", "Up", "Up"),
        ("<TEXT>One.\n\nTwo\nlines.\n\tThree.<!-- x --></TEXT>", None, "One.\n\nTwo lines. Three."),
        ("<TEXT>AT&amp;T &eacute; &LR; &#x8239; R&D</TEXT>", None, "AT&T é 船 R&D"),
        ("<TEXT><P>A<P>B</TEXT>", None, "A\n\nB"),
        ("</TEXT></P><TEXT>A</TEXT>", None, "A"),
    ],
)
def test_damaged_and_odd_markup(body: str, title: str | None, text: str) -> None:
    document = document_of(f"<DOC><DOCNO>A</DOCNO>{body}</DOC>")
    assert (document.title, document.text) == (title, text)


def test_an_xml_prolog_is_no_trouble() -> None:
    assert document_of('<?xml version="1.0"?><!DOCTYPE DOC SYSTEM "x"><DOC id="B"><TEXT>A.</TEXT></DOC>').id == "B"
    assert document_of("<doc><docno>C</docno><text>A.</text></doc>").id == "C"


def test_a_file_without_documents_is_an_error() -> None:
    assert told(items_of("<DOC never closed")) == ["-: no <DOC> in it, so not a file of DUC, TAC or TREC."]


@settings(max_examples=150)
@given(st.binary(max_size=300))
def test_any_bytes_give_documents_or_named_errors(data: bytes) -> None:
    check_items(b"<DOC><TEXT>" + data)


@settings(max_examples=150)
@given(st.floats(0, 1), st.integers(0, 60), st.text(alphabet="<>/DOCTEXTP&; \n1-\0", max_size=20))
def test_a_changed_file_gives_documents_or_named_errors(share: float, cut: int, put: str) -> None:
    at = int(share * len(WIRE))
    check_items((WIRE[:at] + put + WIRE[at + cut :]).encode())


@pytest.mark.drill
@pytest.mark.parametrize(
    "data", ["<TEXT>" * 200_000, "</TEXT>" * 200_000, "<P" * 300_000, "&a" * 300_000, "\n " * 300_000]
)
def test_long_files_take_linear_time(data: str) -> None:
    begun = process_time()
    items_of(f"<DOC>{data}</DOC>")
    assert process_time() - begun <= 5
