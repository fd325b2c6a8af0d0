"""Wrong statements on both sides: `python -m compat_tests.misuse.statements [--families F,F] [--select REGEX] [--out FILE]`.

For all but operations: factories, attributes, layers, optimizers, data, distributions, files. A line of `statements/FAMILY.txt` is one call
or some statements; where it names `w` it is run with each wrong thing there is. Prints counts by family, and how many differ for a
reason that `known.py` gives; the list goes to the file.
"""
from __future__ import annotations

import argparse
import importlib
import io
import json
import os
import re
import signal
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from ..judging.evaluate import progress_bar
from ..oracle import require
from . import judging, known
from .running import LIMIT, Outcome, differing, numbers, state
from .worker import Side, side_of

HERE = Path(__file__).with_name("statements")
#: The wrong values of `w`, made with torch.
WRONG: dict[str, Callable[[Any], Any]] = {
    "None": lambda torch: None, "True": lambda torch: True, "1.5": lambda torch: 1.5, "2": lambda torch: 2, "-1": lambda torch: -1,
    "text": lambda torch: "s", "object": lambda torch: object(), "list": lambda torch: [1, "a"], "ints": lambda torch: [1, 2],
    "bools": lambda torch: [True], "tensor": lambda torch: torch.ones(2, 2), "scalar": lambda torch: torch.tensor(2),
    "floats": lambda torch: [1.5], "complex": lambda torch: 1j, "none list": lambda torch: [None], "dtype": lambda torch: torch.float64,
    "npbool": lambda torch: np.bool_(True), "npfloat": lambda torch: np.float64(1.0), "npint": lambda torch: np.int64(2),
    "array": lambda torch: np.ones(2), "dict": lambda torch: {}, "lambda": lambda torch: len, "class": lambda torch: int,
    "device": lambda torch: torch.device("cpu"), "gen": lambda torch: (i for i in range(2)), "cuda": lambda torch: "cuda"}
#: Numbers that would be taken for a file descriptor, or for a number of processes, and are left out.
UNSAFE = {"load(": ("2", "-1", "npint"), "save(": ("2", "True", "npint", "-1"), "num_workers": ("2", "True", "npint", "scalar")}
_WRONG = re.compile(r"\bw\b")


def families() -> list[str]:
    return sorted(path.stem for path in HERE.glob("*.txt"))


def lines(family: str) -> list[str]:
    found = (HERE / f"{family}.txt").read_text().splitlines()
    return list(dict.fromkeys(line for line in found if line and not line.startswith("#")))


def keys_of(family: str, select: str) -> list[tuple[str, str]]:
    """Statements and the names of what is wrong in them, in an order that depends on nothing else."""
    chosen = [line for line in lines(family) if re.search(select, line)]
    return [(line, wrong) for line in chosen for wrong in (WRONG if _WRONG.search(line) else ("",))
            if not any(part in line and wrong in names for part, names in UNSAFE.items())]


# --- the server -----------------------------------------------------------------------------------------------------------------------

def serve(module: str) -> None:
    torch = importlib.import_module(module)
    for name in ("nn.functional", "utils.data", "utils.checkpoint", "optim.lr_scheduler", "func", "distributions", "autograd.forward_ad",
                 "testing", "nn.utils.parametrize", "nn.utils.prune", "nn.utils.rnn"):
        importlib.import_module(f"{module}.{name}")
    torch.set_num_threads(1)
    torch.set_warn_always(True)
    torch.storage._set_always_warn_typed_storage_removal(True)
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(scratch)
        for asked in map(json.loads, sys.stdin):
            for key in islice(keys_of(asked["name"], asked["kinds"]), asked["skip"], None):
                print(json.dumps([key, outcome(torch, *key)]), file=answers, flush=True)
            print(file=answers, flush=True)


def names(torch: Any, wrong: str) -> dict[str, Any]:
    """The names available to statements."""
    class Two(torch.utils.data.Dataset):
        def __len__(self) -> int:
            return 2

        def __getitem__(self, i: int) -> Any:
            return [torch.zeros(1), torch.ones(1)][i]

    class Endless(torch.utils.data.IterableDataset):
        def __iter__(self) -> Iterator[Any]:
            return iter([torch.zeros(1), torch.ones(1)])

    parameter = torch.nn.Parameter(torch.tensor([1.0, 2.0]))
    found = {"torch": torch, "nn": torch.nn, "F": torch.nn.functional, "D": torch.distributions, "data": torch.utils.data,
             "ad": torch.autograd.forward_ad, "lr_scheduler": torch.optim.lr_scheduler, "np": np, "io": io, "warnings": warnings,
             "x": torch.tensor([[1.0, 2.0], [3.0, 4.0]]), "c": torch.tensor([1 + 2j]), "n": torch.tensor([0, 1]), "p": parameter,
             "l": (parameter * 2).sum(), "m": torch.nn.Linear(2, 2), "b": torch.nn.BatchNorm1d(2), "ds": Two(), "it": Endless(),
             "o": torch.optim.SGD([parameter], lr=0.1, momentum=0.5), "e": torch.zeros(0), "z": torch.tensor(1.5),
             "nan": float("nan"), "inf": float("inf")}
    return {**found, "w": WRONG[wrong](torch)} if wrong else found


