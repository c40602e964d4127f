#!/usr/bin/env python3
"""Trains the reader further: more questions, from the weights that are shipped.

    pip install torch numpy safetensors tokenizers
    models/reader/train.py --base MODEL_FOLDER --start OLD.safetensors --sets DIR \\
        --questions models/reader/questions/{law,papers}.jsonl --kept models/reader/questions/kept.jsonl \\
        [--pairs PAIRS.jsonl ... --kept-pairs PAIRS.jsonl ...] --out NEW.safetensors [--minutes 54]

`--sets` holds the sets that the reader learned from at first (questions with passages, sections of law
with headings): a part of every step is made of them, so that nothing is forgotten. `--questions` and
`--kept` hold one passage a line with the questions to it, `{"qs": [{"q", "a", "label"}], …}`, `a` being a
verbatim part of the passage: a section of one of the sets (`"set"`, `"id"`), or a paper that was made up
(`"place"`, `"state"`, `"paper"`, `"heading"`, `"text"`). What is kept is never learned from; its figures
are printed.

`--pairs` are real papers: passages as the program cuts them, and questions with the passages that its search puts
first (`benches/programs/reader_pairs.rs`, joined with the answers by `pairs.py`). A question there may have several
passages that answer, each with every sentence, row and item that belongs to the answer.

The losses: `rank` listwise over one passage that answers and those beside it, `answers` by yes or no, the span by its
first and last token or position 0, and `evidence`, yes or no for each token of the passage. It runs on a processor too
(bf16): one core does about 380 steps of 192 pairs an hour.
"""

import argparse
import glob
import json
import math
import random
import re
import time
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer
from torch import nn

# Tokens of a question, and of a pair: the program reads 288, and learning is cheaper on less.
QUESTION, LONGEST = 128, 240
CLS, SEP, MARK = 101, 102, 1029  # [CLS], [SEP], "?"
# Pairs of a group: one passage that answers, the others beside it.
GROUP = 6
# Groups that go through the model at once.
PART = 8
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


