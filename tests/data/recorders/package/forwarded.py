"""Record what PyTorch's Python functions pass on to native functions: `python tests/data/recorders/package/forwarded.py`.

With PyTorch 2.13. Such a function checks few of its arguments: the native function that it calls refuses a wrong type, under its
own name and parameter names. So each argument of valid calls (those of the conformance suite) is replaced by values of
other types; where a single native function refuses all that is refused, `forwarded.json` has its name, the parameter's, its position
there (0: unknown) and the type, in the letters of `minitorch_compat/_fidelity/argument_checks.py`; under "" are the names of the
positional
parameters. Where Python itself raises, about an attribute, that replaces the parameter and the native name is empty.
Arguments on which calls disagree, or that no type explains, are left out.
"""
from __future__ import annotations

import inspect
import json
import re
import sys
import warnings
from pathlib import Path
from types import FunctionType

import numpy as np
import torch

ROOT = Path(__file__).parents[4]
sys.path.insert(0, str(ROOT))

from compat_tests.judging import scoring  # noqa: E402
from compat_tests.operations.probes import Sample  # noqa: E402

OUT = ROOT / "minitorch_compat" / "_fidelity/tables/forwarded.json"
ONE = re.compile(r"^(\w+)\(\): argument '(\w+)'(?: \(position (\d+)\))? must be ")
ANY = re.compile(r"^(\w+)\(\) received an invalid combination of arguments")

ATTRIBUTE = re.compile(r"^'[\w.]+' object has no attribute '(\w+)'$")


class Odd:
    """Good for nothing."""


#: What is tried, by name, and the letters that admit it.
TRIALS = {
    "odd": (Odd, ""), "None": (lambda: None, "?"), "bool": (lambda: True, "bfn"), "int": (lambda: 1, "ifn"), "float": (lambda: 0.5, "fn"),
    "complex": (lambda: 1j, "n"), "text": (lambda: "s", "s"), "tensor": (lambda: torch.ones(2, 2), "T"),
    "dtype": (lambda: torch.float64, "d"), "bools": (lambda: [True], ""), "floats": (lambda: [0.5], "F"), "ints": (lambda: [1, 1], "IF"),
    "npbool": (lambda: np.bool_(True), "fn"), "npfloat": (lambda: np.float64(1.0), "fn"),
}
KINDS = ("T", "b", "i", "f", "n", "s", "I", "iI", "d")


def tried(call, args, kwargs, place, make):
    """ "" if nothing was refused by type, else native name and argument, or "?" for another refusal."""
    args, kwargs = list(args), dict(kwargs)
    if isinstance(place, int):
        args[place] = make()
    else:
        kwargs[place] = make()
    try:
        call(*args, **kwargs)
    except TypeError as error:
        text = str(error)
        if found := ONE.match(text):
            return found[1], found[2], int(found[3] or 0)
        return (found[1], "", 0) if (found := ANY.match(text)) else "?"
    except AttributeError as error:
        found = ATTRIBUTE.match(str(error))
        return ("", found[1], 0) if found else "?"
    except Exception:
        return "?"
    return ""


def kind_of(outcomes, value):
    """The letters that admit what PyTorch did not refuse by type, and as little else as there is; None if no letters do."""
    found = []
    trials = TRIALS
    if outcomes["odd"] not in ("", "?") and not outcomes["odd"][0]:  # for want of an attribute: numpy's numbers have some that tensors have
        trials = {name: trial for name, trial in TRIALS.items() if not name.startswith("np")}
    for kind in (letters + none for letters in KINDS for none in ("", "?")):
        extra = "".join(admitting[:1] or "!" for name, (_, admitting) in trials.items()
                        if outcomes[name] in ("", "?") and not any(letter in kind for letter in admitting))
        if fits(kind, value) and not any(letter in kind + extra for name, (_, admitting) in trials.items()
                                         if outcomes[name] not in ("", "?") for letter in admitting) and "!" not in extra:
            found.append((len(extra), kind))
    return min(found)[1] if found else None


#: Calls of `torch.nn.functional`'s functions that the suite has no operation of, or not in that way, as (arguments, keyword arguments).
FURTHER = {
    "batch_norm": lambda: [((torch.ones(2, 2), None, None), {"training": True})],
    "fold": lambda: [((torch.ones(1, 4, 1), (2, 2), (2, 2)), {"dilation": (1, 1), "padding": (0, 0), "stride": (1, 1)})],
    "softmax": lambda: [((torch.ones(2, 2), 0), {}), ((torch.ones(2, 2), 0), {"dtype": torch.float64})],
    "log_softmax": lambda: [((torch.ones(2, 2), 0), {}), ((torch.ones(2, 2), 0), {"dtype": torch.float64})],
    "gumbel_softmax": lambda: [((torch.ones(2, 2),), {"tau": 1.0, "dim": 0})],
    "sigmoid": lambda: [((torch.ones(2),), {})], "tanh": lambda: [((torch.ones(2),), {})],
    "dropout1d": lambda: [((torch.ones(1, 2, 2), 0.5, True, False), {})],
    "lp_pool1d": lambda: [((torch.ones(1, 1, 4), 2.0, 2), {"stride": 1, "ceil_mode": False})],
    "lp_pool2d": lambda: [((torch.ones(1, 1, 4, 4), 2.0, 2), {"stride": 1, "ceil_mode": False})],
    "affine_grid": lambda: [((torch.ones(1, 2, 3), [1, 1, 2, 2]), {"align_corners": False})],
}

