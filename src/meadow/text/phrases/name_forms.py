"""Forms of one name brought together: "Halvorsen" is "Petra Halvorsen", "HWU" the "Harbour Workers' Union"."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from meadow.text.phrases.lexicon import Lexicon
from meadow.text.phrases.name_kinds import WEAK, Votes, decide
from meadow.text.phrases.values import Mention, Name, NameKind

_LONGEST_NAME = 8  # words; longer runs of capitals are no names that anybody shortens
_FOREMOST = 3  # how many times as often a name must stand to be meant by a form that fits several
_COMPANY_ENDS = frozenset({"ltd", "inc", "corp", "plc", "bv", "nv", "sa", "sl", "gmbh"})


@dataclass(frozen=True, slots=True)
class NameCandidate:
    """One mention with the votes it casts, and the name in whose brackets it stands, if any ("… Union (HWU)")."""

    mention: Mention
    votes: Votes
    expands: str | None = None


@dataclass(frozen=True, slots=True)
class _Form:
    """All mentions that are written alike but for capitals."""

    text: str
    votes: Votes
    mentions: tuple[Mention, ...]
    expands: str | None

    @property
    def key(self) -> str:
        return _key(self.text)

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(self.key.split())

    @property
    def kind(self) -> NameKind:
        return decide(self.votes)


def merged(candidates: Sequence[NameCandidate], lists: Lexicon) -> tuple[Name, ...]:
    """Return the names that mentions belong to, in the order of their first mention."""
    forms = _forms(candidates)
    shortened = _shortened(forms.values(), lists)
    longer = {form.key: _longer(form, forms, shortened) for form in forms.values()}
    groups: defaultdict[str, list[_Form]] = defaultdict(list)
    for form in forms.values():
        groups[_root(form.key, longer)].append(form)
    names = [_name(root, members, forms) for root, members in groups.items()]
    return tuple(sorted(names, key=lambda name: (name.spans[0].index, name.spans[0].start)))


def _forms(candidates: Iterable[NameCandidate]) -> dict[str, _Form]:
    by_key: defaultdict[str, list[NameCandidate]] = defaultdict(list)
    for candidate in candidates:
        by_key[_key(candidate.mention.text)].append(candidate)
    return {key: _form(members) for key, members in by_key.items()}


def _form(members: Sequence[NameCandidate]) -> _Form:
    spellings = Counter(member.mention.text for member in members)
    # Of several spellings the most frequent one that is not all capitals, unless there is no other; ties: the first.
    text = max(spellings, key=lambda spelling: (not spelling.isupper(), spellings[spelling]))
    counted: Votes = Counter()
    for member in members:
        counted.update(member.votes)
    expands = next((member.expands for member in members if member.expands is not None), None)
    return _Form(text, counted, tuple(member.mention for member in members), expands)


def _shortened(forms: Iterable[_Form], lists: Lexicon) -> Mapping[str, list[_Form]]:
    """Return the forms by whatever shorter one may stand for them: surnames, first words, initials."""
    by_short_form: defaultdict[str, list[_Form]] = defaultdict(list)
    for form in forms:
        words = form.words
        if not 1 < len(words) <= _LONGEST_NAME:
            continue
        for count in range(1, len(words)):
            by_short_form[" ".join(words[-count:] if form.kind == "person" else words[:count])].append(form)
        by_short_form[_initials(form.text, lists)].append(form)
    return by_short_form


def _longer(form: _Form, forms: Mapping[str, _Form], shortened: Mapping[str, list[_Form]]) -> str | None:
    """Return the key of the one longer form that a form stands for; None where there is none, or more than one."""
    if form.expands is not None and _key(form.expands) in forms:
        return _key(form.expands)
    if len(form.words) == 1 and form.text.isupper():
        acronym = [other for other in shortened.get(form.text, ()) if other is not form]
        if acronym:
            return _foremost(acronym)
    return _foremost([other for other in shortened.get(form.key, ()) if _stands_for(form, other)])


def _foremost(forms: Sequence[_Form]) -> str | None:
    """Return the only one, or the one that is named far more often than the others."""
    ranked = sorted(forms, key=lambda form: -len(form.mentions))
    if not ranked or (len(ranked) > 1 and len(ranked[0].mentions) < _FOREMOST * len(ranked[1].mentions)):
        return None
    return ranked[0].key


def _key(text: str) -> str:
    """Return what spellings of one name have in common: no case, one kind of apostrophe, no "Ltd." at the end."""
    words = text.casefold().replace("’", "'").split()
    while len(words) > 1 and words[-1].rstrip(".").replace(".", "") in _COMPANY_ENDS:
        words.pop()
    return " ".join(words)


def abbreviates(acronym: str, name: str) -> bool:
    """Say whether an acronym can stand for a name: it begins with the same letter and takes its letters in order."""
    letters = iter(name.casefold())
    return name.casefold()[:1] == acronym.casefold()[:1] and all(letter in letters for letter in acronym.casefold())


def _stands_for(form: _Form, other: _Form) -> bool:
    """Say whether the kinds allow a short form to mean a longer one: a place is no short form of a company."""
    if other.kind == "person":
        return form.kind in ("person", "other") or form.votes["place"] <= WEAK
    return other.kind == form.kind and other.kind in ("organisation", "other")


def _initials(text: str, lists: Lexicon) -> str:
    """Return the first letters of a name's words without its particles: "Harbour Workers' Union" gives "HWU"."""
    words = [word for word in text.replace("-", " ").split() if word.lower() not in lists.words("particles")]
    return "".join(word[0].upper() for word in words) if len(words) > 1 else ""


def _root(key: str, longer: Mapping[str, str | None]) -> str:
    seen = {key}
    following = longer[key]
    while following is not None and following not in seen:
        seen.add(following)
        key, following = following, longer[following]
    return key


def _name(root: str, members: Sequence[_Form], forms: Mapping[str, _Form]) -> Name:
    counted: Votes = Counter()
    for member in members:
        counted.update(member.votes)
    mentions = sorted((mention for member in members for mention in member.mentions), key=lambda m: (m.index, m.start))
    spellings = dict.fromkeys(mention.text for mention in mentions)
    return Name(forms[root].text, decide(counted), tuple(mentions), tuple(spellings))
