"""Averages of models over a training run, and a learning-rate schedule for the averaging phase."""
from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from .._array.core.user_warnings import warn
from .._bindings import Tensor
from .._bindings.generated import functions as ops
from ..autograd.grad_mode import no_grad
from ..nn.modules.batchnorm import _BatchNorm
from ..nn.modules.module import Module
from .lr_scheduler import LRScheduler
from .optimizer import Optimizer

if TYPE_CHECKING:
    from .._bindings.annotations import Device

__all__ = ["SWALR", "AveragedModel", "get_ema_avg_fn", "get_ema_multi_avg_fn", "get_swa_avg_fn", "get_swa_multi_avg_fn", "update_bn"]

Tensors = Any


def _check_decay(decay: float) -> None:
    if decay < 0.0 or decay > 1.0:
        raise ValueError(f"Invalid decay value {decay} provided. Please provide a value in [0,1] range.")


def get_ema_multi_avg_fn(decay: float = 0.999) -> Callable[[Tensors, Tensors, Any], None]:
    """Return a function for ``AveragedModel``: exponential moving average of all parameters at once.

    Parameters
    ----------
    decay : float, default 0.999
        Weight of the old average, in [0, 1].

    Returns
    -------
    callable
        ``f(averaged, current, count)`` updates the first list of tensors in place.

    Raises
    ------
    ValueError
        If ``decay`` is not in [0, 1].

    References
    ----------
    PyTorch: ``torch.optim.swa_utils.get_ema_multi_avg_fn``.

    Examples
    --------
    >>> f = torch.optim.swa_utils.get_ema_multi_avg_fn(0.9)
    >>> a = [torch.tensor([1.0])]
    >>> f(a, [torch.tensor([2.0])], 1)
    >>> a
    [tensor([1.1000])]
    """
    _check_decay(decay)

    def ema_update(ema_param_list: Tensors, current_param_list: Tensors, _: Any) -> None:
        with no_grad():
            for average, current in zip(ema_param_list, current_param_list, strict=True):
                if average.is_floating_point() or average.is_complex():
                    average.lerp_(current, 1 - decay)
                else:
                    average.copy_(average * decay + current * (1 - decay))

    return ema_update


def get_swa_multi_avg_fn() -> Callable[[Tensors, Tensors, Any], None]:
    """Return a function for ``AveragedModel``: equally weighted average of all parameters at once.

    Returns
    -------
    callable
        ``f(averaged, current, count)`` updates the first list of tensors in place.

    References
    ----------
    PyTorch: ``torch.optim.swa_utils.get_swa_multi_avg_fn``.

    Examples
    --------
    >>> f = torch.optim.swa_utils.get_swa_multi_avg_fn()
    >>> a = [torch.tensor([1.0])]
    >>> f(a, [torch.tensor([2.0])], torch.tensor(1))
    >>> a
    [tensor([1.5000])]
    """
    average_one = get_swa_avg_fn()

    def swa_update(averaged_param_list: Tensors, current_param_list: Tensors, num_averaged: Any) -> None:
        with no_grad():
            for average, current in zip(averaged_param_list, current_param_list, strict=True):
                average.copy_(average_one(average, current, num_averaged))

    return swa_update


def get_ema_avg_fn(decay: float = 0.999) -> Callable[[Tensor, Tensor, Any], Tensor]:
    """Return a function for ``AveragedModel``: exponential moving average, ``decay * average + (1 - decay) * current``.

    Parameters
    ----------
    decay : float, default 0.999
        Weight of the old average, in [0, 1].

    Returns
    -------
    callable
        ``f(averaged, current, count)`` returns a tensor.

    Raises
    ------
    ValueError
        If ``decay`` is not in [0, 1].

    References
    ----------
    PyTorch: ``torch.optim.swa_utils.get_ema_avg_fn``.

    Examples
    --------
    >>> torch.optim.swa_utils.get_ema_avg_fn(0.9)(torch.tensor(1.0), torch.tensor(2.0), 1)
    tensor(1.1000)
    """
    _check_decay(decay)

    def ema_update(ema_param: Tensor, current_param: Tensor, num_averaged: Any) -> Tensor:
        with no_grad():
            return ema_param * decay + current_param * (1 - decay)

    return ema_update


def get_swa_avg_fn() -> Callable[[Tensor, Tensor, Any], Tensor]:
    """Return a function for ``AveragedModel``: equally weighted average, ``average + (current - average) / (count + 1)``.

    Returns
    -------
    callable
        ``f(averaged, current, count)`` returns a tensor.

    References
    ----------
    PyTorch: ``torch.optim.swa_utils.get_swa_avg_fn``.

    Examples
    --------
    >>> torch.optim.swa_utils.get_swa_avg_fn()(torch.tensor(1.0), torch.tensor(2.0), 1)
    tensor(1.5000)
    """

    def swa_update(averaged_param: Tensor, current_param: Tensor, num_averaged: Any) -> Tensor:
        with no_grad():
            return averaged_param + (current_param - averaged_param) / (num_averaged + 1)

    return swa_update


