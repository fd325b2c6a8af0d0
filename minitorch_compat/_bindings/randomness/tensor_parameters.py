"""Random numbers whose parameters are tensors: normal, multinomial and binomial distributions."""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..._array.core import shape_errors as refused
from ..._array.core.conjugate import Pending
from ..._array.core.dtypes import is_floating, scalar_name
from ..._array.core.execution.blocks import all_within, count_nonzero, ones
from ..._array.core.meta import MetaArray, make_meta
from ..._array.random import draws as k
from ..._array.random import poisson_and_binomial as counts
from ..._array.shape.views import common_shape
from ..._dispatch.call.caller import TENSORS, lazy_call, resolve_calls, wrap
from ..._dispatch.call.kernel_errors import type_name
from ..._dispatch.graph.inplace import check_overlap
from ..._dispatch.graph.not_implemented import mark_not_differentiable
from ..._dispatch.levels.lifting import concrete_values, map_values, random_levels_of
from ..._dispatch.state import ACTIVE
from ..._dispatch.tensor import TensorBase, is_meta_tensor
from ..creation.factories import finish
from ..functions.arguments import call_with_out, write_out
from .fills import require_floating
from .functions import check_out_device, draw_from_parameters, draw_tensor, needs_no_node, require_no_grad, standard_normal
from .generators import stream_of

_normal_of_mean, _normal_of_std, _normal_of_both = (lazy_call(n) for n in ("normal_of_mean", "normal_of_std", "normal_of_both"))
resolve_calls(globals())

_SMALL_SIZE = 1024
#: The largest finite number.
_LARGEST = float(np.finfo(np.float64).max)


def normal_from_tensors(mean: Any, std: Any, out: Any, generator: Any) -> Any:
    """Normal values with tensors for the mean, the standard deviation or both."""
    if isinstance(std, TensorBase) and std._array.dtype.kind == "c":
        raise RuntimeError("normal expects standard deviation to be non-complex")
    if is_meta_tensor(mean) or is_meta_tensor(std):
        if isinstance(mean, TensorBase) and isinstance(std, TensorBase) and is_meta_tensor(mean) is not is_meta_tensor(std) and (
                is_meta_tensor(std) or std._array.ndim):
            from ..._dispatch.layouts.meta import device_mismatch

            raise device_mismatch(mean, std)
        shape = np.broadcast_shapes(*(v._array.shape for v in (mean, std) if isinstance(v, TensorBase)))
        like: Any = mean if isinstance(mean, TensorBase) else std
        unit = wrap(make_meta(shape, like._array.dtype))  # no numbers are drawn
        return call_with_out(out, _record_normal, unit, mean, std)
    if out is not None:
        return _normal_out(out, mean, std, generator)
    if ACTIVE:
        return _normal_under_transforms(mean, std, generator)
    a = np.asarray(mean._array) if isinstance(mean, TensorBase) else None  # an unreadable array raises before anything is drawn
    b = np.asarray(std._array) if isinstance(std, TensorBase) else None
    given: Any = b if a is None else a
    shape = given.shape if a is None or b is None else common_shape((a.shape, b.shape))
    np_dtype = given.dtype
    require_floating(np_dtype, "normal_kernel_cpu")
    if b is not None and not (b.dtype.kind == "f" and b.size and b.item(b.argmin()) >= 0) and not (b >= 0).all():
        raise RuntimeError("normal expects all elements of std >= 0.0")
    unit = standard_normal(stream_of(generator), shape, np_dtype)
    unit *= b if b is not None else np_dtype.type(std)
    unit += a if a is not None else np_dtype.type(mean)
    return _record_normal(wrap(unit), mean, std)


def _normal_out(out: Any, mean: Any, std: Any, generator: Any) -> Any:
    """The same in the dtype of `out`; with a number for `std`, in its shape too."""
    require_no_grad("normal", out, mean, std)
    check_out_device(out)
    np_dtype = out._array.dtype
    require_floating(np_dtype, "normal_kernel_cpu")
    a, b = (v._array if isinstance(v, TensorBase) else np_dtype.type(v) for v in (mean, std))
    shape = common_shape((a.shape, b.shape if isinstance(std, TensorBase) else out._array.shape))
    if out._array.size and out._array.shape != shape:
        from ..out.results import warn_resized

        warn_resized(out, shape)
    check_overlap(out._array, (mean, std))
    resize_out(out, shape).normal_(generator=generator)
    if out._array.__class__ is Pending:
        out._array.write((out._array.read() * b + a).astype(np_dtype))
    else:
        out._array[...] = (out._array * b + a).astype(np_dtype)
    return out


def resize_out(out: Any, shape: tuple[int, ...]) -> Any:
    """`out`, resized if necessary: its strides determine the order of the draws."""
    if out._array.shape != shape:
        from ..out.results import resize_array

        resize_array(out, shape)
    return out


