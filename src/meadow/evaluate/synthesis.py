"""Measures of information synthesis: how close reports are, and which similarity best separates people from baselines."""

from meadow.lab.evaluate.synthesis import *  # noqa: F403 - its public names
from meadow.lab.families.synthesis import read as read
from meadow.lab.families.synthesis import sheet as sheet
