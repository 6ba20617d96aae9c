"""A text is found again in the markup that it was made of, or not at all."""

from __future__ import annotations

from html import escape, unescape

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from meadow.text.alignment import Strip, align, as_written, strip_escaped, strip_markup
from meadow.text.clean import clean_text
from meadow.text.offsets import given_spans, offsets_of


def slices(text: str, markup: str, *strips: Strip) -> list[str] | None:
    """Return the stretches of the markup in which all of a text stands."""
    origin = align(text, markup, strips=strips or (strip_markup,))
    if origin is None:
        return None
    ((*spans,),) = given_spans(origin, [(0, len(text))])
    return [markup[start:end] for start, end in spans]


@pytest.mark.parametrize(
    ("text", "markup", "found"),
    [
        ("One two", "<p>One two</p>", ["One two"]),
        ("One two", "<p>One\n  two</p>", ["One\n  two"]),
        ("One two", "<p>One&nbsp;two</p>", ["One&nbsp;two"]),
        ("One two", "<p>One <b>two</b></p>", ["One", "two"]),
        ("onetwo", "one<b>two", ["one", "two"]),
        ("A & B", "A &amp; B", ["A &amp; B"]),
        ("A & B &", "<i>A &amp; B &amp;</i>", ["A &amp; B &amp;"]),
        ("&", "&amp;", ["&amp;"]),
        ("AT&T a<b", "AT&T a<b", ["AT&T a<b"]),
        ("“One” – two", "&ldquo;One&rdquo; &#8211; two", ["&ldquo;One&rdquo; &#8211; two"]),
        ("café", "cafe\u0301", ["cafe\u0301"]),
        ("a |", "a|b", ["a|"]),
        ("One", "<!-- One --><script>One</script><p>One</p>", ["One"]),
        ("One", "<p title='One'>Two</p>", None),
        ("One", "<script>One", ["One"]),
        ("ferry", "f e r r y", ["f e r r y"]),
        ("The ferry sank off Skerra.", "Then he ferried sand. " * 9, None),
    ],
)
def test_what_stands_where(text: str, markup: str, found: list[str] | None) -> None:
    assert slices(text, markup) == found


def test_escaped_markup_is_looked_into() -> None:
    assert slices("A & B", "&lt;p&gt;A &amp;amp; &lt;b&gt;B&lt;/b&gt;", strip_escaped) == ["A &amp;amp;", "B"]
    assert slices("A < B", "<t>A &lt; B</t>", strip_escaped, strip_markup) == ["A &lt; B"]
    assert slices("A &lt; <b>", "`A &lt; <b>`", strip_markup, as_written) == ["A &lt; <b>"]


def test_paragraphs_are_found_far_from_each_other_and_in_order() -> None:
    gap = "<aside>" + "Another story. " * 9_000 + "</aside>"
    markup = f"{gap}<p>One boat.</p>{gap}<p>Two <b>boats</b>.</p>{gap}"
    assert slices("One boat.\n\nTwo boats.", markup) == ["One boat.", "Two", "boats", "."]
    assert align("Two boats.\n\nOne boat.", markup) is None


def test_where_a_page_says_that_its_article_begins_is_looked_first() -> None:
    menu = "<li>One boat.</li>" * 3_000
    markup = f"{menu}<article><p>One boat.</p></article>{menu}"
    origin = align("One boat.", markup)
    assert origin is not None
    assert origin[0] == (0, markup.index("<article><p>") + len("<article><p>"))


def test_letters_here_and_there_are_no_text() -> None:
    assert align("Seventeen people were killed on Monday.", "<p>abcdefghijklmnopqrstuvwxyz. SM</p>" * 90) is None


@given(st.lists(st.text("aé<>&;\"' \n.x", min_size=1, max_size=12), min_size=1, max_size=6))
@example(["&", "&amp"])
@example(["a", "<b>"])
def test_escaped_text_between_tags_is_always_found(parts: list[str]) -> None:
    markup = "<i>".join(f"<p class='x'>{escape(part)}</p>" for part in parts)
    text = clean_text("\n\n".join(parts))
    found = slices(text, markup)
    if not text:
        assert found is None
    else:
        assert found is not None
        shown = "".join(strip_markup(piece).text for piece in found)
        assert "".join(clean_text(shown).split()) == "".join(text.split())


@given(st.text("ab<>/!-&; x", max_size=60))
@example("<!--" * 3)
@example("<a <a <script> </script")
def test_any_markup_is_stripped_with_its_places(markup: str) -> None:
    stripped = strip_markup(markup)
    assert len(stripped.text) == len(stripped.starts) == len(stripped.ends)
    for character, start, end in zip(stripped.text, stripped.starts, stripped.ends, strict=True):
        assert character in unescape(markup[start:end])


def test_offsets_are_those_of_the_pairs() -> None:
    assert offsets_of(((0, 2), (3, 9)), 5).tolist() == [2, 3, 4, 9, 10]
    assert offsets_of(((0, 2),), 0).tolist() == []
