#!/usr/bin/env python3
"""Signs a file as minisign does (prehashed Ed25519) with a key made for this run, for tests.

    scripts/make_minisig.py tests/data/pack/signed.twopack tests/data/pack/test.pub

Needs the `cryptography` package. The secret key is thrown away.
"""
import base64
import hashlib
import os
import sys

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def main() -> None:
    target, public_file = sys.argv[1:3]
    key = Ed25519PrivateKey.generate()
    public = key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    key_id = os.urandom(8)
    with open(target, "rb") as f:
        digest = hashlib.blake2b(f.read()).digest()
    signature = key.sign(digest)
    comment = f"file:{os.path.basename(target)}\thashed"
    over_all = key.sign(signature + comment.encode())
    with open(target + ".minisig", "w") as f:
        f.write("untrusted comment: signature for tests\n")
        f.write(base64.b64encode(b"ED" + key_id + signature).decode() + "\n")
        f.write(f"trusted comment: {comment}\n")
        f.write(base64.b64encode(over_all).decode() + "\n")
    with open(public_file, "w") as f:
        f.write("untrusted comment: minisign public key for tests\n")
        f.write(base64.b64encode(b"Ed" + key_id + public).decode() + "\n")


if __name__ == "__main__":
    main()
