"""Measures of information synthesis: how close reports are, and which similarity tells people from baselines best."""

from meadow.lab.evaluate.synthesis import *  # noqa: F403 - its public names
