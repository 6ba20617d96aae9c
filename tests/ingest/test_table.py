from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.support import document_of, documents_of, errors_in, items_of, notes_in, told
from meadow.errors import LimitError, ReadError, UnknownNameError, UsageError
from meadow.ingest import LIMITS, Item, Limits, iter_items, parse_columns, read
from meadow.ingest.columns import FIELDS, find_columns, guess_columns
from meadow.ingest.opening import open_standard_input
from meadow.ingest.table import guess_delimiter, read_table
from meadow.model import Document

HEADER = "id,title,text,source,published,url,language\n"


def table_items(data: bytes | str, limits: Limits = LIMITS, **columns: str) -> list[Item]:
    """Return the items of a table, whatever it looks like to those who guess formats."""
    stream = io.BytesIO(data.encode() if isinstance(data, str) else data)
    with open_standard_input(stream, limits) as opened:
        return list(read_table(opened, limits, columns=columns))


def test_all_fields_are_read() -> None:
    document = document_of(
        HEADER + 'f1,Ferry back,"The ferry, again, ""sails"".\nAll is well.",Wire,2026-03-03,https://w.example/f,en\n'
    )
    assert document == Document(
        id="f1",
        source="Wire",
        title="Ferry back",
        text='The ferry, again, "sails".\nAll is well.',
        published=document.published,
        url="https://w.example/f",
        language="en",
        day_only=True,
    )
    assert (document.published_text, document.place) == ("2026-03-03", "-:2")


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_guessed(delimiter: str) -> None:
    buffer = io.StringIO()
    rows = [["id", "headline", "body"], ["a", "One, two", "x; y, z | w"], ["b", "Three\tfour", 'Say "so", they; did.']]
    csv.writer(buffer, delimiter=delimiter).writerows(rows)
    documents = documents_of(buffer.getvalue())
    assert [document.id for document in documents] == ["a", "b"]
    assert documents[1].text == 'Say "so", they; did.'


def test_spreadsheets_may_declare_the_delimiter() -> None:
    assert [item.place for item in table_items("sep=;\r\nid;text\r\na,b;One.\r\n")] == ["-:3"]


def test_a_tab_is_preferred_where_the_name_says_so() -> None:
    assert guess_delimiter(b"a,b\tc,d\n1,2\t3,4\n", "x.tsv") == b"\t"
    assert guess_delimiter(b"a,b\tc,d\n1,2\t3,4\n", "x.csv") == b","


@pytest.mark.parametrize(
    ("header", "fields"),
    [
        (
            "Article ID,Headline,Full_Text,Publisher,Pub Date,Link,Lang,Byline,Section",
            {f: n for n, f in enumerate(FIELDS)},
        ),
        ("bron;kop;artikel;datum;taal", {"source": 0, "title": 1, "text": 2, "published": 3, "language": 4}),
        ("Fecha;TÍTULO;Cuerpo;Medio;Idioma", {"published": 0, "title": 1, "text": 2, "source": 3, "language": 4}),
        ("日付;タイトル;本文;媒体;言語", {"published": 0, "title": 1, "text": 2, "source": 3, "language": 4}),
        ("Überschrift;Inhalt;Quelle;Datum", {"title": 0, "text": 1, "source": 2, "published": 3}),
        ("summary;content;title", {"text": 1, "title": 2}),
        ("text;text;body", {"text": 0}),
        ("foo;bar", {}),
    ],
)
def test_columns_are_guessed_by_name_in_several_languages(header: str, fields: dict[str, int]) -> None:
    assert guess_columns(header.replace(",", ";").split(";")) == fields


def test_columns_may_be_named_by_name_or_number() -> None:
    data = "nr,wat,van\n7,De veerboot vaart weer.,Haven\n"
    (by_name,) = table_items(data, text="Wat", source="van")
    (by_number,) = [
        item for item in table_items(data, text="2", id="1") if isinstance(item, Document) and item.id == "7"
    ]
    assert isinstance(by_name, Document)
    assert (by_name.text, by_name.source) == ("De veerboot vaart weer.", "Haven")
    assert by_number.text == by_name.text


def test_a_named_column_beats_a_guessed_one() -> None:
    (document,) = table_items("title,text,raw\nT,short,The whole text.\n", text="raw")
    assert isinstance(document, Document)
    assert (document.title, document.text) == ("T", "The whole text.")
    (document,) = table_items("title,text\nT,Words.\n", title="text", text="title")
    assert isinstance(document, Document)
    assert (document.title, document.text) == ("Words.", "T")


def test_a_table_without_a_header_has_numbers() -> None:
    items = table_items("1,Ferry back,It sails.\n2,Ferry gone,It sank.\n", id="1", text="3")
    assert [item.place for item in items] == ["-:1", "-:2"]
    assert told(items) == ["1", "2"]


