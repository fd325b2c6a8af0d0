"""Hooks of every kind combined with every kind of backward call, with and without errors in between: PyTorch's results."""
from __future__ import annotations

import json
import lzma
from pathlib import Path
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat._ops.op import ENTRY
from tests.autograd.engine.targets import answers, called
from tests.many_cases import for_each

RECORDED = json.loads(lzma.decompress((Path(__file__).parents[2] / "data" / "targets.json.xz").read_bytes()))


@pytest.mark.filterwarnings("ignore:The .grad attribute of a Tensor that is not a leaf:UserWarning")
def test_answers() -> None:
    found = answers(torch)
    assert len(found) > 800
    assert {name: [RECORDED["targets"][name], told] for name, told in found.items() if told != RECORDED["targets"][name]} == {}


def test_nodes_of_several_results_called_by_hand() -> None:
    found = called(torch)
    assert len(found) == 90
    assert {name: [RECORDED["called"][name], told] for name, told in found.items() if told != RECORDED["called"][name]} == {}


#: Ops whose gradient is what came, or a view of it.
PASSING: dict[str, Any] = {
    "add": lambda x: x + 1, "clone": lambda x: x.clone(), "view": lambda x: x.view(2, 2), "reshape": lambda x: x.reshape(-1),
    "T": lambda x: x.t(),
    "sub": lambda x: x - 1, "add of two": lambda x: x + x.detach(), "contiguous": lambda x: x.t().contiguous(),
    "cat": lambda x: torch.cat([x]),
    "stack": lambda x: torch.stack([x]), "positive": lambda x: +x, "squeeze": lambda x: x[None].squeeze(0),
    "to": lambda x: x.to(x.dtype, copy=True),
    "split": lambda x: x.split(1)[0], "where": lambda x: torch.where(x == x, x, x)}


@for_each([(name, kind, twice) for name in PASSING for kind in ("post", "pre", "tensor", "retain", "prehook of the next")
           for twice in (False, True, None)])
def test_what_a_hook_has_seen_stays_as_it_was(name: str, kind: str, twice: bool | None) -> None:
    """However often it is added to afterwards: by another way to the same node, by a second backward."""
    a = torch.ones(2, 2, dtype=torch.float64, requires_grad=True)
    kept: list[Any] = []

    def keep(*groups: Any) -> None:
        for group in groups:
            kept.extend((g, g.clone()) for g in (group if isinstance(group, tuple) else (group,)) if g is not None)

    u = a * 1 if twice is not None else a  # None: straight to the leaf, whose gradient is added to by the second backward
    w = u * 3 if not twice else u + 0
    v = PASSING[name](u)
    if v is a:
        return
    if kind == "post":
        v.grad_fn.register_hook(keep)
    elif kind == "pre":
        v.grad_fn.register_prehook(keep)
    elif kind == "tensor":
        v.register_hook(keep)
    elif kind == "retain":
        v.retain_grad()
    elif u is not a:
        u.grad_fn.register_prehook(keep)
    else:
        return
    total = (v * 2).sum() + (v * 5).sum() + (w * 7).sum() if u is not a else (v * 2).sum()
    total.backward(retain_graph=True)
    if kind == "retain":
        kept.append((v.grad, v.grad.clone()))
        v.grad = None
    first = a.grad.clone()
    total.backward()
    assert kept and all(torch.equal(now, then) for now, then in kept)
    assert torch.equal(a.grad, 2 * first)


@pytest.mark.filterwarnings("ignore:grad and param do not obey")
@for_each([(shape, steps, grad)
           for shape, steps in (((3,), (0,)), ((2, 3), (0, 1)), ((2, 3), (1, 0)), ((3,), (1,)), ((1, 3), (0, 1)))
           for grad in ("as the leaf", "in order", "every second", "none")])
def test_gradients_whose_elements_share_memory_are_not_added_to(shape: Any, steps: Any, grad: str) -> None:
    leaf = torch.zeros(9).as_strided(shape, steps).requires_grad_()
    if grad != "none":
        leaf.grad = {"as the leaf": torch.zeros(9).as_strided(shape, steps), "in order": torch.zeros(shape),
                     "every second": torch.zeros((*shape, 2))[..., 0]}[grad]
    factor = torch.arange(1.0, 1 + leaf.numel()).view(shape)
    loss = (leaf * factor).sum()
    shared = len({sum(i * s for i, s in zip(place, steps)) for place in torch.ones(shape).nonzero().tolist()}) < leaf.numel()
    if shared and grad == "as the leaf":
        with pytest.raises(RuntimeError, match="more than one element of the written-to tensor refers to a single memory location"):
            loss.backward()
        assert leaf.grad.eq(0).all()
    else:
        loss.backward()
        assert torch.equal(leaf.grad, factor)


@pytest.mark.filterwarnings("ignore:Using backward")
@for_each([(option, value) for option in ("retain_graph", "create_graph") for value in (-1, 0, 1, 2, 255, 256, 257, 1 << 40)])
def test_flags_are_bytes(option: str, value: int) -> None:
    x = torch.ones(2, requires_grad=True)
    for call in (lambda **flags: torch.autograd.grad((x * x).sum(), x, **flags), lambda **flags: (x * x).sum().backward(**flags)):
        if 0 <= value < 256:
            call(**{option: value})
        else:
            with pytest.raises(OverflowError, match="unsigned byte integer is"):
                call(**{option: value})


