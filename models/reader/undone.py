#!/usr/bin/env python3
"""Trains the reader's head for cancelled statements, on the reader as it is.

    pip install torch numpy safetensors tokenizers
    models/reader/undone.py --model DIR --plain PAIRS.jsonl ... --plain-kept PAIRS.jsonl ... --out undone.safetensors

DIR has the bi-encoder's files. PAIRS.jsonl is what `pairs.py` writes: passages of real papers, whose statements are
taken as not cancelled by what is around them. `questions/undone.jsonl` has pairs of a statement and a context,
`questions/contexts.jsonl` contexts alone, which are paired with several statements. A pair is read as the program reads
it, `[CLS] statement [SEP] context [SEP]`, through the reader's first three layers. The head sees the first token's
vector, the mean of the context's and the mean of the statement's, and an embedding of the context's place.

A quarter of the statements of `undone.jsonl`, a quarter of the contexts of `contexts.jsonl` and all `--plain-kept`
papers are for the report: the area under the curve, and by place the threshold and the share of the cancelled
statements above it, where a share of the plain pairs lies above. The weights that are written learned from the other
pairs alone.
"""

import argparse
import json
import random
import re
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer
from torch import nn

import train as reader

HERE = Path(__file__).parent
PLACES = ["behind", "elsewhere", "label", "heading", "note", "top"]
WIDTH, HIDDEN, LAYERS = 384, 64, 3
QUESTION, LONGEST = 128, 288
# Statements that each context of `contexts.jsonl` is paired with.
STATEMENTS = 4
# Ends of sentences and lines.
END = re.compile(r'(?<=[.;:?!])["”’)]*\s+(?=["“(A-Z0-9•\-$])|\n+| • | \| ')


def lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def plain(files, most, rng):
    """Pairs of a sentence of a real paper with what is around it."""
    found = []
    for file in files:
        own, tops = [], {}
        for d in lines(file):
            if "text" not in d:
                continue
            # The first lines of a paper are around all of its statements.
            top = tops.setdefault(d["header"].split("›")[0], [s.strip() for s in END.split(d["text"])[:3] if s.strip() and len(s.split()) <= 30])
            said = [s.strip() for s in END.split(d["text"]) if 4 <= len(s.split()) <= 60]
            headings = [part.strip() for part in d["header"].strip().split("›")[1:]]
            for first, second in zip(said, said[1:]):
                own.append((first, second, "behind"))
            for s in rng.sample(said, min(2, len(said))):
                own += [(s, heading, rng.choice(["heading", "heading", "label", "top"])) for heading in headings]
                own.append((s, rng.choice(said), "note"))
                own += [(s, line, "top") for line in top if line not in said]
        found += rng.sample(own, min(most, len(own)))
    return [{"statement": a, "context": b, "where": w, "undone": False, "set": "plain"} for a, b, w in found if a != b]


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden, self.out, self.places = nn.Linear(3 * WIDTH, HIDDEN), nn.Linear(HIDDEN, 1), nn.Embedding(6, HIDDEN)
        nn.init.zeros_(self.places.weight)

    def forward(self, x, place):
        drop = lambda x: F.dropout(x, 0.2, self.training)
        return self.out(drop(F.relu(self.hidden(drop(x)) + self.places(place))))[:, 0]


