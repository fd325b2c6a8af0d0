"""Initial values for parameters, drawn in PyTorch's order: the same seed gives the same numbers."""
from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .._array.core.user_warnings import warn
from ._torch import Tensor, no_grad, ops

if TYPE_CHECKING:
    from .._bindings.annotations import OptionalGenerator

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
_ZERO_ELEMENTS_WARNING = "Initializing zero-element tensors is a no-op"


def calculate_gain(nonlinearity: str, param: float | None = None) -> float:
    """Factor that keeps the variance of signals through a nonlinearity.

    1 for linear maps, convolutions and the sigmoid, 5/3 for tanh, ``sqrt(2)`` for relu,
    ``sqrt(2 / (1 + param**2))`` for leaky_relu, 3/4 for selu.

    Parameters
    ----------
    nonlinearity : str
        Name of the function in ``torch.nn.functional``.
    param : float, optional
        The negative slope of ``'leaky_relu'``; None is 0.01.

    Returns
    -------
    float
        The factor.

    Raises
    ------
    ValueError
        For an unknown name, or a slope that is not a number.

    References
    ----------
    PyTorch: ``torch.nn.init.calculate_gain``.

    Examples
    --------
    >>> torch.nn.init.calculate_gain("relu")
    1.4142135623730951
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


def uniform_(tensor: Tensor, a: float = 0.0, b: float = 1.0, generator: OptionalGenerator = None) -> Tensor:
    """Fill a tensor with numbers uniform in ``[a, b)``.

    Parameters
    ----------
    tensor : Tensor
        Filled in place, without recording.
    a : float, default 0.0
        Lower end.
    b : float, default 1.0
        Upper end.
    generator : Generator, optional
        Source of random numbers; None is the global one.

    Returns
    -------
    Tensor
        ``tensor`` itself.

    References
    ----------
    PyTorch: ``torch.nn.init.uniform_``.

    Examples
    --------
    >>> w = torch.nn.init.uniform_(torch.empty(1000), -1.0, 1.0)
    >>> bool((w.abs() <= 1).all())
    True
    """
    with no_grad():
        return tensor.uniform_(a, b, generator=generator)


def normal_(tensor: Tensor, mean: float = 0.0, std: float = 1.0, generator: OptionalGenerator = None) -> Tensor:
    """Fill a tensor with normally distributed numbers.

    Parameters
    ----------
    tensor : Tensor
        Filled in place, without recording.
    mean : float, default 0.0
        Mean.
    std : float, default 1.0
        Standard deviation.
    generator : Generator, optional
        Source of random numbers; None is the global one.

    Returns
    -------
    Tensor
        ``tensor`` itself.

    References
    ----------
    PyTorch: ``torch.nn.init.normal_``.

    Examples
    --------
    >>> torch.nn.init.normal_(torch.empty(2, 3), std=0.02).shape
    torch.Size([2, 3])
    """
    with no_grad():
        return tensor.normal_(mean, std, generator=generator)


def constant_(tensor: Tensor, val: float) -> Tensor:
    """Fill a tensor with one number.

    Parameters
    ----------
    tensor : Tensor
        Filled in place, without recording.
    val : float
        The number.

    Returns
    -------
    Tensor
        ``tensor`` itself.

    References
    ----------
    PyTorch: ``torch.nn.init.constant_``.

    Examples
    --------
    >>> torch.nn.init.constant_(torch.empty(3), 0.5)
    tensor([0.5000, 0.5000, 0.5000])
    """
    with no_grad():
        return tensor.fill_(val)


def ones_(tensor: Tensor) -> Tensor:
    """Fill a tensor with 1.

    Parameters
    ----------
    tensor : Tensor
        Filled in place, without recording.

    Returns
    -------
    Tensor
        ``tensor`` itself.

    References
    ----------
    PyTorch: ``torch.nn.init.ones_``.

    Examples
    --------
    >>> torch.nn.init.ones_(torch.empty(3))
    tensor([1., 1., 1.])
    """
    with no_grad():
        return tensor.fill_(1.0)


def zeros_(tensor: Tensor) -> Tensor:
    """Fill a tensor with 0.

    Parameters
    ----------
    tensor : Tensor
        Filled in place, without recording.

    Returns
    -------
    Tensor
        ``tensor`` itself.

    References
    ----------
    PyTorch: ``torch.nn.init.zeros_``.

    Examples
    --------
    >>> torch.nn.init.zeros_(torch.empty(3))
    tensor([0., 0., 0.])
    """
    with no_grad():
        return tensor.zero_()


def trunc_normal_(
    tensor: Tensor, mean: float = 0.0, std: float = 1.0, a: float = -2.0, b: float = 2.0, generator: OptionalGenerator = None,
) -> Tensor:
    """Fill a tensor from a normal distribution restricted to an interval.

    Parameters
    ----------
    tensor : Tensor
        Filled in place, without recording.
    mean : float, default 0.0
        Mean of the distribution before it is cut.
    std : float, default 1.0
        Standard deviation of that.
    a : float, default -2.0
        Lower bound, as a value, not as a multiple of ``std``.
    b : float, default 2.0
        Upper bound.
    generator : Generator, optional
        Source of random numbers; None is the global one.

    Returns
    -------
    Tensor
        ``tensor`` itself.

    References
    ----------
    PyTorch: ``torch.nn.init.trunc_normal_``.

    Examples
    --------
    >>> w = torch.nn.init.trunc_normal_(torch.empty(1000), a=-1.0, b=1.0)
    >>> bool((w.abs() <= 1).all())
    True
    """
    if mean < a - 2 * std or mean > b + 2 * std:
        warn("mean is more than 2 std from [a, b] in nn.init.trunc_normal_. "
             "The distribution of values may be incorrect.")
    if tensor.is_meta:
        return tensor
    inside = _normal_cdf((b - mean) / std) - _normal_cdf((a - mean) / std)
    with no_grad():
        # If the interval has little probability, nearly all draws from the normal distribution would be rejected.
        draw = _redraw_normal if inside > 0.3 else _reject_uniform
        return draw(tensor, mean, std, a, b, generator)


# Private names that libraries call.
_no_grad_uniform_, _no_grad_normal_, _no_grad_trunc_normal_ = uniform_, normal_, trunc_normal_
_no_grad_fill_, _no_grad_zero_ = constant_, zeros_


def _normal_cdf(x: float) -> float:
    return (1.0 + math.erf(x / math.sqrt(2.0))) / 2.0


def _redraw_normal(tensor: Tensor, mean: float, std: float, a: float, b: float, generator: Any) -> Tensor:
    # The bounds rounded to this dtype, so that a value on a rounded bound is inside.
    low, high = tensor.new_tensor([a, b]).tolist()
    values = tensor.normal_(mean, std, generator=generator)
    is_outside = (values < low) | (values > high)
    while is_outside.any():
        # A whole tensor is drawn to replace the few values outside, so that the random stream does not depend on their number.
        samples = ops.empty_like(tensor).normal_(mean, std, generator=generator)
        values = ops.where(is_outside, samples, values)
        is_outside = (values < low) | (values > high)
    return _write_once(tensor, values)


def _reject_uniform(tensor: Tensor, mean: float, std: float, a: float, b: float, generator: Any) -> Tensor:
    """Uniform proposals in [a, b], each accepted with probability density / highest density there."""
    peak = -0.5 * ((max(a, min(mean, b)) - mean) / std) ** 2
    values = tensor.uniform_(a, b, generator=generator)
    proposal = tensor.clone()
    pending = _is_rejected(proposal, mean, std, peak, generator)
    while pending.any():
        proposal.uniform_(a, b, generator=generator)
        values = ops.where(pending, proposal, values)
        pending = pending & _is_rejected(proposal, mean, std, peak, generator)
    return _write_once(tensor, values)


def _write_once(tensor: Tensor, values: Tensor) -> Tensor:
    """`tensor` with what was drawn again: one more change of its version, however often that was."""
    return tensor if values is tensor else tensor.copy_(values)


def _is_rejected(proposal: Tensor, mean: float, std: float, peak: float, generator: Any) -> Tensor:
    log_ratio = proposal.sub(mean).div_(std).pow_(2).mul_(-0.5).sub_(peak)
    return ops.empty_like(proposal).uniform_(generator=generator).log_().gt(log_ratio)


def eye_(tensor: Tensor) -> Tensor:
    """Fill a matrix with the identity.

    Parameters
    ----------
    tensor : Tensor
        Two-dimensional; filled in place.

    Returns
    -------
    Tensor
        ``tensor`` itself.

    Raises
    ------
    ValueError
        Unless it has two dimensions.

    References
    ----------
    PyTorch: ``torch.nn.init.eye_``.

    Examples
    --------
    >>> torch.nn.init.eye_(torch.empty(2, 3))
    tensor([[1., 0., 0.],
            [0., 1., 0.]])
    """
    if tensor.ndimension() != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    with no_grad():
        return tensor.copy_(ops.eye(*tensor.shape, dtype=tensor.dtype, device=tensor.device))


def dirac_(tensor: Tensor, groups: int = 1) -> Tensor:
    """Fill a kernel so that the convolution returns its input channels unchanged.

    Parameters
    ----------
    tensor : Tensor
        Of three to five dimensions; filled in place.
    groups : int, default 1
        Groups of the convolution.

    Returns
    -------
    Tensor
        ``tensor`` itself.

    Raises
    ------
    ValueError
        For another number of dimensions, or if groups do not divide the output channels.

    References
    ----------
    PyTorch: ``torch.nn.init.dirac_``.

    Examples
    --------
    >>> torch.nn.init.dirac_(torch.empty(2, 2, 3))
    tensor([[[0., 1., 0.],
             [0., 0., 0.]],
    <BLANKLINE>
            [[0., 0., 0.],
             [0., 1., 0.]]])
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


