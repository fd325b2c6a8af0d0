"""Schedules that depend on a metric or on other schedules."""
from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from math import inf
from typing import Any

from .._array.core.user_warnings import warn
from ._schedule import EPOCH_DEPRECATION_WARNING, LRScheduler, check_optimizer, option_values, set_option, split_entry
from .optimizer import Optimizer


class ReduceLROnPlateau(LRScheduler):
    """Multiply the rate by ``factor`` when a metric has stopped improving.

    Parameters
    ----------
    optimizer : Optimizer
        The optimizer whose learning rates are changed.
    mode : str, default 'min'
        Whether ``'min'`` or ``'max'`` is better.
    factor : float, default 0.1
        The factor, below 1.
    patience : int, default 10
        Number of steps without improvement before a reduction.
    threshold : float, default 0.0001
        Minimum improvement.
    threshold_mode : str, default 'rel'
        Whether the threshold is relative to the best value (``'rel'``) or absolute (``'abs'``).
    cooldown : int, default 0
        Number of steps to ignore after a reduction.
    min_lr : float or list of float, default 0
        Lowest rate.
    eps : float, default 1e-08
        Smaller changes of the rate are skipped.

    Raises
    ------
    ValueError
        If ``factor`` is not below 1, or a mode is unknown.

    References
    ----------
    PyTorch: ``torch.optim.lr_scheduler.ReduceLROnPlateau``.

    Examples
    --------
    >>> optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
    >>> scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, patience=1)
    >>> for loss in (3.0, 2.0, 2.0, 2.0):
    ...     scheduler.step(loss)
    >>> scheduler.get_last_lr()
    [0.1]
    """

    def __init__(
        self, optimizer: Optimizer, mode: str = "min", factor: float = 0.1, patience: int = 10, threshold: float = 1e-4,
        threshold_mode: str = "rel", cooldown: int = 0, min_lr: float | Sequence[float] = 0, eps: float = 1e-8,
    ) -> None:
        if factor >= 1.0:
            raise ValueError("Factor should be < 1.0.")
        self.factor = factor
        check_optimizer(optimizer)
        self.optimizer = optimizer
        several = isinstance(min_lr, (list, tuple))
        low: Any = min_lr  # a number or a list
        if several and len(low) != len(optimizer.param_groups):
            raise ValueError(f"expected {len(optimizer.param_groups)} min_lrs, got {len(low)}")
        self.default_min_lr: float | None = None if several else low
        self.min_lrs: list[float] = list(low) if several else [low] * len(optimizer.param_groups)
        self.patience = patience
        self.cooldown = cooldown
        self.eps = eps
        self.last_epoch: int = 0
        self._last_lr = option_values(optimizer, "lr")
        self._init_is_better(mode, threshold, threshold_mode)
        self._reset()

    def _init_is_better(self, mode: str, threshold: float, threshold_mode: str) -> None:
        if mode not in {"min", "max"}:
            raise ValueError("mode " + mode + " is unknown!")
        if threshold_mode not in {"rel", "abs"}:
            raise ValueError("threshold mode " + threshold_mode + " is unknown!")
        self.mode_worse: float = inf if mode == "min" else -inf
        self.mode = mode
        self.threshold = threshold
        self.threshold_mode = threshold_mode

    def _reset(self) -> None:
        self.best: float = self.mode_worse
        self.cooldown_counter: int = 0
        self.num_bad_epochs: int = 0

    def step(self, metrics: Any, epoch: int | None = None) -> None:  # type: ignore[override]
        """Record a value of the metric, and reduce the rates if necessary.

        Parameters
        ----------
        metrics : float or Tensor
            The value.
        epoch : int, optional
            Deprecated: the number of the epoch.

        Examples
        --------
        >>> optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
        >>> scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer)
        >>> scheduler.step(torch.tensor(0.5))
        >>> scheduler.best
        0.5
        """
        current = float(metrics)
        if epoch is not None:
            warn(EPOCH_DEPRECATION_WARNING, UserWarning)
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        if self._is_better(current, self.best):
            self.best = current
            self.num_bad_epochs = 0
        else:
            self.num_bad_epochs += 1
        if self.in_cooldown:
            self.cooldown_counter -= 1
            self.num_bad_epochs = 0
        if self.num_bad_epochs > self.patience:
            self._reduce_lr(self.last_epoch)
            self.cooldown_counter = self.cooldown
            self.num_bad_epochs = 0
        self._last_lr = option_values(self.optimizer, "lr")

    def _reduce_lr(self, epoch: int) -> None:
        groups = self.optimizer.param_groups
        if len(groups) != len(self.min_lrs):
            if self.default_min_lr is None:
                raise RuntimeError(f"The number of param groups in the `optimizer` ({len(groups)}) differs from when "
                                   f"`ReduceLROnPlateau` was initialized ({len(self.min_lrs)}), usually due to a new "
                                   f"param group "
                                   "being added to the optimizer. Please modify the `min_lrs` field to match the "
                                   "length of the "
                                   "`optimizer` param groups.")
            self.min_lrs = [self.default_min_lr] * len(groups)
        for group, low in zip(groups, self.min_lrs):
            old = float(group["lr"])
            new = max(old * self.factor, low)
            if old - new > self.eps:
                set_option(group, "lr", new)

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Load a state.

        Parameters
        ----------
        state_dict : dict
            As returned by ``state_dict``.

        Examples
        --------
        >>> optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
        >>> scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer)
        >>> scheduler.load_state_dict(scheduler.state_dict() | {"best": 0.5})
        >>> scheduler.best
        0.5
        """
        super().load_state_dict(state_dict)
        self._init_is_better(self.mode, self.threshold, self.threshold_mode)

    @property
    def in_cooldown(self) -> bool:
        """Whether steps are ignored after a reduction.

        Returns
        -------
        bool
            True during ``cooldown``.

        Examples
        --------
        >>> optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
        >>> torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer).in_cooldown
        False
        """
        return self.cooldown_counter > 0

    def _is_better(self, a: float, best: float) -> bool:
        sign = 1 if self.mode == "max" else -1
        if self.threshold_mode == "rel":
            return sign * a > sign * (best * (1.0 - self.threshold if sign < 0 else self.threshold + 1.0))
        return sign * a > sign * (best - self.threshold if sign < 0 else best + self.threshold)


def _check_schedulers(name: str, verb: str, schedulers: Sequence[Any], optimizer: Any) -> None:
    for i, scheduler in enumerate(schedulers):
        if not hasattr(scheduler, "optimizer"):
            raise TypeError(f"{name} at index {i} should have `optimizer` as its attribute.")
        if isinstance(scheduler, ReduceLROnPlateau):
            raise ValueError(f"{name} does not support `ReduceLROnPlateau` scheduler as it requires additional kwargs "
                             f"to be "
                             f"specified when calling `step`, but got one at index {i} in the given schedulers "
                             f"sequence.")
        if optimizer is not scheduler.optimizer:
            raise ValueError(f"{name} expects all schedulers to belong to the same optimizer, but got scheduler "
                             f"{type(scheduler).__name__} at index {i} has {scheduler.optimizer}, which is different "
                             f"from {verb}")


class _Composite(LRScheduler):
    """A composite schedule, which saves the states of its parts."""

    _schedulers: list[Any]

    def state_dict(self) -> dict[str, Any]:
        """The state to save for resuming, including that of the parts.

        Returns
        -------
        dict
            Names and values.

        Examples
        --------
        >>> optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
        >>> a = torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.5)
        >>> len(torch.optim.lr_scheduler.ChainedScheduler([a]).state_dict()["_schedulers"])
        1
        """
        state = {key: value for key, value in self.__dict__.items() if key not in ("optimizer", "_schedulers")}
        state["_schedulers"] = [scheduler.state_dict() for scheduler in self._schedulers]
        return state

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Load a state, and those of the parts.

        Parameters
        ----------
        state_dict : dict
            As returned by ``state_dict``.

        Examples
        --------
        >>> optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
        >>> a = torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.5)
        >>> scheduler = torch.optim.lr_scheduler.ChainedScheduler([a])
        >>> scheduler.load_state_dict(scheduler.state_dict())
        """
        states, rest = split_entry(state_dict, "_schedulers")
        self.__dict__.update(rest)
        for scheduler, state in zip(self._schedulers, states):
            scheduler.load_state_dict(state)


