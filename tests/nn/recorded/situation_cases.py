"""The layers of layer_cases.py in typical situations, and the recorder of PyTorch's outcomes.

`python tests/nn/recorded/situation_cases.py` needs PyTorch 2.13 and writes situations.json.xz next to this file. An outcome
is a text: dtype, shape, strides and two sums of the elements of each tensor, or the exception's name.
"""
from __future__ import annotations

import copy
import importlib
import io
import json
import lzma
import pickle
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

if __package__:
    from .layer_cases import CASES, flat_outputs, make_inputs, make_layer, values
else:
    from layer_cases import CASES, flat_outputs, make_inputs, make_layer, values

REFERENCE = Path(__file__).with_name("situations.json.xz")
#: Formats of images and volumes, by the number of dimensions.
FORMATS = {4: "channels_last", 5: "channels_last_3d"}
Situation = Callable[[Any, Any, list[Any]], str]
SITUATIONS: dict[str, Situation] = {}


def situation(function: Situation) -> Situation:
    """Adds a function of torch, a layer and its inputs under its name."""
    SITUATIONS[function.__name__.replace("_", " ")] = function
    return function


def _sums(torch: Any, t: Any) -> str:
    v = torch.view_as_real(t.resolve_conj()) if t.is_complex() else t
    v = v.to(torch.float64).reshape(-1)
    return f"{(v * torch.cos(torch.arange(v.numel(), dtype=torch.float64))).sum().item():.4g} {v.abs().sum().item():.4g}"


def _description(torch: Any, t: Any, numbers: bool = True) -> str:
    if t is None:
        return "None"
    strides = t.stride() if t.layout is torch.strided and t.numel() else ""
    place = "" if t.device.type == "cpu" else t.device.type
    sums = _sums(torch, t.detach()) if numbers and not place and t.layout is torch.strided else ""
    return f"{str(t.dtype).rpartition('.')[2]} {tuple(t.shape)} {strides} {place}{'g' * t.requires_grad} {sums}"


def _results(torch: Any, found: Any, numbers: bool = True) -> str:
    return " | ".join(_description(torch, t, numbers) for t in flat_outputs(torch, found))


def _map_floating(inputs: list[Any], change: Callable[[Any], Any]) -> list[Any]:
    return [change(t.detach()) if t.is_floating_point() else t for t in inputs]


def _loss(torch: Any, out: Any) -> Any:
    parts = [t for t in flat_outputs(torch, out) if t.is_floating_point()]
    return sum((t * torch.from_numpy(values(tuple(t.shape), 5)).to(t.dtype)).sum() for t in parts)


def _all(torch: Any, layer: Any, inputs: list[Any], numbers: bool = True) -> str:
    """Outputs, gradients of parameters and inputs, buffers."""
    out = layer(*inputs)
    told = _results(torch, out, numbers)
    loss = _loss(torch, out)
    if loss.requires_grad:
        loss.backward()
    grads = [p.grad for p in layer.parameters()] + [t.grad for t in inputs]
    return " >> ".join((told, *(" | ".join(_description(torch, t, numbers) for t in each) for each in (grads, layer.buffers()))))


@situation
def evaluated(torch: Any, layer: Any, inputs: list[Any]) -> str:
    return _all(torch, layer.eval(), inputs)


@situation
def for_inference(torch: Any, layer: Any, inputs: list[Any]) -> str:
    with torch.inference_mode():
        out = layer.eval()(*inputs)
        return f"{_results(torch, out)} {[t.is_inference() for t in flat_outputs(torch, out)]}"


@situation
def without_gradients(torch: Any, layer: Any, inputs: list[Any]) -> str:
    return _all(torch, layer.requires_grad_(False), [t.detach() for t in inputs])


@situation
def twice(torch: Any, layer: Any, inputs: list[Any]) -> str:
    layer(*inputs)
    told = _all(torch, layer, inputs)
    return f"{told} {int(torch.get_rng_state().sum())}"


@situation
def in_double_precision(torch: Any, layer: Any, inputs: list[Any]) -> str:
    return _all(torch, layer.double(), _map_floating(inputs, lambda t: t.double().requires_grad_()))


@situation
def in_half_precision(torch: Any, layer: Any, inputs: list[Any]) -> str:
    return _all(torch, layer.bfloat16(), _map_floating(inputs, lambda t: t.bfloat16().requires_grad_()), numbers=False)


@situation
def under_autocast(torch: Any, layer: Any, inputs: list[Any]) -> str:
    with torch.autocast("cpu", torch.bfloat16):
        return _results(torch, layer(*inputs), numbers=False)


@situation
def of_doubles(torch: Any, layer: Any, inputs: list[Any]) -> str:
    return _results(torch, layer(*_map_floating(inputs, lambda t: t.double())))


@situation
def of_integers(torch: Any, layer: Any, inputs: list[Any]) -> str:
    return _results(torch, layer(*_map_floating(inputs, lambda t: (3 * t).long())))


@situation
def of_complex_numbers(torch: Any, layer: Any, inputs: list[Any]) -> str:
    return _results(torch, layer(*_map_floating(inputs, lambda t: torch.complex(t, t + 1))))


@situation
def of_channels_last(torch: Any, layer: Any, inputs: list[Any]) -> str:
    def change(t: Any) -> Any:
        return (t.contiguous(memory_format=getattr(torch, FORMATS[t.ndim])) if t.ndim in FORMATS else t).requires_grad_()

    return _all(torch, layer, _map_floating(inputs, change)) if any(t.ndim in FORMATS for t in inputs) else ""