def xavier_uniform_(tensor: Tensor, gain: float = 1.0, generator: OptionalGenerator = None) -> Tensor:
    """Glorot's initialization, uniform in ``±gain * sqrt(6 / (fan_in + fan_out))``.

    Parameters
    ----------
    tensor : Tensor
        Of at least two dimensions; filled in place.
    gain : float, default 1.0
        Factor, see ``calculate_gain``.
    generator : Generator, optional
        Source of random numbers; None is the global one.

    Returns
    -------
    Tensor
        ``tensor`` itself.

    Raises
    ------
    ValueError
        For fewer than two dimensions.

    References
    ----------
    Glorot and Bengio (2010), Understanding the difficulty of training deep feedforward neural networks.

    PyTorch: ``torch.nn.init.xavier_uniform_``.

    Examples
    --------
    >>> w = torch.nn.init.xavier_uniform_(torch.empty(2, 4))
    >>> bool((w.abs() <= 1).all())
    True
    """
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    # The same product in the same order as PyTorch, for equal rounding.
    std = gain * math.sqrt(2.0 / float(fan_in + fan_out))
    bound = math.sqrt(3.0) * std
    return uniform_(tensor, -bound, bound, generator)


def xavier_normal_(tensor: Tensor, gain: float = 1.0, generator: OptionalGenerator = None) -> Tensor:
    """Glorot's initialization, normal with standard deviation ``gain * sqrt(2 / (fan_in + fan_out))``.

    Parameters
    ----------
    tensor : Tensor
        Of at least two dimensions; filled in place.
    gain : float, default 1.0
        Factor, see ``calculate_gain``.
    generator : Generator, optional
        Source of random numbers; None is the global one.

    Returns
    -------
    Tensor
        ``tensor`` itself.

    Raises
    ------
    ValueError
        For fewer than two dimensions.

    References
    ----------
    Glorot and Bengio (2010), Understanding the difficulty of training deep feedforward neural networks.

    PyTorch: ``torch.nn.init.xavier_normal_``.

    Examples
    --------
    >>> torch.nn.init.xavier_normal_(torch.empty(3, 5)).shape
    torch.Size([3, 5])
    """
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    return normal_(tensor, 0.0, gain * math.sqrt(2.0 / float(fan_in + fan_out)), generator)


