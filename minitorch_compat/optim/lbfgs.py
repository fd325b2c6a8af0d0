"""Limited-memory BFGS."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from .._array.core.execution.quiet import quiet
from .._array.sparse.coo import to_dense
from .._bindings.generated.functions import view_as_real
from .._dispatch.grad_mode import grad_mode
from .._dispatch.graph.versions import bump_version
from .._dispatch.levels.lifting import array_values
from .._dispatch.tensor import TensorBase
from ._learning_rate_errors import check_rate
from ._line_search import LinePoint, SearchLimits, _cubic_minimum, search
from ._private_names import _to_scalar
from ._stepping import check_lr, new_state
from .optimizer import Optimizer, ParamsT

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["LBFGS"]

Array = np.ndarray[Any, np.dtype[Any]]
#: A Python number, or a numpy scalar with the dtype of the parameters where PyTorch has a tensor, which rounds to it.
Scalar = Any


def _loss_number(loss: Any) -> float:
    """The loss as a number, without history."""
    with grad_mode(False):
        return float(loss)


def _computed_state(value: Any) -> Any:
    """What rests in the state, as it is computed with: as a tensor if it has half precision, whose operations round as PyTorch's do."""
    return value if value._array.dtype.itemsize == 2 else array_values(value._array)


def _state_tensor(value: Any) -> Any:
    return value if isinstance(value, TensorBase) else new_state(value)


def _state_scalar(value: Any) -> Scalar:
    """The number of what rests in the state: one of numpy's, of the tensor's type, for a tensor."""
    computed = _computed_state(value) if isinstance(value, TensorBase) else value
    return computed[()] if computed.__class__ is np.ndarray else computed


def _scalar_state_entry(value: Scalar) -> Any:
    """Convert a scalar to a state entry: a numpy scalar to a tensor."""
    return new_state(np.asarray(value)) if isinstance(value, np.generic) else value


