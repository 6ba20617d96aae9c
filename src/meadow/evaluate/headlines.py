"""How good headlines are: ROUGE against several references, penalties for bad lengths, and what people think of both."""

from meadow.lab.evaluate.headlines import *  # noqa: F403 - its public names
from meadow.lab.families.headlines import read as read
from meadow.lab.families.headlines import sheet as sheet
