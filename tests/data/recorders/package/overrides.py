"""Record with PyTorch the arguments that a `__torch_function__` handler gets: `python tests/data/recorders/package/overrides.py`.

PyTorch's functions are of two kinds. Those written in C++ pass the arguments as the caller wrote them; those written in Python
rearrange some of them. The result, `_bindings/override/overridable_names.txt` in the package, lists the second kind, which functions are
overridable and
which names share a function; JSON files next to the package's modules have the result of `get_ignored_functions`, and the testing
overrides of PyTorch's own suite (only the signatures).
"""
from __future__ import annotations

import inspect
import json
import os
import re
import tempfile
import textwrap
import types
import warnings
from pathlib import Path

import torch
from torch.overrides import (
    TorchFunctionMode,
    get_ignored_functions,
    get_overridable_functions,
    get_testing_overrides,
    resolve_name,
)

warnings.simplefilter("ignore")
PACKAGE = Path(__file__).resolve().parents[4] / "minitorch_compat"
SPACES = {"torch": torch, "torch.functional": torch.functional, "torch.nn.functional": torch.nn.functional, "torch.nn.init": torch.nn.init,
          "torch.Tensor": torch.Tensor, "torch.linalg": torch.linalg, "torch.fft": torch.fft, "torch.special": torch.special,
          "torch.autograd": torch.autograd}


class Value:
    """An argument that can be told from every other."""


class Duck:
    """A foreign type that says what its handler got."""

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        raise Caught(func, args, kwargs, types)


class Sub(torch.Tensor):
    __torch_function__ = Duck.__torch_function__


