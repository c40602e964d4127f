#!/usr/bin/env python3
"""Cross-encoder scores by a plain numpy forward pass: the reference of tests/models/cross_encoder.rs.

    python3 cross_encoder_reference.py MINILM_FOLDER OUT_FOLDER

writes OUT_FOLDER/bert and OUT_FOLDER/xlm_roberta, two made models of two small layers with their
scores (pairs.json), and OUT_FOLDER/minilm.json, scores of MiniLM's encoder with a made head. The
head's numbers come from a generator that the test has too (`numbers`). Inputs are put together
here by hand: special tokens, token types, windows; nothing is shared with the program that is
tested but the tokenizer's splitting of a text into tokens."""
import json
import math
import random
import struct
import sys
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from reference import WORDS, erf, read_safetensors


def numbers(name, count):
    """The same pseudo-random numbers as in the test, from -0.5 to 0.5."""
    state = 7
    for byte in name.encode():
        state = (state * 31 + byte) % 2**32
    out = []
    for _ in range(count):
        state = (state * 1_664_525 + 1_013_904_223) % 2**32
        out.append((state >> 16) / 65536 - 0.5)
    return np.array(out)


class Classifier:
    """tensors: name -> array, without the encoder's prefix; the head as pooler.dense and classifier,
    or classifier.dense and classifier.out_proj."""

    def __init__(self, tensors, config, tokenizer, limit, overlap):
        self.t, self.c, self.tokenizer, self.limit, self.overlap = tensors, config, tokenizer, limit, overlap
        self.roberta = config["model_type"] == "xlm-roberta"
        self.dense, self.out = (
            ("classifier.dense", "classifier.out_proj") if self.roberta else ("pooler.dense", "classifier"))
        tokenizer.no_padding()
        tokenizer.no_truncation()

    def linear(self, x, name):
        return x @ self.t[name + ".weight"].T + self.t[name + ".bias"]

    def norm(self, x, name):
        mean = x.mean(-1, keepdims=True)
        x = (x - mean) / np.sqrt(((x - mean) ** 2).mean(-1, keepdims=True) + self.c["layer_norm_eps"])
        return x * self.t[name + ".weight"] + self.t[name + ".bias"]

    def logit(self, ids, types):
        heads, hidden, n = self.c["num_attention_heads"], self.c["hidden_size"], len(ids)
        size, e = hidden // heads, "embeddings."
        first = self.c["pad_token_id"] + 1 if self.roberta else 0
        x = (self.t[e + "word_embeddings.weight"][ids]
             + self.t[e + "position_embeddings.weight"][first:first + n]
             + self.t[e + "token_type_embeddings.weight"][types])
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
        return float(self.linear(np.tanh(self.linear(x[0], self.dense)), self.out)[0])

    def split(self, text):
        return self.tokenizer.encode(text, add_special_tokens=False).ids

    def windows(self, query, passage):
        special = 4 if self.roberta else 3
        room = self.limit - special - len(query)
        step = room - min(self.overlap, room // 2)
        start = 0
        while True:
            yield passage[start:start + room]
            if start + room >= len(passage):
                return
            start += step

    def score(self, query, passage, with_types=True):
        """The best window's logit, and the number of windows."""
        q, p = self.split(query), self.split(passage)
        first, last = (self.tokenizer.token_to_id(t) for t in (("<s>", "</s>") if self.roberta else ("[CLS]", "[SEP]")))
        logits = []
        for window in self.windows(q, p):
            front = [first, *q, last] + [last] * self.roberta
            types = [0] * len(front) + [int(not self.roberta and with_types)] * (len(window) + 1)
            logits.append(self.logit([*front, *window, last], types))
        return max(logits), len(logits)


def sentence(rng, count, words):
    return " ".join(rng.choice(words) for _ in range(count))


def judged(model, questions, passages):
    pairs = []
    for query in questions:
        for passage in passages:
            score, windows = model.score(query, passage)
            pairs.append({"query": query, "passage": passage, "windows": windows, "score": score})
    scores = np.array([p["score"] for p in pairs])
    flat = np.array([model.score(p["query"], p["passage"], with_types=False)[0] for p in pairs])
    print(f"{len(pairs)} pairs, scores {scores.min():.3f} to {scores.max():.3f}, deviation {scores.std():.3f}, "
          f"most windows {max(p['windows'] for p in pairs)}, token types move a score by up to {abs(scores - flat).max():.3f}")
    return pairs


def small(kind, out):
    """A made model of two layers in the layout of the hub, and its scores."""
    roberta = kind == "xlm_roberta"
    rng = np.random.default_rng(10)
    hidden, intermediate, positions = 16, 24, 34 if roberta else 32
    special = ["<s>", "<pad>", "</s>", "<unk>"] if roberta else ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
    words = sorted({w.lower() for w in WORDS if w.isalpha()})
    vocabulary = {word: n for n, word in enumerate(special + words)}
    config = {
        "architectures": ["XLMRobertaForSequenceClassification" if roberta else "BertForSequenceClassification"],
        "model_type": "xlm-roberta" if roberta else "bert", "id2label": {"0": "LABEL_0"},
        "vocab_size": len(vocabulary), "hidden_size": hidden, "num_hidden_layers": 2, "num_attention_heads": 4,
        "intermediate_size": intermediate, "hidden_act": "gelu", "max_position_embeddings": positions,
        "type_vocab_size": 1 if roberta else 2, "layer_norm_eps": 1e-5 if roberta else 1e-12,
        "pad_token_id": 1 if roberta else 0, "position_embedding_type": "absolute",
    }
    tensors = {}

    def tensor(name, *shape, about=0.0, spread=0.6):
        tensors[name] = (about + spread * rng.standard_normal(shape)).astype("<f4")

    def linear(name, rows, columns):
        tensor(name + ".weight", rows, columns, spread=1.5 / math.sqrt(columns))
        tensor(name + ".bias", rows, spread=0.1)

    tensor("embeddings.word_embeddings.weight", len(vocabulary), hidden)
    tensor("embeddings.position_embeddings.weight", positions, hidden)
    tensor("embeddings.token_type_embeddings.weight", config["type_vocab_size"], hidden)
    norms = ["embeddings.LayerNorm"]
    for layer in ("encoder.layer.0.", "encoder.layer.1."):
        for part in ("query", "key", "value"):
            linear(layer + "attention.self." + part, hidden, hidden)
        linear(layer + "attention.output.dense", hidden, hidden)
        linear(layer + "intermediate.dense", intermediate, hidden)
        linear(layer + "output.dense", hidden, intermediate)
        norms += [layer + "attention.output.LayerNorm", layer + "output.LayerNorm"]
    for name in norms:
        tensor(name + ".weight", hidden, about=1.0, spread=0.1)
        tensor(name + ".bias", hidden, spread=0.1)
    linear("classifier.dense" if roberta else "pooler.dense", hidden, hidden)
    linear("classifier.out_proj" if roberta else "classifier", 1, hidden)

    def piece(name, kind_of_text):
        return {"SpecialToken": {"id": name, "type_id": kind_of_text}}

    first, last = ("<s>", "</s>") if roberta else ("[CLS]", "[SEP]")
    b = 0 if roberta else 1
    text_a, text_b = {"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": b}}
    template = {
        "type": "TemplateProcessing",
        "single": [piece(first, 0), text_a, piece(last, 0)],
        "pair": [piece(first, 0), text_a, piece(last, 0), *([piece(last, 0)] if roberta else []), text_b, piece(last, b)],
        "special_tokens": {t: {"id": t, "ids": [vocabulary[t]], "tokens": [t]} for t in (first, last)},
    }
    tokenizer = {
        "version": "1.0", "added_tokens": [],
        # The program has to leave both of these out.
        "truncation": {"direction": "Right", "max_length": 8, "strategy": "LongestFirst", "stride": 0},
        "padding": {"strategy": {"Fixed": 64}, "direction": "Right", "pad_to_multiple_of": None,
                    "pad_id": config["pad_token_id"], "pad_type_id": 0, "pad_token": special[1 if roberta else 0]},
        "normalizer": {"type": "Lowercase"}, "pre_tokenizer": {"type": "Whitespace"}, "post_processor": template,
        "decoder": None,
        "model": {"type": "WordLevel", "vocab": vocabulary, "unk_token": "<unk>" if roberta else "[UNK]"},
    }
    folder = out / kind
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps(config, indent=1) + "\n")
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer, indent=1) + "\n")
    (folder / "tokenizer_config.json").write_text('{"model_max_length": 32}\n')
    prefix = "roberta." if roberta else "bert."
    write_safetensors(folder / "model.safetensors", {
        name if name.startswith("classifier") else prefix + name: values for name, values in tensors.items()})

    model = Classifier({name: values.astype(np.float64) for name, values in tensors.items()}, config,
                       Tokenizer.from_file(str(folder / "tokenizer.json")), 32, 6)
    texts = random.Random(11)
    questions = [sentence(texts, count, words) for count in (1, 4, 9)]
    passages = ["", *(sentence(texts, count, words) for count in (1, 2, 5, 9, 14, 18, 23, 31, 60, 120))]
    (folder / "pairs.json").write_text(json.dumps(judged(model, questions, passages), indent=0) + "\n")


