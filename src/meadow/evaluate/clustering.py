"""Clusterings against each other: measures, the two ways with irrelevant items, baselines, studies, differences."""

from meadow.lab.evaluate.clustering import *  # noqa: F403 - its public names
from meadow.lab.families.clustering import read as read
from meadow.lab.families.clustering import sheet as sheet
