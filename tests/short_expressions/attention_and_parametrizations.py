"""Masks of attention, grouped products, parametrizations; where backward ends; writes in place to other shapes and under vmap."""
from __future__ import annotations

import importlib
import warnings
from collections.abc import Iterator
from itertools import product
from typing import Any

from . import questions


def cases() -> Iterator[str]:
    """Every line, and ends at custom functions."""
    yield from questions("attention_and_parametrizations")[0]
    for arguments in product(("None", "2"), ("True", "False"), ("1", "2"), ("True", "False")):
        yield f"ended({', '.join(arguments)})"
    for call, target, wide, recording in product(("add_", "mul_", "sub_", "pow_", "eq_"),
                                                 ("a leaf", "a constant", "a result", "a part", "a part of a leaf", "one of several"),
                                                 ((2, 3), (2, 2, 3), (2, 1, 3)), (True, False)):
        yield f"written('{call}', '{target}', {wide}, {recording})"
    for call, shape in product(("addr_(v, w)", "addmv_(n, w)", "addmm_(n, n.t())", "addcmul_(n, w)", "addcdiv_(w, v[:, None])", "copy_(n)",
                                "lerp_(n, w, 0.5)", "masked_fill_(n > 0, 1)", "index_add_(0, k, n)", "scatter_(0, k, w)", "put_(k, v)",
                                "renorm_(2, 0, 1)", "tril_()", "fill_diagonal_(1)", "mul_(n)", "t_()"),
                               ("()", "(1,)", "(2,)", "(3,)", "(2, 2)", "(2, 3)", "(3, 2)", "(1, 1)", "(1, 3)", "(2, 2, 2)", "(1, 2, 3)")):
        yield f"grown(lambda t, v, w, n, k: t.{call}, {shape})"


