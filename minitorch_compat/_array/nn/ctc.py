"""Connectionist temporal classification: the probability of a label sequence, summed over all its alignments.

Labels are interleaved with blanks; `alpha` and `beta` are the log-probabilities of reaching, and of going on from, each of these
states at each time. All samples of a batch move together; times and states beyond a sample's own lengths are masked.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from ..core import intp
from ..core.axes import take_along_axis
from ..core.execution.quiet import quiet

Array = np.ndarray[Any, np.dtype[Any]]


@quiet
def ctc(log_probs: Array, targets: Array, input_lengths: Array, target_lengths: Array, blank: int) -> tuple[Array, Array]:
    """Minus log-likelihoods (N), and alpha (T, N, S), of log-probabilities (T, N, C) and targets (N, L)."""
    states, skip = _states(targets, blank)
    emitted = _emitted(log_probs, states)
    alpha = np.full(emitted.shape, -np.inf, log_probs.dtype)
    reach = 2 * target_lengths + 1
    if len(alpha):
        first = intp.arange(states.shape[1]) < np.minimum(2, reach)[:, None]
        alpha[0] = np.where(first, emitted[0], -np.inf)
    for t in range(1, len(alpha)):
        alpha[t] = np.where((t < input_lengths)[:, None], _step(alpha[t - 1], skip) + emitted[t], alpha[t - 1])
    rows = intp.arange(len(reach))
    last = alpha[-1] if len(alpha) else np.full(states.shape, -np.inf)
    end = np.where(reach > 1, last[rows, np.maximum(reach - 2, 0)], -np.inf)
    nll = -np.logaddexp(last[rows, reach - 1], end)
    timeless = input_lengths == 0  # nothing is emitted: sure of no labels, impossible of any
    if timeless.any():
        nll, alpha[:, timeless] = np.where(timeless, np.where(target_lengths == 0, -0.0, np.inf), nll), -np.inf
    return nll.astype(log_probs.dtype), alpha


def _states(targets: Array, blank: int) -> tuple[Array, Array]:
    """Labels with blanks between and around, (N, 2 L + 1), and where the blank before may be skipped."""
    n, length = targets.shape
    states = np.full((n, 2 * length + 1), blank, np.int64)
    states[:, 1::2] = intp.fitting(targets)
    skip = np.zeros(states.shape, bool)
    skip[:, 3::2] = targets[:, 1:] != targets[:, :-1]
    return states, skip


def _emitted(log_probs: Array, states: Array) -> Array:
    """The log-probability of each state's label at each time, (T, N, S)."""
    return take_along_axis(log_probs, np.broadcast_to(states, (len(log_probs), *states.shape)), 2)


def _step(alpha: Array, skip: Array) -> Array:
    """Into each state: staying, from the one before, or from two before where no blank is needed between."""
    total = alpha.copy()
    total[:, 1:] = np.logaddexp(total[:, 1:], alpha[:, :-1])
    return np.logaddexp(total, np.where(skip, np.roll(alpha, 2, 1), -np.inf))


@quiet
def ctc_backward(g: Array, nll: Array, alpha: Array, log_probs: Array, targets: Array, input_lengths: Array, target_lengths: Array,
                 blank: int, zero_infinity: bool) -> Array:
    """The gradient of log-probabilities that come from a log_softmax, as PyTorch states it: probabilities minus posteriors."""
    states, skip = _states(targets, blank)
    emitted = _emitted(log_probs, states)
    beta = _beta(emitted, skip, input_lengths, target_lengths)
    share = np.exp(alpha + beta - emitted + nll[:, None])
    posterior = np.zeros_like(log_probs)
    times: Any = intp.arange(len(log_probs))[:, None]
    rows = intp.arange(len(states))
    counts = intp.arange(states.shape[1]) < (2 * target_lengths + 1)[:, None]
    np.add.at(posterior, (times[..., None], rows[:, None], states), np.where(counts, share, 0))
    grad = (np.exp(log_probs) - posterior) * g[:, None]
    if zero_infinity:
        grad = np.where(np.isposinf(nll)[:, None], 0, grad)
    return np.where((times < input_lengths)[..., None], grad, 0).astype(log_probs.dtype)


def _beta(emitted: Array, skip: Array, input_lengths: Array, target_lengths: Array) -> Array:
    """From each state at each time to the end, what it emits included."""
    beta = np.full(emitted.shape, -np.inf, emitted.dtype)
    state, end = intp.arange(emitted.shape[2]), (2 * target_lengths)[:, None]
    final: Any = (state == end) | (state == end - 1)
    onward = np.roll(skip, -2, 1)
    for t in reversed(range(len(emitted))):
        last = np.equal(input_lengths - 1, t)[:, None]
        if t + 1 < len(emitted):
            later = beta[t + 1]
            total = later.copy()
            total[:, :-1] = np.logaddexp(total[:, :-1], later[:, 1:])
            total = np.logaddexp(total, np.where(onward, np.roll(later, -2, 1), -np.inf))
            beta[t] = total + emitted[t]
        beta[t] = np.where(last, np.where(final, emitted[t], -np.inf), beta[t])
    return beta
