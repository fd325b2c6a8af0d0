"""Random tensors and generators. Streams are PyTorch's: the same seed gives the same numbers (docs/random.md)."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from .._array import counts
from .._array import random as k
from .._array.blocks import all_within
from .._array.deferred import Family
from .._array.dtypes import Defaults, c_name, is_floating, real_of, require_kernel, scalar_name
from .._array.ghost import Ghost, made
from .._array.numbers import index, plain_number
from .._array.permuted import note_layout
from .._array.shape import expand as expand_array
from .._array.strided import template
from .._array.type_names import type_of
from .._dispatch.call import caller, later, later_as, settle_calls, wrap
from .._dispatch.captures import check_captured
from .._dispatch.device import check_device, refuse_pinned
from .._dispatch.dtype import array_dtype
from .._dispatch.inplace import check_overlap, check_writable, overwriting, overwritten
from .._dispatch.lacking import without_derivative
from .._dispatch.layouts import PERMUTED
from .._dispatch.lifting import DualLevel, batch_levels, born_batched, concrete_values, drawn_levels, levels_of_draw, settle
from .._dispatch.overrides import meet
from .._dispatch.refusals import wrong_combination
from .._dispatch.state import ACTIVE, LOCAL, PLAIN, Classes
from .._dispatch.tensor import TensorBase
from .._dispatch.unsupported import UnsupportedError
from .._dispatch.versions import about_to_write, bump
from ._support import MISSING, as_float, end_of, is_whole, no_pinned, out_texts, takes_tensor
from .constants import layout as layout_type
from .constants import strided
from .creation import _heard, dtype_for, finish, ghost_like, in_format, named_size, of_cpu, shape_of, without_values
from .generators import Generator, get_rng_state, initial_seed, manual_seed, seed, set_rng_state, stream_of
from .overridable import ask_all, asks, resolve

if TYPE_CHECKING:
    from .._array.mt19937 import Stream
    from .tensor import Tensor

_int64 = np.dtype(np.int64)
_bernoulli_of = later("bernoulli_of")
_poisson_of = later_as("bernoulli_of", "PoissonBackward0")
settle_calls(globals())
_bounds: Any = Family(f"{__package__}.random_bounds")
_tensors: Any = Family(f"{__package__}.random_of_tensors")


def _dtype(dtype: Any) -> Any:
    return Defaults.floating if dtype is None else array_dtype(dtype)


def need_floating(dtype: Any, name: str) -> None:
    if dtype.kind not in "fcV":
        raise NotImplementedError(f"\"{name}\" not implemented for '{scalar_name(dtype)}'")


def drawn(shape: tuple[int, ...], make: Any) -> Any:
    """A tensor of random numbers, `make(shape)`; under vmap one draw for all examples or one each, as its `randomness` says."""
    if ACTIVE:
        return born_batched(make, shape, drawn_levels())
    return wrap(make(shape))


def _result(shape: tuple[int, ...], make: Any, dtype: Any, requires_grad: bool = False, device: Any = None, out: Any = None) -> Any:
    if device is not None and check_device(device):
        return finish(made(shape, dtype), requires_grad, None, out)  # nothing is drawn
    if not ACTIVE or out is not None:
        return finish(make(shape), requires_grad, device, out)
    t = drawn(shape, make)
    if LOCAL.observer is not None:
        t = _heard(t)
    t.requires_grad = requires_grad
    return t


def drawn_from(input: Any, make: Any, result: Any) -> Any:
    """Numbers whose distribution `input` states: `make(array)`, of shape `result(shape of input)`."""
    if not ACTIVE:
        return wrap(make(input._array))
    batches, own = levels_of_draw(input), batch_levels(settle(input))
    values = concrete_values(settle(input))
    sizes = tuple(level.size for level in batches)
    places = [n if level in own else 1 for level, n in zip(batches, sizes, strict=True)]
    full = np.broadcast_to(values.reshape((*places, *input._array.shape)), (*sizes, *input._array.shape))
    return born_batched(lambda shape: make(full).reshape(shape), result(input._array.shape), batches)


def _no_layout(name: str, value: Any) -> None:
    if value.__class__ is not layout_type:
        raise TypeError(f"{name}(): argument 'layout' must be torch.layout, not {type_of(value)}")
    raise UnsupportedError(f"{name} makes strided tensors only")


def rand(*sizes: Any, size: Any = MISSING, generator: Any = None, out: Any = None, dtype: Any = None, layout: Any = None,
         device: Any = None, pin_memory: bool = False, requires_grad: bool = False) -> Tensor:
    """Uniform values in [0, 1)."""
    try:
        if ACTIVE:
            meet(())
        if pin_memory is not False and pin_memory is not None:
            no_pinned("rand", pin_memory)
        if layout is not None and layout is not strided:
            _no_layout("rand", layout)
        wanted = _dtype(dtype_for(out, dtype, "rand"))
        need_floating(wanted, "check_uniform_bounds")
        shape = shape_of(sizes if size is MISSING else named_size(size, "rand"), "rand")
        return _result(shape, lambda full: k.uniform(stream_of(generator), count_of(full), wanted).reshape(full), wanted,
                       requires_grad, device, out)
    except Exception as error:
        return resolve(error)


def randn(*sizes: Any, size: Any = MISSING, generator: Any = None, out: Any = None, dtype: Any = None, layout: Any = None,
          device: Any = None, pin_memory: bool = False, requires_grad: bool = False) -> Tensor:
    """Normal values of mean 0 and variance 1."""
    try:
        if ACTIVE:
            meet(())
        if out is not None and out.requires_grad:
            raise RuntimeError("cannot resize variables that require grad")
        if pin_memory is not False and pin_memory is not None:
            no_pinned("randn", pin_memory)
        if layout is not None and layout is not strided:
            _no_layout("randn", layout)
        wanted = _dtype(dtype_for(out, dtype, "randn"))
        need_floating(wanted, "normal_kernel_cpu")
        shape = shape_of(sizes if size is MISSING else named_size(size, "randn"), "randn")
        if out is not None and out._array.__class__ is not Ghost:
            return (out if out._array.shape == shape else out.resize_(shape)).normal_(generator=generator)
        return _result(shape, lambda full: standard_normal(stream_of(generator), full, wanted), wanted, requires_grad, device, out)
    except Exception as error:
        return resolve(error)


def standard_normal(stream: Stream, shape: tuple[int, ...], dtype: Any, draw: Any = None) -> Any:
    n, draw = count_of(shape), draw or k.normal
    if dtype.kind == "c":
        part = np.dtype(np.float32 if dtype.itemsize == 8 else np.float64)
        return draw(stream, 2 * n, part, 0.0, 0.5 ** 0.5).view(dtype).reshape(shape)
    return draw(stream, n, dtype, 0.0, 1.0).reshape(shape)


def count_of(shape: tuple[int, ...]) -> int:
    n = 1
    for size in shape:
        n *= size
    return n


@takes_tensor
def rand_like(input: Any, *, dtype: Any = None, layout: Any = None, device: Any = None, requires_grad: bool = False,
              pin_memory: bool = False, memory_format: Any = None, generator: Any = None) -> Tensor:
    """Uniform values in the shape of `input`."""
    if memory_format is not None or pin_memory:
        input = in_format(input, memory_format, pin_memory)
    return _like(input, dtype, requires_grad, generator, lambda s, n, d: k.uniform(s, n, d), "check_uniform_bounds", device)


@takes_tensor
def randn_like(input: Any, *, dtype: Any = None, layout: Any = None, device: Any = None, requires_grad: bool = False,
               pin_memory: bool = False, memory_format: Any = None, generator: Any = None) -> Tensor:
    """Normal values in the shape of `input`."""
    if memory_format is not None or pin_memory:
        input = in_format(input, memory_format, pin_memory)
    return _like(input, dtype, requires_grad, generator, lambda s, n, d: standard_normal(s, (n,), d), "normal_kernel_cpu",
                 device, lambda s, n, d: standard_normal(s, (n,), d, k.serial_normals))


def _like(input: Any, dtype: Any, requires_grad: bool, generator: Any, draw: Any, name: str, device: Any, draw_apart: Any = None) -> Any:
    """Numbers laid out as `input`: `draw(stream, count, dtype)` makes them, `draw_apart` where memory is not row-major."""
    wanted = input._array.dtype if dtype is None else array_dtype(dtype)
    need_floating(wanted, name)
    if input._array.__class__ in Classes.layouts:
        _refuse_layout("uniform_" if name == "check_uniform_bounds" else "normal_")
    if device is not None or input._array.__class__ is Ghost:
        if without_values(input, device):
            return ghost_like(input, dtype, requires_grad)
        input = of_cpu(input)
    if ACTIVE:
        return _result(input._array.shape, lambda full: _laid_out(input, full, draw(stream_of(generator), count_of(full), wanted)),
                       wanted, requires_grad)
    if input._array.flags.c_contiguous:
        return finish(draw(stream_of(generator), input._array.size, wanted).reshape(input._array.shape), requires_grad)
    out = np.empty_like(template(input._array), dtype=wanted, subok=False)
    draw = draw if draw_apart is None or out.flags.c_contiguous else draw_apart
    fill_in_order(out, draw(stream_of(generator), out.size, wanted))
    note_layout(out)
    return finish(out, requires_grad)


def _laid_out(t: Any, shape: tuple[int, ...], values: Any) -> Any:
    """Values in the order of the memory of `t`'s examples, if there is one value for each element of them all."""
    own = concrete_values(settle(t))
    if own.shape != shape:
        return values.reshape(shape)
    out = np.empty_like(template(own), dtype=values.dtype, subok=False)
    fill_in_order(out, values)
    note_layout(out)
    return out


