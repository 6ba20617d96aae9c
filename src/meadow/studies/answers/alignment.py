"""Alignment: an abstract of 5 % and one of 10 %, what each of its sentences was made from, and questions it answers.

`LENGTH/abstract` holds the text, `LENGTH/source/K` the alternative sets of sentences that could have produced its sentence K
and its rank, `LENGTH/question/K` a question with its answers. What is asked about the short abstract is asked about the long
one too.

Source: Hirao, Okumura, Fukusima, Nobata and Nanba (2004), sections 3.1 and 3.2 (T17).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from meadow.model import SentenceRef
from meadow.select.budget import limit_of, make_budget
from meadow.studies.answer_slots import Parts, Values, bad_answer, folded, parse_sentence, unknown_slot
from meadow.studies.answers.kind import AnswerKind, check_text, checked_everywhere, is_skipped
from meadow.studies.material import StudyMaterial
from meadow.text.sentences import split_sentences

SHARES: Mapping[str, int] = {"short": 5, "long": 10}
RANKS = ("A", "B", "C")
_LONGEST_ABSTRACT, _LONGEST_TEXT, _MOST_NUMBER = 50_000, 1_000, 200


@dataclass(frozen=True, slots=True)
class AbstractPart:
    """A sentence of an abstract: the sets of sentences that could have produced it, and how much it matters."""

    text: str
    alternatives: tuple[frozenset[SentenceRef], ...]
    rank: str | None


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question that an abstract answers, and the answers that will do."""

    text: str
    answers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AbstractAnswers:
    """One abstract: its text against its limit of characters, its sentences with their sources, its questions.

    `stray` are the numbers of sentences that have sources but are not in the text any more.
    """

    text: str
    limit: int
    sentences: tuple[AbstractPart, ...]
    questions: tuple[AskedQuestion, ...]
    stray: tuple[int, ...]

    @property
    def over(self) -> int:
        """The number of characters over the limit; 0 if it fits."""
        return max(0, len(self.text) - self.limit)


def check(material: StudyMaterial, parts: Parts, answer: Any) -> None:
    """Raise an error unless the answer is an abstract, the sources of one of its sentences, or a question."""
    if checked_everywhere(material, parts, answer):
        return
    if len(parts) == 2 and parts[0] in SHARES and parts[1] == "abstract":
        check_text(parts, answer, longest=_LONGEST_ABSTRACT)
    elif _is_numbered(parts, "source"):
        _check_source(material, parts, answer)
    elif _is_numbered(parts, "question"):
        _check_question(parts, answer)
    else:
        names = "abstract, source/K, question/K"
        raise unknown_slot(parts, "alignment", f"{'|'.join(SHARES)} with {names}; skip, submitted")


def limit(material: StudyMaterial, length: str) -> int:
    """Return how many characters an abstract of this length may have: its share of the characters of all sentences."""
    budget = make_budget(characters=f"{SHARES[length]}%")
    return limit_of(budget, sentences=len(material.sentences), characters=material.characters)


def abstract_sentences(material: StudyMaterial, text: str) -> tuple[str, ...]:
    """Return the sentences of an abstract, split as documents are."""
    return tuple(text[start:end] for start, end in split_sentences(text, material.language))


def read(material: StudyMaterial, values: Values) -> dict[str, AbstractAnswers]:
    """Return both abstracts of a judge, by length."""
    return {length: _abstract(material, values, length) for length in SHARES}


def missing(material: StudyMaterial, values: Values) -> tuple[str, ...]:
    """Return what is to be done before the item can be handed in, the short abstract first."""
    if is_skipped(values):
        return ()
    answers = read(material, values)
    faults = (f"{length.capitalize()} abstract: {fault}" for length in SHARES for fault in _faults(answers[length]))
    return (*faults, *_not_asked_again(answers))


def done(material: StudyMaterial, values: Values) -> tuple[int, int]:
    """Return how many parts are whole, and how many there are: each abstract, its sentences, and its questions."""
    answers = read(material, values).values()
    total = sum(2 + len(each.sentences) for each in answers)
    made = sum(bool(each.text) + bool(each.questions) + sum(map(_is_whole, each.sentences)) for each in answers)
    return made, total