class LBFGS(Optimizer):
    """Quasi-Newton method that approximates the inverse Hessian by the last changes of gradients.

    Parameters
    ----------
    params : iterable of Tensor
        The parameters, in a single group.
    lr : float or Tensor, default 1
        Step length without line search.
    max_iter : int, default 20
        Iterations per call of ``step``.
    max_eval : int, optional
        Calls of the closure per call of ``step``; None is ``max_iter * 1.25``.
    tolerance_grad : float, default 1e-07
        Stops when no element of the gradient is larger.
    tolerance_change : float, default 1e-09
        Stops when loss or parameters change less.
    history_size : int, default 100
        Number of changes to keep.
    line_search_fn : str, optional
        ``'strong_wolfe'`` or None.

    Raises
    ------
    ValueError
        If there are several groups.

    References
    ----------
    Nocedal and Wright (2006), Numerical optimization, chapters 3 and 7.

    PyTorch: ``torch.optim.LBFGS``.

    Examples
    --------
    >>> w = torch.tensor([3.0], requires_grad=True)
    >>> optimizer = torch.optim.LBFGS([w], line_search_fn="strong_wolfe")
    >>> def closure():
    ...     optimizer.zero_grad()
    ...     loss = ((w - 1) ** 2).sum()
    ...     loss.backward()
    ...     return loss
    >>> first = optimizer.step(closure)
    >>> first.item(), round(w.item(), 4)
    (4.0, 1.0)
    """

    def __init__(
        self, params: ParamsT, lr: Tensor | float = 1, max_iter: int = 20, max_eval: int | None = None,
        tolerance_grad: float = 1e-7,
        tolerance_change: float = 1e-9, history_size: int = 100, line_search_fn: str | None = None,
    ) -> None:
        check_lr(lr)
        super().__init__(params, {
            "lr": lr, "max_iter": max_iter, "max_eval": max_iter * 5 // 4 if max_eval is None else max_eval,
            "tolerance_grad": tolerance_grad, "tolerance_change": tolerance_change, "history_size": history_size,
            "line_search_fn": line_search_fn,
        })
        if len(self.param_groups) != 1:
            raise ValueError("LBFGS doesn't support per-parameter options (parameter groups)")
        self._params = self.param_groups[0]["params"]

    def step(self, closure: Callable[[], Any]) -> Any:  # type: ignore[override]
        """Iterate, calling the closure for each evaluation.

        Parameters
        ----------
        closure : callable
            Clears the gradients, computes the loss, calls ``backward`` and returns the loss.

        Returns
        -------
        Tensor
            The loss at the beginning.

        Examples
        --------
        >>> w = torch.tensor([3.0], requires_grad=True)
        >>> optimizer = torch.optim.LBFGS([w], max_iter=1)
        >>> def closure():
        ...     optimizer.zero_grad()
        ...     loss = (w ** 2).sum()
        ...     loss.backward()
        ...     return loss
        >>> optimizer.step(closure).item()
        9.0
        """
        options = self.param_groups[0]
        if options["lr"].__class__ is not float:
            check_rate("LBFGS", options["lr"])
        # PyTorch keeps everything in the state of the first parameter.
        state = self.state[self._params[0]]
        state.setdefault("func_evals", 0)
        state.setdefault("n_iter", 0)
        if isinstance(closure, type):
            from ..autograd.grad_mode import enable_grad

            closure = enable_grad()(closure)  # warns if the closure is a class
        with grad_mode(True):
            first_loss = closure()
        loss = _loss_number(first_loss)
        state["func_evals"] += 1
        grad = self._flat_grad()
        if not _at_most(abs(grad).max(), options["tolerance_grad"]):  # NaN goes on, as in PyTorch
            if options["line_search_fn"] not in (None, "strong_wolfe"):
                raise RuntimeError("only 'strong_wolfe' is supported")
            self._iterate(closure, options, state, loss, grad)
        return first_loss

    def _iterate(
        self, closure: Callable[[], Any], options: dict[str, Any], state: dict[str, Any], loss: float, grad: Array,
    ) -> None:
        history = _History(state, options["history_size"])
        evaluations, tolerance, lr = 1, options["tolerance_change"], _state_scalar(_to_scalar(options["lr"]))
        iteration = 0
        while iteration < options["max_iter"]:
            iteration += 1
            state["n_iter"] += 1
            direction = history.direction(grad, state["n_iter"] == 1)
            previous_loss, t = loss, lr
            if state["n_iter"] == 1:
                t = min(1.0, 1.0 / abs(grad).sum()) * lr
            history.record_step(grad, direction, t, loss)
            slope = _dot(grad, direction)
            if slope > -tolerance:
                break
            last = iteration == options["max_iter"]
            if options["line_search_fn"] is not None:
                trials = options["max_eval"] - evaluations  # limited to the remaining evaluations
                point, used = self._search(closure, LinePoint(0.0, loss, grad, slope), t, direction, trials)
                history.t = t = t if point.t == t else point.t
                loss, grad = point.loss, point.grad
                self._move(t, direction)
            else:
                self._move(t, direction)
                used = 0 if last else 1
                if not last:
                    loss, grad = self._evaluate(closure)
            evaluations += used
            state["func_evals"] += used
            small_grad = _at_most(abs(grad).max(), options["tolerance_grad"])
            small_step = _largest_change(direction, t) <= tolerance
            if (last or evaluations >= options["max_eval"] or small_grad or small_step
                    or abs(loss - previous_loss) < tolerance):
                break
        if iteration:
            history.save(state)

    def _search(self, closure: Callable[[], Any], start: LinePoint, t: Scalar, direction: Array, trials: int) -> tuple[LinePoint, int]:
        origin = [p._array.copy() for p in self._params]

        def evaluate(t: float) -> LinePoint:
            self._move(t, direction)
            loss, grad = self._evaluate(closure)
            for p, array in zip(self._params, origin):
                p._array[...] = array
                bump_version(p)
            return LinePoint(t, loss, grad, _dot(grad, direction))

        return search(evaluate, start, t, abs(direction).max(), SearchLimits(trials=trials))

    def _evaluate(self, closure: Callable[[], Any]) -> tuple[float, Array]:
        with grad_mode(True):
            loss = closure()
        return _loss_number(loss), self._flat_grad()

    def _flat_grad(self) -> Array:
        grads = ((p, p.grad) for p in self._params)
        flat = np.concatenate([_flat(np.zeros(p._array.shape, p._array.dtype) if g is None else _flat_view(g)) for p, g in grads])
        return flat if flat.dtype.itemsize > 2 else new_state(flat)

    @quiet
    def _move(self, t: Scalar, direction: Array) -> None:
        """Add t * direction to the parameters."""
        start = 0
        for p in self._params:
            flat = direction[start : start + _flat_size(p._array)]
            start += len(flat)
            if isinstance(flat, TensorBase):
                with grad_mode(False):
                    p.add_(flat.view(p.shape), alpha=float(t))
                continue
            change = float(t) * flat
            if p._array.dtype.kind == "c":
                change = change.view(np.result_type(change.dtype, np.complex64))
            p._array[...] += change.reshape(p._array.shape)
            bump_version(p)


def _strong_wolfe(
    obj_func: Callable[..., tuple[Any, Any]], x: Any, t: Any, d: Any, f: Any, g: Any, gtd: Any,
    c1: float = 1e-4, c2: float = 0.9, tolerance_change: float = 1e-9, max_ls: int = 25,
) -> tuple[Any, Any, Any, int]:
    """The line search as a function: return loss, gradient and step length found from `x` along `d`, and the number of evaluations of
    `obj_func(x, t, d)`, which returns a loss and a gradient."""

    def evaluate(t: Any) -> LinePoint:
        loss, grad = obj_func(x, t, d)
        return LinePoint(t, loss, grad.clone(), grad.dot(d))

    point, used = search(evaluate, LinePoint(0, f, g.clone(), gtd), t, d.abs().max(), SearchLimits(c1, c2, max_ls, tolerance_change))
    return point.loss, point.grad, point.t, used


def _cubic_interpolate(x1: Any, f1: Any, g1: Any, x2: Any, f2: Any, g2: Any, bounds: tuple[Any, Any] | None = None) -> Any:
    """The minimum of the cubic interpolation of two points, clamped to bounds (by default the points)."""
    return _cubic_minimum(LinePoint(x1, f1, None, g1), LinePoint(x2, f2, None, g2), bounds)


