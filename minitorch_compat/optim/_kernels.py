"""The steps of the optimizers on ndarrays, in place.

Every kernel takes `(work, numbers, p, g, *buffers)`: scratch memory, the hyperparameters of this step, the
parameter, its gradient (never written) and the state arrays of the optimizer, all of one shape.  The order of
operations is that of PyTorch's single-tensor CPU steps, so results differ only by its fused multiply-adds: at
most about an ulp per update.

Numbers are passed to numpy as 0-d arrays (`work.k`), at half the cost of converting a Python float.
"""
from __future__ import annotations

from collections.abc import Callable
from math import prod, sqrt
from typing import Any

import numpy as np

from .._array.core.execution.block_sizes import block_size
from .._array.core.execution.threads import PARALLEL_SIZE, POOLS, run_parallel

Array = np.ndarray[Any, np.dtype[Any]]
Kernel = Callable[..., None]

#: Elements per block: scratch of this size stays in a core's cache between passes. With an eighth of it SGD takes 1.5 times as long.
BLOCK = block_size(__name__, "BLOCK", 1 << 18)
#: Number of elements up to which each shape has its own scratch memory.
_SEPARATE_WORKSPACE_SIZE = block_size(__name__, "_SEPARATE_WORKSPACE_SIZE", 1 << 15)

_add, _subtract, _multiply, _divide = np.add, np.subtract, np.multiply, np.divide
_sqrt, _maximum, _sign, _absolute = np.sqrt, np.maximum, np.sign, np.absolute


class Workspace:
    """Scratch arrays `a`, `b`, `c` of one shape, and the 0-d array `k` that carries numbers into numpy.

    Half-precision parameters compute in float32, as PyTorch's kernels do inside each operation.
    """

    __slots__ = ("a", "b", "c", "k")

    def __init__(self, shape: tuple[int, ...], dtype: np.dtype[Any], room: list[Array] | None = None) -> None:
        exact = _compute_dtype(dtype)
        self.a, self.b, self.c = [np.empty(shape, exact) if room is None else room[i][:prod(shape)].reshape(shape) for i in range(3)]
        self.k = np.empty((), exact)


def _compute_dtype(dtype: np.dtype[Any]) -> np.dtype[Any]:
    return np.dtype(np.float32) if dtype.itemsize == 2 else dtype


def run(pool: dict[Any, Workspace], kernel: Kernel, numbers: tuple[Any, ...], p: Array, *others: Array) -> None:
    """Apply `kernel` to a parameter with its gradient and state, in blocks if it is large."""
    code = p.dtype.char
    if p.size <= _SEPARATE_WORKSPACE_SIZE and code not in "FD":
        work = pool.get((p.shape, code))
        kernel(_new_workspace(pool, p) if work is None else work, numbers, p, *others)
    else:
        _run_large(pool, kernel, numbers, p, *others)


