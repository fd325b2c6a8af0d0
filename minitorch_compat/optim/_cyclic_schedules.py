"""Cyclic schedules: warm restarts, cycles, one cycle."""
from __future__ import annotations

import math
import types
from collections.abc import Callable, Sequence
from typing import Any

from ._schedule import LRScheduler, check_optimizer, expand_per_group, set_option, split_entry
from .optimizer import Optimizer


class CosineAnnealingWarmRestarts(LRScheduler):
    """Schedule that repeats a decay along half a cosine, each time over more steps.

    Parameters
    ----------
    optimizer : Optimizer
        The optimizer whose learning rates are changed.
    T_0 : int
        Steps of the first decay.
    T_mult : int, default 1
        Growth factor of the number of steps.
    eta_min : float, default 0.0
        The minimum.
    last_epoch : int, default -1
        Index of the last epoch, to resume from; -1 starts anew.

    Raises
    ------
    ValueError
        If ``T_0`` or ``T_mult`` is less than 1.

    References
    ----------
    Loshchilov and Hutter (2016), arXiv:1608.03983.

    PyTorch: ``torch.optim.lr_scheduler.CosineAnnealingWarmRestarts``.

    Examples
    --------
    >>> w = torch.nn.Parameter(torch.zeros(1))
    >>> optimizer = torch.optim.SGD([w], lr=1.0)
    >>> scheduler = torch.optim.lr_scheduler.CosineAnnealingWarmRestarts(optimizer, T_0=2, T_mult=2)
    >>> rates = []
    >>> for epoch in range(6):
    ...     rates.append(round(scheduler.get_last_lr()[0], 4))
    ...     optimizer.step()
    ...     scheduler.step()
    >>> rates
    [1.0, 0.5, 1.0, 0.8536, 0.5, 0.1464]
    """

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
        self.T_i: int = T_0
        self.T_mult = T_mult
        self.eta_min = eta_min
        self.T_cur: float = last_epoch
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
        >>> scheduler = torch.optim.lr_scheduler.CosineAnnealingWarmRestarts(optimizer, T_0=2, T_mult=2)
        >>> len(scheduler.get_lr())
        1
        """
        self._check_called_by_step()
        wave = 1 + math.cos(math.pi * self.T_cur / self.T_i)
        return [self.eta_min + (base - self.eta_min) * wave / 2 for base in self.base_lrs]

    def step(self, epoch: float | None = None) -> None:
        """Set the next learning rates.

        Parameters
        ----------
        epoch : float, optional
            Position to set; may be fractional, to step after every batch. None advances by one.

        Examples
        --------
        >>> optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
        >>> scheduler = torch.optim.lr_scheduler.CosineAnnealingWarmRestarts(optimizer, T_0=2)
        >>> scheduler.step(1.0)
        >>> round(scheduler.get_last_lr()[0], 4)
        0.5
        """
        if epoch is None and self.last_epoch < 0:
            epoch = 0
        if epoch is None:
            epoch = self.last_epoch + 1
            self.T_cur += 1
            if self.T_cur >= self.T_i:
                self.T_cur %= self.T_i  # may be several cycles ahead after resuming with `last_epoch`
                self.T_i *= self.T_mult
        elif epoch < 0:
            raise ValueError(f"Expected non-negative epoch, but got {epoch}")
        else:
            self._set_cycle_position(epoch)
        self.last_epoch: int = math.floor(epoch)
        with self._marking_get_lr_call():
            values = self.get_lr()
        self._apply(values)

    def _set_cycle_position(self, epoch: float) -> None:
        """Set the length of the current cycle and the position in it."""
        if epoch < self.T_0:
            self.T_i, self.T_cur = self.T_0, epoch
        elif self.T_mult == 1:
            self.T_i, self.T_cur = self.T_0, epoch % self.T_0
        else:
            n = int(math.log(epoch / self.T_0 * (self.T_mult - 1) + 1, self.T_mult))
            self.T_cur = epoch - self.T_0 * (self.T_mult**n - 1) / (self.T_mult - 1)
            self.T_i = self.T_0 * self.T_mult**n


def _momentum_key(optimizer: Optimizer) -> str:
    """The option that holds the momentum of an optimizer: 'betas' or 'momentum'."""
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
    """Schedule that oscillates between two values; to be stepped after every batch.

    Parameters
    ----------
    optimizer : Optimizer
        The optimizer whose learning rates are changed.
    base_lr : float or list of float
        The lower value, or one per group.
    max_lr : float or list of float
        The upper value.
    step_size_up : int, default 2000
        Steps of the rising part.
    step_size_down : int, optional
        Steps of the falling part; None is equal.
    mode : str, default 'triangular'
        Amplitude of cycles: ``'triangular'`` is constant, ``'triangular2'`` halves it each cycle,
        ``'exp_range'`` multiplies it by ``gamma**t``.
    gamma : float, default 1.0
        For ``'exp_range'``.
    scale_fn : callable, optional
        Returns the amplitude, instead of ``mode``.
    scale_mode : str, default 'cycle'
        Whether ``scale_fn`` takes the number of cycles (``'cycle'``) or of steps (``'iterations'``).
    cycle_momentum : bool, default True
        Whether momentum cycles inversely.
    base_momentum : float or list of float, default 0.8
        Lower value of momentum.
    max_momentum : float or list of float, default 0.9
        Upper value of momentum.
    last_epoch : int, default -1
        Index of the last epoch, to resume from; -1 starts anew.

    Raises
    ------
    ValueError
        If the mode is unknown, or the optimizer has no momentum to cycle.

    References
    ----------
    Smith (2015), arXiv:1506.01186.

    PyTorch: ``torch.optim.lr_scheduler.CyclicLR``.

    Examples
    --------
    >>> w = torch.nn.Parameter(torch.zeros(1))
    >>> optimizer = torch.optim.SGD([w], lr=1.0)
    >>> scheduler = torch.optim.lr_scheduler.CyclicLR(optimizer, base_lr=0.1, max_lr=0.3, step_size_up=2, cycle_momentum=False)
    >>> rates = []
    >>> for epoch in range(5):
    ...     rates.append(round(scheduler.get_last_lr()[0], 4))
    ...     optimizer.step()
    ...     scheduler.step()
    >>> rates
    [0.1, 0.2, 0.3, 0.2, 0.1]
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
        base_lrs = expand_per_group("base_lr", optimizer, base_lr)
        if last_epoch == -1:
            for group, lr in zip(optimizer.param_groups, base_lrs):
                set_option(group, "lr", lr)
        self.max_lrs: list[Any] = expand_per_group("max_lr", optimizer, max_lr)
        up = float(step_size_up)
        self.total_size: float = up + (up if step_size_down is None else float(step_size_down))
        self.step_ratio: float = up / self.total_size
        if mode not in ("triangular", "triangular2", "exp_range") and scale_fn is None:
            raise ValueError("mode is invalid and scale_fn is None")
        self.mode = mode
        self.gamma = gamma
        self._scale_fn_custom = scale_fn
        self.scale_mode: str = scale_mode if scale_fn is not None or mode != "exp_range" else "iterations"
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            self._initialize_momentum(base_momentum, max_momentum, last_epoch)
        super().__init__(optimizer, last_epoch)
        self.base_lrs = base_lrs

    def _initialize_momentum(self, base_momentum: Any, max_momentum: Any, last_epoch: int) -> None:
        self.use_beta1: bool = _momentum_key(self.optimizer) == "betas"
        self.base_momentums: list[Any] = expand_per_group("base_momentum", self.optimizer, base_momentum)
        self.max_momentums: list[Any] = expand_per_group("max_momentum", self.optimizer, max_momentum)
        if last_epoch == -1:
            for low, high, group in zip(self.base_momentums, self.max_momentums, self.optimizer.param_groups, strict=True):
                _set_momentum(group, self.use_beta1, high)
                group["max_momentum"] = high
                group["base_momentum"] = low

    def scale_fn(self, x: float) -> float:
        """The amplitude of the cycle, as a factor.

        Parameters
        ----------
        x : int
            Number of the cycle or step.

        Returns
        -------
        float
            The factor.

        Examples
        --------
        >>> optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
        >>> scheduler = torch.optim.lr_scheduler.CyclicLR(optimizer, 0.1, 1.0, mode="triangular2", cycle_momentum=False)
        >>> scheduler.scale_fn(3)
        0.25
        """
        if self._scale_fn_custom is not None:
            return self._scale_fn_custom(x)
        if self.mode == "triangular":
            return 1.0
        return 1 / (2.0 ** (x - 1)) if self.mode == "triangular2" else self.gamma**x

    def get_lr(self) -> list[Any]:
        """Compute the learning rates of the next step; called by ``step``.

        Returns
        -------
        list of float
            One per group.

        Examples
        --------
        >>> optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
        >>> scheduler = torch.optim.lr_scheduler.CyclicLR(optimizer, base_lr=0.1, max_lr=0.3, step_size_up=2, cycle_momentum=False)
        >>> len(scheduler.get_lr())
        1
        """
        self._check_called_by_step()
        cycle = math.floor(1 + self.last_epoch / self.total_size)
        x = 1.0 + self.last_epoch / self.total_size - cycle
        height = x / self.step_ratio if x <= self.step_ratio else (x - 1) / (self.step_ratio - 1)
        scale = self.scale_fn(cycle if self.scale_mode == "cycle" else self.last_epoch)
        if self.cycle_momentum:
            for low, high, group in zip(self.base_momentums, self.max_momentums, self.optimizer.param_groups, strict=True):
                _set_momentum(group, self.use_beta1, high - (high - low) * height * scale)
        return [low + (high - low) * height * scale for low, high in zip(self.base_lrs, self.max_lrs, strict=True)]

    def state_dict(self) -> dict[str, Any]:
        """The state to save for resuming.

        Returns
        -------
        dict
            Attributes by name; functions only if they are objects with state.

        Examples
        --------
        >>> optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
        >>> torch.optim.lr_scheduler.CyclicLR(optimizer, 0.1, 1.0, cycle_momentum=False).state_dict()["last_epoch"]
        0
        """
        state = super().state_dict()
        function = state.pop("_scale_fn_custom")
        plain = function is None or isinstance(function, types.FunctionType)
        state["_scale_fn_custom"] = None if plain else function.__dict__.copy()
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
        >>> scheduler = torch.optim.lr_scheduler.CyclicLR(optimizer, 0.1, 1.0, cycle_momentum=False)
        >>> state = scheduler.state_dict() | {"last_epoch": 7}
        >>> scheduler.load_state_dict(state)
        >>> scheduler.last_epoch
        7
        """
        attributes, rest = split_entry(state_dict, "_scale_fn_custom")
        super().load_state_dict(rest)
        if attributes is not None:
            self._scale_fn_custom.__dict__.update(attributes)


class OneCycleLR(LRScheduler):
    """Schedule that rises to ``max_lr`` and falls far below the initial rate; to be stepped after every batch.

    Parameters
    ----------
    optimizer : Optimizer
        The optimizer whose learning rates are changed.
    max_lr : float or list of float
        The peak.
    total_steps : int, optional
        Number of steps; by default ``epochs * steps_per_epoch``.
    epochs : int, optional
        Number of epochs.
    steps_per_epoch : int, optional
        Steps per epoch.
    pct_start : float, default 0.3
        Fraction of steps in the rising phase.
    anneal_strategy : str, default 'cos'
        ``'cos'`` or ``'linear'``.
    cycle_momentum : bool, default True
        Whether momentum cycles inversely.
    base_momentum : float or list of float, default 0.85
        Lower value of momentum.
    max_momentum : float or list of float, default 0.95
        Upper value of momentum.
    div_factor : float, default 25.0
        The initial rate is ``max_lr`` divided by this.
    final_div_factor : float, default 10000.0
        The final rate is the initial one divided by this.
    three_phase : bool, default False
        Whether it falls to the initial rate as fast as it rose, then to the final one.
    last_epoch : int, default -1
        Index of the last epoch, to resume from; -1 starts anew.

    Raises
    ------
    ValueError
        If the number of steps is not given, or a value is out of range.

    References
    ----------
    Smith and Topin (2017), arXiv:1708.07120.

    PyTorch: ``torch.optim.lr_scheduler.OneCycleLR``.

    Examples
    --------
    >>> w = torch.nn.Parameter(torch.zeros(1))
    >>> optimizer = torch.optim.SGD([w], lr=0.1)
    >>> scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=1.0, total_steps=5, cycle_momentum=False)
    >>> rates = []
    >>> for epoch in range(5):
    ...     rates.append(round(scheduler.get_last_lr()[0], 4))
    ...     optimizer.step()
    ...     scheduler.step()
    >>> rates
    [0.04, 0.9505, 0.6113, 0.1883, 0.0]
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
        self.total_steps: int = _total_steps(total_steps, epochs, steps_per_epoch)
        phases = _make_phases(self.total_steps, pct_start, three_phase)  # raises for an invalid fraction
        if pct_start < 0 or pct_start > 1 or not isinstance(pct_start, float):
            raise ValueError(f"Expected float between 0 and 1 pct_start, but got {pct_start}")
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(f"anneal_strategy must be one of 'cos' or 'linear', instead got {anneal_strategy}")
        self._schedule_phases = phases
        self._anneal_func_type = anneal_strategy
        max_lrs = expand_per_group("max_lr", optimizer, max_lr)
        if last_epoch == -1:
            for group, high in zip(optimizer.param_groups, max_lrs):
                group["initial_lr"] = high / div_factor
                group["max_lr"] = high
                group["min_lr"] = group["initial_lr"] / final_div_factor
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            self._initialize_momentum(base_momentum, max_momentum, last_epoch)
        super().__init__(optimizer, last_epoch)

    def _initialize_momentum(self, base_momentum: Any, max_momentum: Any, last_epoch: int) -> None:
        self.use_beta1: bool = _momentum_key(self.optimizer) == "betas"
        lows = expand_per_group("base_momentum", self.optimizer, base_momentum)
        highs = expand_per_group("max_momentum", self.optimizer, max_momentum)
        if last_epoch == -1:
            for low, high, group in zip(lows, highs, self.optimizer.param_groups, strict=True):
                _set_momentum(group, self.use_beta1, high)
                group["max_momentum"] = high
                group["base_momentum"] = low

    def get_lr(self) -> list[Any]:
        """Compute the learning rates of the next step; called by ``step``.

        Returns
        -------
        list of float
            One per group.

        Examples
        --------
        >>> optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=0.1)
        >>> scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=1.0, total_steps=5, cycle_momentum=False)
        >>> len(scheduler.get_lr())
        1
        """
        self._check_called_by_step()
        step = self.last_epoch
        if step > self.total_steps:
            raise ValueError(f"Tried to step {step} times. The specified number of total steps is {self.total_steps}")
        phase, fraction = self._phase_of(step)
        rates = []
        for group in self.optimizer.param_groups:
            rates.append(self._anneal(group[phase["start_lr"]], group[phase["end_lr"]], fraction))
            if self.cycle_momentum:
                momentum = self._anneal(group[phase["start_momentum"]], group[phase["end_momentum"]], fraction)
                _set_momentum(group, self.use_beta1, momentum)
        return rates

    def _phase_of(self, step: int) -> tuple[dict[str, Any], float]:
        """The phase of a step, and the elapsed fraction of it."""
        start = 0.0
        for phase in self._schedule_phases[:-1]:
            if step <= phase["end_step"]:
                break
            start = phase["end_step"]
        else:
            phase = self._schedule_phases[-1]
        return phase, (step - start) / (phase["end_step"] - start)

    anneal_func: Callable[[Any, Any, float], Any]

    @staticmethod
    def _annealing_cos(start: Any, end: Any, pct: float) -> Any:
        return end + (start - end) / 2.0 * (math.cos(math.pi * pct) + 1)

    @staticmethod
    def _annealing_linear(start: Any, end: Any, pct: float) -> Any:
        return (end - start) * pct + start

    def _anneal(self, start: Any, end: Any, fraction: float) -> Any:
        kind = getattr(self, "_anneal_func_type", None)
        # Checkpoints of early versions contain the function itself, one of the two above, instead of its name.
        function = self.anneal_func if kind is None else getattr(self, f"_annealing_{kind}")
        return function(start, end, fraction)


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


def _make_phases(total_steps: int, pct_start: float, three_phase: bool) -> list[dict[str, Any]]:
    """The phases of the cycle: the end of each, and the options of a group between which it interpolates."""
    up, low, high = float(pct_start * total_steps), "base_momentum", "max_momentum"
    if three_phase:
        plan = [(up - 1, "initial_lr", "max_lr", high, low), (2 * up - 2, "max_lr", "initial_lr", low, high),
                (total_steps - 1, "initial_lr", "min_lr", high, high)]
    else:
        plan = [(up - 1, "initial_lr", "max_lr", high, low), (total_steps - 1, "max_lr", "min_lr", low, high)]
    names = ("end_step", "start_lr", "end_lr", "start_momentum", "end_momentum")
    return [dict(zip(names, phase)) for phase in plan]
