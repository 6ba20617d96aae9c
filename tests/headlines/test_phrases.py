"""Noun phrases as headlines: the longest, the shortest, and the one that a Naive Bayes points to."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given

from meadow.errors import InputError, SpecError
from meadow.headlines import HEADLINES
from meadow.headlines.bayes_features import FEATURES, sentence_features
from meadow.headlines.bayes_phrase import bayes_phrase, bayes_phrase_by
from meadow.headlines.bayes_table import (
    POOLED,
    BayesTable,
    FeatureCounts,
    fit_bayes,
    format_table,
    parse_table,
    shipped_languages,
    shipped_table,
)
from meadow.headlines.closeness import trigger_words
from meadow.headlines.compress import compress
from meadow.headlines.phrase import phrase, sentence_phrases
from meadow.headlines.plain import plain_bayes, plain_phrase
from meadow.model import Document
from meadow.rank import RANKERS
from meadow.text.shortening import MARK
from meadow.vectors.view import view_documents
from stories import FERRY, FLAT, document, documents

RANK = RANKERS.build("lead")


@pytest.mark.golden("H2")
@pytest.mark.parametrize(
    ("language", "text", "longest", "shortest"),
    [
        ("en", "The coast guard of Lethria rescued a captain near Skerra.", "Coast guard of Lethria", "Skerra"),
        ("es", "La guardia costera rescató al capitán en Skerra.", "Guardia costera", "Skerra"),
        ("nl", "De kustwacht van Lethria redde de kapitein bij Skerra.", "Kustwacht van Lethria", "Skerra"),
    ],
)
def test_longest_and_shortest(language: str, text: str, longest: str, shortest: str) -> None:
    view = view_documents([Document("d", text=text, language=language)])
    assert phrase(view, RANK).text == longest
    assert phrase(view, RANK, choose="shortest").text == longest  # the other phrases have one word, which says nothing
    plain = plain_phrase(view, RANK).text
    assert plain.removeprefix("The ").removeprefix("La ").removeprefix("De ").lower() == longest.lower()
    assert plain_phrase(view, RANK, choose="shortest").text == shortest


@pytest.mark.golden("H2")
def test_only_the_best_sentences_are_read() -> None:
    sentences = ["The old ferry sank.", "The coast guard of Lethria rescued its captain."]
    view = view_documents([document("d", sentences)])
    assert phrase(view, RANK, sentences=1).text == "Old ferry"
    assert phrase(view, RANK).evidence[0].index == 1


@pytest.mark.parametrize("name", ["phrase", "phrase(choose=shortest)", "bayes-phrase"])
def test_no_single_word_and_no_agency_is_a_headline(name: str) -> None:
    sentences = ["Hope was lost for the old ferry on the day, Reuters and the AP said.", "The old ferry sank."]
    view = view_documents([document("d", sentences)])
    assert HEADLINES.build(name)(view, RANK).text == "Old ferry"


def test_japanese_phrases() -> None:
    view = view_documents([Document("d", text="海上保安庁の巡視船が乗客を救助した。", language="ja")])
    assert phrase(view, RANK).text == "海上保安庁の巡視船"


@pytest.mark.parametrize("name", ["phrase", "bayes-phrase"])
def test_without_a_phrase_the_best_sentence_is_compressed(name: str) -> None:
    view = view_documents([document("d", ["They did not say why."])])
    assert HEADLINES.build(name)(view, RANK) == compress(view, RANK)


@pytest.mark.parametrize("spec", ["phrase(choose=middle)", "phrase(sentences=0)"])
def test_phrase_says_what_it_takes(spec: str) -> None:
    with pytest.raises(SpecError, match="longest or shortest"):
        HEADLINES.build(spec)(view_documents(FERRY), RANK)


def _table(**edges: tuple[float, ...]) -> BayesTable:
    """Return a table in which only the given features tell anything, the upper bin always speaking for a headline."""
    silent = FeatureCounts((0.0,), (0, 0), (0, 0))
    told = {name: FeatureCounts(own, (0, 8), (8, 0)) for name, own in edges.items()}
    return BayesTable({name: told.get(name, silent) for name in FEATURES}, 8, 8, "a test")


@pytest.mark.golden("H1")
def test_odds_by_hand() -> None:
    view = view_documents([document("d", ["A ferry sank.", "In 1987 it was new."])])
    odds = _table(numbers=(0.1,)).log_odds(view)
    # Laplace: bins (0, 8) give 1/10 and 9/10, so the digit speaks 9 to 1; the prior is 8 to 8.
    assert odds == pytest.approx([-math.log(9), math.log(9)])


@pytest.mark.golden("H1")
def test_the_likeliest_sentence_with_a_trigger_word_gives_the_phrase() -> None:
    story = view_documents(
        [
            document(
                "d", ["A ferry sank.", "In 1987 the ferry company was new.", "In 1990 nobody cared.", "The ferry sank."]
            )
        ],
        background=FLAT,
    )
    assert max(trigger_words(story), key=lambda term: trigger_words(story)[term]) == "ferri"
    chosen = bayes_phrase_by(story, RANK, _table(numbers=(0.1,)))
    assert chosen.text == "Ferry company"
    assert chosen.evidence[0].index == 1


@pytest.mark.golden("H1")
def test_features_by_hand() -> None:
    view = view_documents(
        [document("d", ["Ferry sank.", "In 1987 ferry was new ferry."], title="Ferry lost")], background=FLAT
    )
    found = {name: values.tolist() for name, values in sentence_features(view).items()}
    assert found["position"] == [1, 2]
    assert found["length"] == pytest.approx([2 / 4, 6 / 4])
    assert found["centroid"] == pytest.approx([1 / 2, 1])  # only "ferry", three times, weighs over 3
    assert found["first"][0] == pytest.approx(1)
    assert found["title"] == pytest.approx([1 / 2, 2 / 4])  # ferry sank; 1987 ferry new ferry
    assert found["numbers"] == pytest.approx([0, 1 / 6])
    bare = view_documents([document("d", ["Ferry sank."])])
    assert np.isnan(sentence_features(bare)["title"]).all()


@pytest.mark.golden("H1")
def test_fitting_counts_bins_of_equal_frequency() -> None:
    texts = [f"Ferry number {n} sank." if n % 2 else "The ferry sank again in a storm off Skerra." for n in range(10)]
    view = view_documents([document("d", texts)])
    table = fit_bayes([(view, 0), (view, 1)], data="a test")
    assert (table.positives, table.negatives) == (2, 18)
    position = table.features["position"]
    assert [a + b for a, b in zip(position.positive, position.negative, strict=True)] == [4, 4, 4, 4, 4]
    assert position.positive == (2, 0, 0, 0, 0)
    assert sum(table.features["title"].positive) == 0  # no document has a title: nothing is counted
    assert parse_table(format_table(table)) == table


def test_nothing_to_learn_from_is_an_error() -> None:
    with pytest.raises(InputError, match="no example"):
        fit_bayes([], data="nothing")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{", "no table"),
        ('{"features": {}}', "no table"),
        (format_table(_table(first=(2.0, 1.0))), "bins that do not fit"),
    ],
)
def test_a_broken_table_is_told(text: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        parse_table(text)


@pytest.mark.golden("H1")
@pytest.mark.parametrize("name", ["cs", "el", "en", "fr", "ja", POOLED])
def test_a_shipped_table_is_written_as_it_would_be_again(name: str) -> None:
    from importlib.resources import files

    text = files("meadow.headlines").joinpath("bayes", f"{name}.json").read_text(encoding="utf-8")
    assert format_table(parse_table(text)) == text
    table = shipped_table(name)
    assert table == parse_table(text)
    assert table.positives > 500
    for own in table.features.values():
        assert sum(own.positive) <= table.positives
        assert sum(own.negative) <= table.negatives
    # Headlines come from the opening of an article, and from sentences that share words with its title.
    for feature, bins in (("position", (0, -1)), ("title", (-1, 0))):
        best, worst = bins
        assert table.features[feature].positive[best] > table.features[feature].positive[worst]


@pytest.mark.golden("H1")
def test_a_language_without_titled_articles_has_the_pooled_table_and_it_says_what_it_is() -> None:
    assert shipped_languages() == ("cs", "el", "en", "fr", "ja")
    assert shipped_table("es") == shipped_table("nl") == shipped_table("xx") == shipped_table()
    for language in shipped_languages():
        own = shipped_table(language)
        assert own != shipped_table()
        assert own.data.startswith(shipped_table().data)
        assert own.data.endswith(f"articles in {language} count 4 times")
        # The articles of the others are in once, its own three times more: positives are one per article.
        more = own.positives - shipped_table().positives
        assert more % 3 == 0
        assert 0 < more // 3 <= shipped_table().positives


@pytest.mark.golden("H1")
@pytest.mark.parametrize("name", ["bayes-phrase", "phrase", "phrase(choose=shortest)"])
@pytest.mark.parametrize(
    ("language", "text", "agency"),
    [
        ("nl", "Het Lethrisch persbureau meldt de brand. De oude veerboot zonk voor Skerra.", "persbureau"),
        ("nl", "De oude veerboot zonk, zei persbureau ANP. Persbureau ANP zag de oude veerboot.", "anp"),
        ("en", "The Central News Agency said the old ferry sank. The old ferry was new.", "agency"),
        ("es", "La agencia de noticias EFE vio el viejo ferri. El viejo ferri se hundió ayer.", "efe"),
    ],
)
def test_no_agency_is_a_headline_in_any_language(name: str, language: str, text: str, agency: str) -> None:
    view = view_documents([Document("d", text=text, language=language)])
    assert agency not in HEADLINES.build(name)(view, RANK).text.lower()


def test_no_source_of_the_story_is_a_headline() -> None:
    told = "The Harbour Wire of Skerra said so. The Harbour Wire of Skerra saw the old ferry."
    made = [Document("a", "Echo", None, told, language="en"), Document("b", "Harbour Wire of Skerra", text="It sank.")]
    view = view_documents(made)
    assert "Harbour Wire of Skerra" not in sentence_phrases(view, 0) + sentence_phrases(view, 1)
    assert "Harbour Wire of Skerra" in sentence_phrases(view_documents(made[:1]), 0)


@pytest.mark.golden("H1")
def test_the_plain_method_has_no_rule_about_agencies() -> None:
    view = view_documents([document("d", ["Reuters saw Reuters.", "The ferry sank."])], background=FLAT)
    assert plain_bayes(view, RANK).text == "Reuters"
    assert plain_bayes(view_documents([document("d", ["It did so."])]), RANK).text == "It did so."


@given(documents)
def test_bayes_phrase_stands_in_its_evidence(made: list[Document]) -> None:
    view = view_documents(made, background=FLAT)
    chosen = bayes_phrase(view, RANK)
    (ref,) = chosen.evidence
    source = next(sentence.text for sentence in view.sentences if sentence.ref == ref)
    rest = iter(source.lower())
    assert all(character in rest for character in chosen.text.lower().removesuffix(MARK))
