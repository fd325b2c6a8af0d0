"""Writes behaviours from PyTorch's databases of modules and optimizers: `python -m compat_tests.databases`, with PyTorch.

The databases (`module_db`, `optim_db` in `torch.testing._internal`) give constructors with arguments and inputs. Arguments are written as
they are; inputs by shape, dtype and range, and drawn from a seed when a case runs, which gives the same numbers on both sides. What cannot
be written so (functions, packed sequences) is left out. The cases are run, and a line about each describes what PyTorch did. Record the
result by `python -m compat_tests.record --parts behaviours --select module_database` and add the outcomes as comments by `python -m
compat_tests.answers`.
"""
from __future__ import annotations

import inspect
import pprint
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

OUT = Path(__file__).parent / "behaviours" / "nn" / "module_database.py"
#: The largest number of inputs used of a module or an optimizer: the first ones in the database.
KEPT = 4
#: The longest sentence about a case.
SENTENCE = 115
HEADER = '''"""Every module and optimizer of PyTorch's own databases: what they compute, the gradients, and what they keep.

Written by `python -m compat_tests.databases`; do not edit.
"""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def _build_input(torch: Any, value: Any) -> Any:
    """An input from its description."""
    if isinstance(value, tuple) and value and value[0] == "tensor":
        _, kind, shape, low, high, needs = value
        if kind == "float":
            found = torch.rand(shape) * (high - low) + low
        elif kind == "bool":
            found = torch.rand(shape) > 0.5
        else:
            found = torch.randint(low, high + 1, shape, dtype=getattr(torch, kind))
        return found.requires_grad_(needs)
    if isinstance(value, (list, tuple)):
        return type(value)(_build_input(torch, part) for part in value)
    return value


def _flatten(value: Any) -> Iterator[Any]:
    if isinstance(value, (list, tuple)):
        for part in value:
            yield from _flatten(part)
    else:
        yield value


def _description(torch: Any, value: Any) -> Any:
    """What is computed in float64, to the digits of float32: sums formed in another order do not show."""
    if isinstance(value, torch.Tensor):
        found = value.detach()
        return torch.where(found.abs() < 1e-8, 0.0, found).float() if found.dtype is torch.float64 else found
    if type(value) in (list, tuple):
        return type(value)(_description(torch, part) for part in value)
    return {name: _description(torch, part) for name, part in value.items()} if isinstance(value, dict) else value


def _in_double(torch: Any, case: Any) -> Iterator[Any]:
    torch.set_default_dtype(torch.float64)
    try:
        for value in case(torch):
            yield _description(torch, value)
    finally:
        torch.set_default_dtype(torch.float32)


def _run(torch: Any, cls: Any, calls: Any) -> Iterator[Any]:
    yield from _in_double(torch, lambda torch: _calls(torch, cls, calls))


def _optimize(torch: Any, cls: Any, settings: Any) -> Iterator[Any]:
    yield from _in_double(torch, lambda torch: _steps(torch, cls, settings))


def _calls(torch: Any, cls: Any, calls: Any) -> Iterator[Any]:
    """Each call: arguments of the constructor, and of forward; output, gradients of inputs and parameters, state, in both modes."""
    for args, kwargs, given, named in calls:
        torch.manual_seed(0)
        module = cls(*_build_input(torch, args), **{name: _build_input(torch, value) for name, value in kwargs.items()})
        yield repr(module)
        inputs, options = _build_input(torch, given), {name: _build_input(torch, value) for name, value in named.items()}
        for training in (True, False):
            module.train(training)
            torch.manual_seed(1)
            outputs = module(*inputs, **options)
            differentiable = [t for t in _flatten(outputs) if isinstance(t, torch.Tensor) and t.requires_grad]
            yield [t.detach() for t in _flatten(outputs) if isinstance(t, torch.Tensor)]
            if differentiable:
                wanted = [t for t in [*_flatten(inputs), *module.parameters()] if isinstance(t, torch.Tensor) and t.requires_grad]
                total = sum((t * t).sum() for t in differentiable)
                yield torch.autograd.grad(total, wanted, allow_unused=True)
        yield dict(module.state_dict())


def _steps(torch: Any, cls: Any, settings: Any) -> Iterator[Any]:
    """Some steps with each set of options: parameters and what the optimizer keeps."""
    for options in settings:
        torch.manual_seed(0)
        parameters = [torch.nn.Parameter(torch.randn(3, 2)), torch.nn.Parameter(torch.randn(2, 2))]
        inputs = torch.randn(4, 3)
        options = {name: _build_input(torch, value) for name, value in options.items()}

        def closure() -> Any:
            optimizer.zero_grad()
            loss = ((inputs @ parameters[0]).tanh() @ parameters[1]).square().mean()
            loss.backward()
            return loss

        optimizer = cls(parameters, **options)
        for _ in range(4):
            yield optimizer.step(closure)
        yield [p.detach().clone() for p in parameters]
        kept = optimizer.state_dict()
        yield sorted(kept["param_groups"][0]), kept["state"]
'''