def _kaiming_std(tensor: Tensor, a: float, mode: str, nonlinearity: str) -> float:
    fan = _calculate_correct_fan(tensor, mode)
    return calculate_gain(nonlinearity, a) / math.sqrt(fan)


def kaiming_uniform_(
    tensor: Tensor, a: float = 0, mode: str = "fan_in", nonlinearity: str = "leaky_relu", generator: OptionalGenerator = None,
) -> Tensor:
    """He's initialization, uniform in ``±gain * sqrt(3 / fan)``.

    Parameters
    ----------
    tensor : Tensor
        Of at least two dimensions; filled in place.
    a : float, default 0
        Negative slope of the leaky relu that follows; only for ``'leaky_relu'``.
    mode : str, default 'fan_in'
        ``'fan_in'`` keeps variances forward, ``'fan_out'`` backward.
    nonlinearity : str, default 'leaky_relu'
        Gives the gain, see ``calculate_gain``; ``'relu'`` or ``'leaky_relu'``.
    generator : Generator, optional
        Source of random numbers; None is the global one.

    Returns
    -------
    Tensor
        ``tensor`` itself.

    Raises
    ------
    ValueError
        For fewer than two dimensions, or another mode.

    References
    ----------
    He and others (2015), arXiv:1502.01852.

    PyTorch: ``torch.nn.init.kaiming_uniform_``.

    Examples
    --------
    >>> w = torch.nn.init.kaiming_uniform_(torch.empty(4, 6), nonlinearity="relu")
    >>> bool((w.abs() <= 1).all())
    True
    """
    if 0 in tensor.shape:
        warn(_ZERO_ELEMENTS_WARNING)
        return tensor
    bound = math.sqrt(3.0) * _kaiming_std(tensor, a, mode, nonlinearity)
    return uniform_(tensor, -bound, bound, generator)