class Layer(nn.Module):
    def __init__(self, width=384, heads=12, inner=1536):
        super().__init__()
        self.heads = heads
        self.query, self.key, self.value, self.joined = (nn.Linear(width, width) for _ in range(4))
        self.up, self.down = nn.Linear(width, inner), nn.Linear(inner, width)
        self.after_attention, self.after = nn.LayerNorm(width, 1e-12), nn.LayerNorm(width, 1e-12)

    NAMES = {"query": "attention.self.query", "key": "attention.self.key", "value": "attention.self.value",
             "joined": "attention.output.dense", "after_attention": "attention.output.LayerNorm",
             "up": "intermediate.dense", "down": "output.dense", "after": "output.LayerNorm"}

    def forward(self, x, mask):
        batch, n, width = x.shape
        split = lambda t: t.view(batch, n, self.heads, width // self.heads).transpose(1, 2)
        y = F.scaled_dot_product_attention(split(self.query(x)), split(self.key(x)), split(self.value(x)), mask)
        y = self.joined(y.transpose(1, 2).reshape(batch, n, width))
        x = self.after_attention(x + y)
        return self.after(x + self.down(F.gelu(self.up(x))))


class Encoder(nn.Module):
    """BERT's encoder; the word embeddings belong to the bi-encoder and stay as they are."""

    def __init__(self, words, layers=6, width=384):
        super().__init__()
        self.register_buffer("words", words, persistent=False)
        self.positions, self.types = nn.Embedding(512, width), nn.Embedding(2, width)
        self.norm = nn.LayerNorm(width, 1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(layers))

    def names(self, prefix=""):
        """Our parameter's name -> its name in the file."""
        e = f"{prefix}embeddings."
        found = {"positions.weight": e + "position_embeddings.weight", "types.weight": e + "token_type_embeddings.weight"}
        found |= {f"norm.{p}": f"{e}LayerNorm.{p}" for p in ("weight", "bias")}
        for i in range(len(self.layers)):
            for ours, theirs in Layer.NAMES.items():
                found |= {f"layers.{i}.{ours}.{p}": f"{prefix}encoder.layer.{i}.{theirs}.{p}" for p in ("weight", "bias")}
        return found

    def forward(self, ids, types, mask):
        x = F.embedding(ids, self.words) + self.positions.weight[: ids.shape[1]] + self.types(types)
        x = self.norm(x)
        mask = mask[:, None, None, :]
        for layer in self.layers:
            x = layer(x, mask)
        return x


class Reader(nn.Module):
    def __init__(self, words):
        super().__init__()
        self.bert = Encoder(words)
        self.pooler, self.head, self.span = nn.Linear(384, 384), nn.Linear(384, 2), nn.Linear(384, 2)
        self.evidence = nn.Linear(384, 1)

    def names(self):
        found = {f"bert.{k}": v for k, v in self.bert.names("bert.").items()}
        return found | {f"{h}.{p}": f"{h}.{p}" for h in ("pooler", "head", "span", "evidence") for p in ("weight", "bias")}

    def forward(self, ids, types, mask):
        h = self.bert(ids, types, mask)
        top = self.head(F.dropout(torch.tanh(self.pooler(h[:, 0])), 0.1, self.training)).float()
        inside = (types == 1) & mask
        inside[:, 0] = True
        span = self.span(h).float().masked_fill(~inside.unsqueeze(-1), -1e4)
        return top, span[..., 0], span[..., 1], self.evidence(h).float()[..., 0]


def loaded(module, names, file):
    held = load_file(file)
    # A head that the older weights lack begins where it is.
    found = {ours: held[theirs].float() for ours, theirs in names.items() if theirs in held}
    left = module.load_state_dict(found, strict=False)
    assert not left.unexpected_keys and all(k.startswith("evidence.") for k in left.missing_keys), left
    return module


class Texts:
    """Token ids and their characters, each text once."""

    def __init__(self, tokenizer):
        self.tokenizer, self.at, self.text, self.ids, self.offsets = tokenizer, {}, [], [], []

    def put(self, text):
        if text not in self.at:
            e = self.tokenizer.encode(text, add_special_tokens=False)
            self.at[text] = len(self.text)
            self.text.append(text)
            self.ids.append(np.array(e.ids[:480], np.int32))
            self.offsets.append(np.array(e.offsets[:480], np.int32).reshape(-1, 2))
        return self.at[text]

    def tokens(self, text):
        return np.array(self.tokenizer.encode(text, add_special_tokens=False).ids, np.int32)


@torch.no_grad()
def embedded(encoder, rows, batch=128):
    """The bi-encoder's vectors: mean over the tokens, length 1."""
    order = sorted(range(len(rows)), key=lambda i: len(rows[i]))
    out = np.zeros((len(rows), 384), np.float32)
    for at in range(0, len(order), batch):
        part = order[at : at + batch]
        n = min(256, max(len(rows[i]) for i in part) + 2)
        ids = np.zeros((len(part), n), np.int64)
        for r, i in enumerate(part):
            ids[r, : min(n, len(rows[i]) + 2)] = [CLS, *rows[i][: n - 2], SEP]
        ids = torch.from_numpy(ids).to(DEVICE)
        mask = ids != 0
        with torch.autocast(DEVICE, torch.bfloat16):
            h = encoder(ids, torch.zeros_like(ids), mask)
        v = (h.float() * mask.unsqueeze(-1)).sum(1) / mask.sum(1, keepdim=True)
        out[part] = F.normalize(v, dim=-1).cpu().numpy()
    return out


class Bm25:
    def __init__(self, texts, k1=1.2, b=0.75):
        rows = [Counter(stems(t)) for t in texts]
        lengths = np.array([sum(r.values()) for r in rows], np.float32)
        self.norm = k1 * (1 - b + b * lengths / max(1.0, lengths.mean()))
        posts = defaultdict(list)
        for i, row in enumerate(rows):
            for word, count in row.items():
                posts[word].append((i, count))
        self.n, self.posts = len(rows), {}
        for word, found in posts.items():
            at, count = np.array([f[0] for f in found]), np.array([f[1] for f in found], np.float32)
            idf = math.log(1 + (self.n - len(found) + 0.5) / (len(found) + 0.5))
            self.posts[word] = at, idf * count / (count + self.norm[at])

    def scores(self, question):
        s = np.zeros(self.n, np.float32)
        for word in set(stems(question)):
            if word in self.posts:
                at, weight = self.posts[word]
                s[at] += weight
        return s


def stems(text):
    words = re.findall(r"[a-z0-9]+", text.lower())
    return [w[:-1] if len(w) > 3 and w.endswith("s") and not w.endswith("ss") else w for w in words]


def lines(path):
    return [json.loads(line) for line in open(path, encoding="utf-8") if line.strip()]


class Question:
    """What a group is made of: the question, the passage that answers (none where nothing does), the passage's
    header, where the answer stands in the passage, and passages that look alike."""

    def __init__(self, q, passage, header, span, answerable, beside, evidence=None, others=()):
        self.q, self.passage, self.header, self.span = q, passage, header, span
        self.answerable, self.beside = answerable, beside
        # [(first, end)] in the passage of all that belongs to the answer; `None` where that is not known.
        self.evidence = evidence
        # Further passages that answer: [(passage, span, evidence)].
        self.others = list(others)


def neighbours(texts, vectors, bm25, pool, questions, golds, answers, matters, most=24):
    """For each question, passages of the pool that both lanes put near it, less those that may answer too:
    of the same matter, nearly the same text, or with the answer's words in them."""
    found = []
    pool = np.array(pool)
    for (q, vector), gold, answer, matter in zip(questions, golds, answers, matters):
        cosines = vectors[pool] @ vector
        words = bm25.scores(q)
        order = []
        for a, b in zip(np.argsort(-cosines)[: most * 2], np.argsort(-words)[: most * 2]):
            order += [int(a), int(b)]
        alike = vectors[pool] @ vectors[gold]
        out = []
        for i in dict.fromkeys(order):
            p = int(pool[i])
            if p == gold or alike[i] > 0.82 or matter(p) or (len(answer) > 6 and answer.lower() in texts.text[p].lower()):
                continue
            out.append(p)
        found.append(out[:most])
    return found


def of_sets(path, folder):
    """{id: section} of the sets that a file of questions names."""
    names = {d["set"] for d in lines(path) if "set" in d}
    return {d["id"]: d for name in sorted(names) for d in lines(f"{folder}/{name}.jsonl")}


def passage_of(d, sections):
    """(text, header as the program writes it, matter) of a line of questions."""
    if "text" in d:
        heading = f" › {d['heading']}" if d["heading"] else ""
        return d["text"], f"{d['place']} {d['state']} {d['paper']}{heading}", ""
    section = sections[d["id"]]
    town = re.match(r"(.+?), (\w+), Code of Ordinances", section["citation"] or "")
    if town:
        parts = [f"{town[1]} {town[2]} Code of Ordinances", section.get("chapter"), section["heading"]]
        header = " › ".join(p for p in parts if p)
    else:
        header = f"{section['citation']} {section['heading']}"
    return " ".join(section["text"].split()), header, section["heading"].lower()


def typed(path, folder, texts, header_of):
    """[(question, passage, span, answerable, answer, matter)] of a file of passages with questions."""
    rows, sections = [], of_sets(path, folder)
    for d in lines(path):
        text, header, matter = passage_of(d, sections)
        p = texts.put(text)
        header_of[p] = header
        for q in d["qs"]:
            at = text.find(q["a"]) if q["a"] else -1
            span = (at, at + len(q["a"])) if at >= 0 else None
            rows.append((q["q"].strip(), p, span, q["label"] == "answerable", q["a"], matter))
    return rows


def of_pairs(file, texts, header_of):
    """Questions of a file that `pairs.py` made."""
    rows, at = [], {}
    for d in lines(file):
        if "text" in d:
            at[d["passage"]] = texts.put(d["text"])
            header_of[at[d["passage"]]] = d["header"].strip()
            continue
        answers = [(at[a["passage"]], tuple(a["spans"][0]), [tuple(x) for x in a["spans"]]) for a in d["answers"]]
        beside = [at[p] for p in d["beside"]]
        if answers:
            passage, span, evidence = answers[0]
            rows.append(Question(d["q"], passage, header_of[passage], span, True, beside, evidence, answers[1:]))
        elif len(beside) > 1:
            rows.append(Question(d["q"], beside[0], header_of[beside[0]], None, False, beside[1:], []))
    return rows


GENERIC = set("definitions,general penalty,short title,effective date,purpose,scope,title,penalty,reserved,severability,"
              "applicability,generally,general provisions,violations,repeal,enforcement,appeals,penalties,intent,authority".split(","))
# How much of the replay each set is; what is not named is left out.
REPLAY = {"squad2-dev": 3, "squadshifts-reddit": 1.5, "squadshifts-new_wiki": 1.5, "squadshifts-amazon_reviews": 1, "boolq-dev": 1,
          "disfl-qa": 1, "qed-nq-dev": 1, "wtq-train": 1.5, "fetaqa-test": 0.6, "tatqa-dev": 1, "covid-faq": 0.6, "medquad": 0.6,
          "va-headings": 0.3, "cfpb-regs": 0.5, "multirc-train": 1, "statutes-fl": 0.7, "statutes-tn": 0.7, "statutes-mo": 0.7,
          "statutes-ia": 0.7, "towncode-ga": 2}


def replay(folder, texts, rng, each):
    """{set: [(question, passage, span, answerable, answer, matter)]}."""
    sets = {}
    for name, share in REPLAY.items():
        found = glob.glob(f"{folder}/{name}.jsonl")
        if not found:
            print("without", name)
            continue
        rows, most = lines(found[0]), int(each * share)
        rng.shuffle(rows)
        out = []
        for d in rows:
            if "heading" in d:
                text, head = (d.get("text") or "").strip(), (d.get("heading") or "").strip(" .")
                if len(text) < 80 or not 10 < len(head) < 160 or head.lower() in GENERIC:
                    continue
                lead = " › ".join(x for x in (d.get("title"), d.get("chapter"), d.get("citation")) if x and rng.random() < 0.6)
                body = text[:1500] if rng.random() < 0.7 else f"{head}\n{text[:1500]}"
                asked = head if rng.random() < 0.5 else rng.choice(["what is the rule on ", "is there a rule about "]) + head[0].lower() + head[1:] + "?"
                out.append((asked, texts.put(f"{lead}\n{body}" if lead else body), None, True, "", head.lower()))
            elif d.get("q") and d.get("p"):
                p = d["p"][0]
                answerable = d.get("label", "answerable") == "answerable"
                span = tuple(p["a"][0]) if p.get("a") else None
                answer = p["t"][span[0] : span[1]] if span else ""
                out.append((d["q"].strip(), texts.put(p["t"][:2000]), span, answerable, answer, ""))
            if len(out) == most:
                break
        sets[name] = out
    return sets


def without_answer(text, span):
    """The passage less the sentences of the answer: the right page, and the fact not on it."""
    kept, answer = [], text[span[0] : span[1]].lower()
    for m in re.finditer(r"[^.!?;\n]+[.!?;\n]*\s*", text):
        if not (span[0] < m.end() and span[1] > m.start()):
            kept.append(m.group())
    rest = "".join(kept).strip()
    return rest if len(rest) > 150 and answer not in rest.lower() else None


def packed(rows):
    """(ids, types, mask, where the passage begins) of (question ids, header and passage ids)."""
    n = (max(min(len(q), QUESTION) + len(p) + 3 for q, p in rows) + 15) // 16 * 16
    n = min(n, (LONGEST + 15) // 16 * 16)
    ids, types = np.zeros((len(rows), n), np.int64), np.zeros((len(rows), n), np.int64)
    mask, starts = np.zeros((len(rows), n), bool), np.zeros(len(rows), np.int64)
    for i, (q, p) in enumerate(rows):
        q = q[-QUESTION:]
        p = p[: LONGEST - 3 - len(q)]
        k = len(q) + 2
        ids[i, :k], ids[i, k : k + len(p)], ids[i, k + len(p)] = [CLS, *q, SEP], p, SEP
        types[i, k : k + len(p) + 1] = 1
        mask[i, : k + len(p) + 1] = True
        starts[i] = k
    return torch.from_numpy(ids), torch.from_numpy(types), torch.from_numpy(mask), starts


@torch.no_grad()
def judged(model, texts, questions, header_of, most=9):
    """Figures on kept questions: the right passage first and among three of `most` beside it, the mean reciprocal
    rank, and how well `answers` and the margin tell questions that the passage answers from the others (AUC)."""
    model.eval()
    first = three = 0
    reciprocal, yes, no, yes_margin, no_margin = [], [], [], [], []
    for x in questions:
        q = texts.tokens(x.q)
        group = [x.passage] + (x.beside[:most] if x.answerable else [])
        rows = [(q, np.concatenate([header_of(p), texts.ids[p]])) for p in group]
        ids, types, mask, _ = packed(rows)
        with torch.autocast(DEVICE, torch.bfloat16):
            top, s, e, _ = model(ids.to(DEVICE), types.to(DEVICE), mask.to(DEVICE))
        margin = (s[:, 1:].max(1).values + e[:, 1:].max(1).values - s[:, 0] - e[:, 0]).cpu().numpy()
        if x.answerable:
            place = 1 + int((top[1:, 0] > top[0, 0]).sum())
            first, three = first + (place == 1), three + (place <= 3)
            reciprocal.append(1 / place)
            yes.append(float(top[0, 1])), yes_margin.append(float(margin[0]))
        else:
            no.append(float(top[0, 1])), no_margin.append(float(margin[0]))
    model.train()
    auc = lambda a, b: round(float(np.mean([(x > y) + 0.5 * (x == y) for x in a for y in b])), 3) if a and b else None
    n = max(1, len(reciprocal))
    return {"questions": len(questions), "first": round(first / n, 3), "among_three": round(three / n, 3),
            "reciprocal_rank": round(float(np.mean(reciprocal)), 3), "answers_auc": auc(yes, no), "margin_auc": auc(yes_margin, no_margin)}


LOSSES = {"rank": 1.0, "answers": 1.0, "span": 0.7, "evidence": 1.5}


def part_losses(model, texts, groups):
    """The three losses over whole groups."""
    rows = [row for _, rows in groups for row in rows]
    ids, types, mask, starts = packed([row[:2] for row in rows])
    with torch.autocast(DEVICE, torch.bfloat16):
        top, s, e, v = model(ids.to(DEVICE), types.to(DEVICE), mask.to(DEVICE))
    belongs, counts = torch.zeros(v.shape), torch.zeros(v.shape)
    y, weight, begin, end, has = (torch.zeros(len(rows)) for _ in range(5))
    for i, (x, _) in enumerate(groups):
        at = i * GROUP
        y[at], weight[at : at + GROUP] = float(x.answerable), 0.35
        weight[at] = 1.0
        # Of the passages that do not answer a few count, so that the two kinds weigh alike.
        has[at + 1 : at + 4] = 0.5
        if x.evidence is not None:
            for row in range(at, at + GROUP):
                # Negatives count as much as the passage that answers, all together.
                counts[row, starts[row] + rows[row][2] : int(mask[row].sum()) - 1] = 1.0 if row == at else 0.2
        if not x.answerable:
            has[at] = 0.5
        elif x.span:
            passage, header = rows[at][3], rows[at][2]
            span, evidence = next(((s_, e_) for p, s_, e_ in x.others if p == passage), (x.span, x.evidence))
            offsets, first, last = texts.offsets[passage], starts[at] + header, int(mask[at].sum()) - 1
            tokens = lambda span: np.nonzero((offsets[:, 1] > span[0]) & (offsets[:, 0] < span[1]))[0]
            inside = tokens(span)
            if len(inside) and first + inside[-1] < last:
                begin[at], end[at], has[at] = first + inside[0], first + inside[-1], 1.0
            for piece in evidence or []:
                belongs[at, [first + t for t in tokens(piece) if first + t < last]] = 1.0
    y, weight, begin, end, has = (t.to(DEVICE) for t in (y, weight, begin, end, has))
    answerable = torch.tensor([x.answerable for x, _ in groups])
    ranks = top[:, 0].view(-1, GROUP)[answerable]
    found = F.cross_entropy(ranks, torch.zeros(len(ranks), dtype=torch.long, device=DEVICE)) if len(ranks) else top.sum() * 0
    both = F.cross_entropy(s, begin.long(), reduction="none") + F.cross_entropy(e, end.long(), reduction="none")
    counts, belongs = counts.to(DEVICE), belongs.to(DEVICE)
    each = F.binary_cross_entropy_with_logits(v, belongs, reduction="none")
    evidence = (each * counts).sum() / counts.sum().clamp(min=1)
    return {"evidence": evidence, "rank": found, "answers": F.binary_cross_entropy_with_logits(top[:, 1], y, weight),
            "span": (both * has).sum() / 2 / has.sum().clamp(min=1)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--base", type=Path, required=True)
    parser.add_argument("--start", type=Path, required=True)
    parser.add_argument("--sets", type=Path, required=True)
    parser.add_argument("--questions", type=Path, nargs="+", required=True)
    parser.add_argument("--kept", type=Path)
    parser.add_argument("--pairs", type=Path, nargs="*", default=[])
    parser.add_argument("--kept-pairs", type=Path, nargs="*", default=[])
    parser.add_argument("--pair-share", type=float, default=0.55, help="of a step's groups that come from --pairs")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=800)
    parser.add_argument("--groups", type=int, default=32)
    parser.add_argument("--lr", type=float, default=6e-5)
    parser.add_argument("--threads", type=int, default=0, help="of the processor; 0: as many as there are")
    parser.add_argument("--frozen", type=int, default=2, help="lowest layers that stay as they are")
    parser.add_argument("--share", type=float, default=0.5, help="of a step's groups that come from --questions")
    parser.add_argument("--each", type=int, default=700, help="questions of a replayed set of weight 1")
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--judge", type=int, default=260, help="questions that are judged, of those kept and of the first sets")
    parser.add_argument("--every", type=int, default=100)
    o = parser.parse_args()
    if o.threads:
        torch.set_num_threads(o.threads)
    begun = time.time()
    say = lambda *a: print(f"{time.time() - begun:7.0f} s", *a, flush=True)
    rng = random.Random(11)
    torch.manual_seed(11)

    tokenizer = Tokenizer.from_file(str(o.base / "tokenizer.json"))
    tokenizer.no_padding(), tokenizer.no_truncation()
    held = load_file(o.base / "model.safetensors")
    words = held["embeddings.word_embeddings.weight"].float()
    bi = Encoder(words)
    bi = loaded(bi, bi.names(), o.base / "model.safetensors").to(DEVICE).eval()
    model = Reader(words)
    model = loaded(model, model.names(), o.start).to(DEVICE).train()
    say("models")

    texts, headers = Texts(tokenizer), {}
    ours = [row for file in o.questions for row in typed(file, o.sets, texts, headers)]
    kept = typed(o.kept, o.sets, texts, headers) if o.kept else []
    sets = replay(o.sets, texts, rng, o.each)
    say(len(ours), "questions,", len(kept), "kept,", {k: len(v) for k, v in sets.items()}, len(texts.text), "passages")
    vectors = embedded(bi, texts.ids)
    say("passages embedded")

    def made(rows, pool):
        questions = [r[0] for r in rows]
        vs = embedded(bi, [texts.tokens(q) for q in questions])
        matters = {}
        for r in rows:
            if r[5]:
                matters.setdefault(r[1], r[5])
        same = lambda m: (lambda p: bool(m) and matters.get(p) == m)
        bm25 = Bm25([texts.text[p] for p in pool])
        near = neighbours(texts, vectors, bm25, pool, list(zip(questions, vs)), [r[1] for r in rows], [r[4] for r in rows], [same(r[5]) for r in rows])
        return [Question(r[0], r[1], headers.get(r[1], ""), r[2], r[3], n) for r, n in zip(rows, near)]

    law = sorted({r[1] for name, rows in sets.items() if name.startswith(("statutes", "towncode")) for r in rows})
    pool = sorted({r[1] for r in ours} | set(law))
    all_pool = sorted({r[1] for r in kept} | set(law[::2]))
    ours, kept = made(ours, pool), made(kept, all_pool) if kept else []
    for name, rows in sets.items():
        sets[name] = made(rows, sorted({r[1] for r in rows}))
    guard = []  # of the first sets, kept too
    for name in ("squad2-dev", "wtq-train", "towncode-ga"):
        if name in sets:
            guard, sets[name] = guard + sets[name][:30], sets[name][30:]
    say("neighbours found")
    # Their passages come with them.
    pairs = [x for file in o.pairs for x in of_pairs(file, texts, headers)]
    kept_pairs = [x for file in o.kept_pairs for x in of_pairs(file, texts, headers)]
    say(len(pairs), "questions of real papers,", len(kept_pairs), "kept")

    tokens_of = {}
    header_tokens = lambda h: tokens_of.setdefault(h, texts.tokens(h + "\n") if h else np.zeros(0, np.int32))
    own_header = lambda p: header_tokens(headers.get(p, ""))
    bereft = {}

    def beside(x, passage):
        """The other passages of a group."""
        chosen = rng.sample(x.beside[:5], min(3, len(x.beside[:5]))) + rng.sample(x.beside[5:], min(2, len(x.beside[5:])))
        if x.span and x.evidence is None and rng.random() < 0.5:
            if (x.passage, x.span) not in bereft:
                rest = without_answer(texts.text[x.passage], x.span)
                bereft[x.passage, x.span] = texts.put(rest) if rest else None
            if bereft[x.passage, x.span] is not None:
                chosen.insert(0, bereft[x.passage, x.span])
        while len(chosen) < GROUP - 1:
            p = rng.choice(pool)
            if p != passage:
                chosen.append(p)
        return chosen[: GROUP - 1]

    def group(x, ours_):
        q = x.q
        if ours_ and rng.random() < 0.25:
            q = q.lower().rstrip("?.! ") if rng.random() < 0.6 else re.sub(r"['?,]", "", q)
        place = re.match(r"[A-Z][\w' ]+", x.header)
        named = ours_ and place and rng.random() < 0.25
        if named:
            said = place[0].strip()
            q = q.rstrip("?. ") + rng.choice([" in ", ", ", " "]) + (said if rng.random() < 0.5 else said.lower())
        q = texts.tokens(q)
        # Of several passages that answer the first counts half of the time.
        answering = rng.choice(x.others)[0] if x.others and rng.random() < 0.5 else x.passage
        passages = [answering] + beside(x, answering)
        rows = []
        # A header says nothing of whether a passage answers, unless the question names the place.
        bare = ours_ and rng.random() < 0.3
        for i, p in enumerate(passages):
            h = (header_tokens(x.header) if p == x.passage else own_header(p)) if i == 0 else own_header(p)
            if i and not named and ours_ and not len(h):
                h = header_tokens(x.header) if rng.random() < 0.5 else h
            if bare and not named:
                h = h[:0]
            rows.append((q, np.concatenate([h, texts.ids[p]]), len(h), p))
        if named and rng.random() < 0.4 and x.answerable:
            # The same words in the papers of another place.
            other = rng.choice(ours).header
            if other and not other.startswith(place[0].strip()):
                h = header_tokens(other)
                rows[-1] = (q, np.concatenate([h, texts.ids[answering]]), len(h), answering)
        return rows

    names = list(sets)
    weights = [REPLAY[n] for n in names]
    for part in [model.bert.positions, model.bert.types, model.bert.norm, *model.bert.layers[: o.frozen]]:
        part.requires_grad_(False)
    learning = [p for p in model.parameters() if p.requires_grad]
    decayed, plain = [p for p in learning if p.dim() > 1], [p for p in learning if p.dim() <= 1]
    optimizer = torch.optim.AdamW([{"params": decayed, "weight_decay": 0.01}, {"params": plain, "weight_decay": 0}], lr=o.lr, betas=(0.9, 0.98))

    def report():
        for name, rows in (("kept", kept), ("kept papers", kept_pairs), ("guard", guard)):
            if rows:
                say(name, json.dumps(judged(model, texts, rows, own_header)))

    rng_kept = random.Random(5)
    kept, guard = (rng_kept.sample(x, min(o.judge, len(x))) for x in (kept, guard))
    report()
    total, sums, trained = o.steps, Counter(), time.time()
    for step in range(total):
        if step >= total:
            break
        if step == 20 and o.minutes < 1e8:
            total = min(total, int(20 / (time.time() - trained) * 60 * o.minutes))
            say(f"{20 / (time.time() - trained):.2f} steps a second, {total} steps")
        rate = o.lr * min(1, (step + 1) / 40) * max(0.02, 0.5 * (1 + math.cos(math.pi * min(1, step / total))))
        for g in optimizer.param_groups:
            g["lr"] = rate
        chosen = []
        for _ in range(o.groups):
            if pairs and rng.random() < o.pair_share:
                chosen.append((rng.choice(pairs), True))
            elif rng.random() < o.share:
                chosen.append((rng.choice(ours), True))
            else:
                chosen.append((rng.choice(sets[rng.choices(names, weights)[0]]), False))
        groups = [(x, group(x, mine)) for x, mine in chosen]
        # Groups of like length go through the model together.
        groups.sort(key=lambda g: max(len(row[0]) + len(row[1]) for row in g[1]))
        for at in range(0, len(groups), PART):
            losses = part_losses(model, texts, groups[at : at + PART])
            (sum(w * losses[k] for k, w in LOSSES.items()) * min(PART, len(groups) - at) / len(groups)).backward()
            sums.update({k: float(v.detach()) / math.ceil(len(groups) / PART) for k, v in losses.items()})
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        sums["n"] += 1
        if (step + 1) % 20 == 0:
            say(step + 1, {k: round(v / sums["n"], 4) for k, v in sums.items() if k != "n"}, f"lr {rate:.1e}")
            sums.clear()
        if (step + 1) % o.every == 0 or step + 1 == total:
            report()
            keep(model, o.out)
    say("done")


def keep(model, out):
    mine = model.state_dict()
    save_file({theirs: mine[ours].to(torch.float16).contiguous().cpu() for ours, theirs in model.names().items()}, str(out), metadata={"format": "pt"})


if __name__ == "__main__":
    main()
