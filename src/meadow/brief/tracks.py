"""Why documents are in their stories, and the terms that describe a story, as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meadow.brief.explanation import centroid_lines
from meadow.brief.wording import count_text
from meadow.model import CentroidTerm, Decision, LinkStep, Moved, Reason, StoryEvent

_INDENT = " " * 9
_TERMS = 6
_DAYS = 3
_CENTROID_ROWS = 10
# What a rule did, and the quantity that it compares with its threshold.
_RULES = {
    "alike": ("linked with {}", "mean similarity {}"),
    "join": ("its cluster joined one of {}", "similarity {} of their own cohesions"),
    "stray": ("its small cluster joined {}", "similarity {} of their own cohesion"),
    "closest": ("joined {}", "similarity {}"),
    "alone": ("no story is close enough", "similarity {}"),
}
# The quantity that decided an event.
_DECIDED = {
    "alike": "mean similarity",
    "join": "similarity relative to their own cohesions",
    "stray": "similarity relative to the story's own cohesion",
    "unseen": "mean similarity of pairs that were not compared directly",
    "pause": "days without an article between the two",
}


def format_reason(reason: Reason) -> str:
    """Return why a document is in its story: the decisions, what it shares, and the next best story."""
    return "\n".join(f"{_INDENT}{label:<8}{text}" for label, text in reason_lines(reason))


def format_centroid(story_id: str, documents: int, rows: Sequence[CentroidTerm]) -> str:
    """Return the terms that describe a story, the heaviest first."""
    shown = (
        f"the heaviest {_CENTROID_ROWS} of {len(rows)} terms" if len(rows) > _CENTROID_ROWS else f"{len(rows)} terms"
    )
    head = f"\nCentroid of {story_id}: {_counted(documents)}, {shown}"
    return "\n".join((head, *centroid_lines(tuple(rows[:_CENTROID_ROWS]))))


def format_events(story_id: str, events: Sequence[StoryEvent]) -> str:
    """Return the merges and splits that led to a story, each with what decided it."""
    return "\n".join((f"Second thoughts on {story_id}:", *map(_event, events)))


def _event(event: StoryEvent) -> str:
    what = f"{event.story_id} into {event.into}"
    if event.kind == "split":
        what = f"{_counted(len(event.documents))} of {event.story_id} into {event.into}"
    return f"{_INDENT}{event.kind:<8}{what} after {_counted(event.after)}{_decided(event.decided)}"


def moved_text(moved: Moved) -> str:
    """Return how many articles a second look moved into a story, and why: 57 articles moved here today, because …."""
    why = {"merge": "their story and this one are of one event", "split": "they are of another event than their story"}
    articles = count_text(len(moved.document_ids), "article")
    return f"{articles} moved here today, because {why[moved.kind]}{_decided(moved.decided)}"


def _decided(decided: Decision | None) -> str:
    if decided is None:
        return ""
    sign = "≥" if decided.value >= decided.threshold else "<"
    pairs = f"{decided.pairs} pair{'' if decided.pairs == 1 else 's'}"
    return f": {decided.value:.3f} {sign} {decided.threshold:.3f}, {_DECIDED[decided.rule]}, {pairs}"


def reason_lines(reason: Reason) -> Iterator[tuple[str, str]]:
    """Iterate over what is to be said about a document's place, each with a word for what it is; `next` is the last."""
    for step in reason.steps:
        yield step.rule, _step(step)
    if reason.score is not None:
        likely = "" if reason.chance is None else f", right in {reason.chance:.0%} of such cases"
        yield "score", f"{reason.score:.3f} with the others of the story{likely}"
    for kind in ("name", "word", "number"):
        terms = [each for each in reason.shared if each.kind == kind][:_TERMS]
        if terms:
            yield f"{kind}s", ", ".join(f"{each.text} {each.weight:.3f}" for each in terms)
    days = [f"{each.day.isoformat()} (+{each.documents})" for each in reason.days[:_DAYS]]
    if reason.days_apart is not None:
        days.append(f"nearest {reason.days_apart:.1f} days away")
    if days:
        yield "days", ", ".join(days)
    yield "next", "no other story shares a term" if reason.next_story is None else _next(reason)


def _step(step: LinkStep) -> str:
    done, measure = _RULES.get(step.rule, (step.rule, "value {}"))
    value = measure.format(f"{step.value:.3f}")
    return f"{done.format(_counted(step.documents))}: {value}, at least {step.threshold:g} needed"


def _next(reason: Reason) -> str:
    return f"{reason.next_story} {reason.next_score:.3f}"


def _counted(documents: int) -> str:
    return f"{documents} document{'' if documents == 1 else 's'}"
