"""Random tensors and generators. Streams are PyTorch's: the same seed gives the same numbers (docs/random.md)."""
from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._array.core.conjugate import Pending
from ..._array.core.deferred import Family
from ..._array.core.dtypes import is_floating, require_kernel, scalar_name
from ..._array.core.meta import MetaArray, make_meta
from ..._array.core.numbers import index, to_python_number
from ..._array.exchange.type_names import value_type_name
from ..._array.random import draws as k
from ..._array.random import poisson_and_binomial as counts
from ..._array.shape.strided import empty_like_layout
from ..._dispatch.call.caller import lazy_call, lazy_call_as, resolve_calls, wrap
from ..._dispatch.call.result_layouts import PERMUTED
from ..._dispatch.call.torch_function import dispatch_override, handles_overrides
from ..._dispatch.device import check_device, refuse_pinned
from ..._dispatch.dtype import array_dtype
from ..._dispatch.graph.not_implemented import mark_not_differentiable
from ..._dispatch.levels.lifting import batch_levels, concrete_values, create_batched, random_levels, random_levels_of, resolve_levels
from ..._dispatch.messages import argument_messages
from ..._dispatch.state import ACTIVE, LOCAL, PLAIN, Classes
from ..._dispatch.tensor import TensorBase, is_meta_tensor
from ..creation.factories import (
    _note_creation,
    cpu_template,
    dtype_for,
    dtype_or_default,
    finish,
    is_meta_result,
    meta_like,
    shape_of,
    size_keyword,
    template_in_format,
)
from ..functions.arguments import (
    MISSING,
    high_from_tensor,
    is_int_like,
    out_refusals,
    refuse_pin_memory,
    require_strided,
    takes_tensor,
    write_out,
)
from ..functions.shown_signatures import shown_as
from ..override.overridable import resolve
from .fills import (
    arrange_in_memory_order,
    check_probabilities,
    check_probability,
    check_std,
    fill_in_memory_order,
    refuse_layout,
    require_floating,
)
from .generators import Generator, get_rng_state, initial_seed, manual_seed, seed, set_rng_state, stream_of

if TYPE_CHECKING:
    from ..._array.random.mt19937 import Stream
    from ..tensor.tensor import Tensor

_int64 = np.dtype(np.int64)
_bernoulli_of = lazy_call("bernoulli_of")
_poisson_of = lazy_call_as("bernoulli_of", "PoissonBackward0")
resolve_calls(globals())
_bounds: Any = Family(f"{__package__}.bounds")
_tensor_parameters: Any = Family(f"{__package__}.tensor_parameters")


def draw_tensor(shape: tuple[int, ...], make: Any) -> Any:
    """A tensor of random numbers, `make(shape)`; under vmap one draw for all examples or one each, depending on `randomness`."""
    if ACTIVE:
        return create_batched(make, shape, random_levels())
    return wrap(make(shape))


def _make_result(shape: tuple[int, ...], make: Any, dtype: Any, requires_grad: bool = False, device: Any = None, out: Any = None) -> Any:
    if device is not None and check_device(device):
        return finish(make_meta(shape, dtype), requires_grad, None, out)  # no numbers are drawn
    if not ACTIVE or out is not None:
        return finish(make(shape), requires_grad, device, out)
    t = draw_tensor(shape, make)
    if LOCAL.observer is not None:
        t = _note_creation(t)
    t.requires_grad = requires_grad
    return t


def draw_from_parameters(input: Any, make: Any, result: Any) -> Any:
    """Numbers from a distribution with the parameters in `input`: `make(array)`, of shape `result(input.shape)`."""
    if not ACTIVE:  # resolved before anything is drawn: a call that is repeated would draw twice
        return wrap(make(input._array if input._array.__class__ is not Pending else input._array.read()))
    batches, own = random_levels_of(input), batch_levels(resolve_levels(input))
    values = concrete_values(resolve_levels(input))
    sizes = tuple(level.size for level in batches)
    places = [n if level in own else 1 for level, n in zip(batches, sizes, strict=True)]
    full = np.broadcast_to(values.reshape((*places, *input._array.shape)), (*sizes, *input._array.shape))
    return create_batched(lambda shape: make(full).reshape(shape), result(input._array.shape), batches)


