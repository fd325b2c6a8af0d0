"""Differences between two reference versions."""
from __future__ import annotations

import json
from pathlib import Path

from compat_tests import references
from compat_tests.judging import archive


def write_reference(place: Path, version: str, names: dict[str, object], outcome: object) -> Path:
    (place / "operations").mkdir(parents=True)
    (place / "manifest.json").write_text(json.dumps({"torch": version}))
    (place / "names.xz").write_bytes(archive.dumps({"torch": names}))
    record = {"op": {"name": "sin"}, "samples": [{"dtype": "float32", "sample": [1.0], "outcomes": {"forward": outcome}}], "errors": []}
    (place / "operations" / "sin.xz").write_bytes(archive.dumps(record))
    return place


def test_new_gone_and_different(tmp_path: Path) -> None:
    older = write_reference(tmp_path / "older", "2.13.0", {"a": {"kind": "function"}, "b": {"kind": "function"}}, 1.0)
    newer = write_reference(tmp_path / "newer", "2.14.1", {"a": {"kind": "class"}, "c": {"kind": "function"}}, 2.0)
    text = references.page(older, newer)
    assert "# PyTorch 2.13.0 and 2.14.1" in text
    assert "| operations | 1 | 0 | 0 | 1 | 0 |" in text and "| names | 2 | 1 | 1 | 1 | 0 |" in text
    assert "- `torch.c`" in text and "- `torch.b`" in text and "- `torch.a`: " in text
    assert "different\n\n- `sin`: forward, float32" in text
    assert references.page(older, older).count("| 0 | 0 | 0 | 0 |") == 2


def test_last_digits_are_counted_apart(tmp_path: Path) -> None:
    older, newer = write_reference(tmp_path / "older", "2.13.0", {}, 1.0), write_reference(tmp_path / "newer", "2.14.1", {}, 1.0 + 2**-23)
    assert "| operations | 1 | 0 | 0 | 0 | 1 |" in references.page(older, newer)
    assert "| operations | 1 | 0 | 0 | 1 | 0 |" in references.page(older, write_reference(tmp_path / "other", "2.14.1", {}, 1.0 + 2**-19))
