"""In-place random fills, and helpers of all random functions. `Tensor` inherits the methods."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from ..._array.core.deferred import Family
from ..._array.core.dtypes import FLOAT8, c_name, real_of, require_kernel, scalar_name
from ..._array.core.execution.blocks import all_within
from ..._array.core.meta import MetaArray
from ..._array.random import draws as k
from ..._array.shape.strided import empty_like_layout
from ..._array.shape.views import expand as expand_array
from ..._dispatch.call.caller import caller
from ..._dispatch.graph.inplace import check_overlap, check_writable, overwritten_node_class, set_overwritten
from ..._dispatch.graph.versions import bump_version, prepare_write
from ..._dispatch.levels.forbidden_writes import check_captured
from ..._dispatch.levels.lifting import DualLevel, concrete_values, create_batched, random_levels_of, resolve_levels
from ..._dispatch.state import ACTIVE, LOCAL, Classes
from ..._dispatch.tensor import TensorBase
from ..functions.arguments import MISSING, as_float
from ..functions.shown_signatures import shown_as
from ..override.overridable import all_overridable, overridable_def
from .generators import stream_of

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor

_bounds, _random = (Family(f"{__package__}.{name}") for name in ("bounds", "functions"))


def require_floating(dtype: Any, name: str) -> None:
    if dtype.kind not in "fcV" or dtype.char in FLOAT8:
        raise NotImplementedError(f"\"{name}\" not implemented for '{scalar_name(dtype)}'")


def arrange_in_memory_order(t: Any, shape: tuple[int, ...], values: Any) -> Any:
    """Arrange values in memory order of `t`'s examples, if there is one value per element of all of them."""
    own = concrete_values(resolve_levels(t))
    if own.shape != shape:
        return values.reshape(shape)
    out = empty_like_layout(own, values.dtype)
    fill_in_memory_order(out, values)
    return out


def fill_in_memory_order(array: Any, values: Any) -> None:
    """Store values in PyTorch's order of filling: memory order, with or without gaps."""
    if not array.flags.c_contiguous:
        array = array.transpose(memory_order_dims(array))
    array[...] = values if array.ndim == 1 else values.reshape(array.shape)


def memory_order_dims(array: Any) -> list[int]:
    """The dimensions from the largest stride to the smallest; those of size 1 keep their place."""
    strides, shape = array.strides, array.shape
    moved = iter(sorted((d for d in range(array.ndim) if shape[d] > 1), key=lambda d: -strides[d]))
    return [d if shape[d] <= 1 else next(moved) for d in range(array.ndim)]


def check_std(std: float) -> None:
    if not std >= 0:
        raise RuntimeError(f"normal expects std >= 0.0, but found std {std:g}")


def check_probabilities(a: Any) -> None:
    if not all_within(a, 0, 1):
        raise RuntimeError("Expected p_in >= 0 && p_in <= 1 to be true, but got false.  (Could this error message be improved?  If so, "
                           "please report an enhancement request to PyTorch.)")


def check_probability(p: Any) -> float:
    value = float(p)
    if not 0 <= value <= 1:
        raise RuntimeError(f"bernoulli_ expects p to be in [0, 1], but got p={value:g}")
    return value


