"""Metrics as values: statistics of each item are counted once and add up; scores are computed from sums of them."""

from meadow.lab.evaluate.metric import *  # noqa: F403 - its public names
from meadow.lab.families.metrics import read as read
from meadow.lab.families.metrics import sheet as sheet
