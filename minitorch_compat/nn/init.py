"""Initial values for parameters, drawn in PyTorch's order: the same seed gives the same numbers."""
from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .._array.core.user_warnings import warn
from ._torch import Tensor, no_grad, ops

__all__ = [
    "calculate_gain", "constant", "constant_", "dirac", "dirac_", "eye", "eye_", "kaiming_normal", "kaiming_normal_",
    "kaiming_uniform", "kaiming_uniform_", "normal", "normal_", "ones_", "orthogonal", "orthogonal_", "sparse",
    "sparse_", "trunc_normal_", "uniform", "uniform_", "xavier_normal", "xavier_normal_", "xavier_uniform",
    "xavier_uniform_", "zeros_",
]

_GAINS = {
    "linear": 1, "conv1d": 1, "conv2d": 1, "conv3d": 1, "conv_transpose1d": 1, "conv_transpose2d": 1,
    "conv_transpose3d": 1,
    "sigmoid": 1, "tanh": 5.0 / 3, "relu": math.sqrt(2.0), "selu": 3.0 / 4,
}
_EMPTY = "Initializing zero-element tensors is a no-op"


def calculate_gain(nonlinearity: str, param: float | None = None) -> float:
    """The factor by which a nonlinearity's input should be spread to keep its variance: 5/3 for tanh, sqrt(2) for relu, and so on.

    `nonlinearity` is a name in lower case: linear, conv1d to conv3d and their transposes, sigmoid, tanh, relu, leaky_relu, selu.
    `param` is the negative slope of leaky_relu, 0.01 by default. ValueError for other names, and for a slope that is no number.
    """
    if isinstance(nonlinearity, str) and nonlinearity in _GAINS:
        return _GAINS[nonlinearity]
    if not nonlinearity == "leaky_relu":
        raise ValueError(f"Unsupported nonlinearity {nonlinearity}")
    if param is None:
        slope = 0.01
    elif isinstance(param, (int, float)) and not isinstance(param, bool):
        slope = param
    else:
        raise ValueError(f"negative_slope {param} not a valid number")
    return math.sqrt(2.0 / (1 + slope**2))


def uniform_(tensor: Tensor, a: float = 0.0, b: float = 1.0, generator: Any = None) -> Tensor:
    """Fill `tensor` in place with numbers from the uniform distribution on [a, b), and give it back.

    Nothing is recorded for backward; `generator` is where the numbers come from, by default `torch.default_generator`. Both hold for
    all functions of this module.
    """
    with no_grad():
        return tensor.uniform_(a, b, generator=generator)


def normal_(tensor: Tensor, mean: float = 0.0, std: float = 1.0, generator: Any = None) -> Tensor:
    """Fill `tensor` in place from the normal distribution of that mean and standard deviation, and give it back.

    RuntimeError for a negative `std`.
    """
    with no_grad():
        return tensor.normal_(mean, std, generator=generator)


def constant_(tensor: Tensor, val: float) -> Tensor:
    """Fill with `val`."""
    with no_grad():
        return tensor.fill_(val)


def ones_(tensor: Tensor) -> Tensor:
    """Fill with 1."""
    with no_grad():
        return tensor.fill_(1.0)


def zeros_(tensor: Tensor) -> Tensor:
    """Fill with 0."""
    with no_grad():
        return tensor.zero_()


def trunc_normal_(
    tensor: Tensor, mean: float = 0.0, std: float = 1.0, a: float = -2.0, b: float = 2.0, generator: Any = None,
) -> Tensor:
    """Fill from N(mean, std²) restricted to [a, b]: the bounds are values, not multiples of std.

    Warns if the mean lies more than two standard deviations outside. Draws until all are inside, as PyTorch does, so that the stream
    of random numbers goes on from the same place.
    """
    if mean < a - 2 * std or mean > b + 2 * std:
        warn("mean is more than 2 std from [a, b] in nn.init.trunc_normal_. "
             "The distribution of values may be incorrect.")
    if tensor.is_meta:
        return tensor
    inside = _normal_cdf((b - mean) / std) - _normal_cdf((a - mean) / std)
    with no_grad():
        # Where little of the normal lies inside, proposals from it would nearly all be refused.
        draw = _redraw_normal if inside > 0.3 else _reject_uniform
        return draw(tensor, mean, std, a, b, generator)


# Private names under which libraries call the same.
_no_grad_uniform_, _no_grad_normal_, _no_grad_trunc_normal_ = uniform_, normal_, trunc_normal_
_no_grad_fill_, _no_grad_zero_ = constant_, zeros_


def _normal_cdf(x: float) -> float:
    return (1.0 + math.erf(x / math.sqrt(2.0))) / 2.0


