#!/usr/bin/env python3
"""Embedding speed of twolane in each kind of number, candle's own models, onnxruntime and OpenVINO, in turns, from
texts to vectors.

    cargo build --release -p twolane-benches --bin embed_speed
    python3 compare.py MODEL_FOLDER EMBED_SPEED_BINARY OUT.json [--texts 128] [--rounds 5] [--threads 2] \
        [--ours f32,bf16,int8,f32@avx2,candle] [--judged FOLDER] [--openvino f32,bf16]

With `--judged` the passages are real ones of 20 to 256 tokens. OpenVINO reads the same graph as onnxruntime. What stands behind an @ is the instructions that our kernels are held to; `embed_speed` names those of the machine.

Wall and processor seconds of each round are kept; on a machine with other work the processor
seconds say more."""
import argparse
import datetime
import json
import os
import platform
import resource
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnxruntime.quantization import QuantType, quantize_dynamic

from encoder_graph import build
from reference import Bert
from texts import passages, real_passages


class OnnxRuntime:
    def __init__(self, model, threads, batch, int8=False):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
        graph = build(model.t, model.c)
        if int8:
            graph = quantized(graph)
        self.session = onnxruntime.InferenceSession(graph, options, ["CPUExecutionProvider"])
        self.tokenizer, self.batch = model.tokenizer, batch

    def run(self, tokens, mask):
        return self.session.run(None, {"ids": tokens, "mask": mask})[0]

    def embed(self, texts):
        ids = [e.ids for e in self.tokenizer.encode_batch(texts)]
        order = sorted(range(len(ids)), key=lambda i: -len(ids[i]))
        out = np.zeros((len(texts), 384), np.float32)
        for start in range(0, len(order), self.batch):
            part = order[start:start + self.batch]
            longest = max(len(ids[i]) for i in part)
            tokens, mask = np.zeros((len(part), longest), np.int64), np.zeros((len(part), longest), np.int32)
            for row, i in enumerate(part):
                tokens[row, :len(ids[i])], mask[row, :len(ids[i])] = ids[i], 1
            v = self.run(tokens, mask)
            out[part] = v / np.linalg.norm(v, axis=1, keepdims=True)
        return out


class OpenVino(OnnxRuntime):
    def __init__(self, model, threads, batch, numbers):
        import openvino

        core = openvino.Core()
        settings = {"INFERENCE_PRECISION_HINT": numbers, "INFERENCE_NUM_THREADS": str(threads), "NUM_STREAMS": "1"}
        graph = core.read_model(model=build(model.t, model.c), weights=b"")
        self.request = core.compile_model(graph, "CPU", settings).create_infer_request()
        self.tokenizer, self.batch = model.tokenizer, batch

    def run(self, tokens, mask):
        return self.request.infer({"ids": tokens, "mask": mask})[0]


def quantized(graph):
    """Weights in int8, a scale for each output channel; activations quantised as they come."""
    with tempfile.TemporaryDirectory() as folder:
        before, after = Path(folder) / "f32.onnx", Path(folder) / "int8.onnx"
        before.write_bytes(graph)
        floats = {"DefaultTensorType": onnx.TensorProto.FLOAT}
        quantize_dynamic(before, after, per_channel=True, weight_type=QuantType.QInt8, extra_options=floats)
        return after.read_bytes()


