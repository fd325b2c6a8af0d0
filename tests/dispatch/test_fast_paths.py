"""Fast paths of common calls, against the general path of the same call."""
from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import product
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat._array.core import numbers
from minitorch_compat._bindings.functions import arguments
from minitorch_compat._dispatch.call import caller
from minitorch_compat._dispatch.graph import accumulator_lifetime
from minitorch_compat._dispatch.graph import inplace as writing
from minitorch_compat._dispatch.levels.direct_forward import direct_dual
from tests.many_cases import for_each

fwad = torch.autograd.forward_ad

LAYOUTS: dict[str, Any] = {
    "matrix": lambda d: torch.linspace(0.1, 0.9, 6, dtype=d).reshape(2, 3),
    "turned": lambda d: torch.linspace(0.1, 0.9, 6, dtype=d).reshape(3, 2).t(),
    "single": lambda d: torch.tensor(0.3, dtype=d), "one": lambda d: torch.tensor([0.3], dtype=d),
    "none": lambda d: torch.ones(0, 3, dtype=d),
    "every second": lambda d: torch.linspace(0.1, 0.9, 12, dtype=d).reshape(2, 6)[:, ::2],
    "a row": lambda d: torch.linspace(0.1, 0.9, 3, dtype=d)[None],
    "channels": lambda d: torch.linspace(0.1, 0.9, 24, dtype=d).reshape(
        1, 2, 3, 4).contiguous(memory_format=torch.channels_last)}
CALLS: dict[str, Any] = {
    **{name: lambda x, y, name=name: getattr(torch, name)(x) for name in (  # type: ignore[misc]
        "sin", "exp", "log", "sqrt", "tanh", "sigmoid", "abs", "neg", "square", "reciprocal", "erf", "lgamma", "relu", "round", "sign",
        "clone",
        "logit", "expm1", "acos", "digamma", "positive", "t_copy", "isnan")},
    **{name: lambda x, y, name=name: getattr(torch, name)(x, y) for name in (  # type: ignore[misc]
        "add", "sub", "mul", "div", "pow", "atan2", "maximum", "hypot", "eq", "xlogy", "fmod", "floor_divide", "copysign")},
    "by a number": lambda x, y: x * 3, "a number by it": lambda x, y: 2 / x, "to a power": lambda x, y: x**2.5,
    "flipped": lambda x, y: x.flip(0),
    "sum": lambda x, y: x.sum(), "mean": lambda x, y: x.mean(0), "clamped": lambda x, y: x.clamp(0.2, 0.5),
    "turned": lambda x, y: x.transpose(0, -1),
    "transposed": lambda x, y: x.mT if x.dim() > 1 else x * 1, "broadcast": lambda x, y: x + torch.ones(2, *x.shape, dtype=x.dtype),
    "with itself": lambda x, y: x * x, "with another": lambda x, y: x * y.double(),
    "cumsum": lambda x, y: x.cumsum(0) if x.dim() else x.cumsum(-1)}


def _outcome_of_call(name: str, layout: str, dtype: Any, both: bool, recorded: bool) -> Any:
    call, make = CALLS[name], LAYOUTS[layout]
    with fwad.dual_level():
        x, t = make(dtype), (make(dtype) * 2).requires_grad_(recorded)
        first = fwad.make_dual(x, t)
        second = fwad.make_dual(make(dtype) + 1, make(dtype) * 3) if both else make(dtype) + 1
        try:
            out = call(first, second)
        except Exception as error:
            return [type(error).__name__, str(error)[:40]]
        primal, tangent = fwad.unpack_dual(out)
        return [[p is not None and p.dtype, p is not None and p.shape, p is not None and p.stride(), p is not None and p.tolist(),
                 p is not None and p.data_ptr() == x.data_ptr(), p is not None and type(p.grad_fn).__name__] for p in (primal, tangent)]


@for_each([(name, layout, *how) for name in CALLS for layout in LAYOUTS
           for how in ((torch.float32, False, False), (torch.float64, True, False), (torch.float32, False, True))])
