"""Short expressions by subject, and PyTorch's results for them, which are in `data/short_expressions.json.xz`.

A subject is a module here with `cases()`, which yields the expressions, and, if these use more names than `torch`, `names(torch)`. The
results are recorded by `data/recorders/programs/short_expressions.py`. Only the test imports a tensor library.
"""
from __future__ import annotations

import importlib
import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

#: How much of a refusal's words has to agree; a subject may say otherwise, and with None that any refusal will do.
WORDS = 20
#: Numbers beyond 64 bits or with an imaginary part, tensors and nothing for a size: that these are refused is promised, not by which
#: exception, nor which of several reasons is said.
ABSURD = re.compile(r"\b1j|2\*\*6[34]|=\(?(torch\.tensor\(\[|None|\[2\])")


def subjects() -> Iterator[str]:
    """The modules here that ask something."""
    for path in sorted(Path(__file__).parent.glob("*.py")):
        if not path.stem.startswith(("_", "test_")):
            yield path.stem


def questions(subject: str) -> list[list[str]]:
    """The lines of the file of that name, in paragraphs."""
    text = Path(__file__).with_name(f"{subject}.txt").read_text()
    return [paragraph.splitlines() for paragraph in text.rstrip("\n").split("\n\n")]


def answers(torch: Any, subject: str) -> dict[str, Any]:
    """Text -> answer, as JSON has it."""
    module = importlib.import_module(f"{__name__}.{subject}")
    names, words = getattr(module, "names", lambda torch: {}), getattr(module, "WORDS", WORDS)
    found: dict[str, Any] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for text in module.cases():
            assert text not in found, text
            torch.manual_seed(0)
            try:
                known = {"torch": torch, "F": torch.nn.functional, "nn": torch.nn, **names(torch)}  # anew: a call may write
                found[text] = plain(eval(text, known))
            except Exception as error:
                found[text] = "refused" if words is None else f"{type(error).__name__}: {str(error)[:words]}"
    return found


def plain(value: Any) -> Any:
    """As JSON has it, numbers in seven digits."""
    if hasattr(value, "layout"):
        dense = value.detach() if str(value.layout).endswith("strided") else value.detach().to_dense()
        return [str(value.dtype).split(".")[-1], str(value.layout).split(".")[-1], list(value.shape), plain(dense.tolist())]
    if isinstance(value, complex):
        return [plain(value.real), plain(value.imag)]
    if isinstance(value, float):
        return float(f"{value:.7g}") + 0.0 if value == value else "nan"
    if isinstance(value, dict):
        return {str(key): plain(v) for key, v in value.items()}
    if isinstance(value, (list, tuple, set)):
        return [plain(v) for v in value]
    return value if isinstance(value, (str, int, bool, type(None))) else str(value)[:400]


def promised(text: str, answer: Any) -> Any:
    """What of an answer to that question has to agree."""
    if isinstance(answer, list):
        return [promised(text, a) for a in answer]
    return "refused" if isinstance(answer, str) and ABSURD.search(text) and re.match(r"\w+Error: ", answer) else answer


def same(a: Any, b: Any) -> bool:
    """Whether two answers say the same: numbers to the fourth digit, or to the sixth place."""
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, str) and isinstance(b, str) and a.startswith("ZeroDivisionError"):  # Python's own words, which versions change
        return a.split(":")[0] == b.split(":")[0]
    if isinstance(a, float) and isinstance(b, float):
        return a == b or abs(a - b) <= max(1e-6, 1e-4 * abs(a))
    return type(a) is type(b) and bool(a == b)
