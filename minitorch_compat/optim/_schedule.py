"""The base class of schedules, and access to the options of groups."""
from __future__ import annotations

import functools
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from .._array.core.user_warnings import warn
from .._bindings import Tensor
from .._dispatch.naming import reduce_instance
from .optimizer import Optimizer

# Programs filter warnings by their message, so these are PyTorch's.
EPOCH_DEPRECATION_WARNING = (
    "The epoch parameter in `scheduler.step()` was not necessary and is being deprecated where possible. Please use "
    "`scheduler.step()` to step the scheduler. During the deprecation, if epoch is different from None, the closed "
    "form is used instead of the new chainable form, where available. Please open an issue if you are unable to "
    "replicate your use case: https://github.com/pytorch/pytorch/issues/new/choose."
)
_ORDER_HELP = "See more details at https://pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate"
_STEP_OVERRIDDEN_WARNING = (
    "Seems like `optimizer.step()` has been overridden after learning rate scheduler initialization. Please, make "
    "sure to call `optimizer.step()` before `lr_scheduler.step()`. " + _ORDER_HELP
)
_STEP_ORDER_WARNING = (
    "Detected call of `lr_scheduler.step()` before `optimizer.step()`. In PyTorch 1.1.0 and later, you should call "
    "them in the opposite order: `optimizer.step()` before `lr_scheduler.step()`.  Failure to do this will result in "
    "PyTorch skipping the first value of the learning rate schedule. " + _ORDER_HELP
)


def clone_if_tensor(value: Any) -> Any:
    return value.clone() if isinstance(value, Tensor) else value


def option_values(optimizer: Optimizer, key: str) -> list[Any]:
    return [clone_if_tensor(group[key]) for group in optimizer.param_groups]


def set_option(group: dict[str, Any], key: str, value: Any) -> None:
    """Set an option; a tensor is updated in place."""
    if isinstance(group[key], Tensor):
        group[key].fill_(value.item() if isinstance(value, Tensor) else value)
    else:
        group[key] = value


def expand_per_group(name: str, optimizer: Optimizer, value: Any) -> list[Any]:
    """One value per group, from a single value or a sequence of the right length."""
    count = len(optimizer.param_groups)
    if not isinstance(value, (list, tuple)):
        return [clone_if_tensor(value) for _ in range(count)]
    if len(value) != count:
        raise ValueError(f"{name} must have the same length as optimizer.param_groups. "
                         f"{name} has {len(value)} values, param_groups has {count}.")
    return [clone_if_tensor(v) for v in value]


def _count_steps(optimizer: Optimizer) -> None:
    """Make `optimizer.step` count its calls, so that a wrong order of calls is detected."""
    if hasattr(optimizer.step, "_wrapped_by_lr_sched"):
        return
    step = type(optimizer).step
    owner = weakref.ref(optimizer)  # a strong reference would form a cycle of optimizer and method

    @functools.wraps(step)
    def counted_step(*args: Any, **kwargs: Any) -> Any:
        target = owner()
        target._opt_called = True  # type: ignore[union-attr]
        return step(target, *args, **kwargs)  # type: ignore[arg-type]

    counted_step._wrapped_by_lr_sched = True  # type: ignore[attr-defined]
    optimizer.step = counted_step  # type: ignore[method-assign]


