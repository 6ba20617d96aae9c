from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import meadow
from ingest.support import check_items, document_of, documents_of, items_of, told
from meadow.ingest import read, write_jsonl
from meadow.ingest.cues import Cue, parse_cues
from meadow.ingest.subtitles import spoken_text

JOURNAAL = """WEBVTT - Het Avondjournaal
Kind: captions
Language: nl

STYLE
::cue { color: red }

NOTE made by hand

intro
00:01.000 --> 00:03.000 align:start position:10%
<v Anna>De veerboot is <i>eindelijk</i> terug in

00:03.000 --> 00:05.000
de haven van Sant Oriel.
- Is dat zo?

00:05.200 --> 00:06.000
[applaus] Ja, zegt <c.geel>kapitein</c> Varga.

00:09.000 --> 00:10.000
♪ la la la ♪
Morgen vaart hij &amp; ook overmorgen.
"""
SRT = """1
00:00:01,000 --> 00:00:02,500
{\\an8}>> GOOD EVENING. THE FERRY

2
00:00:02,500 --> 00:00:04,000
<font color="#ffffff">IS BACK.</font>

3
00:00:04,000 --> 00:00:06,000
>> JOHN SMITH: It is indeed.

4
00:00:06,000 --> 00:00:08,000
JOHN SMITH: And it will stay.
(LAUGHTER)
"""


def srt(*cues: str, seconds: float = 1.0, gap: float = 0.0) -> str:
    def clock(time: float) -> str:
        return f"00:{int(time // 60):02}:{int(time % 60):02},{round(time % 1 * 1000):03}"

    starts = [number * (seconds + gap) for number in range(len(cues))]
    blocks = [
        f"{number}\n{clock(start)} --> {clock(start + seconds)}\n{cue}"
        for number, (start, cue) in enumerate(zip(starts, cues, strict=True), start=1)
    ]
    return "\n\n".join(blocks)


def test_webvtt_becomes_running_text() -> None:
    document = document_of(JOURNAAL)
    assert document.text.split("\n\n") == [
        "De veerboot is eindelijk terug in de haven van Sant Oriel.",
        "Is dat zo? Ja, zegt kapitein Varga.",
        "Morgen vaart hij & ook overmorgen.",
    ]
    assert (document.title, document.language, document.place) == ("Het Avondjournaal", "nl", "-")
    assert (document.published, document.source, document.url) == (None, None, None)


def test_subrip_becomes_running_text() -> None:
    assert document_of(SRT).text == "GOOD EVENING. THE FERRY IS BACK.\n\nIt is indeed. And it will stay."


def test_what_is_read_is_written_and_read_again() -> None:
    for data in (JOURNAAL, SRT):
        document = document_of(data)
        assert documents_of("\n".join(write_jsonl([document]))) == [document]


@pytest.mark.parametrize(
    ("cues", "text"),
    [
        # Sentences run on; a voice begins a paragraph.
        (["The ferry", "is back."], "The ferry is back."),
        (["- Is it back?\n- It is."], "Is it back?\n\nIt is."),
        ([">> Is it back?", ">>> It is."], "Is it back?\n\nIt is."),
        (["<v Ann>It is", "<v Ann>back.", "<v Bob>No."], "It is back.\n\nNo."),
        (["<v.loud Ann>It is</v> <v Bob>back."], "It is back."),
        (["ANN: It is", "BOB DE WIT: back."], "It is\n\nback."),
        (["Note: it is back. Ratio 3:1."], "Note: it is back. Ratio 3:1."),
        (["It left at 10:30 - late."], "It left at 10:30 - late."),
        (["フェリーが", "戻った。", "OK then"], "フェリーが戻った。 OK then"),
        # What is no speech.
        (["♪ la la", "la ♪", "Hello."], "la Hello."),
        (["♪ la\nla ♪", "♪♪", "Hello ♪ la ♪ there."], "Hello there."),
        (
            ["[door slams] Who is it? (sighs)", "(SIGHS)", "The EU (and others) pay."],
            "Who is it? (sighs) The EU (and others) pay.",
        ),
        (["{\\an8}{b}Up<br/> we &lt;go&gt;<00:00:01.000>!"], "Up we <go>!"),
        # Captions that roll, line by line and word by word.
        (["the ferry", "the ferry\nleft at", "left at\nnine", "nine"], "the ferry left at nine"),
        (["the", "the ferry", "the ferry left"], "the ferry left"),
        # Only one pair of ten is alike: that was said twice.
        ([*"abcdefgh", "No.", "No."], "a b c d e f g h No. No."),
    ],
)
def test_how_cues_are_joined(cues: list[str], text: str) -> None:
    assert document_of(srt(*cues)).text == text


@pytest.mark.parametrize(
    ("cues", "gap", "text"),
    [
        (["One.", "Two."], 1.9, "One. Two."),
        (["One.", "Two."], 2.0, "One.\n\nTwo."),
        (["One", "two."], 2.0, "One two."),
        (["One", "two."], 5.0, "One\n\ntwo."),
        (["One.", "[silence]", "Two."], 0.5, "One.\n\nTwo."),
    ],
)
def test_a_pause_ends_a_paragraph(cues: list[str], gap: float, text: str) -> None:
    assert document_of(srt(*cues, gap=gap)).text == text


