"""The judgement of a sentence, as a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

# Why a sentence cannot be read first: it opens on a pronoun or connective, tells words as "he said", says "here", takes up
# something named before ("the firm said"), has half a pair of quotation marks, is a piece of a sentence, or uses a surname
# alone that its document introduced before.
Leaning = Literal["opening", "reported", "place", "leftover", "marks", "fragment", "surname"]


@dataclass(frozen=True, slots=True)
class Standing:
    """What a sentence is and whether it stands: each field is one question, asked of its words outside quotation marks.

    `junk` is no sentence of the story: boilerplate of wires and sites, captions, table rows. `fused` is two sentences in
    one, or one with a heading. `voice` is the writer's own: first person, address, exclamation. `scene` has no name,
    figure, day or office in it. `speaker` says whether a quotation names who spoke; it is None without a quotation.
    """

    leans: Leaning | None = None
    junk: bool = False
    fused: bool = False
    voice: bool = False
    scene: bool = False
    forecast: bool = False
    speaker: bool | None = None
    surname: str | None = None

    @property
    def alone(self) -> bool:
        """Whether the sentence can be read first."""
        return self.leans is None

    @property
    def quotation(self) -> bool:
        """Whether the sentence quotes a clause or more."""
        return self.speaker is not None

    @property
    def usable(self) -> bool:
        """Whether the sentence may be printed at all, be it behind the one that it leans on."""
        return not (self.junk or self.fused or self.voice) and self.speaker is not False

    @property
    def stands(self) -> bool:
        """Whether the sentence may be printed anywhere: usable, alone, and no scene."""
        return self.usable and self.alone and not self.scene
