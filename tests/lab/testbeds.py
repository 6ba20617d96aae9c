"""Testbeds for tests: one small complete story, our own fiction, and any testbed that a folder can hold."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise

from hypothesis import strategies as st

from meadow.lab.evaluate.judge_tables import JudgeTable
from meadow.lab.testbed import (
    AbstractSentence,
    GoldExtract,
    JudgeClustering,
    JudgeExtract,
    Output,
    PersonReport,
    Question,
    Rating,
    SubsumptionAnswer,
    Testbed,
    Topic,
    WrittenText,
)
from meadow.model import Concept, Document, SentenceRef
from meadow.text.clean import clean_line, clean_text
from stories import document

MILL = document(
    "m1", ["The mill at Orrin burned down on Monday.", "Nobody was hurt.", "Four crews came."], title="Fire"
)
SMOKE = document("m2", ["Four fire crews fought a blaze in Orrin.", "The mill is gone."], hours=2, title="Mill gone")
BRIDGE = document("b1", ["A bridge was closed in Tarn.", "It will open in May."], hours=4)
TIDE = document("t1", ["High water is due at noon."], hours=6)

FIRST, HURT, CREWS = (SentenceRef("m1", index) for index in range(3))
BLAZE, GONE = SentenceRef("m2", 0), SentenceRef("m2", 1)

MILL_TOPIC = Topic(
    "mill",
    (MILL, SMOKE),
    title="The mill fire",
    kind="extraction",
    question="What burned?",
    references=(WrittenText("ana", "A mill burned.", "short"), WrittenText("ana", "A mill burned; none hurt.", "long")),
    gold=(
        GoldExtract(
            (AbstractSentence("1", (frozenset({FIRST}), frozenset({BLAZE, GONE})), "A", "A mill burned."),), "short"
        ),
        GoldExtract(
            (AbstractSentence("1", (frozenset({FIRST}),)), AbstractSentence("2", (frozenset({HURT}),), "B")), "long"
        ),
    ),
    extracts=(
        JudgeExtract("ana", (FIRST, CREWS), 40.0),
        JudgeExtract("bram", (GONE, FIRST), 40.0),
        JudgeExtract("chidi", (CREWS, BLAZE), 40.0),
    ),
    utilities=JudgeTable(("ana", "bram"), (FIRST, HURT, BLAZE), ((9.0, 4.0, 7.5), (8.0, 6.0, 7.0))),
    subsumption=(SubsumptionAnswer("ana", CREWS, frozenset({BLAZE})), SubsumptionAnswer("ana", HURT, frozenset())),
    clusterings=(
        JudgeClustering("ana", ((FIRST, GONE), (CREWS, BLAZE)), (FIRST, BLAZE)),
        JudgeClustering("bram", ((CREWS, BLAZE),)),
        JudgeClustering("chidi", ()),
    ),
    questions=(Question("q1", "What burned?", ("a mill", "the mill"), "short"),),
    concepts=(Concept("Orrin", "factor", ("Orrin",), 2, 2), Concept("fire crews", "organisation", (), 0)),
    reports=(PersonReport("ana", (FIRST, HURT)),),
    headlines=(WrittenText("ana", "Mill burns down in Orrin"),),
    outputs=(
        Output("lead", "The mill burned."),
        Output("title", "Fire", "headline"),
        Output("mute", "", length="short"),
    ),
    ratings=(Rating("lead", "coherence", "ana", 4.0), Rating("title", "quality", "bram", 2.5, "headline")),
)
BED = Testbed("mills", (MILL_TOPIC, Topic("bridge", (BRIDGE,))), 'Two "stories"', illustration=True, loose=(TIDE,))

LANGUAGES = ["en", "es", "nl", "ja", "he"]
odd = st.text(max_size=40) | st.text(st.sampled_from("ab \"'\\\n\u2028\u00a0é船。🏳\u200d"), max_size=40)
names = odd.map(clean_line).filter(bool)
texts = odd.map(clean_text).filter(bool)
any_text = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
some_text = any_text.filter(lambda text: bool(text.strip()))
some_name = any_text.filter(bool)
lengths = st.none() | st.sampled_from(["short", "long"])
aliases = st.lists(any_text, max_size=2).map(tuple)
counts = st.integers(0, 9)
tasks = st.sampled_from(["summary", "headline"])
values = st.floats(allow_nan=False, allow_infinity=False) | st.integers(-9, 9).map(float)


@st.composite
def documents(draw: st.DrawFn, name: str) -> Document:
    """Return a document as a reader gives it, with at least two sentences that its source marked."""
    text = draw(texts.filter(lambda text: len(text) > 1))
    day_only = draw(st.booleans())
    moment = draw(st.none() | st.datetimes(min_value=datetime(2, 1, 1), max_value=datetime(9998, 1, 1)))
    zone = UTC if day_only else timezone(timedelta(hours=draw(st.integers(-9, 9))))
    if day_only and moment is not None:
        moment = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    borders = sorted(draw(st.sets(st.integers(0, len(text)), min_size=3, max_size=5)))
    return Document(
        id=name,
        source=draw(st.none() | names),
        title=draw(st.none() | names),
        text=text,
        published=None if moment is None else moment.replace(tzinfo=zone),
        url=draw(st.none() | names),
        language=draw(st.sampled_from(LANGUAGES)),
        day_only=day_only and moment is not None,
        spans=tuple(pairwise(borders)),
    )


@st.composite
def topics(draw: st.DrawFn, name: str, held: tuple[Document, ...]) -> Topic:
    """Return a topic with some of everything about these documents, which are in time order."""
    every = [SentenceRef(document.id, index) for document in held for index in range(len(document.spans or ()))]
    some = st.lists(st.sampled_from(every), unique=True, max_size=4).map(tuple)
    several = st.lists(st.sampled_from(every), unique=True, min_size=1, max_size=3).map(tuple)
    people = st.lists(some_name, unique=True, max_size=2)
    written = st.lists(
        st.builds(WrittenText, some_name, some_text, lengths), unique_by=lambda text: (text.id, text.length)
    )
    return Topic(
        name,
        held,
        draw(st.none() | any_text),
        draw(st.none() | any_text),
        draw(st.none() | any_text),
        references=tuple(draw(written)),
        gold=tuple(draw(st.lists(_gold(several), max_size=2, unique_by=lambda gold: gold.length))),
        extracts=tuple(
            JudgeExtract(judge, draw(some), draw(st.sampled_from([None, 20.0, 12.5]))) for judge in draw(people)
        ),
        utilities=draw(st.none() | several.flatmap(_tables)),
        subsumption=tuple(_answer(draw, judge, every) for judge in draw(people)),
        clusterings=tuple(_clustering(draw, judge, every) for judge in draw(people)),
        questions=tuple(
            Question(each.id, each.text, tuple(draw(st.lists(some_name, min_size=1, max_size=2))), each.length)
            for each in draw(written)
        ),
        concepts=tuple(
            draw(st.builds(Concept, st.just(text), st.sampled_from(["person", "factor"]), aliases, counts, counts))
            for text in draw(people)
        ),
        reports=tuple(PersonReport(author, draw(some)) for author in draw(people)),
        headlines=tuple(draw(written)),
        outputs=tuple(Output(system, draw(any_text), draw(tasks), draw(lengths)) for system in draw(people)),
        ratings=tuple(Rating(system, *draw(st.tuples(some_name, some_name, values, tasks))) for system in draw(people)),
    )


def _gold(several: st.SearchStrategy[tuple[SentenceRef, ...]]) -> st.SearchStrategy[GoldExtract]:
    alternatives = st.lists(several.map(frozenset), min_size=1, max_size=2).map(tuple)
    ranks = st.none() | st.sampled_from("ABz")
    sentence = st.builds(AbstractSentence, some_name, alternatives, ranks, st.none() | any_text)
    sentences = st.lists(sentence, min_size=1, max_size=2, unique_by=lambda each: each.id)
    return st.builds(GoldExtract, sentences.map(tuple), lengths)


def _tables(refs: tuple[SentenceRef, ...]) -> st.SearchStrategy[JudgeTable]:
    scores = st.lists(values, min_size=len(refs), max_size=len(refs)).map(tuple)
    judged = st.dictionaries(some_name, scores, min_size=1, max_size=3)
    return judged.map(lambda rows: JudgeTable(tuple(rows), refs, tuple(rows.values())))


def _answer(draw: st.DrawFn, judge: str, every: list[SentenceRef]) -> SubsumptionAnswer:
    ref = draw(st.sampled_from(every))
    others = [other for other in every if other != ref]
    return SubsumptionAnswer(judge, ref, draw(st.frozensets(st.sampled_from(others), max_size=2)))


def _clustering(draw: st.DrawFn, judge: str, every: list[SentenceRef]) -> JudgeClustering:
    order = draw(st.permutations(every))
    borders = sorted(draw(st.sets(st.integers(0, len(order)), max_size=3)))
    cut = (tuple(order[start:end]) for start, end in pairwise(borders))
    groups = tuple(group for group in cut if len({ref.document_id for ref in group}) > 1)
    labels = tuple(draw(st.sampled_from(group)) for group in groups) if draw(st.booleans()) else ()
    return JudgeClustering(judge, groups, labels)


@st.composite
def savable_testbeds(draw: st.DrawFn) -> Testbed:
    """Return a testbed that a folder can hold."""
    ids = draw(st.lists(names, unique=True, min_size=1, max_size=4))
    made = sorted((draw(documents(name)) for name in ids), key=lambda document: document.order)
    stories = draw(st.lists(some_name, unique=True, min_size=1, max_size=2))
    chosen = [draw(st.sets(st.sampled_from(range(len(made))), min_size=1)) for _ in stories]
    told = [
        draw(topics(name, tuple(made[place] for place in sorted(places))))
        for name, places in zip(stories, chosen, strict=True)
    ]
    loose = tuple(document for place, document in enumerate(made) if not any(place in places for places in chosen))
    return Testbed(draw(some_name), tuple(told), draw(any_text), draw(st.booleans()), loose)
