from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from brief.hostile import ADDRESSES, STRINGS, document_with, wearing
from brief.values import COURIER, SIGNATURE, UPDATED, WIRE, digest, document, ferry, pick, summary, week
from meadow.brief.markdown import code_span, escape_markdown, format_markdown, format_summary_markdown
from meadow.text.printable import one_line

_READER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


def tokens(text: str) -> Iterator[Token]:
    """Yield what a Markdown reader that allows HTML, tables and strikethrough makes of the text."""
    for token in _READER.parse(text):
        yield token
        yield from token.children or ()


def structure(text: str) -> list[str]:
    return [token.type for token in tokens(text) if not token.type.startswith("text")]


def links(text: str) -> list[str]:
    return [str(token.attrs["href"]) for token in tokens(text) if token.type == "link_open"]


def test_a_summary_has_footnotes_with_source_date_title_and_address() -> None:
    told = summary([pick(WIRE, 2, covers=[("courier-7", 0)]), pick(COURIER, 1)])

    assert format_summary_markdown(told, [WIRE, COURIER]) == (
        "2 articles · 2 sources · Harbour Wire, Carrowmere Courier · 3–4 Mar 2026\n\n"
        "The pier had been closed to anglers since autumn.[^1] The captain blamed a cross current.[^2]\n\n"
        "Sources: Harbour Wire (1), Carrowmere Courier (1)\n\n"
        f"`{SIGNATURE}`\n\n"
        "[^1]: Harbour Wire, 3 Mar 2026, 07:40: [Ferry strikes pier](https://harbour-wire.example/1) "
        "(sentence 3; also said by Carrowmere Courier)\n\n"
        "[^2]: Carrowmere Courier, 4 Mar 2026, 18:05: "
        "[Captain blames current](https://courier.example/gannet?part=2&page=1) (sentence 2)\n\n"
        "## Bibliography\n\n"
        "- Harbour Wire, 3 Mar 2026, 07:40: [Ferry strikes pier](https://harbour-wire.example/1) (cited as 1)\n"
        "- Carrowmere Courier, 4 Mar 2026, 18:05: "
        "[Captain blames current](https://courier.example/gannet?part=2&page=1) (cited as 2)\n"
    )


def test_disagreements_name_values_and_who_gives_them() -> None:
    text = format_markdown(digest(ferry()))

    assert "**Sources disagree**\n\n- People hurt\n  - 2: 1 article, 3 Mar 2026: Harbour Wire\n" in text
    assert "  - 3: 2 articles, 4–5 Mar 2026: Carrowmere Courier, Radio Aldern\n" in text


def test_figures_that_moved_are_one_line_with_the_value_in_force_in_bold() -> None:
    text = format_summary_markdown(summary([], moved=[UPDATED]), [WIRE, COURIER])

    assert "**How figures moved**\n\n- People hurt: 2 (Tue) → **now 3 (Wed)**\n" in text
    assert "Sources disagree" not in text


def test_a_digest_numbers_its_footnotes_through() -> None:
    text = format_markdown(week())

    assert "潮見市の新しい橋が三日に開通した。[^3]" in text
    assert [line.partition(":")[0] for line in text.splitlines() if line.startswith("[^")] == [
        "[^1]",
        "[^2]",
        "[^3]",
        "[^4]",
    ]


def test_a_digest_has_its_counts_and_a_heading_per_story() -> None:
    text = format_markdown(week())

    assert text.startswith("# Meadow digest\n\n3 stories · 6 articles · 5 sources · 1–5 Mar 2026\n\n")
    headings = [line for line in text.splitlines() if line.startswith("## ")]
    assert headings == [
        "## Ferry strikes pier; two hurt",
        "## 新しい橋が開通",
        "## افتتاح السوق الجديد",
        "## Bibliography",
    ]


def test_the_bibliography_lists_each_cited_article_once_with_its_numbers() -> None:
    told = summary([pick(COURIER, 1), pick(WIRE, 0), pick(COURIER, 0)])
    _, heading, listed = format_summary_markdown(told, [WIRE, COURIER]).partition("\n## Bibliography\n\n")

    assert heading
    assert [line.split(",")[0] for line in listed.splitlines()] == ["- Carrowmere Courier", "- Harbour Wire"]
    assert [line.rpartition(" (")[2] for line in listed.splitlines()] == ["cited as 1, 3)", "cited as 2)"]


def test_a_digest_has_one_bibliography_at_its_end() -> None:
    text = format_markdown(week())

    assert text.count("## Bibliography") == 1
    assert "新しい橋が開通](https://shimpo.example/3) (cited as 3)\n" in text.partition("## Bibliography")[2]


def test_without_citations_there_is_no_bibliography() -> None:
    assert "Bibliography" not in format_summary_markdown(summary([]), [WIRE]) + format_markdown(digest())


def test_an_empty_digest_says_why() -> None:
    assert "No stories: no article was found in the paths given, or the filters left none over." in format_markdown(
        digest()
    )


def test_a_summary_without_sentences_says_so() -> None:
    assert "No summary: the articles hold no sentence that fits its length." in format_summary_markdown(
        summary([]), [WIRE]
    )


@pytest.mark.parametrize("text", STRINGS)
def test_hostile_text_changes_no_structure(text: str) -> None:
    page = format_markdown(wearing(text))

    assert structure(page) == structure(format_markdown(wearing("plain words")))
    assert set(links(page)) == {"https://harbour-wire.example/1"}


@pytest.mark.parametrize("url", ADDRESSES)
def test_hostile_addresses_are_not_linked(url: str) -> None:
    one = document_with(url)

    assert links(format_summary_markdown(summary([pick(one, 0)]), [one])) == []


@pytest.mark.parametrize(
    ("url", "target"),
    [
        ("https://a.example/(x)", "https://a.example/%28x%29"),
        ("https://a.example/[x]_y_*z*", "https://a.example/%5Bx%5D_y_%2Az%2A"),
        ("https://a.example/?a=1&b=2", "https://a.example/?a=1&b=2"),
        ("https://a.example/?a=1&copy;=2", "https://a.example/?a=1&copy;=2"),
        ("https://a.example/'x'`y`|", "https://a.example/%27x%27%60y%60%7C"),
    ],
)
def test_addresses_stay_whole(url: str, target: str) -> None:
    one = document("one", ["A sentence."], url=url)

    in_footnote, in_bibliography = links(format_summary_markdown(summary([pick(one, 0)]), [one]))
    assert in_footnote == in_bibliography == target


@given(st.one_of(st.text(), st.text("#*_-+=>`~[]()!&<|\\1.) \n\t:ab^$"), st.sampled_from(STRINGS)))
def test_escaped_text_is_read_back_as_one_plain_paragraph(text: str) -> None:
    line = one_line(text)
    parsed = list(tokens(escape_markdown(text)))

    assert "".join(token.content for token in parsed if token.type.startswith("text")) == line
    assert {token.type for token in parsed} <= {"paragraph_open", "inline", "text", "text_special", "paragraph_close"}


@given(st.one_of(st.text("`a "), st.text()))
def test_a_code_span_holds_its_text(text: str) -> None:
    line = one_line(text)
    found = [token.content for token in tokens(f"x {code_span(text)} y") if token.type == "code_inline"]

    assert found == [line] or line == ""
