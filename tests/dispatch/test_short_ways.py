"""Short ways that calls take where nothing is unusual, against the long way of the same call; and what stands beside them."""
from __future__ import annotations

import gc
import threading
import weakref
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat._array.core import numbers
from minitorch_compat._dispatch.call import special_calls
from minitorch_compat._dispatch.graph import accumulator_lifetime
from tests.together import for_each

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


def _told(name: str, layout: str, dtype: Any, both: bool) -> Any:
    call, make = CALLS[name], LAYOUTS[layout]
    with fwad.dual_level():
        x, t = make(dtype), make(dtype) * 2
        first = fwad.make_dual(x, t)
        second = fwad.make_dual(make(dtype) + 1, make(dtype) * 3) if both else make(dtype) + 1
        try:
            out = call(first, second)
        except Exception as error:
            return [type(error).__name__, str(error)[:40]]
        primal, tangent = fwad.unpack_dual(out)
        return [[p is not None and p.dtype, p is not None and p.shape, p is not None and p.stride(), p is not None and p.tolist(),
                 p is not None and p.data_ptr() == x.data_ptr()] for p in (primal, tangent)]


@for_each([(name, layout, dtype, both) for name in CALLS for layout in LAYOUTS
           for dtype, both in ((torch.float32, False), (torch.float64, True))])
def test_duals(name: str, layout: str, dtype: Any, both: bool) -> None:
    """Values, dtypes and layouts of results and their tangents."""
    short = _told(name, layout, dtype, both)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(special_calls, "direct_dual", lambda op, args, level: None)
        long = _told(name, layout, dtype, both)
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
            numbers.word(value)
    else:
        assert numbers.word(value) == expected


def test_what_hangs_on_a_leaf_outlives_an_older_life_of_its_node() -> None:
    leaf = torch.ones(2, requires_grad=True)
    seen: list[Any] = []
    node = (leaf * 2).grad_fn.next_functions[0][0]
    node.register_prehook(lambda g: seen.append(g))
    gc.collect()  # the graph is gone, the node is held
    accumulator_lifetime._ended(weakref.ref(leaf), weakref.ref(accumulator_lifetime.Life()))
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
