"""Does a sentence stand alone? One question of the judgement in `meadow.text.standing`, under its old name."""

from meadow.text.standing import stands_alone

__all__ = ["stands_alone"]