class SequentialLR(_Composite):
    """Run schedules one after another.

    Parameters
    ----------
    optimizer : Optimizer
        The optimizer whose learning rates are changed.
    schedulers : list of LRScheduler
        The schedules, all for this optimizer.
    milestones : list of int
        Steps at which the next schedule begins; one fewer than schedules.
    last_epoch : int, default -1
        Index of the last epoch, to resume from; -1 starts anew.

    Raises
    ------
    ValueError
        If lengths do not match, or a schedule is for another optimizer.

    References
    ----------
    PyTorch: ``torch.optim.lr_scheduler.SequentialLR``.

    Examples
    --------
    >>> optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
    >>> warm = torch.optim.lr_scheduler.ConstantLR(optimizer, factor=0.1, total_iters=2)
    >>> then = torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.5)
    >>> scheduler = torch.optim.lr_scheduler.SequentialLR(optimizer, [warm, then], milestones=[2])
    >>> rates = []
    >>> for _ in range(4):
    ...     rates.append(round(scheduler.get_last_lr()[0], 4))
    ...     optimizer.step()
    ...     scheduler.step()
    >>> rates
    [0.1, 0.1, 1.0, 0.5]
    """

    def __init__(
        self, optimizer: Optimizer, schedulers: list[Any], milestones: list[int], last_epoch: int = -1,
    ) -> None:
        if len(schedulers) < 1:
            raise ValueError("SequentialLR expects at least one scheduler, but got no scheduler.")
        _check_schedulers("SequentialLR", f"{type(optimizer).__name__}.", schedulers, optimizer)
        if len(milestones) != len(schedulers) - 1:
            raise ValueError("Sequential Schedulers expects number of schedulers provided to be one more than the "
                             "number of "
                             f"milestone points, but got number of schedulers {len(schedulers)} and the number of "
                             f"milestones to "
                             f"be equal to {len(milestones)}")
        check_optimizer(optimizer)
        self._schedulers = schedulers
        self._milestones = milestones
        self.last_epoch = last_epoch + 1
        self.optimizer = optimizer
        # Every part has made its first step in its constructor: undo these, and let only the part that is due begin.
        for group in optimizer.param_groups:
            set_option(group, "lr", group["initial_lr"])
        for scheduler in schedulers:
            _undo_first_step(scheduler)
        first = schedulers[bisect_right(milestones, 0)]
        first._initial_step()
        self._last_lr = first.get_last_lr()

    def step(self) -> None:  # type: ignore[override]
        """Set the next learning rates, with the active schedule.

        Examples
        --------
        >>> optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
        >>> first = torch.optim.lr_scheduler.ConstantLR(optimizer, factor=0.5, total_iters=9)
        >>> second = torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.5)
        >>> scheduler = torch.optim.lr_scheduler.SequentialLR(optimizer, [first, second], milestones=[1])
        >>> optimizer.step()
        >>> scheduler.step()
        >>> scheduler.get_last_lr()
        [1.0]
        """
        self.last_epoch += 1
        i = bisect_right(self._milestones, self.last_epoch)
        scheduler = self._schedulers[i]
        if i > 0 and self._milestones[i - 1] == self.last_epoch:
            scheduler._update_lr(0)
        else:
            scheduler.step()
        self._last_lr = scheduler.get_last_lr()