@shown_as("*size, generator=None, out=None, dtype=None, layout=torch.strided, device=None, pin_memory=False, requires_grad=False")
@handles_overrides
def rand(*sizes: Any, size: Sequence[int] = MISSING, generator: Any = None, out: Tensor | None = None, dtype: Any = None,
         layout: Any = None,
         device: Any = None, pin_memory: bool = False, requires_grad: bool = False) -> Tensor:
    # The docstring is written in _bindings/randomness/functions.md.
    """Random numbers from the uniform distribution on [0, 1).

    Parameters
    ----------
    size : ints
        The shape, as several ints or one sequence.
    generator : torch.Generator, optional
        The generator to draw from; the default one if not given.
    dtype : torch.dtype, optional
        A floating or complex dtype; the default dtype if not given.
    layout : torch.layout, optional
        The layout of the result; `torch.strided` (dense) by default.
    device : torch.device or str, optional
        The device of the result; the default device if not given.
    requires_grad : bool, default False
        Whether autograd records operations on the result.
    pin_memory : bool, default False
        Accepted for programs that use GPUs; there is no memory to pin.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Of the given shape.

    Raises
    ------
    RuntimeError
        `dtype` is of integers, or a size is negative.

    References
    ----------
    PyTorch: torch.rand

    Examples
    --------
    >>> _ = torch.manual_seed(0)
    >>> torch.rand(2, 3)
    tensor([[0.4963, 0.7682, 0.0885],
            [0.1320, 0.3074, 0.6341]])
    """
    try:
        if ACTIVE:
            dispatch_override(())
        if pin_memory is not False and pin_memory is not None:
            refuse_pin_memory("rand", pin_memory)
        if layout is not None:
            require_strided("rand", layout)
        np_dtype = dtype_or_default(dtype_for(out, dtype, "rand"))
        require_floating(np_dtype, "check_uniform_bounds")
        shape = shape_of(sizes if size is MISSING else size_keyword(size, "rand"), "rand")
        if out is not None and out._array.__class__ is not MetaArray:  # type: ignore[comparison-overlap]
            return _tensor_parameters.resize_out(out, shape).uniform_(generator=generator)
        return _make_result(shape, lambda full: k.uniform(stream_of(generator), math.prod(full), np_dtype).reshape(full), np_dtype,
                            requires_grad, device, out)
    except Exception as error:
        return resolve(error)


@shown_as("*size, generator=None, out=None, dtype=None, layout=torch.strided, device=None, pin_memory=False, requires_grad=False")
@handles_overrides
def randn(*sizes: Any, size: Sequence[int] = MISSING, generator: Any = None, out: Tensor | None = None, dtype: Any = None,
          layout: Any = None,
          device: Any = None, pin_memory: bool = False, requires_grad: bool = False) -> Tensor:
    # The docstring is written in _bindings/randomness/functions.md.
    """Random numbers from the normal distribution with mean 0 and variance 1.

    Complex numbers have variance 1 in total, half of it in each part.

    Parameters
    ----------
    size : ints
        The shape, as several ints or one sequence.
    generator : torch.Generator, optional
        The generator to draw from; the default one if not given.
    dtype : torch.dtype, optional
        A floating or complex dtype; the default dtype if not given.
    layout : torch.layout, optional
        The layout of the result; `torch.strided` (dense) by default.
    device : torch.device or str, optional
        The device of the result; the default device if not given.
    requires_grad : bool, default False
        Whether autograd records operations on the result.
    pin_memory : bool, default False
        Accepted for programs that use GPUs; there is no memory to pin.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Of the given shape.

    Raises
    ------
    RuntimeError
        `dtype` is of integers, or a size is negative.

    References
    ----------
    PyTorch: torch.randn

    Examples
    --------
    >>> _ = torch.manual_seed(0)
    >>> torch.randn(2, 3)
    tensor([[ 1.5410, -0.2934, -2.1788],
            [ 0.5684, -1.0845, -1.3986]])
    """
    try:
        if ACTIVE:
            dispatch_override(())
        if out is not None and out.requires_grad:
            raise RuntimeError("cannot resize variables that require grad")
        if pin_memory is not False and pin_memory is not None:
            refuse_pin_memory("randn", pin_memory)
        if layout is not None:
            require_strided("randn", layout)
        np_dtype = dtype_or_default(dtype_for(out, dtype, "randn"))
        require_floating(np_dtype, "normal_kernel_cpu")
        shape = shape_of(sizes if size is MISSING else size_keyword(size, "randn"), "randn")
        if out is not None and out._array.__class__ is not MetaArray:  # type: ignore[comparison-overlap]
            return (out if out._array.shape == shape else out.resize_(shape)).normal_(generator=generator)
        return _make_result(shape, lambda full: standard_normal(stream_of(generator), full, np_dtype), np_dtype, requires_grad, device, out)
    except Exception as error:
        return resolve(error)


