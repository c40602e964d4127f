#!/usr/bin/env python3
"""Fine-tunes the cross-encoder on statements of real papers.

    pip install torch numpy safetensors tokenizers
    models/cross-encoder/tune.py PAIRS.jsonl ... --from ms-marco-minilm-l12.safetensors --words MODEL_DIR \\
        --out models/cross-encoder/cross-encoder.safetensors

PAIRS.jsonl is what `models/reader/pairs.py` writes, one file a place: passages, and questions with every sentence, row
and item that belongs to the answer. For each question the statements of the passages that answer it and of those that
the search puts beside them are candidates: all that belong to the answer, those that share most words with the question,
and some others. The loss is listwise (cross-entropy over the softmax of the candidates' logits, of the sum over those
that belong) and, for each candidate, yes or no. The lower layers stay as they are.
"""

import argparse
import json
import math
import random
import re
import sys
import time
from collections import Counter
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from safetensors.numpy import load_file, save_file
from tokenizers import Tokenizer
from torch import nn

sys.path.insert(0, str(Path(__file__).parent.parent / "reader"))
from evidence import statements  # noqa: E402
from train import CLS, SEP, Layer  # noqa: E402

WIDTH, LAYERS = 384, 12
# Most tokens of a question, of a whole input in training, and characters of a header, as in the program.
QUESTION, LONGEST, HEADER = 64, 160, 120
# Ends of sentences and lines; a row of a table stays whole.
END = re.compile(r'(?<=[.;:?!])["”’)]*\s+(?=["“(A-Z0-9•\-$])|\n+| • ')


def terms(text):
    return [w.rstrip("s") for w in re.findall(r"\w+", text.lower()) if len(w) > 2]


def groups(file, hard, others, rng):
    """[(question, [(text, belongs)])] of one place."""
    passages, rows = {}, []
    for line in open(file, encoding="utf-8"):
        d = json.loads(line)
        if "text" in d:
            passages[d["passage"]] = d
        else:
            rows.append(d)
    often, total = Counter(), max(1, len(passages))
    for d in passages.values():
        d["statements"] = [(d["text"][a:b].strip(), a, b) for a, b in statements(d["text"], END)]
        often.update(set(terms(d["text"])))
    weight = lambda w: math.log(1 + total / (1 + often[w]))
    made = []
    for d in rows:
        read = [(a["passage"], a["spans"]) for a in d["answers"][:3]] + [(p, []) for p in d["beside"][:6]]
        asked, pool, seen = set(terms(d["q"])), [], set()
        for p, spans in read:
            header = passages[p]["header"].strip()[:HEADER]
            for text, a, b in passages[p]["statements"]:
                if len(text) < 8 or text in seen:
                    continue
                seen.add(text)
                # A statement belongs if most of it, or most of a labelled span, lies within the other.
                shared = max((max(0, min(b, y) - max(a, x)) / max(1, min(b - a, y - x)) for x, y in spans), default=0.0)
                near = sum(weight(w) for w in asked & set(terms(text)))
                pool.append((shared >= 0.6, near, f"{header}: {text}", shared))
        right = [x for x in pool if x[0]]
        wrong = sorted((x for x in pool if x[3] < 0.2), key=lambda x: -x[1])
        if d["answers"] and not right or len(wrong) < 3:
            continue
        rest = wrong[hard:]
        chosen = right[:4] + wrong[:hard] + rng.sample(rest, min(others, len(rest)))
        made.append((d["q"], [(x[2], x[0]) for x in chosen]))
    return made


class CrossEncoder(nn.Module):
    def __init__(self, tensors):
        super().__init__()
        get = lambda name: torch.from_numpy(tensors[name].astype(np.float32))
        self.words, self.places, self.types = (
            get(f"bert.embeddings.{n}_embeddings.weight") for n in ("word", "position", "token_type"))
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.pooler, self.classifier = nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, 1)
        parts = [(self.norm, "bert.embeddings.LayerNorm"), (self.pooler, "bert.pooler.dense"), (self.classifier, "classifier")]
        parts += [(getattr(layer, k), f"bert.encoder.layer.{n}.{name}") for n, layer in enumerate(self.layers) for k, name in Layer.NAMES.items()]
        self.parts = parts
        with torch.no_grad():
            for part, name in parts:
                part.weight.copy_(get(f"{name}.weight"))
                part.bias.copy_(get(f"{name}.bias"))

    def forward(self, ids, types, mask, frozen):
        with torch.no_grad():
            x = self.norm(self.words[ids] + self.places[: ids.shape[1]] + self.types[types])
            for layer in self.layers[:frozen]:
                x = layer(x, mask)
        for layer in self.layers[frozen:]:
            x = layer(x, mask)
        return self.classifier(torch.tanh(self.pooler(x[:, 0])))[:, 0]


def read_weights(file):
    """Tensors of a safetensors file, bytes with scale and zero point as numbers."""
    raw = load_file(file)
    out = {}
    for name, values in raw.items():
        if name.endswith((".scale", ".zero")):
            continue
        if values.dtype == np.uint8:
            values = (values.astype(np.float32) - raw[f"{name}.zero"]) * raw[f"{name}.scale"]
        out[name] = values
    return out


def put(out, name, values):
    """Stores a matrix as bytes with one scale and zero point, like those that were not trained."""
    low, high = min(0.0, float(values.min())), max(0.0, float(values.max()))
    scale = np.float32((high - low) / 255)
    zero = np.float32(round(-low / scale))
    out[name] = np.clip(np.rint(values / scale) + zero, 0, 255).astype(np.uint8)
    out[f"{name}.scale"], out[f"{name}.zero"] = np.array([scale]), np.array([zero])