#: The classes that letters stand for.
CLASSES = {"T": torch.Tensor, "b": bool, "i": int, "f": (int, float), "n": (int, float, complex), "s": str, "I": (tuple, list),
           "d": torch.dtype, "?": type(None)}


def fits(letters, value):
    """Whether letters admit what a valid call has."""
    return any(isinstance(value, CLASSES[letter]) and (letter == "b" or value is not True and value is not False) for letter in letters)


def parameters_of(function):
    """Names of what may be given by position, and of all parameters, of a function written in Python."""
    name = function.__name__
    for inner in (getattr(torch.nn.functional, f"_{name}", None), getattr(torch.functional, f"_{name}_impl", None)):
        if function.__code__.co_varnames[:2] == ("args", "kwargs") and inner is not None:
            function = inner
    return [p.name for p in inspect.signature(function).parameters.values() if p.kind is p.POSITIONAL_OR_KEYWORD]


def said_aloud(function, samples, names):
    """The first call with the numbers that no call gives, as they are if left out."""
    given = {name for args, kwargs in samples for name in (*names[:len(args)], *kwargs)}
    numbers = {p.name: p.default for p in inspect.signature(function).parameters.values()
               if type(p.default) in (int, float) and p.name not in given and p.name != "_stacklevel"}
    return [(samples[0][0], {**samples[0][1], **numbers})] if numbers else []


def entry_of(call, samples, names, first):
    """Parameter -> [native, argument, position, kind], for the calls of one function."""
    seen = {}
    for args, kwargs in samples:
        for place in [*range(first, len(args)), *kwargs]:
            name = names[place] if isinstance(place, int) and place < len(names) else place
            outcomes = {trial: tried(call, args, kwargs, place, make) for trial, (make, _) in TRIALS.items()}
            refusals = {outcome for outcome in outcomes.values() if outcome not in ("", "?")}
            value = args[place] if isinstance(place, int) else kwargs[place]
            kind = kind_of(outcomes, value) if len(refusals) == 1 and outcomes["odd"] in refusals else None
            if kind is not None and not outcomes["odd"][1] and kind[0] not in "bs":
                kind = None  # of several signatures another may fit what this one does not
            seen.setdefault(name, []).append([*refusals.pop(), kind] if kind is not None else [None])
    return {name: found[0] if agreed(found) else [None] for name, found in seen.items() if isinstance(name, str)}


def agreed(entries):
    """Whether calls agree about the type; they may go to different native functions, of which the first is named,
    but what Python asks for first must be the same attribute."""
    missed = {entry[1] for entry in entries if entry[0] == ""}
    return entries[0][0] is not None and len({entry[-1] for entry in entries}) == 1 and len(missed) <= 1


def merge(entries, name, found):
    """Take in the entry of some more calls."""
    known = entries.setdefault(name, found)
    entries[name] = {key: value if agreed(both := [value, known.get(key, value), found.get(key, value)]) and (
        all(entry[0] for entry in both) or not any(entry[0] for entry in both)) else [None] for key, value in {**found, **known}.items()}


def calls(record):
    for case in [c for c in record["samples"] if c["dtype"] == "float32"] or record["samples"]:
        try:
            sample = Sample(*case["sample"])
            yield sample.build(torch)
        except Exception:
            continue


def main():
    warnings.simplefilter("ignore")
    table = {"torch": {}, "torch.nn.functional": {}, "torch.Tensor": {}}
    order = {}
    for op in scoring.entries(None):
        full = op.partition("|")[0]
        space, _, name = full.rpartition(".")
        space = f"torch.{space}" if space else "torch"
        if space not in table:
            continue
        samples = list(calls(scoring.load(op)))[:12]
        home = torch if space == "torch" else torch.nn.functional
        for place, where, first in ((space, home, 0), ("torch.Tensor", torch.Tensor, 1)):
            function = getattr(where, name, None)
            if isinstance(function, FunctionType) and samples and (place != "torch.Tensor" or space == "torch"):
                names = parameters_of(function)
                found = entry_of(function, [*samples, *said_aloud(function, samples, names)], names, first)
                merge(table[place], name, found)
                order[place, name] = " ".join(names[first:])
    for name, made in FURTHER.items():
        function, space = getattr(torch.nn.functional, name), "torch.nn.functional"
        names = parameters_of(function)
        merge(table[space], name, entry_of(function, made(), names, 0))
        order[space, name] = " ".join(names)
    merge(table["torch"], "tensordot", entry_of(torch.tensordot, [((torch.ones(2), torch.ones(2), 1), {})], ["a", "b", "dims"], 0))
    lines = []
    for space, names in table.items():
        told = {name: {key: value for key, value in entry.items() if value[0] is not None} for name, entry in sorted(names.items())}
        kept = {name: {"": order[space, name], **entry} for name, entry in told.items() if entry}
        rows = ",\n".join(f"{json.dumps(name)}:{json.dumps(entry, separators=(',', ':'))}" for name, entry in kept.items())
        lines.append(f"{json.dumps(space)}:{{\n{rows}\n}}")
    OUT.write_text("{" + ",\n".join(lines) + "}\n")


if __name__ == "__main__":
    main()