def standard_normal(stream: Stream, shape: tuple[int, ...], dtype: Any, draw: Any = None) -> Any:
    n, draw = shape[0] if len(shape) == 1 else math.prod(shape), draw or k.normal
    if dtype.kind == "c":
        part = np.dtype(np.float32 if dtype.itemsize == 8 else np.float64)
        return draw(stream, 2 * n, part, 0.0, 1 / math.sqrt(2)).view(dtype).reshape(shape)
    found = draw(stream, n, dtype, 0.0, 1.0)
    return found if len(shape) == 1 else found.reshape(shape)


@takes_tensor
def rand_like(input: Tensor, *, dtype: Any = None, layout: Any = None, device: Any = None, requires_grad: bool = False,
              pin_memory: bool = False, memory_format: Any = None, generator: Any = None) -> Tensor:
    # The docstring is written in _bindings/randomness/functions.md.
    """Random numbers on [0, 1), in a tensor that is otherwise like another.

    Parameters
    ----------
    input : Tensor
        The tensor with the shape, dtype, device and memory format.
    generator : torch.Generator, optional
        The generator to draw from; the default one if not given.
    dtype : torch.dtype, optional
        Another dtype than that of `input`.
    layout : torch.layout, optional
        The layout of the result; `torch.strided` (dense) by default.
    device : torch.device or str, optional
        The device of the result; the default device if not given.
    requires_grad : bool, default False
        Whether autograd records operations on the result.
    memory_format : torch.memory_format, default torch.preserve_format
        The memory format of the result.
    pin_memory : bool, default False
        Accepted for programs that use GPUs; there is no memory to pin.

    Returns
    -------
    Tensor
        Of the shape of `input`.

    Raises
    ------
    RuntimeError
        The dtype is of integers.

    References
    ----------
    PyTorch: torch.rand_like

    Examples
    --------
    >>> _ = torch.manual_seed(0)
    >>> torch.rand_like(torch.zeros(3))
    tensor([0.4963, 0.7682, 0.0885])
    """
    if layout is not None:
        require_strided("rand_like", layout)
    if memory_format is not None or pin_memory:
        input = template_in_format(input, memory_format, pin_memory)
    return _random_like(input, dtype, requires_grad, generator, k.uniform, "check_uniform_bounds", device)


@takes_tensor
def randn_like(input: Tensor, *, dtype: Any = None, layout: Any = None, device: Any = None, requires_grad: bool = False,
               pin_memory: bool = False, memory_format: Any = None, generator: Any = None) -> Tensor:
    # The docstring is written in _bindings/randomness/functions.md.
    """Normally distributed random numbers, in a tensor that is otherwise like another.

    Parameters
    ----------
    input : Tensor
        The tensor with the shape, dtype, device and memory format.
    generator : torch.Generator, optional
        The generator to draw from; the default one if not given.
    dtype : torch.dtype, optional
        Another dtype than that of `input`.
    layout : torch.layout, optional
        The layout of the result; `torch.strided` (dense) by default.
    device : torch.device or str, optional
        The device of the result; the default device if not given.
    requires_grad : bool, default False
        Whether autograd records operations on the result.
    memory_format : torch.memory_format, default torch.preserve_format
        The memory format of the result.
    pin_memory : bool, default False
        Accepted for programs that use GPUs; there is no memory to pin.

    Returns
    -------
    Tensor
        Of the shape of `input`.

    Raises
    ------
    RuntimeError
        The dtype is of integers.

    References
    ----------
    PyTorch: torch.randn_like

    Examples
    --------
    >>> _ = torch.manual_seed(0)
    >>> torch.randn_like(torch.zeros(3))
    tensor([ 1.5410, -0.2934, -2.1788])
    """
    if layout is not None:
        require_strided("randn_like", layout)
    if memory_format is not None or pin_memory:
        input = template_in_format(input, memory_format, pin_memory)
    return _random_like(input, dtype, requires_grad, generator, lambda s, n, d: standard_normal(s, (n,), d), "normal_kernel_cpu",
                        device, lambda s, n, d: standard_normal(s, (n,), d, k.serial_normals))