def _abstract(material: StudyMaterial, values: Values, length: str) -> AbstractAnswers:
    text = values.get((length, "abstract"), "")
    written = abstract_sentences(material, text)
    sources = _numbered(values, length, "source")
    questions = _numbered(values, length, "question").values()
    return AbstractAnswers(
        text,
        limit(material, length),
        tuple(_part(material, sentence, sources.get(number, {})) for number, sentence in enumerate(written)),
        tuple(AskedQuestion(each["text"].strip(), tuple(map(str.strip, each["answers"]))) for each in questions),
        tuple(number for number in sources if number >= len(written)),
    )


def _part(material: StudyMaterial, text: str, source: Mapping[str, Any]) -> AbstractPart:
    sets = (frozenset(parse_sentence(name, material) for name in each) for each in source.get("alternatives", ()))
    return AbstractPart(text, tuple(dict.fromkeys(sets)), source.get("rank"))


def _numbered(values: Values, length: str, what: str) -> dict[int, Any]:
    answers = {int(parts[2]): answer for parts, answer in values.items() if parts[:2] == (length, what)}
    return dict(sorted(answers.items()))


def _is_whole(part: AbstractPart) -> bool:
    return bool(part.alternatives) and part.rank is not None


def _faults(abstract: AbstractAnswers) -> Iterator[str]:
    if not abstract.text.strip():
        yield "not written yet."
        return
    if abstract.over:
        yield f"{len(abstract.text)} characters, {abstract.over} more than the {abstract.limit} it may have."
    for number, part in enumerate(abstract.sentences, start=1):
        if not part.alternatives:
            yield f"sentence {number} has no source sentences."
        if part.rank is None:
            yield f"sentence {number} has no rank (A, B or C)."
    for number in abstract.stray:
        yield f"sentence {number + 1} has sources, but the text has only {len(abstract.sentences)} sentences; clear them."
    if not abstract.questions:
        yield "no question with an answer yet."


def _not_asked_again(answers: Mapping[str, AbstractAnswers]) -> Iterator[str]:
    """Yield the questions about the short abstract that are not asked, with all their answers, about the long one."""
    asked: dict[str, set[str]] = {}
    for question in answers["long"].questions:
        asked.setdefault(folded(question.text), set()).update(map(folded, question.answers))
    for question in answers["short"].questions:
        if not asked.get(folded(question.text), set()) >= set(map(folded, question.answers)):
            yield f"The question {question.text!r} of the short abstract is not asked about the long one too."


def _is_numbered(parts: Parts, what: str) -> bool:
    if len(parts) != 3 or parts[0] not in SHARES or parts[1] != what:
        return False
    return parts[2].isascii() and parts[2].isdigit() and str(int(parts[2])) == parts[2] and int(parts[2]) < _MOST_NUMBER


def _check_source(material: StudyMaterial, parts: Parts, answer: Any) -> None:
    allowed = '{"alternatives": [[SENTENCE, …], …], "rank": "A", "B" or "C"}; each set has one sentence or more.'
    if not isinstance(answer, dict) or not set(answer) <= {"alternatives", "rank"}:
        raise bad_answer(parts, answer, allowed)
    sets, rank = answer.get("alternatives", []), answer.get("rank")
    if not isinstance(sets, list) or not all(isinstance(each, list) and each for each in sets):
        raise bad_answer(parts, answer, allowed)
    if rank is not None and rank not in RANKS:
        raise bad_answer(parts, answer, allowed)
    for name in (name for each in sets for name in each):
        parse_sentence(name, material)


def _check_question(parts: Parts, answer: Any) -> None:
    allowed = '{"text": "…", "answers": ["…", …]}, a question and one answer or more.'
    if not isinstance(answer, dict) or set(answer) != {"text", "answers"}:
        raise bad_answer(parts, answer, allowed)
    answers = answer["answers"]
    if not isinstance(answers, list) or not answers:
        raise bad_answer(parts, answer, allowed)
    for text in (answer["text"], *answers):
        check_text(parts, text, longest=_LONGEST_TEXT)


ALIGNMENT = AnswerKind("alignment", check, read, missing, done)
