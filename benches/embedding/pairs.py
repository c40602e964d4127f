#!/usr/bin/env python3
"""The reader over pairs of a question and a passage against the same weights in onnxruntime f32, in turns, from text
to the logits of head and spans.

    cargo build --release -p twolane-benches --bin reader_speed
    python3 pairs.py MODEL_FOLDER READER_SPEED_BINARY OUT.json --judged FOLDER [--pairs 32] [--tokens 200] \
        [--rounds 15] [--threads 2] [--ours f32,bf16,int8]

One question of a judged set in BEIR's layout with passages of all sets, each cut so that the pair has exactly
`--tokens` tokens: nothing is padded on either side. `seconds`: [wall, processor] of each round."""
import argparse
import datetime
import json
import os
import platform
import random
import statistics
import tempfile
import time
from pathlib import Path

import numpy as np
import onnxruntime

from compare import Ours, own_processor_seconds, processor
from encoder_graph import build
from reference import Bert, read_safetensors

READER = Path(__file__).resolve().parents[2] / "models" / "reader" / "reader.safetensors"


def pairs_of(tokenizer, count, tokens, judged, seed=20):
    questions, texts = [], set()
    for folder in sorted(Path(judged).iterdir()):
        questions += [json.loads(line)["text"] for line in (folder / "queries.jsonl").open()]
        # Questions over another set's corpus have none of their own.
        if (corpus := folder / "corpus.jsonl").exists():
            texts.update(json.loads(line)["text"] for line in corpus.open())
    draw = random.Random(seed)
    question = draw.choice(sorted(questions))
    room = tokens - 3 - len(tokenizer.encode(question, add_special_tokens=False).ids)
    texts = sorted(texts)
    draw.shuffle(texts)
    made = []
    for text in texts:
        encoding = tokenizer.encode(text, add_special_tokens=False)
        if len(encoding.ids) >= room > 0:
            cut = text[:encoding.offsets[room - 1][1]]
            if len(tokenizer.encode(cut, add_special_tokens=False).ids) == room:
                made.append((question, cut))
        if len(made) == count:
            return made
    raise SystemExit("too few long passages")


class OnnxRuntime:
    def __init__(self, model, threads, batch):
        tensors = read_safetensors(READER)
        heads = {name: t for name, t in tensors.items() if not name.startswith("bert.")}
        encoder = {name.removeprefix("bert."): t for name, t in tensors.items() if name.startswith("bert.")}
        words = "embeddings.word_embeddings.weight"
        encoder[words] = model.t[words]
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
        graph = build(encoder, model.c, heads)
        self.session = onnxruntime.InferenceSession(graph, options, ["CPUExecutionProvider"])
        self.tokenizer, self.batch = model.tokenizer, batch

    def read(self, pairs):
        encodings = self.tokenizer.encode_batch(pairs)
        said = []
        for start in range(0, len(pairs), self.batch):
            part = encodings[start:start + self.batch]
            ids = np.array([e.ids for e in part], np.int64)
            types = np.array([e.type_ids for e in part], np.int64)
            head, _ = self.session.run(["head", "span"], {"ids": ids, "mask": np.ones(ids.shape, np.int32), "types": types})
            said.append(head)
        return np.concatenate(said)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model"), parser.add_argument("binary"), parser.add_argument("out", type=Path)
    parser.add_argument("--judged", required=True)
    parser.add_argument("--pairs", type=int, default=32)
    parser.add_argument("--tokens", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--ours", default="f32,bf16,int8")
    a = parser.parse_args()
    model = Bert(Path(a.model))
    model.tokenizer.no_truncation()
    pairs = pairs_of(model.tokenizer, a.pairs, a.tokens, a.judged)
    lengths = {len(e.ids) for e in model.tokenizer.encode_batch(pairs)}
    assert lengths == {a.tokens}, lengths
    folder = tempfile.TemporaryDirectory()
    work, said = Path(folder.name) / "pairs.json", Path(folder.name) / "said.json"
    work.write_text(json.dumps(pairs))
    # The batch that is quickest for it here, of those that fit.
    theirs, tried = None, {}
    for batch in (4, 8, 16, 32):
        one = OnnxRuntime(model, a.threads, batch)
        one.read(pairs)
        times = []
        for _ in range(3):
            start = time.perf_counter()
            one.read(pairs)
            times.append(time.perf_counter() - start)
        tried[batch] = statistics.median(times)
        if tried[batch] == min(tried.values()):
            theirs = one
    ours = {name: Ours(a.binary, a.model, str(work), a.threads, name) for name in a.ours.split(",")}
    reference, difference = theirs.read(pairs), {}
    for name, one in ours.items():
        one.round(str(said))
        heads = np.array([row[:2] for row in json.loads(said.read_text())])
        difference[name] = {"most": float(abs(heads - reference).max()), "mean": float(abs(heads - reference).mean())}
    rounds = []
    for _ in range(a.rounds):
        wall, cpu = time.perf_counter(), own_processor_seconds()
        theirs.read(pairs)
        times = {"onnxruntime": (time.perf_counter() - wall, own_processor_seconds() - cpu)}
        times.update({name: one.round() for name, one in ours.items()})
        rounds.append({**times, "load": os.getloadavg()[0]})
    names = ["onnxruntime", *ours]
    report = {
        "date": datetime.date.today().isoformat(),
        "machine": {"processor": processor(), "cores": os.cpu_count(), "system": platform.platform()},
        "versions": {"onnxruntime": onnxruntime.__version__, **{name: one.ready for name, one in ours.items()}},
        "pairs": a.pairs, "tokens": a.tokens, "threads": a.threads,
        "onnxruntime_batch": theirs.batch, "onnxruntime_seconds_by_batch": tried,
        "logits_from_onnxruntime_f32": difference,
        "p50_ms": {w: 1000 * statistics.median(r[w][0] for r in rounds) for w in names},
        "p50_processor_ms": {w: 1000 * statistics.median(r[w][1] for r in rounds) for w in names},
        "ratio_wall": {w: statistics.median(r["onnxruntime"][0] / r[w][0] for r in rounds) for w in ours},
        "ratio_processor": {w: statistics.median(r["onnxruntime"][1] / r[w][1] for r in rounds) for w in ours},
        "rounds": rounds,
    }
    a.out.write_text(json.dumps(report, indent=1) + "\n")
    for one in ours.values():
        one.process.stdin.close()
    print(json.dumps({k: v for k, v in report.items() if k != "rounds"}, indent=1))


if __name__ == "__main__":
    main()
