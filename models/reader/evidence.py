#!/usr/bin/env python3
"""Trains the reader's head for evidence, on the reader as it is.

    pip install torch numpy safetensors
    models/reader/evidence.py jobs PAIRS.jsonl ... --out JOBS.jsonl [--questions 3500] [--beside 3] \\
        [--typed models/reader/questions/{law,papers}.jsonl --sets DIR --tokenizer FILE --more 1800]
    cargo run --release -p twolane-benches --bin reader_vectors -- MODEL_DIR JOBS.jsonl VECTORS.bin
    models/reader/evidence.py train JOBS.jsonl VECTORS.bin --kept JOBS.jsonl VECTORS.bin --out evidence.safetensors

PAIRS.jsonl is what `pairs.py` writes: passages, and questions with every sentence, row and item that belongs to the
answer. `jobs` takes passages that answer and passages beside them; `--typed` adds questions about sections of law and
made-up papers, as `train.py` reads them, with the passages that keyword search puts near. `reader_vectors` reads each with the program's own
reader, in minutes. `train` learns two dense layers that give each token a logit. A statement's evidence is the mean of
its 12 likeliest tokens. The loss is listwise: of all statements in all passages of one question, those that belong to
its answer (cross-entropy over the softmax, of their sum and of each), and yes or no for each statement.

It prints for the kept questions: `first`, the share whose statement with the most evidence belongs to the answer, the
mean reciprocal rank, and `inside`, the same share within the passages that answer.
"""

import argparse
import json
import random
import re
import struct
from collections import Counter
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from safetensors.torch import save_file
from torch import nn

WIDTH, HIDDEN, TOKENS = 384, 64, 12
# Most questions of one place, most tokens of a statement, questions of a step.
OF_A_PLACE, LONGEST, STEP = 200, 96, 24
# Ends of sentences, lines and cells.
END = re.compile(r'(?<=[.;:?!])["”’)]*\s+(?=["“(A-Z0-9•\-$])|\n+| • | \| ')


def statements(text, ends=END):
    """[(first, end)] in characters."""
    found, at = [], 0
    for end in ends.finditer(text):
        if end.start() - at >= 8:
            found.append((at, end.start()))
            at = end.end()
        elif at == end.start():
            at = end.end()
    return found + ([(at, len(text))] if at < len(text) else [])


def jobs(o):
    rows = []
    for file in sorted(o.pairs):
        passages = {}
        for line in open(file, encoding="utf-8"):
            d = json.loads(line)
            if "text" in d:
                passages[d["passage"]] = d
            elif d["answers"]:
                rows.append((d, passages, file.stem))
    random.Random(5).shuffle(rows)
    of_place, chosen = Counter(), []
    for row in rows:
        of_place[row[2]] += 1
        if of_place[row[2]] <= OF_A_PLACE:
            chosen.append(row)
    more = typed(o) if o.typed else []
    with open(o.out, "w", encoding="utf-8") as out:
        for n, (d, passages, _) in enumerate(chosen[: o.questions]):
            read = [(a["passage"], a["spans"]) for a in d["answers"][:2]] + [(p, []) for p in d["beside"][: o.beside]]
            for passage, spans in read:
                p = passages[passage]
                job = {"q": d["q"], "text": p["header"] + p["text"], "header": len(p["header"]), "spans": spans, "question": n}
                out.write(json.dumps(job, ensure_ascii=False) + "\n")
        for job in more:
            out.write(json.dumps(job | {"question": job["question"] + len(chosen)}, ensure_ascii=False) + "\n")


