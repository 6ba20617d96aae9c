"""Extracts against an ideal extract: precision and recall, percent agreement, and the ideal by majority."""

from meadow.lab.evaluate.extraction import *  # noqa: F403 - its public names
from meadow.lab.families.extraction import read as read
from meadow.lab.families.extraction import sheet as sheet
