"""Write `tests/data/distribution_variants.json.xz`, PyTorch's results for `tests/distributions/variants.py`: run with PyTorch."""
from __future__ import annotations

import importlib.util
import json
import lzma
from pathlib import Path

import torch

DATA = Path(__file__).parents[2]


def main() -> None:
    """All answers, by the text of the distribution; what two ask for alike stands once per row."""
    spec = importlib.util.spec_from_file_location("variants", DATA.parent / "distributions" / "variants.py")
    assert spec is not None and spec.loader is not None
    laws = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(laws)
    rows = [f"{json.dumps(law)}: {json.dumps(laws.answers(torch, law))}" for law in laws.LAWS]
    rows += [f"{json.dumps(name)}: {json.dumps(getattr(laws, name)(torch))}" for name in ("divergences", "boundaries")]
    rows += [f"{json.dumps(dtype)}: {json.dumps(laws.types(torch, dtype))}" for dtype in ("float16", "bfloat16", "float32", "int64")]
    (DATA / "distribution_variants.json.xz").write_bytes(lzma.compress(("{\n" + ",\n".join(rows) + "\n}\n").encode(), preset=9))


if __name__ == "__main__":
    main()
