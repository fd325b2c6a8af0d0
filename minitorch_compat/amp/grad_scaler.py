"""Loss scaling, which keeps small gradients from underflowing in a narrow dtype."""
from __future__ import annotations

import inspect
from collections import defaultdict
from collections.abc import Iterable
from enum import Enum
from typing import TYPE_CHECKING, Any

from .._array.core.user_warnings import warn
from .._bindings.creation.factories import full
from .._bindings.functions.private_functions import _amp_foreach_non_finite_check_and_unscale_, _amp_update_scale_
from .._dispatch.dtype import float16, float32, int32
from .._dispatch.grad_mode import grad_mode
from .._dispatch.naming import reduce_instance
from .._dispatch.tensor import TensorBase


class OptState(Enum):
    """The state of an optimizer between two calls of ``update``."""

    READY = 0
    UNSCALED = 1
    STEPPED = 2


def _refresh_per_optimizer_state() -> dict[str, Any]:
    """The state of an optimizer at the beginning of an iteration."""
    return {"stage": OptState.READY, "found_inf_per_device": {}}


def _checked_scale(scale: Any) -> float:
    if not isinstance(scale, float) and (scale.device.type != "cpu" or scale.numel() != 1 or scale.requires_grad):
        raise AssertionError("new_scale should be a float or a 1-element torch.cuda.FloatTensor or torch.FloatTensor with "
                             "requires_grad=False.")
    return float(scale)


