from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.support import document_of, documents_of, errors_in, items_of, told
from meadow.errors import LimitError
from meadow.ingest import JsonKeys, Limits, Undated, write_jsonl
from meadow.model import Document
from meadow.provenance import content_id
from meadow.text.clean import clean_line, clean_text

FERRY = {"id": "f1", "title": "Ferry back in service", "text": "The ferry sails again. All is well."}


def line(**fields: object) -> str:
    return json.dumps(fields)


def reason_of(**fields: object) -> str:
    (error,) = errors_in(items_of(line(**fields)))
    return error.reason


def test_all_fields_are_read() -> None:
    document = document_of(
        line(
            **FERRY,
            source="Harbour Wire",
            published="2026-03-03T08:00:00Z",
            url="https://wire.example/f1",
            language="EN-gb",
            score=4,
        )
    )
    assert document == Document(
        id="f1",
        source="Harbour Wire",
        title="Ferry back in service",
        text="The ferry sails again. All is well.",
        published=datetime(2026, 3, 3, 8, tzinfo=UTC),
        url="https://wire.example/f1",
        language="en",
    )


def test_the_place_is_path_and_line_and_blank_lines_count() -> None:
    data = "\n\n" + line(text="One.") + "\n   \r\n" + line(text="Two.") + "\r\n"
    assert [document.place for document in documents_of(data)] == ["-:3", "-:5"]


def test_other_names_of_date_and_language() -> None:
    document = document_of(line(text="El transbordador.", date="2026-03-03", lang="spa"))
    assert (document.published_text, document.day_only, document.language) == ("2026-03-03", True, "es")


def test_the_first_names_win_unless_they_are_empty() -> None:
    both = document_of(line(text="x", published="2026-03-03", date="2001-01-01", language="nl", lang="es"))
    assert (both.published_text, both.language) == ("2026-03-03", "nl")
    empty = document_of(line(text="x", published="", date="2001-01-01", language=None, lang="es"))
    assert (empty.published_text, empty.language) == ("2001-01-01", "es")


def test_null_empty_and_blank_mean_absent() -> None:
    document = document_of(line(text="Words.", title="", id=None, source=" ", url="\n", published=None))
    assert document.id == content_id("", "Words.", "", "-")
    assert (document.title, document.source, document.url, document.published) == (None, None, None, None)


def test_the_id_is_given_else_the_url_else_the_content() -> None:
    assert document_of(line(id=7, url="u", text="x")).id == "7"
    assert document_of(line(id=12345678901234567890123, text="x")).id == "12345678901234567890123"
    assert document_of(line(id=0, text="x")).id == "0"
    assert document_of(line(id=1.5, text="x")).id == "1.5"
    assert document_of(line(id="", url="https://x.example/", text="x")).id == "https://x.example/"
    assert document_of(line(title="t", text="x", source="s")).id == content_id("t", "x", "s", "-")


def test_an_object_with_two_lists_gives_the_documents_of_both() -> None:
    both = '{"documents": [{"id": "a", "text": "One."}], "articles": [{"id": "b", "text": "Two."}, 7]}'
    assert told(items_of(both)) == [
        "a", "b", "-:3: not a document: this is a number, but a JSON object is expected",
    ]  # fmt: skip


def test_a_title_alone_is_the_text() -> None:
    document, note = items_of(line(title="Ferry  back\nin service", text=""))
    assert isinstance(document, Document)
    assert isinstance(note, JsonKeys)
    assert note.reason.startswith("only a title and no text in 1 document; the keys are 'title', 'text'")
    assert (document.title, document.text) == ("Ferry back in service", "Ferry back in service")


def test_the_language_is_detected_from_title_and_text() -> None:
    assert document_of(line(title="船が戻った", text="フェリーは再び運航している。")).language == "ja"
    dutch = "De veerboot vaart weer en iedereen in de haven is daar heel erg blij mee."
    assert document_of(line(text=dutch)).language == "nl"