def kaiming_normal_(
    tensor: Tensor, a: float = 0, mode: str = "fan_in", nonlinearity: str = "leaky_relu", generator: OptionalGenerator = None,
) -> Tensor:
    """He's initialization, normal with standard deviation ``gain / sqrt(fan)``.

    Parameters
    ----------
    tensor : Tensor
        Of at least two dimensions; filled in place.
    a : float, default 0
        Negative slope of the leaky relu that follows; only for ``'leaky_relu'``.
    mode : str, default 'fan_in'
        ``'fan_in'`` keeps variances forward, ``'fan_out'`` backward.
    nonlinearity : str, default 'leaky_relu'
        Gives the gain, see ``calculate_gain``; ``'relu'`` or ``'leaky_relu'``.
    generator : Generator, optional
        Source of random numbers; None is the global one.

    Returns
    -------
    Tensor
        ``tensor`` itself.

    Raises
    ------
    ValueError
        For fewer than two dimensions, or another mode.

    References
    ----------
    He and others (2015), arXiv:1502.01852.

    PyTorch: ``torch.nn.init.kaiming_normal_``.

    Examples
    --------
    >>> torch.nn.init.kaiming_normal_(torch.empty(3, 5), mode="fan_out", nonlinearity="relu").shape
    torch.Size([3, 5])
    """
    if 0 in tensor.shape:
        warn(_ZERO_ELEMENTS_WARNING)
        return tensor
    return normal_(tensor, 0.0, _kaiming_std(tensor, a, mode, nonlinearity), generator)