def fill_in_order(array: Any, values: Any) -> None:
    """Store values in the order in which PyTorch fills: memory order where the array is dense, else index order."""
    if array.flags.c_contiguous:
        array[...] = values.reshape(array.shape)
        return
    order = sorted(range(array.ndim), key=lambda d: -array.strides[d])
    dense = array.transpose(order)
    if dense.flags.c_contiguous:
        dense[...] = values.reshape(dense.shape)
    else:
        array[...] = values.reshape(array.shape)


def randint(*args: Any, low: Any = None, high: Any = None, size: Any = None, generator: Any = None, out: Any = None, dtype: Any = None,
            layout: Any = None, device: Any = None, pin_memory: bool = False, requires_grad: bool = False) -> Tensor:
    """`randint(high, size)`, `randint(low, high, size)`: integers in [low, high), int64 unless `dtype` says otherwise."""
    refuse_pinned(pin_memory)
    first, last, size = _bounds.range_of("randint", args, low, high, size)
    shape = shape_of((size,), "randint")
    dtype = dtype_for(out, dtype, "randint")
    wanted = _int64 if dtype is None else array_dtype(dtype)
    _bounds.check_range(first, last, wanted)
    make = lambda full: k.integers(stream_of(generator), count_of(full), first, last).astype(wanted, copy=False).reshape(full)  # noqa: E731
    return _result(shape, make, wanted, requires_grad, device, out)


