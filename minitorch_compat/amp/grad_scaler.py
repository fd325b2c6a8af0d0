"""Loss scaling: gradients too small for a narrow dtype survive when the loss is multiplied first."""
from __future__ import annotations

import inspect
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from .._array.core.user_warnings import warn
from .._bindings.creation.factories import full
from .._dispatch.dtype import float32
from .._dispatch.grad_mode import grad_mode
from .._dispatch.levels.lifting import values_at
from .._dispatch.naming import reduce_instance
from .._dispatch.tensor import TensorBase


def _checked_scale(scale: Any) -> float:
    if not isinstance(scale, float) and (scale.device.type != "cpu" or scale.numel() != 1 or scale.requires_grad):
        raise AssertionError("new_scale should be a float or a 1-element torch.cuda.FloatTensor or torch.FloatTensor with "
                             "requires_grad=False.")
    return float(scale)


class GradScaler:
    """Loss scaling for float16: small gradients survive, because the loss is multiplied first.

    Steps with infinite or nan gradients are left out; the factor shrinks after such a step, and grows
    after many without.

    Parameters
    ----------
    device : str, default 'cuda'
        ``'cpu'``; for ``'cuda'`` it is off, with a warning, and all passes through unchanged.
    init_scale : float, default 65536.0
        The first factor.
    growth_factor : float, default 2.0
        By what it grows, above 1.
    backoff_factor : float, default 0.5
        By what it shrinks, below 1.
    growth_interval : int, default 2000
        Steps without infinite gradients between growths.
    enabled : bool, default True
        False lets all pass through.

    Raises
    ------
    AssertionError
        If a factor is out of range.

    References
    ----------
    PyTorch: ``torch.amp.GradScaler``.

    Examples
    --------
    >>> w = torch.ones(1, requires_grad=True)
    >>> optimizer = torch.optim.SGD([w], lr=0.5)
    >>> scaler = torch.amp.GradScaler("cpu", init_scale=4.0)
    >>> scaler.scale((w * 3).sum()).backward()
    >>> scaler.step(optimizer)
    >>> scaler.update()
    >>> w.detach(), scaler.get_scale()
    (tensor([-0.5000]), 4.0)
    """

    if not TYPE_CHECKING:
        __reduce_ex__ = reduce_instance

    def __init__(self, device: str = "cuda", init_scale: float = 65536.0, growth_factor: float = 2.0, backoff_factor: float = 0.5,
                 growth_interval: int = 2000, enabled: bool = True) -> None:
        if enabled and device == "cuda":
            warn("torch.cuda.amp.GradScaler is enabled, but CUDA is not available.  Disabling.", UserWarning)
            enabled = False
        if growth_factor <= 1.0:
            raise AssertionError("The growth factor must be > 1.0.")
        if backoff_factor >= 1.0:
            raise AssertionError("The backoff factor must be < 1.0.")
        self._enabled, self._scale, self._started = enabled, init_scale, False
        self._growth_factor, self._backoff_factor, self._growth_interval = growth_factor, backoff_factor, growth_interval
        self._growth_tracker = 0
        self._found_inf: dict[int, bool | None] = {}
        self._stepped: set[int] = set()

    def is_enabled(self) -> bool:
        """Whether it does anything.

        Returns
        -------
        bool
            As it was made.

        Examples
        --------
        >>> scaler = torch.amp.GradScaler("cpu", init_scale=4.0)
        >>> scaler.is_enabled()
        True
        """
        return self._enabled

    def get_scale(self) -> float:
        """The present factor.

        Returns
        -------
        float
            1 if it is off.

        Examples
        --------
        >>> scaler = torch.amp.GradScaler("cpu", init_scale=4.0)
        >>> scaler.get_scale()
        4.0
        """
        return self._scale if self._enabled else 1.0

    def scale(self, outputs: Any) -> Any:
        """Multiply by the factor.

        Parameters
        ----------
        outputs : Tensor or iterable of Tensor
            The loss, or several.

        Returns
        -------
        Tensor or iterable
            The products, with a history.

        Examples
        --------
        >>> scaler = torch.amp.GradScaler("cpu", init_scale=4.0)
        >>> scaler.scale(torch.tensor(0.5))
        tensor(2.)
        """
        if not self._enabled:
            return outputs
        if isinstance(outputs, TensorBase):
            if not self._started:
                full((), self._scale, dtype=float32)  # which refuses what is no number
                self._started = True
            return outputs * self._scale  # type: ignore[operator]
        if not isinstance(outputs, Iterable):
            raise ValueError("outputs must be a Tensor or an iterable of Tensors")
        scaled = map(self.scale, outputs)
        return type(outputs)(scaled) if isinstance(outputs, (list, tuple)) else scaled

    def _check_started(self, name: str) -> None:
        if not self._started:
            raise AssertionError(f"Attempted {name} but _scale is None.  This may indicate your script did not use scaler.scale(loss or "
                                 "outputs) earlier in the iteration.")

    def unscale_(self, optimizer: Any) -> None:
        """Divide gradients by the factor: before they are clipped, say. At most once between steps.

        Parameters
        ----------
        optimizer : Optimizer
            Whose parameters.

        Raises
        ------
        RuntimeError
            If it was done already.

        Examples
        --------
        >>> w = torch.ones(1, requires_grad=True)
        >>> optimizer = torch.optim.SGD([w], lr=0.5)
        >>> scaler = torch.amp.GradScaler("cpu", init_scale=4.0)
        >>> scaler.scale((w * 3).sum()).backward()
        >>> scaler.unscale_(optimizer)
        >>> w.grad
        tensor([3.])
        """
        if not self._enabled:
            return
        self._check_started("unscale_")
        if id(optimizer) in self._stepped:
            raise RuntimeError("unscale_() is being called after step().")
        if id(optimizer) in self._found_inf:
            raise RuntimeError("unscale_() has already been called on this optimizer since the last update().")
        found = None
        with grad_mode(False):
            for grad in (p.grad for group in optimizer.param_groups for p in group["params"] if p.grad is not None):
                if grad._array.dtype == np.float16:
                    raise ValueError("Attempting to unscale FP16 gradients.")
                grad.mul_(1.0 / self._scale)
                found = found or not np.isfinite(values_at(grad._array)).all()
        self._found_inf[id(optimizer)] = None if found is None else bool(found)

    def step(self, optimizer: Any, *args: Any, **kwargs: Any) -> Any:
        """Divide gradients by the factor, if that is not done, and take a step, unless a gradient is infinite or nan.

        Parameters
        ----------
        optimizer : Optimizer
            Whose step.
        *args : object
            For its ``step``.
        **kwargs : object
            For its ``step``; no ``closure``.

        Returns
        -------
        object
            What ``step`` returns, or None.

        Raises
        ------
        RuntimeError
            If it was called already since ``update``, or with a closure.

        Examples
        --------
        >>> w = torch.ones(1, requires_grad=True)
        >>> optimizer = torch.optim.SGD([w], lr=0.5)
        >>> scaler = torch.amp.GradScaler("cpu", init_scale=4.0)
        >>> w.grad = torch.tensor([float('inf')])
        >>> step = scaler.scale(torch.tensor(1.0))
        >>> scaler.step(optimizer)
        >>> w.detach()
        tensor([1.])
        """
        if not self._enabled:
            return optimizer.step(*args, **kwargs)
        if "closure" in kwargs:
            raise RuntimeError("Closure use is not currently supported if GradScaler is enabled.")
        self._check_started("step")
        if id(optimizer) in self._stepped:
            raise RuntimeError("step() has already been called since the last update().")
        if getattr(optimizer, "_step_supports_amp_scaling", False):
            return self._step_with_scale(optimizer, args, kwargs)
        if id(optimizer) not in self._found_inf:
            self.unscale_(optimizer)
        if self._found_inf[id(optimizer)] is None:
            raise AssertionError("No inf checks were recorded for this optimizer.")
        result = None if self._found_inf[id(optimizer)] else optimizer.step(*args, **kwargs)
        self._stepped.add(id(optimizer))
        return result

    def _step_with_scale(self, optimizer: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """A step of an optimizer that unscales gradients itself: it is told the factor, and whether one was infinite."""
        takes_scaler = "grad_scaler" in inspect.signature(optimizer.step).parameters
        unscaled = id(optimizer) in self._found_inf
        if takes_scaler:
            warn("GradScaler is going to stop passing itself as a keyword argument to the passed optimizer. In the near future "
                 "GradScaler registers `grad_scale: Tensor` and `found_inf: Tensor` to the passed optimizer and let the "
                 "optimizer use them directly.", FutureWarning)
            kwargs = {**kwargs, "grad_scaler": self}
        if not unscaled:
            self._found_inf[id(optimizer)] = self._look(optimizer)
        if self._found_inf[id(optimizer)] is None:
            raise AssertionError("No inf checks were recorded for this optimizer.")
        if not takes_scaler:
            optimizer.grad_scale = None if unscaled else full((), self._scale, dtype=float32)
            optimizer.found_inf = full((), float(bool(self._found_inf[id(optimizer)])), dtype=float32)
        result = optimizer.step(*args, **kwargs)
        self._stepped.add(id(optimizer))
        if not takes_scaler:
            del optimizer.grad_scale, optimizer.found_inf
        return result

    def _look(self, optimizer: Any) -> bool | None:
        """Whether a gradient is not finite; None where there are none."""
        grads = [p.grad for group in optimizer.param_groups for p in group["params"] if p.grad is not None]
        return not all(np.isfinite(values_at(grad._array)).all() for grad in grads) if grads else None

    def update(self, new_scale: Any = None) -> None:
        """Adapt the factor, once after each iteration.

        Parameters
        ----------
        new_scale : float or Tensor, optional
            A factor to take instead.

        Examples
        --------
        >>> scaler = torch.amp.GradScaler("cpu", init_scale=4.0)
        >>> loss = scaler.scale(torch.tensor(1.0))
        >>> scaler.update(8.0)
        >>> scaler.get_scale()
        8.0
        """
        if not self._enabled:
            return
        self._check_started("update")
        if new_scale is not None:
            self._scale = _checked_scale(new_scale)
        else:
            found = [f for f in self._found_inf.values() if f is not None]
            if not found:
                raise AssertionError("No inf checks were recorded prior to update.")
            self._adapt(any(found))
        self._found_inf.clear()
        self._stepped.clear()

    def _adapt(self, found: bool) -> None:
        if found:
            self._scale *= self._backoff_factor
            self._growth_tracker = 0
            return
        self._growth_tracker += 1
        if self._growth_tracker == self._growth_interval:
            self._scale *= self._growth_factor
            self._growth_tracker = 0

    def _get_growth_tracker(self) -> int:
        return self._growth_tracker

    def get_growth_factor(self) -> float:
        """By what the factor grows.

        Returns
        -------
        float
            The factor.

        Examples
        --------
        >>> scaler = torch.amp.GradScaler("cpu", init_scale=4.0)
        >>> scaler.get_growth_factor()
        2.0
        """
        return self._growth_factor

    def set_growth_factor(self, new_factor: float) -> None:
        """Choose by what the factor grows.

        Parameters
        ----------
        new_factor : float
            Above 1.

        Examples
        --------
        >>> scaler = torch.amp.GradScaler("cpu", init_scale=4.0)
        >>> scaler.set_growth_factor(3.0)
        >>> scaler.get_growth_factor()
        3.0
        """
        self._growth_factor = new_factor

    def set_backoff_factor(self, new_factor: float) -> None:
        """Choose by what the factor shrinks.

        Parameters
        ----------
        new_factor : float
            Below 1.

        Examples
        --------
        >>> scaler = torch.amp.GradScaler("cpu", init_scale=4.0)
        >>> scaler.set_backoff_factor(0.25)
        >>> scaler.get_backoff_factor()
        0.25
        """
        self._backoff_factor = new_factor

    def set_growth_interval(self, new_interval: int) -> None:
        """Choose how many steps pass between growths.

        Parameters
        ----------
        new_interval : int
            The number.

        Examples
        --------
        >>> scaler = torch.amp.GradScaler("cpu", init_scale=4.0)
        >>> scaler.set_growth_interval(10)
        >>> scaler.get_growth_interval()
        10
        """
        self._growth_interval = new_interval

    def get_backoff_factor(self) -> float:
        """By what the factor shrinks.

        Returns
        -------
        float
            The factor.

        Examples
        --------
        >>> scaler = torch.amp.GradScaler("cpu", init_scale=4.0)
        >>> scaler.get_backoff_factor()
        0.5
        """
        return self._backoff_factor

    def get_growth_interval(self) -> int:
        """How many steps pass between growths.

        Returns
        -------
        int
            The number.

        Examples
        --------
        >>> scaler = torch.amp.GradScaler("cpu", init_scale=4.0)
        >>> scaler.get_growth_interval()
        2000
        """
        return self._growth_interval

    def state_dict(self) -> dict[str, Any]:
        """What is saved to resume.

        Returns
        -------
        dict
            Factor, its options and the count of steps; empty if it is off.

        Examples
        --------
        >>> scaler = torch.amp.GradScaler("cpu", init_scale=4.0)
        >>> scaler.state_dict()
        {'scale': 4.0, 'growth_factor': 2.0, 'backoff_factor': 0.5, 'growth_interval': 2000, '_growth_tracker': 0}
        """
        if not self._enabled:
            return {}
        return {"scale": self._scale, "growth_factor": self._growth_factor, "backoff_factor": self._backoff_factor,
                "growth_interval": self._growth_interval, "_growth_tracker": self._growth_tracker}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take over a state.

        Parameters
        ----------
        state_dict : dict
            As ``state_dict`` gives it.

        Raises
        ------
        RuntimeError
            If it is empty.

        Examples
        --------
        >>> scaler = torch.amp.GradScaler("cpu", init_scale=4.0)
        >>> other = torch.amp.GradScaler("cpu")
        >>> other.load_state_dict(scaler.state_dict())
        >>> other.get_scale()
        4.0
        """
        if not self._enabled:
            return
        if not state_dict:
            raise RuntimeError("The source state dict is empty, possibly because it was saved from a disabled instance of GradScaler.")
        self._scale, self._growth_factor = state_dict["scale"], state_dict["growth_factor"]
        self._backoff_factor, self._growth_interval = state_dict["backoff_factor"], state_dict["growth_interval"]
        self._growth_tracker = state_dict["_growth_tracker"]