@pytest.mark.parametrize(
    ("data", "cues"),
    [
        ("1\n00:00:01,000 --> 00:00:02,000\nA\n2\n00:00:02,000 --> 00:00:03,000\nB", [["A"], ["B"]]),
        ("00:00:01,000 --> 00:00:02,000\nA\n\nB\n\n00:00:02,000 --> 00:00:03,000\nC", [["A", "B"], ["C"]]),
        ("WEBVTT\n\n01.000 --> 02.000\nA\n\n00:01.000-->00:02.000 line:0\nB\n\nC", [["B"]]),
        ("WEBVTT\n\nNOTE\n00:01.000 --> 00:02.000\nA\n\nREGION\nx", []),
        ("1\n00:00:01,000 --> 00:00:02,000\n\n2\n00:00:02.0 --> 00:00:03.00\n10", [[], ["10"]]),
    ],
)
def test_cues_are_found(data: str, cues: list[list[str]]) -> None:
    assert [cue.lines for cue in parse_cues(data)[1]] == cues


def test_times_are_seconds() -> None:
    _, (cue,) = parse_cues("1:02:03,5 --> 01:02:04,005\nA")
    assert cue == Cue(3723.5, 3724.005, ["A"])


@pytest.mark.parametrize(
    ("header", "title"),
    [
        ("WEBVTT", None),
        ("WEBVTT Evening news", "Evening news"),
        ("WEBVTT\n\nNOTE Title: Evening news", "Evening news"),
        ("WEBVTT\n\nNOTE\nTITLE Evening news", "Evening news"),
        ("WEBVTT\n\nNOTE untitled", None),
    ],
)
def test_the_title_of_webvtt(header: str, title: str | None) -> None:
    assert document_of(f"{header}\n\n00:01.000 --> 00:02.000\nHello there.").title == title


def test_a_file_names_its_transcript(tmp_path: Path) -> None:
    path = tmp_path / "Omroep Oriel" / "journaal-20u.nl.srt"
    path.parent.mkdir()
    path.write_bytes("\ufeff1\r\n00:00:01,000 --> 00:00:02,000\r\nHallo.\r\n".encode())
    (document,) = read(path)
    assert (document.title, document.source, document.language) == ("journaal-20u.nl", "Omroep Oriel", "nl")


@pytest.mark.golden("H9")
def test_a_dutch_broadcast_is_a_source_next_to_articles(tmp_path: Path) -> None:
    (tmp_path / "omroep").mkdir()
    (tmp_path / "omroep" / "journaal.vtt").write_text(JOURNAAL, encoding="utf-8")
    (tmp_path / "krant").mkdir()
    article = "Veerboot terug\n\nDe veerboot is weer terug in de haven. Kapitein Varga is blij met haar schip."
    (tmp_path / "krant" / "veerboot.txt").write_text(article, encoding="utf-8")
    documents = list(read(tmp_path))
    assert [(document.source, document.language) for document in documents] == [("krant", "nl"), ("omroep", "nl")]
    summary = meadow.summarize(documents, sentences=5)
    spoken = "De veerboot is eindelijk terug in de haven van Sant Oriel."
    assert spoken in [pick.sentence.text for pick in summary.picks]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ("WEBVTT\n\nNOTE nothing", "subtitles without a single cue"),
        (srt("[music]", "♪"), "subtitles without a word of speech"),
    ],
)
def test_files_without_speech_are_errors(data: str, reason: str) -> None:
    assert told(items_of(data)) == [f"-: {reason}"]


@settings(max_examples=150)
@given(st.binary(max_size=300))
def test_any_bytes_give_a_document_or_a_named_error(data: bytes) -> None:
    check_items(b"WEBVTT\n\n" + data)


@settings(max_examples=150)
@given(
    st.sampled_from([JOURNAAL, SRT]),
    st.floats(0, 1),
    st.integers(0, 40),
    st.text(alphabet="\n:->0123, <>v{}[]♪()&;A", max_size=20),
)
def test_a_changed_file_gives_a_document_or_a_named_error(data: str, share: float, cut: int, put: str) -> None:
    at = int(share * len(data))
    check_items((data[:at] + put + data[at + cut :]).encode())


@given(st.lists(st.lists(st.sampled_from(["a", "b b", "c."]), max_size=3), min_size=1, max_size=8))
def test_every_word_shown_is_said(lines: list[list[str]]) -> None:
    text = spoken_text([Cue(number, number + 1, list(cue)) for number, cue in enumerate(lines)])
    assert set(text.split()) == {word for cue in lines for line in cue for word in line.split()}


@pytest.mark.drill
@pytest.mark.parametrize(
    "data",
    [
        srt(*["the ferry left the harbour"] * 30_000),
        "1\n00:00:01,000 --> 00:00:02,000\n" + "a\n\n" * 200_000,
        "WEBVTT\n\n" + "00:01.000 --> 00:02.000\n" * 100_000 + "a",
        "1\n00:00:01,000 --> 00:00:02,000\n" + "<v " * 200_000 + "{" * 200_000 + "[" * 200_000 + "(" * 200_000,
        "1\n00:00:01,000 --> 00:00:02,000\n" + "A" * 500_000,
    ],
    ids=["rolling", "blocks", "times", "marks", "capitals"],
)
def test_long_files_take_linear_time(data: str) -> None:
    begun = process_time()
    items_of(data)
    assert process_time() - begun <= 5
