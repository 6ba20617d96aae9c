from __future__ import annotations

import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.text.lines import blocks
from meadow.text.sentences import split_sentences

REPORT = (
    "The ferry that left Carrowmere at noon on Friday with forty people on board sank within sight of the harbour. "
    "Fishermen saved them all, said Dr. Ines Varga, who watched it from the pier with her two sons and a dog. "
    "The owner, Oriel Lines Ltd., said it would publish its own account of the accident before the end of the month. "
    "Nobody at the company would say how old the ship was, or when its hull had last been looked at by an engineer."
)


def lines_of(text: str, language: str = "en") -> list[str]:
    return [text[start:end].strip() for start, end in blocks(text, language)]


@pytest.mark.parametrize("width", range(60, 91, 5))
def test_wrapped_text_reads_as_if_it_were_not(width: int) -> None:
    wrapped = "\n".join(textwrap.wrap(REPORT, width))
    flat = [REPORT[start:end] for start, end in split_sentences(REPORT)]
    assert [" ".join(wrapped[start:end].split()) for start, end in split_sentences(wrapped)] == flat


def test_wrapped_paragraphs_stay_apart() -> None:
    paragraphs = ["\n".join(textwrap.wrap(REPORT, 72))] * 3
    assert lines_of("\n\n".join(paragraphs)) == paragraphs


def test_a_first_line_indent_begins_a_paragraph() -> None:
    text = "\n".join(textwrap.wrap(REPORT, 72)) + "\n    " + "\n".join(textwrap.wrap(REPORT, 72))
    assert len(lines_of(text)) == 2


@pytest.mark.parametrize(
    "lines",
    [
        ["Ferry sinks off Carrowmere", "By Ana Ruel", "The ferry sank at noon."],
        ["Apples", "pears", "plums"],
        ["The council will:", "- close the quay", "- sell the cranes"],
        ["Three demands", "• higher pay", "• shorter shifts"],
        ["One sentence to a line.", "another, with a small letter.", "A third."],
        [REPORT, "Short heading", REPORT],
    ],
)
def test_lines_that_stand_for_themselves(lines: list[str]) -> None:
    assert lines_of("\n".join(lines)) == lines


def test_a_line_that_stops_in_mid_sentence_goes_on() -> None:
    text = "The ferry that left Carrowmere at noon\nsank within sight of the harbour.\nNobody died."
    assert lines_of(text) == [
        "The ferry that left Carrowmere at noon\nsank within sight of the harbour.",
        "Nobody died.",
    ]


def test_a_bullet_begins_something_new_even_in_wrapped_text() -> None:
    wrapped = "\n".join(textwrap.wrap(REPORT, 72)[:3])
    assert lines_of(f"{wrapped}\n• {wrapped}") == [wrapped, f"• {wrapped}"]


def test_a_wrapped_list_item_keeps_its_second_line() -> None:
    item = textwrap.fill(REPORT[:200], 72, initial_indent="- ", subsequent_indent="  ")
    assert len(lines_of(f"{item}\n{item}")) == 2


def test_japanese_is_wrapped_at_fewer_columns() -> None:
    lines = [
        "港の入り口で船が沈んだが、乗客は全員が近くの漁船に",
        "助けられ、けが人はいなかったと市長が記者会見で述べ",
        "た。調査は月曜に始まる。",
    ]
    text = "\n".join(lines)
    assert [text[start:end].replace("\n", "") for start, end in split_sentences(text, "ja")] == [
        "港の入り口で船が沈んだが、乗客は全員が近くの漁船に助けられ、けが人はいなかったと市長が記者会見で述べた。",
        "調査は月曜に始まる。",
    ]


def test_one_long_address_does_not_make_a_text_unwrapped() -> None:
    wrapped = "\n".join(textwrap.wrap(" ".join([REPORT] * 5), 72))
    address = "https://harbour.example/" + "a" * 100
    assert len(lines_of(f"{wrapped}\n\n{address}")) == 2


@given(st.text(st.sampled_from("aB.- \n\t•"), max_size=80))
def test_blocks_leave_out_blanks_only(text: str) -> None:
    spans = list(blocks(text))
    assert "".join("".join(text[start:end].split()) for start, end in spans) == "".join(text.split())
    assert all("\n\n" not in text[start:end].replace(" ", "").replace("\t", "") for start, end in spans)