def _run_large(pool: dict[Any, Workspace], kernel: Kernel, numbers: tuple[Any, ...], p: Array, *others: Array) -> None:
    if p.dtype.kind == "c":
        p, *others = (_as_real(x) for x in (p, *others))  # type: ignore[assignment]
    rows = max(1, BLOCK * len(p) // max(1, p.size))
    starts = range(0, len(p), rows)
    if POOLS and p.size >= PARALLEL_SIZE:
        _run_in_threads(pool, kernel, numbers, starts, (p, *others))
        return
    for i in starts:
        block = p[i : i + rows]
        work = pool.get((block.shape, block.dtype.char)) or _new_workspace(pool, block)
        kernel(work, numbers, block, *[x[i : i + rows] for x in others])


def _run_in_threads(pool: dict[Any, Any], kernel: Kernel, numbers: tuple[Any, ...], starts: range, arrays: tuple[Array, ...]) -> None:
    """Process the blocks in several threads, each with its own scratch memory."""
    spare: list[Workspace] = pool.setdefault("spare", [])

    def step(k: int) -> None:
        i = starts[k]
        p, *others = (x[i : i + starts.step] for x in arrays)
        work = spare.pop() if spare else Workspace(p.shape, p.dtype)
        if work.a.shape != p.shape or work.k.dtype != _compute_dtype(p.dtype):
            work = Workspace(p.shape, p.dtype)
        kernel(work, numbers, p, *others)
        spare.append(work)

    run_parallel(step, len(starts))


def _new_workspace(pool: dict[Any, Any], p: Array) -> Workspace:
    work: Workspace = Workspace(p.shape, p.dtype, _shared_buffers(pool, p))
    pool[p.shape, p.dtype.char] = work
    return work


def _shared_buffers(pool: dict[Any, Any], p: Array) -> list[Array] | None:
    """The scratch memory shared by blocks of all shapes; None for sizes that have their own."""
    if not _SEPARATE_WORKSPACE_SIZE < p.size <= BLOCK:
        return None
    dtype = _compute_dtype(p.dtype)
    if dtype not in pool:
        pool[dtype] = [np.empty(BLOCK, dtype) for _ in range(3)]
    room: list[Array] = pool[dtype]
    return room


def _as_real(x: Array) -> Array:
    # PyTorch steps complex parameters as pairs of real ones.
    return x[..., None].view(x.real.dtype)


# Common parts of the kernels.


def _gradient_with_decay(work: Workspace, g: Array, p: Array, weight_decay: float) -> Array:
    """g + weight_decay * p, in `work.c`."""
    if weight_decay is True:
        raise RuntimeError("Boolean alpha only supported for Boolean results.")
    c, k = work.c, work.k
    k.fill(weight_decay)
    _multiply(p, k, c)
    return _add(g, c, c)


def _scale(work: Workspace, x: Array, factor: float) -> None:
    """x *= factor"""
    k = work.k
    k.fill(factor)
    _multiply(x, k, x)


def _lerp(work: Workspace, mean: Array, g: Array, weight: float) -> None:
    """mean += weight * (g - mean); from weight 1/2 on PyTorch computes g - (1 - weight) * (g - mean)."""
    a, k = work.a, work.k
    _subtract(g, mean, a)
    if weight < 0.5:
        k.fill(weight)
        _multiply(a, k, a)
        _add(mean, a, mean)
    else:
        k.fill(1.0 - weight)
        _multiply(a, k, a)
        _subtract(g, a, mean)


def _mean_square(work: Workspace, v: Array, g: Array, decay: float) -> None:
    """v = decay * v + (1 - decay) * g * g"""
    a, k = work.a, work.k
    k.fill(decay)
    _multiply(v, k, v)
    k.fill(1 - decay)
    _multiply(g, k, a)
    _multiply(a, g, a)
    _add(v, a, v)


def _add_quotient(work: Workspace, p: Array, x: Array, denominator: Array, factor: float) -> None:
    """p += factor * x / denominator"""
    a, k = work.a, work.k
    k.fill(factor)
    _multiply(x, k, a)
    _divide(a, denominator, a)
    _add(p, a, p)


def _add_multiple(work: Workspace, p: Array, x: Array, factor: float) -> None:
    """p += factor * x"""
    a, k = work.a, work.k
    k.fill(factor)
    _multiply(x, k, a)
    _add(p, a, p)


# The optimizers.


def sgd(work: Workspace, numbers: tuple[float, float], p: Array, g: Array) -> None:
    """Plain gradient descent."""
    lr, weight_decay = numbers
    if weight_decay:
        g = _gradient_with_decay(work, g, p, weight_decay)
    a, k = work.a, work.k
    k.fill(lr)
    _multiply(g, k, a)
    _subtract(p, a, p)


def sgd_momentum(work: Workspace, numbers: tuple[Any, ...], p: Array, g: Array, velocity: Array) -> None:
    """Gradient descent with momentum; `first` marks the step that fills the buffer."""
    lr, weight_decay, momentum, dampening, nesterov, first = numbers
    if weight_decay:
        g = _gradient_with_decay(work, g, p, weight_decay)
    if first:
        velocity[...] = g
    else:
        _scale(work, velocity, momentum)
        if dampening:
            _add_multiple(work, velocity, g, 1 - dampening)
        else:
            _add(velocity, g, velocity)
    a, b, k = work.a, work.b, work.k
    if nesterov:
        k.fill(momentum)
        _multiply(velocity, k, a)
        velocity = _add(g, a, b)
    k.fill(lr)
    _multiply(velocity, k, a)
    _subtract(p, a, p)


def adam(
    work: Workspace, numbers: tuple[Any, ...], p: Array, g: Array, m: Array, v: Array, peak: Array | None = None,
) -> None:
    """Adam and AdamW; `peak` is AMSGrad's largest second moment so far.

    Most training runs use this kernel, so the helpers above are inlined. Where PyTorch divides sqrt(v) by the root of its
    bias correction, eps and the step size are multiplied by it: one pass less, with at most an ulp of difference.
    """
    shrink, weight_decay, weight1, beta2, weight2, eps, step_size = numbers
    if shrink != 1.0:
        _scale(work, p, shrink)
    if weight_decay:
        g = _gradient_with_decay(work, g, p, weight_decay)
    a, b, k = work.a, work.b, work.k
    if weight1 < 0.5:
        _subtract(g, m, a)
        k.fill(weight1)
        _multiply(a, k, a)
        _add(m, a, m)
    else:
        _lerp(work, m, g, weight1)
    k.fill(beta2)
    _multiply(v, k, v)
    k.fill(weight2)
    _multiply(g, k, a)
    _multiply(a, g, a)
    _add(v, a, v)
    if peak is not None:
        v = _maximum(peak, v, out=peak)
    _sqrt(v, b)
    k.fill(eps)
    _add(b, k, b)
    k.fill(step_size)
    _multiply(m, k, a)
    _divide(a, b, a)
    _subtract(p, a, p)


def adagrad(work: Workspace, numbers: tuple[float, ...], p: Array, g: Array, total: Array) -> None:
    """Adagrad."""
    lr, eps, weight_decay = numbers
    if weight_decay:
        g = _gradient_with_decay(work, g, p, weight_decay)
    a, b, k = work.a, work.b, work.k
    _multiply(g, g, a)
    _add(total, a, total)
    _sqrt(total, b)
    k.fill(eps)
    _add(b, k, b)
    _add_quotient(work, p, g, b, -lr)


def rmsprop(work: Workspace, numbers: tuple[Any, ...], p: Array, g: Array, v: Array, *state_arrays: Array) -> None:
    """RMSprop; `state_arrays` holds the momentum buffer and the mean gradient, if they are in use."""
    lr, alpha, eps, weight_decay, momentum, centered = numbers
    if weight_decay:
        g = _gradient_with_decay(work, g, p, weight_decay)
    _mean_square(work, v, g, alpha)
    a, b, k = work.a, work.b, work.k
    if centered:
        mean = state_arrays[-1]
        _lerp(work, mean, g, 1 - alpha)
        _multiply(mean, mean, a)
        _sqrt(_subtract(v, a, b), b)
    else:
        _sqrt(v, b)
    k.fill(eps)
    _add(b, k, b)
    if momentum > 0:
        velocity = state_arrays[0]
        _scale(work, velocity, momentum)
        _add(velocity, _divide(g, b, a), velocity)
        _add_multiple(work, p, velocity, -lr)
    else:
        _add_quotient(work, p, g, b, -lr)


def adadelta(work: Workspace, numbers: tuple[float, ...], p: Array, g: Array, v: Array, moved: Array) -> None:
    """Adadelta."""
    lr, rho, eps, weight_decay = numbers
    if weight_decay:
        g = _gradient_with_decay(work, g, p, weight_decay)
    _mean_square(work, v, g, rho)
    a, b, k = work.a, work.b, work.k
    k.fill(eps)
    _sqrt(_add(v, k, a), a)
    _sqrt(_add(moved, k, b), b)
    _divide(b, a, b)
    _multiply(b, g, b)
    _mean_square(work, moved, b, rho)
    _add_multiple(work, p, b, -lr)


def adamax(work: Workspace, numbers: tuple[float, ...], p: Array, g: Array, m: Array, largest: Array) -> None:
    """Adamax: Adam with a decayed maximum instead of the second moment."""
    beta1, beta2, eps, step_size, weight_decay = numbers
    if weight_decay:
        g = _gradient_with_decay(work, g, p, weight_decay)
    _lerp(work, m, g, 1 - beta1)
    _scale(work, largest, beta2)
    b, k = work.b, work.k
    k.fill(eps)
    _add(_absolute(g, b), k, b)
    _maximum(largest, b, out=largest)
    _add_quotient(work, p, m, largest, -step_size)


def nadam(work: Workspace, numbers: tuple[float, ...], p: Array, g: Array, m: Array, v: Array) -> None:
    """NAdam: Adam with Nesterov momentum."""
    beta1, beta2, eps, correction, gradient_size, momentum_size, shrink, weight_decay = numbers
    if shrink != 1.0:
        _scale(work, p, shrink)
    if weight_decay:
        g = _gradient_with_decay(work, g, p, weight_decay)
    _lerp(work, m, g, 1 - beta1)
    _mean_square(work, v, g, beta2)
    b, k = work.b, work.k
    k.fill(correction)
    _sqrt(_divide(v, k, b), b)
    k.fill(eps)
    _add(b, k, b)
    _add_quotient(work, p, g, b, -gradient_size)
    _add_quotient(work, p, m, b, -momentum_size)


def radam(work: Workspace, numbers: tuple[Any, ...], p: Array, g: Array, m: Array, v: Array) -> None:
    """RAdam; `rectify` is None during the first steps, in which the second moment is not reliable."""
    beta1, beta2, eps, lr, correction1, correction2, rectify, shrink, weight_decay = numbers
    if shrink != 1.0:
        _scale(work, p, shrink)
    if weight_decay:
        g = _gradient_with_decay(work, g, p, weight_decay)
    _lerp(work, m, g, 1 - beta1)
    _mean_square(work, v, g, beta2)
    a, b, k = work.a, work.b, work.k
    k.fill(correction1)
    _divide(m, k, a)
    k.fill(lr)
    _multiply(a, k, a)
    if rectify is not None:
        k.fill(eps)
        _add(_sqrt(v, b), k, b)
        k.fill(sqrt(correction2))
        _multiply(a, _divide(k, b, b), a)
        k.fill(rectify)
        _multiply(a, k, a)
    _subtract(p, a, p)


def asgd(work: Workspace, numbers: tuple[float, ...], p: Array, g: Array, average: Array) -> None:
    """Averaged gradient descent: `average` is updated with weight mu for the newest value."""
    eta, mu, lambd, weight_decay = numbers
    if weight_decay:
        g = _gradient_with_decay(work, g, p, weight_decay)
    _scale(work, p, 1 - lambd * eta)
    _add_multiple(work, p, g, -eta)
    if mu == 1:
        average[...] = p
        return
    b, k = work.b, work.k
    k.fill(mu)
    _multiply(_subtract(p, average, b), k, b)
    _add(average, b, average)


def rprop(work: Workspace, numbers: tuple[float, ...], p: Array, g: Array, previous: Array, size: Array) -> None:
    """Rprop: uses only signs of gradients; where the sign changed, the step size shrinks and the gradient is zeroed."""
    shrink, grow, smallest, largest = numbers
    turn = _sign(_multiply(g, previous, work.a))
    factor = np.where(turn > 0, grow, np.where(turn < 0, shrink, 1.0)).astype(work.a.dtype)
    _multiply(size, factor, size)
    np.clip(size, smallest, largest, out=size)
    previous[...] = g
    previous[turn < 0] = 0
    sign = _subtract(previous > 0, previous < 0, dtype=work.b.dtype)  # of NaN it is 0, as in PyTorch; numpy's is NaN
    _subtract(p, _multiply(sign, size, work.b), p)