class Vectors:
    """The head's input for pairs, by the reader's first layers."""

    def __init__(self, model):
        words = load_file(model / "model.safetensors")["embeddings.word_embeddings.weight"].float()
        self.tokenizer = Tokenizer.from_file(str(model / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()
        self.encoder = reader.Encoder(words)
        reader.loaded(self.encoder, self.encoder.names("bert."), HERE / "reader.safetensors")

    def ids(self, text):
        return self.tokenizer.encode(text, add_special_tokens=False).ids

    @torch.no_grad()
    def of(self, pairs, batch=64):
        read = []
        for p in pairs:
            own = self.ids(p["statement"])[-QUESTION:]
            context = self.ids(p["context"])[: LONGEST - 3 - len(own)]
            read.append(([101, *own, 102, *context, 102], len(own) + 2))
        out = torch.zeros(len(read), 3 * WIDTH)
        order = sorted(range(len(read)), key=lambda n: len(read[n][0]))
        for at in range(0, len(order), batch):
            some = order[at : at + batch]
            wide = max(len(read[n][0]) for n in some)
            ids, types, mask = (torch.zeros(len(some), wide, dtype=torch.long) for _ in range(3))
            for row, n in enumerate(some):
                tokens, own = read[n]
                ids[row, : len(tokens)] = torch.tensor(tokens)
                types[row, own : len(tokens)], mask[row, : len(tokens)] = 1, 1
            e = self.encoder
            x = e.norm(F.embedding(ids, e.words) + e.positions.weight[:wide] + e.types(types))
            for layer in e.layers[:LAYERS]:
                x = layer(x, mask.bool()[:, None, None, :])
            mean = lambda inside: (x * inside[..., None]).sum(1) / inside.sum(1, keepdim=True)
            out[some] = torch.cat([x[:, 0], mean(types.float()), mean((mask - types).float())], 1)
        return out


def auc(scores, y):
    rank = np.empty(len(scores))
    rank[np.argsort(scores, kind="stable")] = np.arange(1, len(scores) + 1)
    ones = y.sum()
    return float((rank[y == 1].sum() - ones * (ones + 1) / 2) / (ones * (len(y) - ones)))


def report(scores, pairs):
    """Figures of the kept pairs, by set and place."""
    y = np.array([float(p["undone"]) for p in pairs])
    kind = np.array([p["set"] for p in pairs])
    place = np.array([p["where"] for p in pairs])
    out = {"pairs": {k: int((kind == k).sum()) for k in ("undone", "contexts", "plain")}}
    for k in ("undone", "contexts"):
        out[f"auc_{k}"] = round(auc(scores[kind == k], y[kind == k]), 3)
        out[f"auc_{k}_by_place"] = {
            w: round(auc(scores[at], y[at]), 3) for w in PLACES if 0 < y[at := (kind == k) & (place == w)].sum() < at.sum()
        }
    rows = []
    for w in PLACES:
        against = np.sort(scores[(kind == "plain") & (place == w)])[::-1]
        if not len(against):
            continue
        for share in (0.01, 0.03, 0.1, 0.2, 0.3):
            least = against[int(share * len(against))]
            found = {k: round(float((scores[(kind == k) & (place == w) & (y == 1)] > least).mean()), 3) for k in ("undone", "contexts")}
            hard = round(float((scores[(kind == "undone") & (place == w) & (y == 0)] > least).mean()), 3)
            rows.append({"place": w, "of_plain": share, "least": round(float(1 / (1 + np.exp(-least))), 3), "found": found, "of_hard": hard})
    return out | {"thresholds": rows}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--plain", type=Path, nargs="+", required=True)
    parser.add_argument("--plain-kept", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--report", type=Path)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--epochs", type=int, default=14)
    o = parser.parse_args()
    torch.set_num_threads(1)
    rng, started = random.Random(o.seed), time.process_time()
    pairs = [p | {"set": "undone"} for p in lines(HERE / "questions/undone.jsonl")]
    families = sorted({p["statement"] for p in pairs})
    rng.shuffle(families)
    kept_statements = set(families[::4])
    train = [p for p in pairs if p["statement"] not in kept_statements]
    kept = [p for p in pairs if p["statement"] in kept_statements]
    contexts = lines(HERE / "questions/contexts.jsonl")
    rng.shuffle(contexts)
    train += plain(o.plain, 160, rng)
    kept += plain(o.plain_kept, 500, rng)
    real = {True: [p["statement"] for p in kept if p["set"] == "plain"], False: [p["statement"] for p in train if p["set"] == "plain"]}
    for n, c in enumerate(contexts):
        of = n % 4 == 0
        pool = rng.sample(real[of], STATEMENTS // 2) + rng.sample(sorted(kept_statements) if of else families, STATEMENTS // 2)
        (kept if of else train).extend(c | {"statement": s, "set": "contexts"} for s in pool if of or s not in kept_statements)
    vectors = Vectors(o.model)
    x, k = vectors.of(train), vectors.of(kept)
    read = time.process_time() - started
    place = torch.tensor([PLACES.index(p["where"]) for p in train])
    y = torch.tensor([float(p["undone"]) for p in train])
    kept_place = torch.tensor([PLACES.index(p["where"]) for p in kept])
    torch.manual_seed(o.seed)
    head = Head()
    optimizer = torch.optim.AdamW(head.parameters(), lr=1e-3, weight_decay=0.02)
    steps = o.epochs * (len(train) // 64)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda s: min(1, (s + 1) / 50) * max(0.0, 1 - s / steps))
    for _ in range(o.epochs):
        order = torch.randperm(len(train))
        for at in range(0, len(train) - 63, 64):
            some = order[at : at + 64]
            loss = F.binary_cross_entropy_with_logits(head(x[some], place[some]), y[some])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
    head.eval()
    with torch.no_grad():
        scores = head(k, kept_place).numpy()
    sets = {s: sum(p["set"] == s for p in train) for s in ("undone", "contexts", "plain")}
    figures = {"seed": o.seed, "epochs": o.epochs, "learned_from": sets} | report(scores, kept)
    figures["processor_hours"] = {"reading": round(read / 3600, 3), "all": round((time.process_time() - started) / 3600, 3)}
    print(json.dumps(figures))
    if o.report:
        o.report.write_text(json.dumps(figures, indent=1) + "\n")
    save_file({n: t.detach().half().contiguous() for n, t in head.state_dict().items()}, o.out)


if __name__ == "__main__":
    main()
