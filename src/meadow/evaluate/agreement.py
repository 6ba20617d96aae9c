"""How far two scores, or several judges, agree: rank correlations, kappas and Krippendorff's alpha."""

from meadow.lab.evaluate.agreement import *  # noqa: F403 - its public names
