"""Schedules: objects that change the learning rates of an optimizer's groups when their `step` is called."""
from __future__ import annotations

import math
import types
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ._schedule import EPOCH_DEPRECATION_WARNING, LRScheduler, _LRScheduler, taken_apart, values_of
from ._schedules_in_cycles import CosineAnnealingWarmRestarts, CyclicLR, OneCycleLR
from ._schedules_of_schedules import ChainedScheduler, ReduceLROnPlateau, SequentialLR
from .optimizer import Optimizer

__all__ = [
    "EPOCH_DEPRECATION_WARNING",
    "ChainedScheduler",
    "ConstantLR",
    "CosineAnnealingLR",
    "CosineAnnealingWarmRestarts",
    "CyclicLR",
    "ExponentialLR",
    "LRScheduler",
    "LambdaLR",
    "LinearLR",
    "MultiStepLR",
    "MultiplicativeLR",
    "OneCycleLR",
    "PolynomialLR",
    "ReduceLROnPlateau",
    "SequentialLR",
    "StepLR",
    "_LRScheduler",
]


class _FunctionLR(LRScheduler):
    """A schedule by functions of the epoch: one for all groups, or a list with one for each."""

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
        """Refuse what cannot be called and is not called at once."""

    def state_dict(self) -> dict[str, Any]:
        """The schedule's state; of callable objects their attributes, of functions nothing."""
        state = {key: value for key, value in self.__dict__.items() if key not in ("optimizer", "lr_lambdas")}
        state["lr_lambdas"] = [
            None if isinstance(f, types.FunctionType) else f.__dict__.copy() for f in self.lr_lambdas
        ]
        return state

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take over a state; callable objects get their attributes back, functions must be the same already."""
        functions, rest = taken_apart(state_dict, "lr_lambdas")
        self.__dict__.update(rest)
        for function, attributes in zip(self.lr_lambdas, functions):
            if attributes is not None:
                function.__dict__.update(attributes)


class LambdaLR(_FunctionLR):
    """Rate = initial rate * lr_lambda(epoch).

    `lr_lambda` is a function of the number of `step` calls so far, or a list with one function per parameter group; ValueError if
    there are fewer or more of them. Here and below, `last_epoch` is -1 for a fresh start, else the epoch to go on from: groups
    then need an "initial_lr".
    """

    def get_lr(self) -> list[Any]:
        """The initial rates times the functions' values."""
        self._check_called_by_step()
        return [base * function(self.last_epoch) for base, function in zip(self.base_lrs, self.lr_lambdas)]


class MultiplicativeLR(_FunctionLR):
    """Rate *= lr_lambda(epoch), from epoch 1 on.

    `lr_lambda` is a function, or a list with one per parameter group. TypeError for what cannot be called.
    """

    def _check_functions(self) -> None:
        for function in self.lr_lambdas:
            if not callable(function):
                raise TypeError(f"lr_lambda should be a function, but got {type(function).__name__}")

    def get_lr(self) -> list[Any]:
        """The present rates times the functions' values."""
        self._check_called_by_step()
        if self._is_initial:
            return values_of(self.optimizer, "lr")
        groups = self.optimizer.param_groups
        return [group["lr"] * function(self.last_epoch) for group, function in zip(groups, self.lr_lambdas)]


