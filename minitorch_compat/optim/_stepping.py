"""The base class of optimizers that step in numpy: the loop over parameters, state, checks of options."""
from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from .._array.core import dtypes
from .._array.core.conjugate import Pending, Unresolved
from .._array.core.execution.quiet import restore, silence
from .._array.sparse.coo import Coo
from .._bindings import Tensor
from .._bindings.creation.factories import full_like
from .._bindings.generated.functions import view_as_real
from .._dispatch.grad_mode import grad_mode
from .._dispatch.graph.versions import bump_version
from .._dispatch.tensor import wrap_as
from .._dispatch.unsupported import UnsupportedError
from ._kernels import Kernel, Workspace, run
from ._learning_rate_errors import check_rate
from .optimizer import Optimizer

if TYPE_CHECKING:
    from numpy.typing import NDArray


class ArrayOptimizer(Optimizer):
    """Updates each parameter in place with numpy.

    A subclass defines `_init_state` (the state tensors of a parameter) and `_update` (computes the numbers of the step
    and calls `_run` with a kernel).  _tensor_steps.py has the same steps in tensor operations, which can be
    differentiated.
    """

    #: Options missing in groups saved by older versions, with their effective values.
    _OPTIONS_ADDED_LATER: dict[str, Any] = {}
    #: State entries that older versions saved as plain numbers.
    _SCALAR_STATE: tuple[str, ...] = ("step",)
    #: Whether complex parameters are viewed as real, which is impossible for conjugate views.
    _VIEWS_COMPLEX_AS_REAL = True
    #: Whether weight decay is added to the gradient before that is viewed as real.
    _DECAYS_BEFORE_VIEW = True
    #: Number of times PyTorch writes a parameter in a step, without decoupled decay.
    _VERSION_BUMPS = 1
    #: The part of PyTorch's message that names what must be on an accelerator for `capturable`, and whether XLA is a supported one:
    #: without and with `foreach`.
    _CAPTURABLE_SUBJECTS = ("params and state_steps", "params and state_steps")
    _CAPTURABLE_ON_XLA = (True, False)
    #: Whether PyTorch differentiates a step with `foreach`, too.
    _DIFFERENTIATES_FOREACH = False

    _pool: dict[Any, Workspace]
    #: Reads the options of a group that should be numbers.
    _numeric_options: Callable[[dict[str, Any]], tuple[Any, ...]] | None

    def _initialize_unsaved(self) -> None:
        super()._initialize_unsaved()
        self._pool = {}
        names = [name for name in self.defaults if name not in _NON_NUMERIC_OPTIONS]
        self._numeric_options = itemgetter(names[0], *names) if names else None

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        for group in self.param_groups:
            for name, value in self._OPTIONS_ADDED_LATER.items():
                group.setdefault(name, value)
            for p in group["params"]:
                self._restore_scalars(self.state.get(p, {}))

    def _restore_scalars(self, state: dict[str, Any]) -> None:
        for name in self._SCALAR_STATE:
            if isinstance(state, dict) and name in state and not isinstance(state[name], Tensor):
                state[name] = scalar_state(float(state[name]))

    def _step(self, closure: Callable[[], Any] | None) -> Any:
        """The implementation of `step`. Each class defines its own `step`, because Python's errors contain its qualified name."""
        loss = None
        if self.defaults.get("differentiable", False).__class__ is not bool:
            from ..autograd.grad_mode import set_grad_enabled

            set_grad_enabled(self.defaults["differentiable"])  # raises
        if closure is not None:
            with grad_mode(True):
                loss = closure()
        token = silence()
        try:
            for group in self.param_groups:
                self._step_group(group)
        except ValueError:
            self._raise_shape_error()
            raise
        except Unresolved as error:
            raise UnsupportedError("an optimizer's step on conjugate views or tensors of the meta device") from error
        finally:
            restore(token)
        return loss

    def _raise_shape_error(self) -> None:
        """After an error of numpy, raise the error of the gradient whose shape does not fit its parameter."""
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None and p.grad.shape != p.shape:
                    p.detach() + p.grad.detach()
                for entry in self.state[p].values() if p.grad is not None else ():
                    if isinstance(entry, Tensor) and entry.dim() and entry.shape != p.shape:
                        entry.detach() + p.grad.detach()

    def _step_group(self, group: dict[str, Any]) -> None:
        if group["lr"].__class__ is not float and any(p.grad is not None for p in group["params"]):
            check_rate(type(self).__name__, group["lr"])
        states, maximize = self.state, group.get("maximize", False)
        if group.get("differentiable", False) or not has_arrays(group) or self._has_unsupported_options(group):
            self._step_tensors(group, bool(maximize))
            return
        pending: list[tuple[Any, Any, dict[str, Any]]] = []  # check everything before any change
        fused = group.get("fused")
        for p in group["params"]:
            grad = p.grad
            if grad is None:
                continue
            g = grad._array
            if g.__class__ is Coo:
                self._check_sparse(group)
            elif g.__class__ is Pending:
                self._check_conjugate(p, maximize, group)
            state = states[p]
            if fused:
                check_fused_dtype(p)
            if len(state) == 0:
                self._init_state(p, state, group)
            pending.append((p, g, state))
        if not pending:
            return
        if group.get("capturable", False) and not fused:  # fused kernels can be captured on any device
            self._raise_capturable_error(group)
        options, version_increase = self._options(group), self._version_increase(group)
        for p, g, state in pending:
            if g.__class__ is Coo:
                self._sparse_update(p._array, -g if maximize else g, state, options)
            else:
                g = g.read() if g.__class__ is Pending else g
                self._update(p._array, np.negative(g) if maximize else g, state, options)
            if version_increase:
                bump_version(p, version_increase)

    def _has_unsupported_options(self, group: dict[str, Any]) -> bool:
        """Whether an option has a type that kernels do not support; tensor operations accept it or raise."""
        foreach = group.get("foreach")
        if foreach is not None and foreach.__class__ is not bool and any(p.grad is not None for p in group["params"]):
            bool(foreach)  # may raise for a tensor
        try:
            if self._numeric_options is None or _NUMERIC_TYPES.issuperset(map(type, self._numeric_options(group))):
                return False
        except KeyError:
            pass  # the step says which option it misses first
        from ._tensor_steps import STEPS, find_step

        return find_step(type(self), STEPS) is not None

    def _check_conjugate(self, p: Any, maximize: bool, group: dict[str, Any]) -> None:
        """Refuse a conjugate gradient that the step would view as real, unless an operation resolves it before."""
        has_decay = self._DECAYS_BEFORE_VIEW and group.get("weight_decay") and not group.get("decoupled_weight_decay")
        if p.grad.is_conj() and not (maximize or has_decay):
            view_as_real(p.grad)

    def _version_increase(self, group: dict[str, Any]) -> int:
        """The increase of a parameter's version in a step: the number of PyTorch's writes; its fused kernels do not bump versions."""
        if group.get("fused"):
            return 0
        return self._VERSION_BUMPS + bool(group.get("weight_decay") and group.get("decoupled_weight_decay"))

    def _check_sparse(self, group: dict[str, Any]) -> None:
        """Refuse sparse gradients."""
        raise RuntimeError(f"{type(self).__name__} does not support sparse gradients")

    def _raise_capturable_error(self, group: dict[str, Any]) -> None:
        """Fail as a CPU build does: only steps on accelerators can be captured."""
        foreach = bool(group["foreach"])
        devices = ["cuda", "xpu", "hpu", "privateuseone", "xla"][:5 if self._CAPTURABLE_ON_XLA[foreach] else 4]
        raise AssertionError(f"If capturable=True, {self._CAPTURABLE_SUBJECTS[foreach]} must be on supported devices: {devices}.")

    def _step_tensors(self, group: dict[str, Any], maximize: bool) -> None:
        """Step a group that is differentiated, or has a parameter without a plain array."""
        from ._tensor_steps import take_step

        differentiable, unusual = bool(group.get("differentiable")), self._has_unsupported_options(group)
        if group.get("foreach") and differentiable and not self._DIFFERENTIATES_FOREACH:
            raise AssertionError("_foreach ops don't support autograd")
        with grad_mode(bool(self.defaults.get("differentiable"))):
            for p in group["params"]:
                if p.grad is None:
                    continue
                if p.grad._array.__class__ is Coo:
                    self._check_sparse(group)
                g, state = -p.grad if maximize else p.grad, self.state[p]
                if len(state) == 0:
                    with grad_mode(False):
                        self._init_state(p, state, group)
                if group.get("capturable", False) and not group.get("fused"):
                    self._raise_capturable_error(group)
                if differentiable or unusual or not isinstance(p._array, (np.ndarray, Pending)) or self._rounds_every_operation(p, group):
                    take_step(type(self), p, g, state, group)
                    if not state:  # SGD without momentum keeps no state
                        del self.state[p]
                else:
                    self._step_values(p, g._array, state, group)

    def _rounds_every_operation(self, p: Any, group: dict[str, Any]) -> bool:
        """Whether PyTorch rounds after each operation of a step, to half precision: kernels, like its fused ones, round once."""
        from ._tensor_steps import ROUNDED_STEPS, find_step

        return (p._array.dtype.itemsize == 2 and not group.get("fused") and p.grad._array.__class__ is not Coo
                and find_step(type(self), ROUNDED_STEPS) is not None)

    def _step_values(self, p: Any, g: Any, state: dict[str, Any], group: dict[str, Any]) -> None:
        """Step a parameter that may be a conjugate or negative view: update its resolved values and write them back."""
        a = p._array
        if self._VIEWS_COMPLEX_AS_REAL and p.is_conj():
            view_as_real(p)  # raises
        values = a.read() if a.__class__ is Pending else a
        if isinstance(g, Coo):
            self._sparse_update(values, g, state, self._options(group))
        else:
            self._update(values, g.read() if isinstance(g, Pending) else g, state, self._options(group))
        if values is not a:
            a.write(values)
        if version_increase := self._version_increase(group):
            bump_version(p, version_increase)

    def _options(self, group: dict[str, Any]) -> Any:
        """The options passed to `_update`; a subclass may precompute what it would look up once per parameter."""
        return group

    def _init_state(self, p: Any, state: dict[str, Any], group: dict[str, Any]) -> None:
        """Put this parameter's state tensors into `state`."""
        raise NotImplementedError

    def _update(self, p: NDArray[Any], g: NDArray[Any], state: dict[str, Any], options: Any) -> None:
        """Step the array `p` of one parameter with gradient `g`."""
        raise NotImplementedError

    def _sparse_update(self, p: NDArray[Any], g: Coo, state: dict[str, Any], options: Any) -> None:
        """Step the array `p` of one parameter with a sparse gradient, if `_check_sparse` permits it."""
        raise NotImplementedError

    def _run(self, kernel: Kernel, numbers: tuple[Any, ...], p: NDArray[Any], *others: NDArray[Any]) -> None:
        run(self._pool, kernel, numbers, p, *others)