class AveragedModel(Module):
    """A copy of a model with parameters averaged over training, for stochastic weight averaging or EMA.

    Parameters
    ----------
    model : Module
        The model to copy; ``update_parameters`` adds later states.
    device : device or str, optional
        Device of the averages.
    avg_fn : callable, optional
        ``f(averaged, current, count)`` returns the new average of one tensor; None weights equally.
    multi_avg_fn : callable, optional
        The same for lists of tensors, updated in place.
    use_buffers : bool, default False
        Whether to average buffers, too; otherwise they are copied.

    Raises
    ------
    AssertionError
        If both functions are given.

    References
    ----------
    Izmailov and others (2018), arXiv:1803.05407.

    PyTorch: ``torch.optim.swa_utils.AveragedModel``.

    Examples
    --------
    >>> model = torch.nn.Linear(1, 1, bias=False)
    >>> average = torch.optim.swa_utils.AveragedModel(model)
    >>> for value in (1.0, 3.0):
    ...     torch.nn.init.constant_(model.weight, value)
    ...     average.update_parameters(model)
    Parameter containing:
    tensor([[1.]], requires_grad=True)
    Parameter containing:
    tensor([[3.]], requires_grad=True)
    >>> average.module.weight.item()
    2.0
    """

    avg_fn: Any | None
    multi_avg_fn: Any | None
    n_averaged: Tensor

    def __init__(self, model: Module, device: Device = None, avg_fn: Any = None, multi_avg_fn: Any = None,
                 use_buffers: bool = False) -> None:
        super().__init__()
        if avg_fn is not None and multi_avg_fn is not None:
            raise AssertionError("Only one of avg_fn and multi_avg_fn should be provided")
        self.module: Any = deepcopy(model)
        if device is not None:
            self.module = self.module.to(device)
        self.register_buffer("n_averaged", ops.tensor(0, device=device))
        self.avg_fn, self.multi_avg_fn, self.use_buffers = avg_fn, multi_avg_fn, use_buffers

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """Call the averaged model.

        Parameters
        ----------
        *args : object
            For the model.
        **kwargs : object
            For the model.

        Returns
        -------
        object
            What it returns.

        Examples
        --------
        >>> average = torch.optim.swa_utils.AveragedModel(torch.nn.ReLU())
        >>> average(torch.tensor([-1.0, 1.0]))
        tensor([0., 1.])
        """
        return self.module(*args, **kwargs)

    def update_parameters(self, model: Module) -> None:
        """Add the current parameters of a model to the averages.

        Parameters
        ----------
        model : Module
            The model that is trained.

        Examples
        --------
        >>> model = torch.nn.Linear(1, 1)
        >>> average = torch.optim.swa_utils.AveragedModel(model)
        >>> average.update_parameters(model)
        >>> average.n_averaged
        tensor(1)
        """
        own_tensors, model_tensors = self._averaged_tensors(self.module), self._averaged_tensors(model)
        pairs = [(a.detach(), b.detach().to(a.device)) for a, b in zip(own_tensors, model_tensors, strict=False)]
        count = int(self.n_averaged.item())
        for average, current in pairs:
            if count == 0:
                average.copy_(current)
        if count > 0:
            self._update_average(pairs)
        if not self.use_buffers:
            for a, b in zip(self.module.buffers(), model.buffers(), strict=True):
                a.detach().copy_(b.detach())
        self.n_averaged += 1

    def _averaged_tensors(self, model: Module) -> Iterable[Tensor]:
        return itertools.chain(model.parameters(), model.buffers()) if self.use_buffers else model.parameters()

    def _update_average(self, pairs: list[tuple[Any, Any]]) -> None:
        if self.multi_avg_fn is not None:
            self.multi_avg_fn([a for a, _ in pairs], [b for _, b in pairs], self.n_averaged)
            return
        average_one = self.avg_fn or get_swa_avg_fn()
        for average, current in pairs:
            average.copy_(average_one(average, current, self.n_averaged))