class Seen(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        raise Caught(func, args, kwargs, types)


class Caught(Exception):
    pass


def attempt(function, args, kwargs):
    """What the handler got, or None if it was not called."""
    try:
        function(*args, **kwargs)
    except Caught as caught:
        return caught.args
    except BaseException:
        return None
    return None


def by_name(function):
    """name -> form for everything callable in the public namespaces."""
    return {f"{space}.{name}": getattr(module, name) for space, module in SPACES.items() for name in sorted(set(dir(module)))
            if callable(getattr(module, name, None)) and not isinstance(getattr(module, name), (type, types.ModuleType))}


def form_of(name, function):
    """How a Python function hands its arguments to the handler, None if it does not."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (ValueError, TypeError):
        return None
    method = name.startswith("torch.Tensor.")
    for full in (True, False):
        for duck_at in range(min(3, len(parameters))):
            values = {}
            for i, p in enumerate(parameters):
                if p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD):
                    continue
                if i == duck_at:
                    values[p.name] = torch.ones(2, 2).as_subclass(Sub) if method and i == 0 else Duck()
                elif method and i == 0:
                    break
                elif p.default is p.empty or full:
                    values[p.name] = Value()
            star = [p for p in parameters if p.kind == p.VAR_POSITIONAL]
            positional = [values[p.name] for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) and p.name in values]
            extra = [Duck()] if star and not method else []
            keywords = {p.name: values[p.name] for p in parameters if p.kind == p.KEYWORD_ONLY and p.name in values}
            if star and len(positional) < sum(p.kind == p.POSITIONAL_OR_KEYWORD for p in parameters):
                continue
            got = attempt(function, [*positional, *extra], keywords)
            if got is None:
                continue
            func, args, kwargs, _ = got
            names = {id(v): k for k, v in values.items()}
            by_position = [names.get(id(a), "*" if any(a is e for e in extra) else "?") for a in args]
            by_keyword = {k: names.get(id(v), "?") for k, v in (kwargs or {}).items()}
            return {"func": names_of(func), "args": by_position, "kwargs": list(by_keyword), "full": full,
                    "odd": {k: v for k, v in by_keyword.items() if k != v}, "raw": kwargs is None}
    return None


def names_of(func):
    name = INDEX.get(func)
    if name is None and getattr(func, "__name__", "") in ("__get__", "__set__", "__delete__"):
        name = resolve_name(func)
    return name


EVERY = by_name(None)
INDEX: dict = {}
for _name, _function in EVERY.items():
    try:
        if _function not in INDEX or _name == f"torch.Tensor.{_function.__name__}":
            INDEX[_function] = _name
    except TypeError:
        pass
CREATION = {
    "zeros": ((2,), {}), "ones": ((2,), {}), "empty": ((2,), {}), "full": (((2,), 1.0), {}), "rand": ((2,), {}), "randn": ((2,), {}),
    "randint": ((3, (2,)), {}), "randperm": ((3,), {}), "arange": ((3,), {}), "linspace": ((0, 1, 2), {}), "logspace": ((0, 1, 2), {}),
    "range": ((0, 2), {}), "eye": ((2,), {}), "tensor": (([1.0],), {}), "as_tensor": (([1.0],), {}), "asarray": (([1.0],), {}),
    "from_numpy": ((__import__("numpy").ones(2),), {}), "frombuffer": ((bytearray(4),), {"dtype": torch.float32}),
    "from_file": (("x",), {}), "scalar_tensor": ((1.0,), {}), "empty_strided": (((2,), (1,)), {}), "empty_permuted": (((2,), (0,)), {}),
    "tril_indices": ((2, 2), {}), "triu_indices": ((2, 2), {}), "hann_window": ((3,), {}), "hamming_window": ((3,), {}),
    "bartlett_window": ((3,), {}), "blackman_window": ((3,), {}), "kaiser_window": ((3,), {}), "normal": ((0.0, 1.0, (2,)), {}),
    "complex": ((1, 1), {}), "can_cast": ((torch.float, torch.int), {}), "promote_types": ((torch.float, torch.int), {}),
    "result_type": ((torch.ones(1), 1), {}), "broadcast_shapes": (((1,),), {}), "from_dlpack": ((torch.ones(2),), {}),
    "manual_seed": ((0,), {}), "seed": ((), {}), "initial_seed": ((), {}), "get_rng_state": ((), {}), "is_tensor": ((1,), {}),
    "get_default_dtype": ((), {}), "set_default_dtype": ((torch.float32,), {}), "sparse_coo_tensor": ((2, 2), {}),
    "is_grad_enabled": ((), {}), "device": (("cpu",), {}), "get_default_device": ((), {}), "set_default_device": ((None,), {}),
    "sparse_csr_tensor": (([0], [0], [0]), {}), "vander": ((torch.ones(2),), {}), "unravel_index": ((torch.ones(2), 3), {}),
    "typename": ((torch.ones(1),), {}), "save": ((torch.ones(1), "/dev/null"), {}), "numel": ((torch.ones(1),), {}),
    "fft.fftfreq": ((3,), {}), "fft.rfftfreq": ((3,), {}), "is_storage": ((1,), {}), "cudnn_is_acceptable": ((torch.ones(1),), {}),
}


def visible_to_modes():
    """The functions that are given no tensor and which a mode sees all the same."""
    seen = []
    for name, (args, kwargs) in CREATION.items():
        function = torch
        for part in name.split("."):
            function = getattr(function, part)
        try:
            with Seen():
                got = attempt(function, args, kwargs)
        except BaseException:
            got = None
        if got is not None and (got[0] is function or isinstance(function, type)):
            seen.append(f"torch.{name}")
    return seen


VALUES = (torch.ones(2), torch.zeros(1, dtype=torch.long))
TRIALS = ((), (0,), (1, 0), VALUES[:1], ((2,),), (torch.float32,), (VALUES[0], VALUES[0]), (0, 0, 1), (lambda v: v,), ("x",),
          (0, VALUES[1], VALUES[0]), (VALUES[1], VALUES[0]))


def types_of_methods():
    """The methods that name their plain `self` among the types when a mode calls; the others name overriding types only."""
    named = []
    for name in sorted(set(dir(torch.Tensor))):
        function = getattr(torch.Tensor, name)
        if not callable(function) or isinstance(function, type) or name.startswith("__torch"):
            continue
        for trial in TRIALS:
            with Seen():
                got = attempt(function, (VALUES[0], *trial), {})
            if got is not None:
                if got[3]:
                    named.append(name)
                break
    return named


def operators():
    """Operator -> the function whose call it is."""
    x = torch.ones(2, 2).as_subclass(Sub)
    found = {}
    for name in sorted(n for n in dir(torch.Tensor) if n.startswith("__")):
        method = getattr(torch.Tensor, name)
        for trial in ((), (1,), (0, 1), (torch.ones(2, 2),)):
            got = attempt(getattr(x, name), trial, {}) if callable(method) and not isinstance(method, type) else None
            if got is not None:
                found[name] = (names_of(got[0]) or "?").removeprefix("torch.Tensor.")
                break
    return found


def dispatching_all_the_same():
    """Functions that PyTorch lists as ignored and which call a handler when they are given something to call."""
    x = torch.ones(2, 2).as_subclass(Sub)
    trials = [*((x, *trial) for trial in TRIALS), (x, x), ((2,), x), ([x],), (x, x, x), (x, 0, 1)]
    found = set()
    for function in get_ignored_functions():
        for trial in trials:
            got = attempt(function, trial, {})
            if got is not None:
                if got[0] is function:
                    found.add(function)
                break
    return found


def hashable_in(function, chosen):
    try:
        return function in chosen
    except TypeError:
        return False


def asking_for_others():
    """The methods that ask their further arguments when `self` is a plain tensor -> how many were given."""
    found = {}
    for name in sorted(set(dir(torch.Tensor))):
        function = getattr(torch.Tensor, name)
        if not callable(function) or isinstance(function, type) or name.startswith("__torch"):
            continue
        for count in (1, 2, 3, 4):
            got = attempt(function, (VALUES[0], *(Duck() for _ in range(count))), {})
            if got is not None and takes_tensors(function, count):
                found[name] = count
                break
    return found


def takes_tensors(function, count):
    try:
        function(torch.ones(2), *(torch.ones(2) for _ in range(count)))
    except TypeError:
        return False
    except Exception:
        return True
    return True


def signature_text(function):
    return str(inspect.signature(function))


def forms_elsewhere(python):
    """Other names of Python functions that are in `python`."""
    known = {EVERY[name] for name in python if name in EVERY}
    return [name for name, function in EVERY.items() if hashable_in(function, known) and name not in python]


SPELLINGS = ("torch.linalg.", "torch.fft.", "torch.special.", "torch.Tensor.")


def table_text(table):
    """The lists, each after its name in brackets."""
    parts = []
    for key, value in table.items():
        words = [f"{name}={other}" for name, other in value.items()] if isinstance(value, dict) else value
        parts.append(f"[{key}]\n" + textwrap.fill(" ".join(words), 135, break_long_words=False, break_on_hyphens=False))
    return "\n".join(parts) + "\n"


def main():
    chosen = {f for fs in get_overridable_functions().values() for f in fs} | dispatching_all_the_same()
    chosen |= {f for n, f in EVERY.items() if n.startswith(("torch.", "torch.nn.functional.")) and n.count(".") in (1, 3)
               and n.endswith("_") and isinstance(f, types.BuiltinFunctionType) and not n.split(".")[-1].startswith("_")}
    named = {names_of(f) or resolve_name(f) or "" for f in chosen} - {""}
    overridable = sorted(named | {n for n, f in EVERY.items() if hashable_in(f, chosen)}
                         | {"torch.Tensor.new_full", "torch.Tensor.new_empty_strided"})
    python = [name for name, function in EVERY.items() if (form := form_of(name, function)) is not None and not form["raw"]
              and (form["func"] == name or name == "torch.nn.functional.threshold") and not name.split(".")[-1].startswith("_sym")]
    python += ["torch.einsum", "torch.functional.einsum", "torch.autograd.grad", "torch.autograd.backward"]
    python += forms_elsewhere(python)
    testing = {}
    for function, override in get_testing_overrides().items():
        name = names_of(function) or resolve_name(function)
        if name:
            testing[name] = re.sub(r" at 0x\w+|<class '([\w.]+)'>|<[^>]*>", r"\1", signature_text(override))
    table = {
        "FUNCTIONS": [name for name in overridable if not name.startswith("torch.Tensor.")],
        "METHODS": [name.removeprefix("torch.Tensor.") for name in overridable if name.startswith("torch.Tensor.")],
        "IN_PYTHON": sorted(set(python)),
        "MODES": visible_to_modes(),
        "NAMED": types_of_methods(),
        "OPERATORS": operators(),
        "PASSING": [name for name, function in EVERY.items() if isinstance(function, types.FunctionType) and name in overridable
                    and name not in python and function.__code__.co_flags & inspect.CO_VARKEYWORDS],
        "SPELLED": {name: function.__name__ for name, function in EVERY.items() if name.startswith(SPELLINGS)
                    and name in overridable and function.__name__ != name.split(".")[-1]},
    }
    (PACKAGE / "_bindings" / "override" / "overridable_names.txt").write_text(table_text(table))
    ignored = sorted({names_of(f) or "" for f in get_ignored_functions()} - {""})
    (PACKAGE / "ignored_functions.json").write_text(json.dumps(ignored, indent=0) + "\n")
    lines = [f'"{key}": {json.dumps(value)}' for key, value in testing.items()]
    (PACKAGE / "testing_overrides.json").write_text("{" + ",\n".join(lines) + "}\n")
    (Path(__file__).resolve().parents[2] / "overrides.json").write_text(json.dumps(asking_for_others(), indent=0) + "\n")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(scratch)  # some of the functions that are tried write files
        main()
