"""What holds of every headline, whatever the story: its length, its evidence, its words, and that it is no agency."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meadow.headlines import HEADLINES
from meadow.headlines.complements import has_main_verb, keeps_complements
from meadow.headlines.compress import compress
from meadow.headlines.states import newness
from meadow.headlines.title_rules import is_source, strip_source
from meadow.headlines.trimming import versions
from meadow.model import Document
from meadow.rank import RANKERS
from meadow.text.datelines import agencies
from meadow.text.shortening import MARK
from meadow.vectors.view import view_documents
from stories import FERRY, FLAT, document, documents

RANK = RANKERS.build("lead")
LANGUAGES = st.sampled_from(["en", "es", "nl", "ja", "fr"])
METHODS = sorted(HEADLINES)
AGENCIES = {
    "en": ["Reuters", "The Associated Press", "BBC News", "Central News Agency", "the press agency"],
    "es": ["agencia EFE", "la agencia de noticias EFE", "Europa Press"],
    "nl": ["ANP", "persbureau ANP", "het persbureau", "Lethrisch persbureau"],
    "fr": ["l’agence France-Presse", "AFP", "agence de presse"],
    "ja": ["共同通信", "共同通信社", "ロイター", "時事通信社"],
}
NO_AGENCIES = [
    "Agencia espacial europea", "Space agency", "Press freedom", "Persvrijheid", "AP exam results", "宇宙開発機構",
    "The old ferry", "Reuters building", "News", "De", "",
]  # fmt: skip
# Sentences with one main verb each, and much that can go before, behind and between.
SUBJECTS = ("The ferry", "A court in Skerra", "The coast guard of Lethria", "Petra Halvorsen, the minister,")
VERBS = ("sank", "resigned", "was rescued", "has closed the harbour")
OPENINGS = ("", "After a search of two days, ", "On Monday, ", "SANT ORIEL (AP) - ")
BEHIND = ("", " on Monday", " near the old harbour of Brackwater", ", killing nine", " because the door was open")


@pytest.mark.parametrize("name", METHODS)
@settings(max_examples=15)
@given(made=documents)
def test_every_headline_rests_on_sentences_of_its_story_and_is_made_of_their_words(
    name: str, made: list[Document]
) -> None:
    view = view_documents(made, background=FLAT)
    found = HEADLINES.build(name if name != "core" else "core(title)")(view, RANK)
    known = {sentence.ref: sentence.text for sentence in view.sentences}
    assert found.evidence
    assert all(ref in known for ref in found.evidence)
    rest = iter(known[found.evidence[0]].lower())
    assert all(letter in rest for letter in found.text.removesuffix(MARK).lower() if not letter.isspace())
    assert "\n" not in found.text


@settings(max_examples=40)
@given(documents, st.integers(1, 12))
def test_no_headline_has_more_words_than_asked_for(made: list[Document], words: int) -> None:
    line = compress(view_documents(made, background=FLAT), RANK, words=words).text
    assert len(line.removesuffix(MARK).split()) <= words


@pytest.mark.parametrize(("language", "name"), [(code, name) for code, names in AGENCIES.items() for name in names])
def test_agencies_are_sources(language: str, name: str) -> None:
    assert is_source(name), language
    assert is_source(f"({name})")


@pytest.mark.parametrize("text", NO_AGENCIES)
def test_what_only_sounds_like_an_agency_is_none(text: str) -> None:
    assert not is_source(text)


@given(st.sampled_from(sorted(agencies())), st.sampled_from(["", "the ", "De ", "l’"]))
def test_every_listed_agency_is_a_source_with_any_article(name: str, article: str) -> None:
    assert is_source(f"{article}{name.replace('-', ' ')}")


@given(st.text(max_size=80), st.none() | st.text(max_size=12))
def test_stripping_a_source_leaves_the_head_of_the_title(text: str, source: str | None) -> None:
    printed = strip_source(text, source)
    assert text.startswith(printed)
    assert printed or not text


@pytest.mark.parametrize("name", ["bayes-phrase", "phrase", "phrase(choose=shortest)"])
@pytest.mark.parametrize(("language", "agency"), [(code, names[0]) for code, names in AGENCIES.items()])
def test_no_headline_is_a_bare_agency(name: str, language: str, agency: str) -> None:
    text = f"{agency}。{agency}。{agency}。" if language == "ja" else f"{agency}. {agency} {agency}. {agency}."
    view = view_documents([Document("d", text=text, language=language)])
    line = HEADLINES.build(name)(view, RANK)
    # There is nothing else to print here: what is printed then is a sentence, not a phrase taken from one.
    whole = {sentence.text.rstrip(".。") for sentence in view.sentences}
    assert line.text.removesuffix(MARK) in whole or not is_source(line.text)


@given(st.sampled_from(OPENINGS), st.sampled_from(SUBJECTS), st.sampled_from(VERBS), st.lists(st.sampled_from(BEHIND)))
def test_cuts_keep_the_main_verb(opening: str, subject: str, verb: str, behind: list[str]) -> None:
    sentence = f"{opening}{subject} {verb}{''.join(dict.fromkeys(behind))}."
    line = compress(view_documents([document("d", [sentence])]), RANK).text
    # Either every cut left the verb, or none could be made and the line says that it was cut.
    assert verb.split()[-1] in line or verb.split()[0] in line or line.endswith(MARK)
    assert line.endswith(MARK) or has_main_verb(line, "en")


@given(st.text(max_size=120), LANGUAGES)
def test_every_text_has_versions_each_no_longer_than_the_one_before(text: str, language: str) -> None:
    found = list(versions(text, language))
    assert all(len(later) <= len(earlier) for earlier, later in pairwise(found[1:]))


@given(st.text(max_size=120), LANGUAGES)
def test_a_line_that_was_not_cut_keeps_what_its_verbs_ask_for(text: str, language: str) -> None:
    assert isinstance(has_main_verb(text, language), bool)
    if any(map(str.isalpha, text)) and language in ("ja", "fr"):
        assert has_main_verb(text, language)  # where verbs are not known, no line is accused
        assert keeps_complements(text, text, language)


@settings(max_examples=40)
@given(documents)
def test_newness_is_a_share_and_grows_with_time(made: list[Document]) -> None:
    view = view_documents(made, background=FLAT)
    values = newness(view)
    assert len(values) == len(made)
    assert all(0 <= value <= 1 for value in values)
    for one, first in zip(values, view.documents, strict=True):
        for other, second in zip(values, view.documents, strict=True):
            if first.published is not None and second.published is not None and first.published < second.published:
                assert one <= other


@pytest.mark.parametrize("name", METHODS)
def test_a_headline_does_not_depend_on_the_order_of_the_documents(name: str) -> None:
    method = HEADLINES.build(name if name != "core" else "core(title)")
    forward, backward = (method(view_documents(made), RANK) for made in (FERRY, FERRY[::-1]))
    assert forward.text == backward.text


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("text", ["CAIRO (AFP) -", "(AFP) -\n\n(AP) -", "…", "- - -"])
def test_a_story_of_nothing_but_a_dateline_or_marks_has_a_line(name: str, text: str) -> None:
    view = view_documents([Document("d", text=text, language="en")])
    assert HEADLINES.build(name if name != "core" else "core(compress)")(view, RANK).text