class NotWritten(Exception):
    """A value that cannot be written in source code."""


def source_of(torch: Any, value: Any) -> Any:
    """A value as it is written in source code."""
    if isinstance(value, torch.Tensor):
        if value.numel() == 0 or value.is_complex() or value.layout != torch.strided or value.dtype in (torch.float16, torch.bfloat16):
            raise NotWritten
        if value.dtype is torch.bool:
            return ("tensor", "bool", tuple(value.shape), 0, 1, False)
        low, high = value.min().item(), value.max().item()
        if not value.is_floating_point():
            return ("tensor", str(value.dtype).partition(".")[2], tuple(value.shape), low, high, False)
        bounds = (0.0, 1.0) if low >= 0 and high <= 1 else (0.0, round(high + 1, 1)) if low >= 0 else (-2.0, 2.0)
        return ("tensor", "float", tuple(value.shape), *bounds, value.requires_grad)
    if isinstance(value, torch.nn.Module) or callable(value):
        raise NotWritten
    if isinstance(value, (list, tuple)):
        return type(value)(source_of(torch, part) for part in value)
    if isinstance(value, dict):
        return {name: source_of(torch, part) for name, part in value.items()}
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    raise NotWritten


def module_cases(torch: Any) -> dict[str, tuple[str, list[Any]]]:
    """Name of a case -> full name of the class, and its calls."""
    from torch.testing._internal.common_modules import module_db

    found: dict[str, tuple[str, list[Any]]] = {}
    for info in module_db:
        cls = info.module_cls
        name = cls.__name__
        full = f"{cls.__module__}.{cls.__qualname__}"
        public = f"torch.nn.{name}"
        if getattr(torch.nn, name, None) is not cls:
            continue
        calls: list[Any] = []
        torch.manual_seed(0)
        for given in info.module_inputs_func(info, device="cpu", dtype=torch.float32, requires_grad=True, training=True):
            try:
                made = given.constructor_input
                call = given.forward_input
                if call is None:
                    continue
                entry = (source_of(torch, tuple(made.args)), source_of(torch, dict(made.kwargs)),
                         source_of(torch, tuple(call.args)), source_of(torch, dict(call.kwargs)))
            except NotWritten:
                continue
            if entry not in calls:
                calls.append(entry)
        if calls:
            found[name] = public, calls[:KEPT]
        else:
            print(f"left out: {full}", file=sys.stderr)
    return found


def optimizer_cases(torch: Any) -> dict[str, tuple[str, list[Any]]]:
    """The same of optimizers."""
    from torch.testing._internal.common_optimizers import optim_db

    found: dict[str, tuple[str, list[Any]]] = {}
    for info in optim_db:
        settings: list[Any] = []
        for given in info.optim_inputs_func(device="cpu"):
            try:
                options = source_of(torch, dict(given.kwargs))
            except NotWritten:
                continue
            if options not in settings:
                settings.append(options)
        found[info.optim_cls.__name__] = f"torch.optim.{info.optim_cls.__name__}", settings[:KEPT]
    return found


def runners() -> dict[str, Any]:
    """The functions that run the cases, from the text that is written."""
    found: dict[str, Any] = {}
    exec(HEADER, found)
    return found


def module_sentence(torch: Any, name: str, calls: list[Any]) -> str:
    """A sentence on a module's inputs, the arguments that vary, whether the mode matters, and its state."""
    cls = getattr(torch.nn, name)
    seen, end = run_calls(torch, cls, calls)
    inputs = join_words([f"{n}d" for n in sorted({dimensions(first_input(call)) for call in calls})])
    if all(modes_agree(torch, answers[1:-1]) for answers in seen):
        modes = ["outputs and gradients are the same in training and evaluation", "training and evaluation agree", "the modes agree"]
    else:
        modes = ["outputs and gradients differ between training and evaluation", "training and evaluation differ", "the modes differ"]
    names = varying_arguments(cls, calls)
    variations = [f", varying {join_words(names)}", f", varying {len(names)} arguments"] if names else [""]
    states = state_phrases([key for answers in seen for key in answers[-1]], "tensor")
    return first_fitting(f"{name} of {inputs} inputs{variation}: {mode}; {state}{end}."
                         for variation in variations for state in states for mode in modes)