def test_duals(name: str, layout: str, dtype: Any, both: bool, recorded: bool) -> None:
    """Values, dtypes, layouts and nodes of results and their tangents."""
    short = _outcome_of_call(name, layout, dtype, both, recorded)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(caller, "_direct_dual", lambda op, args, level: None)
        long = _outcome_of_call(name, layout, dtype, both, recorded)
    assert str(short) == str(long)


def test_duals_are_no_detour(monkeypatch: pytest.MonkeyPatch) -> None:
    """Calls of duals of which nothing is recorded go the long way only where forward mode does more than a formula."""
    detours: set[str] = set()

    def watched(op: Any, args: Any, level: Any) -> Any:
        found = direct_dual(op, args, level)
        if found is None:
            detours.add(name)
        return found

    with fwad.dual_level():
        x, y = (fwad.make_dual(t, t * 2) for t in (LAYOUTS["matrix"](torch.float32), LAYOUTS["matrix"](torch.float32) + 1))
        monkeypatch.setattr(caller, "_direct_dual", watched)
        for name in CALLS.keys() - {"floor_divide"}:  # has no derivative in forward mode
            CALLS[name](x, y)
    assert CALLS.keys() - detours > {
        "sin", "exp", "log", "sqrt", "tanh", "sigmoid", "square", "reciprocal", "expm1", "acos", "positive", "add", "sub", "mul",
        "by a number", "a number by it", "to a power", "flipped", "mean", "broadcast", "with itself", "cumsum"}


ELSEWHERE = ThreadPoolExecutor(1)


class _level_elsewhere:
    """Inside, another thread has a forward level open."""

    def __enter__(self) -> None:
        self.level = fwad.dual_level()
        ELSEWHERE.submit(self.level.__enter__).result()

    def __exit__(self, *exc: object) -> None:
        ELSEWHERE.submit(self.level.__exit__, None, None, None).result()


@contextmanager
def _recording_inference() -> Iterator[None]:
    with torch.inference_mode(), torch.enable_grad():
        yield


MODES: dict[str, Any] = {
    "inference": torch.inference_mode, "no_grad": torch.no_grad, "inference, recording": _recording_inference,
    "autocast": lambda: torch.autocast("cpu"), "a level elsewhere": _level_elsewhere,
    "hooks": lambda: torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t), "anomaly": torch.autograd.detect_anomaly,
    "functionalized": None}
CALLS_IN_MODES: dict[str, Any] = {
    **CALLS, "product": lambda x, y: x @ y.mT if x.dim() > 1 else x * y, "a row": lambda x, y: x[0] if x.dim() and len(x) else x,
    "joined": lambda x, y: torch.cat([x.reshape(-1), y.reshape(-1)]), "stacked": lambda x, y: torch.stack((x, y)),
    "pieces": lambda x, y: x.reshape(-1).chunk(2), "the largest": lambda x, y: x.reshape(-1).topk(min(1, x.numel())),
    "unbound": lambda x, y: x.unbind(0) if x.dim() else (x * 1,), "chosen": lambda x, y: torch.where(x > 0.5, x, y),
    "viewed": lambda x, y: x.view(-1) if x.is_contiguous() else x.reshape(-1), "detached": lambda x, y: x.detach(),
    "contracted": lambda x, y: torch.einsum("...,...->...", x, y),
    "of length 1": lambda x, y: torch.nn.functional.normalize(x.reshape(1, -1)),
    "wrapped around": lambda x, y: torch.nn.functional.pad(x, (1, 1), "circular") if x.dim() == 2 and x.numel() else x * 1}