def has_arrays(group: dict[str, Any]) -> bool:
    """Whether kernels support all parameters of a group: no meta tensor, conjugate or negative view, or half precision."""
    for p in group["params"]:
        a = p._array
        if a.__class__ is not _ndarray or a.dtype.itemsize == 2 and not group.get("fused"):
            return False
    return True




_ndarray = np.ndarray
#: Types of numeric options that kernels support.
_NUMERIC_TYPES = frozenset({float, int, bool, np.float64, np.float32, np.int64})
#: Options that are not single numbers, and `lr`, which every kernel accepts as a tensor.
_NON_NUMERIC_OPTIONS = frozenset({"lr", "betas", "etas", "step_sizes", "foreach", "fused", "maximize", "capturable", "differentiable",
                                  "amsgrad",
                                  "nesterov", "centered", "decoupled_weight_decay"})


def check_not_complex(optimizer: Optimizer, group: dict[str, Any]) -> None:
    """Refuse complex parameters that have gradients, before anything is changed."""
    if any(p.grad is not None and p.is_complex() for p in group["params"]):
        raise RuntimeError(f"{type(optimizer).__name__} does not support complex parameters")


def new_state(array: NDArray[Any]) -> Any:
    """A state tensor over `array`."""
    return wrap_as(Tensor, array)


