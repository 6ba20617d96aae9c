"""The best-fitting existing title, and what speaks against one."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow import pipeline
from meadow.headlines.figures import has_old_figures
from meadow.headlines.title import RULES, broken_rules, title, titles_of
from meadow.headlines.title_rules import is_clickbait, is_labelled, is_long, is_short, strip_labels
from meadow.model import Document
from meadow.rank import RANKERS
from meadow.vectors.view import view_documents
from stories import FERRY, FLAT, START, document, documents

RANK = RANKERS.build("mix(centroid=1, position=2, first=1)")


@pytest.mark.golden("H3")
def test_the_title_closest_to_the_story_wins_over_an_outlier() -> None:
    outlier = document("odd", ["The cup final was sold out."], hours=2, title="Ticket fury before the cup final")
    chosen = title(view_documents([*FERRY[:2], outlier]), RANK)
    assert chosen.text == "Ferry capsizes off Skerra, nine dead"
    assert [ref.document_id for ref in chosen.evidence] == ["wire"]
    assert 0 < chosen.score <= 1


@pytest.mark.golden("H3")
def test_cosine_by_hand() -> None:
    # Flat background of 2: centroid weights are 4 for wolf and sheep, whose documents repeat them.
    wolves = [document("a", ["Wolf wolf sheep sheep."], title="Wolf hunt near village")]
    chosen = title(view_documents(wolves, background=FLAT), RANK)
    # Centroid (4, 4), title (wolf 2, hunt 2, village 2; near is a stop word): 8 / (√32 · √12) = 1/√6.
    assert chosen.score == pytest.approx(6**-0.5)


@pytest.mark.golden("H3")
def test_of_equal_titles_the_earlier_documents_wins() -> None:
    twins = [
        replace(FERRY[0], id="b", title="Ferry  lost\n at sea"),
        replace(FERRY[0], id="a", title="Ferry lost at sea"),
    ]
    chosen = title(view_documents(twins), RANK)
    assert chosen.text == "Ferry lost at sea"
    assert chosen.evidence[0].document_id == "a"


def test_untitled_documents_have_their_best_sentence_compressed() -> None:
    untitled = document("u", ["CARROWMERE (LPA) — A wolf pack settled in Haldmoor.", "Farmers worry."], title=None)
    line = pipeline.headline([untitled])
    assert line.text == "A wolf pack settled in Haldmoor"
    assert line.method == "title"
    assert line.run.signature.startswith("headline:title|background:wordfreq-en|data:")


@pytest.mark.parametrize(
    "bad", ["You won't believe what the ferry did off Skerra", "Ferry?", "Ferry capsizes off Skerra and"]
)
def test_where_every_title_is_bad_a_sentence_is_compressed(bad: str) -> None:
    only_bad = [replace(each, title=bad) for each in FERRY]
    assert title(view_documents(only_bad), RANK).text != bad
    good = "Ferry capsizes in heavy seas off Skerra"
    assert title(view_documents([*only_bad[1:], replace(FERRY[0], title=good)]), RANK).text == good


def test_a_story_of_nothing_but_bad_titles_keeps_the_best_of_them() -> None:
    only = [Document("a", title="Why the ferry sank?", language="en"), Document("b", title="Ferry?", language="en")]
    assert title(view_documents(only), RANK).text in {each.title for each in only}


def test_old_figures_step_back() -> None:
    early = document("early", ["Two people died off Skerra.", "A ferry capsized there."], hours=0)
    early = replace(early, title="Ferry capsizes off Skerra: two dead")
    late = document("late", ["The number of dead has risen to seven.", "The ferry capsized off Skerra."], hours=9)
    late = replace(late, title="Seven dead after ferry capsizes near rocks")
    view = view_documents([early, late])
    assert has_old_figures(view, 0, "Ferry capsizes off Skerra: two dead")
    assert not has_old_figures(view, 1, "Seven dead after ferry capsizes near rocks")
    assert title(view, RANK).text == late.title
    undated = view_documents([replace(each, published=None) for each in (early, late)])
    assert not has_old_figures(undated, 0, "Ferry capsizes off Skerra: two dead")


def test_a_title_that_the_story_has_overtaken_is_refused_however_close_it_is() -> None:
    early = document("early", ["The rocket Aldern is ready.", "The rocket Aldern will launch from Skerra."], hours=0)
    early = replace(early, title="Rocket Aldern cleared for launch from Skerra")
    late = document("late", ["The rocket Aldern was lost off Skerra.", "The rocket fell into the sea."], hours=30)
    lost = replace(late, title="Debris of the lost rocket washes ashore")
    assert title(view_documents([early, lost]), RANK).text == lost.title
    # Without another title the newest opening heads the story, not the old state.
    assert "cleared for launch" not in title(view_documents([early, replace(late, title=None)]), RANK).text


@pytest.mark.parametrize(
    ("language", "text", "later", "old"),
    [
        ("en", "41 sheep killed by wolves", "By Friday the pack had taken 52 sheep.", True),
        ("en", "41 sheep killed by wolves", "The pack took 41 sheep.", False),
        ("en", "41 sheep killed by wolves", "Nine people died.", False),
        ("en", "Nine dead off Skerra", "The storm killed 17 people.", True),
        ("en", "Nine confirmed dead off Skerra", "The death toll rose to 17.", True),
        ("en", "41 sheep killed by wolves", "The fence is 52 kilometres long.", False),
        ("es", "Dos muertos en Puerto Claro", "El número de muertos sube a siete.", True),
        ("nl", "Twee doden bij ramp", "Het dodental stijgt naar zeven.", True),
        ("ja", "渡し船転覆、2人死亡", "死者は7人に増えた。", True),
        ("ja", "渡し船転覆、2人死亡", "死者は2人だった。", False),
    ],
)
def test_figures_in_four_languages(language: str, text: str, later: str, old: bool) -> None:
    first = Document("a", text=text, published=START, language=language)
    second = Document("b", text=later, published=START.replace(hour=20), language=language)
    assert has_old_figures(view_documents([first, second]), 0, text) is old


@pytest.mark.parametrize(
    ("given", "printed"),
    [
        ("Live: Ferry capsizes off Skerra", "Ferry capsizes off Skerra"),
        ("UPDATE 2-Ferry capsizes off Skerra", "Ferry capsizes off Skerra"),
        ("Opinion | The ferry should never have sailed", "The ferry should never have sailed"),
        ("Ferry capsizes off Skerra - VIDEO", "Ferry capsizes off Skerra"),
        ("[Video] Live: Ferry capsizes", "Ferry capsizes"),
        ("En directo: naufraga un ferry", "naufraga un ferry"),
        ("In beeld: veerboot gekapseisd", "veerboot gekapseisd"),
        ("【速報】渡し船が転覆", "渡し船が転覆"),
    ],
)
def test_labels_are_told_and_not_printed(given: str, printed: str) -> None:
    assert is_labelled(given)
    assert strip_labels(given) == printed


@pytest.mark.parametrize("text", ["Liverpool: ferry sinks", "Skerra: nine dead", "Watchman: I saw it sink", "Report"])
def test_what_only_looks_like_a_label_stays(text: str) -> None:
    assert strip_labels(text) == text


@pytest.mark.parametrize(
    ("language", "bait", "plain"),
    [
        ("en", "10 things you missed about the ferry", "10 ferries stay in port"),
        ("en", "Here's why the ferry sank", "Open door blamed for ferry disaster"),
        ("en", "Could the ferry have been saved?", "Ferry could have been saved, board says"),
        ("es", "Lo que debes saber del naufragio", "El naufragio deja nueve muertos"),
        ("nl", "Dit moet je weten over de ramp", "Veerboot gekapseisd voor de kust"),
        ("ja", "渡し船が沈んだ本当の理由とは", "渡し船が転覆、9人死亡"),
    ],
)
def test_clickbait(language: str, bait: str, plain: str) -> None:
    assert is_clickbait(bait, language)
    assert not is_clickbait(plain, language)


def test_lengths() -> None:
    assert is_short("Ferry back")
    assert not is_short("Ferry capsizes off Skerra")
    assert is_long("ferry " * 19)
    assert not is_long("ferry " * 18)
    assert not is_long("渡し船が転覆し、乗客9人が死亡、船長ら3人が行方不明", "ja")


def test_a_short_title_is_better_than_none() -> None:
    assert (
        title(view_documents([document("a", ["The ferry sails again."], title="Ferry back")]), RANK).text
        == "Ferry back"
    )


@given(documents)
def test_no_sound_title_of_the_story_has_more_value(made: list[Document]) -> None:
    view = view_documents([replace(each, title=each.text.split(".")[0]) for each in made], background=FLAT)
    chosen = title(view, RANK)
    sound: dict[str, float] = {}
    for each in titles_of(view):
        broken = broken_rules(view, each)
        if each.cosine > 0 and broken.isdisjoint({"clickbait", "long", "flaw", "figures", "state"}):
            value = each.value * math.prod(RULES[name][0] for name in sorted(broken))
            sound[each.printed] = max(value, sound.get(each.printed, 0.0))
    if sound:
        assert sound[chosen.text] == pytest.approx(max(sound.values()))


@given(st.text(max_size=60))
def test_stripping_labels_leaves_a_part_of_the_title(text: str) -> None:
    assert strip_labels(text) in text


def test_a_title_that_says_what_several_articles_say_comes_before_a_scrap() -> None:
    titles = (
        "Skerra then and now",
        "Skerra ferry sinks with nine aboard in storm",
        "Nine aboard as Skerra ferry sinks",
        "Storm sinks ferry",
    )
    view = view_documents(
        Document(f"d{number}", f"Outlet {number}", text, text, language="en") for number, text in enumerate(titles)
    )
    scrap, *others = titles_of(view)
    assert all(scrap.told < other.told for other in others)
    assert title(view, RANK).text == titles[1]


@pytest.mark.parametrize(
    "lure",
    [
        "Skerra: 3 things to know about its ferry",
        "1 stunning number about the ferry of Skerra",
        "The 10 best stocks of the ferry trade",
    ],
)
def test_lists_and_numbers_that_are_withheld_are_clickbait(lure: str) -> None:
    assert is_clickbait(lure)
    assert not is_clickbait("Ferry sinks: 3 boats saved 10 people off Skerra")
