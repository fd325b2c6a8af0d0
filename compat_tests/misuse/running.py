"""One call on one side: its result or exception, and the state of its arguments."""
from __future__ import annotations

import signal
import warnings
from typing import Any

from ..judging.portable import flat_tensors
from ..operations.callables import UNDEFINED
from ..operations.probes import SEED, Op
from .calls import Call

#: Seconds after which a call is stopped.
LIMIT = 10
Outcome = dict[str, Any]


def outcome(torch: Any, op: Op, call: Call) -> Outcome:
    """`raised` and `text`, or `result` and `numbers`; of a refused call also `changed`. Empty if the call cannot be prepared."""
    signal.signal(signal.SIGALRM, _out_of_time)
    signal.alarm(LIMIT)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return _outcome(torch, op, call)
    except TimeoutError:
        return {"raised": "TimeoutError", "text": "", "changed": []}
    finally:
        signal.alarm(0)


def _outcome(torch: Any, op: Op, call: Call) -> Outcome:
    try:
        args, kwargs = call.prepare(torch)
    except TimeoutError:
        raise
    except Exception:
        return {}
    given = flat_tensors(torch, (args, kwargs))
    before = [state(torch, t) for t in given]
    torch.manual_seed(SEED)
    try:
        result = call.run(torch, op, args, kwargs)
    except TimeoutError:
        raise
    except Exception as error:
        changed = [f"tensor {i}: {what}" for i, (t, old) in enumerate(zip(given, before)) for what in differing(old, state(torch, t))]
        return {"raised": type(error).__name__, "text": str(error).split("\n")[0], "changed": changed}
    found = {"result": described(torch, result), "numbers": [] if op.name in UNDEFINED else numbers(torch, result)}
    if call.kind == "options":
        _add_gradients(torch, given, result, found)
    return found


def _add_gradients(torch: Any, given: list[Any], result: Any, found: Outcome) -> None:
    """The node of each result, and the gradients of the sum of all, or the error in computing them."""
    made = [t for t in flat_tensors(torch, result) if t.requires_grad]
    found["result"] += " " + " ".join("leaf" if t.grad_fn is None else t.grad_fn.name() for t in made)
    try:
        loss = sum(t.abs().sum() if t.is_complex() else t.sum() for t in made)
        gradients = torch.autograd.grad(loss, [t for t in given if t.requires_grad], allow_unused=True) if made else ()
    except TimeoutError:
        raise
    except Exception as error:
        found["result"] += f" {type(error).__name__}"
    else:
        found["numbers"] += numbers(torch, [torch.zeros(1) if g is None else g for g in gradients])


def _out_of_time(_signal: int, _frame: Any) -> None:
    raise TimeoutError


def state(torch: Any, tensor: Any) -> dict[str, Any]:
    """The state that a refused call must not change."""
    plain = tensor.layout == torch.strided and not tensor.is_meta
    return {"values": repr(tensor.detach().tolist()) if plain else "", "version": tensor._version, "shape": tuple(tensor.shape),
            "strides": tuple(tensor.stride()) if plain else (), "dtype": str(tensor.dtype), "grad_fn": id(tensor.grad_fn),
            "requires_grad": tensor.requires_grad, "is_leaf": tensor.is_leaf}


def differing(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    return [name for name, value in before.items() if after[name] != value]


def described(torch: Any, value: Any) -> str:
    """Dtypes, shapes and devices of a result."""
    if isinstance(value, torch.Tensor):
        return f"{str(value.dtype).removeprefix('torch.')}{list(value.shape)}" + f" {value.device}" * (value.device.type != "cpu")
    if isinstance(value, (tuple, list)) and not isinstance(value, torch.Size):
        return f"({', '.join(described(torch, v) for v in value)})"
    return type(value).__name__


def numbers(torch: Any, value: Any) -> list[list[float]]:
    """Of each tensor the sum, the sum of absolute values, and the number of elements that are not finite."""
    return [_sums(torch, t) for t in flat_tensors(torch, value) if t.layout == torch.strided and not t.is_meta and t.numel() < 10_000]


def _sums(torch: Any, tensor: Any) -> list[float]:
    plain = torch.view_as_real(tensor.detach().resolve_conj()) if tensor.is_complex() else tensor.detach()
    wide = plain.to(torch.float64)
    finite = torch.isfinite(wide)
    kept = wide[finite]
    return [kept.sum().item(), kept.abs().sum().item(), float((~finite).sum().item())]
