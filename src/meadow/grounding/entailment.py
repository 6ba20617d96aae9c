"""An entailment model of the user's, which may only lower a verdict: a sentence that the rules support is asked again.

The folder holds `model.onnx`, `tokenizer.json` and `config.json` with the labels (`id2label`), as such models are usually
exported.

Source: Bowman et al. (2015), "A large annotated corpus for learning natural language inference".
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from meadow.errors import InputError
from meadow.model import FloatArray, Verdict
from meadow.vectors.embed import load_model, model_inputs

_CONFIG = "config.json"
_BATCH = 16
_LEAST = 0.5  # of the model's probability for entailment; less, and a sentence is no longer supported


class EntailmentModel:
    """A loaded model: called with pairs of premise and hypothesis, it returns the probability that one entails the other."""

    def __init__(self, folder: Path) -> None:
        self.name = folder.name
        self._entailed = _entailed_label(folder)
        self._session, self._tokenizer = load_model(folder, "entailment model")

    def __call__(self, pairs: Sequence[tuple[str, str]]) -> FloatArray:
        """Return one probability for each pair."""
        parts = [self._run(pairs[at : at + _BATCH]) for at in range(0, len(pairs), _BATCH)]
        return np.concatenate(parts) if parts else np.zeros(0)

    def _run(self, pairs: Sequence[tuple[str, str]]) -> FloatArray:
        encoded = self._tokenizer.encode_batch(list(pairs))
        logits = np.asarray(self._session.run(None, model_inputs(self._session, encoded))[0], dtype=np.float64)
        exponents = np.exp(logits - logits.max(axis=1, keepdims=True))
        probabilities: FloatArray = exponents[:, self._entailed] / exponents.sum(axis=1)
        return probabilities


def lowered(verdicts: Sequence[Verdict], model: EntailmentModel) -> tuple[Verdict, ...]:
    """Return verdicts of which those stay `supported` that the model finds entailed; the others become `partly`."""
    asked = [place for place, verdict in enumerate(verdicts) if verdict.is_supported and verdict.sources]
    pairs = [(" ".join(each.text for each in verdicts[place].sources), verdicts[place].text) for place in asked]
    found = list(verdicts)
    for place, probability in zip(asked, model(pairs).tolist(), strict=True):
        if probability < _LEAST:
            reason = f"The model {model.name} does not find it entailed (probability {probability:.2f})."
            chance = min(found[place].chance, probability)
            found[place] = replace(found[place], kind="partly", chance=chance, reason=reason)
    return tuple(found)


def _entailed_label(folder: Path) -> int:
    try:
        labels: dict[str, Any] = json.loads((folder / _CONFIG).read_text(encoding="utf-8"))["id2label"]
        (number,) = (int(key) for key, label in labels.items() if str(label).lower() == "entailment")
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(
            f"{folder / _CONFIG} does not name the label of entailment.", given=str(folder),
            allowed='JSON with "id2label": {"0": "entailment", …}, with one label of that name.',
            advice="Export a model of natural language inference with its config.json.",
        ) from error  # fmt: skip
    return number
