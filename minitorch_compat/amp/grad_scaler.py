"""Loss scaling: gradients too small for a narrow dtype survive when the loss is multiplied first."""
from __future__ import annotations

import inspect
from collections.abc import Iterable
from typing import Any

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
    """Scales a loss, unscales gradients, skips steps with infinite ones and adapts the factor.

    For "cuda" it is off, with a warning, as in a CPU build: everything passes through unchanged.
    """

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
        """Whether it does anything."""
        return self._enabled

    def get_scale(self) -> float:
        """The factor; 1 when disabled."""
        return self._scale if self._enabled else 1.0

    def scale(self, outputs: Any) -> Any:
        """A tensor, or a sequence of them, times the factor."""
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
        """Divide the gradients of an optimizer's parameters by the factor; once before each step."""
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
        """`optimizer.step()`, left out when a gradient is not finite."""
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
        """Adapt the factor: down after an infinite gradient, up after a long run without."""
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
        """By what the factor grows."""
        return self._growth_factor

    def set_growth_factor(self, new_factor: float) -> None:
        """By what the factor grows from now on."""
        self._growth_factor = new_factor

    def set_backoff_factor(self, new_factor: float) -> None:
        """By what the factor shrinks from now on."""
        self._backoff_factor = new_factor

    def set_growth_interval(self, new_interval: int) -> None:
        """Steps between growths from now on."""
        self._growth_interval = new_interval

    def get_backoff_factor(self) -> float:
        """By what the factor shrinks."""
        return self._backoff_factor

    def get_growth_interval(self) -> int:
        """Steps between growths."""
        return self._growth_interval

    def state_dict(self) -> dict[str, Any]:
        """The state; empty when disabled."""
        if not self._enabled:
            return {}
        return {"scale": self._scale, "growth_factor": self._growth_factor, "backoff_factor": self._backoff_factor,
                "growth_interval": self._growth_interval, "_growth_tracker": self._growth_tracker}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take up a state that `state_dict` gave."""
        if not self._enabled:
            return
        if not state_dict:
            raise RuntimeError("The source state dict is empty, possibly because it was saved from a disabled instance of GradScaler.")
        self._scale, self._growth_factor = state_dict["scale"], state_dict["growth_factor"]
        self._backoff_factor, self._growth_interval = state_dict["backoff_factor"], state_dict["growth_interval"]
        self._growth_tracker = state_dict["_growth_tracker"]