def names(torch: Any) -> dict[str, Any]:
    """What the texts name."""
    nn = torch.nn
    modules = {name: importlib.import_module(f"{torch.__name__}.nn.{name}") for name in (
        "attention.flex_attention", "utils.prune", "utils.parametrize", "utils._per_sample_grad",
        "utils._expanded_weights.expanded_weights_impl")}
    flex = modules["attention.flex_attention"]
    leaf, bias = torch.tensor([[2.0, 1.0], [0.5, 3.0]], requires_grad=True), torch.ones(2, requires_grad=True)

    def grown(call: Any, shape: Any) -> Any:
        """Written by what may have another shape."""
        v, w = torch.tensor([0.5, 2.0]), torch.tensor([1.0, -1.0, 3.0])
        found = call(torch.full(shape, 1.5), v, w, torch.outer(v, w), torch.tensor([1, 0]))
        return [list(found.shape), found.tolist()]

    def written(call: str, target: str, wide: Any, recording: bool) -> Any:
        """A tensor of all examples at once, written to for each of them."""
        start = torch.ones(2, 3).requires_grad_(target != "a constant")
        with torch.set_grad_enabled(recording):
            t = {"a leaf": lambda: start, "a constant": lambda: start, "a result": lambda: start * 2, "a part": lambda: (start * 2)[0],
                 "a part of a leaf": lambda: start[0], "one of several": lambda: (start * 2).unbind()[0]}[target]()
            out = torch.vmap(lambda x: getattr(t, call)(x))(torch.ones(wide))
        return [out.detach().tolist(), t.detach().tolist()]

    class Odd(nn.Module):
        """A parametrization whose inverse is odd."""

        def __init__(self, inverse: Any) -> None:
            super().__init__()
            self.inverse = inverse

        def forward(self, t: Any) -> Any:
            return t * 2

        def right_inverse(self, t: Any) -> Any:
            return self.inverse

    class OddTransform(torch.distributions.transforms.Transform):  # type: ignore[misc]
        def __init__(self, spam: int = 0) -> None:
            super().__init__()

    class Versioned:
        """A module's name and version."""

        def __init__(self, version: str) -> None:
            self.__name__, self.__version__ = "spam", version

    def ended(giving: Any, materialize: bool, outputs: int, hooked: bool) -> list[Any]:
        """Which custom functions backward calls, and with what, where it is to end at the first of two."""
        told: list[Any] = []

        class First(torch.autograd.Function):  # type: ignore[misc]
            @staticmethod
            def forward(ctx: Any, t: Any) -> Any:
                ctx.set_materialize_grads(materialize)
                return t * 1 if outputs == 1 else (t * 1, t * 2)

            @staticmethod
            def backward(ctx: Any, *grads: Any) -> Any:
                told.append(["first", *grads])
                return torch.ones(2, 2)

        class Second(torch.autograd.Function):  # type: ignore[misc]
            @staticmethod
            def forward(ctx: Any, t: Any) -> Any:
                return t * 1

            @staticmethod
            def backward(ctx: Any, g: Any) -> Any:
                told.append(["second", g])
                return None if giving is None else g * giving

        z = First.apply(leaf)
        z = z if outputs == 1 else z[0]
        if hooked:
            z.grad_fn.register_prehook(lambda grads: told.append(["before", *grads]))
            z.grad_fn.register_hook(lambda grads, given: told.append(["after", list(grads), list(given)]))
        torch.autograd.backward(Second.apply(z).sum(), inputs=[torch.autograd.graph.get_gradient_edge(z)])
        return [told, leaf.grad]

    def anomalous(first: bool, second: bool) -> list[str]:
        """What is warned of where the second derivative is not a number."""
        t = torch.tensor([0.0], requires_grad=True)
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            with torch.autograd.set_detect_anomaly(first):
                y = t.pow(1.5)
            with torch.autograd.set_detect_anomaly(second, False):
                slope, = torch.autograd.grad(y, t, create_graph=True)
                slope = slope * 0.0
            try:
                with torch.autograd.set_detect_anomaly(True):
                    slope.backward()
            except RuntimeError as error:
                return [str(error)[:60], *sorted({str(w.message)[:70] for w in told})]
        return [str(t.grad), *sorted({str(w.message)[:70] for w in told})]

    class Sub(torch.Tensor):  # type: ignore[misc]
        pass

    class SubBuffer(nn.Buffer):  # type: ignore[misc]
        pass

    def Sparsely(dtype: Any) -> Any:
        weight = leaf.detach().clone().requires_grad_()
        F = nn.functional
        F.embedding(torch.tensor([0, 1, 1]), weight.to(dtype), sparse=True).sum().backward()
        F.embedding(torch.tensor([0]), weight, sparse=True).sum().backward()
        return weight.grad

    def graded(t: Any) -> Any:
        t.grad = torch.tensor([[1.0, -1.0], [0.125, -0.5]])
        return t

    def tied(call: Any, **options: Any) -> list[Any]:
        """A module two of whose layers share a weight, with another in the place of one."""
        net = nn.Sequential(nn.Linear(2, 2, bias=False), nn.Linear(2, 2, bias=False))
        net[1].weight = net[0].weight
        net[0].weight.data = leaf.detach().clone()
        return [call(net, {"0.weight": torch.eye(2)}, (torch.ones(1, 2),), **options).detach(), net(torch.ones(1, 2)).detach()]

    def parametrize(odd: Any) -> Any:
        layer = nn.Linear(2, 2, bias=False)
        layer.weight.data = leaf.detach().clone()
        modules["utils.parametrize"].register_parametrization(layer, "weight", odd)
        return layer.weight, sorted(layer.state_dict())

    def twice_registered(layer: Any) -> None:
        def hook(module: Any, state: Any, prefix: Any, metadata: Any) -> None:
            pass

        layer.register_state_dict_post_hook(hook)
        layer._register_state_dict_hook(hook)

    def stepping(optimizer: Any, **options: Any) -> Any:
        p = nn.Parameter(leaf.detach().clone())
        p.grad = torch.ones_like(p)
        optimizer([p], lr=0.1, **options).step()
        return p.detach()

    names = ("BlockMask", "AuxRequest", "create_block_mask", "create_mask", "and_masks", "or_masks")
    helpers = (Odd, OddTransform, Versioned, parametrize, stepping, twice_registered, ended, anomalous, Sub, SubBuffer,
               Sparsely, graded, tied, written, grown)
    return {**{name: getattr(flex, name) for name in names}, **{helper.__name__: helper for helper in helpers},
            "flex": flex.flex_attention, "q": torch.arange(128.0).reshape(1, 2, 4, 16).cos(), "prune": modules["utils.prune"],
            "one": torch.ones(1, 1, 2).int(), "places": torch.tensor([[[[0, 1], [1, 0]]]]).int(), "O": torch.optim,
            "grouped": nn.functional.grouped_mm, "a": torch.arange(64.0).reshape(2, 4, 8).sin(),
            "b": torch.arange(128.0).reshape(2, 8, 8).cos(), "leaf": leaf, "bias": bias, "m": leaf.detach(),
            "x": torch.arange(6.0).reshape(2, 3).sin(),
            "Expanded": modules["utils._expanded_weights.expanded_weights_impl"].ExpandedWeight}