def _random_like(input: Any, dtype: Any, requires_grad: bool, generator: Any, draw: Any, name: str, device: Any,
                 draw_strided: Any = None) -> Any:
    """Numbers with the strides of `input`, made by `draw(stream, count, dtype)`, or `draw_strided` if memory is not row-major."""
    np_dtype = input._dtype if dtype is None else array_dtype(dtype)
    require_floating(np_dtype, name)
    if input._array.__class__ in Classes.layouts:
        refuse_layout("uniform_" if name == "check_uniform_bounds" else "normal_")
    if device is not None or input._array.__class__ is MetaArray:
        if is_meta_result(input, device):
            return meta_like(input, dtype, requires_grad)
        input = cpu_template(input)
    if ACTIVE and is_meta_tensor(input):
        return _make_result(input._array.shape, lambda full: make_meta(full, np_dtype), np_dtype, requires_grad)
    if ACTIVE:
        return _make_result(input._array.shape, lambda full: arrange_in_memory_order(
            input, full, draw(stream_of(generator), math.prod(full), np_dtype)), np_dtype, requires_grad)
    array = input._array
    shape = array.shape
    if array.flags.c_contiguous and 1 not in shape:
        return finish(draw(stream_of(generator), array.size, np_dtype).reshape(shape), requires_grad)
    out = empty_like_layout(input._array, np_dtype)
    draw = draw if draw_strided is None or out.flags.c_contiguous else draw_strided
    fill_in_memory_order(out, draw(stream_of(generator), out.size, np_dtype))
    return finish(out, requires_grad)


@shown_as("low, high=None, size=None, *, generator=None, out=None, dtype=torch.int64, layout=torch.strided, device=None, "
          "pin_memory=False, requires_grad=False")
def randint(*args: Any, low: int | None = None, high: int | None = None, size: Sequence[int] | None = None, generator: Any = None,
            out: Tensor | None = None, dtype: Any = None,
            layout: Any = None, device: Any = None, pin_memory: bool = False, requires_grad: bool = False) -> Tensor:
    # The docstring is written in _bindings/randomness/functions.md.
    """Random integers from `low` up to, but excluding, `high`.

    Parameters
    ----------
    low : int, default 0
        The lower bound.
    high : int
        The upper bound, excluded. A single number before `size` is `high`.
    size : ints
        The shape, as a sequence.
    generator : torch.Generator, optional
        The generator to draw from; the default one if not given.
    dtype : torch.dtype, optional
        The dtype of the elements; `torch.int64` if not given.
    layout : torch.layout, optional
        The layout of the result; `torch.strided` (dense) by default.
    device : torch.device or str, optional
        The device of the result; the default device if not given.
    requires_grad : bool, default False
        Whether autograd records operations on the result.
    pin_memory : bool, default False
        Accepted for programs that use GPUs; there is no memory to pin.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Of the given shape.

    Raises
    ------
    RuntimeError
        `high` is not above `low`, or does not fit the dtype.

    References
    ----------
    PyTorch: torch.randint

    Examples
    --------
    >>> _ = torch.manual_seed(0)
    >>> torch.randint(0, 10, (2, 3))
    tensor([[4, 9, 3],
            [0, 3, 9]])
    """
    if layout is not None:
        require_strided("randint", layout)
    if pin_memory is not False:
        refuse_pinned(pin_memory)
    first, last, size = _bounds.parse_range("randint", args, low, high, size)
    shape = shape_of((size,), "randint")
    dtype = dtype_for(out, dtype, "randint")
    np_dtype = _int64 if dtype is None else array_dtype(dtype)
    _bounds.check_range(first, last, np_dtype)
    drawn_range = _bounds.representable_range(first, last, np_dtype)
    if out is not None and out._array.__class__ is not MetaArray:  # type: ignore[comparison-overlap]
        return _tensor_parameters.resize_out(out, shape).random_(first, last, generator=generator)

    def draw(full: tuple[int, ...]) -> Any:
        values = k.integers(stream_of(generator), math.prod(full), *drawn_range)
        return (values if np_dtype is _int64 else values.astype(np_dtype)).reshape(full)

    return _make_result(shape, draw, np_dtype, requires_grad, device, out)


