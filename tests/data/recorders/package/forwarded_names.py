"""Write `minitorch_compat/_namespace/forwarded_names.json`, the values of names that need no code in the package: `python
tests/data/recorders/package/forwarded_names.py`,
with PyTorch and this package.

- Functions that a CPU build of PyTorch has for other devices and backends. Each is called in a separate process with as few arguments as
  possible. It is listed if it returns a constant, or fails because the device is missing; not if it fails because of its arguments.
- Names that a module has only imported: where they come from.
- Numbers, flags and strings.
"""
from __future__ import annotations

import ast
import importlib
import inspect
import json
import os
import re
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

import minitorch_compat
from minitorch_compat._namespace import modules as _modules
from minitorch_compat._namespace import names as _names
from minitorch_compat._ops.schema import parse_signature

ROOT = Path(__file__).parents[4] / "minitorch_compat"
TARGET = ROOT / "_namespace/forwarded_names.json"
SPACES = ("torch.cuda", "torch.cuda.nccl", "torch.xpu", "torch.mtia", "torch.mps", "torch.accelerator", "torch.backends.cuda",
          "torch.backends.mps", "torch.profiler")
#: Backends of operations that the CPU build knows by name, `torch.cudnn_convolution` for example, and what needs quantized tensors.
BACKENDS = re.compile("^(cudnn|miopen|quantized|batch_norm_(stats|elemt|gather|backward)|int_repr|q_(scale|zero_point|per_channel))_?")
#: How a failure reads that no argument could have changed.
ABSENT = re.compile("not compiled with|without M|dummy base class|^module 'torch._C' has no|MPS is not available|Could not run|install|"
                    "when none is available")
#: Arguments by the letters of types in `_ops/schema.py`.
SAMPLES: dict[str, Callable[[], Any]] = {
    "T": lambda: torch.ones(1, 2, 3, 3), "L": lambda: [torch.ones(2, 2)], "i": lambda: 1, "I": lambda: [1, 1], "iI": lambda: [1, 1],
    "f": lambda: 0.5, "n": lambda: 1, "b": lambda: False, "s": lambda: "", "d": lambda: torch.float32}


def in_a_child(call: Callable[[], Any]) -> Any:
    """What `call` answers, computed in a process that may crash."""
    read, write = os.pipe()
    if not (child := os.fork()):
        with os.fdopen(write, "w") as file:
            json.dump(call(), file)
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as file:
        text = file.read()
    os.waitpid(child, 0)
    return json.loads(text) if text else None


def outcome(call: Callable[[], Any]) -> Any:
    """`["value", ...]`, `["error", type, message]`, or None where neither is to be repeated."""
    try:
        value = call()
    except Exception as error:
        message = str(error).split("\n")[0].split(". This could be")[0]
        return ["error", type(error).__name__, message] if ABSENT.search(message) else None
    plain = value is None or isinstance(value, (bool, int, str)) or isinstance(value, (list, tuple, dict)) and not value
    return ["value", value if value is None or isinstance(value, (bool, int, str, list)) else type(value).__name__] if plain else None


def literal(value: Any) -> str | None:
    try:
        return repr(value) if ast.literal_eval(repr(value)) == value else None
    except (SyntaxError, ValueError):
        return None


def signature_of(function: Any) -> str | None:
    """The signature as `_refusals.parsed` reads it, if its defaults are literals."""
    parts, star = [], False
    for parameter in inspect.signature(function).parameters.values():
        default = None if parameter.default is parameter.empty else literal(parameter.default)
        if parameter.default is not parameter.empty and default is None:
            return None
        if parameter.kind is parameter.KEYWORD_ONLY and not star:
            parts.append("*")
            star = True
        mark = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
        parts.append(mark + parameter.name + ("" if default is None else f"={default}"))
    return f"({', '.join(parts)})"


def of_a_device(space: str, name: str) -> Any:
    function = getattr(importlib.import_module(space), name)
    if isinstance(function, type) or getattr(function, "__module__", "").startswith("torch._C"):
        return None
    try:
        signature = signature_of(function)
    except (TypeError, ValueError):
        return None
    if signature is None:
        return None
    required = [p for p in inspect.signature(function).parameters.values() if p.default is p.empty and p.kind <= p.POSITIONAL_OR_KEYWORD]
    found = in_a_child(lambda: outcome(lambda: function(*[0] * len(required))))
    return found and [signature, *found]


def of_a_backend(name: str, texts: list[str]) -> Any:
    """An operation of a backend, called with an argument for every parameter."""
    samples = {name: SAMPLES.get(kind.rstrip("?"), lambda: None)() for name, kind, *_ in parse_signature(texts[0]) if name != "out"}
    found = in_a_child(lambda: outcome(lambda: getattr(torch, name)(**samples)))
    return found and ["", *found]


def module(package: Any, space: str) -> Any:
    return importlib.import_module(package.__name__ + space.removeprefix("torch"))


