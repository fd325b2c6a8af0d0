"""Schedules, whose `step` changes the learning rates of an optimizer's groups."""
from __future__ import annotations

import math
import types
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ._composite_schedules import ChainedScheduler, ReduceLROnPlateau, SequentialLR
from ._cyclic_schedules import CosineAnnealingWarmRestarts, CyclicLR, OneCycleLR
from ._schedule import EPOCH_DEPRECATION_WARNING, LRScheduler, _LRScheduler, option_values, split_entry
from ._schedule import expand_per_group as _format_param
from ._schedule import option_values as _param_groups_val_list
from ._schedule import set_option as _update_param_group_val
from .optimizer import Optimizer

__all__ = [
    "EPOCH_DEPRECATION_WARNING", "ChainedScheduler", "ConstantLR", "CosineAnnealingLR", "CosineAnnealingWarmRestarts", "CyclicLR",
    "ExponentialLR", "LRScheduler", "LambdaLR", "LinearLR", "MultiStepLR", "MultiplicativeLR", "OneCycleLR", "PolynomialLR",
    "ReduceLROnPlateau", "SequentialLR", "StepLR", "_LRScheduler",
    "_enable_get_lr_call", "_format_param", "_param_groups_val_list", "_update_param_group_val", "_warn_get_lr_called_within_step",
]


