"""What becomes of parameters, gradients and buffers when a module is converted or loaded, or is not ready for it."""
from __future__ import annotations

import contextlib
import weakref
from collections.abc import Iterator
from typing import Any

from .. import refused


@contextlib.contextmanager
def _setting(torch: Any, name: str) -> Iterator[None]:
    put = getattr(torch.__future__, f"set_{name}_module_params_on_conversion")
    put(True)
    try:
        yield
    finally:
        put(False)


def _layer(torch: Any) -> tuple[Any, Any, Any]:
    layer = torch.nn.Linear(2, 2)
    layer(torch.ones(1, 2)).sum().backward()
    return layer, layer.weight, layer.weight.grad


def converted_gradients(torch: Any) -> Iterator[Any]:
    """A gradient stays the same tensor where its parameter does: on the same device, and swapped ones."""
    for setting in (None, "overwrite", "swap"):
        with _setting(torch, setting) if setting else contextlib.nullcontext():
            for convert in (lambda m: m.double(), lambda m: m.float(), lambda m: m.to("meta"), lambda m: m.share_memory()):
                layer, weight, grad = _layer(torch)
                convert(layer)
                new = layer.weight
                yield setting, new is weight, new.grad is grad, new.dtype, new.grad.dtype, grad.dtype, new.device, new.grad.device


def swapped_parameters(torch: Any) -> Iterator[Any]:
    """Who holds a parameter sees what was loaded, in a tensor of the class's own making; a weak reference forbids it."""

    class Told(torch.nn.Parameter):
        def module_load(self, other: Any, assign: bool = False) -> Any:
            return other if assign else super().module_load(other)

    with _setting(torch, "swap"):
        for assign in (False, True):
            layer = torch.nn.Linear(1, 1)
            held, state = layer.weight, {"weight": torch.ones(1, 1).double(), "bias": torch.ones(1)}
            layer.bias.requires_grad_(False)
            layer.load_state_dict(state, assign=assign)
            yield layer.weight is held, held, held.requires_grad, layer.bias, type(held) is torch.nn.Parameter
        layer.weight = Told(torch.zeros(1, 1))
        layer.load_state_dict(state)
        yield type(layer.weight).__name__
        layer.weight = Told(torch.zeros(1, 1))
        yield refused(lambda: layer.load_state_dict(state, assign=True))
        layer, weight, grad = _layer(torch)
        references = [weakref.ref(grad)]
        yield refused(layer.double), weight.dtype
        layer, weight, grad = _layer(torch)
        references.append(weakref.ref(weight))
        yield refused(layer.double), weight.grad is grad
        yield refused(lambda: layer.load_state_dict({"weight": torch.ones(2, 2), "bias": torch.ones(2)}))


def buffers_of_subclasses(torch: Any) -> Iterator[Any]:
    """A `register_buffer` of two arguments is called with two."""

    class Narrow(torch.nn.Module):
        def __init__(self, persistent: bool) -> None:
            super().__init__()
            self.kept = torch.nn.Buffer(torch.ones(1), persistent=persistent)

        def register_buffer(self, name: str, tensor: Any) -> None:
            super().register_buffer(name, tensor)

    yield list(Narrow(True).state_dict())
    yield refused(lambda: Narrow(False))
    # PyTorch: ['kept']
    # PyTorch: RuntimeError: Registering a non-persistent buffer on ...


def uninitialized_parameters(torch: Any) -> Iterator[Any]:
    """Outside of a lazy module they have no values to be saved, and take no settings."""
    module = torch.nn.Module()
    module.p = torch.nn.parameter.UninitializedParameter()
    yield list(module.state_dict(keep_vars=True)), list(torch.nn.LazyLinear(2).state_dict())
    for call in (module.state_dict, module.p.detach, module.p.requires_grad_, lambda: torch.nn.LazyLinear(2).requires_grad_(False)):
        found = refused(call)
        yield found["raised"], found["message"][:45]
    # PyTorch: (['p'], ['weight', 'bias'])
    # PyTorch: ('ValueError', 'Attempted to use an uninitialized ...')
    # PyTorch: ('ValueError', 'Attempted to use an uninitialized ...')
    # PyTorch: ('ValueError', 'Attempted to use an uninitialized ...')
    # PyTorch: ('ValueError', 'Attempted to use an uninitialized ...')


def arguments_of_layers(torch: Any) -> Iterator[Any]:
    """Which mistake is named where there are two, and under which name."""
    import warnings

    functional = torch.nn.functional
    columns = torch.ones(1, 12, 12)
    for d in (8, 4, 3):
        yield refused(lambda d=d: functional.fold(columns, (4, 5), (2, 2), dilation=d))["message"].partition(", w")[0]
    yield [refused(lambda f=f: f(torch.ones(2), 2.0)) for f in (functional.dropout1d, functional.dropout2d, functional.dropout3d)]
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        functional.softmin(torch.ones(2, 2))
        torch.nn.Softmin()(torch.ones(2, 2))
    yield [str(w.message)[:45] for w in seen]
    for n in (0, 4):
        sizes = (1, 1, *[2] * n)
        yield refused(lambda sizes=sizes: torch.convolution(torch.ones(sizes), torch.ones(sizes), None, [1], [0], [1], False, [0], 1))
