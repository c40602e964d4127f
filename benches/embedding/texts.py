"""Passages for the speed comparison: made up by a seeded generator, 96 to 256 tokens each, or real ones."""
import json
import random
from pathlib import Path

from reference import WORDS


def passages(tokenizer, count, seed=20):
    rng, made = random.Random(seed), []
    while len(made) < count:
        n = rng.randint(60, 190)
        words = [rng.choice(WORDS) for _ in range(n)]
        for k in range(9, n, rng.randint(9, 18)):
            words[k] = words[k].capitalize()
            words[k - 1] += "."
        text = " ".join(words)
        if 96 <= len(tokenizer.encode(text).ids) <= 256:
            made.append(text)
    return made


def real_passages(tokenizer, count, judged, seed=20):
    """Passages of 20 to 256 tokens out of judged sets in BEIR's layout, drawn by chance."""
    texts = set()
    for file in sorted(Path(judged).glob("*/corpus.jsonl")):
        texts.update(json.loads(line)["text"] for line in file.open())
    texts = sorted(texts)
    random.Random(seed).shuffle(texts)
    fitting = (text for text in texts if 20 <= len(tokenizer.encode(text).ids) <= 256)
    return [text for text, _ in zip(fitting, range(count))]