class LRScheduler:
    """Base class of learning-rate schedules: counts steps, and sets the rates computed by ``get_lr`` of a subclass.

    Parameters
    ----------
    optimizer : Optimizer
        The optimizer whose learning rates are changed.
    last_epoch : int, default -1
        Index of the last epoch, to resume from; -1 starts anew.

    Attributes
    ----------
    base_lrs : list of float
        The initial rates, one per group.
    last_epoch : int
        Number of steps.

    Raises
    ------
    TypeError
        If ``optimizer`` is not an Optimizer.
    KeyError
        If ``last_epoch`` is given and groups have no ``initial_lr``.

    References
    ----------
    PyTorch: ``torch.optim.lr_scheduler.LRScheduler``.

    Examples
    --------
    >>> class Halving(torch.optim.lr_scheduler.LRScheduler):
    ...     def get_lr(self):
    ...         return [base * 0.5 ** self.last_epoch for base in self.base_lrs]
    >>> optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
    >>> scheduler = Halving(optimizer)
    >>> optimizer.step(); scheduler.step()
    >>> scheduler.get_last_lr()
    [0.5]
    """

    _get_lr_called_within_step = False
    _is_initial = False
    base_lrs: list[Any]
    _last_lr: list[Any]

    if not TYPE_CHECKING:
        __reduce_ex__ = reduce_instance

    def __init__(self, optimizer: Optimizer, last_epoch: int = -1) -> None:
        check_optimizer(optimizer)
        self.optimizer = optimizer
        for i, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                group.setdefault("initial_lr", clone_if_tensor(group["lr"]))
            elif "initial_lr" not in group:
                raise KeyError(f"param 'initial_lr' is not specified in param_groups[{i}] when resuming scheduler with "
                               "last_epoch >= 0.\nLoad the optimizer's saved state first, or leave last_epoch at -1")
        self.base_lrs = option_values(optimizer, "initial_lr")
        self.last_epoch: int = last_epoch
        _count_steps(optimizer)
        self._initial_step()

    def _initial_step(self) -> None:
        self._step_count = 0
        self._is_initial = True
        try:
            self.step()
        finally:
            self._is_initial = False

    def state_dict(self) -> dict[str, Any]:
        """The state to save for resuming: all attributes except the optimizer.

        Returns
        -------
        dict
            Names and values.

        Examples
        --------
        >>> optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
        >>> torch.optim.lr_scheduler.StepLR(optimizer, 10).state_dict()["step_size"]
        10
        """
        return {key: value for key, value in self.__dict__.items() if key != "optimizer"}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Load a state.

        Parameters
        ----------
        state_dict : dict
            As returned by ``state_dict``.

        Examples
        --------
        >>> optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
        >>> scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 10)
        >>> scheduler.load_state_dict({"last_epoch": 5})
        >>> scheduler.last_epoch
        5
        """
        self.__dict__.update(state_dict)

    def get_last_lr(self) -> list[Any]:
        """The learning rates set by the last step.

        Returns
        -------
        list of float or Tensor
            One per group.

        Examples
        --------
        >>> optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
        >>> torch.optim.lr_scheduler.StepLR(optimizer, 10).get_last_lr()
        [1.0]
        """
        return self._last_lr

    def get_lr(self) -> list[Any]:
        """Compute the learning rates of the next step; a subclass defines it.

        Returns
        -------
        list of float
            One per group.

        Raises
        ------
        NotImplementedError
            If a subclass does not define it.

        Examples
        --------
        >>> optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
        >>> len(torch.optim.lr_scheduler.StepLR(optimizer, 10).get_lr())
        1
        """
        raise NotImplementedError

    def step(self, epoch: int | None = None) -> None:
        """Set the next learning rates; call it after ``optimizer.step()``.

        Parameters
        ----------
        epoch : int, optional
            Deprecated: the epoch to jump to.

        Examples
        --------
        >>> optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
        >>> scheduler = torch.optim.lr_scheduler.ExponentialLR(optimizer, 0.5)
        >>> optimizer.step()
        >>> scheduler.step()
        >>> scheduler.get_last_lr()
        [0.5]
        """
        if self._step_count == 1:
            self._check_step_order()
        self._step_count += 1
        if epoch is not None:
            warn(EPOCH_DEPRECATION_WARNING, UserWarning)
        self._update_lr(epoch)

    def _check_step_order(self) -> None:
        if not hasattr(self.optimizer.step, "_wrapped_by_lr_sched"):
            warn(_STEP_OVERRIDDEN_WARNING, UserWarning)
        elif not getattr(self.optimizer, "_opt_called", False):
            warn(_STEP_ORDER_WARNING, UserWarning)

    def _update_lr(self, epoch: int | None = None) -> None:
        closed_form = getattr(self, "_get_closed_form_lr", None)
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        with self._marking_get_lr_call():
            values = self.get_lr() if epoch is None or closed_form is None else closed_form()
        self._apply(values)

    def _apply(self, values: Sequence[Any]) -> None:
        for group, value in zip(self.optimizer.param_groups, values, strict=True):
            set_option(group, "lr", value)
        self._last_lr = option_values(self.optimizer, "lr")

    @contextmanager
    def _marking_get_lr_call(self) -> Iterator[None]:
        self._get_lr_called_within_step = True
        try:
            yield
        finally:
            self._get_lr_called_within_step = False

    def _check_called_by_step(self) -> None:
        if not self._get_lr_called_within_step:
            warn(
                "To get the last learning rate computed by the scheduler, please use `get_last_lr()`.", UserWarning
            )

    def _scaled_rates(self, factor: float) -> list[Any]:
        """The current rates times `factor`."""
        return [group["lr"] * factor for group in self.optimizer.param_groups]

    def _scaled_base_rates(self, factor: float) -> list[Any]:
        """The initial rates times `factor`."""
        return [base * factor for base in self.base_lrs]


def split_entry(state_dict: dict[str, Any], name: str) -> tuple[Any, dict[str, Any]]:
    """Split the entry `name` off a state; other objects raise the error of their `pop`, as in PyTorch."""
    part = state_dict.pop(name)
    rest = dict(state_dict)
    state_dict[name] = part
    return part, rest


def check_optimizer(optimizer: Any) -> None:
    if not isinstance(optimizer, Optimizer):
        raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")


class _LRScheduler(LRScheduler):
    """Deprecated alias of the base class."""
