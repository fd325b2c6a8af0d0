"""The steps of the optimizers in tensor operations: for `differentiable=True`, for meta parameters, and for parameters of half
precision, which are rounded after each operation.

In-place operations and detached tensors are the same as in PyTorch, because the gradients of a step depend on them.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .._bindings import Tensor
from .._bindings.creation.factories import as_tensor
from .._bindings.generated.functions import amax, stack, view_as_complex, view_as_real, zeros_like
from .._bindings.settings.dtype_info import finfo
from .._dispatch.unsupported import UnsupportedError

Step = Callable[[Any, Any, dict[str, Any], dict[str, Any]], None]


def take_step(optimizer: type, p: Any, g: Any, state: dict[str, Any], group: dict[str, Any]) -> None:
    """One step of an optimizer of that class on the tensor `p` with gradient `g`."""
    step = find_step(optimizer, _META_STEPS if p.is_meta else ROUNDED_STEPS)
    if step is None:
        raise UnsupportedError(f"a step of {optimizer.__name__} inside a function transform")
    if "step" in state:
        state["step"] += 1
    step(p, g, state, group)


def find_step(optimizer: type, steps: dict[str, Step]) -> Step | None:
    """The step by tensor operations of that class, if there is one."""
    return next((steps[cls.__name__] for cls in optimizer.__mro__ if cls.__name__ in steps), None)


def _squeeze_number(value: Any) -> Any:
    """A hyperparameter; a one-element tensor is squeezed."""
    return value.squeeze() if isinstance(value, Tensor) and value.dim() else value


def _differentiable(value: Any) -> bool:
    return isinstance(value, Tensor) and value.requires_grad


def _has_numeric_corrections(p: Any, group: dict[str, Any]) -> bool:
    """Whether the bias corrections are Python numbers, as in PyTorch if they are not differentiated."""
    return not (group.get("differentiable") or p.is_meta or any(isinstance(v, Tensor) for v in (group["lr"], *group["betas"])))


def _view_complex_as_real(*tensors: Any) -> tuple[Any, ...]:
    """Complex tensors as pairs of real ones."""
    return tuple(view_as_real(t) if t is not None and t.is_complex() else t for t in tensors)


def _gradient_with_decay(p: Any, g: Any, group: dict[str, Any], learned: bool = False) -> Any:
    """Add weight decay to the gradient. If `learned`, the decay may be a tensor that requires gradients; other steps refuse one."""
    decay = group["weight_decay"]
    if learned and _differentiable(decay) and decay:
        return g.addcmul(p.clone(), decay)
    return g.add(p, alpha=decay) if decay != 0 else g


def _apply_weight_decay(p: Any, g: Any, group: dict[str, Any], learned: bool = False) -> Any:
    """Add weight decay to the gradient, or, if it is decoupled, shrink the parameter."""
    if group["decoupled_weight_decay"]:
        if group["weight_decay"]:
            p.mul_(1 - _squeeze_number(group["lr"]) * group["weight_decay"])
        return g
    return _gradient_with_decay(p, g, group, learned)


def _mean_square(mean: Any, g: Any, decay: Any) -> None:
    mean.mul_(decay).addcmul_(g, g, value=1 - decay)


def sgd(p: Any, g: Any, state: dict[str, Any], group: dict[str, Any]) -> None:
    g, momentum, lr = _gradient_with_decay(p, g, group, True), group["momentum"], _squeeze_number(group["lr"])
    if momentum:
        velocity = state.get("momentum_buffer")
        if velocity is None:
            velocity = state["momentum_buffer"] = g.detach().clone()
        else:
            velocity.mul_(momentum).add_(g, alpha=1 - group["dampening"])
        g = g.add(velocity, alpha=momentum) if group["nesterov"] else velocity
    if _differentiable(lr):
        p.addcmul_(g, lr, value=-1)
    else:
        p.add_(g, alpha=-lr)


def adam(p: Any, g: Any, state: dict[str, Any], group: dict[str, Any]) -> None:
    beta1, beta2 = group["betas"]
    lr, beta1, beta2 = _squeeze_number(group["lr"]), _squeeze_number(beta1), _squeeze_number(beta2)
    g = _apply_weight_decay(p, g, group, True)
    p, g, mean, square, peak = _view_complex_as_real(p, g, state["exp_avg"], state["exp_avg_sq"], state.get("max_exp_avg_sq"))
    mean.lerp_(g, 1 - (beta1.to(p.dtype) if isinstance(beta1, Tensor) else beta1))
    if _differentiable(beta2):
        square.lerp_(g.square(), 1 - beta2)
    else:
        _mean_square(square, g, beta2)
    if _has_numeric_corrections(p, group):
        step = state["step"].item()
        root = (square if peak is None else peak.copy_(peak.maximum(square))).sqrt()
        p.addcdiv_(mean, (root / (1 - beta2**step) ** 0.5).add_(group["eps"]), value=-lr / (1 - beta1**step))
        return
    # The step count stays a tensor, so that corrections round to its dtype; it is cloned if a decay rate is differentiated.
    step = state["step"].clone() if _differentiable(beta1) or _differentiable(beta2) else state["step"]
    size = (lr / (1 - beta1**step)).neg()
    root = (1 - beta2**step).sqrt()
    if peak is not None:
        square = peak.copy_(peak.clone().maximum(square))
    p.addcdiv_(mean.clone(), (square.sqrt() / (root * size)).add_(group["eps"] / size))


def rmsprop(p: Any, g: Any, state: dict[str, Any], group: dict[str, Any]) -> None:
    g, alpha, lr = _gradient_with_decay(p, g, group), group["alpha"], _squeeze_number(group["lr"])
    p, g, square, mean, velocity = _view_complex_as_real(p, g, state["square_avg"], state.get("grad_avg"), state.get("momentum_buffer"))
    _mean_square(square, g, alpha)
    if mean is not None:
        mean.lerp_(g, 1 - alpha)
        square = square.addcmul(mean, mean, value=-1)
    root = square.sqrt().add(group["eps"])
    if velocity is not None:
        p.add_(velocity.mul_(group["momentum"]).addcdiv_(g, root), alpha=-lr)
    else:
        p.addcdiv_(g, root, value=-lr)


def adagrad(p: Any, g: Any, state: dict[str, Any], group: dict[str, Any]) -> None:
    g, lr = _gradient_with_decay(p, g, group), _squeeze_number(group["lr"])
    p, g, total = _view_complex_as_real(p, g, state["sum"])
    total.addcmul_(g, g, value=1)
    p.addcdiv_(g, total.sqrt() + group["eps"], value=-lr / (1 + (state["step"].item() - 1) * group["lr_decay"]))


def adadelta(p: Any, g: Any, state: dict[str, Any], group: dict[str, Any]) -> None:
    g, rho, eps = _gradient_with_decay(p, g, group), group["rho"], group["eps"]
    parts, g, square, moved = _view_complex_as_real(p, g, state["square_avg"], state["acc_delta"])
    _mean_square(square, g, rho)
    root = square.add(eps).sqrt_()
    move = moved.add(eps).sqrt_().clone().div_(root).mul_(g)
    _mean_square(moved, move, rho)
    p.add_(move if parts is p else view_as_complex(move), alpha=-_squeeze_number(group["lr"]))


def adamax(p: Any, g: Any, state: dict[str, Any], group: dict[str, Any]) -> None:
    g, (beta1, beta2), lr = _gradient_with_decay(p, g, group), group["betas"], _squeeze_number(group["lr"])
    p, g, mean, largest = _view_complex_as_real(p, g, state["exp_avg"], state["exp_inf"])
    mean.lerp_(g, 1 - beta1)
    largest.copy_(amax(stack([largest.mul_(beta2), g.abs().add_(group["eps"])]), 0))
    p.addcdiv_(mean, largest, value=-lr / (1 - beta1 ** state["step"].item()))


def nadam(p: Any, g: Any, state: dict[str, Any], group: dict[str, Any]) -> None:
    step, lr, (beta1, beta2) = state["step"].item(), _squeeze_number(group["lr"]), group["betas"]
    g = _apply_weight_decay(p, g, group)
    mu, next_mu = (beta1 * (1 - 0.5 * 0.96 ** (n * group["momentum_decay"])) for n in (step, step + 1))
    product = state["mu_product"]
    product *= mu
    p, g, mean, square = _view_complex_as_real(p, g, state["exp_avg"], state["exp_avg_sq"])
    mean.lerp_(g, 1 - beta1)
    _mean_square(square, g, beta2)
    root = square.div(1 - beta2**step).sqrt().add(group["eps"])
    if _has_numeric_corrections(p, group):
        mu_product = product.item()
        p.addcdiv_(g, root, value=-lr * (1 - mu) / (1 - mu_product)).addcdiv_(mean, root, value=-lr * next_mu / (1 - mu_product * next_mu))
        return
    p.addcdiv_(g * (-lr * (1 - mu) / (1 - product)), root)
    p.addcdiv_(mean * (-lr * next_mu / (1 - product * next_mu)), root)


def radam(p: Any, g: Any, state: dict[str, Any], group: dict[str, Any]) -> None:
    from .radam import rectification

    step, lr, (beta1, beta2) = state["step"].item(), _squeeze_number(group["lr"]), group["betas"]
    g = _apply_weight_decay(p, g, group)
    p, g, mean, square = _view_complex_as_real(p, g, state["exp_avg"], state["exp_avg_sq"])
    mean.lerp_(g, 1 - beta1)
    _mean_square(square, g, beta2)
    move, factor = mean / (1 - beta1**step) * lr, rectification(beta2, step)
    if factor is not None:
        move = move * ((1 - beta2**step) ** 0.5 / square.sqrt().add(group["eps"])) * factor
    p.add_(move, alpha=-1.0)


def asgd(p: Any, g: Any, state: dict[str, Any], group: dict[str, Any]) -> None:
    step, lr, size, averaging_weight = (v.item() for v in (state["step"], _as_tensor(group["lr"]), state["eta"], state["mu"]))
    g = _gradient_with_decay(p, g, group)
    p, g, average = _view_complex_as_real(p, g, state["ax"])
    p.mul_(1 - group["lambd"] * size)
    p.add_(g, alpha=-size)
    if averaging_weight != 1:
        average.add_(p.sub(average).mul_(state["mu"]))
    else:
        average.copy_(p)
    state["eta"].copy_(as_tensor(lr / (1 + group["lambd"] * lr * step) ** group["alpha"]))
    state["mu"].copy_(as_tensor(1 / max(1, step - group["t0"])))


def _as_tensor(value: Any) -> Any:
    from ._stepping import scalar_state

    return value if isinstance(value, Tensor) else scalar_state(value)


def rprop(p: Any, g: Any, state: dict[str, Any], group: dict[str, Any]) -> None:
    (shrink, grow), (smallest, largest) = group["etas"], group["step_sizes"]
    p, g, before, size = _view_complex_as_real(p, g, state["prev"], state["step_size"])
    turn = g.mul(before.clone()).sign()
    factor = turn.masked_fill(turn.gt(0), grow).masked_fill(turn.lt(0), shrink).masked_fill(turn.eq(0), 1)
    size.mul_(factor).clamp_(smallest, largest)
    g = g.masked_fill(turn.lt(0), 0)
    p.addcmul_(g.sign(), size, value=-1)
    before.copy_(g)


def adafactor(p: Any, g: Any, state: dict[str, Any], group: dict[str, Any]) -> None:
    step, lr, (eps1, eps2) = state["step"].item(), float(group["lr"]), group["eps"]
    eps1, averaging_weight = finfo(p.dtype).eps if eps1 is None else eps1, step ** group["beta2_decay"]
    rate = max(eps2, p.norm(2).item() / p.numel()**0.5) * min(lr, 1 / step**0.5)
    if group["weight_decay"]:
        p.mul_(1 - lr * group["weight_decay"])
    if g.dim() > 1:
        rows, columns = state["row_var"], state["col_var"]
        for mean, dim in ((rows, -1), (columns, -2)):
            mean.lerp_(g.norm(dim=dim, keepdim=True).square_().div_(g.size(dim)), averaging_weight)
        variance = (rows @ columns).div_(rows.mean(dim=-2, keepdim=True).clamp_(min=eps1))
    else:
        variance = state["variance"].lerp_(g * g, averaging_weight).clone()
    update = variance.clamp_(min=eps1 * eps1).rsqrt_().mul_(g)
    p.add_(update, alpha=-rate / max(1.0, update.norm(2).item() / (update.numel()**0.5 * group["d"])))


def muon(p: Any, g: Any, state: dict[str, Any], group: dict[str, Any]) -> None:
    from .muon import adjust_lr_factor, orthogonalize

    velocity, momentum, lr = state["momentum_buffer"], group["momentum"], float(group["lr"])
    velocity.lerp_(g, 1 - momentum)
    update = g.lerp(velocity, momentum) if group["nesterov"] else velocity
    moved = as_tensor(orthogonalize(update.float().numpy(), group["ns_coefficients"], group["ns_steps"], group["eps"]))
    if p._array.dtype.kind == "V":  # of bfloat16 PyTorch makes no copy to normalise
        moved = moved.to(p.dtype)
        if update is velocity:
            velocity.div_(velocity.norm().clamp(min=group["eps"]))
    p.mul_(1 - lr * group["weight_decay"])
    p.add_(moved, alpha=-lr * adjust_lr_factor(p.shape, group["adjust_lr_fn"]))


def _meta_muon(p: Any, g: Any, state: dict[str, Any], group: dict[str, Any]) -> None:
    """Muon on the meta device, without the orthogonalization."""
    velocity = state["momentum_buffer"]
    velocity.lerp_(g, 1 - group["momentum"])
    p.mul_(1 - _squeeze_number(group["lr"]) * group["weight_decay"])
    p.add_(zeros_like(g), alpha=-1)


def _refuse_meta_step(p: Any, g: Any, state: dict[str, Any], group: dict[str, Any]) -> None:
    """A step that depends on values, which raises on the meta device."""
    p.sum().item()


STEPS: dict[str, Step] = {
    "ASGD": asgd, "Adadelta": adadelta, "Adagrad": adagrad, "Adam": adam, "AdamW": adam, "Adamax": adamax,
    "NAdam": nadam, "RAdam": radam, "RMSprop": rmsprop, "Rprop": rprop, "SGD": sgd}

#: Of half precision.
ROUNDED_STEPS: dict[str, Step] = {**STEPS, "Adafactor": adafactor, "Muon": muon}

_META_STEPS: dict[str, Step] = {**STEPS, "ASGD": _refuse_meta_step, "Adafactor": _refuse_meta_step, "Muon": _meta_muon}
