"""The result of checking a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

# Why a sentence cannot be read first: it opens with a pronoun or connective, reports speech as "he said", says "here",
# refers to something named before ("the firm said"), has half a pair of quotation marks, is a fragment, or has a bare
# surname that its document introduced before.
ContextDependence = Literal["opening", "reported", "place", "leftover", "marks", "fragment", "surname"]


@dataclass(frozen=True, slots=True)
class SentenceCheck:
    """The form of a sentence and what it depends on, judged by its words outside quotation marks.

    `dependence` is why it cannot be read first, None if it can.
    `junk` is no sentence of the story: boilerplate of wires and sites, captions, table rows. `fused` is two sentences in
    one, or one with a heading. `voice` is the writer's own: first person, address, exclamation. `scene` has no name,
    figure, day or office in it. `speaker` says whether a quotation names who spoke; it is None without a quotation.
    """

    dependence: ContextDependence | None = None
    junk: bool = False
    fused: bool = False
    voice: bool = False
    scene: bool = False
    forecast: bool = False
    speaker: bool | None = None
    surname: str | None = None

    @property
    def self_contained(self) -> bool:
        """Whether the sentence can be read first."""
        return self.dependence is None

    @property
    def quotation(self) -> bool:
        """Whether the sentence quotes a clause or more."""
        return self.speaker is not None

    @property
    def usable(self) -> bool:
        """Whether the sentence may be printed at all, if need be after the one that it depends on."""
        return not (self.junk or self.fused or self.voice) and self.speaker is not False

    @property
    def printable_anywhere(self) -> bool:
        """Whether the sentence may be printed anywhere: usable, self-contained, and no scene."""
        return self.usable and self.self_contained and not self.scene
