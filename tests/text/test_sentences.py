from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from meadow.model import Document, SentenceRef
from meadow.text import boundaries, sentence_marks
from meadow.text.sentences import document_sentences, split_sentences
from text.gold_sentences import LANGUAGES, PEERS, Case, load_cases, split_by_meadow, tally

CASES = [case for language in LANGUAGES for case in load_cases(language)]
LIKELY = st.sampled_from(
    [
        "Dr. ",
        "J. ",
        "U.S. ",
        "5 p.m. ",
        "No. ",
        "etc. ",
        "end.",
        "The ",
        "ferry ",
        '"',
        "'",
        "”",
        "“",
        "(",
        ")",
        "! ",
        "? ",
        "...",
        "…",
        "\n",
        "\n\n",
        "- ",
        "1. ",
        "•",
        " . ",
        " '' ",
        "。",
        "「",
        "」",
        "と",
        "港",
        "！",
        "3",
        "；",
        ";",
        "�",
        "\x1c",
        "\u2028",
        "é",
    ]
)
TEXTS = st.one_of(st.text(max_size=60), st.lists(LIKELY, max_size=30).map("".join))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.language}: {case.text[:40]!r}")
def test_gold(case: Case) -> None:
    assert tuple(split_by_meadow(case.text, case.language)) == case.sentences


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_gold_is_large_enough(language: str) -> None:
    held_out = load_cases(language, held_out=True)
    assert len(held_out) >= 50
    assert len(load_cases(language)) + len(held_out) >= 100


@pytest.mark.parametrize("held_out", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
def test_better_than_either_peer_on_the_gold(language: str, held_out: bool) -> None:
    cases = load_cases(language, held_out=held_out)
    ours = tally(PEERS["meadow"], cases).f1
    assert ours > max(tally(PEERS["sentencex"], cases).f1, tally(PEERS["pysbd"], cases).f1)


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("fr", ["M. Dupont est arrivé.", "« Le port est fermé », a-t-il dit.", "Pourquoi ?", "Personne ne sait."]),
        ("de", ["Am 3. März sank die Fähre.", "Dr. Arnd kam z.B. erst am 14. Mai an.", "Niemand starb."]),
        ("cs", ["Trajekt se potopil 3. března.", "Nikdo nezemřel.", "Kdo volal?"]),
        ("ru", ["Паром затонул.", "Кто звонил?", "А. С. Орлов молчит."]),
        ("el", ["Το πλοίο βυθίστηκε.", "Ποιος το είδε;", "Κανείς."]),
        ("ar", ["غرقت العبارة.", "من اتصل؟", "لا أحد يعرف."]),
        ("he", ["המעבורת טבעה.", "מי התקשר?", "איש אינו יודע."]),
        ("hi", ["नौका डूब गई।", "किसने देखा?", "कोई नहीं जानता।"]),
        ("ko", ["배가 가라앉았다.", "누가 전화했나?", "아무도 모른다."]),
    ],
)
def test_other_languages_are_split_too(language: str, sentences: list[str]) -> None:
    assert split_by_meadow(" ".join(sentences), language) == sentences


def _split_by_rules_alone(text: str, language: str) -> tuple[tuple[int, int], ...]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(boundaries, "_plain_verdict", lambda *_: None)
        return split_sentences(text, language)


