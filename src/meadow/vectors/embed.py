"""Sentence vectors from an encoder of the user's: any ONNX model with its tokenizer, on the user's machine.

The extra `semantic` (onnxruntime, tokenizers) runs a folder that holds `model.onnx` and `tokenizer.json`, the form in
which sentence encoders are usually exported. Token vectors are averaged over the tokens that are there (attention mask),
and each sentence's mean is scaled to length one, so that a product of two is their cosine. Nothing is ever downloaded.

Source: Reimers and Gurevych (2019), "Sentence-BERT", for mean pooling.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meadow.errors import InputError, MissingExtraError
from meadow.model import FloatArray

_MODEL, _TOKENIZER = "model.onnx", "tokenizer.json"
_BATCH = 32
_LONGEST = 512  # tokens: what nearly all encoders can read


class Encoder:
    """A loaded model: called with texts, it returns one row of length one for each."""

    def __init__(self, session: Any, tokenizer: Any) -> None:
        self._session = session
        self._tokenizer = tokenizer

    def __call__(self, texts: Sequence[str]) -> FloatArray:
        """Return the vectors of texts, in order; a text without any token is a row of zeros."""
        # Texts of similar length go together, so that little is wasted on filling up.
        order = sorted(range(len(texts)), key=lambda index: len(texts[index]))
        parts = [
            self._encode([texts[index] for index in order[at : at + _BATCH]]) for at in range(0, len(order), _BATCH)
        ]
        if not parts:
            return np.zeros((0, 0))
        vectors = np.concatenate(parts)
        placed = np.empty_like(vectors)
        placed[order] = vectors
        return placed

    def _encode(self, texts: Sequence[str]) -> FloatArray:
        encoded = self._tokenizer.encode_batch(list(texts))
        inputs = model_inputs(self._session, encoded)
        mask = np.array([each.attention_mask for each in encoded], dtype=np.int64)
        if not mask.size:
            mask = np.zeros((len(texts), 1), dtype=np.int64)
            inputs = dict.fromkeys(inputs, mask)
        tokens = self._session.run(None, inputs)[0]
        return _pooled(np.asarray(tokens, dtype=np.float64), mask)


def load_encoder(folder: Path) -> Encoder:
    """Return the encoder that a folder holds as `model.onnx` and `tokenizer.json`."""
    return Encoder(*load_model(folder, "sentence encoder"))


def load_model(folder: Path, role: str) -> tuple[Any, Any]:
    """Return the session and the tokenizer of a model in a folder; `role` is what messages call it."""
    try:
        import onnxruntime
        import tokenizers
    except ImportError as missing:
        raise MissingExtraError(f"A{'n' if role[0] in 'aeiou' else ''} {role}", "semantic") from missing
    lacking = [name for name in (_MODEL, _TOKENIZER) if not (folder / name).is_file()]
    if lacking:
        raise InputError(
            f"The folder {folder} holds no {role}; missing: {', '.join(lacking)}.",
            given=str(folder),
            allowed=f"A folder with {_MODEL} and {_TOKENIZER}.",
            advice="Export your model to ONNX with its fast tokenizer and give the folder.",
        )
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3  # errors only: warnings about the model's graph help nobody who reads news
    session = onnxruntime.InferenceSession(str(folder / _MODEL), options, providers=["CPUExecutionProvider"])
    tokenizer = tokenizers.Tokenizer.from_file(str(folder / _TOKENIZER))
    tokenizer.enable_padding()
    tokenizer.enable_truncation(_LONGEST)
    return session, tokenizer


def model_inputs(session: Any, encoded: Sequence[Any]) -> dict[str, NDArray[np.int64]]:
    """Return encoded texts, or pairs of texts, as the inputs that a session asks for."""
    inputs = {
        "input_ids": np.array([each.ids for each in encoded], dtype=np.int64),
        "attention_mask": np.array([each.attention_mask for each in encoded], dtype=np.int64),
        "token_type_ids": np.array([each.type_ids for each in encoded], dtype=np.int64),
    }
    wanted = {each.name for each in session.get_inputs()}
    return {name: value for name, value in inputs.items() if name in wanted}


def _pooled(tokens: FloatArray, mask: NDArray[np.int64]) -> FloatArray:
    """Return the mean over the tokens that are there, at length one; models that pool themselves give rows already."""
    rows = tokens
    if tokens.ndim == 3:
        rows = (tokens * mask[:, :, None]).sum(axis=1) / np.maximum(mask.sum(axis=1), 1)[:, None]
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    unit: FloatArray = np.divide(rows, norms, out=np.zeros_like(rows), where=norms > 0)
    return unit
