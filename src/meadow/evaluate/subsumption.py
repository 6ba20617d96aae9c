"""Cross-sentence informational subsumption: links between sentences, their classes, and how far judges agree on them."""

from meadow.lab.evaluate.subsumption import *  # noqa: F403 - its public names
