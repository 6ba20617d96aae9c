"""Whether a difference is more than chance: bootstrap intervals, permutation, sign and rank tests, Holm's correction."""

from meadow.lab.evaluate.significance import *  # noqa: F403 - its public names
