"""Schedules that go up and down: warm restarts, cycles, one cycle."""
from __future__ import annotations

import math
import types
from collections.abc import Callable, Sequence
from typing import Any

from ._schedule import LRScheduler, check_optimizer, per_group, set_option, taken_apart
from .optimizer import Optimizer


class CosineAnnealingWarmRestarts(LRScheduler):
    """Half a cosine wave from the initial rate to `eta_min`, again and again; every wave is `T_mult` times as long."""

    def __init__(
        self, optimizer: Optimizer, T_0: int, T_mult: int = 1, eta_min: float = 0.0, last_epoch: int = -1,
    ) -> None:
        if T_0 <= 0 or not isinstance(T_0, int):
            raise ValueError(f"Expected positive integer T_0, but got {T_0}")
        if T_mult < 1 or not isinstance(T_mult, int):
            raise ValueError(f"Expected integer T_mult >= 1, but got {T_mult}")
        if not isinstance(eta_min, (float, int)):
            raise ValueError(f"Expected float or int eta_min, but got {eta_min} of type {type(eta_min)}")
        self.T_0 = T_0
        self.T_i = T_0
        self.T_mult = T_mult
        self.eta_min = eta_min
        self.T_cur: float = last_epoch
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """The rates at the place in the wave that has been reached."""
        self._check_called_by_step()
        wave = 1 + math.cos(math.pi * self.T_cur / self.T_i)
        return [self.eta_min + (base - self.eta_min) * wave / 2 for base in self.base_lrs]

    def step(self, epoch: float | None = None) -> None:
        """Go to the next epoch, or to `epoch`, which may be a fraction: `step(epoch + i / n)` moves batch by batch."""
        if epoch is None and self.last_epoch < 0:
            epoch = 0
        if epoch is None:
            epoch = self.last_epoch + 1
            self.T_cur += 1
            if self.T_cur >= self.T_i:
                self.T_cur -= self.T_i
                self.T_i *= self.T_mult
        elif epoch < 0:
            raise ValueError(f"Expected non-negative epoch, but got {epoch}")
        else:
            self._find_place(epoch)
        self.last_epoch = math.floor(epoch)
        with self._calling_get_lr():
            values = self.get_lr()
        self._apply(values)

    def _find_place(self, epoch: float) -> None:
        """Set the present wave's length and the place in it."""
        if epoch < self.T_0:
            self.T_i, self.T_cur = self.T_0, epoch
        elif self.T_mult == 1:
            self.T_i, self.T_cur = self.T_0, epoch % self.T_0
        else:
            n = int(math.log(epoch / self.T_0 * (self.T_mult - 1) + 1, self.T_mult))
            self.T_cur = epoch - self.T_0 * (self.T_mult**n - 1) / (self.T_mult - 1)
            self.T_i = self.T_0 * self.T_mult**n


def _momentum_key(optimizer: Optimizer) -> str:
    """Where the optimizer keeps its momentum: 'betas' or 'momentum'."""
    for key in ("betas", "momentum"):
        if key in optimizer.defaults:
            return key
    raise ValueError("optimizer must support momentum or beta1 with `cycle_momentum` option enabled")


def _set_momentum(group: dict[str, Any], use_beta1: bool, momentum: float) -> None:
    if use_beta1:
        group["betas"] = (momentum, *group["betas"][1:])
    else:
        group["momentum"] = momentum


