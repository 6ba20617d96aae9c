"""Small stories of our own invention, as values: a ferry accident, a Japanese and an Arabic one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from meadow.model import (
    Brief,
    Digest,
    DisagreeingValue,
    Disagreement,
    Document,
    Headline,
    Movement,
    Pick,
    Run,
    Sentence,
    SentenceRef,
    Story,
    Summary,
)

SIGNATURE = "rank:mix(centroid=1, position=2)|select:penalty|budget:words=60|data:1f3a9c04|v:0.1.0"


def document(
    name: str,
    sentences: Sequence[str],
    *,
    source: str | None = "Harbour Wire",
    title: str | None = "Ferry strikes pier",
    published: str | None = "2026-03-03T07:40:00+01:00",
    url: str | None = "https://harbour-wire.example/1",
    language: str | None = "en",
    day_only: bool = False,
) -> Document:
    """Return a document whose sentences are exactly those given."""
    spans, at = [], 0
    for sentence in sentences:
        spans.append((at, at + len(sentence)))
        at += len(sentence) + 1
    return Document(
        id=name,
        source=source,
        title=title,
        text=" ".join(sentences),
        published=None if published is None else datetime.fromisoformat(published),
        url=url,
        language=language,
        place=f"news/{name}.jsonl:1",
        day_only=day_only,
        spans=tuple(spans),
    )


def pick(of: Document, index: int, *, covers: Sequence[tuple[str, int]] = (), written: str | None = None) -> Pick:
    """Return the document's sentence as a pick."""
    assert of.spans is not None
    start, end = of.spans[index]
    ref, text = SentenceRef(of.id, index), of.text[start:end]
    return Pick(
        ref=ref,
        score=1.25,
        features={"centroid": 0.9, "position": 0.35},
        covers=tuple(SentenceRef(name, at) for name, at in covers),
        sentence=Sentence(ref, start, end, text),
        written=text if written is None else written,
    )


def summary(
    picks: Sequence[Pick], *, disagreements: Sequence[Disagreement] = (), moved: Sequence[Movement] = ()
) -> Summary:
    """Return a summary made of these picks."""
    text = " ".join(each.written for each in picks)
    run = Run(SIGNATURE, "1f3a9c04")
    return Summary("ferry-1", tuple(picks), text, (), tuple(disagreements), run, tuple(moved))


def brief(documents: Sequence[Document], of: Summary, *, headline: str = "Ferry strikes pier; two hurt") -> Brief:
    """Return the story of these documents."""
    times = [each.published for each in documents if each.published is not None]
    ids = tuple(each.id for each in documents)
    story = Story(ids[0], ids, min(times, default=None), max(times, default=None))
    heading = Headline(
        story.id, headline, (SentenceRef(ids[0], 0),), "title", Run("headline:title|v:0.1.0", "1f3a9c04")
    )
    return Brief(story, heading, of, tuple(documents))


def digest(*briefs: Brief) -> Digest:
    """Return a digest of these stories."""
    return Digest(briefs, Run("tracker:cidr|data:1f3a9c04|v:0.1.0", "1f3a9c04"))


WIRE = document(
    "wire-1",
    [
        "The morning ferry Gannet struck the north pier at low water.",
        "Two passengers were hurt, the harbour master said.",
        "The pier had been closed to anglers since autumn.",
        "Divers will look at the hull today.",
        "Sailings to the islands resume on Thursday.",
    ],
)
COURIER = document(
    "courier-7",
    ["Three people were hurt when the Gannet hit a pier.", "The captain blamed a cross current."],
    source="Carrowmere Courier",
    title="Captain blames current",
    published="2026-03-04T18:05:00+01:00",
    url="https://courier.example/gannet?part=2&page=1",
)
RADIO = document(
    "radio-2",
    ["Divers found a dent of four metres."],
    source="Radio Aldern",
    title="Dent found below the waterline",
    published="2026-03-05",
    url=None,
    day_only=True,
)
UNDATED = document("note-9", ["Nobody drowned."], source=None, title=None, published=None, url="ftp://old.example/9")

TOLL = Disagreement(
    "People hurt", (DisagreeingValue("2", ("wire-1",)), DisagreeingValue("3", ("courier-7", "radio-2")))
)
UPDATED = Movement(
    "People hurt",
    (
        DisagreeingValue("2", ("wire-1",), sources=("Harbour Wire",), first=WIRE.published, superseded=True),
        DisagreeingValue(
            "3",
            ("courier-7",),
            sources=("Carrowmere Courier",),
            first=COURIER.published,
            last=COURIER.published,
            refs=(SentenceRef("courier-7", 0),),
        ),
    ),
)


def ferry() -> Brief:
    """Return a story of four documents with two picks, an echo and a disagreement."""
    told = summary([pick(WIRE, 2, covers=[("courier-7", 0)]), pick(COURIER, 1)], disagreements=[TOLL])
    return brief([WIRE, COURIER, RADIO, UNDATED], told)


def rocket() -> Brief:
    """Return a Japanese story."""
    shimpo = document(
        "shimpo-3",
        ["潮見市の新しい橋が三日に開通した。", "市長は式典で喜びを語った。"],
        source="潮見新報",
        title="新しい橋が開通",
        published="2026-03-03T10:00:00+09:00",
        url="https://shimpo.example/3",
        language="ja",
    )
    return brief([shimpo], summary([pick(shimpo, 0)]), headline="新しい橋が開通")


def market() -> Brief:
    """Return an Arabic story."""
    sawt = document(
        "sawt-4",
        ["افتتح السوق الجديد قرب الميناء صباح الأحد.", "وحضر الافتتاح مئات الزوار."],
        source="صوت الميناء",
        title="افتتاح السوق الجديد",
        published="2026-03-01T09:00:00+03:00",
        url="https://sawt.example/4",
        language="ar",
    )
    return brief([sawt], summary([pick(sawt, 0)]), headline="افتتاح السوق الجديد")


def week() -> Digest:
    """Return a digest of the three stories."""
    return digest(ferry(), rocket(), market())