@takes_tensor
def randint_like(input: Any, *args: Any, low: Any = None, high: Any = None, dtype: Any = None, layout: Any = None, device: Any = None,
                 requires_grad: bool = False, pin_memory: bool = False, memory_format: Any = None, generator: Any = None) -> Tensor:
    """Integers in [low, high) in the shape of `input`."""
    if memory_format is not None or pin_memory:
        input = in_format(input, memory_format, pin_memory)
    if isinstance(only := args[0] if len(args) == 1 and high is low is None else high if not args and low is None else None, TensorBase):
        args, high = (end_of(only),), None
    first, last, _ = _bounds.range_of("randint_like", args, low, high, ())
    wanted = input._array.dtype if dtype is None else array_dtype(dtype)
    _bounds.check_range(first, last, wanted)
    if device is not None or input._array.__class__ is Ghost:
        if without_values(input, device):
            return ghost_like(input, dtype, requires_grad)
        input = of_cpu(input)
    def draw(full: tuple[int, ...]) -> Any:
        return _laid_out(input, full, k.integers(stream_of(generator), count_of(full), first, last).astype(wanted))

    return _result(input._array.shape, draw, wanted, requires_grad)


def randperm(n: int, *, generator: Any = None, out: Any = None, dtype: Any = None, layout: Any = None, device: Any = None,
             pin_memory: bool = False, requires_grad: bool = False) -> Tensor:
    """The numbers from 0 to n - 1 in random order."""
    if n.__class__ is not int and not is_whole(n):
        raise TypeError(f"randperm(): argument 'n' (position 1) must be int, not {type_of(n)}")
    refuse_pinned(pin_memory)
    n = index(n)
    if n < 0:
        raise RuntimeError(f"Trying to create tensor with negative dimension {n}: [{n}]")
    dtype = dtype_for(out, dtype, "randperm")
    wanted = _int64 if dtype is None else array_dtype(dtype)
    require_kernel("randperm", wanted, "bc")
    _bounds.check_permutation(n, wanted)
    return _result((n,), lambda full: _permutations(stream_of(generator), full).astype(wanted, copy=False), wanted, requires_grad, device,
                   out)