class Ours:
    def __init__(self, binary, folder, texts_file, *numbers):
        self.process = subprocess.Popen([binary, folder, texts_file, *map(str, numbers)], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        self.ready = json.loads(self.process.stdout.readline())

    def processor_seconds(self):
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def round(self, vectors_file=""):
        before = self.processor_seconds()
        self.process.stdin.write(vectors_file + "\n")
        self.process.stdin.flush()
        seconds = json.loads(self.process.stdout.readline())["seconds"]
        return seconds, self.processor_seconds() - before


def own_processor_seconds():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("model"), parser.add_argument("binary"), parser.add_argument("out", type=Path)
    parser.add_argument("--texts", type=int, default=128)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--ours", default="f32,bf16,int8,candle")
    parser.add_argument("--judged", help="folder of judged sets whose passages are embedded")
    parser.add_argument("--openvino", default="", help="its kinds of numbers")
    parser.add_argument("--batch", type=int, default=16, help="of onnxruntime")
    a = parser.parse_args()
    model = Bert(Path(a.model))
    texts = real_passages(model.tokenizer, a.texts, a.judged) if a.judged else passages(model.tokenizer, a.texts)
    model.tokenizer.enable_truncation(model.limit)
    lengths = [len(e.ids) for e in model.tokenizer.encode_batch(texts)]
    folder = tempfile.TemporaryDirectory()
    work, vectors = Path(folder.name) / "texts.json", Path(folder.name) / "vectors"
    work.write_text(json.dumps(texts))
    theirs = {"onnxruntime": OnnxRuntime(model, a.threads, a.batch)}
    try:
        theirs["onnxruntime-int8"] = OnnxRuntime(model, a.threads, a.batch, int8=True)
    except Exception as e:
        print("no int8 of onnxruntime:", e)
    for numbers in filter(None, a.openvino.split(",")):
        theirs[f"openvino-{numbers}"] = OpenVino(model, a.threads, a.batch, numbers)
    ours = {}
    for name in a.ours.split(","):
        numbers, _, level = name.partition("@")
        engine = "candle" if name == "candle" else "fused"
        more = ["f32" if name == "candle" else numbers] + ([level] if level else [])
        ours[name] = Ours(a.binary, a.model, str(work), a.threads, engine, 16, 640, *more)
    reference = theirs["onnxruntime"].embed(texts)
    cosine = {}
    for name, one in theirs.items():
        cosine[name] = spread((reference * one.embed(texts)).sum(1))
    for name, one in ours.items():
        one.round(str(vectors))
        mine = np.fromfile(vectors, "<f4").reshape(len(texts), -1)
        cosine[name] = spread((reference * mine).sum(1))
    rounds = []
    for _ in range(a.rounds):
        times = {}
        for name, one in theirs.items():
            wall, cpu = time.perf_counter(), own_processor_seconds()
            one.embed(texts)
            times[name] = (time.perf_counter() - wall, own_processor_seconds() - cpu)
        times.update({name: one.round() for name, one in ours.items()})
        rounds.append({**times, "load": os.getloadavg()[0]})
    names = [*theirs, *ours]
    rate = lambda who, k: statistics.median(a.texts / r[who][k] for r in rounds)
    ratio = lambda k: {w: statistics.median(r["onnxruntime"][k] / r[w][k] for r in rounds) for w in names[1:]}
    report = {
        "date": datetime.date.today().isoformat(),
        "machine": {"processor": processor(), "cores": os.cpu_count(), "system": platform.platform()},
        "versions": {"onnxruntime": onnxruntime.__version__, **{name: one.ready for name, one in ours.items()}},
        "texts": a.texts, "tokens": {"mean": statistics.mean(lengths), "min": min(lengths), "max": max(lengths)},
        "threads": a.threads, "onnxruntime_batch": a.batch, "cosine_to_onnxruntime_f32": cosine,
        "rounds": [{**r, "seconds": "[wall, processor]"} for r in rounds],
        "texts_per_second": {w: rate(w, 0) for w in names},
        "texts_per_processor_second": {w: rate(w, 1) for w in names},
        "ratio_to_onnxruntime_wall": ratio(0), "ratio_to_onnxruntime_processor": ratio(1),
    }
    a.out.write_text(json.dumps(report, indent=1) + "\n")
    for one in ours.values():
        one.process.stdin.close()
    for key in ("texts_per_second", "texts_per_processor_second", "ratio_to_onnxruntime_wall",
                "ratio_to_onnxruntime_processor",
                "cosine_to_onnxruntime_f32", "versions"):
        print(key, report[key])


def spread(cosines):
    return {"lowest": float(cosines.min()), "mean": float(cosines.mean())}


def processor():
    names = [l.split(":")[1].strip() for l in Path("/proc/cpuinfo").read_text().splitlines() if l.startswith("model name")]
    return names[0] if names else platform.processor()


if __name__ == "__main__":
    main()
