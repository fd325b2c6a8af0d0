"""Containers of modules and parameters, states, lazy layers, hooks, pruning and parametrizations."""
from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from . import questions


def cases() -> Iterator[str]:
    """Every line, and hooks of all modules."""
    yield from questions("containers")[0]
    for first, second in product(("register_module_backward_hook", "register_module_full_backward_hook"), repeat=2):
        yield f"hooked('{first}', '{second}')"
    for device, dtype, layout in product(("", "'cpu', ", "'meta', "), ("", "torch.float64, "), ("", "memory_format=torch.channels_last")):
        yield f"[[p.dtype, p.device.type, p.stride()] for p in nn.Conv2d(3, 2, 2).to({device}{dtype}{layout}).parameters()]"


def names(torch: Any) -> dict[str, Any]:
    """What the texts name."""
    import copy
    import importlib
    import pickle

    import numpy as np
    nn = torch.nn
    prune = importlib.import_module(f"{torch.__name__}.nn.utils.prune")
    P = importlib.import_module(f"{torch.__name__}.nn.utils.parametrize")
    every = importlib.import_module(f"{torch.__name__}.nn.modules.module")

    def said(container: Any, change: Any) -> Any:
        result = change(container)
        return [[k, type(m).__name__] for k, m in container.named_children()] + [len(container), result is container]

    def shapes(container: Any, change: Any) -> Any:
        change(container)
        keys = range(len(container)) if isinstance(container, nn.ParameterList) else list(container)
        return [[k, list(container[k].shape) if isinstance(container[k], torch.Tensor) else container[k]] for k in keys]

    def from_table(kind: Any, **options: Any) -> Any:
        made = kind.from_pretrained(torch.arange(8.0).reshape(4, 2), **options)
        return [made, made.weight, made.weight.requires_grad]

    def loaded(module: Any, state: Any, **options: Any) -> Any:
        try:
            found = module.load_state_dict(state, **options)
        except RuntimeError as error:
            return [line.strip()[:60] for line in str(error).splitlines()]
        return [list(found.missing_keys), list(found.unexpected_keys),
                [[k, str(getattr(p, "dtype", "")), list(p.shape) if type(p).__name__[:4] != "Unin" else "lazy", p.requires_grad]
                 for k, p in module.state_dict(keep_vars=True).items()]]

    class Lazy(nn.modules.lazy.LazyModuleMixin, nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.weight = nn.UninitializedParameter()

    def shared() -> Any:
        m = nn.LazyLinear(3)
        m.again, m.other = m.weight, nn.UninitializedParameter()
        return m

    def kept_gradients(**options: Any) -> Any:
        m = nn.Linear(1, 1)
        m(torch.ones(1, 1)).sum().backward(create_graph=True)
        m.zero_grad(**options)
        return [p.grad if p.grad is None else [p.grad.tolist(), p.grad.requires_grad, p.grad.grad_fn is None] for p in m.parameters()]

    def pickled(value: Any) -> Any:
        back = pickle.loads(pickle.dumps(value))
        value.spam = 3
        again = pickle.loads(pickle.dumps(value))
        return [type(back).__name__, back.requires_grad, back.tolist(), getattr(again, "spam", None), again.requires_grad]

    def adaptive() -> Any:
        m = nn.AdaptiveLogSoftmaxWithLoss(4, 8, [2, 5], head_bias=True, div_value=2.0)
        for i, p in enumerate(m.parameters()):
            p.data.copy_(torch.arange(float(p.numel())).reshape(p.shape).sin() * (i + 1) / 3)
        return m

    def graded(*values: float) -> Any:
        p = nn.Parameter(torch.zeros(len(values)))
        p.grad = torch.tensor(values)
        return p

    def linear() -> Any:
        m = nn.Linear(3, 2)
        m.weight.data.copy_(torch.tensor([[3.0, -1.0, 2.0], [0.5, -4.0, 1.5]]))
        m.bias.data.copy_(torch.tensor([0.25, -2.5]))
        return m

    def pruned(change: Any) -> Any:
        m = linear()
        change(m)
        return [m.weight, m.bias, [n for n, _ in m.named_buffers()], sorted(n for n, _ in m.named_parameters()),
                [type(h).__name__ for h in m._forward_pre_hooks.values()]]

    def named(name: str) -> Any:
        method = prune.Identity()
        method._tensor_name = name
        return method

    def typed(kind: str) -> Any:
        method = prune.L1Unstructured(1)
        method.PRUNING_TYPE = kind
        method._tensor_name = "a"
        return method

    class Double(nn.Module):  # type: ignore[misc, name-defined]
        def forward(self, x: Any) -> Any:
            return x * 2

        def right_inverse(self, x: Any) -> Any:
            return x / 2

    class Halves(nn.Module):  # type: ignore[misc, name-defined]
        def forward(self, x: Any, y: Any) -> Any:
            return x + y

        def right_inverse(self, x: Any) -> Any:
            return x * 0.25, x * 0.75

    class Wrong(nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self, answer: Any) -> None:
            super().__init__()
            self.answer = answer

        def forward(self, *x: Any) -> Any:
            return x[0]

        def right_inverse(self, x: Any) -> Any:
            return self.answer

    def parametrized(*maps: Any, **options: Any) -> Any:
        m = linear()
        for one in maps:
            P.register_parametrization(m, "weight", one, **options)
        return [m.weight, sorted([n, list(p.shape)] for n, p in m.named_parameters()), m.bias.requires_grad]

    def assigned(one: Any, value: Any) -> Any:
        m = linear()
        P.register_parametrization(m, "weight", one, unsafe=True)
        m.weight = value
        return [m.weight, [[n, p] for n, p in sorted(m.named_parameters())]]

    def double() -> Any:
        m = linear()
        P.register_parametrization(m, "weight", Double())
        return m

    def halved() -> Any:
        m = linear()
        P.register_parametrization(m, "weight", Halves())
        return m

    def hooked(*registrations: str) -> Any:
        """Gradient hooks of all modules: what they see, in which order, and whether the kinds are mixed."""
        told: list[Any] = []
        handles = []
        try:
            for i, name in enumerate(registrations):
                def hook(module: Any, into: Any, out: Any, i: int = i) -> None:
                    told.append([i, type(module).__name__, [None if g is None else g.tolist() for g in into], [g.tolist() for g in out]])
                handles.append(getattr(every, name)(hook))
            module = nn.Tanh()
            module(torch.ones(2, requires_grad=True)).sum().backward()
        finally:
            for handle in handles:
                handle.remove()
            every._global_is_full_backward_hook = None
        return told

    return {"np": np, "copy": copy, "prune": prune, "P": P, "said": said, "shapes": shapes, "from_table": from_table, "loaded": loaded,
            "Lazy": Lazy, "shared": shared, "kept_gradients": kept_gradients, "pickled": pickled, "adaptive": adaptive, "graded": graded,
            "pruned": pruned, "named": named, "typed": typed, "Double": Double, "Halves": Halves, "Wrong": Wrong,
            "parametrized": parametrized, "assigned": assigned, "double": double, "halved": halved, "hooked": hooked}