def _undo_first_step(scheduler: Any) -> None:
    if hasattr(scheduler, "_schedulers"):
        for part in scheduler._schedulers:
            _undo_first_step(part)
    else:
        scheduler.last_epoch -= 1


class ChainedScheduler(_Composite):
    """Apply schedules together: each changes the rate set by the previous one.

    Parameters
    ----------
    schedulers : sequence of LRScheduler
        The schedules, all for one optimizer.
    optimizer : Optimizer, optional
        That optimizer; None takes it from the first.

    Raises
    ------
    ValueError
        If there is none, or they are for different optimizers.

    References
    ----------
    PyTorch: ``torch.optim.lr_scheduler.ChainedScheduler``.

    Examples
    --------
    >>> optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
    >>> a = torch.optim.lr_scheduler.ConstantLR(optimizer, factor=0.1, total_iters=2)
    >>> b = torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.5)
    >>> scheduler = torch.optim.lr_scheduler.ChainedScheduler([a, b])
    >>> optimizer.step()
    >>> scheduler.step()
    >>> round(scheduler.get_last_lr()[0], 4)
    0.05
    """

    def __init__(self, schedulers: Sequence[Any], optimizer: Optimizer | None = None) -> None:
        if len(schedulers) < 1:
            raise ValueError("ChainedScheduler expects at least one scheduler to be chained, but got no scheduler.")
        optimizer = optimizer or schedulers[0].optimizer
        _check_schedulers("ChainedScheduler", f"{type(optimizer).__name__}.", schedulers, optimizer)
        self._schedulers = list(schedulers)
        self.optimizer = optimizer
        self._last_lr = option_values(optimizer, "lr")

    def step(self) -> None:  # type: ignore[override]
        """Take a step with each schedule.

        Examples
        --------
        >>> optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
        >>> a = torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.5)
        >>> scheduler = torch.optim.lr_scheduler.ChainedScheduler([a])
        >>> optimizer.step()
        >>> scheduler.step()
        >>> scheduler.get_last_lr()
        [0.5]
        """
        for scheduler in self._schedulers:
            scheduler.step()
        self._last_lr = option_values(self.optimizer, "lr")
