"""Uses of nn.utils and optim.swa_utils for test_utils.py, and the recorder of PyTorch's results.

`python tests/nn/recorded/utils_cases.py` needs PyTorch 2.13 and writes utils.json next to this file.  A case gets torch and `say`, which
records
a value: tensors as rounded numbers, modules as their repr, exceptions as their type and first line.
"""
from __future__ import annotations

import copy
import json
import pickle
import warnings
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

REFERENCE = Path(__file__).with_name("utils.json")

Say = Callable[..., None]
CASES: dict[str, Callable[[Any, Say], None]] = {}


def case(function: Callable[[Any, Say], None]) -> Callable[[Any, Say], None]:
    """Register a case under its name."""
    CASES[function.__name__] = function
    return function


def state(module: Any) -> dict[str, Any]:
    """The state of a module, then which entries are parameters."""
    return {**module.state_dict(), "parameters": [name for name, _ in module.named_parameters()]}


def gradients(module: Any, *inputs: Any) -> list[Any]:
    """The gradients of the parameters after one call."""
    module(*inputs).sum().backward()
    return [p.grad for p in module.parameters()]


def make_parametrizations(T: Any) -> Any:
    """Modules to parametrize with, good and bad."""

    class Symmetric(T.nn.Module):  # type: ignore[name-defined,misc]
        def forward(self, x: Any) -> Any:
            return x.triu() + x.triu(1).transpose(-1, -2)

    class Half(T.nn.Module):  # type: ignore[name-defined,misc]
        def forward(self, x: Any) -> Any:
            return x / 2

        def right_inverse(self, x: Any) -> Any:
            return x * 2

    class Sum(T.nn.Module):  # type: ignore[name-defined,misc]
        def forward(self, a: Any, b: Any) -> Any:
            return a + b

        def right_inverse(self, x: Any) -> Any:
            return x, T.zeros_like(x)

    return Symmetric, Half, Sum


@case
def weight_norm_by_hooks(T: Any, say: Say) -> None:
    for dim in (0, 1, None):
        layer = T.nn.utils.weight_norm(T.nn.Linear(3, 2), dim=dim)
        say(state(layer), type(layer.weight).__name__, gradients(layer, T.ones(2, 3)))
    say(lambda: T.nn.utils.weight_norm(layer))
    say(state(T.nn.utils.remove_weight_norm(layer)))
    say(lambda: T.nn.utils.remove_weight_norm(layer))


@case
def spectral_norm_by_hooks(T: Any, say: Say) -> None:
    layer = T.nn.utils.spectral_norm(T.nn.Linear(3, 2))
    say(state(layer), gradients(layer, T.ones(2, 3)), state(layer))
    say(layer.eval()(T.ones(1, 3)), layer.state_dict()._metadata)
    say(lambda: T.nn.utils.spectral_norm(layer))
    say(state(T.nn.utils.remove_spectral_norm(layer)))
    say(lambda: T.nn.utils.remove_spectral_norm(layer))
    say(state(T.nn.utils.spectral_norm(T.nn.ConvTranspose2d(2, 3, 2), n_power_iterations=3)))
    say(lambda: T.nn.utils.spectral_norm(T.nn.Linear(3, 2), n_power_iterations=0))


@case
def parametrization(T: Any, say: Say) -> None:
    P, (Symmetric, Half, _) = T.nn.utils.parametrize, make_parametrizations(T)
    layer = T.nn.Linear(2, 2)
    weight = layer.weight
    P.register_parametrization(layer, "weight", Symmetric())
    say(layer, state(layer), layer.weight, layer.parametrizations.weight.original is weight, type(layer).__name__)
    say(P.is_parametrized(layer), P.is_parametrized(layer, "bias"), P.type_before_parametrizations(layer).__name__)
    with P.cached():
        say(layer.weight is layer.weight)
    say(layer.weight is layer.weight)
    P.register_parametrization(layer, "weight", Half())
    say(layer, layer.weight, gradients(layer, T.ones(1, 2)), len(layer.parametrizations.weight))
    say(lambda: setattr(layer, "weight", T.eye(2)))
    say(state(copy.deepcopy(layer)), lambda: pickle.dumps(layer))
    P.remove_parametrizations(layer, "weight")
    say(layer, state(layer), type(layer).__name__, layer.weight is weight, hasattr(layer, "parametrizations"))