class CyclicLR(LRScheduler):
    """Rate goes up and down between `base_lr` and `max_lr`, meant to be stepped after every batch.

    `mode` scales the height of a cycle: 'triangular' not at all, 'triangular2' by 1/2 each cycle, 'exp_range' by
    gamma ** steps; or `scale_fn` does, a function of the cycle or of the steps as `scale_mode` says. With
    `cycle_momentum` momentum runs opposite.
    """

    def __init__(
        self, optimizer: Optimizer, base_lr: float | Sequence[float], max_lr: float | Sequence[float], step_size_up: int = 2000,
        step_size_down: int | None = None,
        mode: str = "triangular", gamma: float = 1.0, scale_fn: Callable[[float], float] | None = None,
        scale_mode: str = "cycle", cycle_momentum: bool = True, base_momentum: float = 0.8, max_momentum: float = 0.9,
        last_epoch: int = -1,
    ) -> None:
        check_optimizer(optimizer)
        self.optimizer = optimizer
        base_lrs = per_group("base_lr", optimizer, base_lr)
        if last_epoch == -1:
            for group, lr in zip(optimizer.param_groups, base_lrs):
                set_option(group, "lr", lr)
        self.max_lrs = per_group("max_lr", optimizer, max_lr)
        up = float(step_size_up)
        self.total_size = up + (up if step_size_down is None else float(step_size_down))
        self.step_ratio = up / self.total_size
        if mode not in ("triangular", "triangular2", "exp_range") and scale_fn is None:
            raise ValueError("mode is invalid and scale_fn is None")
        self.mode = mode
        self.gamma = gamma
        self._scale_fn_custom = scale_fn
        self.scale_mode = scale_mode if scale_fn is not None or mode != "exp_range" else "iterations"
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            self._begin_momentum(base_momentum, max_momentum, last_epoch)
        super().__init__(optimizer, last_epoch)
        self.base_lrs = base_lrs

    def _begin_momentum(self, base_momentum: Any, max_momentum: Any, last_epoch: int) -> None:
        self.use_beta1 = _momentum_key(self.optimizer) == "betas"
        self.base_momentums = per_group("base_momentum", self.optimizer, base_momentum)
        self.max_momentums = per_group("max_momentum", self.optimizer, max_momentum)
        if last_epoch == -1:
            for low, high, group in zip(self.base_momentums, self.max_momentums, self.optimizer.param_groups):
                _set_momentum(group, self.use_beta1, high)
                group["max_momentum"] = high
                group["base_momentum"] = low

    def scale_fn(self, x: float) -> float:
        """The height of cycle (or step) `x`, as a factor."""
        if self._scale_fn_custom is not None:
            return self._scale_fn_custom(x)
        if self.mode == "triangular":
            return 1.0
        return 1 / (2.0 ** (x - 1)) if self.mode == "triangular2" else self.gamma**x

    def get_lr(self) -> list[Any]:
        """The rates for the number of steps made; sets the momentum too."""
        self._check_called_by_step()
        cycle = math.floor(1 + self.last_epoch / self.total_size)
        x = 1.0 + self.last_epoch / self.total_size - cycle
        height = x / self.step_ratio if x <= self.step_ratio else (x - 1) / (self.step_ratio - 1)
        scale = self.scale_fn(cycle if self.scale_mode == "cycle" else self.last_epoch)
        if self.cycle_momentum:
            for low, high, group in zip(self.base_momentums, self.max_momentums, self.optimizer.param_groups):
                _set_momentum(group, self.use_beta1, high - (high - low) * height * scale)
        return [low + (high - low) * height * scale for low, high in zip(self.base_lrs, self.max_lrs)]

    def state_dict(self) -> dict[str, Any]:
        """The schedule's state; of a callable object for `scale_fn` its attributes, of a function nothing."""
        state = super().state_dict()
        function = state.pop("_scale_fn_custom")
        plain = function is None or isinstance(function, types.FunctionType)
        state["_scale_fn_custom"] = None if plain else function.__dict__.copy()
        return state

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take over a state; a callable `scale_fn` gets its attributes back."""
        attributes, rest = taken_apart(state_dict, "_scale_fn_custom")
        super().load_state_dict(rest)
        if attributes is not None:
            self._scale_fn_custom.__dict__.update(attributes)


class OneCycleLR(LRScheduler):
    """Rate goes from max_lr / div_factor up to `max_lr`, then far below where it began; one step per batch.

    The number of steps is `total_steps`, or `epochs` * `steps_per_epoch`. `three_phase` returns to the start before
    it goes below. With `cycle_momentum` momentum runs opposite. Raises ValueError when stepped more often than
    that.
    """

    def __init__(
        self, optimizer: Optimizer, max_lr: float | Sequence[float], total_steps: int | None = None, epochs: int | None = None,
        steps_per_epoch: int | None = None, pct_start: float = 0.3, anneal_strategy: str = "cos",
        cycle_momentum: bool = True, base_momentum: float | Sequence[float] = 0.85, max_momentum: float | Sequence[float] = 0.95,
        div_factor: float = 25.0,
        final_div_factor: float = 1e4, three_phase: bool = False, last_epoch: int = -1,
    ) -> None:
        check_optimizer(optimizer)
        self.optimizer = optimizer
        self.total_steps = _total_steps(total_steps, epochs, steps_per_epoch)
        phases = _phases(self.total_steps, pct_start, three_phase)  # which refuses what no fraction can be made of
        if pct_start < 0 or pct_start > 1 or not isinstance(pct_start, float):
            raise ValueError(f"Expected float between 0 and 1 pct_start, but got {pct_start}")
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(f"anneal_strategy must be one of 'cos' or 'linear', instead got {anneal_strategy}")
        self._schedule_phases = phases
        self._anneal_func_type = anneal_strategy
        max_lrs = per_group("max_lr", optimizer, max_lr)
        if last_epoch == -1:
            for group, high in zip(optimizer.param_groups, max_lrs):
                group["initial_lr"] = high / div_factor
                group["max_lr"] = high
                group["min_lr"] = group["initial_lr"] / final_div_factor
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            self._begin_momentum(base_momentum, max_momentum, last_epoch)
        super().__init__(optimizer, last_epoch)

    def _begin_momentum(self, base_momentum: Any, max_momentum: Any, last_epoch: int) -> None:
        self.use_beta1 = _momentum_key(self.optimizer) == "betas"
        lows = per_group("base_momentum", self.optimizer, base_momentum)
        highs = per_group("max_momentum", self.optimizer, max_momentum)
        if last_epoch == -1:
            for low, high, group in zip(lows, highs, self.optimizer.param_groups):
                _set_momentum(group, self.use_beta1, high)
                group["max_momentum"] = high
                group["base_momentum"] = low

    def get_lr(self) -> list[Any]:
        """The rates for the number of steps made; sets the momentum too."""
        self._check_called_by_step()
        step = self.last_epoch
        if step > self.total_steps:
            raise ValueError(f"Tried to step {step} times. The specified number of total steps is {self.total_steps}")
        phase, done = self._place(step)
        rates = []
        for group in self.optimizer.param_groups:
            rates.append(self._anneal(group[phase["start_lr"]], group[phase["end_lr"]], done))
            if self.cycle_momentum:
                momentum = self._anneal(group[phase["start_momentum"]], group[phase["end_momentum"]], done)
                _set_momentum(group, self.use_beta1, momentum)
        return rates

    def _place(self, step: int) -> tuple[dict[str, Any], float]:
        """The phase of a step, and the fraction of the phase that is over."""
        start = 0.0
        for phase in self._schedule_phases[:-1]:
            if step <= phase["end_step"]:
                break
            start = phase["end_step"]
        else:
            phase = self._schedule_phases[-1]
        return phase, (step - start) / (phase["end_step"] - start)

    def _anneal(self, start: Any, end: Any, done: float) -> Any:
        if self._anneal_func_type == "linear":
            return (end - start) * done + start
        return end + (start - end) / 2.0 * (math.cos(math.pi * done) + 1)


def _total_steps(total_steps: Any, epochs: Any, steps_per_epoch: Any) -> int:
    if total_steps is not None:
        if total_steps <= 0 or not isinstance(total_steps, int):
            raise ValueError(f"Expected positive integer total_steps, but got {total_steps}")
        return int(total_steps)
    if epochs is None or steps_per_epoch is None:
        raise ValueError("You must define either total_steps OR (epochs AND steps_per_epoch)")
    _check_positive("epochs", epochs)
    _check_positive("steps_per_epoch", steps_per_epoch)
    return int(epochs * steps_per_epoch)


def _check_positive(name: str, value: Any) -> None:
    if not isinstance(value, int) or value <= 0:
        raise ValueError(f"Expected positive integer {name}, but got {value}")


def _phases(total_steps: int, pct_start: float, three_phase: bool) -> list[dict[str, Any]]:
    """The phases of one cycle: where each ends, and between which values of a group it moves."""
    up, low, high = float(pct_start * total_steps), "base_momentum", "max_momentum"
    if three_phase:
        plan = [(up - 1, "initial_lr", "max_lr", high, low), (2 * up - 2, "max_lr", "initial_lr", low, high),
                (total_steps - 1, "initial_lr", "min_lr", high, high)]
    else:
        plan = [(up - 1, "initial_lr", "max_lr", high, low), (total_steps - 1, "max_lr", "min_lr", low, high)]
    names = ("end_step", "start_lr", "end_lr", "start_momentum", "end_momentum")
    return [dict(zip(names, phase)) for phase in plan]