def test_where_the_text_cannot_be_guessed_the_columns_are_listed_with_the_option() -> None:
    with pytest.raises(ReadError) as caught:
        table_items("nr,wat\n1,x\n")
    assert str(caught.value) == (
        "-: no column is called text or title. The columns are 'nr', 'wat'. Say which one it is, by name or number:"
        " --columns text=NAME (in Python: columns={'text': 'NAME'})."
    )
    with pytest.raises(ReadError, match=r"no column called 'artikel', and no .*The columns are 'nr', 'wat'"):
        table_items("nr,wat\n1,x\n", text="artikel")


def test_many_and_long_columns_are_not_all_shown() -> None:
    with pytest.raises(ReadError) as caught:
        find_columns(["x" * 5_000, *map(str, range(100))], {}, place="-")
    assert "and 71 more" in caught.value.reason
    assert len(caught.value.reason) < 500


def test_the_option_is_parsed_and_checked() -> None:
    assert parse_columns("text=artikel, title=kop ,") == {"text": "artikel", "title": "kop"}
    for wrong in ("", "text", "=x", "text=", "text=a,b"):
        with pytest.raises(UsageError, match="do not follow the form field=column"):
            parse_columns(wrong)
    with pytest.raises(UnknownNameError, match="Did you mean 'text'"):
        parse_columns("txt=artikel")
    with pytest.raises(UnknownNameError):
        iter_items(["-"], columns={"txt": "x"})


def test_columns_reach_files_and_archives(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("nr,wat\n1,De veerboot vaart weer.\n", encoding="utf-8")
    (document,) = read(tmp_path, columns={"text": "wat"})
    assert document.text == "De veerboot vaart weer."


def test_a_bad_row_costs_itself() -> None:
    data = HEADER + "a,T,One.,,,,\nb,T,Two.,,soon,,\nc,T\nd,T,Four.,,,,,extra\n,,,,,,\n\ne,,,,,,\nf,T,Six.,,,,,,\n"
    items = items_of(data)
    assert told(items)[0] == "a"
    assert [error.place for error in errors_in(items)] == ["-:4", "-:5", "-:8"]
    assert told(items)[2] == "-:4: the row has 2 fields, but the first row has 7"
    assert "the row has 8 fields" in told(items)[3]
    assert "neither text nor title" in told(items)[4]
    assert told(items)[5] == "f"


def test_a_quotation_that_is_never_closed_costs_its_row_only() -> None:
    items = items_of('id,title,text\na,T,"One.\nb,T,Two.\nc,T,Three.\n')
    assert told(items) == ["-:2: a quotation mark is opened in this row and never closed", "b", "c"]


def test_rows_stream_and_have_a_limit() -> None:
    data = "id,title,text\n" + "".join(f"d{n},T,Text {n}.\n" for n in range(3)) + f"x,T,{'y' * 500}\nz,T,Last.\n"
    items = items_of(data, Limits(item_bytes=100))
    assert [type(item) for item in items] == [Document, Document, Document, LimitError, Document]
    assert told(items)[3] == "-:5: longer than 100 bytes, the limit for one row"


def test_a_field_may_be_longer_than_the_csv_module_allows() -> None:
    assert len(document_of(f"id,title,text\na,T,{'word ' * 40_000}\n").text) == 199_999


def test_other_encodings_and_line_ends() -> None:
    data = "id;title;text\r1;Kapitän;Der Kapitän lächelt über das Wetter\r2;b;Und noch ein Wort\r"
    assert [document.title for document in documents_of(data.encode("cp1252"))] == ["Kapitän", "b"]
    assert documents_of(("\ufeff" + data).encode("utf-16-le"))[0].title == "Kapitän"
    assert documents_of(("\ufeff" + data).encode())[0].id == "1"
    japanese = "id,title,text\n1,運航再開,フェリーは再び運航していると会社が発表した。\n"
    assert documents_of(japanese.encode("shift_jis"))[0].title == "運航再開"


def test_a_header_alone_and_nothing_at_all() -> None:
    for header in (HEADER, HEADER + "\n", HEADER + "\n\n \n"):
        assert [note.reason for note in notes_in(table_items(header))] == ["a table without rows"]
    assert [note.reason for note in notes_in(table_items(" \n\n"))] == ["a table without rows"]


def test_binary_data_are_no_table() -> None:
    with pytest.raises(ReadError, match="looks like binary data"):
        table_items(bytes(range(256)) * 20)


@given(st.binary(max_size=300))
def test_any_bytes_give_documents_or_named_errors(data: bytes) -> None:
    for item in items_of(b"id,title,text\n" + data):
        if isinstance(item, Document):
            item.text.encode()
            assert "\0" not in item.text


@given(
    st.lists(st.tuples(*[st.text(alphabet='ab ,;"\n\té|', min_size=1).filter(str.strip)] * 2), min_size=1, max_size=5)
)
def test_every_row_is_one_item(rows: list[tuple[str, str]]) -> None:
    buffer = io.StringIO(newline="")
    csv.writer(buffer).writerows([("title", "text", "id"), *((*row, number) for number, row in enumerate(rows))])
    assert told(items_of(buffer.getvalue())) == [str(number) for number in range(len(rows))]