@takes_tensor
@shown_as("input, low, high=None, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False, "
          "memory_format=torch.preserve_format")
def randint_like(input: Tensor, *args: Any, low: int | None = None, high: Tensor | int | None = None, dtype: Any = None,
                 layout: Any = None, device: Any = None,
                 requires_grad: bool = False, pin_memory: bool = False, memory_format: Any = None, generator: Any = None) -> Tensor:
    # The docstring is written in _bindings/randomness/functions.md.
    """Random integers, in a tensor that is otherwise like another.

    Parameters
    ----------
    input : Tensor
        The tensor with the shape, dtype, device and memory format.
    low : int, default 0
        The lower bound.
    high : int
        The upper bound, excluded. A single number is `high`.
    generator : torch.Generator, optional
        The generator to draw from; the default one if not given.
    dtype : torch.dtype, optional
        Another dtype than that of `input`.
    layout : torch.layout, optional
        The layout of the result; `torch.strided` (dense) by default.
    device : torch.device or str, optional
        The device of the result; the default device if not given.
    requires_grad : bool, default False
        Whether autograd records operations on the result.
    memory_format : torch.memory_format, default torch.preserve_format
        The memory format of the result.
    pin_memory : bool, default False
        Accepted for programs that use GPUs; there is no memory to pin.

    Returns
    -------
    Tensor
        Of the shape of `input`.

    Raises
    ------
    RuntimeError
        `high` is not above `low`.

    References
    ----------
    PyTorch: torch.randint_like

    Examples
    --------
    >>> _ = torch.manual_seed(0)
    >>> torch.randint_like(torch.zeros(4, dtype=torch.int64), 10)
    tensor([4, 9, 3, 0])
    """
    require_strided("randint_like", layout)
    if memory_format is not None or pin_memory:
        input = template_in_format(input, memory_format, pin_memory)
    if isinstance(only := args[0] if len(args) == 1 and high is low is None else high if not args and low is None else None, TensorBase):
        args, high = (high_from_tensor(only),), None
    first, last, _ = _bounds.parse_range("randint_like", args, low, high, ())
    np_dtype = input._array.dtype if dtype is None else array_dtype(dtype)
    _bounds.check_range(first, last, np_dtype)
    drawn_range = _bounds.representable_range(first, last, np_dtype)
    if device is not None or input._array.__class__ is MetaArray:  # type: ignore[comparison-overlap]
        if is_meta_result(input, device):
            return meta_like(input, dtype, requires_grad)
        input = cpu_template(input)
    array = input._array
    if not ACTIVE and array.__class__ is np.ndarray and array.flags.c_contiguous and 1 not in array.shape:
        return finish(k.integers(stream_of(generator), array.size, *drawn_range).astype(np_dtype).reshape(array.shape), requires_grad)

    def draw(full: tuple[int, ...]) -> Any:
        return arrange_in_memory_order(input, full, k.integers(stream_of(generator), math.prod(full), *drawn_range).astype(np_dtype))

    return _make_result(array.shape, draw, np_dtype, requires_grad)


def randperm(n: int, *, generator: Any = None, out: Tensor | None = None, dtype: Any = None, layout: Any = None, device: Any = None,
             pin_memory: bool = False, requires_grad: bool = False) -> Tensor:
    # The docstring is written in _bindings/randomness/functions.md.
    """The integers from 0 to n - 1 in random order.

    Parameters
    ----------
    n : int
        How many.
    generator : torch.Generator, optional
        The generator to draw from; the default one if not given.
    dtype : torch.dtype, default torch.int64
        The dtype of the elements.
    layout : torch.layout, optional
        The layout of the result; `torch.strided` (dense) by default.
    device : torch.device or str, optional
        The device of the result; the default device if not given.
    requires_grad : bool, default False
        Whether autograd records operations on the result.
    pin_memory : bool, default False
        Accepted for programs that use GPUs; there is no memory to pin.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Of one dimension.

    Raises
    ------
    RuntimeError
        `n` is negative.

    References
    ----------
    PyTorch: torch.randperm

    Examples
    --------
    >>> _ = torch.manual_seed(0)
    >>> torch.randperm(5)
    tensor([4, 0, 1, 3, 2])
    """
    require_strided("randperm", layout)
    if n.__class__ is not int and not is_int_like(n):
        raise TypeError(f"randperm(): argument 'n' (position 1) must be int, not {value_type_name(n)}")
    refuse_pinned(pin_memory)
    n = index(n)
    if n < 0:
        raise RuntimeError(f"Trying to create tensor with negative dimension {n}: [{n}]")
    dtype = dtype_for(out, dtype, "randperm")
    np_dtype = _int64 if dtype is None else array_dtype(dtype)
    require_kernel("randperm", np_dtype, "bc")
    _bounds.check_permutation(n, np_dtype)
    return _make_result((n,), lambda full: _permutations(stream_of(generator), full).astype(np_dtype, copy=False), np_dtype, requires_grad,
                        device, out)


