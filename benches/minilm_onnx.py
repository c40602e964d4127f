"""A BERT bi-encoder folder (config.json, tokenizer.json, model.safetensors) in onnxruntime.

The graph is written here from the weights, so that the reference needs neither a model hub nor
torch. Mean pooling over the attention mask and L2 normalisation follow sentence-transformers.
"""

import json
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper
from safetensors.numpy import load_file
from tokenizers import Tokenizer


def graph(folder: Path) -> onnx.ModelProto:
    config = json.loads((folder / "config.json").read_text())
    weights = {k.removeprefix("bert."): v for k, v in load_file(folder / "model.safetensors").items()}
    heads, hidden = config["num_attention_heads"], config["hidden_size"]
    eps, size = config["layer_norm_eps"], config["hidden_size"] // config["num_attention_heads"]
    nodes, constants = [], {}

    def constant(name, value):
        constants.setdefault(name, numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def add(op, inputs, name, **attributes):
        nodes.append(helper.make_node(op, inputs, [name], name=name, **attributes))
        return name

    def linear(x, prefix, name):
        w = constant(prefix + ".weight.T", weights[prefix + ".weight"].T)
        b = constant(prefix + ".bias", weights[prefix + ".bias"])
        return add("Add", [add("MatMul", [x, w], name + ".matmul"), b], name)

    def norm(x, prefix, name):
        scale = constant(prefix + ".weight", weights[prefix + ".weight"])
        shift = constant(prefix + ".bias", weights[prefix + ".bias"])
        return add("LayerNormalization", [x, scale, shift], name, axis=-1, epsilon=eps)

    words = add("Gather", [constant("words", weights["embeddings.word_embeddings.weight"]), "input_ids"], "w")
    one, two = constant("from1", np.array([1])), constant("to2", np.array([2]))
    length = add("Slice", [add("Shape", ["input_ids"], "shape"), one, two], "length")
    table = constant("places", weights["embeddings.position_embeddings.weight"])
    zero, axis0 = constant("from0", np.array([0])), constant("axis0", np.array([0]))
    places = add("Slice", [table, zero, length, axis0], "p")
    types = constant("types", weights["embeddings.token_type_embeddings.weight"][0])
    x = add("Add", [add("Add", [words, types], "wt"), places], "wtp")
    x = norm(x, "embeddings.LayerNorm", "embedded")
    mask = add("Cast", ["attention_mask"], "maskf", to=TensorProto.FLOAT)
    wide = add("Unsqueeze", [mask, constant("axes12", np.array([1, 2]))], "mask4")
    absent = add("Sub", [constant("onef", np.float32(1)), wide], "absent")
    bias = add("Mul", [absent, constant("far", np.float32(-1e9))], "bias")
    split = constant("split", np.array([0, 0, heads, size]))
    joined = constant("joined", np.array([0, 0, hidden]))
    root = constant("root", np.float32(np.sqrt(size)))
    for i in range(config["num_hidden_layers"]):
        p, n = f"encoder.layer.{i}", f"l{i}"
        parts = []
        for part, perm in (("query", [0, 2, 1, 3]), ("key", [0, 2, 3, 1]), ("value", [0, 2, 1, 3])):
            y = linear(x, f"{p}.attention.self.{part}", f"{n}.{part}")
            y = add("Reshape", [y, split], f"{n}.{part}.heads")
            parts.append(add("Transpose", [y], f"{n}.{part}.t", perm=perm))
        scores = add("Div", [add("MatMul", parts[:2], f"{n}.qk"), root], f"{n}.scaled")
        weight = add("Softmax", [add("Add", [scores, bias], f"{n}.masked")], f"{n}.softmax", axis=-1)
        y = add("MatMul", [weight, parts[2]], f"{n}.av")
        y = add("Reshape", [add("Transpose", [y], f"{n}.av.t", perm=[0, 2, 1, 3]), joined], f"{n}.av.j")
        y = linear(y, f"{p}.attention.output.dense", f"{n}.ao")
        x = norm(add("Add", [y, x], f"{n}.res1"), f"{p}.attention.output.LayerNorm", f"{n}.norm1")
        y = add("Gelu", [linear(x, f"{p}.intermediate.dense", f"{n}.up")], f"{n}.gelu")
        y = linear(y, f"{p}.output.dense", f"{n}.down")
        x = norm(add("Add", [y, x], f"{n}.res2"), f"{p}.output.LayerNorm", f"{n}.norm2")
    axis1 = constant("axis1", np.array([1]))
    thick = add("Unsqueeze", [mask, constant("axis2", np.array([2]))], "mask3")
    total = add("ReduceSum", [add("Mul", [x, thick], "kept"), axis1], "total", keepdims=0)
    count = add("ReduceSum", [mask, axis1], "count", keepdims=1)
    mean = add("Div", [total, count], "mean")
    long = add("ReduceL2", [mean, axis1], "norm", keepdims=1)
    add("Div", [mean, long], "embedding")
    i64 = TensorProto.INT64
    inputs = [helper.make_tensor_value_info(n, i64, ["batch", "length"]) for n in ("input_ids", "attention_mask")]
    outputs = [helper.make_tensor_value_info("embedding", TensorProto.FLOAT, ["batch", hidden])]
    body = helper.make_graph(nodes, "bi-encoder", inputs, outputs, list(constants.values()))
    return helper.make_model(body, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)


class BiEncoder:
    def __init__(self, folder, threads=2, max_tokens=256):
        folder = Path(folder)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self.session = onnxruntime.InferenceSession(
            graph(folder).SerializeToString(), options, providers=["CPUExecutionProvider"]
        )
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.enable_truncation(max_tokens)
        self.tokenizer.enable_padding()

    def embed(self, texts, batch=32):
        """Unit vectors in the order of the texts; batches are made of texts of like length."""
        order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
        out = np.zeros((len(texts), 384), dtype=np.float32)
        for start in range(0, len(order), batch):
            part = order[start : start + batch]
            encoded = self.tokenizer.encode_batch([texts[i] for i in part])
            ids = np.array([e.ids for e in encoded], dtype=np.int64)
            mask = np.array([e.attention_mask for e in encoded], dtype=np.int64)
            out[part] = self.session.run(None, {"input_ids": ids, "attention_mask": mask})[0]
        return out