def run_calls(torch: Any, cls: type, calls: list[Any]) -> tuple[list[list[Any]], str]:
    """The outcomes of the calls, up to the first that raises, which ends the case."""
    run, seen = runners()["_run"], []
    for i, call in enumerate(calls):
        try:
            seen.append(list(run(torch, cls, [call])))
        except RuntimeError as error:
            return seen, f"; call {i + 1} raises {type(error).__name__}"
    return seen, ""


def optimizer_sentence(torch: Any, name: str, settings: list[Any]) -> str:
    """A sentence on the options of an optimizer that vary, and its state for a parameter."""
    try:
        answers = list(runners()["_optimize"](torch, getattr(torch.optim, name), settings))
    except RuntimeError as error:
        return f"A step of {name} on dense gradients raises {type(error).__name__}."
    options = join_words(list(dict.fromkeys(option for setting in settings for option in setting)))
    states = state_phrases(next(iter(answers[-1][1].values()), []), "value")
    return first_fitting(f"{name} by default and with {options}: losses and parameters; {state}." for state in states)


def modes_agree(torch: Any, answers: list[Any]) -> bool:
    """Whether the outputs and gradients of training, the first half, are those of evaluation."""
    flat = runners()["_flatten"]
    half = len(answers) // 2
    pairs = list(zip(flat(answers[:half]), flat(answers[half:])))
    return all(a is b if a is None or b is None else a.shape == b.shape and torch.allclose(a, b, equal_nan=True) for a, b in pairs)


def first_input(call: Any) -> Any:
    """The description of the first tensor argument of forward."""
    _, _, given, named = call
    return given[0] if given else next(iter(named.values()))


def dimensions(value: Any) -> int:
    return len(value[2])


def form(value: Any) -> Any:
    """The property of a forward argument that is compared: the number of dimensions of a tensor, otherwise the type."""
    return dimensions(value) if isinstance(value, tuple) and value[:1] == ("tensor",) else type(value)


def varying_arguments(cls: type, calls: list[Any]) -> list[str]:
    """The arguments that differ: of the constructor in value, of forward in form, for first inputs with equally many dimensions."""
    made = [bound(cls.__init__, args, kwargs) for args, kwargs, _, _ in calls]  # type: ignore[misc]
    names = [name for name in made[0] if any(arguments.get(name) != made[0][name] for arguments in made)]
    passed = [(dimensions(first_input(call)), bound(cls.forward, call[2], call[3])) for call in calls]  # type: ignore[attr-defined]
    return names + [name for name in passed[0][1] if any(
        form(one[name]) != form(other[name]) for n, one in passed for m, other in passed if n == m)]


def bound(function: Any, args: Any, kwargs: Any) -> dict[str, Any]:
    """The arguments of a method by their names, defaults too."""
    arguments = inspect.signature(function).bind(None, *args, **kwargs)
    arguments.apply_defaults()
    found = {name: value for name, value in arguments.arguments.items() if name not in ("self", "kwargs")}
    return {**found, **arguments.kwargs}


def state_phrases(keys: Iterable[str], kind: str) -> list[str]:
    """The state, in a long and a short phrase."""
    names = list(dict.fromkeys(keys))
    return [f"state {join_words(names)}", f"{len(names)} {kind}{'s' * (len(names) > 1)} of state"] if names else ["no state"]


def join_words(words: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def first_fitting(sentences: Iterable[str]) -> str:
    """The first sentence, or the last, if none fits into a line."""
    sentences = list(sentences)
    return next((sentence for sentence in sentences if len(sentence) <= SENTENCE), sentences[-1])


def source(torch: Any) -> str:
    """The text of the module."""
    parts = [HEADER]
    for function, cases, sentence in (("_run", module_cases(torch), module_sentence),
                                      ("_optimize", optimizer_cases(torch), optimizer_sentence)):
        for name, (full, calls) in cases.items():
            text = pprint.pformat(calls, width=120, compact=True, sort_dicts=False).replace("\n", "\n        ")
            parts.append(f'\n\ndef {name}(torch: Any) -> Iterator[Any]:\n    """{sentence(torch, name, calls)}"""\n'
                         f"    yield from {function}(torch, {full},\n        {text})\n")
    return "".join(parts)


if __name__ == "__main__":
    import torch

    OUT.write_text(source(torch))