def _record_normal(sample: Any, mean: Any, std: Any) -> Any:
    """Record normal values, with gradients of zero for their parameters."""
    if (not isinstance(mean, TensorBase) or needs_no_node(mean)) and (not isinstance(std, TensorBase) or needs_no_node(std)):
        return sample
    if not isinstance(std, TensorBase):
        return _normal_of_mean(sample, mean)
    return _normal_of_both(sample, mean, std) if isinstance(mean, TensorBase) else _normal_of_std(sample, std)


def _normal_under_transforms(mean: Any, std: Any, generator: Any) -> Any:
    """`normal` of tensors inside a transform: standard normal numbers, scaled and shifted by ops."""
    like = mean if isinstance(mean, TensorBase) else std
    shape = np.broadcast_shapes(*(v._array.shape for v in (mean, std) if isinstance(v, TensorBase)))
    random_levels_of(mean, std)
    unit = draw_tensor(shape, lambda full: k.normal(stream_of(generator), math.prod(full), like._array.dtype).reshape(full))
    unbatched = [map_values(v, lambda a: a) if isinstance(v, TensorBase) else v for v in (mean, std)]
    return _record_normal(unit.mul_(unbatched[1]).add_(unbatched[0]), mean, std)


def multinomial_from_weights(input: Any, num_samples: int, replacement: bool, out: Any, generator: Any) -> Any:
    """Indices drawn with the weights of a tensor."""
    check_out_device(out, input)
    if out is not None and out._array.dtype != np.int64:
        raise RuntimeError(f"multinomial expects Long tensor out, got: {type_name(out._array.dtype)}")
    a: Any = input._array if is_meta_tensor(input) else concrete_values(input)
    if input._array.ndim not in (1, 2):
        raise RuntimeError("prob_dist must be 1 or 2 dim")
    if a.dtype.kind not in "fV":
        raise RuntimeError(f"multinomial only supports floating-point dtypes for input, got: {scalar_name(a.dtype)}")
    if num_samples <= 0:
        raise RuntimeError("cannot sample n_sample <= 0 samples")
    if a.shape[-1] > 1 << 24:
        raise RuntimeError("number of categories cannot exceed 2^24")
    if a.__class__ is MetaArray:
        found = wrap(make_meta((*a.shape[:-1], num_samples), np.dtype(np.int64)))  # no numbers are drawn
        return found if out is None else write_out(lambda _: found, out, input)
    if not replacement and num_samples > a.shape[-1]:
        raise RuntimeError("cannot sample n_sample > prob_dist.size(-1) samples without replacement")
    if not all_within(a if a.dtype.kind == "f" else a.astype(np.float32), 0, _LARGEST):
        raise RuntimeError(refused.invalid_weights_message(a, replacement and num_samples > 1))
    if not len(a) and a.ndim == 2:
        return finish(np.empty((len(a), num_samples), np.int64), False, None, out)
    # A product with ones has a third of the overhead of a sum, and is 0 for the same weights.
    total = a.dot(ones(a.shape[-1], a.dtype)) if a.dtype.char in "fd" and a.size <= _SMALL_SIZE else np.add.reduce(a, axis=-1)
    if count_nonzero(total) < total.size:
        raise RuntimeError("invalid multinomial distribution (sum of probabilities <= 0)")
    if ACTIVE and out is None:
        stream = stream_of(generator)
        return draw_from_parameters(input, lambda odds: k.multinomial(stream, odds.reshape(-1, odds.shape[-1]), num_samples,
                                                             replacement), lambda shape: (*shape[:-1], num_samples))
    rows = k.multinomial(stream_of(generator), a if a.ndim == 2 else a[None], num_samples, replacement)
    return finish(np.ascontiguousarray(rows) if a.ndim == 2 else rows[0], False, None, out)


def binomial_from_tensors(count: Any, prob: Any, generator: Any) -> Any:
    """Binomial numbers, with numbers of trials and probabilities from tensors."""
    for name, a in (("count", count._array), ("prob", prob._array)):
        if not is_floating(a.dtype):
            raise ValueError(f"binomial only supports floating-point dtypes for {name}, got: {scalar_name(a.dtype)}")
    if count._array.dtype != prob._array.dtype:
        raise RuntimeError(f"Found dtype {type_name(prob._array.dtype)} but expected {type_name(count._array.dtype)}")
    stream = stream_of(generator)
    common_shape((count._array.shape, prob._array.shape))  # refuses others
    if count._array.dtype.itemsize == 2:
        raise NotImplementedError(f"\"binomial_cpu\" not implemented for '{scalar_name(count._array.dtype)}'")
    if ACTIVE:
        shape = np.broadcast_shapes(count._array.shape, prob._array.shape)
        both = TENSORS.stack([TENSORS.expand(count, shape), TENSORS.expand(prob, shape)], -1)
        drawn = draw_from_parameters(both, lambda pair: counts.binomial(stream, pair[..., 0], pair[..., 1]), lambda shape: shape[:-1])
    else:
        drawn = wrap(counts.binomial(stream, *np.broadcast_arrays(count._array, prob._array)))
    return mark_not_differentiable("aten::binomial", (count, prob), (drawn,))[0]
