"""What lines of a testbed say against its documents, its stories and each other: a finding for everything that cannot be.

A line that names many sentences gives one finding for all that it gets wrong in one way, so that a slip in one name does
not bury the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TypeVar

from meadow.lab.clustering_rules import broken_rules
from meadow.lab.folder import shapes
from meadow.lab.folder.lines import LineFinding, Placed, did_you_mean
from meadow.lab.folder.shapes import Place, TestbedLine
from meadow.model import Document, SentenceRef
from meadow.text.sentences import document_sentences

Lines = Sequence[Placed[TestbedLine]]

_Named = TypeVar("_Named", bound=Hashable)

_SHOWN = 3
_COMPARED_NAMES = 500


def iter_findings(lines: Lines, documents: Mapping[str, Document]) -> Iterator[LineFinding]:
    """Yield what is wrong with lines that each have their shape; those of the stories are among them."""
    stories = {each.line.story: each.line for each in lines if isinstance(each.line, shapes.StoryLine)}

    @cache
    def size(document: str) -> int:
        return len(document_sentences(documents[document]))

    yield from _repeats(lines)
    for each in lines:
        line, story = each.line, stories.get(each.line.story)
        if story is None:
            yield _no_story(each, stories)
        elif isinstance(line, shapes.StoryLine):
            yield from _story_faults(each.place, line, documents)
        else:
            yield from _foreign(each, story, documents)
            yield from _beyond(each, story, documents, size)
            yield from (LineFinding(each.place, problem, advice) for problem, advice in _own_faults(line))
    yield from _gaps(lines)


def _repeats(lines: Lines) -> Iterator[LineFinding]:
    """Yield a finding per line that repeats what identifies another line of its file."""
    first: dict[Hashable, str] = {}
    for each in lines:
        line = each.line
        identity = {field: value for field in line.key if (value := getattr(line, field)) is not None}
        met = first.setdefault((line.file, *identity.items()), each.place)
        if met != each.place:
            named = ", ".join(f"{field} {value!r}" for field, value in identity.items())
            advice = "Delete one of the two lines, or name what tells them apart."
            yield LineFinding(each.place, f"{met} has the same {named}; each may be there once.", advice)


def _no_story(each: Placed[TestbedLine], stories: Iterable[str]) -> LineFinding:
    hint = _hint(each.line.story, stories)
    advice = "Add the story to stories.jsonl, or mend its name here."
    return LineFinding(each.place, f"There is no story {each.line.story!r}.{hint}", advice)


def _story_faults(place: str, story: shapes.StoryLine, documents: Mapping[str, Document]) -> Iterator[LineFinding]:
    unknown = [name for name in story.documents if name not in documents]
    if unknown:
        hint = _hint(unknown[0], documents)
        problem = (
            f"The story {story.story!r} names {_listed('document', unknown)}, not among the {len(documents)} read."
        )
        yield LineFinding(place, f"{problem}{hint}", "Add the text to the documents, or mend the name here.")
    twice = _twice(story.documents)
    if twice:
        problem = f"The story {story.story!r} names {_listed('document', twice)} more than once."
        yield LineFinding(place, problem, "Name each document once.")


def _foreign(
    each: Placed[TestbedLine], story: shapes.StoryLine, documents: Mapping[str, Document]
) -> Iterator[LineFinding]:
    """Yield a finding if the line names sentences of documents that its story does not have."""
    foreign = list(dict.fromkeys(name for name, _ in each.line.places() if name not in story.documents))
    if foreign:
        elsewhere = (
            "belongs to another story or to none" if foreign[0] in documents else "is nowhere among the documents"
        )
        problem = f"The story {story.story!r} does not have {_listed('document', foreign)}: {foreign[0]!r} {elsewhere}."
        advice = "Name sentences of the story's own documents, or add the document to the story."
        yield LineFinding(each.place, f"{problem}{_hint(foreign[0], story.documents)}", advice)


def _beyond(
    each: Placed[TestbedLine], story: shapes.StoryLine, documents: Mapping[str, Document], size: Callable[[str], int]
) -> Iterator[LineFinding]:
    """Yield a finding if the line names sentences after the last one of their document."""
    known = [place for place in each.line.places() if place[0] in story.documents and place[0] in documents]
    beyond = list(dict.fromkeys(place for place in known if place[1] >= size(place[0])))
    if beyond:
        (name, index), count = beyond[0], size(beyond[0][0])
        more = f" {len(beyond) - 1} more such sentences are on the line." if len(beyond) > 1 else ""
        problem = f"There is no sentence {index} in {name!r}, which has {count}, counted from 0.{more}"
        advice = (
            "Count as `meadow summarize --json` does, or give the document the spans of the sentences that were judged."
        )
        yield LineFinding(each.place, problem, advice)


def _own_faults(line: TestbedLine) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with a line in itself, and what to do."""
    if isinstance(line, shapes.WrittenLine | shapes.QuestionLine) and not line.text.strip():
        yield "The text is blank.", "Write it, or delete the line."
    if isinstance(line, shapes.GoldLine):
        for alternative in line.alternatives:
            yield from _named_twice(alternative)
    elif isinstance(line, shapes.ClusteringLine):
        groups = [[SentenceRef(*place) for place in group.members] for group in line.groups]
        labels = [None if group.label is None else SentenceRef(*group.label) for group in line.groups]
        yield from ((fault.problem, fault.advice) for fault in broken_rules(groups, labels))
    else:
        yield from _named_twice(list(line.places()))


def _named_twice(places: Sequence[Place]) -> Iterator[tuple[str, str]]:
    twice = _twice(places)
    if twice:
        name, index = twice[0]
        yield f"Sentence {index} of {name!r} is named twice; it can be there once.", "Delete one of the two."


def _gaps(lines: Lines) -> Iterator[LineFinding]:
    """Yield a finding per judge of a story who left out sentences that others scored."""
    tables: dict[str, list[tuple[str, shapes.UtilityLine]]] = {}
    for each in lines:
        if isinstance(each.line, shapes.UtilityLine):
            tables.setdefault(each.line.story, []).append((each.place, each.line))
    for story, table in tables.items():
        for judge in dict.fromkeys(judge for _, line in table for judge in line.judges):
            missing = [(place, line) for place, line in table if judge not in line.judges]
            if missing:
                yield _gap(story, judge, missing, len(table))


def _gap(story: str, judge: str, missing: Sequence[tuple[str, shapes.UtilityLine]], sentences: int) -> LineFinding:
    place, line = missing[0]
    others = f" (of {sentences} sentences, {len(missing)} without a score)"
    problem = (
        f"The judge {judge!r} of the story {story!r} gives no score to sentence {line.index} of {line.document!r}"
        f"{others}; every judge scores every sentence that is listed."
    )
    return LineFinding(place, problem, "Add the scores, or leave out the judge, or those sentences.")


def _twice(names: Iterable[_Named]) -> list[_Named]:
    return [name for name, count in Counter(names).items() if count > 1]


def _listed(what: str, names: Sequence[object]) -> str:
    """Return names after what they are: a document 'a', 4 documents ('a', 'b', 'c' …)."""
    if len(names) == 1:
        return f"the {what} {names[0]!r}"
    more = " …" if len(names) > _SHOWN else ""
    return f"{len(names)} {what}s ({', '.join(map(repr, names[:_SHOWN]))}{more})"


def _hint(name: str, known: Iterable[str]) -> str:
    names = list(known)
    # Comparing is slow; where there are thousands of names, a hint would cost more than it helps.
    return did_you_mean(name, names) if len(names) <= _COMPARED_NAMES else ""
