#!/usr/bin/env python3
"""Trains the model for cancelled statements: three layers above the reader's first three, and a head.

    pip install torch numpy safetensors tokenizers
    models/reader/undone.py --model DIR --plain PAIRS.jsonl ... --plain-kept PAIRS.jsonl ... --out undone.safetensors

DIR has the bi-encoder's files. PAIRS.jsonl is what `pairs.py` writes: passages of real papers, whose statements are
taken as not cancelled by what is around them. `questions/undone.jsonl` has pairs of a statement and a context,
`questions/contexts.jsonl` contexts alone, which are paired with several statements. `questions/undone_papers.jsonl` has
small papers with the lines that cancel one of their statements; all other lines are harmless to it. A pair is read as the
program reads it, `[CLS] heading › statement [SEP] context [SEP]`, with the paper's title too where the context is of
another paper. The first three layers are the reader's and stay as they are; the other three begin as the reader's. The head
sees the first token's vector, the mean of the context's and the mean of the statement's, and an embedding of the
context's place.

A quarter of the statements of `undone.jsonl`, a quarter of the contexts of `contexts.jsonl`, a sixth of the papers, all
`--plain-kept` papers and all of `benches/context/development.jsonl` are for the report: the area under the curve, and the
share of the cancelled and of the harmless pairs above some thresholds.
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
SETS = ["undone", "contexts", "plain", "papers", "development"]
WIDTH, HIDDEN, OF_READER, LAYERS = 384, 128, 3, 6
QUESTION, LONGEST = 128, 288
# Pairs of a step, learning rates of the layers and of the head, share of the paper's pairs without heading or title.
STEP, RATES, ALONE = 32, (6e-5, 8e-4), 0.25
# Harmless lines of a paper to learn from, half of them those that share most words with the statement.
HARMLESS = 8
DEVELOPMENT = HERE.parent.parent / "benches/context/development.jsonl"
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


def of_paper(made, name, harmless, alone, rng):
    """Pairs of a made-up paper's statement with the paper's other lines and those of the paper beside it."""
    own = next(k for k, entries in made["papers"].items() if any(text == made["statement"] for _, text in entries))
    entries, found = made["papers"][own], {True: [], False: []}
    at = next(n for n, (_, text) in enumerate(entries) if text == made["statement"])
    title, cancels = entries[0][1], {*made["undone_by"], *made.get("heading_undoes", [])}
    heading = next((text for kind, text in reversed(entries[:at]) if kind == "h"), title)
    for paper, lines_of in made["papers"].items():
        for n, (kind, text) in enumerate(lines_of):
            undone = text in cancels
            if text == made["statement"] or (paper != own and kind == "h" and not undone):
                continue
            over = [heading] if heading != text else []
            where = "heading" if kind == "h" else "behind" if n == at + 1 else "top" if n < 2 else "elsewhere"
            if paper != own:
                over, where = [title, *([heading] if heading != title else [])], "elsewhere"
            over = [] if rng.random() < alone else over
            pair = {"statement": " \u203a ".join([*over, made["statement"]]), "context": text, "where": where}
            found[undone].append(pair | {"undone": undone, "set": name})
    words = lambda text: set(re.findall(r"\w{3,}", text.lower()))
    found[False].sort(key=lambda p: -len(words(made["statement"]) & words(p["context"])))
    near, rest = found[False][: harmless // 2], found[False][harmless // 2 :]
    return found[True] + near + rng.sample(rest, min(harmless // 2, len(rest)))


def development():
    """The misleading papers of development, as `undone_papers.jsonl` has papers."""
    for case in lines(DEVELOPMENT):
        papers, words = case.get("papers") or {"paper": case["blocks"]}, (case.get("with") or "").lower()
        texts = [text for entries in papers.values() for kind, text in entries if kind == "t"]
        stated = [text for text in texts if case["value"].lower() in text.lower()]
        cancels = [t for entries in papers.values() for _, t in entries if case["force"] and words in t.lower()]
        if stated and not (case["force"] and (not words or not cancels or stated[0] in cancels)):
            yield {"papers": papers, "statement": stated[0], "undone_by": cancels}


class Undone(nn.Module):
    """The upper layers and the head. The reader's first layers are not trained and not stored."""

    def __init__(self, model):
        super().__init__()
        words = load_file(model / "model.safetensors")["embeddings.word_embeddings.weight"].float()
        self.encoder = reader.Encoder(words)
        reader.loaded(self.encoder, self.encoder.names("bert."), HERE / "reader.safetensors")
        self.encoder.requires_grad_(False)
        self.encoder.layers[OF_READER:].requires_grad_(True)
        self.hidden, self.out, self.places = nn.Linear(3 * WIDTH, HIDDEN), nn.Linear(HIDDEN, 1), nn.Embedding(6, HIDDEN)
        nn.init.zeros_(self.places.weight)
        nn.init.constant_(self.out.bias, -1.5)

    def forward(self, read, place):
        """Logits of pairs, each with its tokens and the number of those of the statement."""
        wide = max(len(tokens) for tokens, _ in read)
        ids, types, mask = (torch.zeros(len(read), wide, dtype=torch.long) for _ in range(3))
        for row, (tokens, own) in enumerate(read):
            ids[row, : len(tokens)] = torch.tensor(tokens)
            types[row, own : len(tokens)], mask[row, : len(tokens)] = 1, 1
        e, seen = self.encoder, mask.bool()[:, None, None, :]
        x = e.norm(F.embedding(ids, e.words) + e.positions.weight[:wide] + e.types(types))
        for layer in e.layers[:LAYERS]:
            x = layer(x, seen)
        mean = lambda inside: (x * inside[..., None]).sum(1) / inside.sum(1, keepdim=True)
        x = torch.cat([x[:, 0], mean(types.float()), mean((mask - types).float())], 1)
        drop = lambda x: F.dropout(x, 0.1, self.training)
        return self.out(drop(F.relu(self.hidden(drop(x)) + self.places(place))))[:, 0]

    def names(self):
        """Names of the tensors that are not the reader's -> their names in the file."""
        own = lambda k: k.startswith("layers.") and int(k.split(".")[1]) >= OF_READER
        upper = {f"encoder.{k}": name for k, name in self.encoder.names().items() if own(k)}
        return upper | {k: k for k in self.state_dict() if not k.startswith("encoder.")}

    def stored(self):
        tensors = self.state_dict()
        return {name: tensors[k] for k, name in self.names().items()}