def scalar_state(value: float = 0.0) -> Any:
    """A state tensor for a number: float64 if that is the default dtype, else float32, whatever the parameter is."""
    dtype = dtypes.float64 if dtypes.Defaults.floating == dtypes.float64 else dtypes.float32
    return new_state(np.array(value, dtype))


def zeros_state(p: Any) -> Any:
    """A state tensor of zeros like the parameter `p`, with its memory layout."""
    return full_state(p, 0)


def full_state(p: Any, value: Any) -> Any:
    """A state tensor filled with `value`, for complex parameters in both parts."""
    array = p._array
    if array.__class__ is not _ndarray:
        return full_like(p.detach(), value)
    if not value:
        return new_state(np.zeros_like(array))
    return new_state(np.full_like(array, complex(value, value) if array.dtype.kind == "c" else value))


def count_step(state: dict[str, Any]) -> Any:
    """Increase the 'step' of a parameter's state by one and return it."""
    counter = state["step"]._array
    step = counter.item() + 1
    counter.fill(step)
    return step


def number(value: Any) -> Any:
    """A hyperparameter as a Python number; it may be given as a one-element tensor."""
    return value.item() if isinstance(value, Tensor) else value


def check_at_least_zero(value: Any, what: str) -> None:
    """Refuse negative values (and nan) of the option that messages call `what`."""
    if not 0.0 <= value:  # noqa: SIM300 (nan fails, and Python names the operands of a failure in this order)
        raise ValueError(f"Invalid {what}: {value}")


