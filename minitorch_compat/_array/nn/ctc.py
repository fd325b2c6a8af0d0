"""Connectionist temporal classification: the probability of a label sequence, summed over all its alignments.

Labels are interleaved with blanks; `alpha` and `beta` are the log-probabilities of reaching each of these states at each time, and of
completing from it. All samples of a batch are processed together; times and states beyond a sample's lengths are masked.
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
    states, skip = _extended_labels(targets, blank)
    emissions = _emission_log_probs(log_probs, states)
    alpha = np.full(emissions.shape, -np.inf, log_probs.dtype)
    reachable = 2 * target_lengths + 1
    if len(alpha):
        first = intp.arange(states.shape[1]) < np.minimum(2, reachable)[:, None]
        alpha[0] = np.where(first, emissions[0], -np.inf)
    paths = _Transitions(states, skip, alpha.dtype)
    for t in range(1, len(alpha)):
        alpha[t] = np.where((t < input_lengths)[:, None], paths.log_sum_transitions(alpha[t - 1]) + emissions[t], alpha[t - 1])
    rows = intp.arange(len(reachable))
    last = alpha[-1] if len(alpha) else np.full(states.shape, -np.inf)
    end = np.where(reachable > 1, last[rows, np.maximum(reachable - 2, 0)], -np.inf)
    nll = -np.logaddexp(last[rows, reachable - 1], end)
    timeless = input_lengths == 0  # without inputs an empty target has probability 1, any other 0
    if timeless.any():
        nll, alpha[:, timeless] = np.where(timeless, np.where(target_lengths == 0, -0.0, np.inf), nll), -np.inf
    return nll.astype(log_probs.dtype), alpha


def _extended_labels(targets: Array, blank: int) -> tuple[Array, Array]:
    """Labels with blanks between and around, (N, 2 L + 1), and a mask of states that can be reached without the blank before."""
    n, length = targets.shape
    states = np.full((n, 2 * length + 1), blank, np.int64)
    states[:, 1::2] = intp.to_intp(targets)
    skip = np.zeros(states.shape, bool)
    skip[:, 3::2] = targets[:, 1:] != targets[:, :-1]
    return states, skip


def _emission_log_probs(log_probs: Array, states: Array) -> Array:
    """The log-probability of each state's label at each time, (T, N, S)."""
    return take_along_axis(log_probs, np.broadcast_to(states, (len(log_probs), *states.shape)), 2)


class _Transitions:
    """Sums over the transitions into each state: staying, from the one before, or from two before if the blank between may be skipped."""

    def __init__(self, states: Array, skip: Array, dtype: Any) -> None:
        n, count = states.shape
        self._before = np.full((n, count + 2), -np.inf, dtype)  # with two unreachable states in front
        self._skip_penalty = np.where(skip, 0, -np.inf).astype(dtype)
        self._terms = np.empty((3, n, count), dtype)
        self._lowest = np.finfo(dtype).min

    def log_sum_transitions(self, reached: Array) -> Array:
        """The log of the sums of `reached` over the three transitions."""
        before, terms = self._before, self._terms
        before[:, 2:] = reached
        terms[0], terms[1] = reached, before[:, 1:-1]
        np.add(before[:, :-2], self._skip_penalty, terms[2])
        most = np.maximum(np.maximum.reduce(terms, 0), self._lowest)  # avoids -inf minus -inf, which is NaN
        np.exp(np.subtract(terms, most, terms), terms)
        return np.add(np.log(np.add.reduce(terms, 0)), most)


@quiet
def ctc_backward(g: Array, nll: Array, alpha: Array, log_probs: Array, targets: Array, input_lengths: Array, target_lengths: Array,
                 blank: int, zero_infinity: bool) -> Array:
    """The gradient of log-probabilities that come from a log_softmax, as PyTorch defines it: probabilities minus posteriors."""
    states, skip = _extended_labels(targets, blank)
    emissions = _emission_log_probs(log_probs, states)
    beta = _backward_log_probs(emissions, skip, input_lengths, target_lengths)
    weight = np.exp(alpha + beta - emissions + nll[:, None])
    posterior = np.zeros_like(log_probs)
    times: Any = intp.arange(len(log_probs))[:, None]
    rows = intp.arange(len(states))
    counts = intp.arange(states.shape[1]) < (2 * target_lengths + 1)[:, None]
    np.add.at(posterior, (times[..., None], rows[:, None], states), np.where(counts, weight, 0))
    grad = (np.exp(log_probs) - posterior) * g[:, None]
    if zero_infinity:
        grad = np.where(np.isposinf(nll)[:, None], 0, grad)
    return np.where((times < input_lengths)[..., None], grad, 0).astype(log_probs.dtype)


def _backward_log_probs(emissions: Array, skip: Array, input_lengths: Array, target_lengths: Array) -> Array:
    """The log-probability of completing from each state at each time, including what it emits."""
    beta = np.full(emissions.shape, -np.inf, emissions.dtype)
    state, end = intp.arange(emissions.shape[2]), (2 * target_lengths)[:, None]
    final: Any = (state == end) | (state == end - 1)
    onward = _Transitions(final, np.roll(skip, -2, 1)[:, ::-1], beta.dtype)  # in reverse, from the last state to the first
    for t in reversed(range(len(emissions))):
        last = np.equal(input_lengths - 1, t)[:, None]
        if t + 1 < len(emissions):
            beta[t] = onward.log_sum_transitions(beta[t + 1, :, ::-1])[:, ::-1] + emissions[t]
        if last.any():
            beta[t] = np.where(last, np.where(final, emissions[t], -np.inf), beta[t])
    return beta