@given(
    st.lists(
        st.sampled_from(
            ["ferry", "Sen", "Hall", "Prof", "approx", "Ohio", "Calif", "mañana", "EE", "UU", "NATO", "noon", "Jan", "of",
             ". ", ". ", ".” ", ". ' ", ".\n", ".\xa0", ". (", " ", " ", " (", "-", "“", "The", "Sam", "A", "3",
             "iPod", "x" * 40, '"', ". “", "'s ", ". ‘", "U.S", "S.", "é", "École", "Ǆ", "ǅ", "غرق", "من", "नौका", "船",
             "。", "।", "। ", "॥”", "؟ ", "? ", "! ", "?” ", "…", ";", "; ", ").", "”.", " .", "1984", "30", "31st", "A380",
             "50%", "²", "I", "a.m", "\n", "\u2028", "_", "\ud800", "¿", "Mr", "it", "he"]
        ),
        max_size=24,
    ).map("".join),
    st.sampled_from(["en", "es", "nl", "ja", "de", "xx", "el", "ar", "hi", "cs", "zh"]),
)  # fmt: skip
def test_stops_that_need_no_rules_are_judged_as_the_rules_would(text: str, language: str) -> None:
    assert split_sentences(text, language) == _split_by_rules_alone(text, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_stops_of_the_gold_are_judged_as_the_rules_would(language: str) -> None:
    texts = [case.text for case in load_cases(language)]
    assert [split_sentences(text, language) for text in texts] == [
        _split_by_rules_alone(text, language) for text in texts
    ]


@given(st.text(alphabet="ab \"'”’»›\n", max_size=30))
def test_quotes_between_blanks_are_found_by_the_quote(text: str) -> None:
    slowly = re.compile(r"(?<!\S)(?:''|[\"'”’»›])(?!\S)")
    quickly = sentence_marks._LONE_QUOTE
    assert [each.span() for each in quickly.finditer(text)] == [each.span() for each in slowly.finditer(text)]


def test_chinese_needs_no_blanks() -> None:
    sentences = ["渡轮沉没了。", "“快跑！”他喊道。", "“没有人受伤。”", "市长说。"]
    assert split_by_meadow("".join(sentences), "zh") == sentences


def test_an_unknown_language_is_split_like_any_other() -> None:
    assert split_by_meadow("Laiva upposi. Kukaan ei kuollut.", "xx") == ["Laiva upposi.", "Kukaan ei kuollut."]


@given(TEXTS, st.sampled_from(["en", "es", "nl", "ja", "zh", "el", "de", "xx"]))
@example("", "en")
@example("...", "en")
@example("*** \n\n ---", "en")
@example("1. 2. 3.", "en")
def test_spans_hold_every_character_that_is_not_blank(text: str, language: str) -> None:
    spans = split_sentences(text, language)
    flat = [offset for span in spans for offset in span]
    assert flat == sorted(flat)
    for start, end in spans:
        assert start < end
        assert text[start:end] == text[start:end].strip()
    assert "".join("".join(text[start:end].split()) for start, end in spans) == "".join(text.split())


@given(st.lists(st.sampled_from([case.text for case in load_cases("en")]), min_size=1, max_size=5))
def test_paragraphs_are_split_one_by_one(texts: list[str]) -> None:
    # A wrapped text among them changes what a line break means, so that case stays out.
    flat = [" ".join(text.split()) for text in texts]
    apart = [sentence for text in flat for sentence in split_by_meadow(text, "en")]
    assert split_by_meadow("\n\n".join(flat), "en") == apart


@pytest.mark.parametrize(
    "text",
    [
        "word " * 200_000,
        "." * 200_000,
        '"' * 200_000,
        "(a. " * 50_000,
        "「船" * 50_000,
        "Dr. " * 20_000,
        "! " * 50_000,
        " " * 500_000 + "a",
    ],
    ids=["no stop", "stops", "quotes", "brackets", "open quotes", "titles", "shouts", "blanks"],
)
def test_strange_texts_stay_whole_and_do_not_hang(text: str) -> None:
    assert len(split_sentences(text)) == 1


def test_many_sentences() -> None:
    text = "The ferry sank at noon. " * 20_000
    assert len(split_sentences(text)) == 20_000
    assert len(split_sentences("船は沈んだ。" * 20_000, "ja")) == 20_000


def test_a_document_gives_sentences_with_their_place() -> None:
    document = Document("a", text="The ferry sank. Dr. Varga swam ashore.", language="en")
    first, second = document_sentences(document)
    assert (first.ref, first.text) == (SentenceRef("a", 0), "The ferry sank.")
    assert (second.ref, second.text) == (SentenceRef("a", 1), "Dr. Varga swam ashore.")
    assert document.text[second.start : second.end] == second.text


def test_spans_of_the_source_are_honoured() -> None:
    document = Document("a", text="One. Two. Three.", spans=((0, 9), (10, 16)))
    assert [sentence.text for sentence in document_sentences(document)] == ["One. Two.", "Three."]
    assert document_sentences(Document("b", text="One. Two.", spans=())) == ()


def test_the_language_is_detected_where_none_is_given() -> None:
    document = Document("a", text="港は閉鎖された。市長は「すぐ直す。」と述べた。")
    assert [sentence.text for sentence in document_sentences(document)] == [
        "港は閉鎖された。",
        "市長は「すぐ直す。」と述べた。",
    ]


def test_a_title_alone_is_sentence_zero() -> None:
    (sentence,) = document_sentences(Document("a", title="Ferry sinks off Carrowmere"))
    assert (sentence.ref.index, sentence.text) == (0, "Ferry sinks off Carrowmere")


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        # "Marn Sen" is a name, since the text writes it without a stop as well; "Sen. Sam Ardal" has a title.
        ("Marn Sen won. They like Marn Sen. Sam Ardal lost.", ["Marn Sen won.", "They like Marn Sen.", "Sam Ardal lost."]),
        ("The vote was lost by Aldern Sen. Sam Ardal.", ["The vote was lost by Aldern Sen. Sam Ardal."]),
        ("Marn Sen won. The vote was lost by Sen. Sam Ardal.", ["Marn Sen won.", "The vote was lost by Sen. Sam Ardal."]),
        ("Ask Marn Sen.\n\nMarn Sen, and Marn Sen. Sam too.", ["Ask Marn Sen.", "Marn Sen, and Marn Sen.", "Sam too."]),
    ],
)  # fmt: skip
def test_a_title_is_a_name_where_the_text_says_so(text: str, sentences: list[str]) -> None:
    assert [text[start:end] for start, end in split_sentences(text, "en")] == sentences