NOTHING = "There is neither text nor title."
NAME_IT = "Say which one it is: --columns text=KEY (in Python: columns={'text': 'KEY'})."


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"text": 5}, "The field 'text' holds a number (5); it must be a text."),
        ({"text": ["a"]}, "The field 'text' holds a list; it must be a text."),
        ({"title": {"a": 1}, "text": "x"}, "The field 'title' holds an object; it must be a text."),
        ({"text": "x", "source": True}, "The field 'source' holds true or false (true); it must be a text."),
        ({"text": "x", "id": False}, "The field 'id' holds true or false (false); it must be a text."),
        ({"text": "x", "id": ["a"]}, "The field 'id' holds a list; it must be a text."),
        ({"source": "x", "stuk": "y"}, f"{NOTHING} The keys are 'source', 'stuk'. {NAME_IT}"),
        ({"text": "\u200b\0", "title": " "}, f"{NOTHING} The keys are 'text', 'title'. {NAME_IT}"),
        ({}, f"{NOTHING} A document needs one of them."),
    ],
)
def test_a_field_at_fault_is_named(fields: dict[str, object], reason: str) -> None:
    assert reason_of(**fields) == reason


@pytest.mark.parametrize("date", ["last Friday", 1104537600, ["2026-03-04"], "31 Feb 2026", True])
@pytest.mark.parametrize("form", ["{}\n{}", "[{}, {}]", '{{"documents": [{}, {}]}}', '{{"articles": [\n{},\n{}]}}'])
def test_a_date_that_is_not_understood_costs_no_document(date: object, form: str) -> None:
    dated = line(id="b", text="y", date="2026-03-04")
    *kept, note = items_of(form.format(line(id="a", text="x", published=date), dated))
    assert [(each.id, each.published) for each in kept if isinstance(each, Document)] == [
        ("a", None), ("b", datetime(2026, 3, 4, tzinfo=UTC)),
    ]  # fmt: skip
    assert note == Undated("-", "published", str(date), 1, kind="key")


def test_the_note_on_dates_in_json_names_key_example_and_what_to_do() -> None:
    rows = [line(text=text, date="03/04/26") for text in ("One.", "Two.")]
    assert told(items_of("\n".join(rows)))[-1] == (
        "-: the dates of key 'date' are not understood in 2 documents, such as '03/04/26'; these documents are kept"
        " undated. Write dates as ISO 8601, such as 2026-03-01"
    )


def test_another_key_that_holds_a_time_dates_the_document() -> None:
    (document,) = documents_of(line(text="x", published="soon", date="2026-03-04"))
    assert document.published == datetime(2026, 3, 4, tzinfo=UTC)


def test_a_fault_next_to_a_bad_date_is_reported_separately() -> None:
    assert reason_of(text=5, published="soon") == "The field 'text' holds a number (5); it must be a text."


def test_an_unknown_language_is_an_error_that_lists_the_known() -> None:
    assert "no language called 'klingonish'" in reason_of(text="x", language="klingonish")


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        ('{"text": "cut', "-:2: not valid JSON: Unterminated string starting at character 10"),
        ('{"text": "a"} {"text": "b"}', "-:2: not valid JSON: Extra data at character 15"),
        ("nonsense", "-:2: not valid JSON: Expecting value at character 1"),
        ("5", "-:2: not a document: this is a number, but a JSON object is expected"),
        ('["a"]', "-:2: not a document: this is a list, but a JSON object is expected"),
        ("null", "-:2: not a document: this is null, but a JSON object is expected"),
        ("[" * 100_000, "-:2: the JSON is nested more than 64 deep"),
        ('{"text": "x", "more": ' + '{"a": [' * 40 + "]}" * 40 + "}", "-:2: the JSON is nested more than 64 deep"),
        ('{"id": ' + "9" * 5_000 + ', "x": NaN}', "-:2: not valid JSON: Exceeds the limit"),
    ],
)
def test_a_bad_line_is_reported_with_its_place_and_the_rest_goes_on(bad: str, reason: str) -> None:
    first, error, last = told(items_of(f"{line(id='a', text='One.')}\n{bad}\n{line(id='c', text='Three.')}\n"))
    assert (first, last) == ("a", "c")
    assert error.startswith(reason)


def test_nan_half_surrogates_and_legacy_bytes_are_no_reason_to_lose_a_document() -> None:
    data = b'{"id": "a", "text": "x", "score": NaN}\n{"id": "b", "text": "half \\ud83d here"}\n'
    data += '{"id": "c", "text": "Der Kapitän lächelt über das Wetter"}\n'.encode("latin-1")
    assert [document.text for document in documents_of(data)] == [
        "x",
        "half \ufffd here",
        "Der Kapitän lächelt über das Wetter",
    ]