class Inputs:
    """Tokens of pairs."""

    def __init__(self, model):
        self.tokenizer = Tokenizer.from_file(str(model / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()

    def ids(self, text):
        return self.tokenizer.encode(text, add_special_tokens=False).ids

    def of(self, pair):
        own = self.ids(pair["statement"])[-QUESTION:]
        context = self.ids(pair["context"])[: LONGEST - 3 - len(own)]
        return [101, *own, 102, *context, 102], len(own) + 2


def scores_of(model, read, place, batch=64):
    model.eval()
    out, order = np.zeros(len(read)), sorted(range(len(read)), key=lambda n: len(read[n][0]))
    with torch.no_grad():
        for at in range(0, len(order), batch):
            some = order[at : at + batch]
            out[some] = model([read[n] for n in some], place[some]).numpy()
    return out


def auc(scores, y):
    rank = np.empty(len(scores))
    rank[np.argsort(scores, kind="stable")] = np.arange(1, len(scores) + 1)
    ones = y.sum()
    return float((rank[y == 1].sum() - ones * (ones + 1) / 2) / (ones * (len(y) - ones)))


def report(scores, pairs):
    """Figures of the kept pairs: area under the curve by set, and shares above the thresholds that a share of the harmless
    lines of the papers of development reaches."""
    y = np.array([float(p["undone"]) for p in pairs])
    kind = np.array([p["set"] for p in pairs])
    above = lambda inside, least: round(float((scores[inside] > least).mean()), 3)
    out = {"pairs": {k: int((kind == k).sum()) for k in SETS}}
    for k in SETS:
        at = kind == k
        if 0 < y[at].sum() < at.sum():
            out[f"auc_{k}"] = round(auc(scores[at], y[at]), 3)
    harmless = np.sort(scores[(kind == "development") & (y == 0)])[::-1]
    rows = []
    for share in (0.002, 0.005, 0.01, 0.02, 0.04):
        least = harmless[int(share * len(harmless))]
        rows.append({
            "of_harmless_development": share, "least": round(float(1 / (1 + np.exp(-least))), 3),
            "found": {k: above((kind == k) & (y == 1), least) for k in SETS if ((kind == k) & (y == 1)).any()},
            "of_harmless": {k: above((kind == k) & (y == 0), least) for k in SETS},
        })
    return out | {"thresholds": rows}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--plain", type=Path, nargs="+", required=True)
    parser.add_argument("--plain-kept", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--report", type=Path)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--epochs", type=float, default=2.5)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--threads", type=int, default=1)
    o = parser.parse_args()
    torch.set_num_threads(o.threads)
    torch.manual_seed(o.seed)
    rng, started = random.Random(o.seed), time.time()
    pairs = [p | {"set": "undone"} for p in lines(HERE / "questions/undone.jsonl")]
    families = sorted({p["statement"] for p in pairs})
    rng.shuffle(families)
    kept_statements = set(families[::4])
    train = [p for p in pairs if p["statement"] not in kept_statements]
    kept = [p for p in pairs if p["statement"] in kept_statements]
    contexts = lines(HERE / "questions/contexts.jsonl")
    rng.shuffle(contexts)
    train += plain(o.plain, 110, rng)
    kept += plain(o.plain_kept, 130, rng)
    real = {True: [p["statement"] for p in kept if p["set"] == "plain"], False: [p["statement"] for p in train if p["set"] == "plain"]}
    for n, c in enumerate(contexts):
        of = n % 4 == 0
        pool = rng.sample(real[of], STATEMENTS // 2) + rng.sample(sorted(kept_statements) if of else families, STATEMENTS // 2)
        (kept if of else train).extend(c | {"statement": s, "set": "contexts"} for s in pool if of or s not in kept_statements)
    for n, made in enumerate(lines(HERE / "questions/undone_papers.jsonl")):
        (kept if n % 6 == 0 else train).extend(of_paper(made, "papers", 40 if n % 6 == 0 else HARMLESS, ALONE, rng))
    for made in development():
        kept += of_paper(made, "development", 80, 0.0, rng)
    model, inputs = Undone(o.model), Inputs(o.model)
    number = lambda pairs: torch.tensor([PLACES.index(p["where"]) for p in pairs])
    read, place, y = [inputs.of(p) for p in train], number(train), torch.tensor([float(p["undone"]) for p in train])
    upper = list(model.encoder.layers[OF_READER:].parameters())
    head = [*model.hidden.parameters(), *model.out.parameters(), *model.places.parameters()]
    optimizer = torch.optim.AdamW([{"params": upper}, {"params": head}], lr=RATES[0], weight_decay=0.02)
    steps, done, begun = int(o.epochs * len(train) / STEP), 0, time.time()
    while done < steps:
        # Pairs of like length make a step.
        order, groups = torch.randperm(len(train)).tolist(), []
        for at in range(0, len(order), STEP * 16):
            near = sorted(order[at : at + STEP * 16], key=lambda n: len(read[n][0]))
            groups += [near[n : n + STEP] for n in range(0, len(near), STEP)]
        rng.shuffle(groups)
        for some in groups:
            gone = max(done / steps, (time.time() - begun) / 60 / o.minutes)
            if gone >= 1:
                done = steps
                break
            for group, rate in zip(optimizer.param_groups, RATES):
                group["lr"] = rate * min(1.0, (done + 1) / 50) * max(0.02, 1.0 - gone)
            loss = F.binary_cross_entropy_with_logits(model([read[n] for n in some], place[some]), y[some])
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_([*upper, *head], 1.0)
            optimizer.step()
            done += 1
    scores = scores_of(model, [inputs.of(p) for p in kept], number(kept))
    sets = {s: sum(p["set"] == s for p in train) for s in SETS if s != "development"}
    figures = {"seed": o.seed, "epochs": o.epochs, "learned_from": sets} | report(scores, kept)
    figures["minutes"] = round((time.time() - started) / 60, 1)
    print(json.dumps(figures))
    if o.report:
        o.report.write_text(json.dumps(figures, indent=1) + "\n")
    save_file({n: t.detach().half().contiguous() for n, t in model.stored().items()}, o.out)


if __name__ == "__main__":
    main()