def _in_mode(name: str, layout: str, mode: str, where: str) -> Any:
    def called() -> Any:
        x, y = (x0, y0) if where != "inside" else (LAYOUTS[layout](torch.float32), LAYOUTS[layout](torch.float32) + 1)
        try:
            return CALLS_IN_MODES[name](x, y)
        except Exception as error:
            return [type(error).__name__, str(error)[:40]]

    x0, y0 = (LAYOUTS[layout](torch.float32).requires_grad_(where == "a leaf"), LAYOUTS[layout](torch.float32) + 1)
    if mode == "functionalized":
        found = torch.func.functionalize(called)()
    else:
        with MODES[mode]():
            found = called()
    return [t if not isinstance(t, torch.Tensor) else [
        t.dtype, t.shape, t.stride(), t.tolist(), t.is_inference(), t.requires_grad, t._is_view(), t.data_ptr() == x0.data_ptr(),
        t.is_inference() or t._version, type(t.grad_fn).__name__] for t in (found if isinstance(found, (list, tuple)) else [found])]


def a_third(*axes: Iterable[str]) -> list[tuple[str, ...]]:
    """A third of the product, in which all that any but one of the axes may be together comes up with a third of what is on that one."""
    numbered = product(*map(enumerate, axes))
    return [tuple(value for _, value in case) for case in numbered if sum(number for number, _ in case) % 3 == 0]


@for_each(a_third(CALLS_IN_MODES, LAYOUTS, MODES, ("a leaf", "a constant", "inside")))
@pytest.mark.filterwarnings("ignore:Anomaly Detection")
def test_modes(name: str, layout: str, mode: str, where: str) -> None:
    """What is open and does not concern a call changes nothing of what it answers."""
    short = _in_mode(name, layout, mode, where)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(caller, "_run_fast_path", lambda op, args: None)
        patch.setattr(caller, "_has_no_level_or_tangent", lambda op, args: False)
        patch.setattr(arguments, "is_unaffected_by_modes", lambda tensors: False)
        long = _in_mode(name, layout, mode, where)
    assert str(short) == str(long)


