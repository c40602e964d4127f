"""Passages for the speed comparison: made up by a seeded generator, 96 to 256 tokens each."""
import random

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
