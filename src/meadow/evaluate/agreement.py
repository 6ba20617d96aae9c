"""How far two scores, or several judges, agree: rank correlations, kappas and Krippendorff's alpha."""

from meadow.lab.evaluate.agreement import *  # noqa: F403 - its public names
from meadow.lab.families.agreement import read as read
from meadow.lab.families.agreement import sheet as sheet