def write_safetensors(path, tensors):
    header, data = {}, b""
    for name, values in tensors.items():
        raw = values.tobytes()
        header[name] = {"dtype": "F32", "shape": list(values.shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


def minilm(folder, out):
    tensors = read_safetensors(folder / "model.safetensors")
    config = json.loads((folder / "config.json").read_text())
    hidden = config["hidden_size"]
    for name, rows, scale in (("pooler.dense", hidden, 0.5), ("classifier", 1, 1.0)):
        tensors[name + ".weight"] = scale * numbers(name + ".weight", rows * hidden).reshape(rows, hidden)
        tensors[name + ".bias"] = scale * numbers(name + ".bias", rows)
    model = Classifier(tensors, config, Tokenizer.from_file(str(folder / "tokenizer.json")), 512, 64)
    rng = random.Random(12)
    questions = ["What does a burn permit cost?", "naïve café — 今日は天気", sentence(rng, 300, WORDS)]
    passages = ["", "A burn permit costs $12.50.", "Ärger über Gebühren: 3.75 €", "x" * 300,
                *(sentence(rng, count, WORDS) for count in (20, 60, 110, 240, 500, 900))]
    (out / "minilm.json").write_text(json.dumps(judged(model, questions, passages), indent=0) + "\n")


def main():
    out = Path(sys.argv[2])
    for kind in ("bert", "xlm_roberta"):
        small(kind, out)
    minilm(Path(sys.argv[1]), out)


if __name__ == "__main__":
    main()
