"""Meadow's ROUGE as a task of lm-eval and as a metric of Hugging Face `evaluate`, without depending on either."""

from meadow.lab.evaluate.adapters import METRICS as METRICS
from meadow.lab.evaluate.adapters import HuggingFaceMetric as HuggingFaceMetric
from meadow.lab.evaluate.adapters import lm_eval as lm_eval