@pytest.mark.parametrize("mode", ["inference", "autocast", "a level elsewhere", "hooks"])
def test_modes_are_no_detour(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing is to be saved calls take the quick way in them."""
    x, taken = torch.ones(2, 2), []
    monkeypatch.setattr(caller, "plain_call", lambda op, args: taken.append(op.name))
    with MODES[mode]():
        _ = x * x, x.sum(), x.tanh(), x.reshape(-1), torch.cat([x, x]), x.split(1), x.max(0), torch.where(x > 1, x, x)
    assert not taken


IN_PLACE: dict[str, Any] = {
    **{name: lambda x, y, name=name: getattr(x, name)() for name in (
        "relu_", "exp_", "tanh_", "sigmoid_", "sqrt_", "neg_", "abs_", "square_", "zero_", "round_", "erf_")},
    **{name: lambda x, y, name=name: getattr(x, name)(y) for name in (
        "add_", "sub_", "mul_", "div_", "copy_", "pow_", "atan2_", "eq_")},
    "add_ of a part": lambda x, y: x.add_(y, alpha=0.5), "mul_ by a number": lambda x, y: x.mul_(2),
    "div_ by a number": lambda x, y: x.div_(3.0),
    "itself": lambda x, y: x.mul_(x), "itself added": lambda x, y: x.add_(x), "clamp_": lambda x, y: x.clamp_(0.2, 0.5),
    "lerp_": lambda x, y: x.lerp_(y, 0.25), "addcmul_": lambda x, y: x.addcmul_(y, y, value=2), "fill_": lambda x, y: x.fill_(2.0),
    "masked_fill_": lambda x, y: x.masked_fill_(y > 1.5, 0.0), "+=": lambda x, y: x.__iadd__(y),
    "another shape": lambda x, y: x.add_(y[None]),
    "another dtype": lambda x, y: x.add_(y.double()), "a whole number": lambda x, y: x.mul_(torch.tensor(2)),
    "a part of it": lambda x, y: x.add_(x.flip(0)) if x.dim() else x, "its memory": lambda x, y: x.view(-1)[1:].add_(x.view(-1)[:-1])}


def _outcome_of_inplace_call(name: str, layout: str, mode: str, kind: str) -> Any:
    """What a call in place leaves behind: values, versions, nodes, gradients, or a refusal and what was there before."""
    first = LAYOUTS[layout](torch.float32).requires_grad_(kind != "constants")
    y = (LAYOUTS[layout](torch.float32) + 1).requires_grad_(kind == "both")
    source = torch.stack([first, first])[0] if kind == "a view" else first.clone() if kind != "a leaf" else first
    told: list[Any] = []
    with MODES.get(mode, torch.enable_grad)():
        x = LAYOUTS[layout](torch.float32) if kind == "made inside" else source
        try:
            out = IN_PLACE[name](x, y)
            told.append([out is x, out.requires_grad, type(out.grad_fn).__name__])
        except Exception as error:
            told.append([type(error).__name__, str(error)[:60]])
    told.append([x.dtype, x.shape, x.stride(), x.tolist(), x.is_inference() or x._version, y._version, type(x.grad_fn).__name__])
    told.append(x.grad_fn and [type(n).__name__ for n, _ in x.grad_fn.next_functions])
    if x.requires_grad and x.grad_fn is not None:
        try:
            (x * x.detach()).sum().backward()
            told.append([t.grad is not None and t.grad.tolist() for t in (first, y)])
        except Exception as error:
            told.append([type(error).__name__, str(error)[:300]])
    return told


@for_each(a_third(IN_PLACE, LAYOUTS, ["", *(mode for mode in MODES if mode != "functionalized")],
                  ("constants", "a result", "both", "a leaf", "a view", "made inside")))
@pytest.mark.filterwarnings("ignore:Anomaly Detection", "ignore:Error detected in")
def test_writing(name: str, layout: str, mode: str, kind: str) -> None:
    """What a call in place does by its short ways is what it does without them."""
    short = _outcome_of_inplace_call(name, layout, mode, kind)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(writing, "_is_unaffected_by_modes", lambda x, args: False)
        patch.setattr(writing, "_record_by_fast_path", lambda op, mask, args: False)
        patch.setattr(writing, "_is_untracked", lambda t: False)
        long = _outcome_of_inplace_call(name, layout, mode, kind)
    assert str(short) == str(long)


def test_threads_have_no_levels_of_others_afterwards() -> None:
    """A thread computes with the duals of another, twice, and with its own in between."""
    def own() -> float:
        with fwad.dual_level():
            return float(fwad.unpack_dual(fwad.make_dual(torch.tensor(2.0), torch.tensor(1.0)) ** 2).tangent)

    with ThreadPoolExecutor(1) as pool, fwad.dual_level():
        x = fwad.make_dual(torch.tensor([3.0, 4.0]), torch.tensor([1.0, 2.0]))
        for _ in range(2):
            assert fwad.unpack_dual(pool.submit(lambda: x * x).result()).tangent.tolist() == [6, 16]
            assert fwad.unpack_dual(pool.submit(lambda: (x * 1).mul_(2)).result()).tangent.tolist() == [2, 4]
            assert pool.submit(own).result() == 4
    assert threading.active_count() > 0


@for_each([(value, value if -(1 << 63) <= value < 1 << 63 else None) for value in (
    0, 1, -1, (1 << 63) - 1, 1 << 63, -(1 << 63), -(1 << 63) - 1, 1 << 64, -(1 << 64), True)])
def test_words_have_64_bits(value: int, expected: int | None) -> None:
    if expected is None:
        with pytest.raises(ValueError, match="Overflow when unpacking long long"):
            numbers.to_int64(value)
    else:
        assert numbers.to_int64(value) == expected


def test_what_hangs_on_a_leaf_outlives_an_older_life_of_its_node() -> None:
    leaf = torch.ones(2, requires_grad=True)
    seen: list[Any] = []
    node = (leaf * 2).grad_fn.next_functions[0][0]
    node.register_prehook(lambda g: seen.append(g))
    gc.collect()  # the graph is gone, the node is held
    accumulator_lifetime._on_state_lost(weakref.ref(leaf), weakref.ref(accumulator_lifetime.AccumulatorState()))
    (leaf * 3).sum().backward()
    assert len(seen) == 1
    del node
    (leaf * 3).sum().backward()
    assert len(seen) == 1


@pytest.mark.parametrize("family", ["nn", "shape", "random", "special"])
def test_families_that_wait_have_no_other_names(family: str) -> None:
    from importlib import import_module

    package = import_module(f"minitorch_compat._array.{family}")
    assert package.DEFERRED
    with pytest.raises(AttributeError, match="has no attribute 'no_such_family'"):
        _ = package.no_such_family


def test_parts_that_subclasses_fill_in_say_so() -> None:
    modules, x = torch.nn.modules, torch.ones(1, 1, 2)
    for call in (lambda: modules.padding._CircularPadNd()._check_input_dim(x),
    lambda: modules.instancenorm._InstanceNorm(1)._check_input_dim(x),
                 lambda: modules.batchnorm._BatchNorm(1)._check_input_dim(x), lambda: torch.nn.Module()(x)):
        with pytest.raises(NotImplementedError):
            call()


USUAL = (torch.bool, torch.uint8, torch.int16, torch.int32, torch.int64, torch.float16, torch.bfloat16, torch.float32, torch.float64,
         torch.complex64)


def _small(layout: str, dtype: Any) -> Any:
    return (LAYOUTS[layout](torch.float64) * 4 - 1).to(dtype)


def _description(out: Any) -> Any:
    return [[t.dtype, t.shape, t.stride(), str(t.tolist()), type(t.grad_fn).__name__] for t in (out if isinstance(out, tuple) else (out,))]


def _described(call: Any, *args: Any) -> Any:
    try:
        return _description(call(*args))
    except Exception as error:
        return [type(error).__name__, str(error)]


@for_each(product(("add", "mul", "div", "gt", "maximum", "atan2", "bitwise_or", "fmod", "xlogy"), USUAL, USUAL))
def test_mixed_dtypes(name: str, first: Any, second: Any) -> None:
    """Two tensors of different dtypes are promoted beside the fast path as by the general call."""
    for layouts in (("matrix", "matrix"), ("single", "matrix"), ("matrix", "single"), ("single", "single"), ("turned", "matrix"),
                    ("a row", "every second"), ("none", "a row"), ("matrix", "one"), ("matrix", "channels")):
        x, y = _small(layouts[0], first), _small(layouts[1], second)
        for recorded in (False, True):
            x.requires_grad_(recorded and first.is_floating_point)
            assert _described(caller.caller(name), x, y) == _described(caller.general_call, caller.OPS[name], (x, y)), layouts


#: Op -> its attributes; the tensors come first.
WITH_ATTRIBUTES: dict[str, tuple[int, tuple[Any, ...]]] = {
    "add_scaled": (2, (3,)), "sub_scaled": (2, (0.5,)), "lerp_scalar": (2, (0.3,)), "huber": (2, (0.7,)), "addcmul": (3, (0.5,)),
    "addcdiv": (3, (2,)), "lerp": (3, ()), "linalg_cross": (2, (0,)), "sum_dim": (1, ([0], True, None)),
    "mean_dim": (1, ([-1], False, None)), "prod_dim": (1, (0, False, None)), "cumsum": (1, (-1, None)),
    "cast": (1, (torch.float64.numpy,)), "vector_norm": (1, (2, [0], True, None)), "max_dim": (1, (0, True)),
    "cummax": (1, (-1,)), "sort": (1, (0, True, True)), "var_of": (1, ([0], 1, False))}


@for_each(product(WITH_ATTRIBUTES, LAYOUTS, USUAL))
def test_calls_with_attributes(name: str, layout: str, dtype: Any) -> None:
    """Tensors, then attributes: values, layouts and nodes are those of the general call."""
    count, attributes = WITH_ATTRIBUTES[name]
    tensors = [_small(layout, dtype) + n for n in range(count)] if dtype is not torch.bool else [_small(layout, dtype)] * count
    args = (*tensors, *attributes)
    for recorded in (False, True) if dtype.is_floating_point or dtype.is_complex else (False,):
        for t in tensors:
            t.requires_grad_(recorded)
        assert _described(caller.caller(name), *args) == _described(caller.general_call, caller.OPS[name], args), recorded
