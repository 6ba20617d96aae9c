"""ROUGE in two dialects: Google's rouge-score to the last bit, and the ROUGE-1.5.5 script to the last printed digit."""

from meadow.lab.evaluate.rouge import *  # noqa: F403 - its public names
from meadow.lab.families.rouge import read as read
from meadow.lab.families.rouge import sheet as sheet
