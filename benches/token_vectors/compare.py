#!/usr/bin/env python3
"""Late interaction from stored, compressed token vectors: bytes, nDCG@10 and time of each form.

    python compare.py --judged FOLDER --model MODEL_FOLDER --work DIR --out OUT.json [--sets condqa,lbrag]

A passage's token vectors are the last layer of the bi-encoder (special tokens left out, unit length), as
`twolane` computes them anew for each candidate. Here they are computed once, stored in each of the
forms below, read back and scored against the query's full token vectors (MaxSim), over the 30 best of
BM25 and vectors. `mixed` is half MaxSim and half first stage, both standardised over the 30. Codebooks and
projections are learnt on the passages of the other sets. Times are of one numpy thread, from stored
bytes to scores of 30 candidates, beside one forward pass over the same candidates (two threads)."""

import argparse
import json
import os
import sys
import time
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import bm25s
import numpy as np
import onnxruntime
import Stemmer
from onnx import TensorProto, helper
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.sparse import csr_array
from tokenizers import Tokenizer

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import beir
from minilm_onnx import graph

POOL = 30
DEPTH = 100
# Tokens from which codebooks and projections are learnt.
SAMPLE = 20_000
SHARED_CORPUS = {"obliqa_mp": "obliqa"}


class Encoder:
    def __init__(self, folder, threads=2):
        model = graph(Path(folder))
        layers = json.loads((Path(folder) / "config.json").read_text())["num_hidden_layers"]
        self.last = f"l{layers - 1}.norm2"
        model.graph.output.append(helper.make_tensor_value_info(self.last, TensorProto.FLOAT, ["batch", "length", 384]))
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self.session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
        self.tokenizer = Tokenizer.from_file(str(Path(folder) / "tokenizer.json"))
        self.tokenizer.enable_truncation(256)
        self.tokenizer.enable_padding()

    def __call__(self, texts, batch=16):
        """Unit vector of each text, and of each of its tokens."""
        order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
        whole, tokens = np.zeros((len(texts), 384), np.float32), [None] * len(texts)
        for start in range(0, len(order), batch):
            part = order[start : start + batch]
            encoded = self.tokenizer.encode_batch([texts[i] for i in part])
            ids = np.array([e.ids for e in encoded], np.int64)
            mask = np.array([e.attention_mask for e in encoded], np.int64)
            feed = {"input_ids": ids, "attention_mask": mask}
            whole[part], last = self.session.run(["embedding", self.last], feed)
            for place, i in enumerate(part):
                keep = (mask[place] == 1) & (np.array(encoded[place].special_tokens_mask) == 0)
                tokens[i] = unit(last[place][keep])
        return whole, tokens


def unit(rows):
    return rows / np.maximum(np.linalg.norm(rows, axis=-1, keepdims=True), 1e-9)


def integers(rows, bits):
    """Symmetric integers with one f32 scale a vector."""
    top = 2 ** (bits - 1) - 1
    scale = np.abs(rows).max(1, keepdims=True) / top
    return np.round(rows / np.maximum(scale, 1e-9)).astype(np.int8), scale.astype(np.float32)


class Full:
    name = "f32"

    def learn(self, rows):
        self.bytes = rows.shape[1] * 4

    def store(self, rows):
        return rows.astype(np.float32)

    def query(self, rows):
        return rows

    def scores(self, query, stored):
        return query @ stored.T


class Half(Full):
    name = "f16"

    def learn(self, rows):
        self.bytes = rows.shape[1] * 2

    def store(self, rows):
        return rows.astype(np.float16)

    def scores(self, query, stored):
        return query @ stored.astype(np.float32).T


class Integers(Full):
    def __init__(self, bits, size=384, project=None):
        self.bits, self.size, self.project = bits, size, project
        self.name = f"int{bits}" if project is None else f"{project} to {size}, int{bits}"

    def learn(self, rows):
        self.bytes = self.size * self.bits // 8 + 4
        if self.project == "random projection":
            random = np.random.default_rng(7).standard_normal((rows.shape[1], self.size))
            self.matrix = (random / np.sqrt(self.size)).astype(np.float32)
        elif self.project == "PCA":
            # Not centred, so that dot products stay dot products.
            _, vectors = np.linalg.eigh(rows.T @ rows)
            self.matrix = np.ascontiguousarray(vectors[:, ::-1][:, : self.size])
        else:
            self.matrix = None

    def query(self, rows):
        return rows if self.matrix is None else rows @ self.matrix

    def store(self, rows):
        return integers(self.query(rows), self.bits)

    def scores(self, query, stored):
        values, scale = stored
        return (query @ values.astype(np.float32).T) * scale.T


