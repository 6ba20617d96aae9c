"""Headlines from the newest state of a story: leads printed whole, cuts that stay sentences, states and figures in force."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from meadow.headlines.complements import has_main_verb, keeps_complements
from meadow.headlines.figures import has_old_figures
from meadow.headlines.lead import lead
from meadow.headlines.plain import plain_bayes, plain_compress, plain_core, plain_phrase, plain_title
from meadow.headlines.states import is_overtaken, is_pending, newness
from meadow.headlines.title import title
from meadow.headlines.title_rules import is_source, strip_source
from meadow.model import Document
from meadow.rank import RANKERS
from meadow.vectors.coreference.surnames import unresolved_surname
from meadow.vectors.view import StoryView, view_documents
from stories import FERRY

RANK = RANKERS.build("lead")
START = datetime(2026, 3, 2, 8, tzinfo=UTC)


def _story(*articles: tuple[str | None, str], hours: int = 24) -> StoryView:
    return view_documents(
        Document(f"d{n}", f"Outlet {n}", title, text, START + timedelta(hours=n * hours), language="en")
        for n, (title, text) in enumerate(articles)
    )


ROCKET = (
    (
        "Skerra rocket cleared for launch",
        "The Skerra rocket was cleared for launch on Tuesday. Its satellite was ready.",
    ),
    (
        "Skerra rocket lost after launch",
        "The Skerra rocket exploded after launch on Wednesday. Its satellite was lost.",
    ),
)


def test_a_state_that_was_overtaken_heads_no_story() -> None:
    view = _story(*ROCKET)
    assert title(view, RANK).text == "Skerra rocket lost after launch"
    bare = _story(*((None, text) for _, text in ROCKET))
    assert lead(bare, RANK).text == "The Skerra rocket exploded after launch on Wednesday"


def test_the_only_state_is_told_even_if_it_is_still_to_come() -> None:
    assert title(_story(ROCKET[0]), RANK).text == "Skerra rocket cleared for launch"


@pytest.mark.parametrize(
    ("old", "later"),
    [
        ("Mumps cases in Brackwater reach 34", "Brackwater has 58 confirmed cases, its mayor said."),
        ("Mumps cases rise to 34", "Mumps cases climbed to 58 on Thursday."),
        ("Ferry toll rises to 9", "Seventeen people died when the ferry sank."),
        ("34 mumps cases in Brackwater", "Mumps cases reached 58 on Thursday."),
    ],
)
def test_a_figure_that_was_corrected_heads_no_story(old: str, later: str) -> None:
    view = _story((old, f"{old}."), ("Doctors at work", later))
    assert has_old_figures(view, 0, old)
    assert not has_old_figures(view, 1, later)


def test_the_newest_of_equal_titles_wins() -> None:
    texts = [
        ("Ferry captain blamed", "The ferry captain was blamed."),
        ("Ferry captain freed", "The ferry captain was freed."),
    ]
    assert title(_story(*texts), RANK).text == "Ferry captain freed"
    assert title(_story(*reversed(texts)), RANK).text == "Ferry captain blamed"


def test_newness_is_a_place_among_the_documents() -> None:
    view = _story(*[(None, f"Ferry number {n} sank off Skerra.") for n in "abc"])
    assert newness(view).tolist() == [0.0, 0.5, 1.0]
    assert [is_overtaken(view, place) for place in range(3)] == [True, True, False]
    undated = view_documents([Document("u", text="A ferry sank.", language="en"), *view.documents])
    assert sorted(newness(undated).tolist()) == [0.0, 0.5, 0.5, 1.0]
    assert newness(_story((None, "A ferry sank."))).tolist() == [0.5]
    assert np.all(newness(_story((None, "A."), (None, "B."), hours=1)) == 0.5)


@pytest.mark.parametrize(
    ("text", "language", "pending"),
    [
        ("Rocket cleared for launch", "en", True),
        ("Minister may resign", "en", True),
        ("Bank to Cut Rates", "en", True),
        ("Rocket lost after launch", "en", False),
        ("La ministra, a punto de dimitir", "es", True),
        ("La ministra dimite", "es", False),
        ("Minister wil aftreden", "nl", True),
        ("Minister is afgetreden", "nl", False),
        ("2号機打ち上げへ", "ja", True),
        ("2号機打ち上げ成功", "ja", False),
        ("Le bac a coulé", "fr", False),
    ],
)
def test_what_is_still_to_come(text: str, language: str, pending: bool) -> None:
    assert is_pending(text, language) is pending


def test_a_short_lead_is_printed_whole() -> None:
    found = lead(
        _story((None, "SANT ORIEL (LPA) - A ferry with 245 people aboard capsized off Skerra on Monday.")), RANK
    )
    assert found.text == "A ferry with 245 people aboard capsized off Skerra on Monday"
    assert [ref.index for ref in found.evidence] == [0]


def test_a_short_lead_comes_before_a_cut_one() -> None:
    long = (
        "A ferry with 245 people aboard capsized off Skerra on Monday in heavy seas, the coast guard of Sant Oriel said, "
        "while a trawler that had left Brackwater in the morning took in the first survivors of the ferry."
    )
    view = _story((None, long), (None, "A ferry capsized off Skerra, killing nine people."), hours=1)
    assert lead(view, RANK).text == "A ferry capsized off Skerra, killing nine people"
    assert len(lead(_story((None, long)), RANK).text) <= 120


def test_what_several_articles_say_comes_before_what_is_only_near() -> None:
    # Close to all that is said, and no news.
    scrap = "Ann Lund is on a trip to Skerra for days. She smiled."
    news = "Minister Ann Lund opened the new harbour of Skerra and promised two ferries on her trip to the island."
    view = _story((None, scrap), (None, news), (None, f"{news} Ferries were promised before."), hours=1)
    assert lead(view, RANK).text == news.removesuffix(".")


def test_a_surname_alone_that_the_article_introduced_heads_a_story_only_if_nothing_better_does() -> None:
    text = (
        "A bakery burned in Ninemile, and its baker Edda Quill was hurt. "
        "Quill said the oven of the bakery in Ninemile burned."
    )
    row = [sentence.text for sentence in _story((None, text)).sentences].index(text.partition(". ")[2])
    assert unresolved_surname(_story((None, text)), row) == "Quill"
    assert lead(_story((None, text)), RANK).text.startswith("A bakery burned")


def test_a_reason_stays_with_what_is_denied() -> None:
    sentence = (
        "The guard who found Ned Vale didn't stop him because he was suspected but because he walked on the tracks."
    )
    assert not keeps_complements(sentence, "The guard who found Ned Vale didn't stop him", "en")
    assert keeps_complements(
        sentence.replace("didn't stop", "stopped"), "The guard who found Ned Vale stopped him", "en"
    )


def test_leaning_and_junk_openings_are_passed_over() -> None:
    view = _story((None, "Play Video. He was rescued. The ferry captain Nils Corrigan was rescued by a trawler."))
    assert lead(view, RANK).text == "The ferry captain Nils Corrigan was rescued by a trawler"


def test_without_a_lead_the_best_sentence_is_compressed() -> None:
    assert lead(_story((None, "They did not answer the minister.")), RANK).text == "They did not answer the minister"


@pytest.mark.parametrize(
    ("line", "verb"),
    [
        ("The court freed the captain", True),
        ("Divers found the wreck", True),
        ("A man accused of war crimes", False),
        ("A factory owned by the state", False),
        ("The site studied by Ann Lund", False),
        ("The toll of the storm that hit Skerra", False),
        ("The conference that was held in Skerra came to an end", True),
        ("After lots of turns on the route", False),
        ("After the storm, the ferry sailed", True),
        ("People marching against the minister", False),
    ],
)
def test_a_line_has_a_main_verb(line: str, verb: bool) -> None:
    assert has_main_verb(line, "en") is verb


def test_lines_in_languages_without_verbs_are_not_accused() -> None:
    assert has_main_verb("Une ligne sans verbe", "fr")
    assert keeps_complements("Elle dit que le bac a coulé.", "Elle dit", "fr")


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("The court ruled the former mayor of Skerra", False),
        ("The court ruled the former mayor of Skerra must be freed", True),
        ("The court ruled that the former mayor", False),
        ("The court sat on Monday", True),
    ],
)
def test_a_verb_keeps_the_clause_that_it_asks_for(line: str, kept: bool) -> None:
    sentence = "The court ruled that the former mayor of Skerra must be freed." if "that" in line else (
        "The court ruled the former mayor of Skerra must be freed."
    )  # fmt: skip
    assert keeps_complements(sentence, line, "en") is kept


@pytest.mark.parametrize(
    ("title_", "source", "printed"),
    [
        ("Ferry sinks off Skerra - Reuters", None, "Ferry sinks off Skerra"),
        ("Ferry sinks off Skerra | Harbour Wire", "Harbour Wire", "Ferry sinks off Skerra"),
        ("Ferry sinks off Skerra (AFP)", None, "Ferry sinks off Skerra"),
        ("Ferry sinks - nine dead", "Harbour Wire", "Ferry sinks - nine dead"),
        ("— | Reuters", None, "— | Reuters"),
    ],
)
def test_the_source_behind_a_title_is_not_printed(title_: str, source: str | None, printed: str) -> None:
    assert strip_source(title_, source) == printed


def test_what_is_a_source() -> None:
    assert is_source("AP")
    assert is_source("Associated Press")
    assert is_source("Harbour Wire", "harbour wire")
    assert not is_source("Skerra")


@pytest.mark.golden("H3")
def test_the_plain_title_is_the_closest_and_of_equal_ones_the_earlier() -> None:
    # Three words of the story against two: the cosine decides, whatever rule a title breaks.
    view = _story(
        ("You won't believe this ferry off Skerra!", "A ferry sank off Skerra."),
        ("Weather", "A ferry sank off Skerra."),
    )
    assert plain_title(view, RANK).text == "You won't believe this ferry off Skerra!"
    twice = _story(("Ferry sinks", "A ferry sank."), ("Ferry sinks", "A ferry sank."))
    assert plain_title(twice, RANK).evidence[0].document_id == "d0"


@pytest.mark.golden("H4")
def test_plain_compress_takes_the_sentence_that_bayes_ranks_first() -> None:
    view = view_documents(FERRY)
    best = plain_compress(view, RANK)
    assert len(best.text) <= 80
    assert best.evidence == plain_compress(view, RANKERS.build("random")).evidence


def test_plain_methods_print_something_of_every_story() -> None:
    bare = _story((None, "They did not say why."))
    assert plain_title(bare, RANK).text == "They did not say why."
    assert plain_phrase(bare, RANK).text
    assert plain_core(view_documents(FERRY), RANK).text in {each.title for each in FERRY}
    assert plain_bayes(view_documents(FERRY), RANK).text