def outcome(torch: Any, line: str, wrong: str) -> Outcome:
    signal.signal(signal.SIGALRM, _out_of_time)
    signal.alarm(LIMIT)
    torch.manual_seed(0)
    packages = getattr(torch.serialization, "_package_registry", [])
    own = list(packages)
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            known = names(torch, wrong)
            caught.clear()
            found = _outcome(torch, line, known)
        if "raised" not in found or found["raised"] != "OutOfTime":
            found["warned"] = sorted({f"{w.category.__name__}: {plain(str(w.message))}" for w in caught
                                      if w.category is not ResourceWarning})
        return found
    finally:
        signal.alarm(0)
        packages[:] = own
        reset(torch)


class OutOfTime(BaseException):
    pass


def _out_of_time(_signal: int, _frame: Any) -> None:
    raise OutOfTime


def _outcome(torch: Any, line: str, known: dict[str, Any]) -> Outcome:
    tensors = {name: known[name] for name in "xcnplez"}
    before = {name: state(torch, t) for name, t in tensors.items()} | holders(known)
    try:
        result = run(line, known)
    except OutOfTime:
        return {"raised": "TimeoutError", "text": "", "changed": []}
    except BaseException as error:
        signal.alarm(0)
        torch.set_printoptions(profile="default")  # the message may contain a tensor's repr
        after = {name: state(torch, t) for name, t in tensors.items()} | holders(known)
        changed = [f"{name}: {what}" for name, old in before.items() for what in differing(old, after[name])]
        kinds = [kind.__name__ for kind in type(error).__mro__[:-3]]
        return {"raised": kinds[0], "caught_as": kinds, "text": plain(str(error)), "changed": changed}
    signal.alarm(0)
    try:
        return {"result": described(torch, result), "numbers": [] if "empty" in line or "esize_" in line else numbers(torch, result)}
    except Exception:
        return {"result": "?", "numbers": []}


def run(line: str, known: dict[str, Any]) -> Any:
    """The value of the last of the statements, if it is an expression."""
    head, _, last = line.rpartition("; ")
    if head:
        exec(compile(head, "<line>", "exec"), known)
    try:
        code = compile(last, "<line>", "eval")
    except SyntaxError:
        code = compile(last, "<line>", "exec")
    return eval(code, known)


def holders(known: dict[str, Any]) -> dict[str, dict[str, str]]:
    """The state of modules and the optimizer that a refused statement must not change."""
    tensor = known["torch"].Tensor
    found = {name: {what: value_text(tensor, sorted(getattr(known[name], what).items(), key=lambda item: str(item[0])))
                    for what in ("_parameters", "_buffers", "_modules")} for name in "mb"}
    return found | {"o": {"groups": value_text(tensor, known["o"].param_groups), "state": value_text(tensor, dict(known["o"].state))}}


def value_text(tensor: type, value: Any) -> str:
    """A text that identifies the value; for tensors by `tolist`, which is faster than `repr`."""
    if isinstance(value, tensor):
        try:
            return f"{type(value).__name__} {value.dtype} {value.device} {value.requires_grad} {value.tolist()}"  # type: ignore[attr-defined]
        except Exception:
            return repr(value)
    if type(value) is dict:
        return "{" + ", ".join(f"{value_text(tensor, k)}: {value_text(tensor, v)}" for k, v in value.items()) + "}"
    return f"[{', '.join(value_text(tensor, v) for v in value)}]" if type(value) in (list, tuple) else repr(value)


def plain(text: str) -> str:
    """The first line, with the package called `torch`."""
    return text.split("\n")[0].replace("minitorch_compat", "torch")


def described(torch: Any, value: Any, depth: int = 0) -> str:
    if isinstance(value, torch.Tensor):
        return f"{str(value.dtype).removeprefix('torch.')}{list(value.shape)}" + f" {value.device}" * (value.device.type != "cpu")
    if isinstance(value, (tuple, list)) and depth < 2:
        return f"({', '.join(described(torch, v, depth + 1) for v in value)})"
    return plain(repr(value)) if isinstance(value, (bool, int, float, str)) else type(value).__name__


def reset(torch: Any) -> None:
    """Reset the global settings that statements may have changed."""
    torch.set_default_device(None)
    torch.set_default_dtype(torch.float32)
    torch.set_grad_enabled(True)
    torch.use_deterministic_algorithms(False)
    torch.autograd.set_detect_anomaly(False)
    torch.set_printoptions(profile="default")
    torch.set_warn_always(True)
    torch.storage._set_always_warn_typed_storage_removal(True)
    torch.distributions.Distribution.set_default_validate_args(True)  # importing the compiler switches this off
    with suppress(RuntimeError):
        while True:  # until no level is left
            torch.autograd.forward_ad.exit_dual_level()
    hooks = torch._C._autograd
    while hooks._top_saved_tensors_default_hooks(True) is not None:
        hooks._pop_saved_tensors_default_hooks()


# --- the client -----------------------------------------------------------------------------------------------------------------------