def orthogonal_(tensor: Tensor, gain: float = 1, generator: OptionalGenerator = None) -> Tensor:
    """Fill a tensor with a (semi-)orthogonal matrix times ``gain``.

    Parameters
    ----------
    tensor : Tensor
        Of at least two dimensions, as a matrix of the first by all others; filled in place.
    gain : float, default 1
        Factor.
    generator : Generator, optional
        Source of random numbers; None is the global one.

    Returns
    -------
    Tensor
        ``tensor`` itself.

    Raises
    ------
    ValueError
        For fewer than two dimensions.

    References
    ----------
    Saxe, McClelland and Ganguli (2013), arXiv:1312.6120.

    PyTorch: ``torch.nn.init.orthogonal_``.

    Examples
    --------
    >>> w = torch.nn.init.orthogonal_(torch.empty(3, 5))
    >>> torch.allclose(w @ w.T, torch.eye(3), atol=1e-6)
    True
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
        # Q is multiplied by the signs of R's diagonal: only then is it uniformly distributed.
        q *= ops.diag(r, 0).sign()
        if rows < columns:
            q = q.t()
        tensor.view_as(q).copy_(q)
        scaled: Tensor = tensor.mul_(gain)
        return scaled


def sparse_(tensor: Tensor, sparsity: float, std: float = 0.01, generator: OptionalGenerator = None) -> Tensor:
    """Fill a matrix with normal numbers, and set a share of each column to 0.

    Parameters
    ----------
    tensor : Tensor
        Two-dimensional; filled in place.
    sparsity : float
        Share of zeros in each column.
    std : float, default 0.01
        Standard deviation of the others.
    generator : Generator, optional
        Source of random numbers; None is the global one.

    Returns
    -------
    Tensor
        ``tensor`` itself.

    Raises
    ------
    ValueError
        Unless it has two dimensions.

    References
    ----------
    Martens (2010), Deep learning via Hessian-free optimization.

    PyTorch: ``torch.nn.init.sparse_``.

    Examples
    --------
    >>> w = torch.nn.init.sparse_(torch.empty(10, 3), sparsity=0.3)
    >>> (w == 0).sum(dim=0)
    tensor([3, 3, 3])
    """
    if tensor.ndimension() != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    rows, columns = tensor.shape
    n_zeros = math.ceil(sparsity * rows)
    with no_grad():
        tensor.normal_(0, std, generator=generator)
        for column in range(columns):
            tensor[ops.randperm(rows, device=tensor.device)[:n_zeros], column] = 0
    return tensor


def _make_deprecate(meth: Callable[..., Any]) -> Callable[..., Any]:
    new_name = meth.__name__
    old_name = new_name[:-1]

    def deprecated_init(*args: Any, **kwargs: Any) -> Any:
        warn(f"`nn.init.{old_name}` is now deprecated in favor of `nn.init.{new_name}`.", FutureWarning)
        return meth(*args, **kwargs)

    rest = (meth.__doc__ or "\n").partition("\n")[2].replace(f"torch.nn.init.{new_name}", f"torch.nn.init.{old_name}")
    deprecated_init.__doc__ = f"Old name of ``{new_name}``: a call warns.\n{rest}"
    deprecated_init.__name__ = deprecated_init.__qualname__ = old_name
    return deprecated_init


uniform: Any = _make_deprecate(uniform_)
normal: Any = _make_deprecate(normal_)
constant: Any = _make_deprecate(constant_)
eye: Any = _make_deprecate(eye_)
dirac: Any = _make_deprecate(dirac_)
xavier_uniform: Any = _make_deprecate(xavier_uniform_)
xavier_normal: Any = _make_deprecate(xavier_normal_)
kaiming_uniform: Any = _make_deprecate(kaiming_uniform_)
kaiming_normal: Any = _make_deprecate(kaiming_normal_)
orthogonal: Any = _make_deprecate(orthogonal_)
sparse: Any = _make_deprecate(sparse_)

from .._namespace.names import missing  # noqa: E402

if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.nn.init", __name__)
from .._bindings.override.public_functions import make_all_overridable  # noqa: E402

make_all_overridable(globals(), "torch.nn.init")