@pytest.mark.filterwarnings("ignore:Using backward")
@pytest.mark.parametrize("inner", ["grad", "backward", "create", "hooked", "of two", "of a view"])
def test_callbacks_of_the_outer_backward_after_one_inside(inner: str) -> None:
    """A hook that runs a backward of its own leaves the one around it as it was."""
    said: list[str] = []
    x, w = (torch.ones(2, requires_grad=True) for _ in range(2))

    def hook(_: Any) -> None:
        with torch.enable_grad():
            if inner == "backward":
                (w * 2).sum().backward()
            elif inner == "hooked":
                square = w * w
                square.register_hook(lambda g: None)
                torch.autograd.grad(square.sum(), w)
            elif inner == "of two":
                torch.autograd.grad([(w * w).sum(), w.var()], [w, w * 1], allow_unused=True)
            elif inner == "of a view":
                torch.autograd.grad(torch.stack([*w.unbind(), w.max(0).values]).sum(), w)
            else:
                torch.autograd.grad((w * w).sum(), w, create_graph=inner == "create")
        torch.autograd.Variable._execution_engine.queue_callback(lambda: said.append("end"))
        said.append("hook")

    y = x * 2
    y.register_hook(hook)
    (y * 3).sum().backward()
    assert said == ["hook", "end"] and x.grad.tolist() == [6, 6]


@pytest.mark.filterwarnings("ignore:Casting complex")
@for_each([(a, b, order) for a in ("float32", "float64", "float16", "complex64") for b in ("float32", "float64", "complex128")
           for order in (1, 2)])
def test_gradients_inside_of_levels_have_their_arguments_dtype(a: str, b: str, order: int) -> None:
    """Of products and sums of two dtypes, as outside of levels."""
    x = torch.tensor([1.5, 2.0]).to(getattr(torch, a))
    other = torch.tensor([0.5, 3.0]).to(getattr(torch, b))

    def f(x: Any) -> Any:
        y = x.sin() * 2
        z = (y + other) * other + y * y.to(other.dtype)
        return (z.real if z.is_complex() else z).sum()

    leaf = x.clone().requires_grad_()
    (expected,) = torch.autograd.grad(f(leaf), leaf, create_graph=True)
    found = torch.func.grad(f)(x)
    if order == 2:
        size = expected.abs().sum() if expected.is_complex() else expected.sum()
        (expected,) = torch.autograd.grad(size, leaf)
        found = torch.func.grad(lambda x: (lambda g: g.abs().sum() if g.is_complex() else g.sum())(torch.func.grad(f)(x)))(x)
    assert found.dtype == x.dtype
    torch.testing.assert_close(found, expected.detach())


@pytest.mark.parametrize("create_graph", [False, True])
@pytest.mark.parametrize("asked", ["leaf", "node"])
def test_no_gradient_is_computed_for_what_is_not_asked_for(monkeypatch: pytest.MonkeyPatch, create_graph: bool, asked: str) -> None:
    """The second factor's formula, which nobody needs, is never called."""
    called = []
    entry = ENTRY.mul
    first, second = entry.formulas
    monkeypatch.setattr(entry, "formulas", (first, lambda *args: called.append(args) or second(*args)))
    leaf, other = (torch.ones(3, requires_grad=True) for _ in range(2))
    x = leaf if asked == "leaf" else leaf.sin()
    y = (x * other).sum()
    (found,) = torch.autograd.grad(y, x, create_graph=create_graph)
    assert found.tolist() == [1, 1, 1] and not called
    torch.autograd.grad((leaf * other).sum(), (leaf, other), create_graph=create_graph)
    assert len(called) == 1


def test_leaves_of_one_node_are_executed_in_its_order() -> None:
    a, b, c, d = leaves = [torch.ones(2, requires_grad=True) for _ in range(4)]
    loss, told = (a * b + c * d).sum(), []

    def note(_: torch.Tensor) -> None:
        nodes = torch._C._current_graph_task_execution_order()
        told.extend(next((i for i, leaf in enumerate(leaves) if getattr(node, "variable", None) is leaf), node.name()) for node in nodes)

    loss.register_hook(note)
    with torch.autograd.set_multithreading_enabled(False):
        loss.backward()
    assert told == ["SumBackward0", "AddBackward0", "MulBackward0", 2, 3, "MulBackward0", 0, 1]


@pytest.mark.parametrize("create_graph", [False, True])
def test_a_derivative_that_does_not_exist_is_not_missed_where_it_is_not_asked_for(create_graph: bool) -> None:
    order, x = (torch.tensor(value, requires_grad=True) for value in (3.0, 2.0))
    y = torch.special.gammainc(order * 1, x)
    (found,) = torch.autograd.grad(y, x, retain_graph=True, create_graph=create_graph)
    torch.testing.assert_close(found.detach(), torch.tensor(0.2706705629825592))
    y.backward(inputs=[x], retain_graph=True)
    with pytest.raises(NotImplementedError, match="igamma"):
        torch.autograd.grad(y, order)