def _permutations(stream: Stream, shape: tuple[int, ...]) -> Any:
    """A random order along the last dimension for every index of the others."""
    if len(shape) == 1:
        return k.permutation(stream, shape[0])
    # The innermost vmap loops over its examples, and asks those outside of it for each.
    if 0 in shape[:-1]:
        raise RuntimeError("stack expects a non-empty TensorList")
    drawn = np.stack([k.permutation(stream, shape[-1]) for _ in range(count_of(shape[:-1]))]).reshape(*reversed(shape[:-1]), shape[-1])
    return drawn.transpose(*reversed(range(len(shape) - 1)), len(shape) - 1)


_NUMBERS = (int, float)
_TENSORS_AND_NUMBERS = (TensorBase, int, float)


def _normals(stream: Any, shape: Any, dtype: Any, mean: float, std: float) -> Any:
    """Normal values; the parts of complex ones have half the variance each."""
    if dtype.kind == "c":
        part = np.dtype(f"f{dtype.itemsize // 2}")
        return k.normal(stream, 2 * count_of(shape), part, mean, std / math.sqrt(2)).view(dtype).reshape(shape)
    return k.normal(stream, count_of(shape), dtype, mean, std).reshape(shape)


def normal(mean: Any, std: Any = 1.0, size: Any = None, *, generator: Any = None, out: Any = None, dtype: Any = None, layout: Any = None,
           device: Any = None, pin_memory: Any = None, requires_grad: Any = None) -> Tensor:
    """Normal values: of given mean and deviation (tensors, one value each; or numbers, with `size`)."""
    refuse_pinned(pin_memory)
    if isinstance(mean, np.generic):
        mean = plain_number(mean)
    if isinstance(std, np.generic):
        std = plain_number(std)
    if size is not None:
        mean, std = (v._array.item() if isinstance(v, TensorBase) and not (v._array.ndim or v._requires_grad) else v for v in (mean, std))
    fitting = _TENSORS_AND_NUMBERS if size is None else _NUMBERS
    if not (isinstance(mean, fitting) and isinstance(std, fitting)):
        raise wrong_combination("normal", (mean, std), {} if size is None else {"size": size})
    if not isinstance(mean, TensorBase) and not isinstance(std, TensorBase):
        if size is None:
            raise wrong_combination("normal", (mean, std), {})
        _check_std(std)
        shape, dtype = shape_of((size,), "normal"), dtype_for(out, dtype, "normal")
        need_floating(_dtype(dtype), "normal_kernel_cpu")
        make = lambda full: _normals(stream_of(generator), full, _dtype(dtype), float(mean), float(std))  # noqa: E731
        return _result(shape, make, _dtype(dtype), bool(requires_grad), device, out)
    named = {"dtype": dtype, "layout": layout, "device": device, "pin_memory": pin_memory, "requires_grad": requires_grad}
    if any(value is not None for value in named.values()):
        raise wrong_combination("normal", (mean, std), {name: value for name, value in named.items() if value is not None})
    if not isinstance(std, TensorBase):
        _check_std(std)
    return _tensors.normal_of(mean, std, out, generator)


def _check_std(std: float) -> None:
    if not std >= 0:
        raise RuntimeError(f"normal expects std >= 0.0, but found std {std:g}")


def check_place(out: Any) -> None:
    """Refuse an `out` on the meta device for what is drawn with a tensor of the CPU."""
    if out is not None and out._array.__class__ is Ghost:
        raise out_texts.device_refusal("", "cpu", "meta")


def require_no_grad(name: str, *tensors: Any) -> None:
    """Refuse a call that stores its result in `out` where a gradient would be wanted."""
    if LOCAL.grad and any(isinstance(t, TensorBase) and t.requires_grad for t in tensors):  # type: ignore[attr-defined]
        raise RuntimeError(f"{name}(): functions with out=... arguments don't support automatic differentiation, but one of the arguments "
                           "requires grad.")


