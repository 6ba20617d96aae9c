"""Pseudo question-answering: whether a summary holds the answers to questions that were written beforehand."""

from meadow.lab.evaluate.pseudo_qa import *  # noqa: F403 - its public names
from meadow.lab.families.pseudo_qa import read as read
from meadow.lab.families.pseudo_qa import sheet as sheet
