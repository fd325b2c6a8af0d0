"""Write `tests/data/short_expressions.json.xz`, PyTorch's results for those of `tests/short_expressions`: run with PyTorch, from
the root.

With names of subjects as arguments it records only these, and keeps the other results.
"""
from __future__ import annotations

import json
import lzma
import sys
from pathlib import Path

import torch

DATA = Path(__file__).parents[2]
sys.path.insert(0, str(DATA.parent.parent))

from tests.short_expressions import answers, subjects  # noqa: E402


def main() -> None:
    """Subject -> text -> answer."""
    file, all_subjects = DATA / "short_expressions.json.xz", list(subjects())
    before = json.loads(lzma.decompress(file.read_bytes())) if file.exists() else {}
    found = {name: answers(torch, name) if not sys.argv[1:] or name in sys.argv[1:] else before[name] for name in all_subjects}
    file.write_bytes(lzma.compress(json.dumps(found).encode(), preset=9))


if __name__ == "__main__":
    main()