@case
def parametrization_with_right_inverse(T: Any, say: Say) -> None:
    P, (_, Half, Sum) = T.nn.utils.parametrize, make_parametrizations(T)
    layer = P.register_parametrization(T.nn.Linear(2, 2), "weight", Half())
    layer.weight = T.ones(2, 2)
    say(layer.weight, state(layer), state(P.remove_parametrizations(layer, "weight", leave_parametrized=False)))
    layer = P.register_parametrization(T.nn.Linear(2, 2), "weight", Sum())
    say(layer, state(layer), lambda: P.remove_parametrizations(layer, "weight", leave_parametrized=False))
    say(state(P.remove_parametrizations(layer, "weight")), type(layer.weight).__name__)
    norm = P.register_parametrization(T.nn.BatchNorm1d(2), "running_mean", Half())
    say(state(norm), state(P.remove_parametrizations(norm, "running_mean")))
    source, target = P.register_parametrization(T.nn.Linear(2, 2), "weight", Half()), T.nn.Linear(2, 2)
    say(P.transfer_parametrizations_and_params(source, target), state(target), state(source))


@case
def refused_parametrizations(T: Any, say: Say) -> None:
    def returning(forward: Any, inverse: Any = None) -> Any:
        body = {"forward": lambda self, x: forward(x), **({"right_inverse": lambda self, x: inverse} if inverse else {})}
        return type("Bad", (T.nn.Module,), body)()

    P = T.nn.utils.parametrize
    for bad in (returning(lambda x: x[0]), returning(lambda x: 3), returning(lambda x: x.double()), returning(lambda x: x, 5)):
        say(lambda m=bad: P.register_parametrization(T.nn.Linear(2, 2), "weight", m))
    say(lambda: P.register_parametrization(T.nn.Linear(2, 2), "weigh", T.nn.ReLU()))
    say(lambda: P.remove_parametrizations(T.nn.Linear(2, 2), "weight"))


@case
def ready_made_parametrizations(T: Any, say: Say) -> None:
    Z = T.nn.utils.parametrizations
    layer = Z.weight_norm(T.nn.Linear(3, 2))
    say(layer, state(layer), gradients(layer, T.ones(1, 3)))
    say(str(layer.load_state_dict(T.nn.utils.weight_norm(T.nn.Linear(3, 2)).state_dict())), state(layer))
    layer = Z.spectral_norm(T.nn.Linear(3, 2))
    say(layer, state(layer), gradients(layer, T.ones(1, 3)), state(layer), layer.eval().weight)
    say(state(Z.spectral_norm(T.nn.ConvTranspose1d(2, 3, 2))), Z.spectral_norm(T.nn.Linear(3, 2), "bias").bias)
    say(lambda: Z.spectral_norm(T.nn.Linear(2, 2), "wei"), lambda: Z.spectral_norm(T.nn.Linear(2, 2), n_power_iterations=0))


@case
def pruning(T: Any, say: Say) -> None:
    prune = import_module(T.__name__ + ".nn.utils.prune")
    layer = prune.random_unstructured(T.nn.Linear(4, 3), "weight", 0.3)
    say(layer, state(layer), layer.weight, gradients(layer, T.ones(1, 4)))
    prune.l1_unstructured(layer, "weight", 3)
    say(layer.weight_mask, [type(h).__name__ for h in layer._forward_pre_hooks.values()])
    prune.ln_structured(layer, "weight", 0.5, n=2, dim=0)
    say(layer.weight_mask, prune.is_pruned(layer), state(prune.remove(layer, "weight")), prune.is_pruned(layer))
    say(state(prune.random_structured(T.nn.Conv2d(3, 2, 2), "weight", 1, 1)))
    say(state(prune.identity(T.nn.Linear(2, 2), "bias")), state(prune.custom_from_mask(T.nn.Linear(2, 2), "bias", T.tensor([0, 1]))))
    first, second = T.nn.Linear(2, 3), T.nn.Linear(3, 2)
    prune.global_unstructured([(first, "weight"), (second, "weight")], prune.L1Unstructured, amount=0.4)
    say(first.weight, second.weight)
    say(prune.l1_unstructured(T.nn.Linear(2, 2), "weight", 2, importance_scores=T.tensor([[1.0, 2.0], [0.0, 5.0]])).weight_mask)
    say(prune.RandomUnstructured(0.5).prune(T.ones(6)))
    say(lambda: prune.l1_unstructured(T.nn.Linear(2, 2), "weight", 9), lambda: prune.l1_unstructured(T.nn.Linear(2, 2), "weight", 1.5))
    say(lambda: prune.l1_unstructured(T.nn.Linear(2, 2), "weight", "x"), lambda: prune.remove(T.nn.Linear(2, 2), "weight"))
    say(lambda: prune.ln_structured(T.nn.Linear(2, 2), "bias", 1, 2, 0), lambda: prune.ln_structured(T.nn.Linear(2, 2), "weight", 1, 2, 5))


@case
def fusion(T: Any, say: Say) -> None:
    U, nn = T.nn.utils, T.nn
    norm = nn.BatchNorm2d(3).eval()
    norm.running_mean.uniform_(), norm.running_var.uniform_()
    for conv in (nn.Conv2d(2, 3, 2), nn.Conv2d(2, 3, 2, bias=False), nn.ConvTranspose2d(2, 3, 2)):
        fused = U.fuse_conv_bn_eval(conv.eval(), norm, transpose="Transpose" in type(conv).__name__)
        say(fused, fused(T.ones(1, 2, 3, 3)))
    line = nn.BatchNorm1d(3).eval()
    say(U.fuse_linear_bn_eval(nn.Linear(2, 3).eval(), line)(T.ones(4, 2)))
    say(lambda: U.fuse_linear_bn_eval(nn.Linear(2, 3), line), lambda: U.fuse_linear_bn_eval(nn.Linear(2, 2).eval(), line))


