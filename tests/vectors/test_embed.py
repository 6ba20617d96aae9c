"""The user's own encoder: a tiny ONNX model made here, read, pooled and put beside the scorer."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from meadow.errors import InputError, MissingExtraError
from meadow.model import Document
from meadow.vectors.embed import load_encoder
from meadow.vectors.sameness import same_statement
from meadow.vectors.view import view_documents

onnx = pytest.importorskip("onnx", reason="the extra 'dev' brings onnx, which builds the tiny encoder")
pytest.importorskip("onnxruntime", reason="the extra 'semantic' runs encoders")

# Synonyms have one vector: what letters cannot know.
_VECTORS = {"[PAD]": (9.0, 9.0), "ferry": (1.0, 0.0), "ship": (1.0, 0.0), "bakers": (0.0, 1.0), "sank": (1.0, 1.0)}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with an encoder whose token vectors stand in a table."""
    table = np.array(list(_VECTORS.values()), dtype=np.float32)
    helper = onnx.helper
    node = helper.make_node("Gather", ["table", "input_ids"], ["last_hidden_state"], axis=0)
    graph = helper.make_graph(
        [node],
        "tiny",
        [helper.make_tensor_value_info("input_ids", onnx.TensorProto.INT64, ["batch", "tokens"])],
        [helper.make_tensor_value_info("last_hidden_state", onnx.TensorProto.FLOAT, ["batch", "tokens", 2])],
        [onnx.numpy_helper.from_array(table, "table")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.save(model, str(tmp_path / "model.onnx"))
    (tmp_path / "tokenizer.json").write_text(json.dumps(_tokenizer()), encoding="utf-8")
    return tmp_path


def _tokenizer() -> dict[str, object]:
    vocabulary = {word: number for number, word in enumerate(_VECTORS)}
    return {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": [],
        "normalizer": {"type": "Lowercase"}, "pre_tokenizer": {"type": "Whitespace"}, "post_processor": None,
        "decoder": None, "model": {"type": "WordLevel", "vocab": vocabulary, "unk_token": "[PAD]"},
    }  # fmt: skip


def test_rows_are_means_of_the_tokens_that_are_there_at_length_one(folder: Path) -> None:
    vectors = load_encoder(folder)(["Ferry", "Bakers ferry sank ship", "Bakers ferry"])
    assert vectors[0] == pytest.approx([1, 0])  # the shorter texts are filled up, which must not count
    assert vectors[1] == pytest.approx(np.array([3, 2]) / np.sqrt(13))
    assert vectors[2] == pytest.approx([np.sqrt(0.5)] * 2)


def test_texts_keep_their_order_over_many_batches(folder: Path) -> None:
    encode = load_encoder(folder)
    texts = ["ferry " * (number % 7 + 1) if number % 2 else "bakers " * (number % 5 + 1) for number in range(100)]
    assert encode(texts) == pytest.approx(np.array([[number % 2, 1 - number % 2] for number in range(100)], float))
    assert encode([]).shape[0] == 0
    assert encode([""]).tolist() == [[0, 0]]


def test_an_encoder_adds_its_view_to_the_score(folder: Path) -> None:
    texts = ("Ferry sank", "Ship sank", "Bakers")
    view = view_documents(
        Document(f"{number}", text=text, language="en", spans=((0, len(text)),)) for number, text in enumerate(texts)
    )
    first, second = np.array([0, 0], np.int32), np.array([1, 2], np.int32)
    alone, helped = (
        same_statement(view, first, second),
        same_statement(view, first, second, encoder=load_encoder(folder)),
    )
    assert helped[0] > alone[0]
    assert helped[0] > helped[1]


def test_a_folder_without_an_encoder_says_what_is_missing(tmp_path: Path) -> None:
    (tmp_path / "model.onnx").write_bytes(b"")
    with pytest.raises(InputError, match=r"missing: tokenizer\.json"):
        load_encoder(tmp_path)


def test_without_the_extra_the_error_names_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(MissingExtraError, match=r"meadow\[semantic\]"):
        load_encoder(tmp_path)
