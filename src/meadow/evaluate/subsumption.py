"""Cross-sentence informational subsumption: links between sentences, their classes, and how far judges agree on them."""

from meadow.lab.evaluate.subsumption import *  # noqa: F403 - its public names
from meadow.lab.families.subsumption import read as read
from meadow.lab.families.subsumption import sheet as sheet
