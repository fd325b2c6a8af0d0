"""Write `names.json`, the public names of PyTorch by namespace: `python -m minitorch_compat.compat.checking.make_names API.json`.

The argument is a JSON file of namespaces, each a mapping of names to {"kind": ...}.
"""
from __future__ import annotations

import json
import sys
from pathlib import Path

#: The letter that tells a placeholder the kind of its name.
LETTERS = {"class": "c", "exception": "e", "module": "m", "dtype": "d", "function": "f", "classmethod": "f", "callable": "f",
           "layout": "l", "memory_format": "l", "qscheme": "l"}


def group_by_kind(api: dict[str, dict[str, dict[str, str]]]) -> dict[str, dict[str, list[str]]]:
    """The names, grouped by the letter of their kind."""
    out: dict[str, dict[str, list[str]]] = {}
    for namespace, names in sorted(api.items()):
        groups: dict[str, list[str]] = {}
        for name, entry in sorted(names.items()):
            groups.setdefault(LETTERS.get(entry["kind"], "v"), []).append(name)
        out[namespace] = groups
    return out


def main() -> None:
    api = json.loads(Path(sys.argv[1]).read_text())
    target = Path(__file__).parents[2] / "_namespace/names.json"
    target.write_text(json.dumps(group_by_kind(api), separators=(",", ":")) + "\n")
    print(target, target.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