class GradScaler:
    """Loss scaling for float16, which keeps small gradients from underflowing.

    Steps with infinite or nan gradients are skipped; the factor shrinks after such a step, and grows
    after many without one.

    Parameters
    ----------
    device : str, default 'cuda'
        ``'cpu'``; ``'cuda'`` warns and disables scaling.
    init_scale : float, default 65536.0
        The initial factor.
    growth_factor : float, default 2.0
        Factor of growth, above 1.
    backoff_factor : float, default 0.5
        Factor of backoff, below 1.
    growth_interval : int, default 2000
        Steps without infinite gradients between growths.
    enabled : bool, default True
        False passes everything through unchanged.

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
        if enabled and growth_factor <= 1.0:
            raise AssertionError("The growth factor must be > 1.0.")
        if enabled and backoff_factor >= 1.0:
            raise AssertionError("The backoff factor must be < 1.0.")
        self._device, self._enabled = device, enabled
        self._init_scale: float = init_scale
        self._scale: Any = None  # a tensor after the first call of `scale`
        self._growth_factor, self._backoff_factor, self._growth_interval = growth_factor, backoff_factor, growth_interval
        self._init_growth_tracker = 0
        self._growth_tracker: Any = None
        self._per_optimizer_states: dict[int, dict[str, Any]] = defaultdict(_refresh_per_optimizer_state)

    def _lazy_init_scale_growth_tracker(self, dev: Any) -> None:
        """Create the tensors of the scale factor and the step count."""
        if self._growth_tracker is not None:
            raise AssertionError("_growth_tracker initialized before _scale")
        self._scale = full((), self._init_scale, dtype=float32, device=dev)
        self._growth_tracker = full((), self._init_growth_tracker, dtype=int32, device=dev)

    def _check_scale_growth_tracker(self, funcname: str) -> tuple[Any, Any]:
        """The scale factor and the step count, which exist after the first call of `scale`."""
        if self._scale is None:
            raise AssertionError(f"Attempted {funcname} but _scale is None.  This may indicate your script did not use scaler.scale(loss "
                                 "or outputs) earlier in the iteration.")
        if self._growth_tracker is None:
            raise AssertionError(f"Attempted {funcname} but _growth_tracker is None.  This may indicate your script did not use "
                                 "scaler.scale(loss or outputs) earlier in the iteration.")
        return self._scale, self._growth_tracker

    def is_enabled(self) -> bool:
        """Whether scaling is enabled.

        Returns
        -------
        bool
            As given to the constructor.

        Examples
        --------
        >>> scaler = torch.amp.GradScaler("cpu", init_scale=4.0)
        >>> scaler.is_enabled()
        True
        """
        return self._enabled

    def get_scale(self) -> float:
        """The current scale factor.

        Returns
        -------
        float
            1 if scaling is disabled.

        Examples
        --------
        >>> scaler = torch.amp.GradScaler("cpu", init_scale=4.0)
        >>> scaler.get_scale()
        4.0
        """
        if not self._enabled:
            return 1.0
        return float(self._init_scale if self._scale is None else self._scale.item())

    def scale(self, outputs: Any) -> Any:
        """Multiply by the scale factor.

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
            tensor: Any = outputs
            if self._scale is None:
                self._lazy_init_scale_growth_tracker(tensor.device)
            return tensor * self._scale
        if not isinstance(outputs, Iterable):
            raise ValueError("outputs must be a Tensor or an iterable of Tensors")
        scaled = map(self.scale, outputs)
        return type(outputs)(scaled) if isinstance(outputs, (list, tuple)) else scaled

    def _unscale_grads_(self, optimizer: Any, inv_scale: Any, found_inf: Any, allow_fp16: bool) -> dict[Any, Any]:
        """Multiply the gradients of an optimizer by `inv_scale`; return, per device, 1 if one was not finite."""
        found: dict[Any, Any] = {}
        with grad_mode(False):
            for grad in (p.grad for group in optimizer.param_groups for p in group["params"] if p.grad is not None):
                if not allow_fp16 and grad.dtype is float16:
                    raise ValueError("Attempting to unscale FP16 gradients.")
                values = grad._values() if grad.is_sparse else grad
                if grad.is_sparse and grad.dtype is float16:  # sums over duplicate indices may overflow
                    values = grad.coalesce()._values()
                flag = found.setdefault(grad.device, None)
                if flag is None:
                    flag = found[grad.device] = found_inf.clone()
                _amp_foreach_non_finite_check_and_unscale_([values], flag, inv_scale)
        return found

    def unscale_(self, optimizer: Any) -> None:
        """Divide gradients by the scale factor, for example before clipping; at most once per step.

        Parameters
        ----------
        optimizer : Optimizer
            The optimizer of the parameters.

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
        self._check_scale_growth_tracker("unscale_")
        state = self._per_optimizer_states[id(optimizer)]
        if state["stage"] is OptState.UNSCALED:
            raise RuntimeError("unscale_() has already been called on this optimizer since the last update().")
        if state["stage"] is OptState.STEPPED:
            raise RuntimeError("unscale_() is being called after step().")
        inv_scale = (1.0 / self._scale.double()).float()
        state["found_inf_per_device"] = self._unscale_grads_(optimizer, inv_scale, full((), 0.0, dtype=float32), False)
        state["stage"] = OptState.UNSCALED

    def _maybe_opt_step(self, optimizer: Any, optimizer_state: dict[str, Any], *args: Any, **kwargs: Any) -> Any:
        """The optimizer's step, unless a gradient was not finite."""
        if any(found.item() for found in optimizer_state["found_inf_per_device"].values()):
            return None
        return optimizer.step(*args, **kwargs)

    def step(self, optimizer: Any, *args: Any, **kwargs: Any) -> Any:
        """Unscale gradients unless that is done, and step the optimizer unless a gradient is infinite or nan.

        Parameters
        ----------
        optimizer : Optimizer
            The optimizer to step.
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
        self._check_scale_growth_tracker("step")
        state = self._per_optimizer_states[id(optimizer)]
        if state["stage"] is OptState.STEPPED:
            raise RuntimeError("step() has already been called since the last update().")
        if getattr(optimizer, "_step_supports_amp_scaling", False):
            return self._step_with_scale(optimizer, state, args, kwargs)
        if state["stage"] is OptState.READY:
            self.unscale_(optimizer)
        if not state["found_inf_per_device"]:
            raise AssertionError("No inf checks were recorded for this optimizer.")
        result = self._maybe_opt_step(optimizer, state, *args, **kwargs)
        state["stage"] = OptState.STEPPED
        return result

    def _step_with_scale(self, optimizer: Any, state: dict[str, Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Step an optimizer that unscales gradients itself, from the factor and the flag of infinite gradients passed to it."""
        takes_scaler = "grad_scaler" in inspect.signature(optimizer.step).parameters
        if takes_scaler:
            warn("GradScaler is going to stop passing itself as a keyword argument to the passed optimizer. In the near future "
                 "GradScaler registers `grad_scale: Tensor` and `found_inf: Tensor` to the passed optimizer and let the "
                 "optimizer use them directly.", FutureWarning)
            kwargs = {**kwargs, "grad_scaler": self}
        if state["stage"] is OptState.READY:
            self._check_inf_per_device(optimizer)
        found = state["found_inf_per_device"]
        if not found:
            raise AssertionError("No inf checks were recorded for this optimizer.")
        if not takes_scaler:
            optimizer.grad_scale = None if state["stage"] is OptState.UNSCALED else self._scale
            optimizer.found_inf = full((), float(any(flag.item() for flag in found.values())), dtype=float32)
        result = optimizer.step(*args, **kwargs)
        state["stage"] = OptState.STEPPED
        if not takes_scaler:
            del optimizer.grad_scale, optimizer.found_inf
        return result

    def _check_inf_per_device(self, optimizer: Any) -> Any:
        """Per device, 1 if a gradient of the optimizer is not finite; gradients are not changed."""
        self._check_scale_growth_tracker("_check_inf_per_device")
        one, zero = full((), 1.0, dtype=float32), full((), 0.0, dtype=float32)
        found = self._unscale_grads_(optimizer, one, zero, True)
        self._per_optimizer_states[id(optimizer)]["found_inf_per_device"] = found
        return found

    def _found_inf_per_device(self, optimizer: Any) -> Any:
        return self._per_optimizer_states[id(optimizer)]["found_inf_per_device"]

    def update(self, new_scale: Any = None) -> None:
        """Update the scale factor, once after each iteration.

        Parameters
        ----------
        new_scale : float or Tensor, optional
            A factor to set instead.

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
        scale, tracker = self._check_scale_growth_tracker("update")
        if new_scale is not None:
            scale.fill_(_checked_scale(new_scale))
        else:
            found = [flag for state in self._per_optimizer_states.values() for flag in state["found_inf_per_device"].values()]
            if not found:
                raise AssertionError("No inf checks were recorded prior to update.")
            total = found[0] if len(found) == 1 else sum(found[1:], found[0])
            _amp_update_scale_(scale, tracker, total, self._growth_factor, self._backoff_factor, self._growth_interval)
        self._per_optimizer_states = defaultdict(_refresh_per_optimizer_state)

    def _get_scale_async(self) -> Any:
        return self._scale

    def _get_growth_tracker(self) -> int:
        if not self._enabled:
            return 0
        return int(self._init_growth_tracker if self._growth_tracker is None else self._growth_tracker.item())

    def get_growth_factor(self) -> float:
        """The growth factor.

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
        """Set the growth factor.

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
        """Set the backoff factor.

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
        """Set the number of steps between growths.

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
        """The backoff factor.

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
        """The number of steps between growths.

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
        """The state to save for resuming.

        Returns
        -------
        dict
            Scale factor, its options and the step count; empty if scaling is disabled.

        Examples
        --------
        >>> scaler = torch.amp.GradScaler("cpu", init_scale=4.0)
        >>> scaler.state_dict()
        {'scale': 4.0, 'growth_factor': 2.0, 'backoff_factor': 0.5, 'growth_interval': 2000, '_growth_tracker': 0}
        """
        if not self._enabled:
            return {}
        return {"scale": self.get_scale(), "growth_factor": self._growth_factor, "backoff_factor": self._backoff_factor,
                "growth_interval": self._growth_interval, "_growth_tracker": self._get_growth_tracker()}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Load a state.

        Parameters
        ----------
        state_dict : dict
            As returned by ``state_dict``.

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
        self._init_scale, self._growth_factor = state_dict["scale"], state_dict["growth_factor"]
        self._backoff_factor, self._growth_interval = state_dict["backoff_factor"], state_dict["growth_interval"]
        self._init_growth_tracker = state_dict["_growth_tracker"]
        if self._scale is not None:
            self._scale.fill_(self._init_scale)
        if self._growth_tracker is not None:
            self._growth_tracker.fill_(self._init_growth_tracker)

    def __getstate__(self) -> dict[str, Any]:
        state = self.__dict__.copy()
        if self._enabled:
            if self._per_optimizer_states:
                raise AssertionError("A GradScaler instance may only be pickled at the beginning of an iteration, or at the end after "
                                     "scaler.update().")
            state["_init_scale"], state["_init_growth_tracker"] = self.get_scale(), self._get_growth_tracker()
            state["_scale"] = state["_growth_tracker"] = None
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
