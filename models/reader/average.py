#!/usr/bin/env python3
"""Averages two trainings of the reader that began from the same weights.

    pip install torch safetensors
    models/reader/average.py FIRST.safetensors SECOND.safetensors --share 0.5 --out reader.safetensors

`--share` is the second one's part of each weight. Tensors that only SECOND has (a head that was on trial) stay out. The
names, types and order are FIRST's, so the file has the same size.
"""

import argparse
from pathlib import Path

from safetensors.torch import load_file, save_file


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("first", type=Path)
    parser.add_argument("second", type=Path)
    parser.add_argument("--share", type=float, default=0.5)
    parser.add_argument("--out", type=Path, required=True)
    o = parser.parse_args()
    first, second = load_file(o.first), load_file(o.second)
    averaged = {name: w.float().lerp(second[name].float(), o.share).to(w.dtype) for name, w in first.items()}
    save_file(averaged, o.out, metadata={"format": "pt"})


if __name__ == "__main__":
    main()
