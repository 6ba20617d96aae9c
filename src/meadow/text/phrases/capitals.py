"""Which capitals of a text tell a name, and which come from their place only: the start of a sentence or a quotation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from meadow.text.background import WordFrequencies
from meadow.text.phrases.lexicon import Lexicon
from meadow.text.phrases.number_words import is_spelled
from meadow.text.phrases.tagger import begins_sentence, tag
from meadow.text.phrases.values import TaggedWord

# A word this rare is taken for a name at the beginning of a sentence: about one in four million words, or one in a
# million where a verb follows.
_RARE_IDF = 9.5
_RARE_SUBJECT_IDF = 8.0
_LONGEST_DUTCH_NAME = 9
_SHOUTED_WORDS = 3


@dataclass(frozen=True)
class TaggedText:
    """A text with its words, and which of its capitals may come from their place only."""

    text: str
    words: tuple[TaggedWord, ...]

    @cached_property
    def first(self) -> frozenset[int]:
        """The words that begin a sentence or a quotation."""
        texts = [word.text for word in self.words]
        return frozenset(index for index in range(len(texts)) if begins_sentence(texts, index))

    @cached_property
    def shouted(self) -> bool:
        """Whether most of the text is in capitals, so that capitals say nothing."""
        letters = sum(map(str.isalpha, self.text))
        return 2 * sum(map(str.isupper, self.text)) > letters and len(self.words) > _SHOUTED_WORDS

    def lower(self, index: int) -> str:
        """Return a word in lower case, without the "'s" of an owner and the stop of an abbreviation; "" outside."""
        return bare(self.words[index].text).lower().rstrip(".") if 0 <= index < len(self.words) else ""


def read_text(text: str, language: str) -> TaggedText:
    """Return a text tagged for the search for names."""
    return TaggedText(text, tag(text, language))


def bare(word: str) -> str:
    """Return a word without the "'s" of an owner."""
    for tail in ("'s", "’s"):
        word = word.removesuffix(tail)
    return word[:-1] if word.endswith(("s'", "s’")) else word


def known_capitals(texts: Sequence[TaggedText], lists: Lexicon) -> frozenset[str]:
    """Return the words, in lower case, that have a capital where no sentence begins and are not written small elsewhere.

    Names of things with a link inside are there as a whole.
    """
    capital: set[str] = set()
    small: set[str] = set()
    for read in texts:
        for index, word in enumerate(read.words):
            if word.text[0].isupper() and index not in read.first and not read.shouted:
                capital.add(bare(word.text).lower())
            elif word.text[0].islower():
                small.add(word.text.lower())
    return frozenset(capital - small).union(*(_things(read, lists) for read in texts))


def _things(read: TaggedText, lists: Lexicon) -> Iterator[str]:
    """Yield the names of ships, films and the like that have a link inside: "star of skerra"."""
    words = read.words
    for index in range(1, len(words) - 2):
        left, link, right = words[index : index + 3]
        linked = link.tag == "link" and left.text[0].isupper() and right.text[0].isupper()
        if linked and words[index - 1].text.lower() in lists.words("thing nouns"):
            yield " ".join(read.lower(position) for position in range(index, index + 3))


def is_capital(read: TaggedText, index: int, lists: Lexicon, known: frozenset[str]) -> bool:
    """Say whether the word at an index is, or may be, part of a name."""
    word, lower = read.words[index], read.lower(index)
    if not word.text[0].isupper() or lower in lists.words("not names") or (len(lower) < 2 and word.tag != "name"):
        return False
    if is_spelled(lower, lists.table("numbers")):
        return False
    if index not in read.first:
        return word.tag == "name" or lower not in lists.closed
    if lower in lists.closed:
        return False
    if lower in known or (len(word.text) > 1 and word.text.isupper() and word.text.isalpha()):
        return True
    return word.tag not in ("adverb", "verb") and _opens_with_name(read, index, lists)


def _opens_with_name(read: TaggedText, index: int, lists: Lexicon) -> bool:
    """Say whether the first word of a sentence is a name by what follows it, or because nobody writes such a word."""
    lower = read.lower(index)
    after = read.words[index + 1] if index + 1 < len(read.words) else None
    if lower[-1].isdigit() or (after is not None and after.text == "&"):
        return True  # "Aldern-2", "Hale & Sons"
    if after is None or (after.text == "," and read.lower(index + 2) == "who"):
        return after is not None
    if after.text[0].isupper() and after.tag == "name" and read.lower(index + 1) not in lists.words("not names"):
        return lower not in lists.words("adjectives") or lower in lists.words("title parts")
    acts = after.tag in ("verb", "auxiliary") or after.text in lists.words("company followers")
    return _is_rare(lower, lists.language, acts=acts) and lower not in _common(lists)


@cache
def _common(lists: Lexicon) -> frozenset[str]:
    return lists.words("titles") | lists.words("organisation heads")


def _is_rare(word: str, language: str, *, acts: bool) -> bool:
    """Say whether a word is more likely a name than a word: nobody writes it, and no ending tells it."""
    endings = common_endings(language)
    # Rare words are made by joining common ones.
    if "-" in word or (language == "nl" and len(word) > _LONGEST_DUTCH_NAME) or not endings or word.endswith(endings):
        return False
    return bool(WordFrequencies(language).idf([word])[0] > (_RARE_SUBJECT_IDF if acts else _RARE_IDF))


def common_endings(language: str) -> tuple[str, ...]:
    """Return endings of common nouns and verbs, which names seldom have; none for a language without lists."""
    return _COMMON_ENDINGS.get(language, ())


_COMMON_ENDINGS = {
    "en": ("s", "ing", "ed", "ly", "tion", "ment", "ness", "ity"),
    "es": ("s", "ción", "dad", "mente", "ando", "iendo"),
    "nl": ("en", "s", "ing", "heid", "lijk", "schap", "lieden", "leider", "er"),
}
