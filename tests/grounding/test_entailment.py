"""A model of natural language inference as a second opinion: a tiny ONNX model made here."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import meadow
from meadow.errors import InputError
from meadow.grounding.entailment import EntailmentModel
from meadow.model import Document

onnx = pytest.importorskip("onnx", reason="the extra 'dev' brings onnx, which builds the tiny model")
pytest.importorskip("onnxruntime", reason="the extra 'semantic' runs models")

SOURCE = Document("a", text="The council met on Monday. The ferry sank off Skerra.", language="en")
# Logits of contradiction, neutral and entailment for each word; they are summed over both texts.
_LOGITS = {"[PAD]": (0.0, 0.0, 0.0), "council": (0.0, 0.0, 3.0), "ferry": (3.0, 0.0, 0.0)}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a model that finds what names a council entailed, and what names a ferry contradicted."""
    helper = onnx.helper
    nodes = [
        helper.make_node("Gather", ["table", "input_ids"], ["of_words"], axis=0),
        helper.make_node("ReduceSum", ["of_words", "axes"], ["logits"], keepdims=0),
    ]
    table = np.array(list(_LOGITS.values()), dtype=np.float32)
    graph = helper.make_graph(
        nodes,
        "tiny",
        [helper.make_tensor_value_info("input_ids", onnx.TensorProto.INT64, ["batch", "tokens"])],
        [helper.make_tensor_value_info("logits", onnx.TensorProto.FLOAT, ["batch", 3])],
        [onnx.numpy_helper.from_array(table, "table"), onnx.numpy_helper.from_array(np.array([1]), "axes")],
    )
    onnx.save(
        helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8),
        str(tmp_path / "model.onnx"),
    )
    tokenizer: dict[str, object] = {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": [],
        "normalizer": {"type": "Lowercase"}, "pre_tokenizer": {"type": "Whitespace"}, "post_processor": None,
        "decoder": None,
        "model": {"type": "WordLevel", "vocab": {word: at for at, word in enumerate(_LOGITS)}, "unk_token": "[PAD]"},
    }  # fmt: skip
    (tmp_path / "tokenizer.json").write_text(json.dumps(tokenizer), encoding="utf-8")
    labels = {"0": "CONTRADICTION", "1": "NEUTRAL", "2": "ENTAILMENT"}
    (tmp_path / "config.json").write_text(json.dumps({"id2label": labels}), encoding="utf-8")
    return tmp_path


def test_probabilities_are_of_the_label_that_the_config_names(folder: Path) -> None:
    values = EntailmentModel(folder)([("council", "council"), ("ferry", "ferry"), ("rain", "snow")] * 20)
    assert values[:3] == pytest.approx([np.exp(6) / (np.exp(6) + 2), 1 / (np.exp(6) + 2), 1 / 3])
    assert len(values) == 60


def test_a_model_lowers_verdicts_and_raises_none(folder: Path) -> None:
    text = "The council met on Monday. The ferry sank off Skerra. The council met on Tuesday."
    alone, asked = meadow.check(text, [SOURCE]), meadow.check(text, [SOURCE], entailment=folder)
    assert [each.kind for each in alone] == ["supported", "supported", "changed"]
    assert [each.kind for each in asked] == ["supported", "partly", "changed"]
    assert asked[0] == alone[0]
    assert asked[1].chance < 0.01
    assert folder.name in asked[1].reason


@pytest.mark.parametrize("config", [None, "{", "[]", '{"id2label": {"0": "yes"}}', '{"id2label": {"x": "entailment"}}'])
def test_a_folder_without_labels_is_refused(folder: Path, config: str | None) -> None:
    (folder / "config.json").unlink()
    if config is not None:
        (folder / "config.json").write_text(config, encoding="utf-8")
    with pytest.raises(InputError, match="entailment"):
        meadow.check("The council met on Monday.", [SOURCE], entailment=folder)
    with pytest.raises(InputError, match="entailment"):
        meadow.check("The council met on Monday.", [SOURCE], entailment=folder / "nowhere")