def needs_no_node(t: Any) -> bool:
    """Whether what is drawn by the values of `t`, in its shape, has no history and lies in order."""
    return t.__class__ in PLAIN and not t._requires_grad and t._view is None and not PERMUTED and not ACTIVE


@takes_tensor
def bernoulli(input: Any, p: Any = None, *, generator: Any = None, out: Any = None) -> Tensor:
    """0 or 1, being 1 with the probability that stands in `input` (or with probability `p`)."""
    if p is None and input._array.dtype.kind not in "fV":
        name = "bernoulli_tensor_cpu_self_" if input._array.dtype.kind == "c" else "bernoulli_tensor_cpu_p_"
        raise NotImplementedError(f"\"{name}\" not implemented for '{scalar_name(input._array.dtype)}'")
    if isinstance(out, TensorBase) and out._array.dtype.kind == "c":
        raise NotImplementedError(f"\"bernoulli_tensor_cpu_self_\" not implemented for '{scalar_name(out._array.dtype)}'")
    check_place(out)
    a = input._array
    if p is None and a.__class__ is np.ndarray:
        _check_odds(a)
    if ACTIVE and out is None:
        return _bernoulli_in_levels(input, p, generator)
    stream = stream_of(generator)
    if p is not None:
        found = finish(k.bernoulli(stream, a.size, _probability(p)).astype(a.dtype).reshape(a.shape), False, None, out)
        without_derivative("aten::bernoulli", (input,), (found,))
        return found
    if out is not None:
        require_no_grad("bernoulli", out, input)
        return finish(k.bernoulli_each(stream, a).astype(out._array.dtype), False, None, out)
    sample = wrap(k.bernoulli_each(stream, a).astype(a.dtype))
    return sample if needs_no_node(input) else _bernoulli_of(sample, input)


def _check_odds(a: Any) -> None:
    if not all_within(a, 0, 1):
        raise RuntimeError("Expected p_in >= 0 && p_in <= 1 to be true, but got false.  (Could this error message be improved?  If so, "
                           "please report an enhancement request to PyTorch.)")


def _bernoulli_in_levels(input: Any, p: Any, generator: Any) -> Any:
    stream, dtype = stream_of(generator), input._array.dtype
    if p is not None:
        levels_of_draw(input)
        return drawn(input._array.shape, lambda full: k.bernoulli(stream, count_of(full), _probability(p)).astype(dtype).reshape(full))
    levels_of_draw(input)
    _check_odds(concrete_values(settle(input)))
    return _bernoulli_of(
        drawn_from(input, lambda odds: np.asarray(k.bernoulli_each(stream, odds)).astype(dtype), lambda shape: shape), input)


def _probability(p: Any) -> float:
    value = float(p)
    if not 0 <= value <= 1:
        raise RuntimeError(f"bernoulli_ expects p to be in [0, 1], but got p={value:g}")
    return value


def multinomial(input: Any, num_samples: int, replacement: bool = False, *, generator: Any = None, out: Any = None) -> Tensor:
    """Indices drawn with the weights in `input` (a vector, or a row each of a matrix)."""
    if not isinstance(input, TensorBase):
        raise TypeError(f"multinomial(): argument 'input' (position 1) must be Tensor, not {type(input).__name__}")
    return _tensors.multinomial_of(input, num_samples, replacement, out, generator)


def poisson(input: Any, generator: Any = None) -> Tensor:
    """A count for each rate in `input`. Its gradient is zero."""
    if not is_floating(input._array.dtype):
        raise NotImplementedError(f'"poisson_cpu" not implemented for {scalar_name(input._array.dtype)!r}')
    stream = stream_of(generator)
    return _poisson_of(drawn_from(input, lambda rates: counts.poisson(stream, rates), lambda shape: shape), input)


def binomial(count: Any, prob: Any, generator: Any = None) -> Tensor:
    """Successes in `count` trials, each of probability `prob`; both of one floating dtype. Backward says that it has no derivative."""
    return _tensors.binomial_of(count, prob, generator)