class Signs(Full):
    def __init__(self, rotate):
        self.rotate = rotate
        self.name = "1 bit, turned at random" if rotate else "1 bit"

    def learn(self, rows):
        self.bytes = rows.shape[1] // 8
        square = np.random.default_rng(7).standard_normal((rows.shape[1], rows.shape[1]))
        self.matrix = np.linalg.qr(square)[0].astype(np.float32) if self.rotate else None

    def query(self, rows):
        return rows if self.matrix is None else rows @ self.matrix

    def store(self, rows):
        return np.packbits(self.query(rows) > 0, axis=1)

    def scores(self, query, stored):
        signs = np.unpackbits(stored, axis=1).astype(np.float32) * 2 - 1
        return query @ signs.T / np.sqrt(query.shape[1])


class Product(Full):
    """Product quantisation (Jégou, Douze and Schmid 2011), one byte a part."""

    def __init__(self, parts):
        self.parts, self.name = parts, f"product, {parts} x 1 byte"

    def learn(self, rows):
        self.bytes = self.parts
        self.books = np.stack([centroids(part, 256) for part in self.split(rows)])

    def split(self, rows):
        return rows.reshape(len(rows), self.parts, -1).transpose(1, 0, 2)

    def store(self, rows):
        parts = zip(self.split(rows), self.books)
        return np.stack([nearest(part, book) for part, book in parts], axis=1).astype(np.uint8)

    def scores(self, query, stored):
        tables = np.einsum("qpd,pcd->pcq", query.reshape(len(query), self.parts, -1), self.books)
        return tables[np.arange(self.parts)[None, :], stored].sum(1).T


class Residual(Full):
    """Nearest of some centroids and a few bits of what remains, a vector (ColBERTv2, Santhanam et al. 2022)."""

    def __init__(self, bits, count=1024):
        self.bits, self.count, self.name = bits, count, f"{count} centroids and {bits} bits of the rest"

    def learn(self, rows):
        self.bytes = 2 + rows.shape[1] * self.bits // 8
        self.book = centroids(rows, self.count, rounds=8)
        rest = (rows - self.book[nearest(rows, self.book)]).ravel()[::7]
        levels = 2**self.bits
        self.cuts = np.quantile(rest, np.arange(1, levels) / levels).astype(np.float32)
        self.values = np.quantile(rest, (np.arange(levels) + 0.5) / levels).astype(np.float32)

    def store(self, rows):
        found = nearest(rows, self.book)
        return found.astype(np.uint16), np.searchsorted(self.cuts, rows - self.book[found]).astype(np.uint8)

    def scores(self, query, stored):
        found, rest = stored
        return query @ unit(self.book[found] + self.values[rest]).T


