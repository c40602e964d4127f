#!/usr/bin/env python3
"""Embeddings of 200 texts by a plain numpy forward pass: the reference of tests/models/parity.rs.

    python3 reference.py MODEL_FOLDER OUT_FOLDER

writes OUT_FOLDER/texts.json ([{"text", "tokens"}], tokens counted before any cut) and
OUT_FOLDER/reference.f32 (little-endian f32, one row a text, L2 norm 1). The texts come from a
seeded generator; nothing here is shared with the program that is tested."""
import json
import math
import random
import struct
import sys
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

WORDS = """the a of to and in on for by with from at under over town selectboard planning board meeting
minutes motion seconded voted unanimously warrant article budget appropriation sum of raise dollars tax rate
assessment property zoning ordinance amendment setback variance parcel lot frontage easement road culvert
bridge paving contract bid award treasurer clerk moderator hearing public notice abutter site plan permit
driveway septic well wetland buffer conservation library school district county fire department ambulance
grant reserve fund capital improvement lease association declaration covenant assessment lien architectural
committee pool parking pet fence height feet inches percent January March fiscal year 2019 2024 $12,500
3.75 RSA 673:1 Section 4.2 chapter whereas resolved hereby pursuant notwithstanding thereof quorum
approximately unconstitutional electromagnetic antidisestablishment re-appointed sub-committee""".split()

ODD = [
    "", " ", "\n\t \r\n", "a", "A", "é", "town", "Town Meeting", "TOWN MEETING", ".", "!?!?!?", "$1,234.56",
    "[PAD]", "[CLS] town [SEP] meeting [PAD]", "[MASK] of the town", "[UNK]", "unaffable",
    "x" * 99, "x" * 100, "x" * 101, "y" * 3000, "-" * 700, "9" * 40,
    "naïve café Ångström résumé", "nai\u0308ve cafe\u0301", "ﬁne ﬂow №5 ½ ² ™ Ｆｕｌｌｗｉｄｔｈ",
    "Der schnelle braune Fuchs springt über den faulen Hund.", "Привет, как дела?", "مرحبا بالعالم",
    "हिन्दी में एक वाक्य", "今日は天気がいいですね。", "漢字" * 300, "한국어 문장입니다", "😀 emoji 👩‍👩‍👧 family 🏛",
    "a\u200bb\u00adc\ufeffd", "nul \x00 bell \x07 del \x7f end", "line one\nline two\n\nline three",
    "“quoted” — dash – and … ellipsis", "<p>Article&nbsp;4</p>", "a_b c-d e/f g\\h i@j.k #l",
]


def texts():
    rng = random.Random(20)
    made = list(ODD)
    count = 200 - len(made)
    for i in range(count):
        # word counts from 1 to about 640, so that every part of the range is met
        n = 1 + round(640 * (i / (count - 1)) ** 1.5)
        words = [rng.choice(WORDS) for _ in range(n)]
        for k in range(0, n, rng.randint(6, 18)):
            words[k] = words[k].capitalize()
            if k:
                words[k - 1] += rng.choice([".", ".", ";", ",", ":"])
        made.append(" ".join(words))
    return made


def read_safetensors(path):
    data = path.read_bytes()
    n, = struct.unpack_from("<Q", data)
    header = json.loads(data[8:8 + n])
    header.pop("__metadata__", None)
    kinds = {"F32": np.float32, "F16": np.float16, "I64": np.int64}
    return {
        name: np.frombuffer(data, kinds[t["dtype"]], math.prod(t["shape"]), 8 + n + t["data_offsets"][0])
        .reshape(t["shape"]).astype(np.float64)
        for name, t in header.items()
    }


def erf(x):
    """Abramowitz and Stegun 7.1.26, absolute error at most 1.5e-7."""
    s, x = np.sign(x), np.abs(x)
    t = 1 / (1 + 0.3275911 * x)
    y = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t
    return s * (1 - y * np.exp(-x * x))


class Bert:
    def __init__(self, folder):
        self.t = read_safetensors(folder / "model.safetensors")
        self.c = json.loads((folder / "config.json").read_text())
        self.limit = json.loads((folder / "sentence_bert_config.json").read_text())["max_seq_length"]
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.no_padding()

    def linear(self, x, name):
        return x @ self.t[name + ".weight"].T + self.t[name + ".bias"]

    def norm(self, x, name):
        mean = x.mean(-1, keepdims=True)
        x = (x - mean) / np.sqrt(((x - mean) ** 2).mean(-1, keepdims=True) + self.c["layer_norm_eps"])
        return x * self.t[name + ".weight"] + self.t[name + ".bias"]

    def embed(self, text):
        self.tokenizer.no_truncation()
        tokens = len(self.tokenizer.encode(text).ids)
        self.tokenizer.enable_truncation(self.limit)
        ids = self.tokenizer.encode(text).ids
        heads, hidden, n = self.c["num_attention_heads"], self.c["hidden_size"], len(ids)
        size = hidden // heads
        e = "embeddings."
        x = (self.t[e + "word_embeddings.weight"][ids] + self.t[e + "position_embeddings.weight"][:n]
             + self.t[e + "token_type_embeddings.weight"][0])
        x = self.norm(x, e + "LayerNorm")
        for layer in range(self.c["num_hidden_layers"]):
            p = f"encoder.layer.{layer}."
            q, k, v = (self.linear(x, p + "attention.self." + s).reshape(n, heads, size).transpose(1, 0, 2)
                       for s in ("query", "key", "value"))
            scores = q @ k.transpose(0, 2, 1) / math.sqrt(size)
            scores = np.exp(scores - scores.max(-1, keepdims=True))
            context = (scores / scores.sum(-1, keepdims=True)) @ v
            context = context.transpose(1, 0, 2).reshape(n, hidden)
            x = self.norm(x + self.linear(context, p + "attention.output.dense"), p + "attention.output.LayerNorm")
            h = self.linear(x, p + "intermediate.dense")
            h = 0.5 * h * (1 + erf(h / math.sqrt(2)))
            x = self.norm(x + self.linear(h, p + "output.dense"), p + "output.LayerNorm")
        v = x.mean(0)
        return v / np.linalg.norm(v), tokens


def main():
    model, out = Bert(Path(sys.argv[1])), Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    rows, listed = [], []
    for text in texts():
        vector, tokens = model.embed(text)
        rows.append(vector)
        listed.append({"text": text, "tokens": tokens})
    (out / "texts.json").write_text(json.dumps(listed, indent=0) + "\n")
    np.array(rows, "<f4").tofile(out / "reference.f32")
    counts = sorted(item["tokens"] for item in listed)
    print(f"{len(rows)} texts, {counts[0]} to {counts[-1]} tokens, median {counts[len(counts) // 2]}")


if __name__ == "__main__":
    main()