@ask_all
class RandomMethods:
    """In-place random fills; `Tensor` inherits them."""

    __slots__ = ()

    def uniform_(self: Any, from_: float = 0.0, to: float = 1.0, *, generator: Any = None, **kwargs: Any) -> Tensor:
        """Fill with uniform values in [from, to)."""
        low = kwargs.pop("from", from_)
        if kwargs:
            raise TypeError(f"uniform_() got an unexpected keyword argument '{next(iter(kwargs))}'")
        _bounds.check_uniform(low, to, self._array.dtype)
        return _overwrite(self, "UniformBackward0", lambda n, d: k.uniform(stream_of(generator), n, d, float(low), float(to)), "uniform_")

    def normal_(self: Any, mean: float = 0.0, std: float = 1.0, *, generator: Any = None) -> Tensor:
        """Fill with normal values."""
        _check_std(std)
        need_floating(self._array.dtype, "normal_kernel_cpu")
        stream = stream_of(generator)
        draw = k.normal if self._array.flags.c_contiguous else k.serial_normals
        if self._array.dtype.kind == "c":  # the parts have half the variance each
            def parts(n: int, d: Any) -> Any:
                return draw(stream, 2 * n, real_of(d), float(mean), float(std) * 0.5 ** 0.5).view(d)

            return _overwrite(self, "NormalBackward0", parts, "normal_")
        return _overwrite(self, "NormalBackward0", lambda n, d: draw(stream, n, d, float(mean), float(std)), "normal_")

    def random_(self: Any, from_: Any = None, to: Any = MISSING, *, generator: Any = None, **kwargs: Any) -> Tensor:
        """Fill with integers: `random_()` over the dtype's range, `random_(to)`, `random_(from, to)`, `to` None being its end."""
        low, stream = kwargs.pop("from", from_), stream_of(generator)
        if to is None and low is not None and self._array.dtype.kind != "c":
            return _overwrite(self, "RandomBackward0", lambda n, d: k.integers(stream, n, int(low), k.end_of_range(d)).astype(d), "random_")
        to = None if to is MISSING else to
        if self._array.dtype.kind == "c" and (low is None or to is None):
            raise NotImplementedError(f"\"random_kernel_cpu\" not implemented for '{scalar_name(self._array.dtype)}'")
        if low is None and to is None:
            return _overwrite(self, "RandomBackward2", lambda n, d: k.full_range(stream, n, d), "random_")
        node = "RandomBackward0"
        if to is None:
            low, to, node = 0, low, "RandomBackward1"
        _bounds.check_range(int(low or 0), int(to), self._array.dtype)
        return _overwrite(self, node, lambda n, d: k.integers(stream, n, int(low or 0), int(to)).astype(d), "random_")

    @asks
    def bernoulli_(self: Any, p: Any = 0.5, *, generator: Any = None) -> Tensor:
        """Fill with 0 and 1, 1 with probability `p` (a number or a tensor)."""
        stream = stream_of(generator)
        if isinstance(p, TensorBase) and p._array.__class__ is not np.ndarray:
            return self.copy_(_bernoulli_in_levels(caller("expand")(p, tuple(self.shape)), None, generator))
        if isinstance(p, TensorBase):
            odds = expand_array(p._array, self._array.shape)
            require_kernel("bernoulli_tensor_cpu_p_", p._array.dtype, "biuc")
            _check_odds(p._array)
            return _overwrite(self, "BernoulliBackward1", lambda n, d: k.bernoulli_each(stream, odds).astype(d), "bernoulli_.Tensor")
        if self._array.size:
            require_kernel("bernoulli_scalar_cpu_", self._array.dtype)
        return _overwrite(self, "BernoulliBackward2", lambda n, d: k.bernoulli(stream, n, _probability(p)).astype(d), "bernoulli_.float")

    def exponential_(self: Any, lambd: float = 1.0, *, generator: Any = None) -> Tensor:
        """Fill with exponential values of rate `lambd`."""
        lambd = as_float(lambd)
        if not lambd > 0:
            raise RuntimeError(f"exponential_ expects lambda > 0.0, but found lambda={lambd}")
        if self._array.dtype.kind not in "fV":
            raise RuntimeError("Exponential distribution is a continuous probability distribution. dtype must be a floating point but you "
                               f"specified {scalar_name(self._array.dtype)}")
        return _overwrite(self, "ExponentialBackward0", lambda n, d: k.exponential(stream_of(generator), n, d, lambd), "exponential_")

    def geometric_(self: Any, p: float, *, generator: Any = None) -> Tensor:
        """Fill with geometric values."""
        if not 0 < p < 1:
            raise RuntimeError(f"geometric_ expects p to be in (0, 1), but got p={p}")
        if self._array.size or self._array.dtype.kind in "bc":
            require_kernel("geometric_cpu", self._array.dtype, "bc")
        return _overwrite(self, "GeometricBackward0", lambda n, d: k.geometric(stream_of(generator), n, d, p), "geometric_")

    def cauchy_(self: Any, median: float = 0.0, sigma: float = 1.0, *, generator: Any = None) -> Tensor:
        """Fill with Cauchy values."""
        if not sigma > 0:
            raise RuntimeError(f"cauchy_ expects sigma > 0.0, but found sigma={sigma}")
        if self._array.dtype.kind not in "fV":
            raise RuntimeError("Cauchy distribution is a continuous probability distribution. dtype must be a floating point but you "
                               f"specified {c_name(self._array.dtype)}")
        return _overwrite(self, "CauchyBackward0", lambda n, d: k.cauchy(stream_of(generator), n, d, median, sigma), "cauchy_")

    def log_normal_(self: Any, mean: float = 1.0, std: float = 2.0, *, generator: Any = None) -> Tensor:
        """Fill with values whose logarithm is normal."""
        if not std > 0:
            raise RuntimeError(f"log_normal_ expects std > 0.0, but found std={std}")
        if self._array.dtype.kind not in "fV":
            raise NotImplementedError(f"\"log_normal_cpu\" not implemented for '{scalar_name(self._array.dtype)}'")
        return _overwrite(self, "LogNormalBackward0", lambda n, d: k.log_normal(stream_of(generator), n, d, mean, std), "log_normal_")

    def bernoulli(self: Any, p: Any = None, *, generator: Any = None) -> Tensor:
        """0 or 1 with the probabilities that the tensor holds."""
        return bernoulli(self, p, generator=generator)

    def multinomial(self: Any, num_samples: int, replacement: bool = False, *, generator: Any = None) -> Tensor:
        """Indices drawn with the tensor's values as weights."""
        return multinomial(self, num_samples, replacement, generator=generator)