def _permutations(stream: Stream, shape: tuple[int, ...]) -> Any:
    """A random permutation along the last dimension for every index of the others."""
    if len(shape) == 1:
        return k.permutation(stream, shape[0])
    # The innermost vmap loops over its examples, and draws for those of the outer levels at each step.
    if 0 in shape[:-1]:
        raise RuntimeError("stack expects a non-empty TensorList")
    drawn = np.stack([k.permutation(stream, shape[-1]) for _ in range(math.prod(shape[:-1]))]).reshape(*reversed(shape[:-1]), shape[-1])
    return drawn.transpose(*reversed(range(len(shape) - 1)), len(shape) - 1)


_NUMBERS = (int, float)
_TENSORS_AND_NUMBERS = (TensorBase, int, float)


def _scaled_normal(stream: Any, shape: Any, dtype: Any, mean: float, std: float) -> Any:
    """Normal values; real and imaginary part of complex ones have half of the variance each."""
    if dtype.kind == "c":
        part = np.dtype(f"f{dtype.itemsize // 2}")
        return k.normal(stream, 2 * math.prod(shape), part, mean, std / math.sqrt(2)).view(dtype).reshape(shape)
    return k.normal(stream, math.prod(shape), dtype, mean, std).reshape(shape)


def normal(mean: Tensor | float, std: Tensor | float = 1.0, size: Sequence[int] | None = None, *, generator: Any = None,
           out: Tensor | None = None, dtype: Any = None, layout: Any = None,
           device: Any = None, pin_memory: bool | None = None, requires_grad: bool | None = None) -> Tensor:
    # The docstring is written in _bindings/randomness/functions.md.
    """Normally distributed random numbers with given means and standard deviations.

    Parameters
    ----------
    mean : float or Tensor, default 0.0
        The means.
    std : float or Tensor, default 1.0
        The standard deviations; not negative.
    generator : torch.Generator, optional
        The generator to draw from; the default one if not given.
    size : ints, optional
        The shape, if both are numbers.
    dtype : torch.dtype, optional
        The dtype of the result, to which `input` is cast first.
    layout : torch.layout, optional
        The layout of the result; `torch.strided` (dense) by default.
    device : torch.device or str, optional
        The device of the result; the default device if not given.
    pin_memory : bool, optional
        Accepted for programs that use GPUs; there is no memory to pin.
    requires_grad : bool, optional
        Whether autograd records operations on the result.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape of `mean` and `std`, whose numbers of elements must agree, or `size`.

    Raises
    ------
    RuntimeError
        A standard deviation is negative.

    Notes
    -----
    `Tensor.normal_` fills a tensor; its mean and std are numbers, 0 and 1 unless given.

    References
    ----------
    PyTorch: torch.normal

    Examples
    --------
    >>> _ = torch.manual_seed(0)
    >>> torch.normal(torch.tensor([0., 10., 20.]), 0.1)
    tensor([ 0.1541,  9.9707, 19.7821])
    >>> torch.normal(5., 2., (2,))
    tensor([6.1369, 2.8310])
    """
    refuse_pinned(pin_memory)
    if isinstance(mean, np.generic):
        mean = to_python_number(mean)
    if isinstance(std, np.generic):
        std = to_python_number(std)
    if size is not None:
        mean, std = (v._array.item() if isinstance(v, TensorBase) and not (v._array.ndim or v._requires_grad) else v for v in (mean, std))
    fitting = _TENSORS_AND_NUMBERS if size is None else _NUMBERS
    if not (isinstance(mean, fitting) and isinstance(std, fitting)):
        raise argument_messages.wrong_combination("normal", (mean, std), {} if size is None else {"size": size})
    if not isinstance(mean, TensorBase) and not isinstance(std, TensorBase):
        if size is None:
            raise argument_messages.wrong_combination("normal", (mean, std), {})
        require_strided("normal", layout)
        if pin_memory is not None:
            refuse_pinned(pin_memory)
        check_std(std)
        shape, dtype = shape_of((size,), "normal"), dtype_for(out, dtype, "normal")
        require_floating(dtype_or_default(dtype), "normal_kernel_cpu")
        if out is not None and out._array.__class__ is not MetaArray:  # type: ignore[comparison-overlap]
            return _tensor_parameters.resize_out(out, shape).normal_(float(mean), float(std), generator=generator)
        make = lambda full: _scaled_normal(stream_of(generator), full, dtype_or_default(dtype), float(mean), float(std))  # noqa: E731
        return _make_result(shape, make, dtype_or_default(dtype), bool(requires_grad), device, out)
    if not (dtype is layout is device is pin_memory is requires_grad is None):
        named = {"dtype": dtype, "layout": layout, "device": device, "pin_memory": pin_memory, "requires_grad": requires_grad}
        given = {name: value for name, value in named.items() if value is not None}
        raise argument_messages.wrong_combination("normal", (mean, std), given)
    if not isinstance(std, TensorBase):
        check_std(std)
    return _tensor_parameters.normal_from_tensors(mean, std, out, generator)