def _at_most(value: Any, bound: Any) -> Any:
    """Whether `value` is at most `bound`; what is no number is compared with a tensor, which may refuse."""
    return value <= bound if isinstance(bound, (int, float)) or isinstance(value, TensorBase) else new_state(np.asarray(value)) <= bound


def _flat_view(grad: Any) -> Array:
    """The array of a gradient; raises for a noncontiguous or conjugate one, which PyTorch cannot flatten to a view."""
    if grad.is_conj():
        view_as_real(grad)  # raises
    array: Array = to_dense(array_values(grad._array))
    if not array.flags.c_contiguous:
        grad.view(-1)  # raises
    return array


def _flat(x: Array) -> Array:
    """Flatten an array; complex numbers become pairs of real ones."""
    flat = np.ascontiguousarray(x).reshape(-1)
    return flat.view(flat.real.dtype) if flat.dtype.kind == "c" else flat


@quiet
def _dot(x: Array, y: Array) -> Any:
    """The product as a number of the arrays' dtype: in the line search, as in PyTorch, its rounding decides between steps."""
    return x @ y


@quiet
def _largest_change(direction: Array, t: Scalar) -> float:
    """The largest change of a step."""
    return float(abs(direction * _step_factor(direction, t)).max())


def _step_factor(direction: Array, t: Scalar) -> Any:
    return t if isinstance(direction, TensorBase) else float(t)


def _add_scaled(q: Any, x: Any, weight: Any) -> None:
    """q += weight * x; of tensors in one operation."""
    if isinstance(q, TensorBase):
        q.add_(x, alpha=float(weight))  # type: ignore[attr-defined]
    else:
        q += weight * x


def _flat_size(x: Array) -> int:
    return x.size * 2 if x.dtype.kind == "c" else x.size


class _History:
    """Past changes of the parameters and the gradient, which determine the next direction.

    Between calls of `step` it is stored in the optimizer's state, under PyTorch's names.
    """

    def __init__(self, state: dict[str, Any], size: int) -> None:
        self.size = size
        self.changes: list[Array] = [_computed_state(x) for x in state.get("old_dirs") or []]
        self.steps: list[Array] = [_computed_state(x) for x in state.get("old_stps") or []]
        self.inverses: list[Scalar] = [_state_scalar(x) for x in state.get("ro") or []]
        self.scale: Scalar = _state_scalar(state.get("H_diag", 1))
        self.t: Scalar = _state_scalar(state.get("t") or 0.0)
        self.d: Array | None = _computed_state(state["d"]) if "d" in state else None
        self.grad: Array | None = _computed_state(state["prev_flat_grad"]) if "prev_flat_grad" in state else None
        self.loss: float = state.get("prev_loss", 0.0)
        self.weights: list[Any] = state.get("al") or []

    def save(self, state: dict[str, Any]) -> None:
        """Store the history in `state`."""
        if self.weights and "al" not in state:
            state["al"] = self.weights
        state.update(
            d=_state_tensor(self.d), t=_scalar_state_entry(self.t), old_dirs=[_state_tensor(x) for x in self.changes],
            old_stps=[_state_tensor(x) for x in self.steps], ro=[_scalar_state_entry(x) for x in self.inverses],
            H_diag=_scalar_state_entry(self.scale),
            prev_flat_grad=_state_tensor(self.grad), prev_loss=self.loss,
        )
        if self.weights:
            state["al"] = self.weights

    def record_step(self, grad: Array, direction: Array, t: Scalar, loss: float) -> None:
        """Note from where, whereto and how far the next step goes."""
        given: Any = grad
        self.grad = given.clone() if isinstance(grad, TensorBase) else given.copy()
        self.d, self.t, self.loss = direction, t, loss

    @quiet
    def direction(self, grad: Array, first: bool) -> Array:
        """The negative gradient times the approximate inverse Hessian."""
        if first:
            self.changes, self.steps, self.inverses, self.scale = [], [], [], 1
            return -grad
        self._update_history(grad)
        weights: list[Any] = [None] * self.size
        q = -grad
        for i in reversed(range(len(self.changes))):
            weights[i] = self.steps[i] @ q * self.inverses[i]
            _add_scaled(q, self.changes[i], -weights[i])
        q *= self.scale
        for i, change in enumerate(self.changes):
            _add_scaled(q, self.steps[i], weights[i] - change @ q * self.inverses[i])
        self.weights = [None if w is None else _scalar_state_entry(w) for w in weights]
        return q

    def _update_history(self, grad: Array) -> None:
        """Add the last step to the history, unless its curvature is too small for a stable approximation."""
        assert self.d is not None
        change, step = grad - self.grad, self.d * _step_factor(self.d, self.t)
        curvature = change @ step
        if not curvature > 1e-10:  # also skips NaN
            return
        if len(self.changes) == self.size:
            del self.changes[0], self.steps[0], self.inverses[0]
        self.changes.append(change)
        self.steps.append(step)
        self.inverses.append(1.0 / curvature)
        self.scale = curvature / (change @ change)
