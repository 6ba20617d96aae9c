"""How much of an abstract an extract could have produced: precision, coverage, weighted coverage and redundancy."""

from meadow.lab.evaluate.coverage import *  # noqa: F403 - its public names
from meadow.lab.families.coverage import read as read
from meadow.lab.families.coverage import sheet as sheet