@case
def stateless(T: Any, say: Say) -> None:
    call = import_module(T.__name__ + ".nn.utils.stateless").functional_call
    say(lambda: call(T.nn.Linear(2, 1), {"weight": T.ones(1, 2), "bias": T.zeros(1)}, T.ones(1, 2)))


@case
def averaged_models(T: Any, say: Say) -> None:
    swa, nn = T.optim.swa_utils, T.nn
    for options in ({}, {"multi_avg_fn": swa.get_ema_multi_avg_fn(0.9)}, {"avg_fn": swa.get_ema_avg_fn(0.5), "use_buffers": True},
                    {"multi_avg_fn": swa.get_swa_multi_avg_fn()}):
        model = nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2))
        averaged = swa.AveragedModel(model, **options)
        for _ in range(3):
            model(T.randn(4, 2))
            with T.no_grad():
                model[0].weight.mul_(2)
            averaged.update_parameters(model)
        say(state(averaged), averaged, averaged.eval()(T.ones(1, 2)))
    swa.update_bn([T.randn(4, 2), (T.randn(4, 2), 0)], averaged)
    say(state(averaged), lambda: swa.AveragedModel(model, avg_fn=1, multi_avg_fn=2), lambda: swa.get_ema_avg_fn(2))


@case
def averaging_rates(T: Any, say: Say) -> None:
    for strategy, epochs in (("cos", 4), ("linear", 3), ("cos", 0)):
        optimizer = T.optim.SGD([T.nn.Parameter(T.ones(2))], lr=0.1)
        schedule = T.optim.swa_utils.SWALR(optimizer, 0.05, epochs, strategy)
        rates = []
        for _ in range(6):
            rates.append(optimizer.param_groups[0]["lr"])
            optimizer.step()
            schedule.step()
        say(rates, sorted(schedule.state_dict()))
    say(lambda: T.optim.swa_utils.SWALR(optimizer, 0.05, 3, "odd"), lambda: T.optim.swa_utils.SWALR(optimizer, 0.05, -3))


@case
def rare_optimizers(T: Any, say: Say) -> None:
    for make in (lambda p: T.optim.Adafactor(p, lr=0.1, weight_decay=0.01), lambda p: T.optim.Muon(p[:1], lr=0.1),
                 lambda p: T.optim.Muon(p[:1], lr=0.1, nesterov=False, adjust_lr_fn="match_rms_adamw")):
        parameters = [T.nn.Parameter(T.randn(3, 2)), T.nn.Parameter(T.randn(3))]
        optimizer = make(parameters)
        for i in range(3):
            for p in parameters:
                p.grad = T.sin(T.arange(p.numel()) + i).view(p.shape)
            optimizer.step()
        say(repr(optimizer), parameters, optimizer.state_dict())
    p = parameters[:1]
    say(lambda: T.optim.Muon(parameters), lambda: T.optim.Muon(p, lr=-1), lambda: T.optim.Muon(p, adjust_lr_fn="x"))
    say(lambda: T.optim.Adafactor(p, beta2_decay=1.0), lambda: T.optim.Adafactor(p, d=0.5), lambda: T.optim.Adafactor(p, eps=(-1.0, 1.0)))
    say(lambda: T.optim.SparseAdam(p).step(), lambda: T.optim.SparseAdam(p, lr=0), repr(T.optim.SparseAdam(p)))


def plain(value: Any) -> Any:
    """A value as JSON holds it."""
    if callable(value) and not hasattr(value, "parameters"):
        return _outcome(value)
    if isinstance(value, dict):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    if hasattr(value, "tolist"):
        return [[float(v) for v in value.detach().reshape(-1).tolist()], list(value.shape)]
    return repr(value) if hasattr(value, "parameters") else value


def _outcome(function: Callable[[], Any]) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return plain(function())
        except Exception as error:
            return f"{type(error).__name__}: {error!s}".split("\n")[0]


def session(torch: Any, function: Callable[[Any, Say], None]) -> list[Any]:
    """What a case has noted."""
    torch.manual_seed(0)
    noted: list[Any] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        function(torch, lambda *values: noted.extend(plain(v) for v in values))
    return noted


if __name__ == "__main__":
    reference = import_module("torch")
    lines = [f"{json.dumps(name)}: {json.dumps(session(reference, function))}" for name, function in CASES.items()]
    REFERENCE.write_text("{\n" + ",\n".join(lines) + "\n}\n")
