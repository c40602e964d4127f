#!/usr/bin/env python3
"""Writes what the reader says of each pair of `pairs.json`, by a numpy pass in double precision.

    tests/data/reader/reference.py MODEL_FOLDER

MODEL_FOLDER is that of all-MiniLM-L6-v2, whose word embeddings and tokenizer the reader uses. Nothing here is shared
with the program: one pair at a time, without kernels, batches or reduced precision.
"""
import json
import sys
from pathlib import Path

import numpy as np
import torch
from safetensors.numpy import load_file
from tokenizers import Tokenizer

HERE = Path(__file__).resolve().parent
QUESTION, LONGEST, SPAN = 128, 288, 40


def erf(x):
    return torch.erf(torch.from_numpy(x)).numpy()


def norm(x, w, b):
    mean, var = x.mean(-1, keepdims=True), x.var(-1, keepdims=True)
    return (x - mean) / np.sqrt(var + 1e-12) * w + b


def main():
    base = Path(sys.argv[1])
    tokenizer = Tokenizer.from_file(str(base / "tokenizer.json"))
    tokenizer.no_padding(), tokenizer.no_truncation()
    words = load_file(base / "model.safetensors")["embeddings.word_embeddings.weight"].astype(np.float64)
    w = {k: v.astype(np.float64) for k, v in load_file(HERE.parents[2] / "models/reader/reader.safetensors").items()}
    dense = lambda x, name: x @ w[f"{name}.weight"].T + w[f"{name}.bias"]

    def encoded(ids, types):
        e = "bert.embeddings."
        x = words[ids] + w[e + "position_embeddings.weight"][: len(ids)] + w[e + "token_type_embeddings.weight"][types]
        x = norm(x, w[e + "LayerNorm.weight"], w[e + "LayerNorm.bias"])
        for i in range(6):
            p = f"bert.encoder.layer.{i}."
            split = lambda t: t.reshape(len(ids), 12, 32).transpose(1, 0, 2)
            q, k, v = (split(dense(x, f"{p}attention.self.{n}")) for n in ("query", "key", "value"))
            s = q @ k.transpose(0, 2, 1) / np.sqrt(32)
            s = np.exp(s - s.max(-1, keepdims=True))
            y = (s / s.sum(-1, keepdims=True) @ v).transpose(1, 0, 2).reshape(len(ids), 384)
            n = f"{p}attention.output.LayerNorm"
            x = norm(x + dense(y, f"{p}attention.output.dense"), w[n + ".weight"], w[n + ".bias"])
            h = dense(x, f"{p}intermediate.dense")
            h = h * 0.5 * (1 + erf(h / np.sqrt(2)))
            n = f"{p}output.LayerNorm"
            x = norm(x + dense(h, f"{p}output.dense"), w[n + ".weight"], w[n + ".bias"])
        return x

    pairs = json.loads((HERE / "pairs.json").read_text(encoding="utf-8"))
    for pair in pairs:
        asked = tokenizer.encode(pair["question"], add_special_tokens=False).ids[-QUESTION:]
        passage = tokenizer.encode(pair["passage"], add_special_tokens=False)
        room = LONGEST - 3 - len(asked)
        ids, offsets = passage.ids[:room], passage.offsets[:room]
        row = encoded(np.array([101, *asked, 102, *ids, 102]), np.array([0] * (len(asked) + 2) + [1] * (len(ids) + 1)))
        head = dense(np.tanh(dense(row[0], "pooler")), "head")
        span = dense(row, "span")
        none, inside = span[0].sum(), span[len(asked) + 2 : len(asked) + 2 + len(ids)]
        best = None
        for a in range(len(ids)):
            ends = inside[a : a + SPAN, 1]
            b = int(ends.argmax())
            margin = inside[a, 0] + ends[b] - none
            if best is None or margin > best[0]:
                best = (margin, offsets[a][0], offsets[a + b][1])
        if pair.get("rank") is not None:
            pair["rank"], pair["answers"] = float(head[0]), float(head[1])
            pair["margin"] = None if best is None else float(best[0])
            pair["span"] = None if best is None else pair["passage"][best[1] : best[2]]
    (HERE / "pairs.json").write_text(json.dumps(pairs, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