def _overwrite_in_levels(t: Any, draw: Any, name: str) -> Any:
    """The numbers are drawn apart and copied: `t` may have one value per example, and a history at every level."""
    check_captured(t, name)
    batches = levels_of_draw(t, inplace=True)
    dtype = t._array.dtype
    return t.copy_(born_batched(lambda full: _laid_out(t, full, draw(count_of(full), dtype)), t._array.shape, batches))


def _refuse_layout(name: str) -> NoReturn:
    """Refuse to draw what is not strided."""
    from .._array.sparse import refused as refused_layout

    raise refused_layout(name)


def _overwrite(t: Any, node: str, draw: Any, name: str) -> Any:
    """Fill a tensor in place, and leave a node of that name. Its gradient, where it has one, stops here: what was in it is gone."""
    if t._array.__class__ in Classes.layouts:
        _refuse_layout(name)
    about_to_write(t)
    if t._requires_grad and LOCAL.grad and t.requires_grad:
        check_writable(t)
    check_overlap(t._array, ())
    if ACTIVE and LOCAL.observer is not None:
        return LOCAL.observer.changed(name, (t,), lambda: _overwrite_now(t, node, draw, name))
    return _overwrite_now(t, node, draw, name)


def _overwrite_now(t: Any, node: str, draw: Any, name: str) -> Any:
    if ACTIVE and any(level.__class__ is not DualLevel or level.functional for level in LOCAL.levels):
        return _overwrite_in_levels(t, draw, name)
    if t._array.__class__ is not Ghost:  # which draws nothing
        values = draw(t._array.size, t._array.dtype)
        t._array.fill_by(fill_in_order, values) if t._array.__class__ is not np.ndarray else fill_in_order(t._array, values)
    bump(t)
    if t._requires_grad and LOCAL.grad and not LOCAL.inference and t.requires_grad:
        overwritten(t, overwriting(node))
    if t._autograd_meta is not None and t._autograd_meta.tangents:
        from .._dispatch.forward import zero_tangents

        zero_tangents(t)
    return t


__all__ = ["Generator", "bernoulli", "binomial", "get_rng_state", "initial_seed", "manual_seed", "multinomial", "normal", "poisson", "rand",
           "rand_like",
           "randint", "randint_like", "randn", "randn_like", "randperm", "seed", "set_rng_state"]
