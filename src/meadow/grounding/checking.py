"""One verdict for each sentence of a text: supported by its sources, changed, partly covered or not found.

Each claim of a sentence needs one source sentence that has all of its words, figures, days and names, with the same subject,
object, negation, modality, tense and attribution at the verbs they share. What no rule can decide is `partly`.

Source: our own rules; the claims are those of Kamoi et al. (2023), "WiCE: Real-World Entailment for Claims in Wikipedia".
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from meadow.errors import InputError
from meadow.grounding.alignment import Alignment, align
from meadow.grounding.chances import FEATURES, chance_of, features
from meadow.grounding.comparing import changes_in
from meadow.grounding.cuts import is_cut_of
from meadow.grounding.entailment import EntailmentModel, lowered
from meadow.grounding.quotations import quotations
from meadow.grounding.reading import Read, read_sentence
from meadow.grounding.rules import Rules, rules
from meadow.grounding.sources import Sources
from meadow.grounding.units import splits_of, units_of
from meadow.grounding.wording import reason_for
from meadow.model import Change, Document, SourceSpan, Verdict, VerdictKind
from meadow.text.language import detect_language
from meadow.text.sentences import document_language, split_sentences
from meadow.text.tokens import words as words_of

_LEAST_COVERED = 0.4  # of a sentence's weight, for `changed` and `partly`; less is `not found`
_SURE, _NONE = 0.99, 0.01


def check(
    text: str | Sequence[str],
    documents: Sequence[Document],
    *,
    citations: Sequence[Collection[str] | None] | None = None,
    entailment: str | Path | None = None,
) -> tuple[Verdict, ...]:
    """Return one verdict per sentence of a text: is it in the documents, and if not, what is different.

    The text may come as sentences already. `citations` are the ids of the documents that each sentence cites, or None for a
    sentence without; a sentence that only other documents support is `wrong source`. `entailment` is the folder of a
    model in ONNX (extra `semantic`), which may lower `supported` to `partly` and nothing else.
    """
    sentences = _sentences(text)
    if citations is not None and len(citations) != len(sentences):
        raise InputError(
            f"There are {len(citations)} citations for {len(sentences)} sentences.", given=str(len(citations)),
            allowed="One entry for each sentence, None for a sentence without.",
            advice="Give the text as a list of sentences, so that both have the same length.",
        )  # fmt: skip
    whole = text if isinstance(text, str) else " ".join(text)
    checkers = _Checkers(documents, detect_language(whole) if whole.strip() else "en")
    cited = [None] * len(sentences) if citations is None else citations
    verdicts = tuple(
        checkers.of(sentence[2], cites).verdict(index, *sentence, cites)
        for index, (sentence, cites) in enumerate(zip(sentences, cited, strict=True))
    )
    return verdicts if entailment is None else lowered(verdicts, EntailmentModel(Path(entailment)))


class _Checkers:
    """A checker for each language of the documents, made when a sentence needs it."""

    def __init__(self, documents: Sequence[Document], usual: str) -> None:
        self._by_language: dict[str, list[Document]] = {}
        self._language: dict[str, str] = {}
        for document in documents:
            language = self._language[document.id] = document_language(document)
            self._by_language.setdefault(language, []).append(document)
        self._usual = usual
        self._made: dict[str, Checker] = {}

    def of(self, text: str, cites: Collection[str] | None) -> Checker:
        """Return the checker for a sentence: in the language of what it cites, else in its own."""
        cited = [self._language[each] for each in cites or () if each in self._language]
        language = cited[0] if cited else self._usual
        if not cited and len(self._by_language) > 1:
            language = detect_language(text, default=self._usual)
        if language not in self._by_language:
            language = self._usual
        if language not in self._made:
            self._made[language] = Checker(self._by_language.get(language, ()), rules(language))
        return self._made[language]


def _sentences(text: str | Sequence[str]) -> list[tuple[int, int, str]]:
    if isinstance(text, str):
        return [(start, end, text[start:end]) for start, end in split_sentences(text)]
    found, start = [], 0
    for sentence in text:
        found.append((start, start + len(sentence), sentence))
        start += len(sentence) + 1
    return found


@dataclass(frozen=True, eq=False, slots=True)
class Finding:
    """One claim of a sentence with the source sentence that fits it best, and what is different there."""

    unit: range
    found: Alignment
    changes: tuple[Change, ...]
    covered: float

    @property
    def holds(self) -> bool:
        """Whether the source sentence has all of the claim, unchanged."""
        return not self.changes and not self.found.missing


class Checker:
    """The documents of one language, read once for all sentences of a text."""

    def __init__(self, documents: Sequence[Document], lists: Rules) -> None:
        self.lists = lists
        self.sources = Sources(documents, lists)
        dated = [each.published for each in documents if each.published is not None]
        self._anchor = max(dated, default=None)
        self._places = {document.id: place for place, document in enumerate(documents)}

    def verdict(self, index: int, start: int, end: int, text: str, cites: Collection[str] | None) -> Verdict:
        """Return the verdict on one sentence."""
        words = words_of(text, self.lists.language)
        if not _claims(text, words, self.lists):
            return Verdict(index, start, end, text, "no claim", chance=_SURE, reason="The sentence states no fact.")
        everywhere = self._judged(text, words, None)
        if cites is None or everywhere.kind != "supported":
            within = None if cites is None else frozenset(self._places[each] for each in cites if each in self._places)
            best = everywhere if within is None else self._judged(text, words, within)
            return best.placed(index, start, end, text, self.sources)
        within = frozenset(self._places[each] for each in cites if each in self._places)
        there = self._judged(text, words, within)
        if there.kind == "supported":
            return there.placed(index, start, end, text, self.sources)
        return everywhere.wrong().placed(index, start, end, text, self.sources)

    def _judged(self, text: str, words: Sequence[str], within: frozenset[int] | None) -> _Judged:
        exact = [each for each in self.sources.exact(text) if self._is_within(each, within)]
        if exact:
            return _Judged("supported", (), (), tuple(exact[:1]), _SURE)
        candidates = self.sources.candidates(self.sources.keys_of(text), within)
        read = read_sentence(text, self.lists, self._anchor)
        for number in candidates:
            if self._is_cut_of(words, number):
                return _Judged("supported", (), (), (number,), _SURE)
        if not candidates:
            return _Judged("not found", (), tuple(dict.fromkeys(words)), (), _NONE)
        if read is None:
            return _Judged("partly", (), (), tuple(candidates[:1]), _NONE)
        return self._compared(read, candidates, within)

    def _is_cut_of(self, words: Sequence[str], number: int) -> bool:
        source = self.sources.sentences[number].body
        return is_cut_of(words, source, self.lists.language, self.lists.reporting)

    def _is_within(self, number: int, within: frozenset[int] | None) -> bool:
        return within is None or self.sources.sentences[number].document in within

    def _compared(self, read: Read, candidates: Sequence[int], within: frozenset[int] | None) -> _Judged:
        findings = [self._best(read, range(len(read.words)), candidates)]
        if not findings[0].holds:
            findings = self._fused(read, candidates, within) or findings
        changes = tuple(dict.fromkeys(change for each in findings for change in each.changes))
        missing = [place for each in findings for place in each.found.missing]
        uncovered = tuple(dict.fromkeys(read.shown[place] for place in missing))
        numbers = tuple(dict.fromkeys(each.found.number for each in findings))
        changes += tuple(self._misquoted(read.text, numbers))
        covered = min(each.covered for each in findings)
        chance = chance_of(self.sources, read, candidates, within)
        kind: VerdictKind = "supported"
        if covered < _LEAST_COVERED:
            kind = "not found"
        elif changes:
            kind = "changed"
        elif missing:
            kind = "partly"
        return _Judged(kind, changes, uncovered, numbers, chance)

    def features(self, text: str) -> dict[str, float]:
        """Return what the chance of a sentence is made of, for fitting; nothing where it is not compared."""
        candidates = self.sources.candidates(self.sources.keys_of(text))
        read = read_sentence(text, self.lists, self._anchor)
        if read is None or not candidates:
            return dict.fromkeys(FEATURES, 0.0)
        return features(self.sources, read, candidates, None)

    def _misquoted(self, text: str, numbers: Sequence[int]) -> Iterator[Change]:
        documents = {self.sources.sentences[number].document for number in numbers}
        for quoted in quotations(text):
            if not any(self.sources.holds_quotation(document, quoted) for document in documents):
                yield Change("quotation", quoted, "")

    def _fused(self, read: Read, candidates: Sequence[int], within: frozenset[int] | None) -> list[Finding] | None:
        """Return two findings or more that hold together, where the sentence joins what several source sentences say."""
        for place in splits_of(read):
            parts = list(self._holding(read, [range(place), range(place, len(read.words))], within))
            if len(parts) == 2:
                return parts
        units = units_of(read)
        parts = [self._best(read, unit, candidates) for unit in units] if len(units) > 1 else []
        return parts if parts and all(part.holds for part in parts) else None

    def _holding(self, read: Read, halves: Sequence[range], within: frozenset[int] | None) -> Iterator[Finding]:
        """Yield the finding of each part that holds, up to the first that does not."""
        for half in halves:
            candidates = self.sources.candidates([read.keys[place] for place in half if read.keys[place]], within)
            part = self._best(read, half, candidates) if candidates else None
            if part is None or not part.holds:
                return
            yield part

    def _best(self, read: Read, unit: range, candidates: Sequence[int]) -> Finding:
        best: Finding | None = None
        for number in candidates:
            source = self.sources.read(number)
            if source is None:
                continue
            found = align(read, unit, source, number, self.sources)
            covered = self._covered(found, unit)
            if best is not None and covered < _rank(best)[0]:
                continue  # changes can only lower it
            finding = Finding(unit, found, tuple(changes_in(found, unit, self.lists)), covered)
            if finding.holds:
                return finding
            if best is None or _rank(finding) > _rank(best):
                best = finding
        if best is None:
            raise AssertionError("a claim has candidates that can be read")
        return best

    def _covered(self, found: Alignment, unit: range) -> float:
        keys = [(place, found.claim.keys[place]) for place in unit if found.claim.keys[place]]
        weights = self.sources.weights([key for _, key in keys])
        missing = set(found.missing)
        total = sum(weights)
        return (
            sum(w for (place, _), w in zip(keys, weights, strict=True) if place not in missing) / total
            if total
            else 1.0
        )


def _rank(finding: Finding) -> tuple[float, int]:
    return finding.covered - 0.05 * len(finding.changes), -finding.found.number


@dataclass(frozen=True, slots=True)
class _Judged:
    """A verdict before it has its place."""

    kind: VerdictKind
    changes: tuple[Change, ...]
    uncovered: tuple[str, ...]
    numbers: tuple[int, ...]
    chance: float

    def wrong(self) -> _Judged:
        return _Judged("wrong source", self.changes, self.uncovered, self.numbers, self.chance)

    def placed(self, index: int, start: int, end: int, text: str, sources: Sources) -> Verdict:
        found = [sources.sentences[number].sentence for number in self.numbers]
        spans = tuple(SourceSpan(each.ref, each.start, each.end, each.text) for each in found)
        reason = reason_for(self.kind, self.changes, self.uncovered, spans)
        return Verdict(index, start, end, text, self.kind, self.changes, self.uncovered, spans, self.chance, reason)


def _claims(text: str, words: Sequence[str], lists: Rules) -> bool:
    """Say whether a sentence states something: it has two words that carry content, and is no question or heading."""
    content = [word for word in words if word not in lists.stop]
    return len(content) > 1 and not text.rstrip().rstrip("\"”»'").endswith(("?", ":"))
