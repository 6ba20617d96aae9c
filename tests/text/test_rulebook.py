"""Every entry of the rule book matches its examples and no counterexample; its triggers come from its pattern."""

from __future__ import annotations

from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.text.rulebook import ANY, RuleEntry, parse_rules, rulebook
from meadow.text.triggers import head_of, heads, trigger_marks, trigger_words

LANGUAGES = sorted(path.name.removesuffix(".rules") for path in files("meadow.text").joinpath("rules").iterdir())
ENTRIES = [entry for language in LANGUAGES for entry in rulebook(language).entries if entry.language == language]
ENTRY = """[junk start small]
form
  = fill (?:in|out) the form\\b
  # a form below an article
  + Fill in the form
  - Filling the tanks took a day.
"""


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: f"{entry.language}.{entry.kind}.{entry.name}")
class TestEntry:
    """What holds of each entry."""

    def test_matches_its_examples_and_no_counterexample(self, entry: RuleEntry) -> None:
        assert [text for text in entry.matching if not entry.matches(text)] == []
        assert [text for text in entry.failing if entry.matches(text)] == []

    def test_is_tried_on_its_examples(self, entry: RuleEntry) -> None:
        book = rulebook("en" if entry.language == ANY else entry.language)
        for text in entry.matching:
            small = text.lower() if entry.small else text
            starts = (small, small.lstrip("\"'“”‘’«»„『「([-_*•·▪●► `….")) if entry.where == "start" else (small,)
            found = [book.kind(entry.kind).find(start) for start in starts]
            assert any(each is not None for each in found)

    def test_says_why(self, entry: RuleEntry) -> None:
        assert entry.why
        assert entry.name in entry.id


def test_names_are_unique() -> None:
    names = [(entry.language, entry.kind, entry.name) for entry in ENTRIES]
    assert len(set(names)) == len(names)


class TestReading:
    """What a file of rules may hold."""

    def test_an_entry_has_all_its_parts(self) -> None:
        (entry,) = parse_rules(ENTRY, "xx").entries
        assert (entry.kind, entry.name, entry.where, entry.small) == ("junk", "form", "start", True)
        assert entry.matches("* FILL OUT THE FORM")
        assert not entry.matches("Please fill in the form")

    @pytest.mark.parametrize(
        ("sign", "lacking"), [("=", "a pattern"), ("#", "a reason"), ("+", "an example"), ("-", "one")]
    )
    def test_an_entry_without_a_part_is_refused(self, sign: str, lacking: str) -> None:
        text = "\n".join(line for line in ENTRY.splitlines() if not line.startswith(f"  {sign} "))
        with pytest.raises(ValueError, match=f"xx.rules: junk.form lacks {lacking}"):
            parse_rules(text, "xx")

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("form\n  = x", "'form' comes before any"),
            (ENTRY.replace("  # ", "  ! "), "begins with none of"),
            (ENTRY.replace("the form", "the {sheet}"), "{sheet} is no atom and no word list"),
        ],
    )
    def test_what_cannot_be_read_is_refused(self, text: str, message: str) -> None:
        with pytest.raises(ValueError, match=message):
            parse_rules(text, "xx")

    def test_braces_name_atoms_lists_and_sections_of_the_lexicon(self) -> None:
        text = (
            "@verb = fill|send\n"
            + ENTRY.replace("fill (?:in|out)", "{verb} {thing} on {weekdays}")
            + "[words: thing]\nup in\n"
        )
        (entry,) = parse_rules(text.replace("Fill in the", "Send in on Friday the"), "en").entries
        assert entry.matches("fill up on Monday the form")
        assert not entry.matches("fill by on Monday the form")


class TestTriggers:
    """What a pattern cannot match without."""

    @pytest.mark.parametrize(
        ("pattern", "expected"),
        [
            (r"sign up\b", {"sig"}),
            (r"e-?mail\b", {"e", "ema"}),
            (r"by\b.*", {"by"}),
            (r"(?:this|the) story", {"thi", "the"}),
            (r"\d{4} gmt", {"0"}),
            (r"#\w+\s", {"#"}),
            (r"(?:[a-z]+ )?news", None),
            (r"by", None),
        ],
    )
    def test_heads(self, pattern: str, expected: set[str] | None) -> None:
        assert heads(pattern) == expected

    @pytest.mark.parametrize(
        ("pattern", "expected"),
        [
            (r"\b(?:will|shall)\s(?:not\s)*[a-z]{2,}", {"will", "shall"}),
            (r"\bin the (?:former|latter)\b", {"former", "latter"}),
            (r"\bairs?\b.{0,60}\b\d", {"air", "airs"}),
            (r"photos", None),
            (r"\b[a-z]+ed\b", None),
        ],
    )
    def test_words(self, pattern: str, expected: set[str] | None) -> None:
        assert trigger_words(pattern, frozenset({"the", "in"})) == expected

    @pytest.mark.parametrize(
        ("pattern", "expected"), [(r"\w+@\w+", {"@"}), (r"[<{]|//", {"<", "{", "/"}), (r"a?b", None)]
    )
    def test_marks(self, pattern: str, expected: set[str] | None) -> None:
        assert trigger_marks(pattern) == expected

    @given(st.text(min_size=1, max_size=6))
    def test_a_text_begins_with_its_head(self, text: str) -> None:
        head = head_of(text)
        assert head == "0" or text.lower().startswith(head)


@given(
    st.lists(st.sampled_from([text for entry in ENTRIES for text in entry.matching]), min_size=1, max_size=2).map(
        " ".join
    )
)
def test_flags_and_heads_change_no_answer(text: str) -> None:
    for language in ("en", "es", "nl"):
        book = rulebook(language)
        for kind in {entry.kind for entry in book.entries}:
            rules, small = book.kind(kind), text.lower()
            for given_text in (text, small):
                known, read = rules.find(given_text, book.flags(given_text)), rules.find(given_text)
                assert (
                    known is read is next((each for each in rules.entries if each.fits(given_text) is not None), None)
                )