def _redraw_normal(tensor: Tensor, mean: float, std: float, a: float, b: float, generator: Any) -> Tensor:
    # The bounds as this dtype holds them: a value on a rounded bound is inside.
    low, high = tensor.new_tensor([a, b]).tolist()
    tensor.normal_(mean, std, generator=generator)
    outside = (tensor < low) | (tensor > high)
    while outside.any():
        # A whole tensor is drawn for the few that are outside: the stream must not depend on how many they are.
        fresh = ops.empty_like(tensor).normal_(mean, std, generator=generator)
        tensor.copy_(ops.where(outside, fresh, tensor))
        outside = (tensor < low) | (tensor > high)
    return tensor


def _reject_uniform(tensor: Tensor, mean: float, std: float, a: float, b: float, generator: Any) -> Tensor:
    """Uniform proposals in [a, b], each accepted with probability density / highest density there."""
    peak = -0.5 * ((max(a, min(mean, b)) - mean) / std) ** 2
    proposal = tensor.uniform_(a, b, generator=generator).clone()
    pending = _refused(proposal, mean, std, peak, generator)
    while pending.any():
        proposal.uniform_(a, b, generator=generator)
        tensor.copy_(ops.where(pending, proposal, tensor))
        pending = pending & _refused(proposal, mean, std, peak, generator)
    return tensor


def _refused(proposal: Tensor, mean: float, std: float, peak: float, generator: Any) -> Tensor:
    log_ratio = proposal.sub(mean).div_(std).pow_(2).mul_(-0.5).sub_(peak)
    return ops.empty_like(proposal).uniform_(generator=generator).log_().gt(log_ratio)


def eye_(tensor: Tensor) -> Tensor:
    """Fill a matrix with the identity. ValueError unless 2-D."""
    if tensor.ndimension() != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    with no_grad():
        return tensor.copy_(ops.eye(*tensor.shape, dtype=tensor.dtype, device=tensor.device))