def check_not_negative(value: Any, what: str) -> None:
    """Refuse negative values, but not nan, for options that PyTorch checks in this way."""
    if value < 0.0:
        raise ValueError(f"Invalid {what}: {value}")


def check_lr(lr: Any) -> None:
    """Refuse a learning rate that is negative or a tensor of several elements."""
    if isinstance(lr, Tensor) and lr.numel() != 1:
        raise ValueError("Tensor lr must be 1-element")
    check_at_least_zero(lr, "learning rate")


def check_betas(betas: Any) -> None:
    """Refuse decay rates outside [0, 1)."""
    for i in (0, 1):
        if not 0.0 <= betas[i] < 1.0:
            raise ValueError(f"Invalid beta parameter at index {i}: {betas[i]}")


def check_adam_options(lr: Any, eps: Any, betas: Any, weight_decay: Any) -> None:
    """Refuse options of Adam and its variants, in PyTorch's order."""
    check_lr(lr)
    check_at_least_zero(eps, "epsilon value")
    check_betas(betas)
    check_at_least_zero(weight_decay, "weight_decay value")


def check_fused(fused: bool | None, foreach: bool | None, differentiable: bool) -> None:
    """Refuse combinations that PyTorch refuses; steps are fused here anyway."""
    if not fused:
        return
    if differentiable:
        raise RuntimeError("`fused` does not support `differentiable`")
    if foreach:
        raise RuntimeError("`fused` and `foreach` cannot be `True` together.")


def check_fused_dtype(p: Any) -> None:
    """Refuse complex and integer parameters for a fused kernel."""
    if not p.is_floating_point():
        raise RuntimeError("`fused=True` requires all the params to be floating point Tensors of supported devices: ['mps', 'cuda', 'xpu', "
                           f"'hpu', 'cpu', 'mtia', 'privateuseone'] but {p.dtype} and {p.device}")