class Inputs:
    def __init__(self, tokenizer):
        self.t = Tokenizer.from_file(str(tokenizer))
        self.t.no_padding()
        self.t.no_truncation()

    def __call__(self, question, texts):
        """(ids, types, mask) of `[CLS] question [SEP] text [SEP]`."""
        q = self.t.encode(question, add_special_tokens=False).ids[-QUESTION:]
        rows = [[CLS, *q, SEP, *self.t.encode(x, add_special_tokens=False).ids][: LONGEST - 1] + [SEP] for x in texts]
        longest = max(map(len, rows))
        ids = torch.zeros(len(rows), longest, dtype=torch.long)
        types, mask = torch.zeros_like(ids), torch.zeros(len(rows), 1, 1, longest, dtype=torch.bool)
        for n, row in enumerate(rows):
            ids[n, : len(row)] = torch.tensor(row)
            types[n, len(q) + 2 : len(row)] = 1
            mask[n, :, :, : len(row)] = True
        return ids, types, mask


def loss_of(logits, belongs, bias):
    listwise = torch.tensor(0.0)
    if belongs.any():
        listwise = torch.logsumexp(logits, 0) - torch.logsumexp(logits[belongs], 0)
    each = F.binary_cross_entropy_with_logits(logits * 0.5 + bias, belongs.float())
    return listwise + each


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pairs", type=Path, nargs="+")
    parser.add_argument("--from", dest="start", type=Path, required=True)
    parser.add_argument("--words", type=Path, required=True, help="folder of the bi-encoder with tokenizer.json")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--questions", type=int, default=2400)
    parser.add_argument("--of-a-place", type=int, default=120)
    parser.add_argument("--frozen", type=int, default=6, help="lower layers that stay as they are")
    parser.add_argument("--hard", type=int, default=8, help="wrong candidates that share most words with the question")
    parser.add_argument("--others", type=int, default=2, help="other wrong candidates")
    parser.add_argument("--lr", type=float, default=3e-5)
    parser.add_argument("--step", type=int, default=8, help="questions of a step")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--minutes", type=float, default=60.0)
    o = parser.parse_args()
    torch.set_num_threads(o.threads)
    torch.manual_seed(o.seed)
    rng = random.Random(o.seed)
    data = []
    for file in sorted(o.pairs):
        made = groups(file, o.hard, o.others, rng)
        rng.shuffle(made)
        data += made[: o.of_a_place]
    rng.shuffle(data)
    data = data[: o.questions]
    print(len(data), "questions,", sum(any(b for _, b in c) for _, c in data), "with an answer", flush=True)
    tensors = read_weights(o.start)
    model, inputs = CrossEncoder(tensors), Inputs(o.words / "tokenizer.json")
    bias = nn.Parameter(torch.tensor(0.0))
    heads = [*model.pooler.parameters(), *model.classifier.parameters()]
    upper = [p for layer in model.layers[o.frozen :] for p in layer.parameters()]
    optimizer = torch.optim.AdamW([{"params": heads + upper, "lr": o.lr}, {"params": [bias], "lr": 1e-2}], weight_decay=0.01)
    steps, start, sums = len(data) // o.step, time.time(), np.zeros(3)
    for step in range(steps):
        rate = min(1.0, (step + 1) / (0.08 * steps)) * max(0.0, 1 - max(step / steps, (time.time() - start) / 60 / o.minutes))
        for group in optimizer.param_groups:
            group["lr"] = rate * (o.lr if group["params"][0] is not bias else 1e-2)
        for q, candidates in data[step * o.step : (step + 1) * o.step]:
            belongs = torch.tensor([b for _, b in candidates])
            logits = model(*inputs(q, [t for t, _ in candidates]), o.frozen)
            loss = loss_of(logits, belongs, bias)
            (loss / o.step).backward()
            sums += [loss.item(), float(belongs.any() and belongs[logits.argmax()]), float(belongs.any())]
        nn.utils.clip_grad_norm_(heads + upper, 1.0)
        optimizer.step()
        optimizer.zero_grad()
        if step % 20 == 19:
            print(f"step {step + 1}/{steps}: loss {sums[0] / 20 / o.step:.3f}, first {sums[1] / sums[2]:.3f}, "
                  f"bias {bias.item():.2f}, {time.time() - start:.0f} s", flush=True)
            sums[:] = 0
        if (time.time() - start) / 60 > o.minutes:
            break
    # What was not trained stays byte for byte.
    out = load_file(o.start)
    tuned = {f"bert.encoder.layer.{n}." for n in range(o.frozen, LAYERS)} | {"bert.pooler.", "classifier."}
    for part, name in model.parts:
        if name.startswith(tuple(tuned)):
            for kind in ("weight", "bias"):
                for end in ("", ".scale", ".zero"):
                    out.pop(f"{name}.{kind}{end}", None)
                values = np.ascontiguousarray(getattr(part, kind).detach().numpy())
                if values.ndim == 2 and len(values) > 1:
                    put(out, f"{name}.{kind}", values)
                else:
                    out[f"{name}.{kind}"] = values
    save_file(out, o.out)
    print("bias of yes or no:", bias.item(), "logits halved", flush=True)


if __name__ == "__main__":
    main()
