"""Items for tests of judging: a small story of our own, and the sample's judgements as the slots that a page would write."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from meadow.lab.folder import load_testbed
from meadow.lab.testbed import Testbed, Topic
from meadow.model import Document, SentenceRef
from meadow.sample import testbed_path
from meadow.studies.answer_slots import encode, slot_name
from meadow.studies.judged import Judged
from meadow.studies.judging.making import Topic as StudyTopic
from meadow.studies.judging.making import freeze
from meadow.studies.material import StudyMaterial, blind
from meadow.studies.slots import sentence_key
from stories import document


def frozen(documents: Iterable[Document]) -> tuple[Document, ...]:
    """Return documents as a study keeps them."""
    (item,) = freeze([StudyTopic("story", list(documents))], fewest_documents=1)
    return item.documents


MILL = document(
    "m1", ["The mill at Orrin burned down on Monday.", "Nobody was hurt.", "Four crews came."], title="Fire"
)
SMOKE = document("m/2", ["Four fire crews fought a blaze in Orrin.", "The mill is gone."], hours=2, title="Mill gone")
ITEM = StudyMaterial(
    "mill", frozen([SMOKE, MILL]), "Fire in Orrin", candidates=blind({"lead": "Mill burns"}, item="mill", seed=3)
)
BURNED, UNHURT, CREWS = (SentenceRef("m1", index) for index in range(3))
BLAZE, GONE = SentenceRef("m/2", 0), SentenceRef("m/2", 1)

Slots = dict[str, dict[str, str]]


@cache
def sample_bed() -> Testbed:
    """Return the sample's testbed."""
    return load_testbed(testbed_path())


def sample_study(task: str, *stories: str) -> Judged:
    """Return what the judges of the sample said about stories as a study that they handed in."""
    topics = [sample_bed().topic(story) for story in stories]
    materials = tuple(_material(topic) for topic in topics)
    slots: Slots = {}
    for topic, material in zip(topics, materials, strict=True):
        for judge, parts, answer in _SAID[task](topic, material):
            own = slots.setdefault(judge, {})
            own[slot_name(topic.id, *parts)] = encode(answer)
            own[slot_name(topic.id, "submitted")] = "true"
    return Judged(task, materials, slots, name=f"sample {task}")


Said = Iterable[tuple[str, tuple[str, ...], object]]


def _material(topic: Topic) -> StudyMaterial:
    headlines = {output.system: output.text for output in topic.outputs if output.task == "headline"}
    return StudyMaterial(
        topic.id, frozen(topic.documents), topic.title or "", candidates=blind(headlines, item=topic.id, seed=0)
    )


def _utility(topic: Topic, _: StudyMaterial) -> Said:
    table = topic.utilities
    assert table is not None
    for judge, row in zip(table.judges, table.utilities, strict=True):
        yield from (
            (judge, ("utility", sentence_key(ref)), int(u)) for ref, u in zip(table.sentences, row, strict=True)
        )


def _subsumption(topic: Topic, material: StudyMaterial) -> Said:
    links = {(said.judge, said.ref, by) for said in topic.subsumption for by in said.by}
    for said in topic.subsumption:
        yield said.judge, ("settled", sentence_key(said.ref)), True
        for by in said.by:
            first, second = sorted((said.ref, by), key=material.places.__getitem__)
            both = {(said.judge, first, second) in links: "covered", (said.judge, second, first) in links: "covers"}
            answer = "equal" if len(both) == 1 else both[True]
            yield said.judge, ("pair", sentence_key(first), sentence_key(second)), answer


def _grouping(topic: Topic, _: StudyMaterial) -> Said:
    for said in topic.clusterings:
        for number, members in enumerate(said.groups):
            yield from ((said.judge, ("group", sentence_key(ref)), f"g{number}") for ref in members)
            yield said.judge, ("label", f"g{number}"), sentence_key(said.labels[number])
        yield said.judge, ("ranking",), [f"g{number}" for number in range(len(said.groups))]


def _headlines(topic: Topic, material: StudyMaterial) -> Said:
    keys = {candidate.system: candidate.key for candidate in material.candidates}
    for judge in sorted({rating.judge for rating in topic.ratings}):
        yield judge, ("written",), f"Headline of {judge}"
        for system, key in keys.items():
            own = [
                each for each in topic.ratings if (each.judge, each.system, each.task) == (judge, system, "headline")
            ]
            rating = {each.scale: int(each.value) for each in own}
            if rating:
                yield judge, ("rating", key), rating


def _alignment(topic: Topic, _: StudyMaterial) -> Said:
    for gold in topic.gold:
        length = str(gold.length)
        yield "ana", (length, "abstract"), " ".join(str(each.text) for each in gold.sentences)
        for number, each in enumerate(gold.sentences):
            sets = [sorted(map(sentence_key, one)) for one in each.alternatives]
            yield "ana", (length, "source", str(number)), {"alternatives": sets, "rank": each.rank}
        for number, asked in enumerate(asked for asked in topic.questions if asked.length == length):
            yield "ana", (length, "question", str(number)), {"text": asked.text, "answers": list(asked.answers)}


def _concepts(topic: Topic, _: StudyMaterial) -> Said:
    for judge in ("ana", "bram"):
        counts: dict[str, int] = {}
        for concept in topic.concepts:
            number = counts[concept.kind] = counts.get(concept.kind, -1) + 1
            if number < 8 and (judge == "ana" or number % 2 == 0):
                yield judge, ("concept", concept.kind, str(number)), concept.text


_SAID = {
    "utility": _utility,
    "subsumption": _subsumption,
    "grouping": _grouping,
    "headlines": _headlines,
    "alignment": _alignment,
    "concepts": _concepts,
}