def typed(o):
    """Jobs of questions about sections of law and made-up papers."""
    import train as reader
    from tokenizers import Tokenizer

    texts, headers, found, rng = reader.Texts(Tokenizer.from_file(str(o.tokenizer))), {}, [], random.Random(7)
    for file in o.typed:
        rows = reader.typed(file, o.sets, texts, headers)
        pool = sorted({row[1] for row in rows})
        rows = [row for row in rows if row[3] and row[2]]
        search = reader.Bm25([texts.text[p] for p in pool])
        rng.shuffle(rows)
        for q, passage, span, _, answer, matter in rows[: o.more // len(o.typed)]:
            order = [pool[i] for i in np.argsort(-search.scores(q))[:12]]
            holds = lambda p: answer.lower() in texts.text[p].lower()
            beside = [p for p in order if p != passage and not holds(p)][: o.beside]
            n = found[-1]["question"] + 1 if found else 0
            for p, spans in [(passage, [span])] + [(p, []) for p in beside]:
                header = headers[p] + "\n"
                found.append({"q": q, "text": header + texts.text[p], "header": len(header), "spans": spans, "question": n})
    return found


def load(file, vectors):
    """(vectors of all tokens (bf16), {question: [(first token, end, belongs, passage)]})."""
    raw, at, base, rows, of = Path(vectors).read_bytes(), 0, 0, [], {}
    for passage, line in enumerate(open(file, encoding="utf-8")):
        job = json.loads(line)
        (n,) = struct.unpack_from("<I", raw, at)
        bytes_of = np.frombuffer(raw, np.uint32, 2 * n, at + 4).reshape(n, 2)
        rows.append(np.frombuffer(raw, np.int16, n * WIDTH, at + 4 + 8 * n).reshape(n, WIDTH))
        at += 4 + 8 * n + 2 * n * WIDTH
        text, header = job["text"], job["header"]
        byte_at = np.cumsum([0] + [len(c.encode()) for c in text])
        for first, end in statements(text[header:]):
            inside = np.where((bytes_of[:, 1] > byte_at[header + first]) & (bytes_of[:, 0] < byte_at[header + end]))[0]
            if len(inside) < 2:
                continue
            shared = [(max(0, min(end, b) - max(first, a)), b - a) for a, b in job["spans"]]
            belongs = any(s > 0.5 * (end - first) or s > 0.6 * length for s, length in shared)
            of.setdefault(job["question"], []).append((base + inside[0], base + inside[-1] + 1, belongs, passage))
        base += n
    of = {q: s for q, s in of.items() if 0 < sum(x[2] for x in s) < len(s)}
    return torch.from_numpy(np.concatenate(rows)).view(torch.bfloat16), of


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden, self.out = nn.Linear(WIDTH, HIDDEN), nn.Linear(HIDDEN, 1)

    def forward(self, x):
        drop = lambda x: F.dropout(x, 0.1, self.training)
        return self.out(drop(F.relu(self.hidden(drop(x)))))[:, 0]


def evidence(head, vectors, found):
    """The evidence of statements: the mean over their likeliest tokens."""
    lengths = [min(end - first, LONGEST) for first, end, _, _ in found]
    tokens = np.concatenate([np.arange(f[0], f[0] + n) for f, n in zip(found, lengths)])
    logits = head(vectors[torch.from_numpy(tokens)].float())
    wide = max(lengths)
    table = torch.full((len(found), wide), -1e4)
    row = torch.from_numpy(np.repeat(np.arange(len(found)), lengths))
    column = torch.from_numpy(np.concatenate([np.arange(n) for n in lengths]))
    table[row, column] = logits
    k = min(TOKENS, wide)
    best, n = table.topk(k, 1).values, torch.tensor(lengths).clamp(max=k)
    return (best * (torch.arange(k)[None, :] < n[:, None])).sum(1) / n


@torch.no_grad()
def judged(head, vectors, of):
    head.eval()
    first, rank, inside, passages = 0, 0.0, 0, 0
    for found in of.values():
        scores, belongs = evidence(head, vectors, found).numpy(), np.array([x[2] for x in found])
        order = np.argsort(-scores)
        first += bool(belongs[order[0]])
        rank += 1 / (1 + np.where(belongs[order])[0][0])
        there = {x[3] for x in found if x[2]}
        own = np.array([x[3] in there for x in found])
        if not belongs[own].all():
            passages += 1
            inside += bool(belongs[own][np.argmax(scores[own])])
    n = len(of)
    return {"questions": n, "first": round(first / n, 3), "mrr": round(rank / n, 3), "inside": round(inside / max(1, passages), 3)}


def train(o):
    torch.manual_seed(o.seed)
    rng = random.Random(o.seed)
    vectors, of = load(*o.data)
    kept = load(*o.kept)
    head, questions = Head(), list(of)
    steps = o.epochs * (len(questions) // STEP)
    optimizer = torch.optim.AdamW(head.parameters(), weight_decay=0.01)
    rate = torch.optim.lr_scheduler.OneCycleLR(optimizer, 2e-3, total_steps=steps)
    for epoch in range(o.epochs):
        rng.shuffle(questions)
        head.train()
        for at in range(0, len(questions) - STEP + 1, STEP):
            part = questions[at : at + STEP]
            found = [x for q in part for x in of[q]]
            scores = evidence(head, vectors, found)
            belongs = torch.tensor([x[2] for x in found])
            loss = 0.5 * F.binary_cross_entropy_with_logits(scores, belongs.float(), pos_weight=torch.tensor(4.0))
            begin = 0
            for q in part:
                own = slice(begin, begin + len(of[q]))
                begin += len(of[q])
                s, b = scores[own], belongs[own]
                whole = torch.logsumexp(s, 0)
                loss = loss + (whole - torch.logsumexp(s[b], 0) + 0.3 * (whole - s[b].mean())) / len(part)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            rate.step()
        print(epoch, json.dumps(judged(head, *kept)), flush=True)
    save_file({k: v.half() for k, v in head.state_dict().items()}, o.out)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    verbs = parser.add_subparsers(dest="verb", required=True)
    p = verbs.add_parser("jobs")
    p.add_argument("pairs", type=Path, nargs="+")
    p.add_argument("--out", type=Path, required=True)
    p.add_argument("--questions", type=int, default=3500)
    p.add_argument("--beside", type=int, default=3)
    p.add_argument("--typed", nargs="*", default=[])
    p.add_argument("--sets", type=Path)
    p.add_argument("--more", type=int, default=1800)
    p.add_argument("--tokenizer", type=Path, help="tokenizer.json of all-MiniLM-L6-v2")
    p = verbs.add_parser("train")
    p.add_argument("data", type=Path, nargs=2)
    p.add_argument("--kept", type=Path, nargs=2, required=True)
    p.add_argument("--out", type=Path, required=True)
    p.add_argument("--epochs", type=int, default=6)
    p.add_argument("--seed", type=int, default=0)
    o = parser.parse_args()
    {"jobs": jobs, "train": train}[o.verb](o)


if __name__ == "__main__":
    main()