WARNINGS, KNOWN = known.WARNINGS, "known"
VERDICTS = (*judging.VERDICTS, WARNINGS, KNOWN)
#: Verdicts that are counted but need no explanation.
APART = ("other words", "not built here", KNOWN)
#: Module names before classes written in C, in Python's messages.
_ENFORCED = re.compile(r"^\[enforce fail at [\w.]+(?::\d+)?\] (?:err == 0)?\. ?|\[enforce fail at [\w.]+(?::\d+)?\] \S.*?\. ")
_MODULES = re.compile(r"'(?:torch|numpy)\.(?:(?:_C|storage)\.)?(?=\w+')")
#: Python 3.12 words this differently from 3.11.
_ABSTRACT = re.compile(r"without an implementation for abstract method(s?) '(\w+)'")


def verdicts(ours: Outcome, theirs: Outcome) -> list[str]:
    one, two = ({**side, "text": phrase(side["text"])} if "text" in side else side for side in (ours, theirs))
    found = judging.verdicts(one, two)
    return found + [WARNINGS] * (not found and "result" in ours and "result" in theirs and warned(ours) != warned(theirs))


def phrase(text: str) -> str:
    """The first sentence, without the location in PyTorch's sources."""
    text = _ABSTRACT.sub(r"with abstract method\1 \2", _MODULES.sub("'", _ENFORCED.sub("", text.split("\\n")[0])))
    return re.split(r"(?<=[a-z)\d])\. {1,2}(?=[A-Z])", text)[0].rstrip(".")


def warned(side: Outcome) -> list[str]:
    """Category and first words, by which warnings are filtered."""
    return sorted({re.split(r"[.:,(]", text.partition(": ")[2])[0][:40] + text.partition(":")[0] for text in side.get("warned", ())
                   if "__array_wrap__" not in text})


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m compat_tests.misuse.statements", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--families", default=",".join(families()), help="of " + ", ".join(families()))
    parser.add_argument("--select", default="", help="statements by a regular expression")
    parser.add_argument("--oracle", default=os.environ.get("MINITORCH_COMPAT_ORACLE", sys.executable), help="a Python that has PyTorch")
    parser.add_argument("--out", type=Path, help="where the list of differences goes")
    parser.add_argument("--keep", type=Path, help="a folder in which PyTorch's answers are kept for the next time")
    options = parser.parse_args(argv)
    if options.keep is None:  # kept answers replace PyTorch
        require(options.oracle)
    sides = [Side(sys.executable, "minitorch_compat", __spec__.name), side_of(options.oracle, "torch", __spec__.name, options.keep)]
    counts: Counter[tuple[str, str]] = Counter()
    reasons: Counter[str] = Counter()
    listed: list[tuple[str, str]] = []
    asked = options.families.split(",")
    for done, family in enumerate(asked, 1):
        listed += compare(family, options.select, sides, counts, reasons)
        progress_bar(done, len(asked))
    for one in sides:
        one.close()
    unexplained = sum(verdict not in APART for verdict, _ in listed)
    print(f"{table(asked, counts)}\nunexplained: {unexplained}\n{known.counts_by_reason(reasons.items())}")
    if options.out:
        options.out.write_text("".join(line + "\n" for _, line in sorted(listed, key=lambda item: VERDICTS.index(item[0]))))
    return 1 if unexplained else 0


def compare(family: str, select: str, sides: list[Side], counts: Counter[tuple[str, str]],
            reasons: Counter[str]) -> list[tuple[str, str]]:
    keys = keys_of(family, select)
    for one in sides:
        one.ask(family, select)
    ours, theirs = (one.answers(family, select, keys) for one in sides)
    counts[family, "calls"] += len(keys)
    listed = []
    for key in keys:
        for verdict in verdicts(ours[key], theirs[key]):
            outcomes = f"{outcome_text(theirs[key], verdict)} | {outcome_text(ours[key], verdict)}"
            reason = known.reason_of(verdict, f"{family} | {key[0]} | {key[1]}", outcome_text(theirs[key], verdict),
                                     outcome_text(ours[key], verdict))
            if reason is not None:
                reasons[reason] += 1
                verdict = KNOWN
            counts[family, verdict] += 1
            listed.append((verdict, f"{verdict} | {family} | {key[0]} | {key[1]} | {outcomes}"))
    return listed


def outcome_text(side: Outcome, verdict: str) -> str:
    if verdict == WARNINGS:
        return str(side["warned"])[:200]
    return judging.described(side) + (f" CHANGED {side.get('changed')}" if verdict == VERDICTS[0] else "")


def table(asked: list[str], counts: Counter[tuple[str, str]]) -> str:
    columns = ("calls", *VERDICTS)
    rows = [("family", *columns), *((family, *(str(counts[family, c]) for c in columns)) for family in asked),
            ("all", *(str(sum(counts[f, c] for f in asked)) for c in columns))]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


if __name__ == "__main__":
    if len(sys.argv) == 2 and sys.argv[1] in ("torch", "minitorch_compat"):
        serve(sys.argv[1])
    else:
        sys.exit(main(sys.argv[1:]))