@situation
def converted_to_channels_last(torch: Any, layer: Any, inputs: list[Any]) -> str:
    ndim = next((t.ndim for t in inputs if t.ndim in FORMATS), None)
    return "" if ndim is None else _all(torch, layer.to(memory_format=getattr(torch, FORMATS[ndim])), inputs)


@situation
def of_every_second_element(torch: Any, layer: Any, inputs: list[Any]) -> str:
    return _all(torch, layer, _map_floating(inputs, lambda t: t.repeat_interleave(2, -1)[..., ::2].requires_grad_()))


@situation
def on_the_meta_device(torch: Any, layer: Any, inputs: list[Any]) -> str:
    return _results(torch, layer.to("meta")(*[t.detach().to("meta") for t in inputs]))


@situation
def copied_and_pickled(torch: Any, layer: Any, inputs: list[Any]) -> str:
    told = []
    for each in (copy.deepcopy(layer), pickle.loads(pickle.dumps(layer))):
        torch.manual_seed(3)
        told.append(_results(torch, each(*inputs)))
    return f"{told[0]} {told[0] == told[1]} {layer!r} {[type(m).__name__ for m in layer.modules()]}"


@situation
def saved_and_loaded(torch: Any, layer: Any, inputs: list[Any]) -> str:
    file = io.BytesIO()
    torch.save(layer.state_dict(), file)
    file.seek(0)
    state = torch.load(file)
    return f"{layer.load_state_dict(state)!r} {dict(state._metadata)} " + " ".join(
        f"{k} {_description(torch, v)}" for k, v in state.items())


@situation
def pushed_forward(torch: Any, layer: Any, inputs: list[Any]) -> str:
    forward_ad = torch.autograd.forward_ad
    with forward_ad.dual_level():
        outs = flat_outputs(torch, layer(*_map_floating(inputs, lambda t: forward_ad.make_dual(t, torch.cos(t)))))
        return " | ".join(_description(torch, forward_ad.unpack_dual(t).tangent) for t in outs)


@situation
def by_example(torch: Any, layer: Any, inputs: list[Any]) -> str:
    weights = {name: p.detach() for name, p in layer.eval().named_parameters()}

    def loss(weights: Any, *args: Any) -> Any:
        outs = flat_outputs(torch, torch.func.functional_call(layer, weights, args))
        return sum(t.sin().sum() for t in outs if t.is_floating_point())

    grads = torch.func.vmap(torch.func.grad(loss), (None, *(0,) * len(inputs)))(weights, *[t.detach().unsqueeze(1) for t in inputs])
    return " ".join(f"{name} {_description(torch, g)}" for name, g in grads.items())


@situation
def of_one_example(torch: Any, layer: Any, inputs: list[Any]) -> str:
    return _results(torch, layer(*[t.detach()[0] for t in inputs]))


@situation
def of_no_example(torch: Any, layer: Any, inputs: list[Any]) -> str:
    return _all(torch, layer, [t.detach()[:0].requires_grad_(t.is_floating_point()) for t in inputs])


@situation
def of_a_dimension_more(torch: Any, layer: Any, inputs: list[Any]) -> str:
    return _results(torch, layer(*[t.detach()[None] for t in inputs]))


@situation
def of_other_channels(torch: Any, layer: Any, inputs: list[Any]) -> str:
    return _results(torch, layer(*[torch.cat([t.detach()] * 2, 1) if t.ndim > 1 else t for t in inputs]))


@situation
def of_arrays(torch: Any, layer: Any, inputs: list[Any]) -> str:
    return _results(torch, layer(*[t.detach().numpy() for t in inputs]))


@situation
def of_coordinate_form(torch: Any, layer: Any, inputs: list[Any]) -> str:
    return _results(torch, layer(*_map_floating(inputs, lambda t: t.to_sparse())), numbers=False)


@situation
def with_hooks(torch: Any, layer: Any, inputs: list[Any]) -> str:
    log: list[str] = []

    def grads(name: str, *groups: Any) -> None:
        log.append(f"{name} {[_description(torch, t) for group in groups for t in group]}")

    layer.register_forward_pre_hook(lambda m, args: log.append(f"before {len(args)}"))
    layer.register_forward_hook(lambda m, args, out: log.append(f"after {_results(torch, out)}"))
    layer.register_full_backward_pre_hook(lambda m, g: grads("before backward", g))
    layer.register_full_backward_hook(lambda m, into, out: grads("after backward", into, out))
    _all(torch, layer, inputs)
    return "; ".join(log)


@situation
def of_a_subclass(torch: Any, layer: Any, inputs: list[Any]) -> str:
    class Sub(torch.Tensor):  # type: ignore[misc, name-defined]
        pass

    return " ".join(type(t).__name__ for t in flat_outputs(torch, layer(*_map_floating(inputs, lambda t: t.as_subclass(Sub)))))


def outcomes(torch: Any, name: str, args: Any, kwargs: Any, spec: list[Any]) -> dict[str, str]:
    """Situation -> what a layer comes to in it."""
    found = {}
    for said, function in SITUATIONS.items():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            layer, inputs = make_layer(torch, name, args, kwargs, spec), make_inputs(torch, spec)
            torch.manual_seed(1)
            try:
                found[said] = function(torch, layer, inputs)
            except Exception as error:
                found[said] = type(error).__name__
    return found


def record(torch: Any) -> None:
    """Write the references."""
    importlib.import_module("torch.autograd.forward_ad")
    found = {f"{i} {case[0]}": outcomes(torch, *case) for i, case in enumerate(CASES)}
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(each)}" for name, each in found.items())
    REFERENCE.write_bytes(lzma.compress(("{\n" + lines + "\n}\n").encode(), preset=9))


if __name__ == "__main__":
    record(importlib.import_module("torch"))
