"""Results as plain JSON values, in the shapes and key order of the command line's `--json`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime

from meadow.brief.choices import choice_text, places_of
from meadow.brief.languages import story_language
from meadow.headlines.candidate import Proposal
from meadow.model import (
    Alert,
    Assignment,
    Brief,
    CentroidTerm,
    Choice,
    Concept,
    Digest,
    DisagreeingValue,
    Disagreement,
    Document,
    Doubt,
    Explanation,
    Grouping,
    Headline,
    Pack,
    Pick,
    Reason,
    Relation,
    Report,
    SentenceRef,
    StoryEvent,
    Summary,
)


def summary_value(summary: Summary) -> dict[str, object]:
    """Return a summary as `summarize --json` prints it."""
    return {
        "story": summary.story_id,
        "text": summary.text,
        "signature": summary.run.signature,
        "disagreements": [disagreement_value(disagreement) for disagreement in summary.disagreements],
        "sentences": [pick_value(pick) for pick in summary.picks],
    }


def pick_value(pick: Pick) -> dict[str, object]:
    """Return one sentence of a summary: its exact slice, what was printed, and why it was chosen."""
    return {
        "document": pick.ref.document_id,
        "index": int(pick.ref.index),
        "start": int(pick.sentence.start),
        "end": int(pick.sentence.end),
        "given": None if pick.sentence.given is None else list(pick.sentence.given),
        "given_spans": None if (spans := pick.sentence.given_spans) is None else [list(span) for span in spans],
        "text": pick.sentence.text,
        "written": pick.written,
        "score": float(pick.score),
        "features": {name: float(value) for name, value in pick.features.items()},
        "covers": refs_value(pick.covers),
    }


def digest_value(digest: Digest) -> dict[str, object]:
    """Return a digest as `digest --json` prints it."""
    return {"stories": [brief_value(brief) for brief in digest]}


def brief_value(brief: Brief) -> dict[str, object]:
    """Return one story of a digest with its headline, summary and articles."""
    return {
        "id": brief.story.id,
        "headline": brief.headline.text,
        "first": _time_value(brief.story.first),
        "last": _time_value(brief.story.last),
        "sources": list(brief.sources),
        "summary": summary_value(brief.summary),
        "documents": list(brief.story.document_ids),
        "articles": [_article_value(document) for document in brief.documents],
        "language": story_language(brief),
        "independent_sources": list(brief.independent_sources),
        "copies": [[group.first, *group.copies] for group in brief.copies],
        "doubt": None if brief.doubt is None else _doubt_value(brief.doubt),
        "related": [_relation_value(relation) for relation in brief.related],
        "earlier": list(brief.earlier),
    }


def _doubt_value(doubt: Doubt) -> dict[str, object]:
    return {"documents": list(doubt.document_ids), "between": float(doubt.between), "within": float(doubt.within)}


def _relation_value(relation: Relation) -> dict[str, object]:
    return {
        "story": relation.story_id,
        "language": relation.language,
        "similarity": float(relation.similarity),
        "shared": list(relation.shared),
    }


def headline_value(headline: Headline) -> dict[str, object]:
    """Return a headline as `headline --json` prints it."""
    return {
        "text": headline.text,
        "method": headline.method,
        "evidence": refs_value(headline.evidence),
        "signature": headline.run.signature,
    }


def proposals_value(proposals: Sequence[Proposal]) -> dict[str, object]:
    """Return several headlines as `headline --all --json` prints it."""
    return {"headlines": [proposal_value(each) for each in proposals]}


def proposal_value(proposal: Proposal) -> dict[str, object]:
    """Return one of several headlines: what `headline --json` prints of it, and its scores."""
    return {
        **headline_value(proposal.headline),
        "similarity": float(proposal.similarity),
        "words": int(proposal.words),
        "characters": int(proposal.characters),
        "flaws": list(proposal.flaws),
    }


def grouping_value(grouping: Grouping) -> dict[str, object]:
    """Return groups as `group --json` prints them."""
    return {
        "groups": [
            {"label": refs_value([group.label])[0], "members": refs_value(group.members)} for group in grouping.groups
        ],
        "ungrouped": refs_value(grouping.ungrouped),
    }


def report_value(report: Report) -> dict[str, object]:
    """Return a report as `report --json` prints it."""
    return {
        "question": report.question,
        "kind": report.kind,
        "answered": report.answered,
        "concepts": [concept_value(concept) for concept in report.concepts],
        "sentences": [pick_value(pick) for pick in report.picks],
        "sections": [
            {"heading": section.heading, "kind": section.kind, "sentences": refs_value(section.refs)}
            for section in report.sections
        ],
        "disagreements": [disagreement_value(disagreement) for disagreement in report.disagreements],
        "disproved": [
            {"claim": refs_value([each.claim])[0], "by": refs_value([each.by])[0]} for each in report.disproved
        ],
        "missing": list(report.missing),
        "notes": list(report.notes),
        "signature": report.run.signature,
    }


def concept_value(concept: Concept) -> dict[str, object]:
    """Return one key concept: its text, kind and count, its forms and in how many documents it stands."""
    return {
        "text": concept.text,
        "kind": concept.kind,
        "count": concept.count,
        "documents": concept.documents,
        "aliases": list(concept.aliases),
    }


def pack_value(pack: Pack) -> dict[str, object]:
    """Return a pack as `pack --json` prints it."""
    return {
        "question": pack.question,
        "text": pack.text,
        "tokens": int(pack.tokens),
        "sentences": [pick_value(pick) for pick in pack.picks],
        "missing": list(pack.missing),
        "notes": list(pack.notes),
        "signature": pack.run.signature,
    }


def explanation_value(explanation: Explanation) -> dict[str, object]:
    """Return both tables as plain JSON values, with why each sentence is in the summary or not."""
    places = places_of(explanation)
    return {
        "centroid": centroid_value(explanation.centroid),
        "scores": [
            {
                "document": row.document_id,
                "index": row.number - 1,
                "length": row.length,
                **row.features,
                "score": row.score,
                "choice": None if row.choice is None else _choice_value(row.choice, places),
            }
            for row in explanation.rows
        ],
        "signature": explanation.run.signature,
    }


def _choice_value(choice: Choice, places: Mapping[SentenceRef, int]) -> dict[str, object]:
    other = None if choice.other is None else [choice.other.document_id, choice.other.index]
    return {
        "kind": choice.kind, "place": choice.place, "other": other, "value": choice.value,
        "text": choice_text(choice, places),
    }  # fmt: skip


def centroid_value(rows: Iterable[CentroidTerm]) -> list[dict[str, object]]:
    """Return a centroid table, a value per term."""
    return [{"term": row.term, "tf": row.tf, "idf": row.idf, "weight": row.weight} for row in rows]


def reason_value(reason: Reason) -> dict[str, object]:
    """Return why a document is in its story, as `track --explain --json` prints it."""
    closest = None if reason.next_story is None else {"story": reason.next_story, "score": reason.next_score}
    return {
        "score": reason.score,
        "steps": [asdict(step) for step in reason.steps],
        "shared": [asdict(each) for each in reason.shared],
        "days": [{"day": each.day.isoformat(), "documents": each.documents} for each in reason.days],
        "days_apart": reason.days_apart,
        "next": closest,
        "chance": reason.chance,
    }


def event_value(event: StoryEvent) -> dict[str, object]:
    """Return a merge or a split, as `track --explain --json` prints it."""
    return {
        "kind": event.kind,
        "story": event.story_id,
        "into": event.into,
        "after": event.after,
        "documents": list(event.documents),
        "decided": None if event.decided is None else asdict(event.decided),
    }


def assignment_value(assignment: Assignment) -> dict[str, object]:
    """Return one line of `track --json`."""
    return {
        "document": assignment.document_id,
        "story": assignment.story_id,
        "similarity": float(assignment.similarity),
        "opened": bool(assignment.opened),
    }


def alert_value(alert: Alert) -> dict[str, object]:
    """Return one alert of `follow --json`, which is also what the command of `--on-alert` gets."""
    return {
        "alert": alert.kind,
        "story": alert.story_id,
        "text": alert.text,
        "documents": list(alert.documents),
        "watch": alert.watch,
        "at": alert.at.isoformat(),
        "number": alert.number,
    }


def refs_value(refs: Iterable[SentenceRef]) -> list[list[str | int]]:
    """Return sentence references as pairs of a document's id and an index from 0."""
    # Indices, scores and flags may arrive as numpy scalars, which no JSON encoder takes: hence the conversions here.
    return [[ref.document_id, int(ref.index)] for ref in refs]


def disagreement_value(disagreement: Disagreement) -> dict[str, object]:
    """Return a fact on which sources differ, with who gives each value and when."""
    return {
        "what": disagreement.what,
        "values": [_given_value(given) for given in disagreement.values],
        "conflict": disagreement.is_conflict,
    }


def _given_value(given: DisagreeingValue) -> dict[str, object]:
    return {
        "value": given.value,
        "documents": list(given.document_ids),
        "superseded": bool(given.superseded),
        "sources": list(given.sources),
        "first": _time_value(given.first),
        "last": _time_value(given.last),
        "sentences": refs_value(given.refs),
    }


def _article_value(document: Document) -> dict[str, object]:
    return {
        "id": document.id,
        "title": document.title,
        "source": document.source,
        "published": document.published_text,
        "url": document.url,
        "place": document.place,
        "language": document.language,
    }


def _time_value(time: datetime | None) -> str | None:
    return None if time is None else time.isoformat()