class StepLR(LRScheduler):
    """Rate *= gamma every `step_size` epochs.

    With lr 0.1, step_size 2 and gamma 0.5 the epochs run at 0.1, 0.1, 0.05, 0.05, 0.025, ...
    """

    def __init__(self, optimizer: Optimizer, step_size: int, gamma: float = 0.1, last_epoch: int = -1) -> None:
        self.step_size = step_size
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """The present rates, decayed if it is time."""
        self._check_called_by_step()
        if self.last_epoch == 0 or self.last_epoch % self.step_size:
            return values_of(self.optimizer, "lr")
        return self._scaled(self.gamma)

    def _get_closed_form_lr(self) -> list[Any]:
        return self._scaled_base(self.gamma ** (self.last_epoch // self.step_size))


class MultiStepLR(LRScheduler):
    """Rate *= gamma at each epoch in `milestones`, which may come in any order.

    An epoch that is named twice multiplies twice.
    """

    def __init__(
        self, optimizer: Optimizer, milestones: Iterable[int], gamma: float = 0.1, last_epoch: int = -1,
    ) -> None:
        self.milestones = Counter(milestones)
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """The present rates, decayed at a milestone."""
        self._check_called_by_step()
        if self.last_epoch not in self.milestones:
            return values_of(self.optimizer, "lr")
        return self._scaled(self.gamma ** self.milestones[self.last_epoch])

    def _get_closed_form_lr(self) -> list[Any]:
        return self._scaled_base(self.gamma ** bisect_right(sorted(self.milestones.elements()), self.last_epoch))


class ConstantLR(LRScheduler):
    """Rate = initial rate * factor for the first `total_iters` epochs, then the initial rate.

    The change is a factor on the present rate, so that other schedules may act on the same groups. ValueError unless `factor` is
    between 0 and 1.
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
        """The present rates, reduced at the start and restored at the end."""
        self._check_called_by_step()
        if self.last_epoch == 0:
            return self._scaled(self.factor)
        if self.last_epoch != self.total_iters:
            return values_of(self.optimizer, "lr")
        return self._scaled(1.0 / self.factor)

    def _get_closed_form_lr(self) -> list[Any]:
        return self._scaled_base(self.factor + (self.last_epoch >= self.total_iters) * (1 - self.factor))


class LinearLR(LRScheduler):
    """Rate = initial rate * a factor that goes linearly from `start_factor` to `end_factor` in `total_iters` epochs.

    After that it stays at the end. ValueError unless `start_factor` is in (0, 1] and `end_factor` in [0, 1].
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
        """The present rates times the ratio of two neighbouring factors."""
        self._check_called_by_step()
        if self.last_epoch == 0:
            return self._scaled(self.start_factor)
        if self._is_initial or self.last_epoch > self.total_iters:
            return values_of(self.optimizer, "lr")
        rise = self.end_factor - self.start_factor
        return self._scaled(1.0 + rise / (self.total_iters * self.start_factor + (self.last_epoch - 1) * rise))

    def _get_closed_form_lr(self) -> list[Any]:
        done = min(self.total_iters, self.last_epoch) / self.total_iters
        return self._scaled_base(self.start_factor + (self.end_factor - self.start_factor) * done)


class ExponentialLR(LRScheduler):
    """Rate *= gamma every epoch."""

    def __init__(self, optimizer: Optimizer, gamma: float, last_epoch: int = -1) -> None:
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """The present rates times gamma."""
        self._check_called_by_step()
        return values_of(self.optimizer, "lr") if self._is_initial else self._scaled(self.gamma)

    def _get_closed_form_lr(self) -> list[Any]:
        return self._scaled_base(self.gamma**self.last_epoch)


class PolynomialLR(LRScheduler):
    """Rate = initial rate * (1 - epoch / total_iters) ** power.

    From epoch `total_iters` on the rate is 0.
    """

    def __init__(self, optimizer: Optimizer, total_iters: int = 5, power: float = 1.0, last_epoch: int = -1) -> None:
        self.total_iters = total_iters
        self.power = power
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """The present rates times the ratio of two neighbouring factors."""
        self._check_called_by_step()
        if self._is_initial or self.last_epoch > self.total_iters:
            return values_of(self.optimizer, "lr")
        now = 1.0 - self.last_epoch / self.total_iters
        before = 1.0 - (self.last_epoch - 1) / self.total_iters
        return self._scaled((now / before) ** self.power)

    def _get_closed_form_lr(self) -> list[Any]:
        done = min(self.total_iters, self.last_epoch) / self.total_iters
        return self._scaled_base((1.0 - done) ** self.power)


class CosineAnnealingLR(LRScheduler):
    """Rate goes from the initial one to `eta_min` along half a cosine wave of `T_max` epochs, and back after that.

    At epoch e: eta_min + (initial - eta_min) * (1 + cos(pi * e / T_max)) / 2. Loshchilov and Hutter, arXiv:1608.03983, without its
    restarts.
    """

    def __init__(self, optimizer: Optimizer, T_max: int, eta_min: float = 0.0, last_epoch: int = -1) -> None:
        self.T_max = T_max
        self.eta_min = eta_min
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """The rates by recurrence from the present ones, so that other schedules may act on them too."""
        self._check_called_by_step()
        if self._is_initial:
            return values_of(self.optimizer, "lr")
        epoch, low = self.last_epoch, self.eta_min
        groups = self.optimizer.param_groups
        if (epoch - 1 - self.T_max) % (2 * self.T_max) == 0:  # at the minimum the recurrence divides by zero
            rise = (1 - math.cos(math.pi / self.T_max)) / 2
            return [group["lr"] + (base - low) * rise for base, group in zip(self.base_lrs, groups)]
        now = 1 + math.cos(math.pi * epoch / self.T_max)
        before = 1 + math.cos(math.pi * (epoch - 1) / self.T_max)
        return [now / before * (group["lr"] - low) + low for group in groups]

    def _get_closed_form_lr(self) -> list[Any]:
        return [self.eta_min + (base - self.eta_min) * (1 + math.cos(math.pi * self.last_epoch / self.T_max)) / 2 for base in self.base_lrs]

from .._namespace.names import claim, missing  # noqa: E402

claim(globals())
if not TYPE_CHECKING:  # checkers are to know the names that there are
    __getattr__ = missing("torch.optim.lr_scheduler", __name__)
