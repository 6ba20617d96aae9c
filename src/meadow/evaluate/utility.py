"""Relative utility: how much of what judges find useful an extract holds, between chance and the judges themselves."""

from meadow.lab.evaluate.utility import *  # noqa: F403 - its public names
from meadow.lab.families.utility import read as read
from meadow.lab.families.utility import sheet as sheet