def check_out_device(out: Any, *inputs: Any) -> None:
    """Refuse an `out` on the meta device for numbers drawn with CPU tensors."""
    if out is not None and not any(map(is_meta_tensor, inputs)) and out._array.__class__ is MetaArray:
        raise out_refusals.device_error("cpu", "meta")


def require_no_grad(name: str, *tensors: Any) -> None:
    """Refuse a call with `out` that would have to be recorded."""
    if LOCAL.grad and any(isinstance(t, TensorBase) and t.requires_grad for t in tensors):  # type: ignore[attr-defined]
        raise RuntimeError(f"{name}(): functions with out=... arguments don't support automatic differentiation, but one of the arguments "
                           "requires grad.")


def needs_no_node(t: Any) -> bool:
    """Whether numbers drawn with the values of `t`, in its shape, need no node and no other memory order."""
    return t.__class__ in PLAIN and not t._requires_grad and t._view is None and not PERMUTED and not ACTIVE


@takes_tensor
def bernoulli(input: Tensor, p: float | None = None, *, generator: Any = None, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/randomness/functions.md.
    """Random zeros and ones; each element is the probability of a one.

    Parameters
    ----------
    input : Tensor
        Probabilities, between 0 and 1.
    generator : torch.Generator, optional
        The generator to draw from; the default one if not given.
    p : float or Tensor, optional
        The probabilities, if they are not the elements themselves; in place 0.5 unless given.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

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
    >>> torch.bernoulli(torch.tensor([0.1, 0.5, 1.]))
    tensor([0., 0., 1.])
    """
    if p is None and input._array.dtype.kind not in "fV":
        name = "bernoulli_tensor_cpu_self_" if input._array.dtype.kind == "c" else "bernoulli_tensor_cpu_p_"
        raise NotImplementedError(f"\"{name}\" not implemented for '{scalar_name(input._array.dtype)}'")
    if isinstance(out, TensorBase) and out._array.dtype.kind == "c":
        raise NotImplementedError(f"\"bernoulli_tensor_cpu_self_\" not implemented for '{scalar_name(out._array.dtype)}'")
    if out is not None:
        check_out_device(out, input)
        if is_meta_tensor(input):
            return write_out(partial(bernoulli, p=p), out, input)
    elif input._array.__class__ is not np.ndarray and is_meta_tensor(input):
        sample = wrap(make_meta(input._array.shape, input._array.dtype))
        return sample if p is not None or needs_no_node(input) else _bernoulli_of(sample, input)
    if input._array.__class__ is Pending:  # type: ignore[comparison-overlap]
        input = resolve_levels(input)
    a = input._array
    if p is None and a.__class__ is np.ndarray:
        check_probabilities(a)
    if ACTIVE and out is None:
        return bernoulli_under_transforms(input, p, generator)
    stream = stream_of(generator)
    if p is not None:
        if a.size:
            require_kernel("bernoulli_scalar_cpu_", a.dtype, "c")
        found = finish(k.bernoulli(stream, a.size, check_probability(p)).astype(a.dtype).reshape(a.shape), False, None, out)
        mark_not_differentiable("aten::bernoulli", (input,), (found,))
        return found
    if out is not None:
        require_no_grad("bernoulli", out, input)
        return _tensor_parameters.resize_out(out, tuple(input.shape)).bernoulli_(input, generator=generator)
    sample = wrap(k.bernoulli_each(stream, a).astype(a.dtype))
    return sample if needs_no_node(input) else _bernoulli_of(sample, input)


def bernoulli_under_transforms(input: Any, p: Any, generator: Any) -> Any:
    stream, dtype = stream_of(generator), input._array.dtype
    if p is not None:
        random_levels_of(input)
        return draw_tensor(input._array.shape, lambda full: k.bernoulli(stream, math.prod(full),
                                                                        check_probability(p)).astype(dtype).reshape(full))
    random_levels_of(input)
    check_probabilities(concrete_values(resolve_levels(input)))
    return _bernoulli_of(
        draw_from_parameters(input, lambda odds: np.asarray(k.bernoulli_each(stream, odds)).astype(dtype), lambda shape: shape), input)


def multinomial(input: Tensor, num_samples: int, replacement: bool = False, *, generator: Any = None, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/randomness/functions.md.
    """Draw indices with probabilities proportional to weights.

    Parameters
    ----------
    input : Tensor
        Weights, not negative and not all zero; of one dimension, or one row for each drawing.
    num_samples : int
        How many to draw in each row.
    replacement : bool, default False
        Whether an index may be drawn again.
    generator : torch.Generator, optional
        The generator to draw from; the default one if not given.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

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
    >>> torch.multinomial(torch.tensor([0., 1., 9.]), 5, replacement=True)
    tensor([2, 2, 2, 2, 2])
    """
    if not isinstance(input, TensorBase):
        raise TypeError(f"multinomial(): argument 'input' (position 1) must be Tensor, not {type(input).__name__}")
    return _tensor_parameters.multinomial_from_weights(input, num_samples, replacement, out, generator)


def poisson(input: Tensor, generator: Any = None) -> Tensor:
    # The docstring is written in _bindings/randomness/functions.md.
    """Random numbers from Poisson distributions.

    Parameters
    ----------
    input : Tensor
        The means; not negative, floats.
    generator : torch.Generator, optional
        The generator to draw from; the default one if not given.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    Raises
    ------
    RuntimeError
        A mean is negative.

    References
    ----------
    PyTorch: torch.poisson

    Examples
    --------
    >>> _ = torch.manual_seed(0)
    >>> torch.poisson(torch.tensor([1., 5., 100.]))
    tensor([ 2.,  6., 99.])
    """
    if not is_floating(input._array.dtype):
        raise NotImplementedError(f'"poisson_cpu" not implemented for {scalar_name(input._array.dtype)!r}')
    stream = stream_of(generator)
    return _poisson_of(draw_from_parameters(input, lambda rates: counts.poisson(stream, rates), lambda shape: shape), input)


def binomial(count: Tensor, prob: Tensor, generator: Any = None) -> Tensor:
    # The docstring is written in _bindings/randomness/functions.md.
    """Random numbers of successes in `count` trials.

    Parameters
    ----------
    count : Tensor
        How many trials; floats.
    prob : Tensor
        The probability of success; of the same shape.
    generator : torch.Generator, optional
        The generator to draw from; the default one if not given.

    Returns
    -------
    Tensor
        In the shape of `count`.

    Raises
    ------
    RuntimeError
        A count is negative, or a probability out of range.

    References
    ----------
    PyTorch: torch.binomial

    Examples
    --------
    >>> _ = torch.manual_seed(0)
    >>> torch.binomial(torch.tensor([10., 100.]), torch.tensor([0.5, 0.9]))
    tensor([ 7., 89.])
    """
    return _tensor_parameters.binomial_from_tensors(count, prob, generator)


__all__ = ["Generator", "bernoulli", "binomial", "get_rng_state", "initial_seed", "manual_seed", "multinomial", "normal", "poisson", "rand",
           "rand_like",
           "randint", "randint_like", "randn", "randn_like", "randperm", "seed", "set_rng_state"]