def update_bn(loader: Iterable[Any], model: Module, device: Device = None) -> None:
    """Recompute the statistics of all batch norms from data.

    Parameters
    ----------
    loader : iterable
        Batches; the first element of a list or tuple is used.
    model : Module
        The averaged model; it is run in training mode.
    device : device or str, optional
        Device to move batches to.

    References
    ----------
    PyTorch: ``torch.optim.swa_utils.update_bn``.

    Examples
    --------
    >>> model = torch.nn.Sequential(torch.nn.BatchNorm1d(1))
    >>> torch.optim.swa_utils.update_bn([torch.tensor([[1.0], [3.0]])], model)
    >>> model[0].running_mean
    tensor([2.])
    """
    with no_grad():
        norms = [m for m in model.modules() if isinstance(m, _BatchNorm)]
        if not norms:
            return
        momenta = [m.momentum for m in norms]
        for norm in norms:
            norm.reset_running_stats()
            norm.momentum = None  # a cumulative average
        was_training = model.training
        model.train()
        for batch in loader:
            inputs = batch[0] if isinstance(batch, (list, tuple)) else batch
            model(inputs if device is None else inputs.to(device))
        for norm, momentum in zip(norms, momenta, strict=True):
            norm.momentum = momentum
        model.train(was_training)


class SWALR(LRScheduler):
    """Schedule that anneals to a constant rate, for weight averaging at the end of training.

    Parameters
    ----------
    optimizer : Optimizer
        The optimizer whose learning rates are changed.
    swa_lr : float or list of float
        The constant rate, or one per group.
    anneal_epochs : int, default 10
        Number of annealing steps.
    anneal_strategy : str, default 'cos'
        ``'cos'`` or ``'linear'``.
    last_epoch : int, default -1
        Index of the last epoch, to resume from; -1 starts anew.

    Raises
    ------
    ValueError
        If the strategy is unknown, or ``anneal_epochs`` is negative.

    References
    ----------
    PyTorch: ``torch.optim.swa_utils.SWALR``.

    Examples
    --------
    >>> optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
    >>> scheduler = torch.optim.swa_utils.SWALR(optimizer, swa_lr=0.5, anneal_epochs=2, anneal_strategy="linear")
    >>> rates = []
    >>> for _ in range(4):
    ...     rates.append(scheduler.get_last_lr()[0])
    ...     optimizer.step()
    ...     scheduler.step()
    >>> rates
    [1.0, 0.75, 0.5, 0.5]
    """

    def __init__(self, optimizer: Optimizer, swa_lr: float, anneal_epochs: int = 10, anneal_strategy: str = "cos",
                 last_epoch: int = -1) -> None:
        from ._schedule import expand_per_group

        for group, rate in zip(optimizer.param_groups, expand_per_group("swa_lr", optimizer, swa_lr), strict=True):
            group["swa_lr"] = rate
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(f"anneal_strategy must be one of 'cos' or 'linear', instead got {anneal_strategy}")
        if not isinstance(anneal_epochs, int) or anneal_epochs < 0:
            raise ValueError(f"anneal_epochs must be equal or greater than 0, got {anneal_epochs}")
        self._anneal_strategy, self.anneal_epochs = anneal_strategy, anneal_epochs
        super().__init__(optimizer, last_epoch)

    @staticmethod
    def _linear_anneal(t: float) -> float:
        return t

    @staticmethod
    def _cosine_anneal(t: float) -> float:
        return (1 - math.cos(math.pi * t)) / 2

    @property
    def anneal_func(self) -> Callable[[float], float]:
        """The progress of annealing as a function of the elapsed fraction of its epochs.

        Returns
        -------
        callable
            Takes and returns a number between 0 and 1.

        Examples
        --------
        >>> optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
        >>> torch.optim.swa_utils.SWALR(optimizer, swa_lr=0.5, anneal_strategy="linear").anneal_func(0.25)
        0.25
        """
        return self._cosine_anneal if self._anneal_strategy == "cos" else self._linear_anneal

    def get_lr(self) -> list[Any]:
        """Compute the learning rates of the next step; called by ``step``.

        Returns
        -------
        list of float
            One per group.

        Examples
        --------
        >>> optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
        >>> len(torch.optim.swa_utils.SWALR(optimizer, swa_lr=0.5).get_lr())
        1
        """
        if not self._get_lr_called_within_step:
            warn("To get the last learning rate computed by the scheduler, please use `get_last_lr()`.", UserWarning)
        step = self._step_count - 1
        groups = self.optimizer.param_groups
        if self.anneal_epochs == 0:
            step = max(1, step)
        before = self.anneal_func(max(0, min(1, (step - 1) / max(1, self.anneal_epochs))))
        now = self.anneal_func(max(0, min(1, step / max(1, self.anneal_epochs))))
        # The initial rate of the annealing, recovered from the current one.
        starts = [g["swa_lr"] if before == 1 else (g["lr"] - before * g["swa_lr"]) / (1 - before) for g in groups]
        return [g["swa_lr"] * now + start * (1 - now) for g, start in zip(groups, starts, strict=True)]


from .._namespace.names import missing  # noqa: E402

if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.optim.swa_utils", __name__)
