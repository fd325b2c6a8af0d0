"""Calls with invalid arguments for test_argument_checks.py, and the recorder of PyTorch's errors for them.

`python tests/bindings/calls/argument_cases.py` needs PyTorch 2.13 and writes argument_outcomes.json next to this file: the exception and
its first line, or "ok".
"""
from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

REFERENCE = Path(__file__).with_name("argument_outcomes.json")

FUNCTIONS = [
    "abs", "add", "addmm", "all", "amax", "argmin", "bmm", "cat", "clamp", "conv1d", "cos", "cosh", "cumsum", "diag", "dot",
    "einsum", "eq", "exp", "flip", "full", "gather", "index_select", "isnan", "lerp", "log", "logsumexp", "matmul", "max",
    "maximum", "mean", "min", "mm", "mul", "norm", "ones", "permute", "pow", "prod", "relu", "reshape", "roll", "round",
    "sigmoid", "sin", "softmax", "sort", "split", "sqrt", "squeeze", "stack", "std", "sub", "sum", "tanh", "topk", "transpose",
    "tril", "unsqueeze", "where", "zeros"
]
METHODS = [
    "abs_", "addcmul", "all", "argmax", "bmm", "clamp", "copy_", "cos", "cumprod", "div", "expand", "fill_", "flatten", "gather",
    "index_add", "item", "long", "masked_fill", "matmul", "max", "mean", "mul_", "narrow", "nonzero", "permute", "pow", "repeat",
    "reshape", "scatter", "sigmoid", "size", "softmax", "split", "squeeze", "sum", "t", "tolist", "transpose", "unbind",
    "unsqueeze", "var", "view"
]

#: How each is called, given a maker of matrices: arguments and keywords.
FORMS: dict[str, Callable[[Callable[[], Any]], tuple[tuple[Any, ...], dict[str, Any]]]] = {
    "nothing": lambda x: ((), {}),
    "tensor, text": lambda x: ((x(), "s"), {}),
    "tensor, None": lambda x: ((x(), None), {}),
    "tensor, float": lambda x: ((x(), 1.5), {}),
    "tensor, object": lambda x: ((x(), object()), {}),
    "tensor, odd list": lambda x: ((x(), [1, "a"]), {}),
    "tensor, tensor": lambda x: ((x(), x()), {}),
    "tensor, int, text": lambda x: ((x(), 1, "s"), {}),
    "tensor, tensor, text": lambda x: ((x(), x(), "s"), {}),
    "tensor, unknown keyword": lambda x: ((x(),), {"bogus": 1}),
    "tensor, text for dim": lambda x: ((x(),), {"dim": "q"}),
    "text": lambda x: (("a",), {}),
    "int": lambda x: ((3,), {}),
    "many": lambda x: ((x(),) * 9, {}),
}


def outcome(torch: Any, space: str, name: str, form: str) -> list[str]:
    """The exception's name and the first line of its text, or "ok"."""
    args, kwargs = FORMS[form](lambda: torch.ones(2, 2))
    try:
        getattr(torch if space == "torch" else torch.Tensor, name)(*args, **kwargs)
    except Exception as error:
        return [type(error).__name__, str(error).split("\n")[0]]
    return ["ok", ""]


def names(torch: Any) -> list[tuple[str, str]]:
    """Space and name of what is called; those that the library has."""
    found = [("torch", n) for n in FUNCTIONS] + [("Tensor", n) for n in METHODS]
    return [(space, n) for space, n in found if hasattr(torch if space == "torch" else torch.Tensor, n)]


if __name__ == "__main__":
    import importlib

    library = importlib.import_module("torch")
    found = {f"{space}.{n}|{form}": outcome(library, space, n, form) for space, n in names(library) for form in FORMS}
    REFERENCE.write_text("{\n" + ",\n".join(f"{json.dumps(key)}:{json.dumps(value)}" for key, value in found.items()) + "\n}\n")