class Pooled(Full):
    """Like tokens of a passage made one, by Ward's method (Clavié, Chaffin and Adams 2024), then another form."""

    def __init__(self, factor, inner):
        self.factor, self.inner, self.name = factor, inner, f"tokens pooled by {factor}, {inner.name}"

    def learn(self, rows):
        self.inner.learn(rows)
        self.bytes = self.inner.bytes / self.factor

    def query(self, rows):
        return self.inner.query(rows)

    def store(self, rows):
        count = max(1, len(rows) // self.factor)
        if len(rows) > count and len(rows) > 1:
            groups = fcluster(linkage(rows, "ward"), count, "maxclust")
            rows = unit(np.stack([rows[groups == group].mean(0) for group in np.unique(groups)]))
        return self.inner.store(rows)

    def scores(self, query, stored):
        return self.inner.scores(query, stored)


def nearest(rows, book):
    half = (book * book).sum(1) / 2
    found = [np.argmax(rows[i : i + 8192] @ book.T - half, axis=1) for i in range(0, len(rows), 8192)]
    return np.concatenate(found)


def centroids(rows, count, rounds=10):
    rows = np.ascontiguousarray(rows, np.float32)
    random = np.random.default_rng(7)
    book = rows[random.choice(len(rows), count, replace=False)].copy()
    for _ in range(rounds):
        found = nearest(rows, book)
        members = csr_array((np.ones(len(rows), np.float32), (found, np.arange(len(rows)))), shape=(count, len(rows)))
        sums, counts = members @ rows, np.bincount(found, minlength=count)[:, None]
        book = np.where(counts > 0, sums / np.maximum(counts, 1), book).astype(np.float32)
    return book


def forms():
    return [
        Full(), Half(), Integers(8), Integers(4), Signs(False), Signs(True), Product(48), Product(96),
        Integers(8, 128, "PCA"), Integers(8, 96, "PCA"), Integers(4, 128, "PCA"), Integers(8, 128, "random projection"),
        Integers(8, 96, "random projection"), Residual(1), Residual(2), Pooled(2, Integers(8)), Pooled(2, Integers(4)),
        Pooled(4, Integers(4)), Pooled(2, Signs(False)),
    ]  # fmt: skip


def scaled(values):
    low, high = values.min(), values.max()
    return (values - low) / max(high - low, 1e-9)


def standard(values):
    return (values - values.mean()) / max(values.std(), 1e-6)


def first_stage(texts, queries, vectors, asked):
    """The best of BM25 (.4) and cosines (.6), each scaled to 0..1 over its first hundred."""
    stemmer = Stemmer.Stemmer("english")
    words = bm25s.BM25(k1=1.2, b=0.75)
    words.index(bm25s.tokenize(texts, stopwords=None, stemmer=stemmer, show_progress=False), show_progress=False)
    pools = []
    for text, vector in zip(queries, asked):
        tokens = bm25s.tokenize([text], stopwords=None, stemmer=stemmer, show_progress=False, return_ids=False)[0]
        lexical, cosines = words.get_scores(tokens), vectors @ vector
        fused = np.zeros(len(texts))
        for weight, side in ((0.4, lexical), (0.6, cosines)):
            top = np.argsort(-side, kind="stable")[:DEPTH]
            fused[top] += weight * scaled(side[top])
        best = np.argsort(-fused, kind="stable")[:POOL]
        pools.append((best, fused[best]))
    return pools


class Set:
    def __init__(self, name, judged, encoder, work):
        corpus = SHARED_CORPUS.get(name, name)
        documents, queries, self.gold = beir.load(judged / name, judged / corpus / "corpus.jsonl")
        self.name, self.ids = name, [d["_id"] for d in documents]
        self.texts, self.queries = [beir.text_of(d) for d in documents], queries
        cache = work / f"{corpus}.npy"
        if not cache.exists():
            np.save(cache, encoder(self.texts)[0])
        asked, self.asked = encoder([q["text"] for q in queries])
        self.pools = first_stage(self.texts, [q["text"] for q in queries], np.load(cache), asked)
        self.needed = sorted({int(i) for best, _ in self.pools for i in best})
        tokens_file = work / f"{name}.tokens.npz"
        if not tokens_file.exists():
            tokens = encoder([self.texts[i] for i in self.needed])[1]
            lengths = np.array([len(t) for t in tokens])
            np.savez(tokens_file, lengths=lengths, rows=np.concatenate(tokens).astype(np.float16))
        stored = np.load(tokens_file)
        self.lengths, self.rows = stored["lengths"], stored["rows"]
        ends = np.cumsum(self.lengths)
        self.tokens = {i: slice(e - n, e) for i, n, e in zip(self.needed, self.lengths, ends)}

    def sample(self, count):
        random = np.random.default_rng(3)
        return self.rows[random.choice(len(self.rows), min(count, len(self.rows)), replace=False)].astype(np.float32)

    def metrics(self, orders):
        rows = [beir.metrics([self.ids[i] for i in order], self.gold[q["_id"]]) for q, order in zip(self.queries, orders)]
        return round(beir.mean(rows)["ndcg_at_10"], 4)

    def measure(self, form):
        stored = {i: form.store(unit(self.rows[where].astype(np.float32))) for i, where in self.tokens.items()}
        alone, mixed, times = [], [], []
        for (best, fused), query in zip(self.pools, self.asked):
            start = time.perf_counter()
            asked = form.query(query)
            close = np.array([form.scores(asked, stored[i]).max(1).mean() for i in best])
            times.append(time.perf_counter() - start)
            alone.append(best[np.argsort(-close, kind="stable")])
            mixed.append(best[np.argsort(-(standard(fused) + standard(close)), kind="stable")])
        return {
            "bytes_per_passage": round(form.bytes * float(self.lengths.mean())),
            "ndcg_at_10_alone": self.metrics(alone),
            "ndcg_at_10_mixed": self.metrics(mixed),
            "ms_per_query": round(1e3 * float(np.median(times)), 3),
        }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("judged", "model", "work", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--sets", default="condqa,orsharc,cranfield,lbrag")
    parser.add_argument("--forms", help="names, parted by semicolons; all without it")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    encoder = Encoder(options.model)
    sets = [Set(name, options.judged, encoder, options.work) for name in options.sets.split(",")]
    report = {"pool": POOL, "sets": {}, "forms": {}}
    for s in sets:
        candidates = [[s.texts[i] for i in best] for best, _ in s.pools[:5]]
        start = time.perf_counter()
        for texts in candidates:
            encoder(texts)
        report["sets"][s.name] = {
            "passages": len(s.texts), "in_pools": len(s.needed), "queries": len(s.queries),
            "tokens_per_passage": round(float(s.lengths.mean()), 1),
            "ndcg_at_10_first_stage": s.metrics([best for best, _ in s.pools]),
            "forward_pass_ms_per_query": round(1e3 * (time.perf_counter() - start) / len(candidates), 1),
        }  # fmt: skip
        print(s.name, report["sets"][s.name], flush=True)
    wanted = options.forms.split(";") if options.forms else [form.name for form in forms()]
    for form in (form for form in forms() if form.name in wanted):
        found = {}
        for s in sets:
            others = [o for o in sets if o is not s] or sets
            form.learn(unit(np.concatenate([o.sample(SAMPLE // len(others)) for o in others])))
            found[s.name] = s.measure(form)
        mean = {key: float(np.mean([row[key] for row in found.values()])) for key in next(iter(found.values()))}
        report["forms"][form.name] = {"bytes_per_token": form.bytes, **found, "mean": {k: round(v, 4) for k, v in mean.items()}}
        print(form.name, report["forms"][form.name]["mean"], flush=True)
        options.out.write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