def test_a_line_past_the_limit_costs_only_itself() -> None:
    data = "\n".join((line(id="a", text="x"), line(id="b", text="x" * 500), line(id="c", text="x")))
    first, error, last = items_of(data, Limits(item_bytes=100))
    assert isinstance(error, LimitError)
    assert told([first, error, last]) == ["a", "-:2: longer than 100 bytes, the limit for one document", "c"]


def test_text_is_cleaned_and_offsets_refer_to_what_is_stored() -> None:
    document = document_of(line(text="One\r\nline\u00a0with\u200b a \0NUL\u202e.  \n\n\n\nTwo", title=" a\tb "))
    assert (document.title, document.text) == ("a b", "One\nline with a NUL.\n\nTwo")


def test_spans_are_read_and_must_fit() -> None:
    assert document_of(line(text="One. Two.", spans=[[0, 4], [5, 9]])).spans == ((0, 4), (5, 9))
    assert document_of(line(text="One.", spans=[])).spans == ()
    assert "which has 4 characters" in reason_of(text="One.", spans=[[0, 5]])
    assert "does not fit" in reason_of(text="One. Two.", spans=[[5, 9], [0, 4]])
    assert "does not fit" in reason_of(text="One.", spans=[[-1, 2]])
    for wrong in (5, "x", [5], [[1]], [[0, 1, 2]], [[0, True]], [[0.0, 1.0]], [["0", "1"]]):
        assert "a list of pairs of whole numbers" in reason_of(text="One.", spans=wrong)
    assert "had to be cleaned" in reason_of(text="One.\r\nTwo.", spans=[[0, 4]])


def test_a_list_of_documents_inside_a_line() -> None:
    data = line(status="ok", articles=[FERRY, {"text": 5}]) + "\n" + line(id="z", text="Last.")
    items = items_of(data)
    assert [item.place for item in items] == ["-:1:1", "-:1:2", "-:2"]
    assert told(items)[0] == "f1"


def texts(*, lines: bool = True) -> st.SearchStrategy[str]:
    plain = st.text(max_size=60) if lines else st.text(max_size=30)
    return plain.map(clean_text if lines else clean_line).filter(bool)


@st.composite
def documents(draw: st.DrawFn) -> Document:
    title = draw(st.none() | texts(lines=False))
    text = draw(texts() if title is None else st.just("") | texts())
    day_only = draw(st.booleans())
    moments = st.datetimes(min_value=datetime(2, 1, 1), max_value=datetime(9998, 1, 1))
    zones = st.integers(-840, 840).map(lambda minutes: timezone(timedelta(minutes=minutes)))
    published = draw(st.none() | (st.dates() if day_only else moments))
    if isinstance(published, datetime):
        published = published.replace(tzinfo=draw(zones))
    elif published is not None:
        published = datetime(published.year, published.month, published.day, tzinfo=UTC)
    borders = draw(st.none() | st.lists(st.integers(0, len(text or title or "")), max_size=8).map(sorted))
    return Document(
        id=draw(texts(lines=False)),
        source=draw(st.none() | texts(lines=False)),
        title=title,
        text=text,
        published=published,
        url=draw(st.none() | texts(lines=False)),
        language=draw(st.sampled_from(["en", "es", "nl", "ja", "he"])),
        day_only=day_only and published is not None,
        spans=None if borders is None else tuple(zip(borders[::2], borders[1::2], strict=False)),
    )


@given(st.lists(documents(), min_size=1, max_size=4))
def test_what_is_written_reads_back_equal(given_documents: list[Document]) -> None:
    written = list(write_jsonl(given_documents))
    assert all("\n" not in each for each in written)
    assert documents_of("\n".join(written)) == given_documents


def test_absent_fields_are_not_written() -> None:
    (written,) = write_jsonl([Document(id="a", text="Ein „Wort“.", language="de")])
    assert written == '{"id":"a","text":"Ein „Wort“.","language":"de"}'


@given(st.lists(st.binary(max_size=60), max_size=5))
def test_any_bytes_give_valid_text_or_a_named_error(lines: list[bytes]) -> None:
    for item in items_of(b'{"text": "x"}\n{"text": "y"}\n' + b"\n".join(lines)):
        if isinstance(item, Document):
            item.text.encode()
            assert "\0" not in item.text