def is_missing(space: str, name: str) -> bool:
    """Whether the package has only a stand-in for a name."""
    try:
        value = getattr(module(minitorch_compat, space), name)
    except AttributeError:
        return True
    return isinstance(value, (_names.MissingFunction, _names.MissingValue, _names.MissingModule)) or "torch_name" in vars(type(value)) or (
        isinstance(value, type) and "torch_name" in vars(value))


def origins(names: dict[str, dict[str, list[str]]]) -> dict[int, tuple[str, str]]:
    """Identity of an object of PyTorch's -> the shortest namespace in which the package has it, and its name there."""
    found = {id(torch): ("torch", "")}
    for space in sorted(names, key=len):
        if space == "torch.Tensor":
            continue
        for letter in "cedflm":
            for name in names[space].get(letter, []):
                value = getattr(module(torch, space), name, None)
                if value is not None and id(value) not in found and not is_missing(space, name):
                    found[id(value)] = space, name
    for name in vars(module(minitorch_compat, "torch._jit_internal")):
        if hasattr(torch._jit_internal, name) and not name.startswith("_"):
            found.setdefault(id(getattr(torch._jit_internal, name)), ("torch._jit_internal", name))
    return found


#: Private names that public code takes from where they are only imported or set, with what they stand for here.
ALSO: dict[str, dict[str, list[Any]]] = {
    "torch.nn.functional": {
        "_Reduction": ["=", "torch.nn._reduction", ""],
        "_pair": ["=", "torch.nn.modules.utils", "_pair"],
        "_single": ["=", "torch.nn.modules.utils", "_single"],
        "_triple": ["=", "torch.nn.modules.utils", "_triple"],
        "_list_with_default": ["=", "torch.nn.modules.utils", "_list_with_default"],
    },
    "torch.nn.parallel.scatter_gather": {
        "_is_namedtuple": ["=", "torch.utils._pytree", "is_namedtuple_instance"],
        "is_namedtuple": ["=", "torch.utils._pytree", "is_namedtuple_instance"],
    },
    "torch.amp.autocast_mode": {
        "_cast": ["=", "torch.amp", "_cast"],
    },
    "torch.cuda.amp.grad_scaler": {
        "OptState": ["=", "torch.amp.grad_scaler", "OptState"],
    },
    "torch.storage": {
        "_StorageBase": ["=", "torch", "UntypedStorage"],
    },
    "torch.profiler": {
        "_ExperimentalConfig": ["=", "torch._C._profiler", "_ExperimentalConfig"],
    },
    "torch.utils.cpp_extension": {
        "CUDA_HOME": ["constant", None],
        "ROCM_HOME": ["constant", None],
    },
    "torch.optim.optimizer": {
        "_params_doc": ["constant", "params (iterable): the parameters, or groups of them."],
        "_foreach_doc": ["constant", "foreach (bool, optional): the implementation over lists."],
        "_fused_doc": ["constant", "fused (bool, optional): the fused implementation."],
        "_maximize_doc": ["constant", "maximize (bool, optional): ascend instead of descending."],
        "_capturable_doc": ["constant", "capturable (bool, optional): can be captured in a CUDA graph."],
        "_differentiable_doc": ["constant", "differentiable (bool, optional): steps are recorded by autograd."],
    },
}
#: Libraries that this package is built without.
WITHOUT = ("has_mkl", "has_openmp")


def entry_of(space: str, name: str, letter: str, known: dict[int, tuple[str, str]], native: dict[str, list[str]]) -> Any:
    value = getattr(module(torch, space), name)
    if id(value) in known:
        return ["=", *known[id(value)]]
    if name in WITHOUT:
        return ["constant", False]
    if isinstance(value, (bool, int, float)) or isinstance(value, str) and len(value) < 30 or value == ():
        return ["constant", value]
    if letter == "f" and space in SPACES:
        return of_a_device(space, name)
    return of_a_backend(name, native[name]) if space == "torch" and BACKENDS.match(name) and name in native else None


def main() -> None:
    warnings.simplefilter("ignore")
    _names.objects_table = _modules.objects_table = dict  # what is listed already counts as missing
    names = json.loads((ROOT / "_namespace/names.json").read_text())
    native = json.loads((ROOT / "_fidelity/tables/signatures.json").read_text())["torch"]
    known = origins(names)
    table: dict[str, dict[str, Any]] = {}
    for space, groups in names.items():
        if space == "torch.Tensor":
            continue
        for letter, found_there in groups.items():
            for name in found_there:
                if is_missing(space, name) and (found := entry_of(space, name, letter, known, native)) is not None:
                    table.setdefault(space, {})[name] = found
    for space, also in ALSO.items():
        table.setdefault(space, {}).update(also)
    lines = [f'"{space}":{{\n' + ",\n".join(f'"{name}":{json.dumps(entry)}' for name, entry in sorted(found.items())) + "\n}"
             for space, found in sorted(table.items())]
    TARGET.write_text("{" + ",\n".join(lines) + "}\n")
    print(TARGET, sum(map(len, table.values())), "functions")


if __name__ == "__main__":
    main()