@all_overridable
class RandomMethods:
    """In-place random fills; `Tensor` inherits them."""

    __slots__ = ()

    @shown_as("self, from_=0, to=1, *, generator=None")
    def uniform_(self: Any, from_: float = 0.0, to: float = 1.0, *, generator: Any = None, **kwargs: Any) -> Tensor:
        # The docstring is written in _bindings/randomness/fills.md.
        """Fill the tensor with random numbers from the uniform distribution on [from, to). In place.

        Parameters
        ----------
        from : float, default 0
            The lower end.
        to : float, default 1
            The upper end.
        generator : torch.Generator, optional
            The generator to draw from; the default one if not given.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `to` is below `from`, or the dtype is not floating.

        References
        ----------
        PyTorch: torch.Tensor.uniform_

        Examples
        --------
        >>> _ = torch.manual_seed(0)
        >>> torch.empty(3).uniform_(-1, 1)
        tensor([-0.0075,  0.5364, -0.8230])
        """
        low = kwargs.pop("from", from_)
        if kwargs:
            raise TypeError(f"uniform_() got an unexpected keyword argument '{next(iter(kwargs))}'")
        _bounds.check_uniform(low, to, self._array.dtype)
        return _fill_randomly(self, "UniformBackward0", lambda n, d: k.uniform(stream_of(generator), n, d, float(low), float(to)),
                              "uniform_")

    def normal_(self: Any, mean: float = 0.0, std: float = 1.0, *, generator: Any = None) -> Tensor:
        # The docstring is written in _bindings/randomness/fills.md.
        """Normally distributed random numbers with given means and standard deviations. In place.

        Parameters
        ----------
        mean : float or Tensor, default 0
            The means.
        std : float or Tensor, default 1
            The standard deviations; not negative.
        generator : torch.Generator, optional
            The generator to draw from; the default one if not given.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            A standard deviation is negative.

        Notes
        -----
        `Tensor.normal_` fills a tensor; its mean and std are numbers, 0 and 1 unless given.

        References
        ----------
        PyTorch: torch.Tensor.normal_

        Examples
        --------
        >>> _ = torch.manual_seed(0)
        >>> torch.empty(3).normal_(5., 2.)
        tensor([8.0820, 4.4131, 0.6424])
        """
        check_std(std)
        require_floating(self._array.dtype, "normal_kernel_cpu")
        stream = stream_of(generator)
        draw = k.normal if self._array.flags.c_contiguous else k.serial_normals
        if self._array.dtype.kind == "c":  # real and imaginary part have half of the variance each
            def parts(n: int, d: Any) -> Any:
                return draw(stream, 2 * n, real_of(d), float(mean), float(std) / math.sqrt(2)).view(d)

            return _fill_randomly(self, "NormalBackward0", parts, "normal_")
        return _fill_randomly(self, "NormalBackward0", lambda n, d: draw(stream, n, d, float(mean), float(std)), "normal_")

    @shown_as("self, from_=0, to=None, *, generator=None")
    def random_(self: Any, from_: Any = None, to: int | None = MISSING, *, generator: Any = None, **kwargs: Any) -> Tensor:
        # The docstring is written in _bindings/randomness/fills.md.
        """Fill the tensor with random integers. In place.

        Parameters
        ----------
        from : int, default 0
            The lower bound. A single number is `to`.
        to : int, optional
            The upper bound, excluded. By default all integers that the dtype represents without gaps are possible.
        generator : torch.Generator, optional
            The generator to draw from; the default one if not given.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `to` is not above `from`, or out of the dtype's range.

        References
        ----------
        PyTorch: torch.Tensor.random_

        Examples
        --------
        >>> _ = torch.manual_seed(0)
        >>> torch.empty(4, dtype=torch.int64).random_(0, 10)
        tensor([4, 9, 3, 0])
        """
        low, stream = kwargs.pop("from", from_), stream_of(generator)
        if to is None and low is not None and self._array.dtype.kind != "c":
            return _fill_randomly(self, "RandomBackward0", lambda n, d: k.integers(stream, n, int(low), k.end_of_range(d)).astype(d),
                                  "random_")
        to = None if to is MISSING else to
        if self._array.dtype.kind == "c" and (low is None or to is None):
            raise NotImplementedError(f"\"random_kernel_cpu\" not implemented for '{scalar_name(self._array.dtype)}'")
        if low is None and to is None:
            return _fill_randomly(self, "RandomBackward2", lambda n, d: k.full_range(stream, n, d), "random_")
        node = "RandomBackward0"
        if to is None:
            low, to, node = 0, low, "RandomBackward1"
        _bounds.check_range(int(low or 0), int(to), self._array.dtype)
        first, last = _bounds.representable_range(int(low or 0), int(to), self._array.dtype)
        return _fill_randomly(self, node, lambda n, d: k.integers(stream, n, first, last).astype(d), "random_")

    @overridable_def
    def bernoulli_(self: Any, p: Tensor | float = 0.5, *, generator: Any = None) -> Tensor:
        # The docstring is written in _bindings/randomness/functions.md.
        """Random zeros and ones; each element is the probability of a one. In place.

        Parameters
        ----------
        generator : torch.Generator, optional
            The generator to draw from; the default one if not given.
        p : float or Tensor, optional
            The probabilities, if they are not the elements themselves; in place 0.5 unless given.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            A probability is out of range.

        References
        ----------
        PyTorch: torch.bernoulli

        Examples
        --------
        >>> _ = torch.manual_seed(0)
        >>> torch.tensor([0.1, 0.5, 1.]).bernoulli_()
        tensor([0., 0., 1.])
        """
        stream = stream_of(generator)
        if isinstance(p, TensorBase) and p._array.__class__ is not np.ndarray:
            return self.copy_(_random.bernoulli_under_transforms(caller("expand")(p, tuple(self.shape)), None, generator))
        if isinstance(p, TensorBase):
            probabilities = expand_array(p._array, self._array.shape)
            require_kernel("bernoulli_tensor_cpu_p_", p._array.dtype, "biuc")
            check_probabilities(p._array)
            if self._array.__class__ is np.ndarray and not self._array.flags.c_contiguous:
                probabilities = probabilities.transpose(memory_order_dims(self._array))
            read = (p,) if p._array.shape == self._array.shape else ()  # PyTorch does not look at what it has expanded

            def draw(n: int, dtype: Any) -> Any:  # more numbers than probabilities: those of vmap's examples, which are drawn one by one
                each = probabilities
                if n != each.size:
                    each = np.broadcast_to(each, (n // each.size, *each.shape))
                return k.bernoulli_each(stream, each).astype(dtype)

            return _fill_randomly(self, "BernoulliBackward1", draw, "bernoulli_.Tensor", read)
        if self._array.size:
            require_kernel("bernoulli_scalar_cpu_", self._array.dtype, "c")
        return _fill_randomly(self, "BernoulliBackward2", lambda n, d: k.bernoulli(stream, n, check_probability(p)).astype(d),
                              "bernoulli_.float")

    def exponential_(self: Any, lambd: float = 1.0, *, generator: Any = None) -> Tensor:
        # The docstring is written in _bindings/randomness/fills.md.
        """Fill the tensor with random numbers from an exponential distribution. In place.

            density(x) = lambd * e ** (-lambd * x)

        Parameters
        ----------
        lambd : float, default 1
            The rate.
        generator : torch.Generator, optional
            The generator to draw from; the default one if not given.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The dtype is not floating, or `lambd` is not positive.

        References
        ----------
        PyTorch: torch.Tensor.exponential_

        Examples
        --------
        >>> _ = torch.manual_seed(0)
        >>> torch.empty(3).exponential_()
        tensor([3.5083, 1.2304, 0.6150])
        """
        lambd = as_float(lambd)
        if not lambd > 0:
            raise RuntimeError(f"exponential_ expects lambda > 0.0, but found lambda={lambd}")
        if self._array.dtype.kind not in "fV":
            raise RuntimeError("Exponential distribution is a continuous probability distribution. dtype must be a floating point but you "
                               f"specified {scalar_name(self._array.dtype)}")
        return _fill_randomly(self, "ExponentialBackward0", lambda n, d: k.exponential(stream_of(generator), n, d, lambd), "exponential_")

    def geometric_(self: Any, p: float, *, generator: Any = None) -> Tensor:
        # The docstring is written in _bindings/randomness/fills.md.
        """Fill the tensor with random numbers of trials until the first success. In place.

            P(k) = (1 - p) ** (k - 1) * p, for k = 1, 2, ...

        Parameters
        ----------
        p : float
            The probability of success.
        generator : torch.Generator, optional
            The generator to draw from; the default one if not given.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `p` is not between 0 and 1.

        References
        ----------
        PyTorch: torch.Tensor.geometric_

        Examples
        --------
        >>> _ = torch.manual_seed(0)
        >>> torch.empty(3).geometric_(0.3)
        tensor([1., 1., 3.])
        """
        if not 0 < p < 1:
            raise RuntimeError(f"geometric_ expects p to be in (0, 1), but got p={p}")
        if self._array.size or self._array.dtype.kind in "bc":
            require_kernel("geometric_cpu", self._array.dtype, "bc")
        return _fill_randomly(self, "GeometricBackward0", lambda n, d: k.geometric(stream_of(generator), n, d, p), "geometric_")

    def cauchy_(self: Any, median: float = 0.0, sigma: float = 1.0, *, generator: Any = None) -> Tensor:
        # The docstring is written in _bindings/randomness/fills.md.
        """Fill the tensor with random numbers from a Cauchy distribution. In place.

        Parameters
        ----------
        median : float, default 0
            Its median.
        sigma : float, default 1
            Its half-width.
        generator : torch.Generator, optional
            The generator to draw from; the default one if not given.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The dtype is not floating, or `sigma` is not positive.

        References
        ----------
        PyTorch: torch.Tensor.cauchy_

        Examples
        --------
        >>> _ = torch.manual_seed(0)
        >>> torch.empty(3).cauchy_()
        tensor([10.5977,  0.7648, -0.1283])
        """
        if not sigma > 0:
            raise RuntimeError(f"cauchy_ expects sigma > 0.0, but found sigma={sigma}")
        if self._array.dtype.kind not in "fV":
            raise RuntimeError("Cauchy distribution is a continuous probability distribution. dtype must be a floating point but you "
                               f"specified {c_name(self._array.dtype)}")
        return _fill_randomly(self, "CauchyBackward0", lambda n, d: k.cauchy(stream_of(generator), n, d, median, sigma), "cauchy_")

    def log_normal_(self: Any, mean: float = 1.0, std: float = 2.0, *, generator: Any = None) -> Tensor:
        # The docstring is written in _bindings/randomness/fills.md.
        """Fill the tensor with random numbers whose logarithms are normally distributed. In place.

        Parameters
        ----------
        mean : float, default 1
            The mean of the logarithms.
        std : float, default 2
            Their standard deviation.
        generator : torch.Generator, optional
            The generator to draw from; the default one if not given.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The dtype is not floating, or `std` is not positive.

        References
        ----------
        PyTorch: torch.Tensor.log_normal_

        Examples
        --------
        >>> _ = torch.manual_seed(0)
        >>> torch.empty(3).log_normal_(0., 0.5)
        tensor([2.1608, 0.8635, 0.3364])
        """
        if not std > 0:
            raise RuntimeError(f"log_normal_ expects std > 0.0, but found std={std}")
        if self._array.dtype.kind not in "fV":
            raise NotImplementedError(f"\"log_normal_cpu\" not implemented for '{scalar_name(self._array.dtype)}'")
        return _fill_randomly(self, "LogNormalBackward0", lambda n, d: k.log_normal(stream_of(generator), n, d, mean, std), "log_normal_")

    def bernoulli(self: Any, p: float | None = None, *, generator: Any = None) -> Tensor:
        # The docstring is written in _bindings/randomness/functions.md.
        """Random zeros and ones; each element is the probability of a one.

        Parameters
        ----------
        generator : torch.Generator, optional
            The generator to draw from; the default one if not given.
        p : float or Tensor, optional
            The probabilities, if they are not the elements themselves; in place 0.5 unless given.

        Returns
        -------
        Tensor
            As `self` in shape and dtype.

        Raises
        ------
        RuntimeError
            A probability is out of range.

        References
        ----------
        PyTorch: torch.bernoulli

        Examples
        --------
        >>> _ = torch.manual_seed(0)
        >>> torch.tensor([0.1, 0.5, 1.]).bernoulli()
        tensor([0., 0., 1.])
        """
        return _random.bernoulli(self, p, generator=generator)

    def multinomial(self: Any, num_samples: int, replacement: bool = False, *, generator: Any = None) -> Tensor:
        # The docstring is written in _bindings/randomness/functions.md.
        """Draw indices with probabilities proportional to weights.

        Parameters
        ----------
        num_samples : int
            How many to draw in each row.
        replacement : bool, default False
            Whether an index may be drawn again.
        generator : torch.Generator, optional
            The generator to draw from; the default one if not given.

        Returns
        -------
        Tensor
            Indices (`torch.int64`), `num_samples` for each row.

        Raises
        ------
        RuntimeError
            There are fewer positive weights than draws, or weights are negative, infinite or nan.

        References
        ----------
        PyTorch: torch.multinomial

        Examples
        --------
        >>> _ = torch.manual_seed(0)
        >>> torch.tensor([0., 1., 9.]).multinomial(5, replacement=True)
        tensor([2, 2, 2, 2, 2])
        """
        return _random.multinomial(self, num_samples, replacement, generator=generator)


def _fill_under_transforms(t: Any, draw: Any, name: str) -> Any:
    """Draw into a new tensor and copy it to `t`, which may be batched and have a history at every level."""
    check_captured(t, name)
    batches = random_levels_of(t, inplace=True)
    dtype = t._array.dtype
    return t.copy_(create_batched(lambda full: arrange_in_memory_order(t, full, draw(math.prod(full), dtype)), t._array.shape,
                                   batches))


def refuse_layout(name: str) -> NoReturn:
    """Refuse to fill a tensor that is not strided."""
    from ..._array.sparse.coo import unsupported_error as refused_layout

    raise refused_layout(name)


def _fill_randomly(t: Any, node: str, draw: Any, name: str, read: Any = ()) -> Any:
    """Fill a tensor in place from what is `read`, and leave a node of that name. Its gradient stops here: what was in it is gone."""
    if t._array.__class__ in Classes.layouts:
        refuse_layout(name)
    if ACTIVE or t._autograd_meta is not None:
        prepare_write(t)
    if t._requires_grad and LOCAL.grad and t.requires_grad:
        check_writable(t)
    check_overlap(t._array, read)
    if ACTIVE and LOCAL.observer is not None:
        return LOCAL.observer.record_call(name, (t,), lambda: _fill_now(t, node, draw, name))
    return _fill_now(t, node, draw, name)


def _fill_now(t: Any, node: str, draw: Any, name: str) -> Any:
    if ACTIVE and any(level.__class__ is not DualLevel or level.functional for level in LOCAL.levels):
        return _fill_under_transforms(t, draw, name)
    if t._array.__class__ is not MetaArray:  # meta tensors draw nothing
        values = draw(t._array.size, t._array.dtype)
        t._array.fill_by(fill_in_memory_order, values) if t._array.__class__ is not np.ndarray else fill_in_memory_order(t._array, values)
    bump_version(t)
    if t._requires_grad and LOCAL.grad and not LOCAL.inference and t.requires_grad:
        set_overwritten(t, overwritten_node_class(node))
    if t._autograd_meta is not None and t._autograd_meta.tangents:
        from ..._dispatch.levels.forward import zero_tangents

        zero_tangents(t)
    return t