def dirac_(tensor: Tensor, groups: int = 1) -> Tensor:
    """Fill a 3-, 4- or 5-D kernel so that the convolution passes its channels through, group by group.

    Of (out, in / groups, *window) the middle of the window is 1 where in and out channel have the same number inside of their group,
    and all else 0. ValueError for other dimensions, and if `groups` does not divide the first.
    """
    dimensions = tensor.ndimension()
    if dimensions not in (3, 4, 5):
        raise ValueError("Only tensors with 3, 4, or 5 dimensions are supported")
    sizes = tensor.size()
    if sizes[0] % groups != 0:
        raise ValueError("dim 0 must be divisible by groups")
    per_group = sizes[0] // groups
    middle = tuple(size // 2 for size in sizes[2:])
    with no_grad():
        tensor.zero_()
        for g in range(groups):
            for d in range(min(per_group, sizes[1])):
                tensor[(g * per_group + d, d, *middle)] = 1
    return tensor


def _calculate_fan_in_and_fan_out(tensor: Tensor) -> tuple[int, int]:
    if tensor.dim() < 2:
        raise ValueError("Fan in and fan out can not be computed for tensor with fewer than 2 dimensions")
    field = math.prod(tensor.shape[2:])
    return tensor.size(1) * field, tensor.size(0) * field


def _calculate_correct_fan(tensor: Tensor, mode: str) -> int:
    mode = mode.lower()
    if mode not in ("fan_in", "fan_out"):
        raise ValueError(f"Mode {mode} not supported, please use one of ['fan_in', 'fan_out']")
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    return fan_in if mode == "fan_in" else fan_out


def xavier_uniform_(tensor: Tensor, gain: float = 1.0, generator: Any = None) -> Tensor:
    """Uniform within ±gain * sqrt(6 / (fan_in + fan_out)): Glorot and Bengio (2010).

    Of (out, in, *window), fan_in is in * window and fan_out is out * window. ValueError for fewer than 2 dimensions.
    """
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    # Product and order of PyTorch, for equal rounding.
    std = gain * math.sqrt(2.0 / float(fan_in + fan_out))
    bound = math.sqrt(3.0) * std
    return uniform_(tensor, -bound, bound, generator)


def xavier_normal_(tensor: Tensor, gain: float = 1.0, generator: Any = None) -> Tensor:
    """Glorot: normal with std gain * sqrt(2 / (fan_in + fan_out)). At least 2-D, else ValueError."""
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    return normal_(tensor, 0.0, gain * math.sqrt(2.0 / float(fan_in + fan_out)), generator)


def _kaiming_std(tensor: Tensor, a: float, mode: str, nonlinearity: str) -> float:
    fan = _calculate_correct_fan(tensor, mode)
    return calculate_gain(nonlinearity, a) / math.sqrt(fan)


def kaiming_uniform_(
    tensor: Tensor, a: float = 0, mode: str = "fan_in", nonlinearity: str = "leaky_relu", generator: Any = None,
) -> Tensor:
    """Uniform within ±gain * sqrt(3 / fan): He et al., arXiv:1502.01852.

    `mode` chooses the fan: "fan_in" keeps the variance of outputs, "fan_out" that of gradients. The gain is `calculate_gain` of
    `nonlinearity`, of which `a` is the negative slope where that is leaky_relu. ValueError for fewer than 2 dimensions and for other
    modes; of a tensor without elements a warning.
    """
    if 0 in tensor.shape:
        warn(_EMPTY)
        return tensor
    bound = math.sqrt(3.0) * _kaiming_std(tensor, a, mode, nonlinearity)
    return uniform_(tensor, -bound, bound, generator)


def kaiming_normal_(
    tensor: Tensor, a: float = 0, mode: str = "fan_in", nonlinearity: str = "leaky_relu", generator: Any = None,
) -> Tensor:
    """Normal with mean 0 and standard deviation gain / sqrt(fan).

    Arguments and errors are those of `kaiming_uniform_`.
    """
    if 0 in tensor.shape:
        warn(_EMPTY)
        return tensor
    return normal_(tensor, 0.0, _kaiming_std(tensor, a, mode, nonlinearity), generator)


def orthogonal_(tensor: Tensor, gain: float = 1, generator: Any = None) -> Tensor:
    """Fill with a (semi-)orthogonal matrix times `gain`: Saxe et al., arXiv:1312.6120.

    More than 2 dimensions are flattened into the second. Rows are orthonormal if there are no more of them than columns, otherwise
    columns are. ValueError for fewer than 2 dimensions.
    """
    if tensor.ndimension() < 2:
        raise ValueError("Only tensors with 2 or more dimensions are supported")
    if tensor.numel() == 0:
        return tensor
    rows = tensor.size(0)
    columns = tensor.numel() // rows
    from ..linalg import qr

    with no_grad():
        flat = tensor.new_empty((rows, columns)).normal_(0, 1, generator=generator)
        if rows < columns:
            flat = flat.t()
        q, r = qr(flat)
        # The signs of R's diagonal go into Q: only then is Q uniformly distributed.
        q *= ops.diag(r, 0).sign()
        if rows < columns:
            q = q.t()
        tensor.view_as(q).copy_(q)
        scaled: Tensor = tensor.mul_(gain)
        return scaled


def sparse_(tensor: Tensor, sparsity: float, std: float = 0.01, generator: Any = None) -> Tensor:
    """Fill a matrix from N(0, std²), then set the fraction `sparsity` of every column to 0. ValueError unless 2-D."""
    if tensor.ndimension() != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    rows, columns = tensor.shape
    n_zeros = math.ceil(sparsity * rows)
    with no_grad():
        tensor.normal_(0, std, generator=generator)
        for column in range(columns):
            tensor[ops.randperm(rows)[:n_zeros], column] = 0
    return tensor


def _make_deprecate(meth: Callable[..., Any]) -> Callable[..., Any]:
    new_name = meth.__name__
    old_name = new_name[:-1]

    def deprecated_init(*args: Any, **kwargs: Any) -> Any:
        warn(f"`nn.init.{old_name}` is now deprecated in favor of `nn.init.{new_name}`.", FutureWarning)
        return meth(*args, **kwargs)

    deprecated_init.__doc__ = f"The old spelling of `{new_name}`: FutureWarning."
    deprecated_init.__name__ = deprecated_init.__qualname__ = old_name
    return deprecated_init


uniform = _make_deprecate(uniform_)
normal = _make_deprecate(normal_)
constant = _make_deprecate(constant_)
eye = _make_deprecate(eye_)
dirac = _make_deprecate(dirac_)
xavier_uniform = _make_deprecate(xavier_uniform_)
xavier_normal = _make_deprecate(xavier_normal_)
kaiming_uniform = _make_deprecate(kaiming_uniform_)
kaiming_normal = _make_deprecate(kaiming_normal_)
orthogonal = _make_deprecate(orthogonal_)
sparse = _make_deprecate(sparse_)

from .._namespace.names import missing  # noqa: E402

if not TYPE_CHECKING:  # checkers are to know the names that there are
    __getattr__ = missing("torch.nn.init", __name__)
from .._bindings.override.publishing import publish  # noqa: E402

publish(globals(), "torch.nn.init")