class _FunctionLR(LRScheduler):
    """A schedule by functions of the epoch: one for all groups, or one per group."""

    def __init__(self, optimizer: Optimizer, lr_lambda: Any, last_epoch: int = -1) -> None:
        self.optimizer = optimizer
        count = len(optimizer.param_groups)
        functions = list(lr_lambda) if isinstance(lr_lambda, (list, tuple)) else [lr_lambda] * count
        if len(functions) != count:
            raise ValueError(f"Expected {count} lr_lambdas, but got {len(functions)}")
        self.lr_lambdas = functions
        self._check_functions()
        super().__init__(optimizer, last_epoch)

    def _check_functions(self) -> None:
        """Refuse functions that are not callable and not called at construction."""

    def state_dict(self) -> dict[str, Any]:
        """The state to save for resuming.

        Returns
        -------
        dict
            Attributes by name; functions only if they are objects with state.

        Examples
        --------
        >>> optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
        >>> torch.optim.lr_scheduler.LambdaLR(optimizer, lambda t: 1.0).state_dict()["lr_lambdas"]
        [None]
        """
        state = {key: value for key, value in self.__dict__.items() if key not in ("optimizer", "lr_lambdas")}
        state["lr_lambdas"] = [
            None if isinstance(f, types.FunctionType) else f.__dict__.copy() for f in self.lr_lambdas
        ]
        return state

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Load a state.

        Parameters
        ----------
        state_dict : dict
            As returned by ``state_dict``.

        Examples
        --------
        >>> optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
        >>> scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda t: 1.0)
        >>> scheduler.load_state_dict(scheduler.state_dict())
        """
        functions, rest = split_entry(state_dict, "lr_lambdas")
        self.__dict__.update(rest)
        for function, attributes in zip(self.lr_lambdas, functions):
            if attributes is not None:
                function.__dict__.update(attributes)


class LambdaLR(_FunctionLR):
    """Multiply the base rate by a function of the number of steps: ``lr = base * f(t)``.

    Parameters
    ----------
    optimizer : Optimizer
        The optimizer whose learning rates are changed.
    lr_lambda : callable or list of callable
        The function, or one per group.
    last_epoch : int, default -1
        Index of the last epoch, to resume from; -1 starts anew.

    Notes
    -----
    Functions are saved only if they are objects with state; lambdas are not.

    References
    ----------
    PyTorch: ``torch.optim.lr_scheduler.LambdaLR``.

    Examples
    --------
    >>> w = torch.nn.Parameter(torch.zeros(1))
    >>> optimizer = torch.optim.SGD([w], lr=1.0)
    >>> scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda t: 1 / (1 + t))
    >>> rates = []
    >>> for epoch in range(4):
    ...     rates.append(round(scheduler.get_last_lr()[0], 4))
    ...     optimizer.step()
    ...     scheduler.step()
    >>> rates
    [1.0, 0.5, 0.3333, 0.25]
    """

    def get_lr(self) -> list[Any]:
        """Compute the learning rates of the next step; called by ``step``.

        Returns
        -------
        list of float
            One per group.

        Examples
        --------
        >>> optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
        >>> scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda t: 1 / (1 + t))
        >>> len(scheduler.get_lr())
        1
        """
        self._check_called_by_step()
        return [base * function(self.last_epoch) for base, function in zip(self.base_lrs, self.lr_lambdas, strict=True)]


class MultiplicativeLR(_FunctionLR):
    """Multiply the rate by a function of the number of steps: ``lr *= f(t)``.

    Parameters
    ----------
    optimizer : Optimizer
        The optimizer whose learning rates are changed.
    lr_lambda : callable or list of callable
        The function, or one per group.
    last_epoch : int, default -1
        Index of the last epoch, to resume from; -1 starts anew.

    References
    ----------
    PyTorch: ``torch.optim.lr_scheduler.MultiplicativeLR``.

    Examples
    --------
    >>> w = torch.nn.Parameter(torch.zeros(1))
    >>> optimizer = torch.optim.SGD([w], lr=1.0)
    >>> scheduler = torch.optim.lr_scheduler.MultiplicativeLR(optimizer, lambda t: 0.5)
    >>> rates = []
    >>> for epoch in range(4):
    ...     rates.append(round(scheduler.get_last_lr()[0], 4))
    ...     optimizer.step()
    ...     scheduler.step()
    >>> rates
    [1.0, 0.5, 0.25, 0.125]
    """

    def _check_functions(self) -> None:
        for function in self.lr_lambdas:
            if not callable(function):
                raise TypeError(f"lr_lambda should be a function, but got {type(function).__name__}")

    def get_lr(self) -> list[Any]:
        """Compute the learning rates of the next step; called by ``step``.

        Returns
        -------
        list of float
            One per group.

        Examples
        --------
        >>> optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
        >>> scheduler = torch.optim.lr_scheduler.MultiplicativeLR(optimizer, lambda t: 0.5)
        >>> len(scheduler.get_lr())
        1
        """
        self._check_called_by_step()
        if self._is_initial:
            return option_values(self.optimizer, "lr")
        groups = self.optimizer.param_groups
        return [group["lr"] * function(self.last_epoch) for function, group in zip(self.lr_lambdas, groups, strict=True)]


class StepLR(LRScheduler):
    """Multiply the rate by ``gamma`` every ``step_size`` steps.

    Parameters
    ----------
    optimizer : Optimizer
        The optimizer whose learning rates are changed.
    step_size : int
        Number of steps between.
    gamma : float, default 0.1
        The factor.
    last_epoch : int, default -1
        Index of the last epoch, to resume from; -1 starts anew.

    References
    ----------
    PyTorch: ``torch.optim.lr_scheduler.StepLR``.

    Examples
    --------
    >>> w = torch.nn.Parameter(torch.zeros(1))
    >>> optimizer = torch.optim.SGD([w], lr=1.0)
    >>> scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=2, gamma=0.1)
    >>> rates = []
    >>> for epoch in range(5):
    ...     rates.append(round(scheduler.get_last_lr()[0], 4))
    ...     optimizer.step()
    ...     scheduler.step()
    >>> rates
    [1.0, 1.0, 0.1, 0.1, 0.01]
    """

    def __init__(self, optimizer: Optimizer, step_size: int, gamma: float = 0.1, last_epoch: int = -1) -> None:
        self.step_size = step_size
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """Compute the learning rates of the next step; called by ``step``.

        Returns
        -------
        list of float
            One per group.

        Examples
        --------
        >>> optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
        >>> scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=2, gamma=0.1)
        >>> len(scheduler.get_lr())
        1
        """
        self._check_called_by_step()
        if self.last_epoch == 0 or self.last_epoch % self.step_size:
            return option_values(self.optimizer, "lr")
        return self._scaled_rates(self.gamma)

    def _get_closed_form_lr(self) -> list[Any]:
        return self._scaled_base_rates(self.gamma ** (self.last_epoch // self.step_size))


class MultiStepLR(LRScheduler):
    """Multiply the rate by ``gamma`` at given steps.

    Parameters
    ----------
    optimizer : Optimizer
        The optimizer whose learning rates are changed.
    milestones : iterable of int
        The steps.
    gamma : float, default 0.1
        The factor.
    last_epoch : int, default -1
        Index of the last epoch, to resume from; -1 starts anew.

    References
    ----------
    PyTorch: ``torch.optim.lr_scheduler.MultiStepLR``.

    Examples
    --------
    >>> w = torch.nn.Parameter(torch.zeros(1))
    >>> optimizer = torch.optim.SGD([w], lr=1.0)
    >>> scheduler = torch.optim.lr_scheduler.MultiStepLR(optimizer, milestones=[1, 3], gamma=0.1)
    >>> rates = []
    >>> for epoch in range(5):
    ...     rates.append(round(scheduler.get_last_lr()[0], 4))
    ...     optimizer.step()
    ...     scheduler.step()
    >>> rates
    [1.0, 0.1, 0.1, 0.01, 0.01]
    """

    def __init__(
        self, optimizer: Optimizer, milestones: Iterable[int], gamma: float = 0.1, last_epoch: int = -1,
    ) -> None:
        self.milestones: Any = Counter(milestones)
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """Compute the learning rates of the next step; called by ``step``.

        Returns
        -------
        list of float
            One per group.

        Examples
        --------
        >>> optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
        >>> scheduler = torch.optim.lr_scheduler.MultiStepLR(optimizer, milestones=[1, 3], gamma=0.1)
        >>> len(scheduler.get_lr())
        1
        """
        self._check_called_by_step()
        if self.last_epoch not in self.milestones:
            return option_values(self.optimizer, "lr")
        return self._scaled_rates(self.gamma ** self.milestones[self.last_epoch])

    def _get_closed_form_lr(self) -> list[Any]:
        return self._scaled_base_rates(self.gamma ** bisect_right(sorted(self.milestones.elements()), self.last_epoch))


class ConstantLR(LRScheduler):
    """Multiply the rate by a constant factor during the first steps, as a warm-up.

    Parameters
    ----------
    optimizer : Optimizer
        The optimizer whose learning rates are changed.
    factor : float, default 1.0 / 3
        The factor, in [0, 1].
    total_iters : int, default 5
        Number of steps.
    last_epoch : int, default -1
        Index of the last epoch, to resume from; -1 starts anew.

    Raises
    ------
    ValueError
        If the factor is not in [0, 1].

    References
    ----------
    PyTorch: ``torch.optim.lr_scheduler.ConstantLR``.

    Examples
    --------
    >>> w = torch.nn.Parameter(torch.zeros(1))
    >>> optimizer = torch.optim.SGD([w], lr=1.0)
    >>> scheduler = torch.optim.lr_scheduler.ConstantLR(optimizer, factor=0.5, total_iters=2)
    >>> rates = []
    >>> for epoch in range(4):
    ...     rates.append(round(scheduler.get_last_lr()[0], 4))
    ...     optimizer.step()
    ...     scheduler.step()
    >>> rates
    [0.5, 0.5, 1.0, 1.0]
    """

    def __init__(
        self, optimizer: Optimizer, factor: float = 1.0 / 3, total_iters: int = 5, last_epoch: int = -1,
    ) -> None:
        if factor > 1.0 or factor < 0:
            raise ValueError("Constant multiplicative factor expected to be between 0 and 1.")
        self.factor = factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """Compute the learning rates of the next step; called by ``step``.

        Returns
        -------
        list of float
            One per group.

        Examples
        --------
        >>> optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
        >>> scheduler = torch.optim.lr_scheduler.ConstantLR(optimizer, factor=0.5, total_iters=2)
        >>> len(scheduler.get_lr())
        1
        """
        self._check_called_by_step()
        if self.last_epoch == 0:
            return self._scaled_rates(self.factor)
        if self.last_epoch != self.total_iters:
            return option_values(self.optimizer, "lr")
        return self._scaled_rates(1.0 / self.factor)

    def _get_closed_form_lr(self) -> list[Any]:
        return self._scaled_base_rates(self.factor + (self.last_epoch >= self.total_iters) * (1 - self.factor))


class LinearLR(LRScheduler):
    """Multiply the base rate by a factor that changes linearly from one value to another, then stays.

    Parameters
    ----------
    optimizer : Optimizer
        The optimizer whose learning rates are changed.
    start_factor : float, default 1.0 / 3
        Initial factor, in (0, 1].
    end_factor : float, default 1.0
        Final factor, in [0, 1].
    total_iters : int, default 5
        Number of steps of the change.
    last_epoch : int, default -1
        Index of the last epoch, to resume from; -1 starts anew.

    Raises
    ------
    ValueError
        If a factor is out of range.

    References
    ----------
    PyTorch: ``torch.optim.lr_scheduler.LinearLR``.

    Examples
    --------
    >>> w = torch.nn.Parameter(torch.zeros(1))
    >>> optimizer = torch.optim.SGD([w], lr=1.0)
    >>> scheduler = torch.optim.lr_scheduler.LinearLR(optimizer, start_factor=0.5, total_iters=2)
    >>> rates = []
    >>> for epoch in range(4):
    ...     rates.append(round(scheduler.get_last_lr()[0], 4))
    ...     optimizer.step()
    ...     scheduler.step()
    >>> rates
    [0.5, 0.75, 1.0, 1.0]
    """

    def __init__(
        self, optimizer: Optimizer, start_factor: float = 1.0 / 3, end_factor: float = 1.0, total_iters: int = 5,
        last_epoch: int = -1,
    ) -> None:
        if start_factor > 1.0 or start_factor <= 0:
            raise ValueError("Starting multiplicative factor expected to be greater than 0 and less or equal to 1.")
        if end_factor > 1.0 or end_factor < 0:
            raise ValueError("Ending multiplicative factor expected to be between 0 and 1.")
        self.start_factor = start_factor
        self.end_factor = end_factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """Compute the learning rates of the next step; called by ``step``.

        Returns
        -------
        list of float
            One per group.

        Examples
        --------
        >>> optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
        >>> scheduler = torch.optim.lr_scheduler.LinearLR(optimizer, start_factor=0.5, total_iters=2)
        >>> len(scheduler.get_lr())
        1
        """
        self._check_called_by_step()
        if self.last_epoch == 0:
            return self._scaled_rates(self.start_factor)
        if self._is_initial or self.last_epoch > self.total_iters:
            return option_values(self.optimizer, "lr")
        rise = self.end_factor - self.start_factor
        return self._scaled_rates(1.0 + rise / (self.total_iters * self.start_factor + (self.last_epoch - 1) * rise))

    def _get_closed_form_lr(self) -> list[Any]:
        done = min(self.total_iters, self.last_epoch) / self.total_iters
        return self._scaled_base_rates(self.start_factor + (self.end_factor - self.start_factor) * done)


class ExponentialLR(LRScheduler):
    """Multiply the rate by ``gamma`` at every step.

    Parameters
    ----------
    optimizer : Optimizer
        The optimizer whose learning rates are changed.
    gamma : float
        The factor.
    last_epoch : int, default -1
        Index of the last epoch, to resume from; -1 starts anew.

    References
    ----------
    PyTorch: ``torch.optim.lr_scheduler.ExponentialLR``.

    Examples
    --------
    >>> w = torch.nn.Parameter(torch.zeros(1))
    >>> optimizer = torch.optim.SGD([w], lr=1.0)
    >>> scheduler = torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.5)
    >>> rates = []
    >>> for epoch in range(4):
    ...     rates.append(round(scheduler.get_last_lr()[0], 4))
    ...     optimizer.step()
    ...     scheduler.step()
    >>> rates
    [1.0, 0.5, 0.25, 0.125]
    """

    def __init__(self, optimizer: Optimizer, gamma: float, last_epoch: int = -1) -> None:
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """Compute the learning rates of the next step; called by ``step``.

        Returns
        -------
        list of float
            One per group.

        Examples
        --------
        >>> optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
        >>> scheduler = torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.5)
        >>> len(scheduler.get_lr())
        1
        """
        self._check_called_by_step()
        return option_values(self.optimizer, "lr") if self._is_initial else self._scaled_rates(self.gamma)

    def _get_closed_form_lr(self) -> list[Any]:
        return self._scaled_base_rates(self.gamma**self.last_epoch)


class PolynomialLR(LRScheduler):
    """Polynomial decay to 0: ``base * (1 - t / total_iters)**power``.

    Parameters
    ----------
    optimizer : Optimizer
        The optimizer whose learning rates are changed.
    total_iters : int, default 5
        Steps until 0.
    power : float, default 1.0
        The exponent; 1 is linear.
    last_epoch : int, default -1
        Index of the last epoch, to resume from; -1 starts anew.

    References
    ----------
    PyTorch: ``torch.optim.lr_scheduler.PolynomialLR``.

    Examples
    --------
    >>> w = torch.nn.Parameter(torch.zeros(1))
    >>> optimizer = torch.optim.SGD([w], lr=1.0)
    >>> scheduler = torch.optim.lr_scheduler.PolynomialLR(optimizer, total_iters=4)
    >>> rates = []
    >>> for epoch in range(5):
    ...     rates.append(round(scheduler.get_last_lr()[0], 4))
    ...     optimizer.step()
    ...     scheduler.step()
    >>> rates
    [1.0, 0.75, 0.5, 0.25, 0.0]
    """

    def __init__(self, optimizer: Optimizer, total_iters: int = 5, power: float = 1.0, last_epoch: int = -1) -> None:
        self.total_iters = total_iters
        self.power = power
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """Compute the learning rates of the next step; called by ``step``.

        Returns
        -------
        list of float
            One per group.

        Examples
        --------
        >>> optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
        >>> scheduler = torch.optim.lr_scheduler.PolynomialLR(optimizer, total_iters=4)
        >>> len(scheduler.get_lr())
        1
        """
        self._check_called_by_step()
        if self._is_initial or self.last_epoch > self.total_iters:
            return option_values(self.optimizer, "lr")
        now = 1.0 - self.last_epoch / self.total_iters
        before = 1.0 - (self.last_epoch - 1) / self.total_iters
        return self._scaled_rates((now / before) ** self.power)

    def _get_closed_form_lr(self) -> list[Any]:
        done = min(self.total_iters, self.last_epoch) / self.total_iters
        return self._scaled_base_rates((1.0 - done) ** self.power)


class CosineAnnealingLR(LRScheduler):
    """Cosine decay: ``eta_min + (base - eta_min) * (1 + cos(pi * t / T_max)) / 2``.

    Parameters
    ----------
    optimizer : Optimizer
        The optimizer whose learning rates are changed.
    T_max : int
        Steps until the minimum; afterwards it rises again.
    eta_min : float, default 0.0
        The minimum.
    last_epoch : int, default -1
        Index of the last epoch, to resume from; -1 starts anew.

    References
    ----------
    Loshchilov and Hutter (2016), arXiv:1608.03983, without restarts.

    PyTorch: ``torch.optim.lr_scheduler.CosineAnnealingLR``.

    Examples
    --------
    >>> w = torch.nn.Parameter(torch.zeros(1))
    >>> optimizer = torch.optim.SGD([w], lr=1.0)
    >>> scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=4)
    >>> rates = []
    >>> for epoch in range(5):
    ...     rates.append(round(scheduler.get_last_lr()[0], 4))
    ...     optimizer.step()
    ...     scheduler.step()
    >>> rates
    [1.0, 0.8536, 0.5, 0.1464, 0.0]
    """

    def __init__(self, optimizer: Optimizer, T_max: int, eta_min: float = 0.0, last_epoch: int = -1) -> None:
        self.T_max = T_max
        self.eta_min = eta_min
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """Compute the learning rates of the next step; called by ``step``.

        Returns
        -------
        list of float
            One per group.

        Examples
        --------
        >>> optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
        >>> scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=4)
        >>> len(scheduler.get_lr())
        1
        """
        self._check_called_by_step()
        if self._is_initial:
            return option_values(self.optimizer, "lr")
        epoch, low = self.last_epoch, self.eta_min
        groups = self.optimizer.param_groups
        if (epoch - 1 - self.T_max) % (2 * self.T_max) == 0:  # at the minimum the recurrence divides by zero
            rise = (1 - math.cos(math.pi / self.T_max)) / 2
            return [group["lr"] + (base - low) * rise for base, group in zip(self.base_lrs, groups, strict=True)]
        now = 1 + math.cos(math.pi * epoch / self.T_max)
        before = 1 + math.cos(math.pi * (epoch - 1) / self.T_max)
        return [now / before * (group["lr"] - low) + low for group in groups]

    def _get_closed_form_lr(self) -> list[Any]:
        return [self.eta_min + (base - self.eta_min) * (1 + math.cos(math.pi * self.last_epoch / self.T_max)) / 2 for base in self.base_lrs]

# What schedules written by users borrow from this file in PyTorch.
_enable_get_lr_call = LRScheduler._marking_get_lr_call
_warn_get_lr_called_within_step = LRScheduler._check_called_by_step


from .._namespace.names import claim, missing  # noqa: E402

claim(globals())
if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.optim.lr_scheduler", __name__)


if TYPE_CHECKING:  # names provided by `__getattr__`
    Tensor: Any
    inf: Any
