from __future__ import annotations

import re
from datetime import UTC, datetime
from xml.sax.saxutils import escape, quoteattr, unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.support import document_of, documents_of, items_of, told
from meadow.ingest import read, write_jsonl
from meadow.model import Document
from shared import shared

FERRY = """<?xml version='1.0' encoding='UTF-8'?>
<!DOCTYPE DOCSENT SYSTEM "docsent.dtd">
<DOCSENT DID='D-20260303_007.e' DOCNO='7' LANG='ENG'>
<BODY>
<HEADLINE><S PAR="1" RSNT="1" SNO="1">Ferry  back
in service </S></HEADLINE>
<TEXT>
<S PAR='2' RSNT='1' SNO='2'>  SANT ORIEL --   The ferry &amp; its crew sail again.</S>
<S PAR='2' RSNT='2' SNO='3'>All is well. </S>
<S PAR='3' RSNT='1' SNO='4'>"Nearly all," said Varga.</S>
</TEXT></BODY></DOCSENT>
"""


def sentences(document: Document) -> list[str]:
    assert document.spans is not None
    return [document.text[start:end] for start, end in document.spans]


def test_sentences_keep_mead_numbers_and_exact_places() -> None:
    document = document_of(FERRY)
    assert document.text == (
        "Ferry back in service\n\nSANT ORIEL -- The ferry & its crew sail again. All is well.\n\n"
        '"Nearly all," said Varga.'
    )
    assert sentences(document) == [
        "Ferry back in service",
        "SANT ORIEL -- The ferry & its crew sail again.",
        "All is well.",
        '"Nearly all," said Varga.',
    ]


def test_the_headline_is_also_the_title_and_the_id_gives_the_day() -> None:
    document = document_of(FERRY)
    assert (document.id, document.title, document.language) == ("D-20260303_007.e", "Ferry back in service", "en")
    assert (document.published, document.day_only) == (datetime(2026, 3, 3, tzinfo=UTC), True)
    assert (document.source, document.url, document.place) == (None, None, "-")


def docsent(lines: list[str], *, did: str = "1", attributes: str = "") -> str:
    body = "".join(
        f"<S PAR='1' RSNT='1' SNO='{number}'>{escape(line)}</S>" for number, line in enumerate(lines, start=1)
    )
    return f"<DOCSENT DID={quoteattr(did)} {attributes}><BODY><TEXT>{body}</TEXT></BODY></DOCSENT>"


@pytest.mark.parametrize(
    ("did", "day"),
    [
        ("D-19990518_022.e", "1999-05-18"),
        ("20260303", "2026-03-03"),
        ("41", None),
        ("1.10000000000001", None),
        ("D-19991399_1", None),
        ("AP880217-0100", None),
    ],
)
def test_a_day_is_taken_from_the_id_only_where_it_is_one(did: str, day: str | None) -> None:
    assert document_of(docsent(["Text."], did=did)).published_text == day


def test_the_language_is_normalised_or_detected() -> None:
    dutch = ["De veerboot vaart weer en iedereen in de haven is daar heel erg blij mee."]
    assert document_of(docsent(dutch)).language == "nl"
    assert document_of(docsent(dutch, attributes="LANG='ENG'")).language == "en"
    assert document_of(docsent(["渡輪回來了。"], attributes="LANG='CHIN'")).language == "zh"


def test_a_sentence_without_text_keeps_its_number() -> None:
    document = document_of(docsent(["One.", " ", "Three."]))
    assert sentences(document) == ["One.", "", "Three."]
    assert document.text == "One. Three."
    assert sentences(document_of(docsent(["", "Two."]))) == ["", "Two."]
    assert sentences(document_of(docsent(["One.", ""]))) == ["One.", ""]


def test_a_headline_is_a_paragraph_of_its_own_even_under_the_same_number() -> None:
    body = "<HEADLINE><S PAR='1'>Up</S></HEADLINE><TEXT><S PAR='1'>Down.</S></TEXT>"
    assert document_of(f"<DOCSENT DID='1'><BODY>{body}</BODY></DOCSENT>").text == "Up\n\nDown."


@given(st.lists(st.text(max_size=20), min_size=1, max_size=6), st.lists(st.booleans(), min_size=6, max_size=6))
def test_every_sentence_is_found_at_its_span(texts: list[str], breaks: list[bool]) -> None:
    safe = ["".join(letter for letter in text if letter.isprintable()) for text in texts]
    paragraph, body = 1, ""
    for number, (text, breaks_here) in enumerate(zip(safe, breaks, strict=False), start=1):
        paragraph += breaks_here
        body += f"<S PAR='{paragraph}' RSNT='1' SNO='{number}'>{escape(text)}</S>"
    items = items_of(f"<DOCSENT DID='1' LANG='ENG'><BODY><TEXT>{body}</TEXT></BODY></DOCSENT>")
    if not isinstance(items[0], Document):
        assert told(items) == ["-: a docsent file without sentences"]
        return
    assert len(items[0].spans or ()) == len(texts)
    assert documents_of("\n".join(write_jsonl([items[0]]))) == [items[0]]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ("<DOCSENT DID='1'></DOCSENT>", "-: a docsent file without sentences"),
        ("<DOCSENT DID='1'><BODY><TEXT><S> </S></TEXT></BODY></DOCSENT>", "-: a docsent file without sentences"),
        ("<DOCSENT DID='1'><BODY>", "-: not well-formed XML: no element found in line 1, column 24"),
        (
            "<!DOCTYPE DOCSENT [<!ENTITY a 'b'>]>\n<DOCSENT>&a;</DOCSENT>",
            "-: the XML declares an entity (a), which is refused.",
        ),
    ],
)
def test_damaged_files_are_named_errors(data: str, reason: str) -> None:
    assert told(items_of(data)) == [reason]


def test_legacy_bytes_are_read_as_declared() -> None:
    data = docsent(["Der Kapitän über Öl."], attributes="LANG='ger'")
    declared = "<?xml version='1.0' encoding='ISO-8859-1'?>" + data
    assert document_of(declared.encode("latin-1")).text == "Der Kapitän über Öl."


def test_mead_own_sample_has_its_hundred_sentences() -> None:
    counts = {}
    for document in read(shared("data", "mead", "GA3", "docsent")):
        assert document.title == sentences(document)[0]
        assert document.text.split() == " ".join(sentences(document)).split()
        counts[document.id] = len(document.spans or ())
    assert counts == {"41": 27, "81": 48, "87": 25}


def test_no_sentence_of_mead_loses_or_wins_a_word() -> None:
    """MEAD's features see runs of letters, digits and apostrophes; those of the file itself are the witness."""
    folder = shared("data", "mead", "GA3")
    for document in read(folder / "GA3.cluster"):
        markup = (folder / "docsent" / f"{document.id}.docsent").read_text(encoding="utf-8")
        raw = re.findall(r"<S [^>]*>(.*?)</S>", markup, re.DOTALL)
        assert [words(sentence) for sentence in sentences(document)] == [words(unescape(sentence)) for sentence in raw]


def words(text: str) -> list[str]:
    return re.findall(r"[\w']+", text)


def test_the_tracking_sample_is_dated_by_its_ids() -> None:
    documents = list(read(shared("data", "mead", "cidr_demo", "docs")))
    assert len(documents) == 30
    assert all(document.day_only and document.published is not None for document in documents)
    assert min(document.published_text or "" for document in documents) == "1997-09-18"
