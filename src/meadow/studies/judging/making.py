"""New studies: items frozen from documents, and a secret link for everyone who takes part."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from secrets import token_urlsafe

from meadow.errors import InputError, UnknownNameError, UsageError
from meadow.model import ADJUDICATOR, OWNER, Document, ItemRole, Participant, Study, StudyItem
from meadow.studies import task_of
from meadow.studies.writers import References
from meadow.text.sentences import document_sentences

_TOKEN_BYTES = 24
_RESERVED = (OWNER, ADJUDICATOR)
_ID = re.compile(r"[^\w.-]+")
LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class Topic:
    """The parts of an item: a name, documents, and the question about them.

    `headlines` are what systems wrote, by system, to be rated; a topic that trains or tests attention says what it expects.
    """

    title: str
    documents: Sequence[Document]
    question: str | None = None
    kind: str | None = None
    id: str | None = None
    headlines: Mapping[str, str] = field(default_factory=dict)
    role: ItemRole = "judged"
    expected: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StudyPlan:
    """The plan of a study: its task, its title, and the settings that differ from the default; None removes a limit.

    `repeats` is the share of items that come back, to see whether judges agree with themselves. With `references` not every
    judge of headlines writes one for every story, but as many as the plan says.
    """

    task: str
    title: str | None = None
    guidelines: str | None = None
    seed: int = 0
    closes: datetime | None = None
    settings: Mapping[str, float | None] = field(default_factory=dict)
    owner: str | None = None
    repeats: float = 0.0
    references: References | None = None


@dataclass(frozen=True, slots=True)
class Invitation:
    """The name of a participant and the secret of their link, which is shown once and stored nowhere."""

    name: str
    token: str


def freeze(topics: Iterable[Topic], *, fewest_documents: int) -> tuple[StudyItem, ...]:
    """Return items of topics: documents in the order of time, each with the spans of its sentences, once and for all."""
    items: dict[str, StudyItem] = {}
    for topic in topics:
        documents = sorted(topic.documents, key=lambda document: document.order)
        if len(documents) < fewest_documents:
            raise InputError(
                f"The topic {topic.title!r} has {len(documents)} of the {fewest_documents} documents that it needs.",
                given=topic.title, allowed=f"At least {fewest_documents} documents.",
                advice="Give more articles, or leave the topic out.",
            )  # fmt: skip
        item_id = _free_id(topic.id or topic.title, items)
        frozen = tuple(_frozen(each) for each in documents)
        items[item_id] = StudyItem(
            item_id, topic.title, frozen, topic.question, topic.kind, dict(topic.headlines), dict(topic.expected)
        )
    if not items:
        raise UsageError(
            "A study needs something to judge.", given="no item", advice="Give articles, stories or a testbed."
        )
    return tuple(items.values())


def make_study(
    plan: StudyPlan,
    items: Sequence[StudyItem],
    study_id: str,
    now: datetime,
    roles: Mapping[str, ItemRole] | None = None,
) -> Study:
    """Return a study of items; a setting that its task does not know is an error."""
    task = task_of(plan.task)
    for name in plan.settings:
        if name not in task.settings:
            raise UnknownNameError(f"setting of the task {task.name}", name, task.settings)
    if plan.closes is not None and plan.closes <= now:
        raise UsageError(
            "The study would be closed from the start.", given=plan.closes.isoformat(), advice="Name a time to come."
        )
    return Study(
        study_id, task.name, plan.title or items[0].title, tuple(each.id for each in items), now,
        task.guidelines if plan.guidelines is None else plan.guidelines, plan.seed, plan.closes,
        {} if plan.owner is not None else _limits({**task.settings, **plan.settings}), plan.owner, roles or {},
    )  # fmt: skip


def invite(study_id: str, names: Sequence[str], now: datetime) -> list[tuple[Participant, Invitation]]:
    """Return participants with a new secret each, and their invitations."""
    made = []
    for name in names:
        check_name(name)
        token = token_urlsafe(_TOKEN_BYTES)
        made.append((Participant(study_id, name, token_digest(token), now), Invitation(name, token)))
    if len({each.name for _, each in made}) != len(made):
        raise UsageError(
            "Two participants have the same name.", given=", ".join(names), advice="Give them different names."
        )
    return made


def token_digest(token: str) -> str:
    """Return what is kept of a secret: it is long and random, so a plain digest cannot be guessed back."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def check_name(name: str) -> None:
    """Raise an error for a name that nobody can have in a study."""
    if not name.strip() or name != name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
        raise UsageError(
            f"{name!r} is no name of a participant.",
            given=name,
            allowed=f"Up to {LONGEST_NAME} characters on one line.",
        )
    if name.lower() in _RESERVED:
        raise UsageError(f"The name {name!r} is taken by Meadow.", given=name, advice="Call the participant otherwise.")


def make_id(title: str, known: Iterable[str]) -> str:
    """Return a short id made of a title that no other study has."""
    return _free_id(title, set(known))


def _free_id(name: str, taken: Iterable[str]) -> str:
    """Return a name as slots and addresses can hold it, numbered where it is taken."""
    stem = _ID.sub("-", name).strip("-.")[:48].rstrip("-.").lower() or "item"
    numbered = (stem if number == 1 else f"{stem}-{number}" for number in range(1, 1_000_000))
    taken_names = set(taken)
    return next(each for each in numbered if each not in taken_names)


def _limits(settings: Mapping[str, float | None]) -> dict[str, float]:
    return {name: value for name, value in settings.items() if value is not None}


def _frozen(document: Document) -> Document:
    spans = tuple((each.start, each.end) for each in document_sentences(document))
    return replace(document, spans=spans, place=None, origin=None)
