"""The same weights as a fused f32 ONNX graph, in onnxruntime's own operators: its fast path."""
import numpy as np
from onnx import TensorProto, helper, numpy_helper


def build(tensors, config, heads=None):
    """From `ids` and `mask` to the mean of the last layer's vectors; with `heads` (the reader's tensors, and
    `types` as a third input) to the two logits of its head and the two of each token."""
    nodes, weights = [], []
    hidden = config["hidden_size"]

    def weight(name, value):
        weights.append(numpy_helper.from_array(np.asarray(value, order="C"), name))
        return name

    def f32(name, value):
        return weight(name, value.astype(np.float32))

    def node(op, inputs, output, domain="", **attributes):
        nodes.append(helper.make_node(op, inputs, [output], domain=domain, **attributes))
        return output

    eps = config["layer_norm_eps"]
    e = "embeddings."
    words = node("Gather", [f32("word", tensors[e + "word_embeddings.weight"]), "ids"], "words")
    kinds = tensors[e + "token_type_embeddings.weight"]
    f32("position", tensors[e + "position_embeddings.weight"] + (0 if heads else kinds[0]))
    shape = node("Shape", ["ids"], "shape")
    length = node("Slice", [shape, weight("one", np.array([1])), weight("two", np.array([2]))], "length")
    positions = node("Slice", ["position", weight("zero", np.array([0])), length, "zero"], "positions")
    x = node("Add", [words, positions], "embedded")
    if heads:
        x = node("Add", [x, node("Gather", [f32("kinds", kinds), "types"], "kind")], "embedded2")
    x = node("LayerNormalization", [x, f32("ln.w", tensors[e + "LayerNorm.weight"]),
                                    f32("ln.b", tensors[e + "LayerNorm.bias"])], "x", epsilon=eps, axis=-1)
    for layer in range(config["num_hidden_layers"]):
        p = f"encoder.layer.{layer}."

        def t(name):
            return tensors[p + name]

        s = "attention.self."
        qkv = np.concatenate([t(s + n + ".weight").T for n in ("query", "key", "value")], axis=1)
        bias = np.concatenate([t(s + n + ".bias") for n in ("query", "key", "value")])
        a = node("Attention", [x, f32(p + "qkv", qkv), f32(p + "qkv.b", bias), "mask"], p + "a",
                 domain="com.microsoft", num_heads=config["num_attention_heads"])
        a = node("MatMul", [a, f32(p + "o", t("attention.output.dense.weight").T)], p + "ao")
        x = node("SkipLayerNormalization", [
            a, x, f32(p + "ln1.w", t("attention.output.LayerNorm.weight")),
            f32(p + "ln1.b", t("attention.output.LayerNorm.bias")),
            f32(p + "o.b", t("attention.output.dense.bias"))], p + "x1", domain="com.microsoft", epsilon=eps)
        h = node("MatMul", [x, f32(p + "i", t("intermediate.dense.weight").T)], p + "h")
        h = node("BiasGelu", [h, f32(p + "i.b", t("intermediate.dense.bias"))], p + "g", domain="com.microsoft")
        h = node("MatMul", [h, f32(p + "d", t("output.dense.weight").T)], p + "d1")
        x = node("SkipLayerNormalization", [
            h, x, f32(p + "ln2.w", t("output.LayerNorm.weight")), f32(p + "ln2.b", t("output.LayerNorm.bias")),
            f32(p + "d.b", t("output.dense.bias"))], p + "x2", domain="com.microsoft", epsilon=eps)
    inputs = [helper.make_tensor_value_info("ids", TensorProto.INT64, ["b", "s"]),
              helper.make_tensor_value_info("mask", TensorProto.INT32, ["b", "s"])]
    if heads:
        first = node("Gather", [x, weight("first", np.array(0))], "first_row", axis=1)
        pooled = node("Tanh", [dense(node, f32, heads, "pooler", first)], "pooled")
        dense(node, f32, heads, "head", pooled), dense(node, f32, heads, "span", x)
        inputs.append(helper.make_tensor_value_info("types", TensorProto.INT64, ["b", "s"]))
        outputs = [helper.make_tensor_value_info("head", TensorProto.FLOAT, ["b", 2]),
                   helper.make_tensor_value_info("span", TensorProto.FLOAT, ["b", "s", 2])]
    else:
        float_mask = node("Cast", ["mask"], "float_mask", to=TensorProto.FLOAT)
        last = node("Unsqueeze", [float_mask, weight("minus1", np.array([-1]))], "mask3")
        sums = node("ReduceSum", [node("Mul", [x, last], "masked"), "one"], "sums", keepdims=0)
        counts = node("ReduceSum", [float_mask, "one"], "counts", keepdims=1)
        node("Div", [sums, counts], "pooled")
        outputs = [helper.make_tensor_value_info("pooled", TensorProto.FLOAT, ["b", hidden])]
    graph = helper.make_graph(nodes, "bert", inputs, outputs, weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)])
    model.ir_version = 8
    return model.SerializeToString()


def dense(node, f32, heads, name, x):
    product = node("MatMul", [x, f32(name + ".w", heads[name + ".weight"].T)], name + ".product")
    return node("Add", [product, f32(name + ".b", heads[name + ".bias"])], name)
